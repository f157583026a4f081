"""Propagation by single cases: the inferences that lead from facts to a goal, in the order in which they are found."""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps import record
from puzzlelang.steps.cases.from_problem import case_groups
from puzzlelang.steps.cases.seen_as_one import applications
from puzzlelang.steps.record import CaseGroup, Fact, Inference, Masks, RuleCase, new_facts
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from puzzlelang.steps.solvers.open_graph import Domains
from puzzlelang.steps.solvers.probe import Probe
from puzzlelang.steps.solvers.unsat_cores import CoreExtractor


def propagate(
    problem: Problem,
    cores: CoreExtractor,
    chosen: Sequence[RuleCase],
    given: Sequence[Fact],
    wanted: Sequence[Fact],
    *,
    several: bool = False,
    shared: frozenset[int] = frozenset(),
    looks: bool = False,
) -> list[Inference]:
    """Inferences by single cases up to the goal, with `several` also by groups about the same places.

    Empty if the goal is not reached.  `looks`: cases with graphs are looked at.  `shared`: what they are asked about
    where nothing is wanted.
    """
    masks: Masks = [record.full(variable) for variable in problem.variables]
    record.apply_facts(masks, given, problem.variables)
    inferences, before = list[Inference](), -1
    whole = [_whole(cores, same) for same in applications(chosen)]
    parts = {case for probe in whole for case in probe.group.cases}
    alone = [*whole, *(cores.probes[case.index] for case in chosen if case not in parts)]
    result = case_groups(chosen) if several else ()
    joined = [cores.group_probe(group) for group in result if len(group.cases) > 1 and not group.graph]
    while before < len(inferences):
        before = len(inferences)
        for probe in (*alone, *joined):
            if probe in joined and len(inferences) > before:
                break
            reduced = _looked(problem, probe, masks) if looks and isinstance(probe, GraphProbe) else ()
            reduced = _reduced_masks(problem, probe, masks, wanted, shared) if reduced == () else reduced
            then = _new_facts(problem, probe, masks, reduced)
            if then == ():
                continue
            premises = tuple(record.known_facts(masks, map(problem.variables.__getitem__, probe.group.variables)))
            if then is None:
                return [] if wanted else [*inferences, Inference(probe.group.cases, premises, ())]
            inferences.append(Inference(probe.group.cases, premises, then))
            record.apply_facts(masks, then, problem.variables)
            if wanted and all(record.is_known(masks, fact, problem.variables) for fact in wanted):
                return inferences
    return []


def _whole(cores: CoreExtractor, same: tuple[RuleCase, ...]) -> Probe:
    """The probe of several cases of one application of a rule."""
    indexes = tuple(dict.fromkeys(index for case in same for index in case.variables))
    return cores.group_probe(CaseGroup(same[0].index, same, indexes, False, same[0].weight))


def _looked(problem: Problem, probe: GraphProbe, masks: Masks) -> tuple[int, ...] | None:
    """The masks that looks at a graph leave; none if there are no looks, None for a contradiction."""
    if not probe.looks.are_there:
        return ()
    narrowed = probe.looks.narrowed(Domains(problem, masks))
    return None if narrowed is None else tuple([narrowed.get(one, masks[one]) for one in probe.group.variables])


def _new_facts(
    problem: Problem, probe: Probe | GraphProbe, masks: Masks, reduced: tuple[int, ...] | None
) -> tuple[Fact, ...] | None:
    """The facts that a case adds to the masks; None for a contradiction."""
    if reduced is None:
        return None
    return tuple(
        fact
        for index, mask in zip(probe.group.variables, reduced, strict=True)
        for fact in new_facts(problem.variables[index], masks[index], mask)
    )


def _reduced_masks(
    problem: Problem, probe: Probe | GraphProbe, masks: Masks, wanted: Sequence[Fact], shared: frozenset[int]
) -> tuple[int, ...] | None:
    """The masks that a case leaves; of a case with graphs only for what is wanted, or `shared` with other cases."""
    if shared and isinstance(probe, GraphProbe):
        return probe.forced_values(masks, shared)
    reduced = probe.reduced_domains(masks)
    if reduced is None or not probe.group.graph:
        return reduced
    target: list[bool | int | None] = [None] * len(problem.variables)
    for fact in wanted:
        target[fact.variable] = fact.value if fact.holds else None
    return probe.forced_domains(masks, target)
