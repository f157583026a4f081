"""How cases contradict each other: one inference after another, as far as single cases lead."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.findings import Case as Told
from puzzlelang.problem.findings import Line
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.steps import telling, totals
from puzzlelang.steps.cases import cases
from puzzlelang.steps.chains import chain
from puzzlelang.steps.domains import Masks
from puzzlelang.steps.joint import Joint
from puzzlelang.steps.probe import Effort, Probe
from puzzlelang.steps.record import Case, Fact, Group, Inference
from puzzlelang.steps.setting import setting
from puzzlelang.steps.walk import PATIENCE, Walk

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
    lines: list[list[Line]] = [[] for _ in chosen]
    for number, one in enumerate(filter(_worth_saying, found), 1):
        text = telling.alone(part, one, known)
        for mine, constraint in zip(lines, chosen, strict=True):
            if constraint.origin is one.cases[0].origin and (number > 1 or text != telling.IMPOSSIBLE):
                mine.append(Line(number, text))
    order = sorted(range(len(chosen)), key=lambda position: max((line.number for line in lines[position]), default=0))
    return tuple(msgspec.structs.replace(told[one], lines=tuple(lines[one])) for one in order), ""


def of_facts(walk: Walk, wrong: Sequence[Fact]) -> tuple[str, ...]:
    """Why no answer has all of these facts, line by line; none of them may be left out."""
    minimal = walk.joint.minimal(walk.cases, wrong[:-1], wrong[-1])
    if minimal is None:
        return ()
    found = chain(walk.stated, _joint(walk.stated, walk.cases), minimal.cases, wrong, ())
    lines = telling.chained(walk.stated, list(filter(_worth_saying, found)), wrong)
    together = _together(walk.stated, found[0]) if len(found) == 1 else ""
    return (*lines, f"{together}.") if together else lines


def _worth_saying(one: Inference) -> bool:
    """What a case says of a single place, whatever else is so, is part of the board."""
    return bool(one.given) or not one.then or any(len(case.variables) > 1 for case in one.cases)


def _joint(stated: Problem, every: Sequence[Case]) -> Joint:
    """Solvers for the cases that look near no answer, as there is none."""
    alone = [Group(case.index, (case,), case.variables, case.graph, case.weight) for case in every]
    probes = [(_Whole if one.graph and len(one.variables) > SMALL else Probe)(stated, one) for one in alone]
    return Joint(stated, every, probes, (), Effort(PATIENCE))


class _Whole(Probe):
    """A case about much of the board, of which only whether it can be true is asked."""

    def reduced(self, masks: Masks) -> tuple[int, ...] | None:
        """The masks as they are; None if the case cannot be true."""
        left = [masks[index] for index in self.group.variables]
        return tuple(left) if any(self._support(left)) or self._ask(left) is not None else None


def _together(stated: Problem, one: Inference) -> str:
    return totals.told(one.cases, setting(stated, one, False, None).known)
