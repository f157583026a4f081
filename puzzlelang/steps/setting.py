"""What a reason is looked for in: what is known, and what would be if the conclusion were not."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Problem, Variable
from puzzlelang.steps.record import Fact, Inference

WIDE = 16
"""Of a number with more values those besides the conclusion are not looked at one by one."""

World = tuple[bool | int | None, ...]
"""What is known of each variable."""


class Setting(msgspec.Struct, frozen=True, eq=False):
    """A fact that follows, what is known, and the worlds in which that fact is not so; `sole`: one statement decides.

    Where cases contradict what is known, that is the only world.
    """

    stated: Problem
    made: Inference
    goal: Fact | None
    known: World
    worlds: tuple[World, ...]
    sole: bool

    @property
    def follows(self) -> bool:
        """Whether something follows, or else cannot be."""
        return self.goal is not None

    def fails(self, formula: Formula, positive: bool) -> bool:
        """Whether a statement, or its denial, is certainly wrong in each of the worlds."""
        return all(evaluate.truth(formula, world) is (not positive) for world in self.worlds)


def setting(stated: Problem, made: Inference, sole: bool, goal: Fact | None) -> Setting:
    """What there is to see of an inference, and of one of the facts that follow."""
    known: list[bool | int | None] = [None] * len(stated.variables)
    for fact in made.given:
        variable = stated.variables[fact.variable]
        if fact.holds:
            known[fact.variable] = value(variable, fact.value)
        elif variable.kind is nodes.Kind.MEMBER:
            known[fact.variable] = not fact.value
    worlds = (tuple(known),) if goal is None else tuple(_worlds(stated, goal, made.given, known))
    return Setting(stated, made, goal, tuple(known), worlds, sole)


def value(variable: Variable, of: int) -> bool | int:
    """A value as it stands among others."""
    return bool(of) if variable.kind is nodes.Kind.MEMBER else of


def left(variable: Variable, given: Sequence[Fact]) -> list[int]:
    """The values that the facts leave of a variable."""
    mine = [fact for fact in given if fact.variable == variable.index]
    every = range(variable.low, variable.high + 1)
    return [one for one in every if all((one == fact.value) == fact.holds for fact in mine)]


def _worlds(stated: Problem, goal: Fact, given: Sequence[Fact], known: list[bool | int | None]) -> list[World]:
    variable = stated.variables[goal.variable]
    others = [one for one in left(variable, given) if (one == goal.value) != goal.holds]
    if len(others) > WIDE:
        return [tuple(known)]
    found = []
    for one in others:
        known[goal.variable] = value(variable, one)
        found.append(tuple(known))
    known[goal.variable] = None
    return found
