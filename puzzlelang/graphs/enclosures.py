"""Enclosures: sets of vertices that a component lies within, with few conditions around them.

A component that is too small for a number is so as well if it had a few vertices more.  So it may be said to lie within
a larger set.  Where the component has a dent, fewer conditions keep it within the set than within itself, and a clause
with fewer conditions excludes more.
"""

from collections.abc import Callable, Iterable, Set

from puzzlelang.graphs.components import Components
from puzzlelang.graphs.paths_and_cuts import negations
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph, Holds, Number

Apart = Callable[[int], Formula | None]
"""A formula about a vertex, true in the answer, by which no path from the component enters it; None if none is true."""

MOST_STEPS = 3
"""So many vertices at most are added at once, where fewer save nothing.

With 1, 2, 3 and 4 a hard Fillomino of 9x9 takes 7.6, 6.1, 5.2 and 5.3 s of CPU, and 12.2 s without enclosures.
"""


def absent(components: Components) -> Apart:
    """Distinguish vertices by their absence, in any graph."""
    negated, _ = negations(components.graph)
    return lambda vertex: None if components.there[vertex] else negated[vertex]


def enclosure(components: Components, members: Iterable[int], room: int, fixed: Set[int], apart: Apart) -> set[int]:
    """Add up to `room` vertices to those of a component so that fewer conditions are around them.

    Conditions about single variables in `fixed` do not count, as a solver drops them from its clauses.  So `fixed` only
    decides which of several valid enclosures is chosen.
    """
    around = _Surroundings(components, set(members), fixed, apart)
    while room > 0:
        border = _outside(components.graph, around.within)
        for steps in (1, min(MOST_STEPS, room)):
            saved, added = around.best(border, steps)
            if saved > 0:
                break
        else:
            break
        around.within.update(added)
        room -= len(added)
    return around.within


def conditions_around(components: Components, within: Set[int], apart: Apart) -> list[Formula]:
    """List what keeps a component within an enclosure."""
    _, off = negations(components.graph)
    result: dict[int, Formula] = {}
    for vertex, edges in _outside(components.graph, within).items():
        one = apart(vertex)
        for formula in [off[edge] for edge in edges] if one is None else (one,):
            result[id(formula)] = formula
    return list(result.values())


def _outside(graph: Graph, within: Set[int]) -> dict[int, list[int]]:
    """The vertices beside a set, each with its edges to the set."""
    result: dict[int, list[int]] = {}
    for vertex in within:
        for other, edge in graph.neighbours[vertex]:
            if other not in within:
                result.setdefault(other, []).append(edge)
    return result


class _Surroundings:
    """A set of vertices that grows, and what keeps a component within it.

    `prices`: for each vertex that was met the open conditions by which it stands apart, or None.
    """

    def __init__(self, components: Components, within: set[int], fixed: Set[int], apart: Apart) -> None:
        self.components = components
        self.within = within
        self.fixed = fixed
        self.apart = apart
        self.prices: dict[int, int | None] = {}

    def best(self, candidates: Iterable[int], steps: int) -> tuple[int, tuple[int, ...]]:
        """Find up to `steps` vertices, one near the other, that save most: how many conditions, and which vertices."""
        best: tuple[int, tuple[int, ...]] = 0, ()
        for vertex in candidates:
            saved = self._saving(vertex)
            if saved is None:
                continue
            if saved > best[0]:
                best = saved, (vertex,)
            if steps > 1 and saved > -steps:
                self.within.add(vertex)
                near = [other for other in self.components.graph.beside[vertex] if other not in self.within]
                more, added = self.best(near, steps - 1)
                self.within.discard(vertex)
                if saved + more > best[0]:
                    best = saved + more, (vertex, *added)
        return best

    def _saving(self, vertex: int) -> int | None:
        """Count the conditions that are saved if a vertex beside the set is added; None if it cannot be."""
        result = self._alone(vertex)
        if result is None:
            result = self._off(vertex)
        if not result:
            return None
        for other, edge in self.components.graph.neighbours[vertex]:
            if other in self.within:
                continue
            price = self._alone(other)
            if price is None:
                # An edge may be off only because an end is absent.
                if self.components.on[edge] or not self.components.there[vertex]:
                    return None
                result -= 1
            elif price and self.within.isdisjoint(self.components.graph.beside[other]):
                result -= 1
        return result

    def _alone(self, vertex: int) -> int | None:
        """Count the open conditions by which a vertex stands apart, 0 or 1; None if it does not."""
        if vertex not in self.prices:
            one = self.apart(vertex)
            self.prices[vertex] = None if one is None else int(not _is_fixed(one, self.fixed))
        return self.prices[vertex]

    def _off(self, vertex: int) -> int:
        """Count the edges between the set and a vertex, all of which are off."""
        return sum(1 for other in self.components.graph.beside[vertex] if other in self.within)


def _is_fixed(formula: Formula, fixed: Set[int]) -> bool:
    """Return whether a formula is about a single variable that has the same value in every answer."""
    match formula:
        case bool():
            return True
        case Holds(variable) | nodes.Not(Holds(variable)) | nodes.Not(nodes.Equal(Number(variable))):
            return variable.index in fixed
        case _:
            return False
