"""Counterfactuals: what is known of each variable if the conclusion of an inference is denied."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Problem, Variable
from puzzlelang.steps.record import Fact, Inference

MOST_VALUES = 16
"""For a number with more values the denied values are not tried one by one."""

World = tuple[bool | int | None, ...]
"""The known value of each variable, None where it is open."""


class Counterfactual(msgspec.Struct, frozen=True, eq=False):
    """A conclusion (`goal`) of an inference, the known values, and the worlds in which the conclusion is false.

    `is_single`: the inference has a single case with a single statement, so no other statement can be the reason.
    Without a conclusion, where the cases contradict the known values, the only world is the known one.
    """

    problem: Problem
    inference: Inference
    goal: Fact | None
    known: World
    worlds: tuple[World, ...]
    is_single: bool

    @property
    def follows(self) -> bool:
        """Whether there is a conclusion, rather than a contradiction."""
        return self.goal is not None

    def is_false_everywhere(self, formula: Formula, positive: bool) -> bool:
        """Whether a statement (its negation if not `positive`) is certainly false in each of the worlds."""
        return all(evaluate.truth(formula, world) is (not positive) for world in self.worlds)


def counterfactual(problem: Problem, inference: Inference, sole: bool, goal: Fact | None) -> Counterfactual:
    """The counterfactual of an inference and one of its conclusions."""
    values: list[bool | int | None] = [None] * len(problem.variables)
    for fact in inference.premises:
        variable = problem.variables[fact.variable]
        if fact.holds:
            values[fact.variable] = value(variable, fact.value)
        elif variable.kind is nodes.Kind.MEMBER:
            values[fact.variable] = not fact.value
    worlds = (tuple(values),) if goal is None else tuple(_worlds(problem, goal, inference.premises, values))
    return Counterfactual(problem, inference, goal, tuple(values), worlds, sole)


def value(variable: Variable, of: int) -> bool | int:
    """A value as a world has it: a truth for a member, else the number."""
    return bool(of) if variable.kind is nodes.Kind.MEMBER else of


def remaining_values(variable: Variable, given: Sequence[Fact]) -> list[int]:
    """The domain of a variable under the facts."""
    mine = [fact for fact in given if fact.variable == variable.index]
    every = range(variable.low, variable.high + 1)
    return [one for one in every if all((one == fact.value) == fact.holds for fact in mine)]


def _worlds(problem: Problem, goal: Fact, given: Sequence[Fact], known: list[bool | int | None]) -> list[World]:
    variable = problem.variables[goal.variable]
    others = [one for one in remaining_values(variable, given) if (one == goal.value) != goal.holds]
    if len(others) > MOST_VALUES:
        return [tuple(known)]
    result = []
    for one in others:
        known[goal.variable] = value(variable, one)
        result.append(tuple(known))
    known[goal.variable] = None
    return result
