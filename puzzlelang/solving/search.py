"""Searches: one answer, uniqueness, all answers in canonical order, the backbone."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile

import msgspec

from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Engine, Fixed, Undecided

FEW = 12
"""Up to so many answers are all found, then sorted.  About so many variables at once it is asked first if any can be
better, and only about one after another once so many answers are listed, which have to be excluded again each time.

Two answers of 25 boards from which clues were taken away take 0.55 times the CPU time that they take with 50 (geometric
mean); with 25 it is 0.70 and with 100 1.47 times.
"""


Found = tuple[bool | int, ...]
"""The values of an answer on the board, to be compared with others."""


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
    yield from in_order(solver, limit, fixed)


def in_order(solver: CheckedSolver, limit: int | None, fixed: Fixed = ()) -> Iterator[OrderedAnswer]:
    """Answers in lexicographic order: by the first variable in which they differ, members and small values first.

    Up to `FEW` answers are all found, then sorted.  With more, each step searches the least remaining answer.
    """
    result = list(dict.fromkeys(_board(solver, values) for values in solver.known_answers if _agrees(values, fixed)))
    for values in result:
        solver.exclude(values)
    while len(result) <= FEW:
        other = _ask(solver, fixed)
        if other is None:
            # All in hand are excluded, so nothing speaks against the engine; one that denies everything is caught so.
            solver.forget()
            solver.ask(stats.ORDER, fixed)
            yield from map(OrderedAnswer, sorted(result, key=_place(solver))[:limit])
            return
        solver.exclude(other)
        result.append(other)
    solver.forget()
    yield from _one_by_one(solver, limit, fixed, result)


def _ask(solver: CheckedSolver, fixed: Fixed, stage: str = stats.ORDER) -> Found | None:
    """Search for an answer; return its values on the board as a tuple, or None if there is none."""
    values = solver.ask(stage, fixed)
    return None if values is None else _board(solver, values)


def _board(solver: CheckedSolver, values: Values) -> Found:
    return tuple(values[: len(solver.problem.board)])


def _agrees(values: Values, fixed: Iterable[tuple[int, bool | int]]) -> bool:
    """Whether an answer has the values that are fixed."""
    return all(values[index] == value for index, value in fixed)


def _place(solver: CheckedSolver) -> Callable[[Values], list[int]]:
    """Return the sort key of the canonical order: members and small values first."""
    signs = [-1 if variable.kind is Kind.MEMBER else 1 for variable in solver.problem.board]
    return lambda values: [sign * value for sign, value in zip(signs, values, strict=True)]


def _one_by_one(solver: CheckedSolver, limit: int | None, fixed: Fixed, result: list[Found]) -> Iterator[OrderedAnswer]:
    """Yield the least remaining answer, again and again.  `result` are known answers not yet yielded; it grows."""
    listed: list[Found] = []
    while limit is None or len(listed) < limit:
        if not result and (other := _ask(solver, fixed)) is not None:
            result.append(other)
        if not result:
            return
        shared = _common_prefix(solver, fixed, result, listed[-1]) if listed else 0
        chosen = {**dict(fixed), **(dict(enumerate(listed[-1][:shared])) if listed else {})}
        least = _least(solver, chosen, result, listed)
        yield OrderedAnswer(least)
        listed.append(least)
        result = [values for values in result if values != least]
        solver.exclude(least)


def _common_prefix(solver: CheckedSolver, fixed: Fixed, result: list[Found], last: Found) -> int:
    """Return the length of the common prefix of the last answer and the next, by bisection.

    All answers before the last are listed, so the next one shares the longest prefix with it.
    """
    low, high = max(_alike(values, last) for values in result), len(last) - 1
    while low < high:
        middle = (low + high + 1) // 2
        other = _ask(solver, [*fixed, *enumerate(last[:middle])])
        if other is None:
            high = middle - 1
        else:
            result.append(other)
            low = _alike(other, last)
    return low


def _alike(values: Values, last: Found) -> int:
    return next(index for index, (one, other) in enumerate(zip(values, last, strict=True)) if one != other)


def _least(solver: CheckedSolver, chosen: dict[int, bool | int], result: list[Found], listed: Sequence[Found]) -> Found:
    """Return the least remaining answer with the chosen values; `result` has at least one such answer.

    Variable by variable, it fixes the best value with which there is an answer.  To save searches, one question covers
    a block of variables without their best value: whether any of them can have another.
    """
    place = _place(solver)
    best = min((values for values in result if _agrees(values, chosen.items())), key=place)
    rest = [variable for variable in solver.problem.board if variable.index not in chosen]
    begin, length = 0, FEW
    while True:
        worse = (at for at in range(begin, len(rest)) if best[rest[at].index] != _preference(rest[at])[0])
        block = list(islice(worse, length if len(listed) < FEW else 1))
        if not block:
            return best
        if len(block) > 1:
            other = _another(solver, chosen, best, [rest[at].index for at in block], listed)
            if other is not None:
                result.append(other)
                best, length = min(best, other, key=place), max(1, len(block) // 4)
                continue
            length = 2 * length
        else:
            chosen |= {variable.index: best[variable.index] for variable in rest[begin : block[0]]}
            before, best = best, _better(solver, chosen, best, rest[block[0]], result, listed)
            length = 2 if best is before else 1
        chosen |= {variable.index: best[variable.index] for variable in rest[begin : block[-1] + 1]}
        begin = block[-1] + 1


def _another(
    solver: CheckedSolver, chosen: Mapping[int, bool | int], best: Found, among: Sequence[int], listed: Sequence[Found]
) -> Found | None:
    """Search for an answer with the chosen values that differs from `best` in one of the variables `among`."""
    solver.exclude(best, among)
    other = _ask(solver, [*chosen.items()])
    _exclude_only(solver, listed)
    return other


def _exclude_only(solver: CheckedSolver, listed: Sequence[Found]) -> None:
    solver.forget()
    for values in listed:
        solver.exclude(values)


def _better(
    solver: CheckedSolver,
    chosen: Mapping[int, bool | int],
    best: Found,
    variable: Variable,
    result: list[Found],
    listed: Sequence[Found],
) -> Found:
    """Return an answer with the chosen values in which the variable has its best possible value; `best` if it has.

    Better values are tried in turn.  In between any value that is not known yet is asked for: often there is none, so
    that the others need not be tried.  Not so after many answers, as all of them would have to be excluded again.
    """
    better = list(takewhile(lambda value: value != best[variable.index], _preference(variable)))
    asks_for_any = len(better) > 1 and len(listed) < FEW
    for tried, value in enumerate(better):
        if tried == 1 and asks_for_any:
            solver.exclude(best, [variable.index])
        if tried and asks_for_any:
            other = _ask(solver, [*chosen.items()])
            if other is None:
                break
            result.append(other)
            solver.exclude(other, [variable.index])
            best = min(best, other, key=lambda values: values[variable.index])
            if best[variable.index] == value:
                break
        other = _ask(solver, [*chosen.items(), (variable.index, value)])
        if other is not None:
            result.append(other)
            best = other
            break
    if asks_for_any:
        _exclude_only(solver, listed)
    return best


def _preference(variable: Variable) -> Sequence[bool | int]:
    if variable.kind is Kind.MEMBER:
        return (True, False)
    return range(variable.low, variable.high + 1)


def backbone(solver: CheckedSolver, first: Values, fixed: Fixed = ()) -> Iterator[tuple[int, ...]]:
    """Yield shrinking supersets of the backbone, from one answer `first`; the last one is exact.

    Only answers with the `fixed` values count.  Each question asks for an answer that differs from the first in one of
    the variables left (the backbone by iterated difference, Marques-Silva, Janota and Lynce 2010).  Raises `Stopped`
    and `WrongAnswer`.
    """
    left = tuple(range(len(solver.problem.board)))
    for other in solver.known_answers:
        if _agrees(other, fixed):
            left = tuple(index for index in left if other[index] == first[index])
    yield left
    while left:
        solver.exclude(first, left)
        result = solver.ask(stats.BACKBONE, fixed)
        if result is None:
            break
        left = tuple(index for index in left if result[index] == first[index])
        yield left
