"""Checks the head of a file, and `given`, `find`, `option` and `let` statements."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted, join_words
from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.syntax import tree
from puzzlelang.typed import definitions, ir
from puzzlelang.typed.checks.appearance import has_own_block, margin_sides, notation, register_symbols
from puzzlelang.typed.checks.coercions import as_set, check_depth, require_on_board, value
from puzzlelang.typed.checks.declared_types import kind_of, members_of
from puzzlelang.typed.checks.scope import BrokenDeclaration, Checker, Declaration, LetTemplate, Scope, mistake
from puzzlelang.typed.checks.suggestions import reserved_word_error
from puzzlelang.typed.types import (
    ERRONEOUS,
    NUMBER,
    SHAPES,
    Enumeration,
    PlaceType,
    SetOf,
    Type,
    covers_cells,
    describe,
    fits,
)
from puzzlelang.typed.words.builtins import PROPERTIES
from puzzlelang.typed.words.vocabulary import RESERVED, UNAVAILABLE


def declare(checker: Checker, word: tree.Identifier, declaration: Declaration) -> None:
    """Adds a name to the scope.  Raises `Failed` if the name is taken."""
    if isinstance(checker.declared.get(word.text), BrokenDeclaration) and checker.places[word.text] != word.span:
        return  # a statement that cannot be read declares it as well
    kind = declaration.kind if isinstance(declaration, ir.Item) else None
    own = PROPERTIES.get(kind.sort, {}) if isinstance(kind, ir.SetKind | ir.FunctionKind) else {}
    reserved = RESERVED if isinstance(declaration, LetTemplate) else UNAVAILABLE
    if word.text in reserved or word.text in own:
        raise reserved_word_error("E023", word)
    if word.text in checker.declared:
        raise mistake(
            "E023",
            f"`{word.text}` is declared twice",
            word.span,
            hint="choose another name",
            labels=[Label(checker.places[word.text], "the first time is here")],
        )
    checker.declared[word.text] = declaration
    checker.places[word.text] = word.span
    if isinstance(declaration, ir.Item):
        register_symbols(word.text, declaration, checker)
    elif isinstance(declaration, ir.Let):
        checker.plain_lets[word.text] = declaration


def given(written: tree.GivenStatement, checker: Checker) -> ir.Given:
    """Checks a `given` statement."""
    kind = kind_of(written.type, checker, is_find=False)
    default = None if written.default is None else checker.attempt(lambda: _default(written, kind, checker), None)
    symbols = checker.attempt(lambda: notation(written, kind, checker), ir.Notation())
    nowhere: tuple[str, ...] = ()
    margins = checker.attempt(lambda: margin_sides(written, kind, checker), nowhere)
    fixes = "" if written.fixes is None else written.fixes.text
    own = has_own_block(written)
    result = ir.Given(written.name.text, kind, symbols, margins, default, written.name.span, fixes, own)
    declare(checker, written.name, result)
    return result


def find(written: tree.FindStatement, checker: Checker) -> ir.Find:
    """Checks a `find` statement."""
    kind = kind_of(written.type, checker, is_find=True)
    assert not isinstance(kind, ir.GroupsKind), "kind_of lets none be found"
    if isinstance(kind, ir.SingleKind):
        raise mistake(
            "E036",
            "something is found for each place of the board",
            written.type.span,
            hint="write `set of cells`, or a function such as `cells to 1..9`",
        )
    if isinstance(kind, ir.PartitionKind) and kind.absent:
        raise mistake(
            "E036",
            "an answer has a region everywhere",
            written.type.span,
            hint="write `partition of cells` without `?`",
        )
    if written.hidden and written.symbols:
        place = written.symbols[0].span.to(written.symbols[-1].span)
        message = f"`{written.name.text}` is hidden, so nobody draws it"
        raise mistake("E055", message, place, hint="leave out either `hidden` or the symbols")
    plain = kind
    symbols = checker.attempt(lambda: notation(written, plain, checker), ir.Notation())
    result = ir.Find(written.name.text, kind, symbols, written.name.span, written.hidden)
    declare(checker, written.name, result)
    return result


def option(written: tree.OptionStatement, checker: Checker) -> ir.Option:
    """Checks an `option` statement."""
    members = members_of(written.members)
    if written.default.text not in members:
        raise mistake(
            "E020",
            f"`{written.default.text}` is none of the choices",
            written.default.span,
            hint=did_you_mean(written.default.text, members) or f"it can be {join_words(members, 'or')}",
        )
    result = ir.Option(written.name.text, members, written.default.text, written.name.span)
    declare(checker, written.name, result)
    return result


def let(written: tree.LetStatement, checker: Checker) -> ir.Let | None:
    """Checks a `let` statement; one with parameters becomes a template that is checked at each use."""
    if written.parameters:
        seen: dict[str, tree.Identifier] = {}
        for parameter in written.parameters:
            if parameter.text in seen:
                raise mistake("E023", f"`{parameter.text}` is declared twice", parameter.span)
            seen[parameter.text] = parameter
        declare(checker, written.name, LetTemplate(written))
        _check_body(written, checker)
        return None
    checker.open_templates.append(written.name.text)
    try:
        body = value(written.body, Scope(checker))
    finally:
        checker.open_templates.pop()
    checker.depths[written.name.text] = check_depth(body, Scope(checker))
    if isinstance(body, ir.GraphWord):
        body = msgspec.structs.replace(body, called=written.name.text)
    result = ir.Let(written.name.text, body, written.name.span)
    declare(checker, written.name, result)
    return result


def _check_body(written: tree.LetStatement, checker: Checker) -> None:
    """Checks a template's body for mistakes that no argument can mend; its parameters may be anything."""
    slots = checker.slots
    local = {
        word.text: ir.LocalVariable(checker.slot(), word.text, ERRONEOUS, word.span) for word in written.parameters
    }
    for variable in local.values():
        noted = definitions.NameKind.PARAMETER, variable.name, variable.type, written.span
        checker.mentions.locals[variable.span] = noted
    checker.open_templates.append(written.name.text)
    checker.infer(written.body, Scope(checker, local, in_declaration=True), None)
    checker.open_templates.pop()
    checker.slots = slots


