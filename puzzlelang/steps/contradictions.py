"""Explanations of contradictions: one inference after another, as far as single cases lead."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.findings import CitedCase, ConsequenceLine
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.steps.cases.from_problem import cases
from puzzlelang.steps.record import CaseGroup, Fact, Inference, Masks, RuleCase
from puzzlelang.steps.search.budgets import PATH_CONFLICTS
from puzzlelang.steps.search.derivations import derivation, refutation
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_sessions import Effort
from puzzlelang.steps.solvers.group_solver import GroupSolvers
from puzzlelang.steps.solvers.probe import Probe
from puzzlelang.steps.solvers.unsat_cores import CoreExtractor, UnsatCore
from puzzlelang.steps.solvers.witnesses import Witnesses
from puzzlelang.steps.words import count_reasons, verbalisation
from puzzlelang.steps.words.counterfactuals import counterfactual
from puzzlelang.steps.words.sentences import BROKEN

MOST_TRIED = 6
"""Wrong facts of a drawing whose reasons are compared."""

MOST_VARIABLES = 60
"""Variables of a case with graphs up to which all values that it excludes are computed."""


def explain_constraints(
    problem: Problem, chosen: Sequence[Constraint], known: Sequence[Fact], cited: Sequence[CitedCase]
) -> tuple[tuple[CitedCase, ...], str]:
    """Return the cited cases of contradicting constraints with their inferences, and a reason for all of them together.

    `cited` are the cases of the `chosen` constraints; they are returned in the order of their last use.  If only
    all constraints together contradict the known facts, the order stays and there are no inferences.  Otherwise the
    joint reason is empty.
    """
    part = msgspec.structs.replace(problem, constraints=tuple(chosen), grounded=tuple(chosen))
    every = cases(part)
    result = derivation(part, _cores_without_answer(part, every), every, known, ())
    if len(result) == 1 and len(chosen) > 1:
        return tuple(cited), _joint_reason(part, result[0])
    lines: list[list[ConsequenceLine]] = [[] for _ in chosen]
    for number, one in enumerate(filter(_worth_saying, result), 1):
        text = verbalisation.inference_text(part, one, known)
        for mine, constraint in zip(lines, chosen, strict=True):
            if constraint.origin is one.cases[0].origin and (number > 1 or text != BROKEN):
                mine.append(ConsequenceLine(number, text))
    order = sorted(range(len(chosen)), key=lambda position: max((line.number for line in lines[position]), default=0))
    return tuple(msgspec.structs.replace(cited[one], lines=tuple(lines[one])) for one in order), ""


def explain_drawing(walk: Walk, known: Sequence[Fact], only: bool) -> tuple[Sequence[Fact], tuple[str, ...]]:
    """Find a minimal set of facts of a drawing that no answer contains, and the lines that say why.

    `only`: the board has only the answer aimed at.  Then the set is a single fact that differs from this answer, the
    one with the lightest reason among the first `MOST_TRIED`.  The reason may use the facts that agree with the answer.
    """
    wrong = [fact for fact in known if only and fact.value != walk.target[fact.variable]]
    right = [fact for fact in known if fact not in wrong]
    if not wrong:
        *right, last = wrong = _contradictory_facts(walk, known)
        result = walk.cores.minimal_core(walk.cases, right, last)
        return wrong, () if result is None else _lines(walk, result, last)
    walk.effort.left = PATH_CONFLICTS
    reasons = [(walk.cores.minimal_core(walk.cases, right, fact), fact) for fact in wrong[:MOST_TRIED]]
    minimal = [(result, fact) for result, fact in reasons if result is not None]
    if not minimal:
        return wrong[:1], ()
    result, fact = min(minimal, key=lambda one: (sum(case.weight for case in one[0].cases), len(one[0].facts)))
    return [fact], _lines(walk, result, fact)


def _contradictory_facts(walk: Walk, known: Sequence[Fact]) -> list[Fact]:
    """A subset of the facts that no answer contains, minimal as far as the budget allows."""
    walk.effort.left = PATH_CONFLICTS
    result = walk.cores.core(walk.cases, known)
    return list(known) if result is None else walk.cores.needed_facts(result[0], result[1], None)


def _lines(walk: Walk, reason: UnsatCore, last: Fact) -> tuple[str, ...]:
    wrong = [*reason.facts, last]
    result = refutation(walk.problem, _cores_without_answer(walk.problem, walk.cases), reason.cases, wrong)
    lines = verbalisation.derivation_lines(walk.problem, list(filter(_worth_saying, result)), wrong)
    together = _joint_reason(walk.problem, result[0]) if len(result) == 1 else ""
    return (*lines, f"{together}.") if together else lines


def _worth_saying(one: Inference) -> bool:
    """Whether an inference is more than a given at a single place, which belongs to the board."""
    return bool(one.premises) or not one.conclusions or any(len(case.variables) > 1 for case in one.cases)


def _cores_without_answer(problem: Problem, every: Sequence[RuleCase]) -> CoreExtractor:
    """A core extractor for cases without an answer, so without witnesses near one."""
    alone = [CaseGroup(case.index, (case,), case.deciding, case.graph, case.weight) for case in every]
    shared = GroupSolvers(problem, Effort(PATH_CONFLICTS))
    probes = [
        (_SatisfiabilityProbe if one.graph and len(one.variables) > MOST_VARIABLES else Probe)(one, shared)
        for one in alone
    ]
    return CoreExtractor(problem, every, probes, Witnesses(problem, every, [None] * len(problem.variables)), shared)


class _SatisfiabilityProbe(Probe):
    """Probe of a case about much of the board, which only checks whether the case is satisfiable."""

    def reduced_domains(self, masks: Masks) -> tuple[int, ...] | None:
        """The unchanged masks; None if the case is unsatisfiable."""
        return tuple([masks[index] for index in self.group.variables]) if self.is_satisfiable(masks) else None


def _joint_reason(problem: Problem, one: Inference) -> str:
    return count_reasons.totals_contradiction(one.cases, counterfactual(problem, one, False, None).known)
