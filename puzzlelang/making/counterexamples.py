"""Other answers of a board: one as near an answer as possible, one far from it, and some that show where it is open."""

import random
from collections.abc import Sequence
from contextlib import suppress

from puzzlelang.making.preferences import Preference
from puzzlelang.problem.record import Kind, Values, Variable
from puzzlelang.solving import stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped

MOST_CONFLICTS = 1000
"""Budget of a search for a very different answer, in conflicts."""

MOST_QUERIES = 12
"""Budget of queries for a nearer counterexample."""

MOST_ANSWERS = 5
"""Counterexamples that are asked for cells where answers differ."""


def more_answers(
    solver: CheckedSolver,
    places: Sequence[Variable],
    answer: Values,
    other: Values,
    bias: SearchBias,
    chance: random.Random,
    fixed: Sequence[Preference] = (),
    most: int | None = None,
) -> list[Values]:
    """A counterexample as near the excluded answer as possible, one as far as little work finds, and some more.

    `other` is one to begin with.  Each of the others differs at a place where none did before, so together they show
    where the board is open.  `places` are the variables of an answer, `fixed` those of the board with their values.
    `most`: a budget for all of it, in conflicts; else there is one for each part.
    """
    bias.conflicts = MOST_CONFLICTS if most is None else most
    near = _nearer_answer(solver, places, answer, other, chance, fixed)
    indexes = [variable.index for variable in places]
    solver.exclude(near, indexes)
    bias.wishes = [_flip(variable, answer[variable.index], chance) for variable in places]
    result = [near]
    with suppress(Stopped):
        while len(result) < MOST_ANSWERS:
            bias.conflicts = MOST_CONFLICTS if most is None else bias.conflicts
            more = solver.ask(stats.UNIQUE, fixed)
            if more is None:
                break
            result.append(more)
            alike = [index for index in indexes if all(one[index] == answer[index] for one in result)]
            solver.exclude(answer, alike)
    return result


def _nearer_answer(
    solver: CheckedSolver,
    places: Sequence[Variable],
    answer: Values,
    other: Values,
    chance: random.Random,
    fixed: Sequence[Preference],
) -> Values:
    """A counterexample that differs in fewer of these places, as far as the budget goes.

    Half of the differing places get back their values, then fewer, as long as another answer remains.
    """
    indexes = [variable.index for variable in places]
    free = [index for index in indexes if other[index] != answer[index]]
    size = len(free) // 2
    for _ in range(MOST_QUERIES):
        if size == 0:
            break
        back = set(chance.sample(free, size))
        same = [(index, answer[index]) for index in indexes if index in back or other[index] == answer[index]]
        try:
            result = solver.ask(stats.UNIQUE, [*fixed, *same])
        except Stopped:
            break
        if result is None:
            size //= 2
            continue
        other = result
        free = [index for index in indexes if other[index] != answer[index]]
        size = min(size, len(free) // 2)
    return other


def _flip(variable: Variable, value: bool | int, chance: random.Random) -> Preference:
    """A preference for another value of the variable."""
    if variable.kind is Kind.MEMBER:
        return variable.index, not value
    other = chance.randint(variable.low, max(variable.low, variable.high - 1))
    return variable.index, other + (other >= value and other < variable.high)
