"""Bounds of numbers: what sums and greatest values leave of large domains, whatever the other numbers are.

Each constraint gives the least and the greatest value of a term.  These are passed on to its parts, and narrower bounds
of a number to all constraints about it (bounds consistency: HC4, Benhamou, Goualard, Granvilliers and Puget 1999).
"""

from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.problem.traversal import variables

LARGE = 12
"""Bounds are computed if a number has more values: what is made of two numbers grows with the product of these."""

MOST_VISITS = 20
"""Constraints are visited so often at most, on average: bounds of numbers that exceed each other creep."""

Interval = tuple[int, int]
_Demand = tuple[Term, Interval]
"""A term and its bounds in every answer."""

_BOUNDLESS = 10**18


class _Bounds(msgspec.Struct):
    """The least and greatest value of each variable; `changed`: those that are narrower than before, in order."""

    low: list[int]
    high: list[int]
    changed: dict[int, None] = {}


def narrow_bounds(parts: Iterable[Formula], domains: list[Sequence[int]]) -> None:
    """Leave out of the domains what the parts rule out, each of which is true in every answer.

    A domain of which nothing would be left stays, so that the constraints contradict each other.
    """
    if not any(len(values) > LARGE for values in domains):
        return
    demands = [demand for part in parts if (demand := _demand(part)) is not None]
    state = _Bounds(
        [values[0] if values else 0 for values in domains], [values[-1] if values else 0 for values in domains]
    )
    _propagate(demands, state)
    for index in state.changed:
        kept = [value for value in domains[index] if state.low[index] <= value <= state.high[index]]
        if kept:
            domains[index] = range(kept[0], kept[-1] + 1) if kept[-1] - kept[0] == len(kept) - 1 else tuple(kept)


def _demand(part: Formula) -> _Demand | None:
    match part:
        case nodes.Equal(nodes.Sum(_, added) | nodes.Extreme(_, added) as term, value) if added:
            return term, (value, value)
        case nodes.AtMost(nodes.Sum(_, added) | nodes.Extreme(_, added) as term, bound) if added:
            return term, (-_BOUNDLESS, bound)
        case nodes.Not(nodes.AtMost(nodes.Sum(_, added) | nodes.Extreme(_, added) as term, bound)) if added:
            return term, (bound + 1, _BOUNDLESS)
        case _:
            return None


def _propagate(demands: Sequence[_Demand], state: _Bounds) -> None:
    """Narrow the bounds until no constraint does so, or they contradict each other."""
    if not all(_pass_on(term, wanted, state) for term, wanted in demands):
        return
    about: dict[int, list[int]] = {}
    for position, (term, _) in enumerate(demands if state.changed else ()):
        for variable in variables(term):
            about.setdefault(variable.index, []).append(position)
    narrowed = state.changed
    waiting = dict.fromkeys(position for index in narrowed for position in about.get(index, ()))
    left = MOST_VISITS * len(demands)
    while waiting and left:
        left -= 1
        position = next(iter(waiting))
        del waiting[position]
        term, wanted = demands[position]
        state.changed = {}
        if not _pass_on(term, wanted, state):
            break
        narrowed |= state.changed
        waiting |= dict.fromkeys(position for index in state.changed for position in about[index])
    state.changed = narrowed


def _interval(term: Term, state: _Bounds) -> Interval:
    """Return the bounds of a term that those of its numbers leave."""
    match term:
        case nodes.Number(variable):
            return state.low[variable.index], state.high[variable.index]
        case nodes.Sum(counted, added, constant):
            low = constant + sum(factor for factor, _ in counted if factor < 0)
            high = constant + sum(factor for factor, _ in counted if factor > 0)
            for factor, part in added:
                least, most = _interval(part, state)
                low += factor * (least if factor > 0 else most)
                high += factor * (most if factor > 0 else least)
            return low, high
        case nodes.Extreme(greatest, items) if all(presence is True for presence, _ in items):
            pick = max if greatest else min
            inner = [_interval(part, state) for _, part in items]
            return pick(least for least, _ in inner), pick(most for _, most in inner)
        case int():
            return term, term
        case _:
            return term.low, term.high


def _pass_on(term: Term, wanted: Interval, state: _Bounds) -> bool:
    """Pass bounds of a term on to its parts; False if they contradict those of its numbers."""
    match term:
        case nodes.Number(variable):
            return _narrow(variable.index, wanted, state)
        case nodes.Sum(_, added):
            return _pass_to_summands(added, _interval(term, state), wanted, state)
        case nodes.Extreme(greatest, items):
            each = (-_BOUNDLESS, wanted[1]) if greatest else (wanted[0], _BOUNDLESS)
            return all(_pass_on(part, each, state) for presence, part in items if presence is True)
        case _:
            return True


def _narrow(index: int, wanted: Interval, state: _Bounds) -> bool:
    low, high = max(wanted[0], state.low[index]), min(wanted[1], state.high[index])
    if low > high:
        return False
    if (low, high) != (state.low[index], state.high[index]):
        state.low[index], state.high[index] = low, high
        state.changed[index] = None
    return True


def _pass_to_summands(added: Sequence[tuple[int, Term]], whole: Interval, wanted: Interval, state: _Bounds) -> bool:
    """Pass bounds of a sum on to its summands: each is what the others leave."""
    below, above = wanted[1] - whole[0], whole[1] - wanted[0]
    if below < 0 or above < 0:
        return False
    for factor, part in added:
        least, most = _interval(part, state)
        if (most - least) * abs(factor) <= min(below, above):
            continue
        fall, rise = above // abs(factor), below // abs(factor)
        inner = (most - fall, least + rise) if factor > 0 else (most - rise, least + fall)
        if not _pass_on(part, inner, state):
            return False
    return True
