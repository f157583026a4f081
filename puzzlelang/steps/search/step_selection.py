"""Selection of steps: covers, merging, and the lightest."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import CaseGroup, Fact, Inference, Look, Masks, RuleCase, Step, derived
from puzzlelang.steps.search.cut_off_parts import cut_off_size, open_cut_off
from puzzlelang.steps.search.patterns import Pattern
from puzzlelang.steps.solvers.lightest_sets import MOST_CASES, lightest_hitting_set

StepOrPattern = TypeVar("StepOrPattern", Step, Pattern)


def merge_alike(steps: Sequence[Step]) -> list[Step]:
    """Merge steps of one inference that apply the same sentences to the same known facts; return all steps."""
    result: dict[tuple[str, frozenset[Fact]], Step] = {}
    for step in steps:
        key = " ".join(case.origin.sentence for case in step.cases), frozenset(step.known)
        other = result.get(key)
        chain = () if other is None else _merge(other, step)
        if other is None or not chain:
            result[key if other is None else (f"{len(result)}", key[1])] = step
            continue
        cases = tuple(dict.fromkeys([*other.cases, *step.cases]))
        facts = tuple(dict.fromkeys([*other.facts, *step.facts]))
        result[key] = msgspec.structs.replace(other, facts=facts, cases=cases, derive=derived(*chain))
    return list(result.values())


def _merge(one: Step, two: Step) -> tuple[Inference, ...]:
    """The chain of two steps together: of one inference each, maybe with one more that says what touched cells are."""
    first, second = _chain(one), _chain(two)
    if len(first) != len(second) or len(first) > 2:
        return ()
    if len(first) == 2 and (
        first[0].cases != second[0].cases or not all(map(says_touched, (*first[1].cases, *second[1].cases)))
    ):
        return ()
    return tuple(map(_both, first, second))


def _chain(step: Step) -> tuple[Inference, ...]:
    return (Inference(step.cases, step.known, step.facts),) if len(step.cases) == 1 else step.chain


def _both(one: Inference, two: Inference) -> Inference:
    return Inference(
        tuple(dict.fromkeys([*one.cases, *two.cases])),
        tuple(dict.fromkeys([*one.premises, *two.premises])),
        tuple(dict.fromkeys([*one.conclusions, *two.conclusions])),
    )


def smallest_cover(decided: Sequence[tuple[CaseGroup, list[Fact]]]) -> list[tuple[CaseGroup, list[Fact]]]:
    """A smallest set of groups that decides all facts which the groups decide together."""
    deciding: dict[Fact, list[int]] = {}
    for position, (_, facts) in enumerate(decided):
        for fact in facts:
            deciding.setdefault(fact, []).append(position)
    kept = {positions[0] for positions in deciding.values() if len(positions) == 1}
    for part in _components([positions for positions in deciding.values() if kept.isdisjoint(positions)]):
        places = sorted({position for positions in part for position in positions})
        if len(places) > MOST_CASES:
            kept.update(positions[0] for positions in part)
            continue
        bits = lightest_hitting_set(
            [sum(1 << places.index(one) for one in positions) for positions in part], [1] * len(places)
        )
        kept.update(position for at, position in enumerate(places) if bits >> at & 1)
    return [one for position, one in enumerate(decided) if position in kept]


def _components(sets: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """The connected components of sets that share members."""
    parts: list[tuple[set[int], list[Sequence[int]]]] = []
    for one in sets:
        touched = [part for part in parts if not part[0].isdisjoint(one)]
        parts = [part for part in parts if part not in touched]
        members = set(one).union(*(part[0] for part in touched))
        parts.append((members, [*(other for part in touched for other in part[1]), one]))
    return [part for _, part in parts]


def propagation(
    groups: Sequence[CaseGroup], masks: Masks, reductions: Mapping[int, Sequence[int]]
) -> tuple[Masks, dict[int, list[CaseGroup]]]:
    """Return the masks after one round of propagation by all groups, and the groups that narrowed each."""
    after, sources = list(masks), dict[int, list[CaseGroup]]()
    for position in sorted(reductions):
        group = groups[position]
        for index, mask in zip(group.variables, reductions[position], strict=True):
            if mask & after[index] != after[index]:
                after[index] &= mask
                sources.setdefault(index, []).append(group)
    return after, sources


def supporting_steps(waiting: Sequence[Step], last: Step) -> list[Step]:
    """The waiting steps that the last one depends on, and the last one."""
    needed, kept = set(last.known), [last]
    for step in reversed(waiting):
        if needed.intersection(step.facts):
            kept.append(step)
            needed.update(step.known)
    return kept[::-1]


def cases_of(chosen: Sequence[CaseGroup]) -> list[RuleCase]:
    """The cases of several groups."""
    return list(dict.fromkeys(case for group in chosen for case in group.cases))


def looked(problem: Problem, step: Step, look: Look, masks: Masks) -> Step:
    """A step with how closely its cases were looked at, for those about graphs with what is open there."""
    if any(case.graph for case in step.cases):
        return msgspec.structs.replace(step, unsure=open_cut_off(problem, step, masks))
    return msgspec.structs.replace(step, look=look)


def clearest(steps: Sequence[StepOrPattern], open_places: Callable[[Step | Pattern], int]) -> list[StepOrPattern]:
    """The steps or patterns; of those to the same facts the one by the cases with the fewest open places."""
    result: dict[tuple[Fact, ...], StepOrPattern] = {}
    for step in steps:
        other = result.setdefault(step.facts, step)
        if open_places(step) < open_places(other):
            result[step.facts] = step
    return list(result.values())


LARGEST_PART = 3
"""Parts of so many cells that would be cut off, and larger ones, are as hard to see as each other."""

FEW_OPEN = 2
"""Parts with so many open cells at most have one way out, which is plain to see."""


def easiest_steps(steps: Sequence[Step]) -> list[Step]:
    """The steps of the least weight; of those by which parts would be cut off the ones with the smallest part.

    Of large parts those with a single way out come first.
    """
    lightest = lightest_steps(steps)
    parts = [(min(cut_off_size(step) or 0, LARGEST_PART), step.unsure > FEW_OPEN) for step in lightest]
    return [step for step, part in zip(lightest, parts, strict=True) if part == min(parts)]


def lightest_steps(steps: Sequence[Step]) -> list[Step]:
    """The steps of the least weight."""
    least = min((step.weight for step in steps), default=0)
    return [step for step in steps if step.weight == least]
