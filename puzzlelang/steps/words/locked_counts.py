"""Reasons from two counts of which one keeps to the other: what the first still needs fills up the second.

A Sudoku player calls this pointing.  A Star Battle player says that the star of a room is somewhere in that row.
"""

import msgspec

from puzzlelang.steps.cases.counts import Count, Literal, counts
from puzzlelang.steps.record import Masks, apply_facts, full
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, named_text, within_text
from puzzlelang.steps.words.counterfactuals import Counterfactual


def locked_count_reason(context: Counterfactual) -> Reason:
    """The reason that one of two counts fills up the other, which has nothing elsewhere; empty if it is not so."""
    problem, inference = context.problem, context.inference
    if not context.follows or len(inference.cases) != 2 or len(both := counts(problem, inference.cases)) != 2:
        return NO_REASON
    masks = list(map(full, problem.variables))
    apply_facts(masks, inference.premises, problem.variables)
    excluded = {fact.variable for fact in inference.conclusions}
    for needing, holding in (both, both[::-1]):
        names = named_text(needing.case.origin), named_text(holding.case.origin)
        if all(names) and _fills(needing, holding, masks) and excluded <= _elsewhere(needing, holding):
            within, these = within_text([holding.case.origin])
            reason = ReasonTemplate.OVERLAP.reason(True, needing=names[0], need="needs", within=within, these=these)
            return msgspec.structs.replace(reason, evident=True)
    return NO_REASON


def _fills(needing: Count, holding: Count, masks: Masks) -> bool:
    """Whether the first keeps to the second, and still needs as many things as the second can still hold."""
    inside = {one for one in needing.things if _is_open(one, masks)}
    still = needing.least - _there(needing, masks)
    return inside <= set(holding.things) and still == holding.most - _there(holding, masks) > 0


def _elsewhere(needing: Count, holding: Count) -> set[int]:
    """The variables that only the second counts."""
    return {one.variable for one in holding.things} - {one.variable for one in needing.things}


def _is_open(thing: Literal, masks: Masks) -> bool:
    return bool(masks[thing.variable] & thing.values) and bool(masks[thing.variable] & ~thing.values)


def _there(count: Count, masks: Masks) -> int:
    return sum(not masks[one.variable] & ~one.values for one in count.things)
