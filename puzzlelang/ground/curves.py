"""Curves and rings: sets of links, which run through cells, and of borders, which run through corners.

A curve is stated by local constraints (the degree at each point) and by graph nodes for global ones.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Link
from puzzlelang.ground.values import SetValue
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Unknown

Edge = Link | Border
Point = Cell | Corner


class Curve(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A set of links or borders by the points they end at: `meeting[point]` lists (edge, its formula).

    `straight` keeps what `reached_straight` found.
    """

    geometry: Geometry
    members: SetValue
    meeting: dict[Point, list[tuple[Edge, Formula]]]
    joins: dict[Edge, tuple[Point, Point]]
    straight: dict[tuple[Point, Direction], SetValue] = msgspec.field(default_factory=dict)

    @cached_property
    def graph(self) -> Graph:
        """Points that the curve touches, joined by its edges."""
        presence = {point: build.disjunction(here for _, here in edges) for point, edges in self.meeting.items()}
        return build_graphs.graph(presence, self._joined_points())

    @cached_property
    def graph_of_points(self) -> Graph:
        """All points that the curve may touch, joined by its edges; a point that it leaves out is isolated."""
        return build_graphs.graph(dict.fromkeys(self.meeting, True), self._joined_points())

    def graphs(self) -> list[Graph]:
        """The graphs that were asked for."""
        return [value for value in vars(self).values() if isinstance(value, Graph)]

    def _joined_points(self) -> Iterator[tuple[Point, Point, Formula]]:
        return ((*self.joins[edge], here) for edge, here in self.members.items() if isinstance(edge, Link | Border))


def curve_of(geometry: Geometry, members: SetValue) -> Curve:
    """The curve of a set of links or borders; `GroundBoard.curve` caches it."""
    joins = {edge: _ends(geometry, edge) for edge in members if isinstance(edge, Link | Border)}
    meeting: dict[Point, list[tuple[Edge, Formula]]] = {}
    for edge, (first, second) in joins.items():
        meeting.setdefault(first, []).append((edge, members[edge]))
        meeting.setdefault(second, []).append((edge, members[edge]))
    return Curve(geometry, members, meeting, joins)


def _ends(geometry: Geometry, edge: Edge) -> tuple[Point, Point]:
    return (edge.first, edge.second) if isinstance(edge, Link) else geometry.border_ends[edge]


