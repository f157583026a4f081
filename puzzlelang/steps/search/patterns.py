"""Named techniques of several cases about numbers that differ: locked values, and values that keep to as many lines.

A value that must be in one of some places is in no place that differs from all of these.  Where a value keeps to k
lines in k houses, it takes a place in each of these lines, so it is nowhere else in them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from puzzlelang.steps.cases.families import Families, House
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase, is_single
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, inside_sentence, list_text, named_text, origin_text

MOST_LOCKED = 6
"""A value with more places than this in a group of cases is not tried as locked."""

MOST_GROUP = 6
"""Groups of more places than this are not asked for the values that they need."""

MOST_LINES, MOST_IN_HOUSE = 3, 4
"""Houses that are combined, and places of a value in each of them."""


class Pattern(msgspec.Struct, frozen=True, eq=False):
    """The exclusions of a technique, the cases that it rests on, and its reason in words."""

    technique: Technique
    cases: tuple[RuleCase, ...]
    facts: tuple[Fact, ...]
    reason: str


class _NeededValue(msgspec.Struct, frozen=True, eq=False):
    """A value that must be at one of some places, by its bit in masks; places are bits."""

    bit: int
    places: int
    cases: tuple[RuleCase, ...]


def kept_to_lines(solvers: CaseSolvers, masks: Masks) -> Sequence[Pattern]:
    """Values that keep to as many lines as houses, to as few as any do."""
    every = (list(_in_lines(solvers, masks, lines)) for lines in range(2, MOST_LINES + 1))
    return next(filter(None, every), [])


def locked(solvers: CaseSolvers, masks: Masks) -> Iterator[Pattern]:
    """Values that are locked in some places, which differ from others."""
    families = solvers.families
    for needed in (*_needed_in_houses(families, masks), *_needed_in_groups(solvers, masks)):
        places = list(_indexes(needed.places))
        if not 1 < len(places) <= MOST_LOCKED:
            continue
        first, *rest = (families.others[index] for index in places)
        seeing = [index for index in first if masks[index] & needed.bit and all(index in other for other in rest)]
        by: dict[tuple[RuleCase, ...], list[int]] = {}
        for index in seeing:
            if not needed.places >> index & 1 and not is_single(masks[index]):
                by.setdefault(_keeping(families, places, index), []).append(index)
        for cases_by, gone in by.items():
            yield _locked_pattern(families, needed, places, cases_by, gone)


def _keeping(families: Families, places: Sequence[int], index: int) -> tuple[RuleCase, ...]:
    """The cases by which a variable differs from some others: one if there is one about all of them."""
    whole = {index, *places}
    for case, clique in families.cliques:
        if whole.issubset(clique):
            return (case,)
    return tuple(dict.fromkeys(families.others[place][index] for place in places))


def _locked_pattern(
    families: Families, needed: _NeededValue, places: Sequence[int], by: tuple[RuleCase, ...], gone: Sequence[int]
) -> Pattern:
    variables = families.problem.variables
    value = variables[gone[0]].low + needed.bit.bit_length() - 1
    names = [named_text(case.origin) for case in by]
    template = ReasonTemplate.LOCKED_BY
    if all(names):
        template = ReasonTemplate.LOCKED_IN if len(by) == 1 else ReasonTemplate.LOCKED
    excludes = (
        "; ".join(dict.fromkeys(inside_sentence(case.origin.sentence) for case in by))
        if template is ReasonTemplate.LOCKED_BY
        else list_text(dict.fromkeys(names), "or")
    )
    reason = template.text(
        True,
        value=variables[gone[0]].called(value),
        sentence=needed.cases[0].origin.sentence,
        places=list_text((variables[place].place for place in places), "or"),
        by=excludes,
    )
    cases = tuple(dict.fromkeys((*needed.cases, *by)))
    return Pattern(Technique.LOCKED_VALUE, cases, tuple(Fact(index, value, False) for index in gone), reason)


def _needed_in_houses(families: Families, masks: Masks) -> Iterator[_NeededValue]:
    for house in families.houses:
        for at in range(len(house.variables)):
            places = _places(house, masks, 1 << at)
            if places.bit_count() > 1:
                yield _NeededValue(1 << at, places, (house.case,))


def _places(house: House, masks: Masks, bit: int) -> int:
    return sum([1 << index for index in house.variables if masks[index] & bit])


def _needed_in_groups(solvers: CaseSolvers, masks: Masks) -> Iterator[_NeededValue]:
    """Values without which a group has no answer, such as the 9 in a cage of 17 in two places."""
    for group in solvers.groups:
        if not _may_need(solvers.families, group):
            continue
        union = 0
        for index in group.variables:
            union |= masks[index]
        for at in range(union.bit_length()):
            bit = 1 << at
            places = sum([1 << index for index in group.variables if masks[index] & bit])
            if places.bit_count() > 1 and not _can_do_without(solvers, group, masks, bit):
                yield _NeededValue(bit, places, group.cases)


def _may_need(families: Families, group: CaseGroup) -> bool:
    variables = [families.problem.variables[index] for index in group.variables]
    if group.graph or not 2 <= len(variables) <= MOST_GROUP or len({(one.low, one.high) for one in variables}) > 1:
        return False
    return any(families.others[one.index] for one in variables) and not (
        len(group.cases) == 1 and group.cases[0] in families.only_differing
    )


def _can_do_without(solvers: CaseSolvers, group: CaseGroup, masks: Masks, bit: int) -> bool:
    without = list(masks)
    for index in group.variables:
        without[index] &= ~bit
        if not without[index]:
            return False
    return solvers.probes[group.index].is_satisfiable(without)


def _in_lines(solvers: CaseSolvers, masks: Masks, count: int) -> Iterator[Pattern]:
    """A value that keeps to `count` lines in as many houses (X-wing, swordfish)."""
    families = solvers.families
    for at in range(max((len(house.variables) for house in families.houses), default=0)):
        bit = 1 << at
        bases = [(house, _places(house, masks, bit)) for house in families.houses]
        bases = [(house, places) for house, places in bases if 1 < places.bit_count() <= MOST_IN_HOUSE]
        covers = [
            (case, sum([1 << index for index in clique if masks[index] & bit]))
            for case, clique in families.cliques
            if len(clique) > 2
        ]
        where = bit, count, tuple(places for _, places in bases), tuple(places for _, places in covers)
        if where in families.without_lines:
            continue
        patterns = list[Pattern]()
        for chosen in combinations(bases, count):
            union, disjoint = 0, True
            for _, places in chosen:
                disjoint = disjoint and not union & places
                union |= places
            if disjoint:
                patterns += _covered_patterns(families, bit, chosen, union, covers, count)
        if not patterns:
            families.without_lines.add(where)
        yield from patterns


def _covered_patterns(
    families: Families,
    bit: int,
    bases: Sequence[tuple[House, int]],
    union: int,
    covers: Sequence[tuple[RuleCase, int]],
    count: int,
) -> Iterator[Pattern]:
    near = [(case, places) for case, places in covers if (places & union).bit_count() > 1]
    for numbers in sorted(_coverings([places for _, places in near], union, count)):
        chosen, within = [near[number] for number in numbers], 0
        for _, places in chosen:
            within |= places
        if not (gone := within & ~union):
            continue
        variable = families.problem.variables[next(_indexes(gone))]
        value = variable.low + bit.bit_length() - 1
        reason = ReasonTemplate.IN_LINES.text(
            True,
            value=variable.called(value),
            houses=list_text((origin_text(house.case.origin) for house, _ in bases), "and"),
            lines=list_text((origin_text(case.origin) for case, _ in chosen), "and"),
        )
        cases = (*(house.case for house, _ in bases), *(case for case, _ in chosen))
        yield Pattern(Technique.LINES, cases, tuple(Fact(index, value, False) for index in _indexes(gone)), reason)
        return


def _coverings(covers: Sequence[int], union: int, count: int) -> set[tuple[int, ...]]:
    """The positions of `count` covers that have all places of a union, none of which fewer of them have."""
    if not union or not count:
        return set() if union or count else {()}
    lowest = union & -union
    return {
        tuple(sorted((number, *others)))
        for number, places in enumerate(covers)
        if places & lowest
        for others in _coverings(covers, union & ~places, count - 1)
    }


def _indexes(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
