"""Folding of trials: suppositions that come to the same contradiction by the same moves become one step.

A person sees them as one, such as several cells each of which would leave a row without a star.  Each still comes
after all that it rests on, and a rating counts them one by one.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Step, derived
from puzzlelang.steps.words.verbalisation import MOST_WORDS, TRIALS, step_lines

MOST_TRIALS = 6
"""Trials that become one at most, so that all of their places can be named."""

MOST_AHEAD = 24
"""Trials that are looked at before the first of them is told."""


class _Told(msgspec.Struct, frozen=True):
    """A trial, and its lines after the supposition; none where it has no reason."""

    step: Step
    story: tuple[str, ...]


def fold_trials(problem: Problem, steps: Iterator[Step]) -> Iterator[Step]:
    """The steps, with those trials folded that have the same lines but for what is supposed."""
    waiting: list[_Told] = []
    for step in steps:
        if step.tier not in TRIALS:
            while waiting:
                yield _first(problem, waiting)
            yield step
            continue
        waiting.append(_Told(step, step_lines(problem, step)[2:] if step.cases else ()))
        if len(waiting) > MOST_AHEAD:
            yield _first(problem, waiting)
    while waiting:
        yield _first(problem, waiting)


def _first(problem: Problem, waiting: list[_Told]) -> Step:
    """Take the first trial from those waiting, as one with those that can be folded into it."""
    first = waiting.pop(0)
    chosen, passed = [first.step], list[_Told]()
    facts = set(first.step.facts)
    for one in waiting:
        before = facts.union(*(other.step.facts for other in passed))
        alike = one.story == first.story != () and len(chosen) < MOST_TRIALS
        if alike and not before.intersection(one.step.known) and _is_short(problem, [*chosen, one.step]):
            chosen.append(one.step)
            facts.update(one.step.facts)
        else:
            passed.append(one)
    waiting[:] = passed
    return chosen[0] if len(chosen) == 1 else _one(chosen)


def _is_short(problem: Problem, parts: Sequence[Step]) -> bool:
    return sum(len(line.split()) for line in step_lines(problem, _one(parts))) <= MOST_WORDS


def _one(parts: Sequence[Step]) -> Step:
    first = parts[0]
    return Step(
        first.tier,
        tuple(dict.fromkeys(fact for part in parts for fact in part.facts)),
        tuple(dict.fromkeys(case for part in parts for case in part.cases)),
        tuple(dict.fromkeys(fact for part in parts for fact in part.known)),
        derived(*(one for part in parts for one in part.chain)),
        depth=max(part.depth for part in parts),
        minimal=all(part.minimal for part in parts),
        parts=tuple(parts),
    )
