"""Reasons from several cases: what the opposite of a conclusion would force by some of them, and what that breaks.

No single statement decides there.  So what the cases force of single places is followed by unit propagation, up to the
first case that is certainly false.  That case has a reason of its own, such as that only so many can be there.
"""

from collections.abc import Callable, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Fact, Inference, RuleCase
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate
from puzzlelang.steps.words.counterfactuals import Counterfactual, remaining_values, value
from puzzlelang.steps.words.fact_texts import Amount, clauses_text

MOST_ROUNDS = 3
"""Rounds of propagation, as a person follows no more."""

MOST_LOOKED = 3_000
"""Places that are looked at before no reason is given: each value that is tried takes a look at all of its case."""

MOST_VALUES = 9
"""Values left to a place up to which they are tried one by one."""

MOST_MENTIONS = 6
"""Places that may be forced, as all of them are named."""

Reasoner = Callable[[Problem, Inference], Reason]
"""Finds the reason of a contradiction by a single case."""


class _Propagated(msgspec.Struct):
    """What is known, the values left where nothing is known yet, the facts that were forced, and the looks left."""

    problem: Problem
    known: list[bool | int | None]
    left: dict[int, list[int]]
    forced: list[Fact]
    looks: int = MOST_LOOKED

    def narrowed(self, case: RuleCase) -> bool:
        """Exclude values with which a case is certainly false; whether a place became known."""
        new = False
        for index in case.variables:
            if self.looks <= 0 or self.known[index] is not None or not 1 < len(self.left[index]) <= MOST_VALUES:
                continue
            self.looks -= len(self.left[index]) * len(case.variables)
            self.left[index] = [one for one in self.left[index] if self._is_possible(case.formula, index, one)]
            if len(self.left[index]) == 1:
                (only,) = self.left[index]
                self.known[index] = value(self.problem.variables[index], only)
                self.forced.append(Fact(index, only, True))
                new = True
        return new

    def _is_possible(self, formula: Formula, index: int, one: int) -> bool:
        before, self.known[index] = self.known[index], value(self.problem.variables[index], one)
        result = evaluate.truth(formula, self.known) is not False
        self.known[index] = before
        return result


def joint_reason(context: Counterfactual, reason_of: Reasoner) -> Reason:
    """The reason that the opposite of a conclusion, or what is known, would come to by several cases; empty if none.

    `reason_of`: for the case that is false in the end.  Of two orders of the cases that one counts whose last case has
    a reason, then the one that forces fewer places.
    """
    cases = context.inference.cases
    if len(context.worlds) != 1 or len(cases) < 2 or all(case.graph for case in cases):
        return NO_REASON
    candidates = (_in_order(context, order, reason_of) for order in (cases, cases[::-1]))
    return min(
        filter(None, candidates), key=lambda one: (one.reason.broken is None, one.mentions), default=_NONE
    ).reason


class _Candidate(msgspec.Struct, frozen=True):
    """A reason, and how many places it names."""

    reason: Reason
    mentions: int


_NONE = _Candidate(NO_REASON, 0)


def _in_order(context: Counterfactual, cases: Sequence[RuleCase], reason_of: Reasoner) -> _Candidate | None:
    """The reason if the cases are looked at in this order."""
    variables = context.problem.variables
    plain = [case for case in cases if not case.graph]
    about = dict.fromkeys(index for case in plain for index in case.variables)
    left = {index: remaining_values(variables[index], context.inference.premises) for index in about}
    state = _Propagated(context.problem, list(context.worlds[0]), left, [])
    for _ in range(MOST_ROUNDS + 1):
        for case in cases:
            if not says_touched(case) and evaluate.truth(case.formula, state.known) is False:
                return _reason(context, case, state.forced, reason_of)
        if state.looks <= 0 or not sum(state.narrowed(case) for case in plain):
            break
    return None


def _reason(
    context: Counterfactual, broken: RuleCase, forced: Sequence[Fact], reason_of: Reasoner
) -> _Candidate | None:
    """The reason by the case that is false in the end, and by what was forced of its places before."""
    inference = context.inference
    drawn = [fact for fact in forced if fact.variable in set(broken.variables)]
    mentions = [fact for fact in drawn if fact.variable not in {one.variable for one in inference.conclusions}]
    if not drawn or len(mentions) > MOST_MENTIONS:
        return None
    goal = [context.goal.opposite] if context.goal is not None else []
    given = tuple(dict.fromkeys([*inference.premises, *drawn, *goal]))
    why = reason_of(context.problem, Inference((broken,), given, ()))
    then = clauses_text(context.problem, sorted(mentions), Amount(regions=True)) if mentions else ""
    if not (text := ", and ".join(filter(None, [then, why.text]))):
        return None
    result = ReasonTemplate.COMES_TO.reason(context.follows, text=text)
    last = broken.index if why.text else None
    return _Candidate(msgspec.structs.replace(result, evident=why.evident, broken=last), len(mentions))
