"""Captions of a whole board: options and values as lines below it, and the shapes of banks."""

from collections.abc import Iterator

from puzzlelang.geometry.polyominoes import Squares, drawings, squares_as_drawn
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.scene import marking
from puzzlelang.typed.ir import Base, Builtin, Constant, Given, Ruleset, SingleKind, ValueKind


def captions(rules: Ruleset, puzzle: Puzzle) -> Iterator[str]:
    """Options that are not as usual, then values for the whole board that are not."""
    for option in rules.options:
        chosen = puzzle.options.get(option.name, option.default)
        if chosen != option.default:
            yield f"{option.name}: {chosen}"
    for given in rules.givens:
        value, usual = _single(given, puzzle), given.default
        if value is not None and not (isinstance(usual, Constant) and value == usual.value):
            yield _caption(given, value)


def banks(rules: Ruleset, puzzle: Puzzle) -> Iterator[tuple[str, tuple[Squares, ...]]]:
    """The captions that name shapes, each with these."""
    for given in rules.givens:
        value = _single(given, puzzle)
        if value is not None and isinstance(given.kind, SingleKind) and given.kind.value.base is Base.SHAPES:
            yield _caption(given, value), tuple(map(squares_as_drawn, drawings(str(value))))


def _single(given: Given, puzzle: Puzzle) -> Value | None:
    """The value of the whole board; of shapes the usual ones as well, as nobody can place them unseen."""
    value = puzzle.givens.get(given.name, {}).get(None)
    match given.kind, given.default:
        case SingleKind(ValueKind(base=Base.SHAPES)), Builtin(name=usual) if value is None:
            return usual
        case SingleKind(), _:
            return value
        case _:
            return None


def _caption(given: Given, value: Value) -> str:
    return f"{given.name}: {' '.join(marking.parts(given, value, level=True))}"
