"""Checks the head of a file: its names, its category, the kind of board."""

from collections.abc import Iterator, Sequence

from puzzlelang.diagnostics.nearest import join_words, nearest_word
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.geometry.sorts import Sort
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.scope import BrokenDeclaration, Checker, mistake

BOARDS = ("rectangle", "square")

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
        close = nearest_word(category.text, CATEGORIES)
        hint = (
            f"did you mean `{close}`?" if close else f"write one of {join_words([f'`{name}`' for name in CATEGORIES])}"
        )
        raise mistake("E058", f"there is no kind of puzzles `{category.text}`", category.span, hint=hint)


def check_board(statement: tree.BoardStatement) -> None:
    """Raises `Failed` for an unknown kind of board."""
    kind = statement.kind
    if kind.text not in BOARDS:
        close = nearest_word(kind.text, BOARDS)
        raise mistake(
            "E056",
            f"there is no board `{kind.text}`",
            kind.span,
            hint=f"did you mean `{close}`?" if close else "write `board rectangle` or `board square`",
        )


def check_missing_cells(
    statements: Sequence[tree.Statement], found: ir.Ruleset, checker: Checker
) -> Iterator[Diagnostic]:
    """Yield an error if the name after `without` is not a given set of cells."""
    for statement in statements:
        if not isinstance(statement, tree.BoardStatement) or statement.missing is None:
            continue
        name, span = statement.missing.text, statement.missing.span
        given = found.given(name)
        if isinstance(checker.declared.get(name), BrokenDeclaration) or (given is None and checker.incomplete):
            continue
        if given is None:
            sets = [one.name for one in found.givens if _is_cells(one)]
            close = nearest_word(name, sets)
            hint = f"did you mean `{close}`?" if close else f"declare `given {name} : set of cells`"
            yield Diagnostic("E056", f"no given is called `{name}`", span, help=hint)
        elif not _is_cells(given) or given.default is not None:
            hint = f"declare it as `given {name} : set of cells`, on all cells and without a default"
            yield Diagnostic("E056", f"`{name}` is no set of cells that a board tells", span, help=hint)


def _is_cells(given: ir.Given) -> bool:
    return isinstance(given.kind, ir.SetKind) and given.kind.sort is Sort.CELL and given.kind.domain is None
