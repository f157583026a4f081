"""The canonical order of answers: each step searches the least remaining one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile

import msgspec

from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Fixed

FEW = 12
"""Up to so many answers are all found, then sorted.  About so many variables at once it is asked first if any can be
better, and only about one after another once so many answers are listed, which have to be excluded again each time.

Two answers of 25 boards from which clues were taken away take 0.55 times the CPU time that they take with 50 (geometric
mean); with 25 it is 0.70 and with 100 1.47 times.
"""


BoardValues = tuple[bool | int, ...]
"""The values of an answer on the board, to be compared with others."""


class _OrderSearch(msgspec.Struct):
    """A solver, and the answers that it proposed, whole, by their values on the board."""

    solver: CheckedSolver
    unchecked: dict[BoardValues, Values] = msgspec.field(default_factory=dict)

    def propose(self, fixed: Fixed) -> BoardValues | None:
        """Search for an answer that is still to be checked; return its values on the board, None if there is none."""
        values = self.solver.propose(stats.ORDER, fixed)
        if values is None:
            return None
        result = on_board(self.solver.problem, values)
        self.unchecked[result] = values
        return result

    def approve(self, answer: BoardValues) -> BoardValues:
        """Check an answer that was proposed."""
        if (values := self.unchecked.pop(answer, None)) is not None:
            self.solver.check(values)
        return answer


def in_order(solver: CheckedSolver, limit: int | None, fixed: Fixed = ()) -> Iterator[BoardValues]:
    """Answers in lexicographic order: by the first variable in which they differ, members and small values first.

    Up to `FEW` answers are all found, then sorted.  With more, each step searches the least remaining answer.  Answers
    on the way there only lead the search, so each is checked when it is the next one.
    """
    search = _OrderSearch(solver)
    yield from map(search.approve, _in_order(search, limit, fixed))


def _in_order(search: _OrderSearch, limit: int | None, fixed: Fixed) -> Iterator[BoardValues]:
    result = list(
        dict.fromkeys(
            on_board(search.solver.problem, values) for values in search.solver.known_answers if agrees(values, fixed)
        )
    )
    for values in result:
        search.solver.exclude(values)
    while len(result) <= FEW:
        other = search.propose(fixed)
        if other is None:
            # All in hand are excluded, so nothing speaks against the engine; one that denies everything is caught so.
            search.solver.forget()
            search.solver.ask(stats.ORDER, fixed)
            yield from sorted(result, key=_place(search.solver))[:limit]
            return
        search.solver.exclude(other)
        result.append(other)
    search.solver.forget()
    yield from _one_by_one(search, limit, fixed, result)


def on_board(problem: Problem, values: Values) -> BoardValues:
    """The values of an answer on the board."""
    return tuple(values[: len(problem.board)])


def agrees(values: Values, fixed: Iterable[tuple[int, bool | int]]) -> bool:
    """Whether an answer has the values that are fixed."""
    return all(values[index] == value for index, value in fixed)


def _place(solver: CheckedSolver) -> Callable[[Values], list[int]]:
    """Return the sort key of the canonical order: members and small values first."""
    signs = [-1 if variable.kind is Kind.MEMBER else 1 for variable in solver.problem.board]
    return lambda values: [sign * value for sign, value in zip(signs, values, strict=True)]


def _one_by_one(
    search: _OrderSearch, limit: int | None, fixed: Fixed, result: list[BoardValues]
) -> Iterator[BoardValues]:
    """Yield the least remaining answer, again and again.  `result` are known answers not yet yielded; it grows."""
    listed: list[BoardValues] = []
    while limit is None or len(listed) < limit:
        if not result and (other := search.propose(fixed)) is not None:
            result.append(other)
        if not result:
            return
        shared = _common_prefix(search, fixed, result, listed[-1]) if listed else 0
        chosen = {**dict(fixed), **(dict(enumerate(listed[-1][:shared])) if listed else {})}
        least = _least(search, chosen, result, listed)
        yield least
        listed.append(least)
        result = [values for values in result if values != least]
        search.solver.exclude(least)


def _common_prefix(search: _OrderSearch, fixed: Fixed, result: list[BoardValues], last: BoardValues) -> int:
    """Return the length of the common prefix of the last answer and the next, by bisection.

    All answers before the last are listed, so the next one shares the longest prefix with it.
    """
    low, high = max(_alike(values, last) for values in result), len(last) - 1
    while low < high:
        middle = (low + high + 1) // 2
        other = search.propose([*fixed, *enumerate(last[:middle])])
        if other is None:
            high = middle - 1
        else:
            result.append(other)
            low = _alike(other, last)
    return low


def _alike(values: Values, last: BoardValues) -> int:
    return next(index for index, (one, other) in enumerate(zip(values, last, strict=True)) if one != other)


def _least(
    search: _OrderSearch, chosen: dict[int, bool | int], result: list[BoardValues], listed: Sequence[BoardValues]
) -> BoardValues:
    """Return the least remaining answer with the chosen values; `result` has at least one such answer.

    Variable by variable, it fixes the best value with which there is an answer.  To save searches, one question covers
    a block of variables without their best value: whether any of them can have another.
    """
    place = _place(search.solver)
    best = min((values for values in result if agrees(values, chosen.items())), key=place)
    rest = [variable for variable in search.solver.problem.board if variable.index not in chosen]
    begin, length = 0, FEW
    while True:
        worse = (at for at in range(begin, len(rest)) if best[rest[at].index] != _preference(rest[at])[0])
        block = list(islice(worse, length if len(listed) < FEW else 1))
        if not block:
            return best
        if len(block) > 1:
            other = _another(search, chosen, best, [rest[at].index for at in block], listed)
            if other is not None:
                result.append(other)
                best, length = min(best, other, key=place), max(1, len(block) // 4)
                continue
            length = 2 * length
        else:
            chosen |= {variable.index: best[variable.index] for variable in rest[begin : block[0]]}
            before, best = best, _better(search, chosen, best, rest[block[0]], result, listed)
            length = 2 if best is before else 1
        chosen |= {variable.index: best[variable.index] for variable in rest[begin : block[-1] + 1]}
        begin = block[-1] + 1


def _another(
    search: _OrderSearch,
    chosen: Mapping[int, bool | int],
    best: BoardValues,
    among: Sequence[int],
    listed: Sequence[BoardValues],
) -> BoardValues | None:
    """Search for an answer with the chosen values that differs from `best` in one of the variables `among`."""
    search.solver.exclude(best, among)
    other = search.propose([*chosen.items()])
    _exclude_only(search, listed)
    return other


def _exclude_only(search: _OrderSearch, listed: Sequence[BoardValues]) -> None:
    search.solver.forget()
    for values in listed:
        search.solver.exclude(values)


def _better(
    search: _OrderSearch,
    chosen: Mapping[int, bool | int],
    best: BoardValues,
    variable: Variable,
    result: list[BoardValues],
    listed: Sequence[BoardValues],
) -> BoardValues:
    """Return an answer with the chosen values in which the variable has its best possible value; `best` if it has.

    Better values are tried in turn.  In between any value that is not known yet is asked for: often there is none, so
    that the others need not be tried.  Not so after many answers, as all of them would have to be excluded again.
    """
    better = list(takewhile(lambda value: value != best[variable.index], _preference(variable)))
    asks_for_any = len(better) > 1 and len(listed) < FEW
    for tried, value in enumerate(better):
        if tried == 1 and asks_for_any:
            search.solver.exclude(best, [variable.index])
        if tried and asks_for_any:
            other = search.propose([*chosen.items()])
            if other is None:
                break
            result.append(other)
            search.solver.exclude(other, [variable.index])
            best = min(best, other, key=lambda values: values[variable.index])
            if best[variable.index] == value:
                break
        other = search.propose([*chosen.items(), (variable.index, value)])
        if other is not None:
            result.append(other)
            best = other
            break
    if asks_for_any:
        _exclude_only(search, listed)
    return best


def _preference(variable: Variable) -> Sequence[bool | int]:
    if variable.kind is Kind.MEMBER:
        return (True, False)
    return range(variable.low, variable.high + 1)
