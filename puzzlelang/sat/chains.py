"""Chains: numbers that take all values of a range, each once, where certain numbers alone may follow each.

On a Signpost the number after that of a cell stands where its arrow points, on a Hidato beside it.  The variables that
may have one value are a layer of a graph.  A variable stays in its layer if a step leads to it from the layer before,
and from it to the layer after: so values are left that are as many steps away from each number that is known.
(Layers are filtered like those of Andersen, Hadzic, Hooker and Tiedemann 2007.)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula
from puzzlelang.problem.traversal import together
from puzzlelang.sat import compare


class Step(msgspec.Struct, frozen=True):
    """One of the variables `others` has the value after that of `variable`, or before it, if `back`.

    It need not hold where the value is greater than `limit`, or less, if `back`; `limit` is None if it always holds.
    """

    variable: int
    others: frozenset[int]
    back: bool
    limit: int | None


class Chain(msgspec.Struct, frozen=True, eq=False):
    """Variables that have all values from `low` on, each once; `after[i]` are those that may follow the i-th.

    Sets are of bits, a bit for each position in `indexes`.
    """

    indexes: Sequence[int]
    low: int
    after: Sequence[int]


def step(formula: Formula) -> Step | None:
    """Match a statement that a value after, or before, is that of one of some variables."""
    match formula:
        case nodes.Or(parts):
            pass
        case nodes.Equal(nodes.Sum(counted, (), constant), value) if value > constant:
            parts = tuple(part for factor, part in counted if factor > 0)
        case nodes.Equal():
            parts = (formula,)
        case _:
            return None
    limits: list[tuple[int, int, bool]] = []
    pairs: list[tuple[int, int]] = []  # of a value and the one after it
    for part in parts:
        if (pair := _pair(part)) is not None:  # most are, and telling costs least
            pairs.append(pair)
        elif (limit := _limit(part)) is not None:
            limits.append(limit)
        elif (pair := next((pair for one in together(part) if (pair := _pair(one)) is not None), None)) is not None:
            pairs.append(pair)
        else:
            return None
    if not pairs or len(limits) > 1:
        return None
    starts, ends = {one for one, _ in pairs}, {one for _, one in pairs}
    if len(starts) == 1 and (not limits or (limits[0][0] in starts and not limits[0][2])):
        return Step(next(iter(starts)), frozenset(ends), False, limits[0][1] if limits else None)
    if len(ends) == 1 and (not limits or (limits[0][0] in ends and limits[0][2])):
        return Step(next(iter(ends)), frozenset(starts), True, limits[0][1] if limits else None)
    return None


def _limit(part: Formula) -> tuple[int, int, bool] | None:
    """Match "the variable is greater than" or, with True, "less than" a number."""
    match part:
        case nodes.Not(nodes.AtMost(nodes.Number(variable), bound)):
            return variable.index, bound, False
        case nodes.AtMost(nodes.Number(variable), bound):
            return variable.index, bound + 1, True
        case nodes.Equal(nodes.Number(variable), value) if value == variable.high:
            return variable.index, value - 1, False
        case nodes.Equal(nodes.Number(variable), value) if value == variable.low:
            return variable.index, value + 1, True
        case _:
            return None


def _pair(part: Formula) -> tuple[int, int] | None:
    pair = compare.difference(part)
    if pair is None or abs(pair[2]) != 1:
        return None
    x, y, more = pair
    return (y.index, x.index) if more == 1 else (x.index, y.index)


Steps = Mapping[int, Sequence[Step]]
"""Steps by their variable."""


def steps_of(formulas: Iterable[Formula]) -> Steps:
    """Return the steps among formulas, all of which hold."""
    result: dict[int, list[Step]] = {}
    for formula in formulas:
        if (one := step(formula)) is not None:
            result.setdefault(one.variable, []).append(one)
    return result


def may_be_chain(group: Sequence[int], domains: Sequence[Sequence[int]]) -> bool:
    """Return whether variables that differ have as many values as there are variables, one after another."""
    if len(group) < 3 or len(set(group)) < len(group):
        return False
    shared = {id(domains[index]): domains[index] for index in group}
    values = set().union(*shared.values())
    return len(group) == len(values) == max(values) - min(values) + 1


def chains_of(groups: Iterable[Sequence[int]], steps: Steps, domains: Sequence[Sequence[int]]) -> Iterator[Chain]:
    """Yield the chains among groups of variables that differ, with these domains; each group may be one."""
    for group in groups:
        low = min(domains[index][0] for index in group)
        high = low + len(group) - 1
        places = {index: place for place, index in enumerate(group)}
        after = [(1 << len(group)) - 1] * len(group)
        useful = False
        for one in (one for index in group for one in steps.get(index, ())):
            if one.limit is not None and (one.limit > low + 1 if one.back else one.limit < high - 1):
                continue
            if not one.others <= places.keys():
                continue
            useful = True
            mask = sum(1 << places[other] for other in one.others)
            here = places[one.variable]
            if one.back:
                for place in range(len(group)):
                    if not mask >> place & 1:
                        after[place] &= ~(1 << here)
            else:
                after[here] &= mask
        if useful:
            yield Chain(group, low, after)


def layers(chain: Chain, domains: Sequence[Sequence[int]]) -> list[int]:
    """Return the variables that may have each value, as sets of bits, in ascending order of the values.

    The layers are empty if there is no answer.
    """
    size = len(chain.indexes)
    before = [0] * size
    for place, mask in enumerate(chain.after):
        for other in bits(mask):
            before[other] |= 1 << place
    result = _all_values(chain, domains)
    ways = _Way(1, chain.after, [True] * size), _Way(-1, before, [True] * size)
    waiting = True
    while waiting:
        changed = [value for way in ways for value in _pass_on(result, way, ways)]
        old = result.copy()
        waiting = _once(result) or bool(changed)
        for way in ways:
            for value, layer in enumerate(result):
                way.stale[value] |= layer != old[value]
        if not all(result):
            return [0] * size
    return result


def _all_values(chain: Chain, domains: Sequence[Sequence[int]]) -> list[int]:
    """Return the variables that have each value in their domain.  Many share one domain, so they are taken together."""
    result = [0] * len(chain.indexes)
    shared = {id(domains[index]): domains[index] for index in chain.indexes}
    alike = dict.fromkeys(shared, 0)
    for place, index in enumerate(chain.indexes):
        alike[id(domains[index])] |= 1 << place
    for name, places in alike.items():
        for value in shared[name]:
            result[value - chain.low] |= places
    return result


class _Way(msgspec.Struct, frozen=True):
    """A direction: how far the value of the next layer is, and which variables a step leads to from each.

    `stale`: the layers that changed since they were passed on.  `reached`: what steps lead to from a layer; many layers
    are alike.
    """

    far: int
    near: Sequence[int]
    stale: list[bool]
    reached: dict[int, int] = msgspec.field(default_factory=dict)


def _pass_on(layers: list[int], way: _Way, ways: Sequence[_Way]) -> Iterator[int]:
    """Leave in each next layer what a step leads to; yield the values of those that change."""
    size = len(layers)
    for value in range(size - 1) if way.far == 1 else range(size - 1, 0, -1):
        if way.stale[value]:
            way.stale[value] = False
            layer, after = layers[value], value + way.far
            if layer not in way.reached:
                way.reached[layer] = _reached(layer, way.near)
            kept = way.reached[layer] & layers[after]
            if kept != layers[after]:
                layers[after] = kept
                for one in ways:
                    one.stale[after] = True
                yield after


def _reached(layer: int, near: Sequence[int]) -> int:
    """Return the variables to which a step leads from those of a layer."""
    result = 0
    for place in bits(layer):
        result |= near[place]
    return result


def _once(numbers: list[int]) -> bool:
    """Take each variable that alone may have a value, or has but one value, from other layers; tell about changes."""
    seen = several = 0
    for layer in numbers:
        several |= seen & layer
        seen |= layer
    changed = False
    for value, layer in enumerate(numbers):
        if (certain := layer & ~several) and certain != layer:
            if certain & (certain - 1):  # two variables that can have no other value
                numbers[value] = 0
                return True
            numbers[value] = layer = certain
            changed = True
        if layer & layer - 1 == 0 and layer & several:
            for other in range(len(numbers)):
                if other != value and numbers[other] & layer:
                    numbers[other] &= ~layer
                    changed = True
    return changed


def bits(mask: int) -> Iterator[int]:
    """Yield the places of a set of bits, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def values_left(chain: Chain, domains: Sequence[Sequence[int]]) -> Mapping[int, Sequence[int]]:
    """Return the values that a chain leaves to its variables; nothing if it leaves none to one of them."""
    left: dict[int, list[int]] = {index: [] for index in chain.indexes}
    for value, layer in enumerate(layers(chain, domains), chain.low):
        for place in bits(layer):
            left[chain.indexes[place]].append(value)
    return left if all(left.values()) else {}
