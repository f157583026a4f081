"""Global constraints as formulas: all different, perfect matching, runs of a line.

A matching is witnessed by its edges.  That there is none is witnessed by things of one side that are all present and
have fewer present neighbours together than they are themselves (Hall 1935).  One side at a time is enough: if each side
can be served, both can at once (Mendelsohn and Dulmage 1958).

Runs are read by an automaton (Pesant 2004, `regular`).  Its states between two runs, unrolled over the line from the
right, are the nodes of one shared formula.  So there are no auxiliary symbols, and both polarities are right.
"""

from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.puzzle import Unknown
from puzzlelang.smt.arithmetic import BoundedNumber
from puzzlelang.smt.lowering import (
    FNode,
    Lowering,
    alias,
    as_number,
    auxiliary,
    conjunction,
    define,
    disjunction,
    negation,
    plus,
)

PAIRWISE = 30
"""Up to so many terms each pair is compared; beyond, the number of pairs grows out of hand."""


def distinct(lowering: Lowering, items: Sequence[BoundedNumber]) -> FNode:
    """State that all values differ.

    Three forms, each equivalent to the meaning, so that polarity does not matter.  Every pair differs.  Or, given as
    many values as terms, every value occurs (the pigeonhole principle).  Or every value occurs at most once.  Few terms
    get the first, with the second beside it where it holds: together they took half the time of pairs alone on
    latin squares, and values alone took far longer.  Many terms get the second if they can and the third if not.
    """
    make = lowering.make
    low, high = min(item.low for item in items), max(item.high for item in items)
    numbers = [alias(lowering, item.number, item.low, item.high) for item in items]
    parts: list[FNode] = []
    if len(items) <= PAIRWISE:
        pairs = [(a, b) for index, a in enumerate(numbers) for b in numbers[index + 1 :]]
        parts.extend(make.Not(make.Equals(a, b)) for a, b in pairs)
    crowded = high - low + 1 == len(items)
    if crowded or len(items) > PAIRWISE:
        for value in range(low, high + 1):
            ranged = zip(items, numbers, strict=True)
            here = [make.Equals(number, make.Int(value)) for item, number in ranged if item.low <= value <= item.high]
            if crowded:
                parts.append(make.Or(here))
            elif len(here) > 1:
                parts.append(make.LE(make.Plus([as_number(lowering, part) for part in here]), make.Int(1)))
    return make.And(parts)


class Sides(msgspec.Struct, frozen=True):
    """The presence of each left and right thing, and which pairs may be partners."""

    left: tuple[FNode, ...]
    right: tuple[FNode, ...]
    edges: tuple[tuple[int, int], ...]


def matching_symbol(lowering: Lowering, sides: Sides) -> FNode:
    """Make a symbol equivalent to "there is a perfect matching"."""
    make, answer = lowering.make, auxiliary(lowering, "matched")
    define(lowering, disjunction(lowering, [make.Not(answer), matching(lowering, sides)]))
    define(lowering, disjunction(lowering, [answer, no_matching(lowering, sides)]))
    return answer


def matching(lowering: Lowering, sides: Sides) -> FNode:
    """State a perfect matching by free symbols for its edges; right only where the formula is asserted as true."""
    taken = [auxiliary(lowering, "edge") for _ in sides.edges]
    parts: list[FNode] = []
    for side, presences in enumerate((sides.left, sides.right)):
        touching: list[list[FNode]] = [[] for _ in presences]
        for edge, symbol in zip(sides.edges, taken, strict=True):
            touching[edge[side]].append(symbol)
        parts.extend(_one_edge(lowering, presence, own) for presence, own in zip(presences, touching, strict=True))
    return conjunction(lowering, parts)


def _one_edge(lowering: Lowering, presence: FNode, edges: Sequence[FNode]) -> FNode:
    """One edge is taken at a present vertex, none at an absent one.

    Edges are few at each thing; as clauses this is 20 times faster than as a sum.
    """
    make = lowering.make
    if not edges:
        return negation(lowering, presence)
    single = [make.Not(make.And(a, b)) for index, a in enumerate(edges) for b in edges[index + 1 :]]
    some = make.Or(edges)
    return conjunction(lowering, [some if presence.is_true() else make.Iff(some, presence), *single])


def no_matching(lowering: Lowering, sides: Sides) -> FNode:
    """State that there is no matching, by free symbols for a Hall violator; right only where asserted as true."""
    back = [(b, a) for a, b in sides.edges]
    return lowering.make.Or(
        _too_few_neighbours(lowering, sides.left, sides.right, sides.edges),
        _too_few_neighbours(lowering, sides.right, sides.left, back),
    )


def _too_few_neighbours(
    lowering: Lowering, wanting: Sequence[FNode], offered: Sequence[FNode], edges: Iterable[tuple[int, int]]
) -> FNode:
    """Some present vertices have too few present neighbours."""
    make = lowering.make
    chosen = [auxiliary(lowering, "chosen") for _ in wanting]
    reached = [auxiliary(lowering, "reached") for _ in offered]
    parts = [disjunction(lowering, [make.Not(one), presence]) for one, presence in zip(chosen, wanting, strict=True)]
    for a, b in edges:
        parts.append(disjunction(lowering, [make.Not(chosen[a]), negation(lowering, offered[b]), reached[b]]))
    neighbours = plus(lowering, [as_number(lowering, one) for one in reached])
    return conjunction(
        lowering, [*parts, make.LT(neighbours, plus(lowering, [as_number(lowering, one) for one in chosen]))]
    )


Lengths = Sequence[int | Unknown]


def runs(lowering: Lowering, items: Sequence[FNode], lengths: Lengths) -> FNode:
    """State that the maximal stretches of true items have these lengths; `?` is any from 1.

    `rest[i]`: items i and later have exactly the lengths that the loop has read so far, and item i - 1 is in no run.
    """
    size, none = len(items), lowering.make.FALSE()
    free = [negation(lowering, item) for item in items]
    rest = _all_from(lowering, free)
    for length in reversed(lengths):
        after, rest = rest, [none] * (size + 2)
        ends = _open_ends(lowering, items, free, after) if isinstance(length, Unknown) else None
        for start in reversed(range(size)):
            if ends is not None:
                begun = conjunction(lowering, [items[start], ends[start + 1]])
            elif isinstance(length, int) and start + length <= size:
                stretch = [*items[start : start + length], *free[start + length : start + length + 1]]
                begun = conjunction(lowering, [*stretch, after[start + length + 1]])
            else:
                begun = none
            rest[start] = disjunction(lowering, [begun, conjunction(lowering, [free[start], rest[start + 1]])])
    return rest[0]


def _all_from(lowering: Lowering, free: Sequence[FNode]) -> list[FNode]:
    """Per place, and two beyond the end: no item is true from there on."""
    result = [lowering.make.TRUE(), lowering.make.TRUE()]
    for item in reversed(free):
        result.insert(0, conjunction(lowering, [item, result[0]]))
    return result


def _open_ends(
    lowering: Lowering, items: Sequence[FNode], free: Sequence[FNode], after: Sequence[FNode]
) -> list[FNode]:
    """Return per place: a run open before it ends there or later, and `after` holds behind its end."""
    size = len(items)
    result = [after[size]]
    for place in reversed(range(size)):
        more = conjunction(lowering, [items[place], result[0]])
        result.insert(0, disjunction(lowering, [more, conjunction(lowering, [free[place], after[place + 1]])]))
    return result
