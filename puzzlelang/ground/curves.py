"""Words about curves: sets of links, which run through cells, and of borders, which run through corners.

A curve is stated by local rules (how many of its links meet at a point) and by graph nodes for what is not local.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Link
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.ground.values import SetValue
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph

Edge = Link | Border
Point = Cell | Corner


class Curve(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A set of links or borders by the points they end at: `meeting[point]` lists (edge, its formula)."""

    geometry: Geometry
    members: SetValue
    meeting: dict[Point, list[tuple[Edge, Formula]]]
    joins: dict[Edge, tuple[Point, Point]]

    @cached_property
    def graph(self) -> Graph:
        """Points that the curve touches, joined by its edges."""
        presence = {point: build.disjunction(here for _, here in edges) for point, edges in self.meeting.items()}
        return build_graphs.graph(presence, self._joined())

    @cached_property
    def graph_of_points(self) -> Graph:
        """All points that the curve may touch, joined by its edges; a point that it leaves out is isolated."""
        return build_graphs.graph(dict.fromkeys(self.meeting, True), self._joined())

    def _joined(self) -> Iterator[tuple[Point, Point, Formula]]:
        return ((*self.joins[edge], here) for edge, here in self.members.items() if isinstance(edge, Link | Border))


def curve_of(geometry: Geometry, members: SetValue) -> Curve:
    """The curve of a set of links or borders; see `Board.curve`, which makes it once for a set."""
    joins = {edge: _ends(geometry, edge) for edge in members if isinstance(edge, Link | Border)}
    meeting: dict[Point, list[tuple[Edge, Formula]]] = {}
    for edge, (first, second) in joins.items():
        meeting.setdefault(first, []).append((edge, members[edge]))
        meeting.setdefault(second, []).append((edge, members[edge]))
    return Curve(geometry, members, meeting, joins)


def _ends(geometry: Geometry, edge: Edge) -> tuple[Point, Point]:
    return (edge.first, edge.second) if isinstance(edge, Link) else geometry.border_ends[edge]


def _straight(pair: Iterable[Edge]) -> bool:
    """Whether two edges that meet at a point lie in one line."""
    (a, b), (c, d) = (edge.lattice for edge in pair)
    return a == c or b == d


