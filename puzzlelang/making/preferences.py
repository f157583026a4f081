"""Preferences: answers with as many wanted values as possible, so that boards differ from each other."""

from collections.abc import Sequence

from puzzlelang.problem.record import Values
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped

Preference = tuple[int, bool | int]
"""A variable by index, and its preferred value."""


def preferred_answer(
    solver: CheckedSolver,
    fixed: Sequence[Preference],
    wishes: Sequence[Preference],
    most: int,
    earlier: Sequence[Preference] = (),
) -> Values | None:
    """An answer with the `fixed` values that meets preferences in their order, within a budget of `most` queries.

    The `earlier` wishes come before the others.  None if no answer has the fixed values.  A set of preferences that
    cannot be met is bisected, down to single ones, which are given up.  Preferences that the last answer meets cost no
    query.  Raises `Stopped` if the engine gives up before there is an answer; later that ends the search.
    """
    values = solver.ask(stats.FIRST, fixed)
    if values is None:
        return None
    granted, waiting, query_count = list(fixed), [list(wishes), list(earlier)], 1
    while waiting:
        part = waiting.pop()
        met = [wish for wish in part if values[wish[0]] == wish[1]]
        if len(met) == len(part):
            granted += part
            continue
        if query_count >= most:
            granted += met
            continue
        try:
            result = solver.ask(stats.FIRST, [*granted, *part])
        except Stopped:
            break
        query_count += 1
        if result is not None:
            values, granted = result, [*granted, *part]
        elif len(part) > 1:
            middle = len(part) // 2
            waiting += [part[middle:], part[:middle]]
    return values
