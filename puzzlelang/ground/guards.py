"""Guards: whether a value is present, by the board for clues, by the answer for optional finds."""

from collections.abc import Callable
from typing import cast

from puzzlelang.geometry.places import Place
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.values import Compiled, Component, Frame, OfFormula, OfPlace, as_place
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Span
from puzzlelang.typed import ir

Inner = Callable[[ir.Expression], Compiled]
"""The compiler of a subexpression."""


def guard(result: ir.Guard, inner: Inner, board: GroundBoard) -> OfFormula:
    """Return the function that evaluates a guard in a frame; it adds guards that are not false to `watched`."""
    there = _there(result, inner, board)
    return there if board.watched is None else _watch(there, result.span, board.watched)


def _there(guard: ir.Guard, inner: Inner, board: GroundBoard) -> OfFormula:
    if isinstance(guard.value, ir.Lookup):
        name = guard.value.symbol
        if name in board.role_swap.givens:
            return _searched_given_present(board, name, as_place(inner(guard.value.key)), guard.known)
        if name in board.absent:
            return _find_present(inner(guard.value), board.absent[name])
        if name in board.outside:
            return _in_an_area(inner(guard.value))
    return _is_known(inner(guard.value), guard.known)


def _searched_given_present(board: GroundBoard, name: str, place: OfPlace, known: bool) -> OfFormula:
    """Return whether a searched given has a value at a place.

    `known` asks for a known value: never, if only the presence of the given is searched.
    """
    if known and not board.role_swap.givens[name].valued:
        return lambda _: False
    if name not in board.presence:
        values = board.functions[name]
        return lambda frame: place(frame) in values
    there = board.presence[name]
    if known and board.role_swap.givens[name].values is not None:
        searched_values = board.functions[name]
        there = {
            one: here for one, here in there.items() if isinstance(one, Place) and searched_values[one] is not UNKNOWN
        }
    return lambda frame: there.get(place(frame), False)


def _is_known(held: Compiled, known: bool) -> OfFormula:
    if known:
        return lambda frame: (value := held(frame)) is not None and value is not UNKNOWN
    return lambda frame: held(frame) is not None


def _find_present(held: Compiled, none: int) -> OfFormula:
    """Whether an optional find has a value at a place; outside of its domain it has none."""
    term = cast("Callable[[Frame], Term | None]", held)
    return lambda frame: (value := term(frame)) is not None and build.negation(build.equal(value, none))


def _in_an_area(held: Compiled) -> OfFormula:
    """Whether a cell is in an area of a partition to be found."""
    area = cast("Callable[[Frame], Component | None]", held)
    return lambda frame: (one := area(frame)) is not None and not one.empty and one.graph.presence[one.vertex]


def _watch(there: OfFormula, span: Span, seen: set[Span]) -> OfFormula:
    def value(frame: Frame) -> Formula:
        result = there(frame)
        if result:
            seen.add(span)
        return result

    return value
