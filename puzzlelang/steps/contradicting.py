"""How cases contradict each other: one inference after another, as far as single cases lead."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.findings import ConsequenceLine
from puzzlelang.problem.findings import RuleCase as Told
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.steps import telling, totals
from puzzlelang.steps.cases import cases
from puzzlelang.steps.chains import chain, refuting
from puzzlelang.steps.domains import Masks
from puzzlelang.steps.joint import Joint, Reason
from puzzlelang.steps.nearby import Nearby
from puzzlelang.steps.probe import Effort, Probe
from puzzlelang.steps.record import Case, Fact, Group, Inference
from puzzlelang.steps.setting import setting
from puzzlelang.steps.walk import PATIENCE, Walk

TRIED = 6
"""So many wrong facts of a drawing are compared."""

SMALL = 60
"""Variables of a case that speaks of parts of the board, up to which it is asked for all that it excludes."""


def of_constraints(
    stated: Problem, chosen: Sequence[Constraint], known: Sequence[Fact], told: Sequence[Told]
) -> tuple[tuple[Told, ...], str]:
    """Constraints that contradict what is known, as told, each with its inferences; and what they come to together.

    Those come last that are used last.  The order stays and no inferences are told if they contradict it only together.
    """
    part = msgspec.structs.replace(stated, constraints=tuple(chosen), grounded=tuple(chosen))
    every = cases(part)
    found = chain(part, _joint(part, every), every, known, ())
    if len(found) == 1 and len(chosen) > 1:
        return tuple(told), _together(part, found[0])
    lines: list[list[ConsequenceLine]] = [[] for _ in chosen]
    for number, one in enumerate(filter(_worth_saying, found), 1):
        text = telling.alone(part, one, known)
        for mine, constraint in zip(lines, chosen, strict=True):
            if constraint.origin is one.cases[0].origin and (number > 1 or text != telling.IMPOSSIBLE):
                mine.append(ConsequenceLine(number, text))
    order = sorted(range(len(chosen)), key=lambda position: max((line.number for line in lines[position]), default=0))
    return tuple(msgspec.structs.replace(told[one], lines=tuple(lines[one])) for one in order), ""


def of_drawing(walk: Walk, known: Sequence[Fact], only: bool) -> tuple[Sequence[Fact], tuple[str, ...]]:
    """Facts of a drawing that no answer has all of, and why, line by line; nothing of them may be left out.

    Where the board has only the answer aimed at it is one fact: of those that differ from it that with the lightest
    reason, which may rest on what is drawn rightly.
    """
    wrong = [fact for fact in known if only and fact.value != walk.aim[fact.variable]]
    right = [fact for fact in known if fact not in wrong]
    if not wrong:
        *right, last = wrong = _impossible(walk, known)
        found = walk.joint.minimal(walk.cases, right, last)
        return wrong, () if found is None else _told(walk, found, last)
    walk.effort.left = PATIENCE
    reasons = [(walk.joint.minimal(walk.cases, right, fact), fact) for fact in wrong[:TRIED]]
    minimal = [(found, fact) for found, fact in reasons if found is not None]
    if not minimal:
        return wrong[:1], ()
    found, fact = min(minimal, key=lambda one: (sum(case.weight for case in one[0].cases), len(one[0].facts)))
    return [fact], _told(walk, found, fact)


def _impossible(walk: Walk, known: Sequence[Fact]) -> list[Fact]:
    """Of facts that no answer has all of, those that show it, none of them too many as far as that is found out."""
    walk.effort.left = PATIENCE
    found = walk.joint.refuted(walk.cases, known)
    return list(known) if found is None else walk.joint.facts_needed(found[0], found[1], None)


def _told(walk: Walk, reason: Reason, last: Fact) -> tuple[str, ...]:
    wrong = [*reason.facts, last]
    found = refuting(walk.stated, _joint(walk.stated, walk.cases), reason.cases, wrong)
    lines = telling.chained(walk.stated, list(filter(_worth_saying, found)), wrong)
    together = _together(walk.stated, found[0]) if len(found) == 1 else ""
    return (*lines, f"{together}.") if together else lines


def _worth_saying(one: Inference) -> bool:
    """What a case says of a single place, whatever else is so, is part of the board."""
    return bool(one.given) or not one.then or any(len(case.variables) > 1 for case in one.cases)


def _joint(stated: Problem, every: Sequence[Case]) -> Joint:
    """Solvers for the cases that look near no answer, as there is none."""
    alone = [Group(case.index, (case,), case.variables, case.graph, case.weight) for case in every]
    effort = Effort(PATIENCE)
    probes = [(_Whole if one.graph and len(one.variables) > SMALL else Probe)(stated, one, effort) for one in alone]
    return Joint(stated, every, probes, Nearby(stated, every, [None] * len(stated.variables)), effort)


class _Whole(Probe):
    """A case about much of the board, of which only whether it can be true is asked."""

    def reduced(self, masks: Masks) -> tuple[int, ...] | None:
        """The masks as they are; None if the case cannot be true."""
        return tuple([masks[index] for index in self.group.variables]) if self.possible(masks) else None


def _together(stated: Problem, one: Inference) -> str:
    return totals.told(one.cases, setting(stated, one, False, None).known)
