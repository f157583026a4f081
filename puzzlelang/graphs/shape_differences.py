"""Shape comparison of many components: an encoding of where two differ, built from cell to cell and shared by all.

A state maps one cell to another, with a turn or flip of what lies around it.  Two components are equal if at
each cell the neighbours in its component map to those in the component of the other cell.  A difference is passed on
along steps of falling rank to the first cell, and from there to all cells.  So clauses of a state refer to neighbours
only, and their number grows with the square of the number of cells.  Comparing whole components from each cell would
need the cube.
"""

from collections import deque
from collections.abc import Callable, Iterator

from puzzlelang.geometry.motions import Equality
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs.level_mapping import Auxiliaries, ComponentLabels
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph

State = tuple[int, int, int]
"""A cell, the one on which it is laid, and the number of the turn or flip of what lies around it."""

Pair = tuple[int, int]

CLAUSES = 30
"""About so many for each state."""


class ShapeDifferences:
    """Shared encoding for a graph whose vertices are cells; `joined` tells whether two are in one component."""

    def __init__(
        self,
        auxiliaries: Auxiliaries,
        graph: Graph,
        labels: ComponentLabels,
        joined: Callable[[int, int], Formula],
        equal: Equality,
    ) -> None:
        self.auxiliaries = auxiliaries
        self.graph = graph
        self.labels = labels
        self.joined = joined
        self.place = [cell.spot for cell in graph.places if isinstance(cell, Cell)]
        self.at = {place: vertex for vertex, place in enumerate(self.place)}
        self.turned = [[motion(place) for place in self.place] for motion in equal.motions]
        self.back = [{place: vertex for vertex, place in enumerate(places)} for places in self.turned]
        self.higher: list[list[tuple[int, Formula]]] = [[] for _ in graph.places]
        self.lower: list[list[tuple[int, Formula]]] = []
        for vertex, steps in enumerate(labels.lower):
            place, here = graph.places[vertex], graph.presence[vertex]
            smaller = [
                (other, auxiliaries.named("lower", place, build.conjunction((here, when)))) for other, when in steps
            ]
            self.lower.append(smaller)
            for other, when in self.lower[-1]:
                self.higher[other].append((vertex, when))
        self.differs: dict[State, tuple[Formula, Formula]] = {}
        self.together: dict[Pair, Formula] = {}
        self.unlike: dict[tuple[Pair, Pair], Formula] = {}

    def congruent(self, first: int, second: int) -> Formula:
        """Encode that a rotation, reflection and shift maps one component to the other; two absent ones are equal."""
        here = self.graph.presence[first], self.graph.presence[second]
        ways = [build.conjunction(map(build.negation, here))]
        for other in range(len(self.place)):
            there = self._joined_formula(second, other)
            if there is not False:
                alike = build.disjunction(
                    build.negation(self._differ(first, other, image))
                    for image, places in enumerate(self.turned)
                    if places[first][2] == self.place[other][2]
                )
                ways.append(build.conjunction((here[0], there, alike)))
        return build.disjunction(ways)

    def _differ(self, first: int, second: int, image: int) -> Formula:
        """The first cell's component, turned onto the second cell, differs from that cell's component."""
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
        self.auxiliaries.spend(CLAUSES)
        place = self.graph.places[state[0]]
        self.differs[state] = self.auxiliaries.member("differs above", place), self.auxiliaries.member("differs", place)

    def _around(self, state: State) -> dict[State, None]:
        result = (self._step(state, other) for other, _ in (*self.lower[state[0]], *self.higher[state[0]]))
        return {one: None for one in result if one is not None}

    def _state(self, state: State) -> None:
        vertex, on, _ = state
        either, no = self.auxiliaries.either, build.negation
        above, whole = self.differs[state]
        reasons: list[Formula] = []
        for one, other in self._pairs(state):
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

    def _pairs(self, state: State) -> Iterator[tuple[int | None, int | None]]:
        """Each neighbour of the cell with its image, then those of the other cell that are images of none of them."""
        vertex, on, image = state
        met = set()
        for one in self.graph.beside[vertex]:
            met.add(self._image(state, one))
            yield one, self._image(state, one)
        (i, j, _), (k, n, _) = self.turned[image][vertex], self.place[on]
        for other in self.graph.beside[on]:
            if other not in met:
                row, column, face = self.place[other]
                yield self.back[image].get((row + i - k, column + j - n, face)), other

    def _image(self, state: State, other: int) -> int | None:
        """Return where the turn, flip and shift of a state lays another vertex; None if that is no vertex."""
        vertex, on, image = state
        (i, j, _), (k, n, _) = self.turned[image][vertex], self.place[on]
        row, column, face = self.turned[image][other]
        return self.at.get((row + k - i, column + n - j, face))

    def _step(self, state: State, other: int) -> State | None:
        """The same turn and shift at another cell; None if its image is no cell."""
        there = self._image(state, other)
        return None if there is None else (other, there, state[2])

    def _unlike(self, vertex: int, one: int | None, on: int, other: int | None) -> Formula:
        """Exactly one of two neighbours belongs to the component of its cell."""
        if one is None:
            return self._joined_formula(on, other)
        if other is None:
            return self._joined_formula(vertex, one)
        here, there = (min(vertex, one), max(vertex, one)), (min(on, other), max(on, other))
        key = min(here, there), max(here, there)
        if key not in self.unlike:
            unlike = build.negation(build.same(self._joined_formula(vertex, one), self._joined_formula(on, other)))
            self.unlike[key] = self.auxiliaries.named("unlike", self.graph.places[vertex], unlike)
        return self.unlike[key]

    def _joined_formula(self, first: int, second: int | None) -> Formula:
        """Return the formula that two vertices are joined, one node for each pair; False without a second vertex."""
        if second is None:
            return False
        key = min(first, second), max(first, second)
        if key not in self.together:
            self.together[key] = self.auxiliaries.named("joined", self.graph.places[first], self.joined(*key))
        return self.together[key]
