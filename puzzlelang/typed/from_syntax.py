"""Checks a tree and returns a ruleset: declarations first, then the other statements."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.record import MOST_ERRORS, Diagnostic, Failed, Label
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks import declarations, fixing, lattice_words, readings, rule_templates, rules, styles
from puzzlelang.typed.checks.expressions import infer
from puzzlelang.typed.checks.scope import BrokenDeclaration, Checker, LetTemplate
from puzzlelang.typed.definitions import Names, mentioned_names, name_table
from puzzlelang.typed.lists_with_zeros import with_zeros
from puzzlelang.typed.styles import Style
from puzzlelang.typed.types import Erroneous, describe

Kind = TypeVar("Kind")

_DECLARING = tree.GivenStatement | tree.FindStatement | tree.OptionStatement | tree.LetStatement

DECLARING_KEYWORDS = frozenset({"", "given", "find", "option", "let", "include", "extends"})
"""Keywords of statements that bring in names; empty where it is not known what a statement is."""


class CheckResult(msgspec.Struct, frozen=True):
    """The result of a check.

    `ruleset` holds the statements without a mistake; without `diagnostics` these are all of the file.  `names` are the
    names of the whole file.  `diagnostics` are in the order of the text; those about included files stand last.
    """

    ruleset: ir.Ruleset
    names: Names
    diagnostics: tuple[Diagnostic, ...]


def check(source: Source, statements: Sequence[tree.Statement]) -> ir.Ruleset:
    """The ruleset that the statements of a file and of its included files declare.

    Raises `Failed` with every error.  A statement with an error does not stop the check of the others.  Errors that
    only follow from another one are not reported.
    """
    return require_ruleset(analyse(source, statements))


def require_ruleset(checked: CheckResult) -> ir.Ruleset:
    """The ruleset of a file without errors.  Raises `Failed` with all errors."""
    if checked.diagnostics:
        raise Failed(checked.diagnostics)
    return checked.ruleset


def analyse(
    source: Source,
    statements: Sequence[tree.Statement],
    broken: Sequence[tree.BrokenStatement] = (),
    diagnostics: Sequence[Diagnostic] = (),
) -> CheckResult:
    """Checks the statements of a file; `broken` are those with syntax errors, `diagnostics` these errors."""
    checker = Checker(infer, diagnostics=list(diagnostics))
    results: dict[type, list[object]] = {}
    named = _rules(statements, broken)
    _declare_broken(broken, checker)
    checker.declaration_spans.update(
        {item.name.text: item.name.span for item in statements if isinstance(item, _DECLARING)}
    )
    checker.rule_templates.update(
        {item.name.text: item for item in statements if isinstance(item, tree.RuleTemplateStatement)}
    )
    # Rules use whatever the file declares; a declaration uses only those above it, so none goes round in a circle.
    for statement in sorted(statements, key=_turn):
        before = len(checker.diagnostics)
        if before >= MOST_ERRORS:
            break
        checker.statement += 1
        try:
            result = _statement(statement, checker, named)
        except Failed as failed:
            checker.report(Failed(item for item in failed.diagnostics if not _follows(item, checker)))
            if isinstance(statement, _DECLARING):
                checker.declared[statement.name.text] = BrokenDeclaration(statement.name.text)
                checker.places.setdefault(statement.name.text, statement.name.span)
            continue
        if len(checker.diagnostics) == before:
            results.setdefault(type(result), []).append(result)
    implied = [
        checker.attempt(functools.partial(fixing.implied_rule, item, checker), None)
        for item in statements
        if isinstance(item, tree.GivenStatement) and item.fixes is not None
    ]
    results[ir.Rule] = [*filter(None, implied), *results.get(ir.Rule, [])]
    _check_once(source, statements, broken, checker)
    ruleset = _ruleset(source, statements, results, checker)
    checker.report(Failed(declarations.check_missing_cells(statements, ruleset, checker)))
    checker.report(Failed(lattice_words.check_words(ruleset)))
    return CheckResult(
        ruleset,
        _names(statements, broken, checker),
        tuple(sorted(checker.diagnostics, key=lambda item: _order(source, item))),
    )


def _turn(statement: tree.Statement) -> int:
    if isinstance(statement, _DECLARING):
        return 0
    return 1 if isinstance(statement, tree.RuleTemplateStatement) else 2


def _order(source: Source, item: Diagnostic) -> tuple[bool, int]:
    return item.span is not None and item.span.source is not source, item.span.start if item.span else 0


def _rules(statements: Sequence[tree.Statement], broken: Sequence[tree.BrokenStatement]) -> dict[str, Span] | None:
    """The spans of rule names; None if the names of some are unknown."""
    if any(item.name is None and item.keyword in ("", "rule", "extends") for item in broken):
        return None
    named = list(_rule_names(statements))
    named += [item.name for item in broken if item.name is not None and item.keyword in ("", "rule")]
    return {name.text: name.span for name in named}


def _declare_broken(broken: Sequence[tree.BrokenStatement], checker: Checker) -> None:
    """Declares the name of a statement with a syntax error, with a type that fits everything."""
    for item in broken:
        if item.name is not None and item.keyword != "rule":
            checker.declared[item.name.text] = BrokenDeclaration(item.name.text)
            checker.places[item.name.text] = item.name.span
    checker.incomplete = any(item.name is None and item.keyword in DECLARING_KEYWORDS for item in broken)


def _names(statements: Sequence[tree.Statement], broken: Sequence[tree.BrokenStatement], checker: Checker) -> Names:
    for word in mentioned_names(statements, broken):
        if word.text in checker.places:
            checker.mentions.uses[word.span] = checker.places[word.text]
    types = {
        checker.places[name]: describe(item.body.type)
        for name, item in checker.declared.items()
        if isinstance(item, ir.Let) and not isinstance(item.body.type, Erroneous)
    }
    return name_table(statements, broken, checker.mentions, types)


def _statement(statement: tree.Statement, checker: Checker, named: dict[str, Span] | None) -> object:
    match statement:
        case tree.GivenStatement():
            return declarations.given(statement, checker)
        case tree.FindStatement():
            return declarations.find(statement, checker)
        case tree.OptionStatement():
            return declarations.option(statement, checker)
        case tree.LetStatement():
            return declarations.let(statement, checker)
        case tree.RuleStatement():
            return rules.rule(statement, checker)
        case tree.RuleTemplateStatement():
            rule_templates.check_template(statement, checker)
            return None
        case tree.RuleUseStatement():
            return rule_templates.use(statement, checker)
        case tree.ExampleStatement():
            return rules.example(statement, named, checker)
        case tree.ReadStatement():
            return readings.reading(statement, checker)
        case tree.DrawStatement():
            return styles.style(statement, checker)
        case tree.BoardStatement():
            lattice_words.check_board(statement)
            return None
        case tree.TitleStatement():
            declarations.check_title(statement)
            return None
        case tree.IncludeStatement():
            return None


def _follows(item: Diagnostic, checker: Checker) -> bool:
    """Whether an unknown name is unknown only because its declaration has an error."""
    return (
        item.code == "E020"
        and item.span is not None
        and isinstance(checker.declared.get(item.span.text), BrokenDeclaration)
    )


def _check_once(
    source: Source, statements: Sequence[tree.Statement], broken: Sequence[tree.BrokenStatement], checker: Checker
) -> None:
    start = Span(source, 0, 0)
    unread = {item.keyword for item in broken}
    for kind, word in ((tree.TitleStatement, "puzzle"), (tree.BoardStatement, "board")):
        those = [statement for statement in statements if isinstance(statement, kind)]
        for extra in those[1:]:
            label = Label(those[0].span, "the first one")
            checker.diagnostics.append(
                Diagnostic("E054", f"there is more than one `{word}`", extra.span, labels=(label,))
            )
        if not those and kind is tree.TitleStatement and unread.isdisjoint(("", word)):
            checker.diagnostics.append(
                Diagnostic("E054", "the puzzle has no name", start, help='begin with `puzzle "Name"`')
            )
    sought = [statement for statement in statements if isinstance(statement, tree.FindStatement)]
    if sought and all(statement.hidden for statement in sought):
        message = "everything to be found is hidden, so an answer would be empty"
        checker.diagnostics.append(
            Diagnostic("E054", message, sought[0].span, help="leave `hidden` out where players draw it")
        )
    if not sought and unread.isdisjoint(DECLARING_KEYWORDS - {"let"}):
        checker.diagnostics.append(
            Diagnostic(
                "E054", "there is nothing to find", start, help='write such as `find star : set of cells as "*"`'
            )
        )
    seen: dict[str, Span] = {}
    for called in _rule_names(statements):
        if called.text in seen:
            label = Label(seen[called.text], "the first one")
            message, hint = f"two rules are called `{called.text}`", "choose another name for one of them"
            other = replace(called.span, _other_name(called.text, statements), sure=False)
            results = Diagnostic("E052", message, called.span, help=hint, labels=(label,), own_fixes=(other,))
            checker.diagnostics.append(results)
        seen[called.text] = called.span


def _other_name(name: str, statements: Sequence[tree.Statement]) -> str:
    """The name with the first number behind it that makes it a name of its own."""
    taken = {called.text for called in _rule_names(statements)}
    return next(f"{name}_{number}" for number in itertools.count(2) if f"{name}_{number}" not in taken)


def _rule_names(statements: Sequence[tree.Statement]) -> Iterator[tree.Identifier]:
    """The names of all rules: a given that fixes a find is one."""
    for statement in statements:
        match statement:
            case tree.RuleStatement(name) | tree.RuleUseStatement(name):
                yield name
            case tree.GivenStatement(name, fixes=tree.Identifier()):
                yield name
            case _:
                pass


def _ruleset(
    source: Source, statements: Sequence[tree.Statement], results: dict[type, list[object]], checker: Checker
) -> ir.Ruleset:
    def those(kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(item for item in results.get(kind, ()) if isinstance(item, kind))

    title = next((statement for statement in statements if isinstance(statement, tree.TitleStatement)), None)
    board = next((statement for statement in statements if isinstance(statement, tree.BoardStatement)), None)
    return ir.Ruleset(
        "" if title is None else title.title.value,
        source,
        "rectangle" if board is None else " or ".join(kind.text for kind in board.kinds),
        with_zeros(those(ir.Given), those(ir.Rule)),
        tuple(find for find in those(ir.Find) if not find.hidden),
        tuple(find for find in those(ir.Find) if find.hidden),
        those(ir.Option),
        those(ir.Let),
        those(ir.Rule),
        those(ir.Example),
        those(ir.Reading),
        those(Style),
        checker.slots,
        "" if board is None or board.missing is None else board.missing.text,
        () if title is None else tuple(other.value for other in title.others),
        "" if title is None or title.category is None else title.category.text,
        _idle(source, checker),
        (RECTANGLE,) if board is None else lattice_words.lattices(board),
    )


def _idle(source: Source, checker: Checker) -> tuple[Span, ...]:
    """The names of `let`s with parameters, and of the file's own rules with parameters, that nothing uses."""
    used = set(checker.mentions.uses.values())
    templates = (item.written.name.span for item in checker.declared.values() if isinstance(item, LetTemplate))
    rules_ = (item.name.span for item in checker.rule_templates.values() if item.name.span.source is source)
    return tuple(span for span in (*templates, *rules_) if span not in used)
