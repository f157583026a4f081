"""A graph under domains: which vertices and edges are there, which may be, and what separates them.

Conditions are those of `nodes.Graph`.  Their truth comes from the domains, and what is concluded of them narrows these.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.graphs.depth_first import depth_first
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.record import Masks, bits, is_single, value

MOST_VALUES = 16
"""A condition about one open number with more values than this narrows nothing."""


class ContradictionError(Exception):
    """Nothing within the domains meets a statement."""


class Domains:
    """Domains, and what conclusions leave of them: `narrowed` has the masks that change, by variable.

    The truth of a formula is that under the domains before.
    """

    def __init__(self, problem: Problem, masks: Masks) -> None:
        self._problem = problem
        self._masks = masks
        self._values: list[bool | int | None] | None = None
        self._graphs: dict[int, OpenGraph] = {}
        self.narrowed: dict[int, int] = {}

    def graph(self, graph: Graph) -> "OpenGraph":
        """A graph under these domains."""
        if id(graph) not in self._graphs:
            self._graphs[id(graph)] = OpenGraph(graph, self)
        return self._graphs[id(graph)]

    def mask(self, index: int) -> int:
        """What is left of the domain of a variable."""
        return self.narrowed.get(index, self._masks[index])

    def truth(self, condition: Formula) -> bool | None:
        """The truth of a formula without graphs; None if it is open."""
        match condition:
            case bool():
                return condition
            case nodes.Holds(variable):
                mask = self._masks[variable.index]
                return None if mask == 3 else mask == 2
            case nodes.Not(part):
                inner = self.truth(part)
                return None if inner is None else not inner
            case nodes.Or(parts):
                return self._any(parts, True)
            case nodes.And(parts):
                return self._any(parts, False)
            case _:
                return evaluate.truth(condition, self._known())

    def _any(self, parts: Sequence[Formula], wanted: bool) -> bool | None:
        """Whether any part has a truth: then the whole has it, too."""
        result: bool | None = not wanted
        for part in parts:
            one = self.truth(part)
            if one is wanted:
                return wanted
            result = None if one is None else result
        return result

    def _known(self) -> list[bool | int | None]:
        if self._values is None:
            self._values = [
                value(variable, mask) if mask and is_single(mask) else None
                for variable, mask in zip(self._problem.variables, self._masks, strict=True)
            ]
        return self._values

    def require(self, condition: Formula, wanted: bool) -> None:
        """Narrow the domains so that a condition has a truth, as far as single variables decide it."""
        match condition:
            case nodes.Not(part):
                self.require(part, not wanted)
                return
            case nodes.And(parts) | nodes.Or(parts) if isinstance(condition, nodes.And) is wanted:
                for part in parts:
                    self.require(part, wanted)
                return
            case nodes.Holds(variable):
                left = self.mask(variable.index) & (2 if wanted else 1)
                if not left:
                    raise ContradictionError
                self.narrowed[variable.index] = left
                return
            case _:
                pass
        now = self.truth(condition)
        if now is not None:
            if now is not wanted:
                raise ContradictionError
            return
        about = [one for one in variables(condition) if not is_single(self._masks[one.index])]
        if len(about) == 1:
            self._narrow(about[0], condition, wanted)

    def _narrow(self, variable: nodes.Variable, condition: Formula, wanted: bool) -> None:
        before = self.mask(variable.index)
        if before.bit_count() > MOST_VALUES:
            return
        known, left = self._known(), 0
        for one in bits(before):
            known[variable.index] = value(variable, one)
            left |= one if evaluate.truth(condition, known) is wanted else 0
        known[variable.index] = None
        if not left:
            raise ContradictionError
        if left != before:
            self.narrowed[variable.index] = left


class OpenGraph:
    """A graph under domains; truths are found when they are asked for."""

    def __init__(self, graph: Graph, domains: Domains) -> None:
        self.graph = graph
        self.domains = domains
        self._present: dict[int, bool | None] = {}
        self._joining: dict[int, bool | None] = {}
        self._sure: dict[int, frozenset[int]] = {}

    def present(self, vertex: int) -> bool | None:
        """Whether a vertex is there."""
        if vertex not in self._present:
            self._present[vertex] = self.domains.truth(self.graph.presence[vertex])
        return self._present[vertex]

    def joins(self, edge: int) -> bool | None:
        """Whether an edge is there, where both of its ends are."""
        if edge not in self._joining:
            self._joining[edge] = self.domains.truth(self.graph.edges[edge][2])
        return self._joining[edge]

    def sure_part(self, vertex: int) -> frozenset[int]:
        """The vertices that are joined to one that is there; just itself if it is open."""
        if vertex not in self._sure:
            reached, waiting = {vertex}, [vertex] if self.present(vertex) else []
            for here in waiting:
                for other, edge in self.graph.neighbours[here]:
                    if other not in reached and self.present(other) and self.joins(edge):
                        reached.add(other)
                        waiting.append(other)
            part = frozenset(reached)
            self._sure.update(dict.fromkeys(part, part))
        return self._sure[vertex]

    def ways(self, vertex: int) -> Iterator[tuple[int, int]]:
        """The neighbours that a vertex may be joined to, each with the edge."""
        for other, edge in self.graph.neighbours[vertex]:
            if self.joins(edge) is not False and self.present(other) is not False:
                yield other, edge

    def apart(self, vertex: int, edge: int) -> None:
        """Conclude that an edge to a vertex does not join it, where one of the two is there."""
        if self.joins(edge):
            self.domains.require(self.graph.presence[vertex], False)
        elif self.present(vertex):
            self.domains.require(self.graph.edges[edge][2], False)

    def within(self, start: frozenset[int], most: int | None) -> frozenset[int]:
        """What may be joined to some vertices by at most so many others; None: by any number."""
        reached, front, steps = set(start), list(start), 0
        while front and (most is None or steps < most):
            front = [other for here in front for other, _ in self.ways(here) if other not in reached]
            front = list(dict.fromkeys(front))
            reached.update(front)
            steps += 1
        return frozenset(reached)


class Separations(msgspec.Struct, frozen=True, eq=False):
    """What a vertex or an edge cuts off from a root, as the weight of that: `vertices` have their own as well."""

    reached: Mapping[int, int]
    vertices: Mapping[int, int]
    edges: Mapping[int, int]

    @property
    def whole(self) -> int:
        """The weight of all that the root reaches."""
        return sum(self.reached.values())


def separations(graph: OpenGraph, root: int, weight: Callable[[int], int], among: frozenset[int]) -> Separations:
    """What the cut vertices and bridges of what may be joined to a root cut off from it."""

    def ways(vertex: int) -> Iterator[tuple[int, int]]:
        return (way for way in graph.ways(vertex) if way[0] in among)

    search = depth_first(root, ways)
    reached = {vertex: weight(vertex) for vertex in search.order}
    below, vertices, edges = dict(reached), dict(reached), dict[int, int]()
    for vertex in reversed(search.parents):  # those below a vertex come before it
        above, edge = search.parents[vertex]
        below[above] += below[vertex]
        if search.is_bridge(vertex):
            edges[edge] = below[vertex]
        if search.is_cut_vertex(vertex):
            vertices[above] += below[vertex]
    vertices.pop(root)
    return Separations(reached, vertices, edges)
