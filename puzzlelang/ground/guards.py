"""Whether a value is there: of clues the board says it, of what may stay empty the answer."""

from collections.abc import Callable
from typing import cast

from puzzlelang.ground.board import Board
from puzzlelang.ground.values import Compiled, Frame, OfFormula
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Span
from puzzlelang.typed import ir


def guard(found: ir.Guard, held: Compiled, board: Board) -> OfFormula:
    """A guard as a function of the frame; `held` is the value that it asks for."""
    none = board.absent.get(found.value.symbol) if isinstance(found.value, ir.Lookup) else None
    there = _told(held, found.known) if none is None else _filled(held, none)
    return there if board.watched is None else _watched(there, found.span, board.watched)


def _told(held: Compiled, known: bool) -> OfFormula:
    if known:
        return lambda frame: (value := held(frame)) is not None and value is not UNKNOWN
    return lambda frame: held(frame) is not None


def _filled(held: Compiled, none: int) -> OfFormula:
    """Whether a place that may stay empty has a value; places outside of where it is looked for have none."""
    term = cast("Callable[[Frame], Term | None]", held)
    return lambda frame: (value := term(frame)) is not None and build.negation(build.equal(value, none))


def _watched(there: OfFormula, span: Span, seen: set[Span]) -> OfFormula:
    def value(frame: Frame) -> Formula:
        found = there(frame)
        if found:
            seen.add(span)
        return found

    return value
