"""Other answers of a board: near ones without common cells, which measure how open it is, and one far away."""

import random
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from puzzlelang.making.preferences import Preference
from puzzlelang.problem.record import Kind, Values, Variable
from puzzlelang.solving import stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped

MOST_CONFLICTS = 1000
"""Budget of a search for one more answer, in conflicts."""

MOST_QUERIES = 12
"""Budget of queries for a nearer first counterexample."""

FEW_QUERIES = 4
"""Budget of queries for each nearer counterexample after it."""

MOST_ANSWERS = 40
"""Near counterexamples that are counted."""


class OtherAnswers(msgspec.Struct, frozen=True):
    """Other answers of a board: `near` ones, which differ from its answer at disjoint places, and a `far` one.

    `complete`: no further answer agrees with the intended one at all places at which none of the near ones does.  So
    the values at the places of the near ones would be enough for one answer.
    """

    near: tuple[Values, ...]
    far: Values | None
    complete: bool

    @property
    def every(self) -> tuple[Values, ...]:
        """All of them, the nearest first."""
        return self.near if self.far is None else (*self.near, self.far)

    @property
    def measured(self) -> tuple[Values, ...]:
        """Those that show where the board is open."""
        return self.near if self.complete else self.every


def more_answers(
    solver: CheckedSolver,
    places: Sequence[Variable],
    answer: Values,
    other: Values,
    bias: SearchBias,
    chance: random.Random,
    fixed: Sequence[Preference] = (),
    most: int | None = None,
) -> OtherAnswers:
    """Other answers, beginning with `other`, after the `answer` has been excluded.

    `places` are the variables of an answer, `fixed` those of the board with their values.  The bias leans to the answer
    at first.  `most`: a budget for all of it, in conflicts; else there is one for each part.
    """
    bias.conflicts = MOST_CONFLICTS if most is None else most
    near = [_nearer_answer(solver, places, answer, other, chance, fixed, MOST_QUERIES)]
    kept, complete = [*fixed, *_differing(places, answer, near[0])], False
    with suppress(Stopped):
        while len(near) < MOST_ANSWERS and not complete:
            bias.conflicts = MOST_CONFLICTS if most is None else bias.conflicts
            more = solver.ask(stats.UNIQUE, kept)
            complete = more is None
            if more is not None:
                near.append(_nearer_answer(solver, places, answer, more, chance, kept, FEW_QUERIES))
                kept += _differing(places, answer, near[-1])
    bias.conflicts = MOST_CONFLICTS if most is None else bias.conflicts
    bias.wishes = [_flip(variable, answer[variable.index], chance) for variable in places]
    far = None
    with suppress(Stopped):
        far = solver.ask(stats.UNIQUE, fixed)
    return OtherAnswers(tuple(near), far, complete)


def _differing(places: Sequence[Variable], answer: Values, other: Values) -> list[Preference]:
    """The values of the answer where the other one has others."""
    return [(one.index, answer[one.index]) for one in places if other[one.index] != answer[one.index]]


def _nearer_answer(
    solver: CheckedSolver,
    places: Sequence[Variable],
    answer: Values,
    other: Values,
    chance: random.Random,
    fixed: Sequence[Preference],
    queries: int,
) -> Values:
    """A counterexample that differs in fewer of these places, as far as the budget goes.

    Half of the differing places get back their values, then fewer, as long as another answer remains.
    """
    indexes = [variable.index for variable in places]
    free = [index for index in indexes if other[index] != answer[index]]
    size = len(free) // 2
    for _ in range(queries):
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
