"""Whether a value is there: of clues the board says it, of what may stay empty the answer."""

from collections.abc import Callable
from typing import cast

from puzzlelang.ground.board import Board
from puzzlelang.ground.values import Compiled, Frame, OfFormula, OfPlace, as_place
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Span
from puzzlelang.typed import ir

Inner = Callable[[ir.Expression], Compiled]
"""Compiles a part of an expression."""


def guard(found: ir.Guard, inner: Inner, board: Board) -> OfFormula:
    """A guard as a function of the frame."""
    there = _there(found, inner, board)
    return there if board.watched is None else _watched(there, found.span, board.watched)


def _there(found: ir.Guard, inner: Inner, board: Board) -> OfFormula:
    if isinstance(found.value, ir.Lookup):
        name = found.value.symbol
        if name in board.turned.freed:
            return _freed(board, name, as_place(inner(found.value.key)), found.known)
        if name in board.absent:
            return _filled(inner(found.value), board.absent[name])
    return _told(inner(found.value), found.known)


def _freed(board: Board, name: str, place: OfPlace, known: bool) -> OfFormula:
    """Whether a given that is looked for has a value at a place; what is only there is no number."""
    if known and not board.turned.freed[name].valued:
        return lambda _: False
    if name not in board.presence:
        values = board.functions[name]
        return lambda frame: place(frame) in values
    there = board.presence[name]
    return lambda frame: there.get(place(frame), False)


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
