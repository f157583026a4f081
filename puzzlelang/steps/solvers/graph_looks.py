"""Looks at a graph: what a person sees of a statement about a graph without any search.

A connected set needs each place without which two parts of it would be cut off.  A component of a known size needs the
places without which it would get no room, and keeps away from what would make it too large.  Other statements are about
rectangles, cycles and single pairs.  Not all that such a statement excludes is found so.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import assert_never

import msgspec

from puzzlelang.graphs.counted_vertices import counted_vertices
from puzzlelang.graphs.grid import has_only_grid_edges, vertex_by_cell
from puzzlelang.graphs.sizes import linear
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.problem.traversal import split
from puzzlelang.steps.record import RuleCase
from puzzlelang.steps.solvers.open_graph import ContradictionError, Domains, OpenGraph, Separations, separations


class Whole(msgspec.Struct, frozen=True, eq=False):
    """All vertices that are there are joined."""

    graph: Graph


class Size(msgspec.Struct, frozen=True, eq=False):
    """The size of a component lies within bounds."""

    graph: Graph
    size: nodes.ComponentSize
    least: int
    most: int


class Box(msgspec.Struct, frozen=True, eq=False):
    """The component of a vertex fills a rectangle, or (unless `wanted`) it does not."""

    graph: Graph
    vertex: int
    wanted: bool


class NoCycle(msgspec.Struct, frozen=True, eq=False):
    """The edges form no cycle."""

    graph: Graph


class Pair(msgspec.Struct, frozen=True, eq=False):
    """Two vertices are joined, or (unless `wanted`) they are not."""

    graph: Graph
    first: int
    second: int
    wanted: bool


Look = Whole | Size | Box | NoCycle | Pair


class Guarded(msgspec.Struct, frozen=True, eq=False):
    """Looks that count where all the conditions beside them are false."""

    guards: tuple[tuple[Formula, bool], ...]
    looks: tuple[Look, ...]


def looks(case: RuleCase) -> tuple[Guarded, ...]:
    """What is seen of a case with graphs; nothing if it says something else."""
    return tuple(_guarded(case.formula, True))


def _guarded(formula: Formula, wanted: bool) -> Iterator[Guarded]:
    match formula:
        case nodes.Not(part):
            yield from _guarded(part, not wanted)
        case nodes.And(parts) | nodes.Or(parts):
            if isinstance(formula, nodes.And) is wanted:
                for part in parts:
                    yield from _guarded(part, wanted)
                return
            about = [part for part in parts if split(part)[1]]
            guards = tuple((part, wanted) for part in parts if not split(part)[1])
            if len(about) == 1:
                for one in _guarded(about[0], wanted):
                    yield Guarded((*guards, *one.guards), one.looks)
        case _ if (look := _look(formula, wanted)) is not None:
            yield Guarded((), (look,))
        case _:
            return


def _look(formula: Formula, wanted: bool) -> Look | None:
    match formula:
        case nodes.Connected(graph) if wanted:
            return Whole(graph)
        case nodes.Acyclic(graph) if wanted:
            return NoCycle(graph)
        case nodes.Joined(graph, first, second):
            return Pair(graph, first, second, wanted)
        case nodes.Rectangle(graph, vertex):
            return Box(graph, vertex, wanted)
        case nodes.Equal(term, number) if wanted:
            return _size(term, number, number)
        case nodes.AtMost(term, bound):
            return _size(term, None, bound) if wanted else _size(term, bound + 1, None)
        case _:
            return None


def _size(term: nodes.Term, least: int | None, most: int | None) -> Size | None:
    """The bounds of a size by those of a term that has it alone."""
    known = linear(term)
    if known is None or known.counted or known.terms or len(known.sizes) != 1:
        return None
    factor, size = known.sizes[0]
    if factor not in (1, -1):
        return None
    low, high = (None if one is None else (one - known.constant) * factor for one in (least, most))
    if factor == -1:
        low, high = high, low
    return Size(size.graph, size, size.low if low is None else low, size.high if high is None else high)


class GraphLooks:
    """The looks at some cases of a board."""

    def __init__(self, cases: Sequence[RuleCase]) -> None:
        self._cases = cases

    @cached_property
    def _looks(self) -> Sequence[Guarded]:
        return [one for case in self._cases if case.graph for one in looks(case)]

    @property
    def are_there(self) -> bool:
        """Whether there is any."""
        return bool(self._looks)

    def narrowed(self, domains: Domains) -> Mapping[int, int] | None:
        """The masks that these looks narrow, by variable; None if they show that nothing is left."""
        domains.narrowed = {}
        try:
            for one in self._looks:
                _narrow(one, domains)
        except ContradictionError:
            return None
        return domains.narrowed


def _narrow(one: Guarded, domains: Domains) -> None:
    open_ = list[tuple[Formula, bool]]()
    for condition, wanted in one.guards:
        truth = domains.truth(condition)
        if truth is wanted:
            return
        if truth is None:
            open_.append((condition, wanted))
    if len(open_) > 1:
        return
    before = dict(domains.narrowed)
    try:
        for look in one.looks:
            _look_at(look, domains.graph(look.graph))
    except ContradictionError:
        if not open_:
            raise
        domains.narrowed = before
        domains.require(*open_[0])
    else:
        if open_:
            domains.narrowed = before


def _look_at(look: Look, graph: OpenGraph) -> None:
    match look:
        case Whole():
            _whole(graph)
        case Size():
            _bounded(look, graph)
        case Box():
            _box(look, graph)
        case NoCycle():
            _no_cycle(graph)
        case Pair():
            _pair(look, graph)
        case _:
            assert_never(look)


def _whole(graph: OpenGraph) -> None:
    everywhere = range(len(graph.graph.places))
    there = [vertex for vertex in everywhere if graph.present(vertex)]
    if not there:
        return
    cuts = separations(graph, there[0], lambda one: graph.present(one) is True, frozenset(everywhere))
    if cuts.whole < len(there):
        raise ContradictionError
    _keep(graph, cuts, len(there))
    for vertex in everywhere:
        if vertex not in cuts.reached and graph.present(vertex) is None:
            graph.domains.require(graph.graph.presence[vertex], False)


def _bounded(look: Size, graph: OpenGraph) -> None:
    vertex, counted = look.size.vertex, counted_vertices(look.size)
    if graph.present(vertex) is not True:
        if look.least > 0:
            graph.domains.require(graph.graph.presence[vertex], True)
        return

    def surely(one: int) -> int:
        return one in counted.conditions and graph.domains.truth(counted.conditions[one]) is True

    def maybe(one: int) -> int:
        return one in counted.conditions and graph.domains.truth(counted.conditions[one]) is not False

    part = graph.sure_part(vertex)
    held = sum(map(surely, part))
    if held > look.most:
        raise ContradictionError
    if held < look.least:
        among = graph.within(part, look.most - len(part) if counted.counts_all else None)
        cuts = separations(graph, vertex, maybe, among)
        if cuts.whole < look.least:
            raise ContradictionError
        _keep(graph, cuts, look.least)
    for here in part:
        for other, edge in graph.ways(here):
            if other not in part and held + sum(map(surely, graph.sure_part(other))) > look.most:
                graph.apart(other, edge)


def _box(look: Box, graph: OpenGraph) -> None:
    if graph.present(look.vertex) is not True or not has_only_grid_edges(graph.graph):
        return
    at = vertex_by_cell(graph.graph)
    part = graph.sure_part(look.vertex)
    rows, columns = zip(*(place for place, vertex in at.items() if vertex in part), strict=True)
    box = list(product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)))
    if look.wanted:
        for place in box:
            if place not in at:
                raise ContradictionError
            graph.domains.require(graph.graph.presence[at[place]], True)
    elif len(box) == len(part):
        ways = [(other, edge) for here in part for other, edge in graph.ways(here) if other not in part]
        if not ways:
            raise ContradictionError
        if len({other for other, _ in ways}) == 1:
            graph.domains.require(graph.graph.presence[ways[0][0]], True)


def _no_cycle(graph: OpenGraph) -> None:
    for edge, (first, second, _) in enumerate(graph.graph.edges):
        there = graph.present(first) and graph.present(second)
        if there and graph.joins(edge) is None and second in graph.sure_part(first):
            graph.apart(second, edge)


def _pair(look: Pair, graph: OpenGraph) -> None:
    if look.wanted:
        for vertex in (look.first, look.second):
            graph.domains.require(graph.graph.presence[vertex], True)
        everywhere = frozenset(range(len(graph.graph.places)))
        cuts = separations(graph, look.first, lambda one: one == look.second, everywhere)
        if not cuts.whole:
            raise ContradictionError
        _keep(graph, cuts, 1)
        return
    if not (graph.present(look.first) and graph.present(look.second)):
        return
    one, two = graph.sure_part(look.first), graph.sure_part(look.second)
    if look.second in one:
        raise ContradictionError
    for here in one:
        for other, edge in graph.ways(here):
            beside = graph.joins(edge) and any(after in two and graph.joins(by) for after, by in graph.ways(other))
            if other in two or beside:
                graph.apart(other, edge)


def _keep(graph: OpenGraph, cuts: Separations, least: int) -> None:
    """Conclude that whatever leaves less than a weight to the root, were it not there, is there."""
    for vertex, cut in cuts.vertices.items():
        if cuts.whole - cut < least and graph.present(vertex) is None:
            graph.domains.require(graph.graph.presence[vertex], True)
    for edge, cut in cuts.edges.items():
        if cuts.whole - cut < least and graph.joins(edge) is None:
            graph.domains.require(graph.graph.edges[edge][2], True)
