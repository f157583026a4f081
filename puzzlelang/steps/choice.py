"""Which of several steps are told, and which of them as one."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from puzzlelang.steps.record import Case, Fact, Group, Inference, Step


def merged(steps: Sequence[Step]) -> list[Step]:
    """The steps, those that the same sentence makes of the same facts as one."""
    found: dict[tuple[str, frozenset[Fact]], Step] = {}
    for step in steps:
        key = " ".join(case.origin.sentence for case in step.cases), frozenset(step.known)
        other = found.get(key)
        if other is None or len(step.chain) != 1 or len(other.chain) != 1:
            found[key if other is None else (f"{len(found)}", key[1])] = step
            continue
        cases = tuple(dict.fromkeys([*other.cases, *step.cases]))
        told = tuple(dict.fromkeys([*other.facts, *step.facts]))
        chain = Inference(cases, other.known, told)
        found[key] = msgspec.structs.replace(other, facts=told, cases=cases, chain=(chain,))
    return list(found.values())


def enough(decided: Sequence[tuple[Group, list[Fact]]]) -> list[tuple[Group, list[Fact]]]:
    """The groups without those whose facts others decide as well, those with the fewest facts first."""
    count = Counter(fact for _, facts in decided for fact in facts)
    gone: set[int] = set()
    for group, facts in sorted(decided, key=lambda one: len(one[1])):
        if all(count[fact] > 1 for fact in facts):
            gone.add(group.index)
            count.subtract(facts)
    return [(group, facts) for group, facts in decided if group.index not in gone]


def used(waiting: Sequence[Step], last: Step) -> list[Step]:
    """The last step after those on which it rests."""
    asked, kept = set(last.known), [last]
    for step in reversed(waiting):
        if asked.intersection(step.facts):
            kept.append(step)
            asked.update(step.known)
    return kept[::-1]


def cases_of(chosen: Sequence[Group]) -> list[Case]:
    """The cases of several groups."""
    return list(dict.fromkeys(case for group in chosen for case in group.cases))


def lightest(steps: Sequence[Step]) -> list[Step]:
    """The steps of the least weight."""
    least = min((step.weight for step in steps), default=0)
    return [step for step in steps if step.weight == least]
