"""Reasons from numbers that all differ: the only place of a value, the only value of a place, values that are taken."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem import nodes, row_truth
from puzzlelang.problem.record import Term
from puzzlelang.steps.record import Fact
from puzzlelang.steps.templates import Reason, ReasonTemplate, list_text
from puzzlelang.steps.words.counterfactuals import Counterfactual, remaining_values


class DistinctReason(msgspec.Struct, frozen=True):
    """A reason, and those of the facts it rests on that have to be said as well."""

    reason: Reason
    premises: tuple[Fact, ...]


def distinct_reason(terms: Sequence[Term], context: Counterfactual) -> DistinctReason | None:
    """The reason why a conclusion follows from numbers that differ, or why these cannot; None if there is none."""
    goal, premises = context.goal, tuple(context.inference.premises)
    if goal is None:
        return _shortage(terms, context)
    mine = [term for term in terms if isinstance(term, nodes.Number) and term.variable.index == goal.variable]
    if not mine:
        return None
    variable = context.problem.variables[goal.variable]
    if not goal.holds:
        return _naked_subset(terms, context)
    value = variable.called(goal.value)
    if all(context.known[one.variable.index] is not None for one in _numbers(terms) if one is not mine[0]):
        return DistinctReason(ReasonTemplate.MISSING.reason(True, value=value), ())
    elsewhere = tuple(fact for fact in premises if fact.value == goal.value and not fact.holds)
    if _is_only_place(terms, goal, context):
        return DistinctReason(ReasonTemplate.NO_OTHER_PLACE.reason(True, value=value), elsewhere)
    if taken := _naked_subset(terms, context):
        return taken
    if any(fact.variable == goal.variable for fact in premises):
        return DistinctReason(ReasonTemplate.NOTHING_ELSE.reason(True, place=variable.place), premises)
    return DistinctReason(ReasonTemplate.NO_OTHER_PLACE.reason(True, value=value), elsewhere)


def _numbers(terms: Sequence[Term]) -> list[nodes.Number]:
    return [term for term in terms if isinstance(term, nodes.Number)]


def _is_only_place(terms: Sequence[Term], goal: Fact, context: Counterfactual) -> bool:
    """Whether no other place can have the value, where there are as many values as places."""
    about = [term.variable for term in _numbers(terms)]
    values = {value for one in about for value in range(one.low, one.high + 1)}
    return len(values) == len(about) == len(terms) and all(
        goal.value not in remaining_values(one, context.inference.premises)
        for one in about
        if one.index != goal.variable
    )


def _shortage(terms: Sequence[Term], context: Counterfactual) -> DistinctReason | None:
    """The violated Hall condition of distinct numbers: a value twice, one without place, or too few to share."""
    premises = tuple(context.inference.premises)
    about = [term.variable for term in _numbers(terms)]
    choices = {place: remaining_values(variable, premises) for place, variable in enumerate(about)}
    short, few = row_truth.short_of_partners(list(choices), choices)
    if not short or len(about) < len(terms):
        return DistinctReason(ReasonTemplate.TOO_ALIKE.reason(False), premises) if context.is_single else None
    if len(few) == 1 and all(len(choices[place]) == 1 for place in short):
        (value,) = few
        names = list_text((about[place].place for place in sorted(short)), "and")
        return DistinctReason(ReasonTemplate.TWICE.reason(False, value=about[0].called(value), places=names), ())
    values = {value for variable in about for value in range(variable.low, variable.high + 1)}
    without = [value for value in sorted(values) if all(value not in left for left in choices.values())]
    if len(values) == len(about) and without:
        elsewhere = tuple(fact for fact in premises if fact.value == without[0] and not fact.holds)
        return DistinctReason(ReasonTemplate.NO_PLACE.reason(False, value=about[0].called(without[0])), elsewhere)
    names = list_text((about[place].place for place in sorted(short)), "and")
    shared = list_text((about[0].called(value) for value in sorted(few)), "and")
    return DistinctReason(ReasonTemplate.FEW_PARTNERS.reason(False, places=names, partners=shared), ())


def _naked_subset(terms: Sequence[Term], context: Counterfactual) -> DistinctReason | None:
    """The reason that several places have as many values left as there are places."""
    facts, goal = context.inference.premises, context.goal
    excluded = {fact.variable for fact in facts if not fact.holds}
    others = [one.variable for one in _numbers(terms) if one.variable.index in excluded]
    others = [one for one in others if goal is None or one.index != goal.variable]
    gone = {context.known[one.variable.index] for one in _numbers(terms)}
    values = sorted({one for variable in others for one in remaining_values(variable, facts)} - gone)
    if len(others) < 2 or len(values) != len(others):
        return None
    names = list_text((others[0].called(one) for one in values), "and")
    places = list_text((one.place for one in others), "and")
    return DistinctReason(ReasonTemplate.TAKEN.reason(True, places=places, values=names), ())