def _default(written: tree.GivenStatement, kind: ir.DeclaredType, checker: Checker) -> ir.Expression:
    assert written.default is not None
    scope = Scope(checker)
    wanted: Type | None = None
    match kind:
        case ir.SingleKind(held):
            wanted = Enumeration(held.members, held.pieces) if held.base is ir.Base.NAME else NUMBER
            wanted = SHAPES if held.base is ir.Base.SHAPES else wanted
        case ir.SetKind(sort):
            wanted = SetOf(PlaceType(sort))
        case ir.PartitionKind():
            pass
        case ir.GroupsKind():
            wanted = SetOf(None)
        case ir.FunctionKind():
            raise mistake(
                "E030",
                "a function has no default",
                written.default.span,
                hint="add `?` to its type: a place may then have no value",
            )
    results = value(written.default, scope, wanted)
    if isinstance(kind, ir.SetKind):
        results = as_set(results)
    fine = fits(results.type, wanted) if wanted is not None else _cuts(results.type)
    if not fine:
        message = f"this cannot be the default of `{written.name.text}`"
        hint = "a board that says nothing of it has none: leave this out, or write `= {}`"
        hint = hint if isinstance(kind, ir.GroupsKind) else ""
        raise mistake("E030", message, results.span, here=f"this is {describe(results.type)}", hint=hint)
    return require_on_board(results, scope, "a default")


def _cuts(value_type: Type) -> bool:
    """Whether a type is a set of sets of cells, as the default of a partition must be."""
    return value_type == ERRONEOUS or (
        isinstance(value_type, SetOf) and value_type.element is not None and covers_cells(value_type.element)
    )


CATEGORIES = ("shading", "loop", "path", "number", "region", "object", "other")
"""Kinds of puzzles, by what a solver draws: shaded cells, closed or open curves, numbers, borders, things in cells."""


def check_title(statement: tree.TitleStatement) -> None:
    """Raises `Failed` for an empty or repeated name, or an unknown category."""
    seen: set[str] = set()
    for text in (statement.title, *statement.others):
        name = text.value.strip().casefold()
        if name in seen or (not name and text is not statement.title):
            raise mistake("E058", "each further name of a puzzle is one that it does not have yet", text.span)
        seen.add(name)
    category = statement.category
    if category is not None and category.text not in CATEGORIES:
        hint = did_you_mean(category.text, CATEGORIES) or f"write one of {join_quoted(CATEGORIES)}"
        raise mistake("E058", f"there is no kind of puzzles `{category.text}`", category.span, hint=hint)


def check_missing_cells(
    statements: Sequence[tree.Statement], ruleset: ir.Ruleset, checker: Checker
) -> Iterator[Diagnostic]:
    """Yield an error if the name after `without` is not a given set of cells."""
    for statement in statements:
        if not isinstance(statement, tree.BoardStatement) or statement.missing is None:
            continue
        name, span = statement.missing.text, statement.missing.span
        given = ruleset.given(name)
        if isinstance(checker.declared.get(name), BrokenDeclaration) or (given is None and checker.incomplete):
            continue
        if given is None:
            sets = [one.name for one in ruleset.givens if _is_cells(one)]
            hint = did_you_mean(name, sets) or f"declare `given {name} : set of cells`"
            yield Diagnostic("E056", f"no given is called `{name}`", span, help=hint)
        elif not _is_cells(given) or given.default is not None:
            hint = f"declare it as `given {name} : set of cells`, on all cells and without a default"
            yield Diagnostic("E056", f"`{name}` is no set of cells that a board gives", span, help=hint)


def _is_cells(given: ir.Given) -> bool:
    return isinstance(given.kind, ir.SetKind) and given.kind.sort is Sort.CELL and given.kind.domain is None
