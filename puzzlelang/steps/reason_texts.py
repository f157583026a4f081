"""Reasons of inferences: the template that fits, by the family of each statement in its cases.

A statement is a reason only if it is certainly false in each counterfactual world, or if no other can decide.  In a
disjunction (`either … or …`) each part is tried by itself.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.problem import evaluate, nodes, row_truth
from puzzlelang.problem.record import Formula, Problem, Term, Variable
from puzzlelang.problem.traversal import variables
from puzzlelang.steps import count_reasons, graph_reasons
from puzzlelang.steps.counterfactuals import Counterfactual, counterfactual, remaining_values
from puzzlelang.steps.record import Fact, Inference, RuleCase
from puzzlelang.steps.templates import ReasonTemplate, list_text

MOST_REASONS = 2
"""Reasons given for one inference."""

MOST_GOALS = 6
"""Conclusions for which a reason is searched before none is given."""


def reason_text(problem: Problem, inference: Inference) -> str:
    """The reason of an inference in a few words; empty if no template fits."""
    goals = inference.conclusions[:MOST_GOALS] or (None,)
    return next((text for goal in goals if (text := _reason_for_goal(problem, inference, goal))), "")


def _reason_for_goal(problem: Problem, inference: Inference, goal: Fact | None) -> str:
    spoken = [one for case in inference.cases for one in _statements(case.formula, True)]
    context = counterfactual(problem, inference, len(inference.cases) == 1 and len(spoken) == 1, goal)
    if not context.worlds:
        return ""
    found = [_loose_end(case, context) for case in inference.cases]
    if not any(found):
        found = [_of_statement(formula, positive, context) for formula, positive in spoken]
    if not any(found):
        found = [graph_reasons.distance_reason(spoken, context)]
    return ", ".join(list(dict.fromkeys(text for text in found if text))[:MOST_REASONS])


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


def _of_statement(formula: Formula, positive: bool, context: Counterfactual) -> str:
    match formula:
        case nodes.AtMost() | nodes.Equal():
            sized = graph_reasons.component_size(formula.term)
            if sized is not None:
                return graph_reasons.size_reason(formula, sized, positive, context)
            return count_reasons.count_reason(formula, positive, context)
        case nodes.Distinct(terms):
            return _distinct(terms, context)
        case nodes.Runs(items, lengths):
            return _runs(items, lengths, context) if context.is_single else ""
        case nodes.InOrder(_, wanted):
            return ReasonTemplate.FITS.text(context.follows, numbers=list_text(wanted)) if context.is_single else ""
        case nodes.Paired():
            return _paired(formula, context)
        case nodes.SameShape(left, right):
            return _same_shape(left, right, positive, context)
        case _:
            return graph_reasons.graph_reason(formula, positive, context)


def _loose_end(case: RuleCase, context: Counterfactual) -> str:
    """The reason that optional links or borders at one point would end there, or branch."""
    about = [context.problem.variables[index] for index in case.variables]
    if not _share_a_point(context.problem, about) or case.graph or not context.is_false_everywhere(case.formula, True):
        return ""
    if evaluate.truth(case.formula, tuple(False for _ in context.known)) is not True:
        return ""
    rows = [[world[one.index] for one in about] for world in context.worlds]
    if all(values.count(True) >= 3 for values in rows):
        return ReasonTemplate.BRANCHES.text(context.follows)
    alone = all(values.count(True) == 1 and None not in values for values in rows)
    return ReasonTemplate.ENDS.text(context.follows) if alone else ""


def _share_a_point(problem: Problem, about: Sequence[Variable]) -> bool:
    """Whether all variables are links at one cell, or borders at one corner."""
    points: list[set[Cell | Corner]] = []
    geometry = problem.geometry
    for one in about:
        if one.kind is not nodes.Kind.MEMBER or not isinstance(one.place, Link | Border):
            return False
        place = one.place
        if isinstance(place, Border) or one.name in problem.partitions:
            points.append(set(geometry.corners_of(geometry.border_at[place.lattice])))
        else:
            points.append(set(place.cells))
    return len(points) > 1 and bool(set.intersection(*points))


def _distinct(terms: Sequence[Term], context: Counterfactual) -> str:
    goal = context.goal
    if goal is None:
        return _shortage(terms, context)
    ranges = [evaluate.reach(term, context.known) for term in terms]
    mine = [term for term in terms if isinstance(term, nodes.Number) and term.variable.index == goal.variable]
    if not mine:
        return ""
    variable = context.problem.variables[goal.variable]
    if not goal.holds:
        return _naked_subset(terms, context)
    if sum(low < high for low, high in ranges) == 1:
        return ReasonTemplate.MISSING.text(True, value=variable.called(goal.value))
    if _only_place(terms, goal, context):
        return ReasonTemplate.NO_OTHER_PLACE.text(True, value=variable.called(goal.value))
    if taken := _naked_subset(terms, context):
        return taken
    if any(fact.variable == goal.variable for fact in context.inference.premises):
        return ReasonTemplate.NOTHING_ELSE.text(True, place=variable.place)
    return ReasonTemplate.NO_OTHER_PLACE.text(True, value=variable.called(goal.value))


def _only_place(terms: Sequence[Term], goal: Fact, context: Counterfactual) -> bool:
    """Whether no other place can have the value, where there are as many values as places."""
    about = [term.variable for term in terms if isinstance(term, nodes.Number)]
    if len(about) < len(terms):
        return False
    values = {value for one in about for value in range(one.low, one.high + 1)}
    return len(values) == len(about) and all(
        goal.value not in remaining_values(one, context.inference.premises)
        for one in about
        if one.index != goal.variable
    )


def _shortage(terms: Sequence[Term], context: Counterfactual) -> str:
    """The violated Hall condition of distinct numbers: a value twice, one without place, or too few to share."""
    about = [term.variable for term in terms if isinstance(term, nodes.Number)]
    choices = {place: remaining_values(variable, context.inference.premises) for place, variable in enumerate(about)}
    short, few = row_truth.short_of_partners(list(choices), choices)
    if not short or len(about) < len(terms):
        return ReasonTemplate.TOO_ALIKE.text(False) if context.is_single else ""
    if len(few) == 1 and all(len(choices[place]) == 1 for place in short):
        return ReasonTemplate.TWICE.text(False, value=about[0].called(few.pop()))
    values = {value for variable in about for value in range(variable.low, variable.high + 1)}
    places = {value: [place for place in choices if value in choices[place]] for value in values}
    without = [value for value in sorted(values) if not places[value]]
    if len(values) == len(about) and without:
        return ReasonTemplate.NO_PLACE.text(False, value=about[0].called(without[0]))
    names = list_text((about[place].place for place in sorted(short)), "and")
    shared = list_text((about[0].called(value) for value in sorted(few)), "and")
    return ReasonTemplate.FEW_PARTNERS.text(False, places=names, partners=shared)


def _naked_subset(terms: Sequence[Term], context: Counterfactual) -> str:
    """The reason that several places have as many values left as there are places."""
    facts = context.inference.premises
    told = {fact.variable for fact in facts if not fact.holds}
    others = [one.variable for one in terms if isinstance(one, nodes.Number) and one.variable.index in told]
    others = [one for one in others if context.goal is None or one.index != context.goal.variable]
    gone = {context.known[one.variable.index] for one in terms if isinstance(one, nodes.Number)}
    values = sorted({one for variable in others for one in remaining_values(variable, facts)} - gone)
    if len(others) < 2 or len(values) != len(others):
        return ""
    names = [others[0].called(one) for one in values]
    return ReasonTemplate.TAKEN.text(
        True, places=list_text((one.place for one in others), "and"), values=list_text(names, "and")
    )


def _runs(items: Sequence[Formula], lengths: Sequence[object], context: Counterfactual) -> str:
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
    return template.text(context.follows, lengths=", ".join(map(str, lengths)) or "nothing", it=it)


def _paired(formula: nodes.Paired, context: Counterfactual) -> str:
    """The places that would have too few partners, by a violated Hall condition (Hall 1935)."""
    for world in context.worlds:
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
                template = ReasonTemplate.FEW_PARTNERS if few else ReasonTemplate.NO_PARTNER
                places = list_text((mine[index][0] for index in sorted(short)), "and")
                partners = list_text((others[index][0] for index in sorted(few)), "and")
                return template.text(context.follows, places=places, partners=partners)
    return ""


Members = Sequence[tuple[Cell, Formula]]
"""The cells of a set, each with when it belongs to it."""


def _same_shape(left: Members, right: Members, positive: bool, context: Counterfactual) -> str:
    """The reason that two sets would be alike, or differ; empty where one may have no cell."""
    fails = [
        [cell for cell, here in side if all(evaluate.truth(here, world) for world in context.worlds)]
        for side in (left, right)
    ]
    if not all(fails):
        return ""
    template = ReasonTemplate.UNLIKE if positive else ReasonTemplate.ALIKE
    return template.text(context.follows, first=fails[0][0], second=fails[1][0])
