"""Shape comparison of many components: an encoding of where two differ, built from cell to cell and shared by all.

A state maps one cell to another, with a rotation or reflection of what lies around it.  Two components are equal if at
each cell the neighbours in its component map to those in the component of the other cell.  A difference is passed on
along steps of falling rank to the first cell, and from there to all cells.  So clauses of a state refer to neighbours
only, and their number grows with the square of the number of cells.  Comparing whole components from each cell would
need the cube.
"""

from collections import deque
from collections.abc import Callable
from itertools import product

from puzzlelang.graphs import grid
from puzzlelang.graphs.level_mapping import Auxiliaries, ComponentLabels
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph

Image = tuple[int, int, int, int]

IMAGES: tuple[Image, ...] = tuple(
    (a, b, c, d) for a, b, c, d in product((-1, 0, 1), repeat=4) if a * c + b * d == 0 and (a * d - b * c) in (-1, 1)
)
"""Turns and flips: a step down and to the right becomes (a * down + b * right, c * down + d * right)."""

State = tuple[int, int, Image]
"""A cell, the one on which it is laid, and how what lies around it is turned."""

Pair = tuple[int, int]

CLAUSES = 30
"""About so many for each state."""


class ShapeDifferences:
    """Shared encoding for a graph whose vertices are cells; `joined` tells whether two are in one component."""

    def __init__(
        self, made: Auxiliaries, graph: Graph, labels: ComponentLabels, joined: Callable[[int, int], Formula]
    ) -> None:
        self.made = made
        self.graph = graph
        self.labels = labels
        self.joined = joined
        self.at = grid.vertex_by_cell(graph)
        self.place = {vertex: place for place, vertex in self.at.items()}
        offsets = {self._offset(first, second): None for first, second, _ in graph.edges}
        self.near = list(dict.fromkeys(_turned(image, offset) for offset in offsets for image in IMAGES))
        self.higher: list[list[tuple[int, Formula]]] = [[] for _ in graph.places]
        self.lower: list[list[tuple[int, Formula]]] = []
        for vertex, steps in enumerate(labels.lower):
            place, here = graph.places[vertex], graph.presence[vertex]
            told = [(other, made.named("lower", place, build.conjunction((here, when)))) for other, when in steps]
            self.lower.append(told)
            for other, when in self.lower[-1]:
                self.higher[other].append((vertex, when))
        self.differs: dict[State, tuple[Formula, Formula]] = {}
        self.together: dict[Pair, Formula] = {}
        self.unlike: dict[tuple[Pair, Pair], Formula] = {}

    def congruent(self, first: int, second: int) -> Formula:
        """Encode that a rotation, reflection and shift maps one component to the other; two absent ones are equal."""
        here = self.graph.presence[first], self.graph.presence[second]
        ways = [build.conjunction(map(build.negation, here))]
        for other in self.at.values():
            there = self._joined(second, other)
            if there is not False:
                alike = build.disjunction([build.negation(self._differ(first, other, image)) for image in IMAGES])
                ways.append(build.conjunction((here[0], there, alike)))
        return build.disjunction(ways)

    def _differ(self, first: int, second: int, image: Image) -> Formula:
        """The first cell's component, rotated onto the second cell, differs from that cell's component."""
        start = first, second, image
        if start not in self.differs:
            queue = deque([start])
            self._begin(start)
            while queue:
                state = queue.popleft()
                fresh = [one for one in self._around(state) if one not in self.differs]
                for one in fresh:
                    self._begin(one)
                queue.extend(fresh)
                self._state(state)
        return self.differs[start][1]

    def _begin(self, state: State) -> None:
        """Variables of a state: a difference at the cell or above it, and a difference anywhere."""
        self.made.spend(CLAUSES)
        place = self.graph.places[state[0]]
        self.differs[state] = self.made.member("differs above", place), self.made.member("differs", place)

    def _around(self, state: State) -> dict[State, None]:
        found = (self._step(state, other) for other, _ in (*self.lower[state[0]], *self.higher[state[0]]))
        return {one: None for one in found if one is not None}

    def _state(self, state: State) -> None:
        vertex, on, image = state
        either, no = self.made.either, build.negation
        above, whole = self.differs[state]
        reasons: list[Formula] = []
        for offset in self.near:
            one, other = self._beside(vertex, offset), self._beside(on, _turned(image, offset))
            if one is None and other is None:
                continue
            reasons.append(self._unlike(vertex, one, on, other))
            either(no(reasons[-1]), above)
        for other, when in self.higher[vertex]:
            there = self._step(state, other)
            if there is not None:
                reasons.append(build.conjunction((when, self.differs[there][0])))
                either(no(when), no(self.differs[there][0]), above)
        either(no(above), *reasons)
        first = build.equal(self.labels.label[vertex], vertex)
        either(no(first), no(above), whole)
        either(no(first), above, no(whole))
        for other, when in self.lower[vertex]:
            there = self._step(state, other)
            if there is None:
                either(no(when), whole)
            else:
                either(no(when), no(self.differs[there][1]), whole)
                either(no(when), self.differs[there][1], no(whole))

    def _step(self, state: State, other: int) -> State | None:
        """The same rotation and shift at another cell; None if its image is no cell."""
        vertex, on, image = state
        there = self._beside(on, _turned(image, self._offset(vertex, other)))
        return None if there is None else (other, there, image)

    def _offset(self, first: int, second: int) -> grid.Place:
        one, other = self.place[first], self.place[second]
        return other[0] - one[0], other[1] - one[1]

    def _beside(self, vertex: int, offset: grid.Place) -> int | None:
        row, column = self.place[vertex]
        found = self.at.get((row + offset[0], column + offset[1]))
        return None if found is None or self.graph.presence[found] is False else found

    def _unlike(self, vertex: int, one: int | None, on: int, other: int | None) -> Formula:
        """Exactly one of two neighbours belongs to the component of its cell."""
        if one is None:
            return self._joined(on, other)
        if other is None:
            return self._joined(vertex, one)
        here, there = (min(vertex, one), max(vertex, one)), (min(on, other), max(on, other))
        key = min(here, there), max(here, there)
        if key not in self.unlike:
            unlike = build.negation(build.same(self._joined(vertex, one), self._joined(on, other)))
            self.unlike[key] = self.made.named("unlike", self.graph.places[vertex], unlike)
        return self.unlike[key]

    def _joined(self, first: int, second: int | None) -> Formula:
        """Return the formula that two vertices are joined, one node for each pair; False without a second vertex."""
        if second is None:
            return False
        key = min(first, second), max(first, second)
        if key not in self.together:
            self.together[key] = self.made.named("joined", self.graph.places[first], self.joined(*key))
        return self.together[key]


def _turned(image: Image, offset: grid.Place) -> grid.Place:
    a, b, c, d = image
    return a * offset[0] + b * offset[1], c * offset[0] + d * offset[1]
