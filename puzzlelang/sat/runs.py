"""The maximal stretches of true literals in a line, in order, by their lengths."""

from collections.abc import Sequence

from puzzlelang.puzzle import Unknown
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals, add, chain, several

Lengths = Sequence[int | Unknown]


Spot = list[int]
"""A position in the line: at p, from 0 to one beyond the line, the literal "at p or later"."""


def _spot(first: int, steps: Literals, size: int) -> Spot:
    """A position from its order literals: "beyond first", "beyond first + 1" and so on."""
    return [TRUE] * (first + 1) + list(steps) + [FALSE] * (size + 1 - first - len(steps))


def _first(spot: Spot) -> int:
    return spot.count(TRUE) - 1


def _last(spot: Spot) -> int:
    return len(spot) - spot.count(FALSE) - 1


def _fresh(clauses: Clauses, first: int, slack: int, size: int) -> Spot:
    steps = several(clauses, slack)
    chain(clauses, steps)
    return _spot(first, steps, size)


def require(clauses: Clauses, items: Literals, lengths: Lengths, guard: Guard) -> None:
    """The runs are these: order literals for the start and the end of each.

    Given the items at most one choice of starts and ends is possible: an item is true within a run and false between
    the end of one run and the start of the next.  Only what links the items is guarded, as the rest can always be met.
    """
    size = len(items)
    starts, ends = _placed(clauses, size, lengths)
    for start, end in zip(starts, ends, strict=True):
        for position in range(_first(start), _last(end) + 1):
            add(clauses, [*guard, start[position + 1], -end[position], items[position]])
    before = [_spot(-1, (), size), *ends]
    after = [*starts, _spot(size, (), size)]
    for end, start in zip(before, after, strict=True):
        for position in range(_first(end) + 1, _last(start)):
            add(clauses, [*guard, end[position], -start[position + 1], -items[position]])


def _placed(clauses: Clauses, size: int, lengths: Lengths) -> tuple[list[Spot], list[Spot]]:
    """First and last positions of runs that do not touch; the end of a run of known length is its start, shifted."""
    least = [1 if isinstance(length, Unknown) else length for length in lengths]
    slack = size - sum(least) - len(least) + 1
    starts: list[Spot] = []
    ends: list[Spot] = []
    first = 0
    for length, shortest in zip(lengths, least, strict=True):
        start = _fresh(clauses, first, slack, size)
        if isinstance(length, Unknown):
            end = _fresh(clauses, first, slack, size)
            for position in range(first + 1, first + slack + 1):
                clauses.pending.append([-start[position], end[position]])
        else:
            end = _spot(first + shortest - 1, start[first + 1 : first + slack + 1], size)
        if ends:
            for position in range(_first(ends[-1]) + 1, _last(ends[-1]) + 1):
                clauses.pending.append([-ends[-1][position], start[position + 2]])
        starts.append(start)
        ends.append(end)
        first += shortest + 1
    return starts, ends


def refuse(clauses: Clauses, items: Literals, lengths: Lengths, guard: Guard) -> None:
    """The runs are others: the automaton that reads them is deterministic, so its one path must not accept.

    A state is (run, its length so far; 0 between runs); of `?` only that it has begun is remembered (compare Pesant
    2004).  Literals of states become true along the path and are free elsewhere.
    """
    states = {(0, 0): TRUE}
    for item in items:
        after: dict[tuple[int, int], int] = {}
        for (run, length), literal in states.items():
            for target, label in _steps(lengths, run, length):
                if target not in after:
                    after[target] = several(clauses, 1)[0]
                add(clauses, [-literal, -item if label else item, after[target]])
        states = after
    for (run, length), literal in states.items():
        if run == len(lengths) or (run == len(lengths) - 1 and _complete(lengths[run], length)):
            add(clauses, [*guard, -literal])


def _complete(wanted: int | Unknown, length: int) -> bool:
    return length == (1 if isinstance(wanted, Unknown) else wanted)


def _steps(lengths: Lengths, run: int, length: int) -> list[tuple[tuple[int, int], bool]]:
    """Where a true and a false item lead; nowhere if no continuation can be accepted."""
    if run == len(lengths):
        return [((run, 0), False)]
    wanted = lengths[run]
    found = []
    if isinstance(wanted, Unknown):
        found.append(((run, 1), True))
    elif length < wanted:
        found.append(((run, length + 1), True))
    if length == 0:
        found.append(((run, 0), False))
    elif _complete(wanted, length):
        found.append(((run + 1, 0), False))
    return found
