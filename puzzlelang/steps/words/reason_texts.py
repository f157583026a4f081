"""Reasons of inferences: chooses the template by the family of each statement in its cases.

A statement is a reason only if it is certainly false in each counterfactual world, or if no other can decide.  In a
disjunction (`either … or …`) each part is tried by itself.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from puzzlelang.geometry.places import Cell
from puzzlelang.problem import evaluate, nodes, row_truth
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.cases.families import total
from puzzlelang.steps.cases.shared_points import shared_point
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Fact, Inference, RuleCase
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, list_text
from puzzlelang.steps.words import count_reasons, graph_reasons
from puzzlelang.steps.words.counterfactuals import Counterfactual, World, counterfactual
from puzzlelang.steps.words.distinct_reasons import DistinctReason, distinct_reason
from puzzlelang.steps.words.joint_reasons import joint_reason
from puzzlelang.steps.words.layouts import layout_reason
from puzzlelang.steps.words.locked_counts import locked_count_reason
from puzzlelang.steps.words.rectangle_reasons import rectangle_reason
from puzzlelang.steps.words.total_ways import ways_text

MOST_REASONS = 2
"""Reasons given for one inference."""

MOST_GOALS = 6
"""Conclusions for which a reason is searched before none is given."""


@lru_cache(maxsize=64)
def reason(problem: Problem, inference: Inference) -> tuple[Reason, Sequence[Fact]]:
    """The reason of an inference in a few words, empty if no template fits, and the premises to be said with it.

    It is kept, as each outline of a step asks for it again.
    """
    if result := _only_distinct(problem, inference):
        return result.reason, result.premises
    goals = inference.conclusions[:MOST_GOALS] or (None,)
    of_goals = (_reason_for_goal(problem, inference, goal) for goal in goals)
    of_goal = next((one for one in of_goals if one.text), None)
    return of_goal or _nothing_left(problem, inference), inference.premises


def is_too_far(problem: Problem, contradiction: Inference) -> bool:
    """Whether a contradiction has the reason that a place is too far from components of known sizes."""
    spoken = [one for case in contradiction.cases for one in _statements(case.formula, True)]
    context = counterfactual(problem, contradiction, False, None)
    return bool(context.worlds and graph_reasons.distance_reason(spoken, context).text)


def _only_distinct(problem: Problem, inference: Inference) -> DistinctReason | None:
    """The reason of an inference from nothing but numbers that differ, if all conclusions have the same."""
    if len(inference.cases) > 1 or not isinstance(distinct := inference.cases[0].formula, nodes.Distinct):
        return None
    goals = inference.conclusions[:MOST_GOALS] or (None,)
    result = [distinct_reason(distinct.terms, counterfactual(problem, inference, True, goal)) for goal in goals]
    return result[0] if all(one is not None and one == result[0] for one in result) else None


MOST_OPEN = 4
"""Open places that are named in a contradiction without another reason."""


def _nothing_left(problem: Problem, inference: Inference) -> Reason:
    """Return where a contradiction shows for which no template fits: the places that are still open."""
    if inference.conclusions or not inference.cases:
        return NO_REASON
    decided = {fact.variable for fact in inference.premises if fact.holds or _is_member(problem, fact)}
    about = sorted({index for case in inference.cases for index in case.variables})
    places = dict.fromkeys(
        str(variable.place)
        for variable in map(problem.variables.__getitem__, about)
        if variable.place is not None and variable.index not in decided
    )
    named = 0 < len(places) <= MOST_OPEN
    return ReasonTemplate.NOTHING_LEFT.reason(False, places=list_text(places, "and")) if named else NO_REASON


def _is_member(problem: Problem, fact: Fact) -> bool:
    return problem.variables[fact.variable].kind is nodes.Kind.MEMBER


def _reason_for_goal(problem: Problem, inference: Inference, goal: Fact | None) -> Reason:
    spoken = [one for case in inference.cases for one in _statements(case.formula, True)]
    context = counterfactual(problem, inference, len(inference.cases) == 1 and len(spoken) == 1, goal)
    if not context.worlds:
        return NO_REASON
    together = (find(context) for find in (locked_count_reason, rectangle_reason))
    if named := next((one for one in together if one.text), None):
        return named
    result = [_loose_end(case, context) for case in inference.cases]
    if not any(one.text for one in result):
        result = [_of_statement(formula, positive, context) for formula, positive in spoken]
    if not any(one.text for one in result):
        result = [graph_reasons.distance_reason(spoken, context)]
    if not any(one.text for one in result) and len(spoken) == len(inference.cases):
        result = [graph_reasons.sizes_reason(spoken, context)]
    if not any(one.text for one in result):
        result = [layout_reason([case.formula for case in inference.cases], context)]
    if context.follows and (ways := ways_text(spoken, context)) and not context.is_single:
        summed = [
            case for case in inference.cases if total(case) and goal is not None and goal.variable in case.variables
        ]
        of_sum = summed[0].index if summed else None
        return msgspec.structs.replace(ReasonTemplate.WAYS.reason(True, ways=ways), broken=of_sum)
    if not any(one.text for one in result):
        joint = joint_reason(context, lambda problem, broken: _reason_for_goal(problem, broken, None))
        if joint.text:
            return joint
        result = [count_reasons.view_reason(*spoken[0], context)] if context.is_single else []
    several = list(dict.fromkeys(one for one in result if one.text))[:MOST_REASONS]
    rules = {case.origin.rule.name for case in inference.cases if not says_touched(case)}
    evident = len(rules) == 1 and all(one.evident for one in several)
    return Reason(tuple(part for one in several for part in one.parts), evident) if several else NO_REASON


def _statements(formula: Formula, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """The statements of a formula about more than one place, each with whether it is asserted or denied."""
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            for part in parts:
                yield from _statements(part, positive)
        case nodes.Not(part):
            yield from _statements(part, not positive)
        case bool() | nodes.Holds() | nodes.Same():
            pass
        case _:
            yield formula, positive


def _of_statement(formula: Formula, positive: bool, context: Counterfactual) -> Reason:
    match formula:
        case nodes.AtMost() | nodes.Equal():
            sized = graph_reasons.component_size(formula.term)
            if sized is not None:
                return graph_reasons.size_reason(formula, sized, positive, context)
            return count_reasons.count_reason(formula, positive, context)
        case nodes.Distinct(terms):
            result = distinct_reason(terms, context)
            return result.reason if result else NO_REASON
        case nodes.Runs(items, lengths):
            return _runs(items, lengths, context) if context.is_single else NO_REASON
        case nodes.InOrder(_, wanted):
            return (
                ReasonTemplate.FITS.reason(context.follows, numbers=list_text(wanted))
                if context.is_single
                else NO_REASON
            )
        case nodes.Paired():
            return _unpaired_text(formula, context)
        case nodes.SameShape(left, right):
            return _same_shape(left, right, positive, context)
        case _:
            return graph_reasons.graph_reason(formula, positive, context)


def _loose_end(case: RuleCase, context: Counterfactual) -> Reason:
    """The reason that optional links or borders at one point would end there, or branch."""
    about = [context.problem.variables[index] for index in case.variables]
    point = shared_point(context.problem, case)
    if point is None or case.graph or not context.is_false_everywhere(case.formula, True):
        return NO_REASON
    if evaluate.truth(case.formula, tuple(False for _ in context.known)) is not True:
        return NO_REASON
    place = str(point).removeprefix("the corner at ")
    line = "border" if about[0].name in context.problem.partitions else about[0].name
    rows = [[world[one.index] for one in about] for world in context.worlds]
    if all(values.count(True) >= 3 for values in rows):
        return ReasonTemplate.BRANCHES.reason(context.follows, line=line, place=place)
    alone = all(values.count(True) == 1 and None not in values for values in rows)
    return ReasonTemplate.ENDS.reason(context.follows, line=line, place=place) if alone else NO_REASON


def _runs(items: Sequence[Formula], lengths: Sequence[object], context: Counterfactual) -> Reason:
    then = [
        fact
        for fact in context.inference.conclusions
        if context.problem.variables[fact.variable].kind is nodes.Kind.MEMBER
    ]
    within = {variable.index for item in items for variable in variables(item)}
    covers = {bool(fact.value) == fact.holds for fact in then if fact.variable in within}
    template = (
        ReasonTemplate.AGREED
        if len(covers) != 1
        else ReasonTemplate.COVERED
        if True in covers
        else ReasonTemplate.UNCOVERED
    )
    it = "it" if len(then) == 1 else "these"
    return template.reason(context.follows, lengths=", ".join(map(str, lengths)) or "nothing", it=it)


def _unpaired_text(formula: nodes.Paired, context: Counterfactual) -> Reason:
    """The places that would have too few partners, by a violated Hall condition (Hall 1935)."""
    short, few = _short_of_partners(formula, context.worlds)
    if not short:
        return NO_REASON
    if few:
        return ReasonTemplate.FEW_PARTNERS.reason(context.follows, places=list_text(short), partners=list_text(few))
    goals = context.inference.conclusions
    if len(goals) > 1 and all(_is_unpaired(formula, context, goal) for goal in goals):
        return ReasonTemplate.NONE_PAIRED.reason(True)
    return ReasonTemplate.NO_PARTNER.reason(context.follows, places=list_text(short))


def _is_unpaired(formula: nodes.Paired, context: Counterfactual, goal: Fact) -> bool:
    """Whether the place of a conclusion is the one that would have no partner."""
    other = counterfactual(context.problem, context.inference, context.is_single, goal)
    short, few = _short_of_partners(formula, other.worlds)
    return not few and short == [str(context.problem.variables[goal.variable].place)]


def _short_of_partners(formula: nodes.Paired, worlds: Sequence[World]) -> tuple[list[str], list[str]]:
    """Places with too few partners in the first world where there are any, and those partners."""
    for world in worlds:
        left_there, right_there = (
            [evaluate.truth(presence, world) for _, presence in side] for side in (formula.left, formula.right)
        )
        edges = [(a, b) for a, b in formula.edges if left_there[a] is not False and right_there[b] is not False]
        back = [(b, a) for a, b in edges]
        for there, pairs, mine, others in (
            (left_there, edges, formula.left, formula.right),
            (right_there, back, formula.right, formula.left),
        ):
            choices: dict[int, list[int]] = {}
            for a, b in pairs:
                choices.setdefault(a, []).append(b)
            short, few = row_truth.short_of_partners([i for i, here in enumerate(there) if here is True], choices)
            if short:
                return [str(mine[i][0]) for i in sorted(short)], [str(others[i][0]) for i in sorted(few)]
    return [], []


Members = Sequence[tuple[Cell, Formula]]
"""The cells of a set, each with when it belongs to it."""


def _same_shape(left: Members, right: Members, positive: bool, context: Counterfactual) -> Reason:
    """The reason that two sets would be alike, or differ; empty where one may have no cell."""
    fails = [
        [cell for cell, here in side if all(evaluate.truth(here, world) for world in context.worlds)]
        for side in (left, right)
    ]
    if not all(fails):
        return NO_REASON
    template = ReasonTemplate.UNLIKE if positive else ReasonTemplate.ALIKE
    return template.reason(context.follows, group="group", first=fails[0][0], second=fails[1][0])
