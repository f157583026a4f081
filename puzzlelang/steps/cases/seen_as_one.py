"""Sets of cases that a person sees as one, by their subject."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.steps.cases import families
from puzzlelang.steps.record import RuleCase
from puzzlelang.steps.templates import named_text


def seen_as_one(chosen: Sequence[RuleCase]) -> Iterator[tuple[RuleCase, ...]]:
    """Counts of the same places, places of which at most one has a value, and whole applications of a rule."""
    yield from _counts_together(chosen)
    yield from _at_most_one(chosen)
    yield from applications(chosen)


MOST_IN_APPLICATION = 12
"""Applications of a rule about more places than this are left to their single cases."""


def applications(chosen: Sequence[RuleCase]) -> Iterator[tuple[RuleCase, ...]]:
    """Cases of one rule about the same numbers, such as all steps along one thermometer."""
    result: dict[str, list[RuleCase]] = {}
    for case in chosen:
        if case.application:
            result.setdefault(case.application, []).append(case)
    for same in result.values():
        if len(same) > 1 and len({index for case in same for index in case.variables}) <= MOST_IN_APPLICATION:
            yield tuple(same)


def _counts_together(chosen: Sequence[RuleCase]) -> Iterator[tuple[RuleCase, ...]]:
    """Counts of several values in the same places: what is left over has another value."""
    result: dict[frozenset[int], list[RuleCase]] = {}
    for case in chosen:
        if not case.graph and len(case.variables) > 2 and families.is_count(case.formula):
            result.setdefault(frozenset(case.variables), []).append(case)
    return (tuple(same) for same in result.values() if len(same) > 1)


def _at_most_one(chosen: Sequence[RuleCase]) -> Iterator[tuple[RuleCase, ...]]:
    """Cases of one application of a rule about pairs of places, of which all of some places are related in pairs."""
    result: dict[str, dict[int, list[RuleCase]]] = {}
    for case in chosen:
        if not case.graph and not case.application and len(case.variables) == 2 and named_text(case.origin):
            near = result.setdefault(f"{case.origin.rule.name}: {case.origin.sentence}", {})
            for index in case.variables:
                near.setdefault(index, []).append(case)
    for near in result.values():
        for component in _components(near):
            cases = tuple(dict.fromkeys(case for index in component for case in near[index]))
            if 2 < len(component) <= MOST_IN_APPLICATION and 2 * len(cases) == len(component) * (len(component) - 1):
                yield cases


def _components(near: Mapping[int, Sequence[RuleCase]]) -> Iterator[list[int]]:
    """The components of variables that cases join."""
    left = dict.fromkeys(near)
    while left:
        component = [next(iter(left))]
        del left[component[0]]
        for index in component:
            new = [other for case in near[index] for other in case.variables if other in left]
            component += dict.fromkeys(new)
            for other in new:
                left.pop(other, None)
        yield component