def crossing_graph(curve: Curve, crossings: SetValue) -> Graph:
    """Edges of the curve as things, joined where one goes on into the other: straight on where the curve crosses."""
    presence = {edge: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    return build_graphs.graph(presence, _following(curve, lambda point: crossings.get(point, False)))


def along(curve: Curve) -> SetValue:
    """Both orders of the two points that each edge joins."""
    one = {curve.joins[edge]: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    return {pair: here for (a, b), here in one.items() for pair in ((a, b), (b, a))}


def strands(curve: Curve) -> SetValue:
    """Both orders of two edges of which one goes on into the other: straight on where four edges meet."""
    result: SetValue = {}
    for edge, other, when in _following(curve, lambda _: True):
        result[edge, other] = result[other, edge] = when
    return result


def _following(curve: Curve, crosses: Callable[[Point], Formula]) -> Iterator[tuple[Edge, Edge, Formula]]:
    """Each two edges that meet at a point, with when one goes on into the other there."""
    for point, edges in curve.meeting.items():
        four = len(edges) == 4
        full = build.conjunction([crosses(point), *(here for _, here in edges)]) if four else False
        for index, (edge, _) in enumerate(edges):
            for other, _ in edges[:index]:
                yield other, edge, True if _straight((edge, other)) else build.negation(full)


def loops(curve: Curve, crossings: SetValue | None = None) -> Formula:
    """At each point none or two meet; or four, where crossings are allowed."""
    return build.conjunction(part for point, edges in curve.meeting.items() for part in _inner(point, edges, crossings))


def _inner(point: Point, edges: Sequence[tuple[Edge, Formula]], crossings: SetValue | None) -> list[Formula]:
    """What holds at a point that is no end."""
    passed = _passed([here for _, here in edges])
    if crossings is None or crossings.get(point, False) is False:
        return passed
    four = build.equal(build.count(here for _, here in edges), 4)
    return [build.disjunction((build.conjunction(passed), build.conjunction((crossings[point], four))))]


def _passed(edges: Sequence[Formula]) -> list[Formula]:
    """None of the edges or two: no more than two, and none alone."""
    opposites = [build.negation(here) for here in edges]
    alone = [
        build.disjunction((opposite, *edges[:index], *edges[index + 1 :])) for index, opposite in enumerate(opposites)
    ]
    return [build.at_most(build.count(edges), 2), *alone]


def single_loop(curve: Curve, crossings: SetValue | None = None) -> Formula:
    """Loops, at least one edge, and all in one."""
    whole = curve.graph if not crossings else crossing_graph(curve, crossings)
    some = build.disjunction(here for here in curve.members.values())
    return build.conjunction((loops(curve, crossings), some, build_graphs.connected(whole)))


def paths(curve: Curve, ends: SetValue, crossings: SetValue | None = None) -> Formula:
    """One edge meets at each end, elsewhere none or two, or four where crossings are allowed; and no closed curve."""
    whole = curve.graph if not crossings else crossing_graph(curve, crossings)
    parts: list[Formula] = [build_graphs.acyclic(whole)]
    for point, edges in curve.meeting.items():
        number, end = build.count(here for _, here in edges), ends.get(point, False)
        inner = _inner(point, edges, crossings)
        parts.append(build.disjunction((build.negation(end), build.equal(number, 1))))
        parts.append(build.disjunction((end, build.conjunction(inner))))
    lonely = [build.negation(end) for point, end in ends.items() if point not in curve.meeting]
    return build.conjunction([*parts, *lonely])


def touched(curve: Curve) -> SetValue:
    """Points where the curve is."""
    return _points(curve, lambda edges: build.disjunction(here for _, here in edges))


def ends(curve: Curve) -> SetValue:
    """Points where one edge meets."""
    return _points(curve, lambda edges: build.equal(build.count(here for _, here in edges), 1))


def crossed(curve: Curve) -> SetValue:
    """Points where four edges meet."""
    return _points(curve, lambda edges: build.conjunction(here for _, here in edges) if len(edges) == 4 else False)


def turns(curve: Curve) -> SetValue:
    """Points where exactly two edges meet, and not in one line."""

    def bends(edges: list[tuple[Edge, Formula]]) -> Formula:
        two = build.equal(build.count(here for _, here in edges), 2)
        straight = [
            build.conjunction((here, there))
            for index, (edge, here) in enumerate(edges)
            for other, there in edges[:index]
            if _straight((edge, other))
        ]
        return build.conjunction((two, *(build.negation(both) for both in straight)))

    return _points(curve, bends)


def _points(curve: Curve, when: Callable[[list[tuple[Edge, Formula]]], Formula]) -> SetValue:
    points = {point: when(edges) for point, edges in curve.meeting.items()}
    ordered = sorted(points.items(), key=lambda item: item[0].index)
    return {point: here for point, here in ordered if here is not False}


def beside(curve: Curve, place: Point) -> SetValue:
    """The points that an edge of the curve joins with a point."""
    others = {_other(curve, edge, place): here for edge, here in curve.meeting.get(place, ())}
    ordered = sorted(others.items(), key=lambda item: item[0].index)
    return {other: here for other, here in ordered if here is not False}


def straight(curve: Curve, place: Point, direction: Direction) -> SetValue:
    """The points that the curve reaches from a point without leaving a direction, nearest first."""
    points: list[Point] = []
    edges: list[Formula] = []
    while (onward := _onward(curve, place, direction)) is not None:
        edge, here = onward
        place = _other(curve, edge, place)
        points.append(place)
        edges.append(here)
    return dict(zip(points, build.prefixes(edges), strict=False))


def _onward(curve: Curve, place: Point, direction: Direction) -> tuple[Edge, Formula] | None:
    """The edge at a point in a direction, if the curve may have it."""
    row, column = place.lattice
    wanted = row + direction.rows, column + direction.columns
    return next((item for item in curve.meeting.get(place, ()) if item[0].lattice == wanted), None)


def _other(curve: Curve, edge: Edge, place: Point) -> Point:
    first, second = curve.joins[edge]
    return second if place is first else first


def inside(curve: Curve) -> SetValue:
    """Cells that closed curves go around: an odd number of crossings on the way in from the left (Jordan's theorem).

    A curve through cells is crossed a little above the middle of the row, where it passes to the row above; the
    cells that it goes through are left out.
    """
    geometry, through = curve.geometry, any(isinstance(edge, Link) for edge in curve.members)
    result: SetValue = {}
    at = {edge.lattice: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    on = touched(curve) if through else {}
    for row in geometry.rows:
        odd: Formula = False
        for cell in row.cells:
            r, c = cell.lattice
            crossing = at.get((r - 1, c), False) if through else at.get((r, c - 1), False)
            if not through:
                odd = build.negation(build.same(odd, crossing))
            here = build.conjunction((odd, build.negation(on.get(cell, False)))) if through else odd
            if through:
                odd = build.negation(build.same(odd, crossing))
            if here is not False and geometry.at(cell.row, cell.column) is not None:
                result[cell] = here
    return result
