"""Reasons from two counts of which one keeps to the other: what the first still needs fills up the second.

A Sudoku player calls this pointing.  A Star Battle player says that the star of a room is somewhere in that row.
"""

import msgspec

from puzzlelang.steps.cases.compared_counts import compared, open_count
from puzzlelang.steps.cases.counts import Literal, counts
from puzzlelang.steps.record import apply_facts, bits, full
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
    numbers: dict[Literal, int] = {}
    one_count, other = (open_count(count, masks, numbers) for count in both)
    if one_count is None or other is None:
        return NO_REASON
    literals = list(numbers)
    for needing, holding in ((one_count, other), (other, one_count)):
        names = named_text(needing.case.origin), named_text(holding.case.origin)
        for one in compared((holding,), [needing]) if needing.least and all(names) else ():
            gone = {literals[bit.bit_length() - 1].variable for bit in bits(one.gone)}
            if not one.needed and excluded <= gone:
                within, these = within_text([holding.case.origin])
                reason = ReasonTemplate.OVERLAP.reason(True, needing=names[0], need="needs", within=within, these=these)
                return msgspec.structs.replace(reason, evident=True)
    return NO_REASON
