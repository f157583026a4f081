"""Relaxation of graph statements to a window.

A graph is cut down to its kept vertices: those at places near the window whose presence is known from kept variables.
All others are contracted into one more vertex, *the rest*.  An edge from a kept vertex to a lost one is an *exit*: an
edge to the rest.  What is proved of the cut graph holds on the whole one:

- **Connected**: contraction keeps a graph connected.  If nothing lost is present, the cut graph is connected without
  the rest.
- **Joined**, **Reaches**: a path in the cut graph is a path; and the image of a path under the contraction is one, so
  vertices that are joined are joined in the cut graph with the rest.
- **Size**: the part of a vertex in the cut graph lies in its part in the whole one; it is all of it if it does not
  reach the rest.  Shapes and rectangles are likewise known where no exit is reached.
- **First**: lost or kept, the first vertex of a part has no earlier one in its part of the cut graph.  A rule about
  every part says the same of each vertex of a part, so there any present vertex may be taken for the first.
- **Acyclic**: a subgraph of a forest is a forest.

Edges whose condition is only known to lie between two formulas are taken at their widest where more edges make a
statement weaker, and at their narrowest where fewer do.
"""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

import msgspec

from puzzlelang.geometry.places import GroupOfCells, Place
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.nodes import Formula, Graph
from puzzlelang.techniques.bounds import UNKNOWN, Between, Bounds
from puzzlelang.techniques.relaxation import Relaxer

REST = GroupOfCells(-1, "the rest", ())
"""The place that stands for everything lost."""


class CutGraph(msgspec.Struct, frozen=True, eq=False):
    """A graph without its lost vertices; `vertex` has the new number of each kept one.

    `narrow` has the edges that are certain given the kept variables, `wide` those that are possible.  `open` is `wide`
    with the rest, whose number is `rest`, -1 if nothing was lost.
    """

    vertex: Mapping[int, int]
    narrow: Graph
    wide: Graph
    open: Graph
    rest: int

    @property
    def whole(self) -> bool:
        """Whether nothing was lost."""
        return self.rest < 0

    def exit(self, vertex: int) -> Formula:
        """State that a kept vertex may be joined to something lost."""
        return False if self.whole else build_graphs.joined(self.open, self.vertex[vertex], self.rest)


class GraphRelaxer(msgspec.Struct, frozen=True, eq=False):
    """Relaxes statements about graphs; `places` maps the places that may be kept to those of the first sample.

    `share` returns the one graph among equal ones.
    """

    places: Mapping[Place, Place]
    share: Callable[[Graph], Graph]
    known: dict[int, tuple[Graph, CutGraph]] = msgspec.field(default_factory=dict)

    def __call__(self, state: Relaxer, node: Any) -> Any:
        """Relax a statement about a graph to `Between`, a size to `Bounds`."""
        kept = self.known.get(id(node.graph))
        if kept is None:
            kept = self.known[id(node.graph)] = node.graph, self._cut(state, node.graph)
        if isinstance(node, nodes.ComponentSize):
            return _size(state, kept[1], node)
        return _statement(kept[1], node)

    def _cut(self, state: Relaxer, graph: Graph) -> CutGraph:
        presences = [state.formula(here) for here in graph.presence]
        kept = [at for at, place in enumerate(graph.places) if place in self.places and presences[at].exact]
        vertex = {old: new for new, old in enumerate(kept)}
        places = tuple(self.places[graph.places[at]] for at in kept)
        presence = tuple(presences[at].over for at in kept)
        narrow: list[tuple[int, int, Formula]] = []
        wide: list[tuple[int, int, Formula]] = []
        exits: dict[int, list[Formula]] = {}
        for first, second, when in graph.edges:
            on = state.formula(when)
            if first in vertex and second in vertex:
                narrow.append((vertex[first], vertex[second], on.under))
                wide.append((vertex[first], vertex[second], on.over))
            elif first in vertex or second in vertex:
                inner, outer = (first, second) if first in vertex else (second, first)
                exits.setdefault(vertex[inner], []).append(build.conjunction((on.over, presences[outer].over)))
        certain, possible = (_graph(self.share, places, presence, edges) for edges in (narrow, wide))
        if len(kept) == len(graph.places):
            return CutGraph(vertex, certain, possible, possible, -1)
        rest = len(kept)
        ways = [*wide, *((at, rest, build.disjunction(when)) for at, when in exits.items())]
        there = _graph(self.share, (*places, REST), (*presence, True), ways)
        return CutGraph(vertex, certain, possible, there, rest)