def crossing_graph(curve: Curve, crossings: SetValue) -> Graph:
    """The graph of edges, joined where the curve continues; it goes straight on where it crosses itself."""
    presence = {edge: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    return build_graphs.graph(presence, _consecutive_edges(curve, lambda point: crossings.get(point, False)))


def adjacent_points(curve: Curve) -> SetValue:
    """The relation of points joined by an edge, in both orders."""
    one = {curve.joins[edge]: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    return {pair: here for (a, b), here in one.items() for pair in ((a, b), (b, a))}


def consecutive_edges(curve: Curve) -> SetValue:
    """The relation of consecutive edges, in both orders; straight on where four edges meet."""
    result: SetValue = {}
    for edge, other, when in _consecutive_edges(curve, lambda _: True):
        result[edge, other] = result[other, edge] = when
    return result


def _consecutive_edges(curve: Curve, crosses: Callable[[Point], Formula]) -> Iterator[tuple[Edge, Edge, Formula]]:
    """Pairs of edges at a point, each with the formula that the curve continues from one to the other."""
    for point, edges in curve.meeting.items():
        four = len(edges) == 4
        full = build.conjunction([crosses(point), *(here for _, here in edges)]) if four else False
        for index, (edge, _) in enumerate(edges):
            for other, _ in edges[:index]:
                straight = curve.geometry.is_straight(edge, point, other)
                yield other, edge, True if straight else build.negation(full)


def loops(curve: Curve, crossings: SetValue | None = None) -> Formula:
    """The formula of loops: the degree at each point is 0 or 2, or 4 where crossings are allowed."""
    return build.conjunction(
        part for point, edges in curve.meeting.items() for part in _inner_point(point, edges, crossings)
    )


def _inner_point(point: Point, edges: Sequence[tuple[Edge, Formula]], crossings: SetValue | None) -> list[Formula]:
    """The constraints at a point that is no end."""
    passed = _degree_none_or_two([here for _, here in edges])
    if crossings is None or crossings.get(point, False) is False:
        return passed
    four = build.equal(build.count(here for _, here in edges), 4)
    return [build.disjunction((build.conjunction(passed), build.conjunction((crossings[point], four))))]


def _degree_none_or_two(edges: Sequence[Formula]) -> list[Formula]:
    """The degree is 0 or 2: at most two edges, and none alone."""
    opposites = [build.negation(here) for here in edges]
    alone = [
        build.disjunction((opposite, *edges[:index], *edges[index + 1 :])) for index, opposite in enumerate(opposites)
    ]
    return [build.at_most(build.count(edges), 2), *alone]


def single_loop(curve: Curve, crossings: SetValue | None = None) -> Formula:
    """The formula of a single loop with at least one edge."""
    whole = curve.graph if not crossings else crossing_graph(curve, crossings)
    some = build.disjunction(here for here in curve.members.values())
    return build.conjunction((loops(curve, crossings), some, build_graphs.connected(whole)))


def paths(curve: Curve, ends: SetValue, crossings: SetValue | None = None) -> Formula:
    """The formula of paths between ends, without closed curves: the degree is 1 at ends, else as in loops."""
    whole = curve.graph if not crossings else crossing_graph(curve, crossings)
    parts: list[Formula] = [build_graphs.acyclic(whole)]
    for point, edges in curve.meeting.items():
        number, end = build.count(here for _, here in edges), ends.get(point, False)
        inner = _inner_point(point, edges, crossings)
        parts.append(build.disjunction((build.negation(end), build.equal(number, 1))))
        parts.append(build.disjunction((end, build.conjunction(inner))))
    lonely = [build.negation(end) for point, end in ends.items() if point not in curve.meeting]
    return build.conjunction([*parts, *lonely])


def touched_points(curve: Curve) -> SetValue:
    """Points on the curve."""
    return _points_where(curve, lambda edges: build.disjunction(here for _, here in edges))


def end_points(curve: Curve) -> SetValue:
    """Points of degree 1."""
    return _points_where(curve, lambda edges: build.equal(build.count(here for _, here in edges), 1))


def crossed_points(curve: Curve) -> SetValue:
    """Points of degree 4."""
    return _points_where(
        curve, lambda edges: build.conjunction(here for _, here in edges) if len(edges) == 4 else False
    )


def turning_points(curve: Curve) -> SetValue:
    """Points of degree 2 whose edges are not collinear."""

    def bends(point: Point, edges: list[tuple[Edge, Formula]]) -> Formula:
        two = build.equal(build.count(here for _, here in edges), 2)
        straight = [
            build.conjunction((here, there))
            for index, (edge, here) in enumerate(edges)
            for other, there in edges[:index]
            if curve.geometry.is_straight(edge, point, other)
        ]
        return build.conjunction((two, *(build.negation(both) for both in straight)))

    return _in_order({point: bends(point, edges) for point, edges in curve.meeting.items()})


def _points_where(curve: Curve, when: Callable[[list[tuple[Edge, Formula]]], Formula]) -> SetValue:
    return _in_order({point: when(edges) for point, edges in curve.meeting.items()})


def _in_order(points: Mapping[Point, Formula]) -> SetValue:
    ordered = sorted(points.items(), key=lambda item: item[0].index)
    return {point: here for point, here in ordered if here is not False}


def neighbours(curve: Curve, place: Point) -> SetValue:
    """The points joined with a point by an edge of the curve."""
    others = {_other(curve, edge, place): here for edge, here in curve.meeting.get(place, ())}
    ordered = sorted(others.items(), key=lambda item: item[0].index)
    return {other: here for other, here in ordered if here is not False}


def reached_straight(curve: Curve, place: Point, direction: Direction, most: int | None = None) -> SetValue:
    """The points reached from a point along a direction without a gap, nearest first; of more than `most`, the nearest.

    A rule about two places asks for those of each as often as there are pairs.
    """
    known = curve.straight.get((place, direction))
    if known is None and most is not None:
        return _straight(curve, place, direction, most)
    if known is None:
        known = curve.straight[place, direction] = _straight(curve, place, direction, len(curve.meeting))
    return known if most is None else dict(islice(known.items(), most))


def _straight(curve: Curve, place: Point, direction: Direction, most: int) -> SetValue:
    points: list[Point] = []
    edges: list[Formula] = []
    while len(points) < most and (onward := _onward(curve, place, direction)) is not None:
        edge, here = onward
        place = _other(curve, edge, place)
        points.append(place)
        edges.append(here)
    return dict(zip(points, build.prefixes(edges), strict=False))


def _onward(curve: Curve, place: Point, direction: Direction) -> tuple[Edge, Formula] | None:
    """The possible edge at a point in a direction."""
    leads = curve.geometry.leads
    return next((item for item in curve.meeting.get(place, ()) if leads(place, direction, item[0])), None)


def _other(curve: Curve, edge: Edge, place: Point) -> Point:
    first, second = curve.joins[edge]
    return second if place is first else first


def ring_equals(items: Sequence[Formula], clue: Sequence[int | Unknown]) -> Formula:
    """The formula that the runs around the ring have the lengths of the clue, in any order.

    0 alone means that there are none; `?` alone, which matches any number, allows that as well.  All fillings of the
    ring are tried, at most 256; those that differ in one place are merged.
    """
    free = [place for place, item in enumerate(items) if not isinstance(item, bool)]
    among = sum(1 << place for place in free)
    known = sum(1 << place for place, item in enumerate(items) if item is True)
    fitting = _fitting_ways(len(items), tuple(clue))
    wanted = {way & among for way in fitting if way & ~among == known}
    if len(wanted) == 1 << len(free):
        return True
    ways = [
        build.conjunction(items[place] if way >> place & 1 else build.negation(items[place]) for place in free)
        for way in sorted(wanted)
    ]
    return build.disjunction(ways)


@functools.lru_cache(maxsize=1_000)
def _fitting_ways(size: int, clue: tuple[int | Unknown, ...]) -> Sequence[int]:
    """Return the fillings of a ring, as bits, whose runs have the lengths of the clue."""
    groups = _ways_by_lengths(size).items()
    return [way for lengths, ways in groups if _fits(Counter(lengths), clue) for way in ways]


@functools.cache
def _ways_by_lengths(size: int) -> Mapping[tuple[int, ...], Sequence[int]]:
    """Group the fillings of a ring by the lengths of their runs."""
    result: dict[tuple[int, ...], list[int]] = {}
    for way in range(1 << size):
        bits = f"{way:0{size}b}" if size else ""
        start = max(bits.find("0"), 0)
        runs = (bits[start:] + bits[:start]).split("0")
        result.setdefault(tuple(sorted(len(run) for run in runs if run)), []).append(way)
    return result


def _fits(stretches: Counter[int], clue: Sequence[int | Unknown]) -> bool:
    if tuple(clue) == (UNKNOWN,) and not stretches:
        return True
    lengths = Counter(length for length in clue if isinstance(length, int) and length)
    open_ends = sum(1 for length in clue if length is UNKNOWN)
    more = stretches.total() - lengths.total() - open_ends
    return lengths <= stretches and (more >= 0 if SEVERAL in clue else more == 0)
