"""How cases lead from facts to a conclusion: one inference after another, as far as cases about the same places go."""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps import domains
from puzzlelang.steps.cases import groups
from puzzlelang.steps.domains import Masks, facts
from puzzlelang.steps.graph_probe import GraphProbe
from puzzlelang.steps.joint import Joint
from puzzlelang.steps.probe import Probe
from puzzlelang.steps.record import Case, Fact, Inference

SPLIT = 16
"""Up to so many cases a place is looked for that can be neither so nor otherwise."""


def chain(
    stated: Problem, joint: Joint, chosen: Sequence[Case], given: Sequence[Fact], wanted: Sequence[Fact]
) -> tuple[Inference, ...]:
    """Inferences from the given facts to the wanted ones, to a contradiction if nothing is wanted; only those needed.

    From one case each, else from all about the same places; a single one from all cases if that leads nowhere.
    """
    alone = _forward(stated, joint, chosen, given, wanted)
    return _needed(joint, alone, wanted) or _together(stated, joint, chosen, given, wanted)


def refuting(stated: Problem, joint: Joint, chosen: Sequence[Case], given: Sequence[Fact]) -> tuple[Inference, ...]:
    """The same to a contradiction; before several cases at once comes a place that can be neither so nor otherwise."""
    if alone := _forward(stated, joint, chosen, given, ()):
        return _needed(joint, alone, ())
    either = _either_way(stated, joint, chosen, given) if 1 < len(chosen) <= SPLIT else ()
    return either or _together(stated, joint, chosen, given, ())


def _together(
    stated: Problem, joint: Joint, chosen: Sequence[Case], given: Sequence[Fact], wanted: Sequence[Fact]
) -> tuple[Inference, ...]:
    """Where single cases lead nowhere: from all about the same places, or at last a single one from all cases."""
    made = _forward(stated, joint, chosen, given, wanted, several=True)
    return _needed(joint, made, wanted) or (Inference(tuple(chosen), tuple(given), tuple(wanted)),)


def _either_way(stated: Problem, joint: Joint, chosen: Sequence[Case], given: Sequence[Fact]) -> tuple[Inference, ...]:
    """A fact that leads to a contradiction, and how its opposite does, in the fewest inferences; empty if none does."""
    masks: Masks = [domains.full(variable) for variable in stated.variables]
    domains.applied(masks, given, stated.variables)
    about = sorted({index for case in chosen if not case.graph for index in case.variables})
    open_ = [index for index in about if masks[index].bit_count() == 2]
    best: tuple[Fact, list[Inference], list[Inference]] | None = None
    for index in open_:
        one = Fact(index, domains.value(stated.variables[index], next(domains.bits(masks[index]))), True)
        ways = [_forward(stated, joint, chosen, [*given, fact], ()) for fact in (one, one.opposite)]
        if all(ways) and (best is None or sum(map(len, ways)) < len(best[1]) + len(best[2])):
            first, second = sorted(ways, key=len)
            best = one if first is ways[0] else one.opposite, first, second
    if best is None:
        return ()
    wrong, first, second = best
    how = _needed(joint, first, ())
    used = tuple(dict.fromkeys(case for one in how for case in one.cases))
    made = {fact for one in how for fact in one.then}
    rests = [fact for one in how for fact in one.given if fact not in made and fact.variable != wrong.variable]
    rests += [fact for fact in given if fact.variable == wrong.variable]  # of several values two are left
    return Inference(used, tuple(dict.fromkeys(rests)), (wrong.opposite,), how), *_needed(joint, second, ())


def _forward(
    stated: Problem,
    joint: Joint,
    chosen: Sequence[Case],
    given: Sequence[Fact],
    wanted: Sequence[Fact],
    *,
    several: bool = False,
) -> list[Inference]:
    """Inferences until it is done, each from one case, with `several` also from all about the same places.

    Empty if they do not lead there.
    """
    masks: Masks = [domains.full(variable) for variable in stated.variables]
    domains.applied(masks, given, stated.variables)
    made: list[Inference] = []
    alone = [joint.probes[case.index] for case in chosen]
    found = groups(chosen) if several else ()
    joined = [joint.together(group) for group in found if len(group.cases) > 1 and not group.graph]
    before = -1
    while before < len(made):
        before = len(made)
        for probe in (*alone, *joined):
            if probe.group.cases[1:] and len(made) > before:
                break
            then = _excluded(stated, probe, masks, wanted)
            if then == ():
                continue
            known = tuple(
                fact
                for index in probe.group.variables
                for fact in facts(stated.variables[index], domains.full(stated.variables[index]), masks[index])
            )
            if then is None:
                return [] if wanted else [*made, Inference(probe.group.cases, known, ())]
            made.append(Inference(probe.group.cases, known, then))
            domains.applied(masks, then, stated.variables)
            if wanted and all(domains.knows(masks, fact, stated.variables) for fact in wanted):
                return made
    return []


def _excluded(
    stated: Problem, probe: Probe | GraphProbe, masks: Masks, wanted: Sequence[Fact]
) -> tuple[Fact, ...] | None:
    """What follows at once; None for a contradiction."""
    reduced = _seen(stated, probe, masks, wanted)
    if reduced is None:
        return None
    return tuple(
        fact
        for index, mask in zip(probe.group.variables, reduced, strict=True)
        for fact in facts(stated.variables[index], masks[index], mask)
    )


def _seen(stated: Problem, probe: Probe | GraphProbe, masks: Masks, wanted: Sequence[Fact]) -> tuple[int, ...] | None:
    """What a case leaves of the values; of one that speaks of parts of the board only what is wanted."""
    reduced = probe.reduced(masks)
    if reduced is None or not probe.group.graph:
        return reduced
    aim: list[bool | int | None] = [None] * len(stated.variables)
    for fact in wanted:
        aim[fact.variable] = fact.value if fact.holds else None
    return probe.decided(masks, aim)


def _needed(joint: Joint, made: Sequence[Inference], wanted: Sequence[Fact]) -> tuple[Inference, ...]:
    """The inferences that the last ones rest on, each with what is of use later and no fact that it does not need."""
    asked: dict[Fact, None] = dict.fromkeys(wanted)
    kept: list[Inference] = []
    inferred = {fact for one in made for fact in one.then}
    for one in reversed(made):
        then = tuple(fact for fact in one.then if fact in asked)
        if not then and one.then:
            continue
        given: dict[Fact, None] = {}
        for goal in then or (None,):
            given.update(dict.fromkeys(joint.facts_needed(one.cases, one.given, goal, inferred)))
        for fact in then:
            asked.pop(fact, None)
        asked.update(given)
        kept.append(Inference(one.cases, tuple(given), then))
    return tuple(reversed(kept))