def _graph(
    share: Callable[[Graph], Graph],
    places: tuple[Place, ...],
    presence: tuple[Formula, ...],
    edges: list[tuple[int, int, Formula]],
) -> Graph:
    return share(Graph(places, presence, tuple(sorted((one for one in edges if one[2] is not False), key=_ends))))


def _ends(edge: tuple[int, int, Formula]) -> tuple[int, int]:
    return edge[:2]


def _statement(cut: CutGraph, node: nodes.GraphStatement) -> Between:
    match node:
        case nodes.Connected():
            over = build_graphs.connected(cut.wide)
            if not cut.whole:
                over = build.disjunction((over, build_graphs.connected(cut.open)))
            return Between(over if _is_exact(cut) else False, over)
        case nodes.Acyclic():
            over = build_graphs.acyclic(cut.narrow)
            return Between(over if _is_exact(cut) else False, over)
        case nodes.Joined(_, first, second):
            return _path(cut, first, second)
        case nodes.Reaches(_, first, second, steps):
            far = _path(cut, first, second)
            if first not in cut.vertex or second not in cut.vertex:
                return far
            near = build_graphs.reaches(cut.narrow, cut.vertex[first], cut.vertex[second], steps)
            return Between(near, near if _is_exact(cut) else far.over)
        case nodes.First(_, vertex, every):
            return _first(cut, vertex, every=every)
        case nodes.Rectangle(_, vertex):
            return _alone(cut, (vertex,), lambda at: build_graphs.rectangle(cut.wide, at[0]))
        case nodes.HasShape(_, vertex, shape, equal):
            return _alone(cut, (vertex,), lambda at: build_graphs.has_shape(cut.wide, at[0], shape, equal))
        case nodes.Congruent(_, first, second, equal):
            return _alone(cut, (first, second), lambda at: build_graphs.congruent(cut.wide, at[0], at[1], equal))
        case nodes.Fits(_, first, second, equal):
            return _alone(cut, (first, second), lambda at: build_graphs.fits(cut.wide, at[0], at[1], equal))
        case _:
            assert_never(node)


def _is_exact(cut: CutGraph) -> bool:
    return cut.whole and cut.narrow is cut.wide


def _path(cut: CutGraph, first: int, second: int) -> Between:
    ends = [cut.vertex[one] for one in (first, second) if one in cut.vertex]
    if len(ends) < 2:
        return Between(False, build.conjunction(cut.wide.presence[one] for one in ends))
    under, over = build_graphs.joined(cut.narrow, *ends), build_graphs.joined(cut.open, *ends)
    return Between(under, under if _is_exact(cut) else over)


def _first(cut: CutGraph, vertex: int, *, every: bool) -> Between:
    if vertex not in cut.vertex:
        return UNKNOWN
    here = cut.vertex[vertex]
    over = build_graphs.first(cut.narrow, here)
    if _is_exact(cut):
        return Between(over, over)
    return Between(cut.wide.presence[here] if every else False, over)


def _alone(cut: CutGraph, vertices: tuple[int, ...], state: Callable[[list[int]], Formula]) -> Between:
    """Return what is said of whole parts: known where they do not reach the rest and their edges are certain."""
    if cut.narrow is not cut.wide or any(one not in cut.vertex for one in vertices):
        return UNKNOWN
    claim = state([cut.vertex[one] for one in vertices])
    if cut.whole:
        return Between(claim, claim)
    exits = build.disjunction(cut.exit(one) for one in vertices)
    return Between(build.conjunction((build.negation(exits), claim)), build.disjunction((exits, claim)))


def _size(state: Relaxer, cut: CutGraph, node: nodes.ComponentSize) -> Bounds:
    if node.vertex not in cut.vertex:
        return Bounds(0, None)
    here = cut.vertex[node.vertex]
    members = [(cut.vertex[one], state.formula(when)) for one, when in node.counted if one in cut.vertex]
    low = build_graphs.component_size(cut.narrow, here, [(one, when.under) for one, when in members])
    if _is_exact(cut) and all(when.exact for _, when in members):
        return Bounds(low, low)
    high = build_graphs.component_size(cut.wide, here, [(one, when.over) for one, when in members])
    return Bounds(low, high, False, cut.exit(node.vertex))
