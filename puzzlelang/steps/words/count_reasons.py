"""Reasons from counts and totals: what is full, what needs all the rest, what adds up to too much.

A contradiction of several counts is found by double counting: if the places of some counts lie among those of others,
the first sum to no more than the second.  All rows and all columns of a board are the usual case.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Origin
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.record import RuleCase
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, list_text, origin_text
from puzzlelang.steps.words.absences import NONE
from puzzlelang.steps.words.counterfactuals import Counterfactual, World, remaining_values


def count_reason(formula: nodes.AtMost | nodes.Equal, positive: bool, context: Counterfactual) -> Reason:
    """The reason why a count or a total would be wrong otherwise; empty if there is none."""
    term = formula.term
    if not isinstance(term, nodes.Sum):
        return NO_REASON
    least, most = _bounds(formula, term.constant, positive)
    factors = {factor for factor, _ in term.counted}
    if term.added or factors not in ({1}, {-1}):
        return _total_reason(formula, term, least, context) if least is not None and least == most else NO_REASON
    parts = [part for _, part in term.counted]
    if any(len(variables(part)) != 1 for part in parts) or not context.is_false_everywhere(formula, positive):
        return NO_REASON
    if factors == {-1}:
        least, most = _remainder(0, most), _remainder(0, least)
    truths = [evaluate.truth(part, context.known) for part in parts]
    if all(map(_says_absence, parts)):  # what is missing is counted: tell what is there
        truths = [None if one is None else not one for one in truths]
        least, most = _remainder(len(parts), most), _remainder(len(parts), least)
    goal = context.goal
    within = goal is not None and any(one.index == goal.variable for part in parts for one in variables(part))
    return _full_or_needed(truths, least, most, within)


def view_reason(formula: Formula, positive: bool, context: Counterfactual) -> Reason:
    """The reason from a count of places that depend on each other, such as those in view of a cell; may be empty.

    No number is said: what the grid gives from the start, such as the cell itself, is no part of the count.
    """
    if not isinstance(formula, nodes.AtMost | nodes.Equal) or not isinstance(formula.term, nodes.Sum):
        return NO_REASON
    term = formula.term
    if term.added or any(factor != 1 for factor, _ in term.counted):
        return NO_REASON
    least, most = _bounds(formula, 0, positive)
    ranges = [evaluate.reach(term, world) for world in context.worlds]
    if most is not None and min(low for low, _ in ranges) > most:
        return ReasonTemplate.TOO_MANY.reason(context.follows)
    if least is not None and max(high for _, high in ranges) < least:
        return ReasonTemplate.TOO_FEW.reason(context.follows)
    return NO_REASON


def _says_absence(part: Formula) -> bool:
    """Whether a formula says that something is not there."""
    match part:
        case nodes.Not():
            return True
        case nodes.Equal(nodes.Number(variable), value):
            return bool(variable.names) and variable.called(value) == NONE
        case _:
            return False


def _bounds(formula: nodes.AtMost | nodes.Equal, constant: int, positive: bool) -> tuple[int | None, int | None]:
    """The least and the greatest value of the sum without its constant; None for no bound."""
    match formula:
        case nodes.Equal(_, value):
            return (value - constant, value - constant) if positive else (None, None)
        case nodes.AtMost(_, bound):
            return (None, bound - constant) if positive else (bound - constant + 1, None)


def _remainder(whole: int, part: int | None) -> int | None:
    return None if part is None else whole - part


def _full_or_needed(truths: list[bool | None], least: int | None, most: int | None, follows: bool) -> Reason:
    """The reason that nothing more fits, or that everything left is needed; `follows`: it decides a counted place."""
    there, free = truths.count(True), truths.count(None)
    if most is not None and there >= most + (not follows):
        few = {1: ReasonTemplate.FULL_OF_ONE, 2: ReasonTemplate.BOTH}
        template = few.get(there, ReasonTemplate.FULL)
        return template.reason(follows, count=there) if there else NO_REASON
    if least is not None and there + free <= least - (not follows):
        needed = ReasonTemplate.NEEDED if there + free else ReasonTemplate.NEEDED_OF_NONE
        template = ReasonTemplate.ONE_LEFT if free == 1 and follows else needed
        return template.reason(follows, count=there + free)
    return NO_REASON


def _total_reason(formula: Formula, term: nodes.Sum, wanted: int, context: Counterfactual) -> Reason:
    """The reason from a sum of numbers, or of weights of what is present."""
    if any(factor < 1 for factor, _ in term.counted) or any(factor != 1 for factor, _ in term.added):
        return NO_REASON
    goal = context.goal
    parts: tuple[Formula | nodes.Term, ...] = tuple(part for _, part in (*term.counted, *term.added))
    open_ = {one.index for part in parts for one in variables(part) if context.known[one.index] is None}
    decides = context.is_single or context.is_false_everywhere(formula, True)
    if goal is not None and decides and term.added and goal.holds and open_ == {goal.variable}:
        return ReasonTemplate.LEAVES.reason(True, value=context.problem.variables[goal.variable].called(goal.value))
    ranges = [_range(term, world, context) for world in context.worlds]
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if low > wanted:
        return ReasonTemplate.LARGE_TOTAL.reason(context.follows, total=low)
    return ReasonTemplate.SMALL_TOTAL.reason(context.follows, total=high) if high < wanted else NO_REASON


def _range(term: nodes.Sum, world: World, context: Counterfactual) -> tuple[int, int]:
    """The least and the greatest sum without its constant, by all values that are left."""
    low, high = evaluate.reach(term, world)
    low, high = low - term.constant, high - term.constant
    for _, part in term.added:
        if isinstance(part, nodes.Number) and world[part.variable.index] is None:
            values = remaining_values(part.variable, context.inference.premises) or [
                part.variable.low,
                part.variable.high,
            ]
            low, high = low + min(values) - part.variable.low, high + max(values) - part.variable.high
    return low, high


Literal = tuple[int, int, bool]
"""A variable by index, one of its values, and whether it has that value."""


class _Count(msgspec.Struct, frozen=True, eq=False):
    """Bounds on how many of the open literals are true; None for no bound."""

    origin: Origin
    among: Counter[Literal]
    least: int | None
    most: int | None


def totals_contradiction(cases: Sequence[RuleCase], known: World) -> str:
    """The reason that the counts of some cases exceed those of others; empty if that is not the contradiction."""
    counts = [_count(case, known) for case in cases]
    if None in counts:
        return ""
    sides = _bipartition([one for one in counts if one is not None])
    for first, second in (sides, sides[::-1]):
        wanted, most = [one.least for one in first], [one.most for one in second]
        inside = sum((one.among for one in first), Counter[Literal]())
        if None in wanted or None in most or inside - sum((one.among for one in second), Counter[Literal]()):
            continue
        least, limit = sum(one or 0 for one in wanted), sum(one or 0 for one in most)
        if first and second and least > limit:
            names = (list_text((origin_text(one.origin) for one in side), "and") for side in (first, second))
            return ReasonTemplate.TOTALS.text(
                False, **dict(zip(("first", "second"), names, strict=True)), least=least, limit=limit
            )
    return ""


def _count(case: RuleCase, known: World) -> _Count | None:
    match case.formula:
        case nodes.Equal(nodes.Sum(counted, (), constant), value):
            return _residual_count(case.origin, counted, value - constant, value - constant, known)
        case nodes.AtMost(nodes.Sum(counted, (), constant), bound):
            return _residual_count(case.origin, counted, None, bound - constant, known)
        case nodes.Paired(left, right):
            for one, other in ((left, right), (right, left)):
                fixed = [evaluate.truth(presence, known) for _, presence in one]
                if None not in fixed:
                    count = fixed.count(True)
                    return _residual_count(case.origin, [(1, presence) for _, presence in other], count, count, known)
            return None
        case _:
            return None


def _residual_count(
    origin: Origin, counted: Sequence[tuple[int, Formula]], least: int | None, most: int | None, known: World
) -> _Count | None:
    factors = {factor for factor, _ in counted}
    if factors == {-1}:
        least, most = (None if most is None else -most), (None if least is None else -least)
    elif factors != {1}:
        return None
    there, among = 0, Counter[Literal]()
    for _, part in counted:
        truth = evaluate.truth(part, known)
        literal = _literal(part)
        if truth is not None:
            there += truth
        elif literal is None:
            return None
        else:
            among[literal] += 1
    return _Count(origin, among, None if least is None else least - there, None if most is None else most - there)


def _literal(part: Formula) -> Literal | None:
    match part:
        case nodes.Holds(variable):
            return variable.index, 1, True
        case nodes.Not(inner):
            result = _literal(inner)
            return None if result is None else (result[0], result[1], not result[2])
        case nodes.Equal(nodes.Number(variable), value) if len(variables(part)) == 1:
            return variable.index, value, True
        case _:
            return None


def _bipartition(counts: Sequence[_Count]) -> tuple[list[_Count], list[_Count]]:
    """A two-colouring of the counts: counts that share a place get different sides as far as possible."""
    side: dict[int, int] = {}
    for start in range(len(counts)):
        side.setdefault(start, 0)
        queue = [start]
        for one in queue:
            for other in range(len(counts)):
                if other not in side and counts[one].among & counts[other].among:
                    side[other] = 1 - side[one]
                    queue.append(other)
    first = [count for index, count in enumerate(counts) if side[index] == 0]
    return first, [count for index, count in enumerate(counts) if side[index] == 1]
