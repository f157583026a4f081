"""Why counts and totals lead to what they do: what is full, what needs all that is left, what adds up to too much."""

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.setting import Setting, World, left
from puzzlelang.steps.templates import Template


def counted(formula: nodes.AtMost | nodes.Equal, positive: bool, given: Setting) -> str:
    """What decides where a count or a total would be wrong otherwise."""
    term = formula.term
    if not isinstance(term, nodes.Sum):
        return ""
    least, most = _bounds(formula, term.constant, positive)
    factors = {factor for factor, _ in term.counted}
    if term.added or factors not in ({1}, {-1}):
        return _total(formula, term, least, given) if least is not None and least == most else ""
    parts = [part for _, part in term.counted]
    if any(len(variables(part)) != 1 for part in parts) or not given.fails(formula, positive):
        return ""
    if factors == {-1}:
        least, most = _less(0, most), _less(0, least)
    told = [evaluate.truth(part, given.known) for part in parts]
    if all(isinstance(part, nodes.Not) for part in parts):  # what is missing is counted: tell what is there
        told = [None if one is None else not one for one in told]
        least, most = _less(len(parts), most), _less(len(parts), least)
    goal = given.goal
    within = goal is not None and any(one.index == goal.variable for part in parts for one in variables(part))
    return _crowded(told, least, most, within)


def _bounds(formula: nodes.AtMost | nodes.Equal, constant: int, positive: bool) -> tuple[int | None, int | None]:
    """Between which bounds the sum has to be without its constant."""
    match formula:
        case nodes.Equal(_, value):
            return (value - constant, value - constant) if positive else (None, None)
        case nodes.AtMost(_, bound):
            return (None, bound - constant) if positive else (bound - constant + 1, None)


def _less(whole: int, part: int | None) -> int | None:
    return None if part is None else whole - part


def _crowded(told: list[bool | None], least: int | None, most: int | None, follows: bool) -> str:
    """Of what is counted: nothing more can be there, or nothing less; `follows`: that decides one of them."""
    there, free = told.count(True), told.count(None)
    if most is not None and there >= most + (not follows):
        return Template.FULL.filled(follows, count=there, most=most) if there else ""
    if least is not None and there + free <= least - (not follows):
        template = Template.ONE_LEFT if free == 1 and follows else Template.NEEDED
        return template.filled(follows, count=there + free, least=least)
    return ""


def _total(formula: Formula, term: nodes.Sum, wanted: int, given: Setting) -> str:
    """Of numbers that add up, or of weights of what is there."""
    if any(factor < 1 for factor, _ in term.counted) or any(factor != 1 for factor, _ in term.added):
        return ""
    goal = given.goal
    parts: tuple[Formula | nodes.Term, ...] = tuple(part for _, part in (*term.counted, *term.added))
    open_ = {one.index for part in parts for one in variables(part) if given.known[one.index] is None}
    decides = given.sole or given.fails(formula, True)
    if goal is not None and decides and term.added and goal.holds and open_ == {goal.variable}:
        return Template.LEAVES.filled(True, value=given.stated.variables[goal.variable].called(goal.value))
    ranges = [_range(term, world, given) for world in given.worlds]
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if low > wanted:
        return Template.LARGE_TOTAL.filled(given.follows, total=low)
    return Template.SMALL_TOTAL.filled(given.follows, total=high) if high < wanted else ""


def _range(term: nodes.Sum, world: World, given: Setting) -> tuple[int, int]:
    """The least and the greatest that the sum can be without its constant, by all values that are left."""
    low, high = evaluate.reach(term, world)
    low, high = low - term.constant, high - term.constant
    for _, part in term.added:
        if isinstance(part, nodes.Number) and world[part.variable.index] is None:
            values = left(part.variable, given.made.given) or [part.variable.low, part.variable.high]
            low, high = low + min(values) - part.variable.low, high + max(values) - part.variable.high
    return low, high
