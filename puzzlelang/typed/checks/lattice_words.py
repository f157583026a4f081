"""Checks `board …`, and that the rules use only words that each of its lattices has."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.geometry.sorts import DIRECTION_NAMES, RECTANGLE, Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.scope import mistake
from puzzlelang.typed.types import BORDER, DIRECTION, Enumeration, PlaceType, SetOf, Type

if TYPE_CHECKING:
    from puzzlelang.geometry.lattices import Lattice

SQUARE, ANY = "square", "any"

_SQUARES_ONLY = frozenset(
    [
        "rows",
        "columns",
        "width",
        "height",
        "row",
        "column",
        "diagonals",
        "crosswise",
        "windows",
        "boxes",
        "leap",
        "rectangle",
        "square",
        "runs_around",
        "pieces",
    ]
)
"""Words that count or compare by rows and columns."""

_OF_LINES = frozenset({"lines", "views", "line", "number", "between", "before"})
_OF_DIRECTIONS = frozenset({"directions", "ray", "ray until", "ray while", "straight", "opposite", "clockwise"})
_OF_STRAIGHT_CURVES = frozenset({"turns", "strands", "crossed"})


def lattices(board: tree.BoardStatement) -> tuple[str, ...]:
    """The names of the lattices that boards may have."""
    known = _names()
    chosen = [RECTANGLE if kind.text == SQUARE else kind.text for kind in board.kinds]
    return known if ANY in chosen else tuple(dict.fromkeys(name for name in chosen if name in known))


def _names() -> tuple[str, ...]:
    from puzzlelang.geometry import lattice_files  # read only where a ruleset names a lattice

    lattice_files.check_own_files()
    return lattice_files.names()


def check_board(statement: tree.BoardStatement) -> None:
    """Raises `Failed` for an unknown kind of board, for `any` beside others, and for squares in both forms."""
    plain = (RECTANGLE, SQUARE)
    for kind in statement.kinds:
        if kind.text in plain and len(statement.kinds) == 1:
            continue
        known = (*plain, ANY, *_names()[1:])
        if kind.text not in known:
            hint = did_you_mean(kind.text, known) or f"there is {join_quoted(known)}"
            raise mistake("E056", f"there is no board `{kind.text}`", kind.span, hint=hint)
        if kind.text == ANY and len(statement.kinds) > 1:
            raise mistake("E056", "`any` stands alone", kind.span, hint="write `board any`")
        if kind.text == SQUARE and any(other.text == RECTANGLE for other in statement.kinds):
            raise mistake("E056", "a square is a rectangle", kind.span, hint="name one of the two")


class _Needs(msgspec.Struct, frozen=True):
    """The demand of a word on a lattice: whether it is met, and what it is."""

    met: Callable[[str], bool]
    what: str


def check_words(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    """Yield an error for each word that a lattice of the boards lacks."""
    others = [name for name in rules.lattices if name != RECTANGLE]
    if not others:
        return
    seen: set[Span] = set()
    for span, word, needs in _uses(rules):
        lacking = [name for name in others if not needs.met(name)]
        if lacking and span not in seen:
            seen.add(span)
            have = [name for name in _names() if needs.met(name)]
            more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
            message = f"`{word}` needs {needs.what}, which {join_quoted(lacking[:3])}{more} {_have(lacking)} not"
            hint = f"write `board {' or '.join(have)}`, or say it without `{word}`"
            yield Diagnostic("E065", message, span, help=hint)


def _have(names: list[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _uses(rules: ir.Ruleset) -> Iterator[tuple[Span, str, _Needs]]:
    declared: tuple[ir.Item, ...] = (*rules.givens, *rules.finds, *rules.hidden)
    for item in declared:
        sort = getattr(item.kind, "sort", None)
        if sort in (Sort.LINE, Sort.VIEW):
            yield item.span, f"{sort.value}s", _LINES
        held = getattr(item.kind, "value", None)
        if held is not None and held.pieces:
            yield item.span, item.name, _PIECES
        if sort is Sort.DIRECTION or (held is not None and held.base is ir.Base.DIRECTION):
            yield item.span, "direction", _DIRECTIONS
    waiting: list[object] = [rules.givens, rules.finds, rules.hidden, rules.lets, rules.rules]
    while waiting:
        part = waiting.pop()
        match part:
            case tuple():
                waiting.extend(reversed(part))
                continue
            case ir.Builtin(name, arguments) if (needs := _needs(name, [one.type for one in arguments])) is not None:
                yield part.span, name.partition(" ")[0], needs
            case ir.GraphWord(name, arguments) if (needs := _needs(name, [one.type for one in arguments])) is not None:
                yield part.span, name, needs
            case _:
                pass
        if isinstance(part, msgspec.Struct):
            waiting.extend(getattr(part, field) for field in reversed(part.__struct_fields__) if field != "span")


def _needs(word: str, arguments: list[Type]) -> _Needs | None:
    """Return what a word asks of a lattice with such arguments; None if every lattice has it."""
    if word in _SQUARES_ONLY:
        return _SQUARES
    if word in DIRECTION_NAMES:
        return _Needs(lambda name: word in _ways(name), f"the direction `{word}`")
    if word == "straight" and arguments and arguments[-1] == SetOf(BORDER):
        return _CORNERS
    if word in _OF_DIRECTIONS or (len(arguments) > 1 and any(map(_is_direction, arguments))):
        return _DIRECTIONS
    if word in _OF_LINES and not any(isinstance(one, PlaceType) and one.sort is Sort.PATH for one in arguments):
        return _LINES
    if word in _OF_STRAIGHT_CURVES:
        return _CORNERS if arguments and arguments[0] == SetOf(BORDER) else _SIDES
    return None


def _is_direction(value_type: Type) -> bool:
    return value_type == DIRECTION or (
        isinstance(value_type, Enumeration) and bool(_WAYS.intersection(value_type.members))
    )


_WAYS = frozenset(DIRECTION_NAMES)


def _ways(name: str) -> frozenset[str]:
    """The names of the directions of a lattice."""
    if name == RECTANGLE:
        return _WAYS
    return frozenset(_lattice(name).directions)


def _lattice(name: str) -> "Lattice":
    from puzzlelang.geometry.lattice_files import lattice

    return lattice(name)


_SQUARES = _Needs(lambda name: name == RECTANGLE, "rows and columns")
_PIECES = _Needs(lambda name: name == RECTANGLE, "squares")
_LINES = _Needs(lambda name: name == RECTANGLE or bool(_lattice(name).lines), "lines")
_DIRECTIONS = _Needs(lambda name: bool(_ways(name)), "directions")
_SIDES = _Needs(lambda name: name == RECTANGLE or _lattice(name).opposite_sides, "opposite sides of cells")
_CORNERS = _Needs(lambda name: name == RECTANGLE or _lattice(name).straight_corners, "straight lines through corners")
