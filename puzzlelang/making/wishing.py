"""Answers that have as many as possible of some values: what makes boards differ from each other."""

from collections.abc import Sequence

from puzzlelang.problem.record import Values
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped

Wish = tuple[int, bool | int]
"""A variable by index, and the value that it should have."""


def wished(asker: CheckedSolver, fixed: Sequence[Wish], wishes: Sequence[Wish], most: int) -> Values | None:
    """An answer with the `fixed` values, and with wishes granted in their order as far as `most` questions go.

    None if there is none with the fixed values.  Wishes are tried in halves: a part that cannot be granted is divided
    until a single one is given up.  What the last answer has already costs no question.  Raises `Stopped` if the engine
    gives up before there is an answer; afterwards no more wishes are granted.
    """
    values = asker.ask(stats.FIRST, fixed)
    if values is None:
        return None
    granted, waiting, asked = list(fixed), [list(wishes)], 1
    while waiting:
        part = waiting.pop()
        met = [wish for wish in part if values[wish[0]] == wish[1]]
        if len(met) == len(part):
            granted += part
            continue
        if asked >= most:
            granted += met
            continue
        try:
            found = asker.ask(stats.FIRST, [*granted, *part])
        except Stopped:
            break
        asked += 1
        if found is not None:
            values, granted = found, [*granted, *part]
        elif len(part) > 1:
            middle = len(part) // 2
            waiting += [part[middle:], part[:middle]]
    return values
