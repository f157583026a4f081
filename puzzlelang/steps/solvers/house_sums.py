"""Sums of whole houses: the rest of a house beside its cages, or a cage's excess (innies and outies).

A house takes each value once, so its sum is known.  Less the totals inside and across, a few places are left.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from puzzlelang.steps import record
from puzzlelang.steps.cases.families import Families, House, Total
from puzzlelang.steps.record import Fact, Masks, RuleCase
from puzzlelang.steps.templates import ReasonTemplate, list_text, origin_text

MOST_HOUSES = 3
"""Houses that are summed together."""

MOST_LEFT = 4
"""Places of a sum that follows."""


class HouseSum(msgspec.Struct, frozen=True, eq=False):
    """A sum: what is `inside` the houses less what is `outside` comes to `total`, by these cases.

    `differ`: pairs of positions, in `inside` and then `outside`, of variables that differ.
    """

    inside: tuple[int, ...]
    outside: tuple[int, ...]
    total: int
    houses: tuple[House, ...]
    totals: tuple[Total, ...]
    differ: frozenset[tuple[int, int]]
    cases: tuple[RuleCase, ...]

    @property
    def variables(self) -> tuple[int, ...]:
        """All variables of the sum."""
        return self.inside + self.outside

    def reduced(self, families: Families, masks: Sequence[int]) -> list[int] | None:
        """The values that some answer has, for each variable in order; None without an answer."""
        variables = [families.problem.variables[index] for index in self.variables]
        signs = [1] * len(self.inside) + [-1] * len(self.outside)
        choices = [
            [(record.value(variable, one), one) for one in record.bits(mask)]
            for variable, mask in zip(variables, masks, strict=True)
        ]
        seen = [0] * len(variables)
        chosen: list[tuple[int, int]] = []

        def search(left: int) -> bool:
            at = len(chosen)
            if at == len(variables):
                if left == 0:
                    for place, (_, one) in enumerate(chosen):
                        seen[place] |= one
                return left == 0
            result = False
            for value, one in choices[at]:
                if any((before, at) in self.differ and chosen[before][0] == value for before in range(at)):
                    continue
                chosen.append((value, one))
                result = search(left - signs[at] * value) or result
                chosen.pop()
            return result

        return seen if search(self.total) else None

    def needed(self, families: Families, masks: Masks, fact: Fact) -> list[Fact]:
        """A minimal set of facts about the variables from which the exclusion follows."""
        variables = [families.problem.variables[index] for index in self.variables]
        kept = record.known_facts(masks, [one for one in variables if one.index != fact.variable])
        kept += [one for one in record.known_facts(masks, variables) if one.variable == fact.variable]
        for one in list(kept):
            if self._excludes(families, [other for other in kept if other != one], fact):
                kept.remove(one)
        return kept

    def _excludes(self, families: Families, known: Sequence[Fact], fact: Fact) -> bool:
        left: Masks = [record.full(variable) for variable in families.problem.variables]
        record.apply_facts(left, [*known, fact.opposite], families.problem.variables)
        return self.reduced(families, [left[index] for index in self.variables]) is None

    def text(self, families: Families) -> str:
        """The sum in words, with where it comes from."""
        places = [families.problem.variables[index].place for index in self.inside]
        beyond = [families.problem.variables[index].place for index in self.outside]
        names = list_text((origin_text(house.case.origin) for house in self.houses), "and")
        cages = list_text((origin_text(one.case.origin) for one in self.totals), "and")
        whole, least = sum(house.total for house in self.houses), sum(one.total for one in self.totals)
        template = ReasonTemplate.OUTIES if beyond else ReasonTemplate.INNIES
        return template.text(
            True,
            houses=names,
            whole=whole,
            cages=cages,
            least=least,
            places=list_text(places, "and"),
            beyond=list_text(beyond, "and"),
            make="makes" if len(places) == 1 else "make",
            total=self.total if not beyond or self.total >= 0 else -self.total,
            than="more" if self.total >= 0 else "less",
        )


def house_sums(families: Families) -> list[HouseSum]:
    """All sums of few places that follow from houses and totals, those of fewer houses and places first."""
    if not families.totals:
        return []
    result: dict[tuple[tuple[int, ...], tuple[int, ...]], HouseSum] = {}
    for houses in _unions(families):
        one = _sum_of(families, houses)
        if one is not None and 0 < len(one.variables) <= MOST_LEFT:
            result.setdefault((one.inside, one.outside), one)
    return sorted(result.values(), key=lambda one: (len(one.houses), len(one.variables)))


def _unions(families: Families) -> Iterator[tuple[House, ...]]:
    """Single houses, and disjoint houses each of which shares a total with those before it."""
    for count in range(1, MOST_HOUSES + 1):
        for chosen in combinations(families.houses, count):
            sets = [set(house.variables) for house in chosen]
            whole = set().union(*sets)
            if len(whole) < sum(map(len, sets)):
                continue
            across = [set(one.variables) for one in families.totals if not whole.isdisjoint(one.variables)]
            if all(_reach(sets, across)):
                yield chosen


def _reach(sets: Sequence[set[int]], across: Sequence[set[int]]) -> list[bool]:
    """Return for each house but the first whether totals join it to those before."""
    return [
        any(not one.isdisjoint(sets[at]) and any(not one.isdisjoint(other) for other in sets[:at]) for one in across)
        for at in range(1, len(sets))
    ]


def _sum_of(families: Families, houses: Sequence[House]) -> HouseSum | None:
    left = dict.fromkeys(index for house in houses for index in house.variables)
    whole, outside, used = frozenset(left), dict[int, None](), list[Total]()
    total = sum(house.total for house in houses)
    for one in sorted(families.totals, key=lambda one: sum(index not in whole for index in one.variables)):
        within = [index for index in one.variables if index in left]
        beyond = [index for index in one.variables if index not in whole]
        if len(within) + len(beyond) == len(one.variables) and len(beyond) < len(within):
            if not outside.keys().isdisjoint(beyond):
                continue
            used.append(one)
            total -= one.total
            outside.update(dict.fromkeys(beyond))
            for index in within:
                del left[index]
    if not used:
        return None
    variables = (*left, *outside)
    differ = frozenset(
        (first, second)
        for first, second in combinations(range(len(variables)), 2)
        if variables[second] in families.others[variables[first]]
    )
    by = dict.fromkeys(families.others[variables[first]][variables[second]] for first, second in sorted(differ))
    cases = dict.fromkeys([*(one.case for one in houses), *(one.case for one in used), *by])
    return HouseSum(tuple(left), tuple(outside), total, tuple(houses), tuple(used), differ, tuple(cases))
