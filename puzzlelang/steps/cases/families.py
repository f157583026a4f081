"""Families of number constraints on a board: what differs from what, which values must occur, what adds up.

These are read off the cases, so no rule and no genre is known here.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.sat import compare
from puzzlelang.steps.cases.counts import Count, counts
from puzzlelang.steps.record import CaseGroup, RuleCase, full


class House(msgspec.Struct, frozen=True, eq=False):
    """Variables that take each of their values exactly once, as they differ and are as many as their values."""

    case: RuleCase
    variables: tuple[int, ...]
    total: int


class Total(msgspec.Struct, frozen=True, eq=False):
    """Variables with a known sum."""

    case: RuleCase
    variables: tuple[int, ...]
    total: int


def differing(case: RuleCase) -> tuple[int, ...]:
    """The variables that a case says to differ, if it says just that; they have the same range."""
    match case.formula:
        case nodes.Distinct(terms):
            variables = [term.variable for term in terms if isinstance(term, nodes.Number)]
            if len(variables) < len(terms):
                return ()
        case nodes.Not(nodes.Equal() as equal):
            pair = compare.difference(equal)
            if pair is None or pair[2]:
                return ()
            variables = [pair[0], pair[1]]
        case _:
            return ()
    ranges = {(one.low, one.high, one.absent) for one in variables}
    whole = len({one.index for one in variables}) == len(variables)
    return tuple(one.index for one in variables) if len(ranges) == 1 and whole else ()


def total(case: RuleCase) -> Total | None:
    """The sum that a case states of plain numbers, if it states just that."""
    match case.formula:
        case nodes.Equal(nodes.Sum((), added, constant), value) if all(factor == 1 for factor, _ in added):
            variables = [term.variable for _, term in added if isinstance(term, nodes.Number)]
            indexes = {one.index for one in variables}
            if len(variables) < len(added) or len(indexes) < len(added):
                return None
            return Total(case, tuple(one.index for one in variables), value - constant)
        case _:
            return None


class Families:
    """The families of a board; each is found when it is first used.

    `without_lines`: places of a value that keep to no lines, see `patterns.kept_to_lines`.
    """

    def __init__(self, problem: Problem, cases: Sequence[RuleCase]) -> None:
        self.problem = problem
        self.cases = cases
        self.without_lines: set[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = set()

    @cached_property
    def cliques(self) -> Sequence[tuple[RuleCase, tuple[int, ...]]]:
        """The cases that say only that variables differ, with these."""
        return [(case, result) for case in self.cases if (result := differing(case))]

    @cached_property
    def only_differing(self) -> frozenset[RuleCase]:
        """The cases that say only that variables differ."""
        return frozenset(case for case, _ in self.cliques)

    @cached_property
    def others(self) -> Sequence[dict[int, RuleCase]]:
        """Return for each variable those that differ from it, each with the first case that says so."""
        result: list[dict[int, RuleCase]] = [{} for _ in self.problem.variables]
        for case, clique in self.cliques:
            for index in clique:
                for other in clique:
                    if other != index:
                        result[index].setdefault(other, case)
        return result

    @cached_property
    def houses(self) -> Sequence[House]:
        """The cliques in which every value occurs."""
        result = []
        for case, clique in self.cliques:
            variable = self.problem.variables[clique[0]]
            if full(variable).bit_count() == len(clique) > 1:
                result.append(House(case, clique, sum(range(variable.low, variable.high + 1))))
        return result

    def is_house_with_parts(self, group: CaseGroup) -> bool:
        """Whether a group is a house and results of parts of it, such as of the cages within a row."""
        parts = [case for case in group.cases if case not in self.only_differing]
        if group.graph or not parts or len(parts) == len(group.cases):
            return False
        return frozenset(group.variables) in self._house_sets and all(
            isinstance(case.formula, nodes.Equal) and len(case.variables) < len(group.variables) for case in parts
        )

    @cached_property
    def _house_sets(self) -> frozenset[frozenset[int]]:
        return frozenset(frozenset(house.variables) for house in self.houses)

    @cached_property
    def counts(self) -> Sequence[Count]:
        """The counts of things about one variable each."""
        return counts(self.problem, self.cases)

    @cached_property
    def totals(self) -> Sequence[Total]:
        """The sums of plain numbers."""
        return [result for case in self.cases if (result := total(case)) is not None]


def is_count(formula: Formula) -> bool:
    """Whether a formula says how many places have some value."""
    match formula:
        case nodes.Equal(nodes.Sum(counted, ()), _) | nodes.AtMost(nodes.Sum(counted, ()), _):
            return all(len(variables(item)) == 1 for _, item in counted)
        case _:
            return False
