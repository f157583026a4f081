"""Tree to ruleset: names resolved and types found in one walk over the declarations, then over the other statements."""

from collections.abc import Sequence
from typing import TypeVar

from puzzlelang.diagnostics.nearest import nearest
from puzzlelang.diagnostics.record import Diagnostic, Failed, Label
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed import declarations, ir, readings, rules
from puzzlelang.typed.expressions import infer
from puzzlelang.typed.scope import Checker, mistake

Kind = TypeVar("Kind")

_DECLARING = tree.Given | tree.Find | tree.Option | tree.Let

BOARDS = ("rectangle", "square")


def check(source: Source, statements: Sequence[tree.Statement]) -> ir.Ruleset:
    """The ruleset that the statements of a file (with those it includes) declare.

    Raises `Failed` with every error found; a statement with an error does not keep the others from being checked, but
    an error that follows only from a name which is missing because of another error is not reported.
    """
    checker = Checker(infer)
    broken: set[str] = set()
    found: dict[type, list[object]] = {}
    named = {statement.name.text for statement in statements if isinstance(statement, tree.Rule)}
    checker.later.update({item.name.text: item.name.span for item in statements if isinstance(item, _DECLARING)})
    # Rules use whatever the file declares; a declaration uses only those above it, so none goes round in a circle.
    for statement in sorted(statements, key=lambda item: not isinstance(item, _DECLARING)):
        try:
            made = _statement(statement, checker, named)
        except Failed as failed:
            checker.diagnostics.extend(item for item in failed.diagnostics if not _follows(item, broken))
            if isinstance(statement, _DECLARING):
                broken.add(statement.name.text)
            continue
        found.setdefault(type(made), []).append(made)
    _check_once(source, statements, checker)
    if checker.diagnostics:
        raise Failed(_in_order(checker.diagnostics))
    return _ruleset(source, statements, found, checker)


def _statement(statement: tree.Statement, checker: Checker, named: set[str]) -> object:
    match statement:
        case tree.Given():
            return declarations.given(statement, checker)
        case tree.Find():
            return declarations.find(statement, checker)
        case tree.Option():
            return declarations.option(statement, checker)
        case tree.Let():
            return declarations.let(statement, checker)
        case tree.Rule():
            return rules.rule(statement, checker)
        case tree.Example():
            return rules.example(statement, named)
        case tree.Read():
            return readings.reading(statement, checker)
        case tree.Draw():
            return rules.style(statement, checker)
        case tree.Board(kind):
            if kind.text not in BOARDS:
                close = nearest(kind.text, BOARDS)
                raise mistake(
                    "E056",
                    f"there is no board `{kind.text}`",
                    kind.span,
                    hint=f"did you mean `{close}`?" if close else "write `board rectangle` or `board square`",
                )
            return None
        case tree.Title() | tree.Include():
            return None


def _follows(item: Diagnostic, broken: set[str]) -> bool:
    """Whether an unknown name is unknown only because its declaration has an error."""
    return item.code in ("E020", "E021", "E022") and item.span is not None and item.span.text in broken


def _check_once(source: Source, statements: Sequence[tree.Statement], checker: Checker) -> None:
    start = Span(source, 0, 0)
    for kind, word in ((tree.Title, "puzzle"), (tree.Board, "board")):
        those = [statement for statement in statements if isinstance(statement, kind)]
        for extra in those[1:]:
            label = Label(those[0].span, "the first one")
            checker.diagnostics.append(
                Diagnostic("E054", f"there is more than one `{word}`", extra.span, labels=(label,))
            )
        if not those and kind is tree.Title:
            checker.diagnostics.append(
                Diagnostic("E054", "the puzzle has no name", start, help='begin with `puzzle "Name"`')
            )
    if not any(isinstance(statement, tree.Find) for statement in statements):
        checker.diagnostics.append(
            Diagnostic(
                "E054", "there is nothing to find", start, help='write such as `find star : set of cells as "*"`'
            )
        )
    seen: dict[str, Span] = {}
    for statement in statements:
        if isinstance(statement, tree.Rule):
            name, span = statement.name.text, statement.name.span
            if name in seen:
                label = Label(seen[name], "the first one")
                checker.diagnostics.append(Diagnostic("E052", f"two rules are called `{name}`", span, labels=(label,)))
            seen[name] = span


def _in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda item: item.span.start if item.span is not None else 0)


def _ruleset(
    source: Source, statements: Sequence[tree.Statement], found: dict[type, list[object]], checker: Checker
) -> ir.Ruleset:
    def those(kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(item for item in found.get(kind, ()) if isinstance(item, kind))

    title = next(statement.title.value for statement in statements if isinstance(statement, tree.Title))
    board = next((statement.kind.text for statement in statements if isinstance(statement, tree.Board)), "rectangle")
    return ir.Ruleset(
        title,
        source,
        board,
        those(ir.Given),
        those(ir.Find),
        those(ir.Option),
        those(ir.Let),
        those(ir.Rule),
        those(ir.Example),
        those(ir.Reading),
        those(ir.Style),
        checker.slots,
    )
