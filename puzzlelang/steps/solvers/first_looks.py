"""First looks at a group of cases: the values left to each variable, without combining cases.

A person looks at a rule in an easy way before anything is combined place by place:

- Numbers that differ: a known value is nowhere else, and a value with one place left is there (no Hall sets).
- A sum or product: the values that are in no way to make it, wherever they stand in the cage (no places).
- A count: each counted thing by itself; whether all are found, or all that are left are needed.
- Counts of several values in the same places: all of them at once, as they tell how many have another value.

What a first look leaves is never less than what all answers leave, so everything that it excludes follows.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Variable
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.cases import families
from puzzlelang.steps.cases.counts import counted_range
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import CaseGroup, is_single
from puzzlelang.steps.solvers import hall_sets

Left = Sequence[int]
"""The values left to each variable of a group, as masks."""


class Differing(msgspec.Struct, frozen=True):
    """Numbers that differ; `house`: as many as their values, so that each value has a place."""

    house: bool


class Ways(msgspec.Struct, frozen=True):
    """Numbers that an operation joins: only the values are looked at that any way to make the result has.

    `joined`: their positions in the group, which may be all of a house with a cage in it.
    """

    joined: tuple[int, ...]

    def alone(self, left: Left, every: Left) -> tuple[int, ...]:
        """The values left to these numbers, and every value of the others: a first look is at the cage alone."""
        return tuple([mask if at in self.joined else every[at] for at, mask in enumerate(left)])


class CountOfThings(msgspec.Struct, frozen=True, eq=False):
    """A count of things, each about variables of its own: `least` to `most` of them are true.

    `items`: each formula with the positions of its variables in the group.
    """

    items: tuple[tuple[Formula, tuple[Variable, ...]], ...]
    positions: Mapping[int, int]
    least: int
    most: int


class Whole(msgspec.Struct, frozen=True):
    """A case that a person sees as a whole, as it is about few places."""


FirstLook = Differing | Ways | CountOfThings | Whole
"""How a person looks at a group first."""

HEAVIEST = 4
"""Heavier cases, such as that things pair up, are for a closer look."""

MOST_IN_ITEM = 8
"""A thing that is counted is looked at by itself if it is about so many variables at most."""


def first_look(problem: Problem, group: CaseGroup) -> FirstLook | None:
    """Return how a group is looked at first; None if it combines cases, so that it is for a closer look."""
    if group.graph:
        return None
    if hall_sets.is_distinct(group):
        variable = problem.variables[group.variables[0]]
        return Differing(variable.high - variable.low + 1 == len(group.variables))
    others = [case for case in group.cases if not families.differing(case)]
    if len(others) == 1 and _is_operation(others[0].formula) and _of_one_range(problem, group):
        return Ways(tuple(at for at, index in enumerate(group.variables) if index in others[0].variables))
    if len(group.cases) == 1:
        return _read_count(group) or Whole()
    if _is_counts_together(group):
        return Whole()
    if any(map(says_touched, group.cases)):
        return Whole() if sum(not says_touched(case) for case in group.cases) < 2 else None
    applications = {case.application for case in group.cases}
    return Whole() if len(applications) == 1 and "" not in applications else None


def _is_counts_together(group: CaseGroup) -> bool:
    """Whether a group says how many of the same places have some values: the others have another value."""
    counts = all(families.is_count(case.formula) for case in group.cases)
    return counts and len({frozenset(case.variables) for case in group.cases}) == 1


def _is_operation(formula: Formula) -> bool:
    """Whether a formula is about the result of an operation on at least two numbers."""
    match formula:
        case nodes.Equal(term) | nodes.AtMost(term):
            match term:
                case nodes.Sum((), added):
                    return len(added) > 1 or any(isinstance(part, nodes.Product) for _, part in added)
                case nodes.Product() | nodes.Quotient():
                    return True
                case _:
                    return False
        case _:
            return False


def _of_one_range(problem: Problem, group: CaseGroup) -> bool:
    """Whether all variables have one range of more than two values."""
    result = {(one.low, one.high, one.kind) for one in map(problem.variables.__getitem__, group.variables)}
    return all(kind is Kind.NUMBER and high > low + 1 for low, high, kind in result) and len(result) == 1


def _read_count(group: CaseGroup) -> CountOfThings | None:
    """A case that says how many of several things are true, some of them about several variables."""
    known = counted_range(group.cases[0].formula)
    if known is None:
        return None
    counted, least, most = known
    items = tuple((item, variables(item)) for _, item in counted)
    many = any(len(about) > 1 for _, about in items)
    if not many or any(factor != 1 for factor, _ in counted) or any(len(about) > MOST_IN_ITEM for _, about in items):
        return None
    return CountOfThings(items, {index: at for at, index in enumerate(group.variables)}, least, most)


def differing(house: bool, left: Left) -> tuple[int, ...] | None:
    """Return what numbers that differ leave: no value of a known number, and a value with one place only there."""
    result = hall_sets.without_singles(left)
    if result is None or not house:
        return None if result is None else tuple(result)
    once = twice = 0
    for mask in result:
        twice |= once & mask
        once |= mask
    alone = once & ~twice
    narrowed = [mask & alone if mask & alone else mask for mask in result]
    if once.bit_count() < len(result) or not all(is_single(mask) for mask in narrowed if mask & alone):
        return None
    return tuple(narrowed)


def ways(look: Ways, left: Left, exact: Left) -> tuple[int, ...]:
    """The values that some way has at any place; all that is known where only one place is open."""
    several = sum(not is_single(left[at]) for at in look.joined) > 1
    anywhere = reduce(or_, [exact[at] for at in look.joined])
    result = list(left)
    for at in look.joined:
        result[at] &= anywhere if several else exact[at]
    return tuple(result)


def counted(problem: Problem, look: CountOfThings, left: Left) -> tuple[int, ...] | None:
    """Return what a count leaves, of each thing by itself."""
    values: list[bool | int | None] = [None] * len(problem.variables)
    for index, at in look.positions.items():
        if is_single(left[at]):
            values[index] = _value(problem.variables[index], left[at])
    truths = [evaluate.truth(item, values) for item, _ in look.items]
    sure, open_ = truths.count(True), truths.count(None)
    if sure > look.most or sure + open_ < look.least:
        return None
    result = list(left)
    if open_ and (sure == look.most or sure + open_ == look.least):
        for (item, about), truth in zip(look.items, truths, strict=True):
            if truth is None:
                _narrow(look, result, item, about, sure < look.most, values)
    return tuple(result)


def _narrow(
    look: CountOfThings,
    left: list[int],
    item: Formula,
    about: Sequence[Variable],
    truth: bool,
    values: list[bool | int | None],
) -> None:
    """Take away the values with which a thing certainly has not the truth that it must have."""
    for variable in about:
        if values[variable.index] is not None:
            continue
        at = look.positions[variable.index]
        for one in range(variable.high - variable.low + 1):
            values[variable.index] = _value(variable, 1 << one)
            if evaluate.truth(item, values) is (not truth):
                left[at] &= ~(1 << one)
        values[variable.index] = None


def _value(variable: Variable, mask: int) -> bool | int:
    value = variable.low + mask.bit_length() - 1
    return bool(value) if variable.kind is Kind.MEMBER else value
