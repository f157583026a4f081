"""Searches: one answer, uniqueness, all answers in canonical order, the backbone."""

from collections.abc import Iterator

import msgspec

from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import stats
from puzzlelang.solving.canonical_order import BoardValues, agrees, in_order, on_board
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Engine, Fixed, Undecided


class EarlyAnswer(msgspec.Struct, frozen=True):
    """An answer as soon as it is found; it may come again, once it is known whether there are others."""

    values: Values


class OrderedAnswer(msgspec.Struct, frozen=True):
    """The next answer in canonical order."""

    values: Values


class StageStart(msgspec.Struct, frozen=True):
    """A stage begins: a name of `stats`."""

    stage: str


Event = EarlyAnswer | OrderedAnswer | StageStart


def stream(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Undecided]:
    """Answers until there is none left, `limit` is reached, or the engine gives up, which is an `Undecided` at the end.

    See `answers` for their order.
    """
    with CheckedSolver(problem, engine) as solver:
        try:
            for event in answers(solver, limit, fixed):
                if isinstance(event, OrderedAnswer):
                    yield event.values
        except Stopped as stopped:
            yield Undecided(str(stopped))


def answers(solver: CheckedSolver, limit: int | None, fixed: Fixed = ()) -> Iterator[Event]:
    """Yield answers until there is none left or `limit` is reached.

    Where more than one is asked for, the first two come early as well.  Different answers differ on the board; what is
    hidden, and what an engine uses besides, does not count.  If there is only one answer it comes as found; several
    come in canonical order, which no engine has a say in: see `in_order`.  Raises `Stopped` and `WrongAnswer`.
    """
    yield StageStart(stats.FIRST)
    first = _ask(solver, fixed, stats.FIRST)
    if first is None:
        return
    if limit == 1:
        yield OrderedAnswer(first)
        return
    yield EarlyAnswer(first)
    yield StageStart(stats.UNIQUE)
    solver.exclude(first)
    second = _ask(solver, fixed, stats.UNIQUE)
    if second is None:
        yield OrderedAnswer(first)
        return
    yield EarlyAnswer(second)
    yield StageStart(stats.ORDER)
    solver.forget()
    yield from map(OrderedAnswer, in_order(solver, limit, fixed))


def _ask(solver: CheckedSolver, fixed: Fixed, stage: str) -> BoardValues | None:
    """Search for an answer; return its values on the board as a tuple, or None if there is none."""
    values = solver.ask(stage, fixed)
    return None if values is None else on_board(solver.problem, values)


def backbone(solver: CheckedSolver, first: Values, fixed: Fixed = ()) -> Iterator[tuple[int, ...]]:
    """Yield shrinking supersets of the backbone, from one answer `first`; the last one is exact.

    Only answers with the `fixed` values count.  Each question asks for an answer that differs from the first in one of
    the variables left (the backbone by iterated difference, Marques-Silva, Janota and Lynce 2010).  Raises `Stopped`
    and `WrongAnswer`.
    """
    left = tuple(range(len(solver.problem.board)))
    for other in solver.known_answers:
        if agrees(other, fixed):
            left = tuple(index for index in left if other[index] == first[index])
    yield left
    while left:
        solver.exclude(first, left)
        result = solver.ask(stats.BACKBONE, fixed)
        if result is None:
            break
        left = tuple(index for index in left if result[index] == first[index])
        yield left
