"""Outlines of rectangles: strands that turn four times."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.placements.placed_claims import graph_claims
from puzzlelang.deductions.placements.placed_components import ComponentPlacements
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.strands import Point, Strands, closed_strands, is_line
from puzzlelang.deductions.turn_counts import TurnClaim, TurnCounts, turn_claims
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula

MOST_OUTLINES = 60_000
"""No more outlines are listed."""

MOST_LINKS = 200_000
"""No more links of outlines are stated."""

SIDES = (0, 1), (1, 0), (0, -1), (-1, 0)
"""Steps to the right, down, to the left and up."""

CORNERS = (0, 1), (1, 2), (0, 3), (2, 3)
"""The sides between which an outline turns at its upper left, upper right, lower left and lower right corner."""


def rectangle_outlines(claims: Claims) -> Iterator[Implication]:
    """Deduce that every turn belongs to an outline of a rectangle, where strands turn four times.

    A closed curve turns as often to one side as it needs to close: with four turns all of them go to that side, so it
    is the outline of a rectangle.  Every closed curve turns somewhere, so it suffices to look at turns.  (Exact cover
    by placements, as Knuth 2000 has it of polyominoes.)
    """
    units = None
    for graph, claims_of_strands in turn_claims(claims):
        if not is_line(graph.places[0]):
            continue
        units = claims.units() if units is None else units
        strands = closed_strands(graph, claims.plain, units)
        if strands is None or not strands.go_straight():
            continue
        settled = _turn_claims(strands, claims_of_strands)
        outlines = None if settled is None else _Outlines(strands).listed()
        if settled is None or outlines is None:
            continue
        placed = ComponentPlacements(graph, [one.links for one in outlines], [one.whole for one in outlines])
        links = sum(len(one.links) for one in outlines)
        cover = placed.cover() if links <= MOST_LINKS else []
        rewritten, gone = graph_claims(placed, claims, settled)
        formulas = [*_turns(strands, outlines), *cover, *rewritten]
        yield Implication([one for one in formulas if one is not True], settled, [*settled, *gone])


def _turn_claims(strands: Strands, claims_of_strands: Sequence[TurnClaim]) -> list[Formula] | None:
    """The claims that a strand turns four times; None if there may be a strand without one."""
    counts = TurnCounts(strands)
    held = [one for one in claims_of_strands if counts.are_four(one)]
    covered = {one.vertex for one in held}
    left = (vertex for vertex in range(len(strands.graph.places)) if vertex not in covered)
    if any(build_graphs.first(strands.graph, vertex) is not False for vertex in left):
        return None
    return [one.claim for one in held]


class Outline(msgspec.Struct, frozen=True, eq=False):
    """An outline: its `corners` as in `CORNERS`, its `links` as vertices, and the formula that it is a strand."""

    corners: Sequence[Point]
    links: Sequence[int]
    whole: Formula


class _Outlines:
    """Lists the outlines that a board has room for.

    `beside`: by point and side the link there.  `runs`: by point and side the links that follow each other from there
    on, and by their number the formula that so many are present.
    """

    def __init__(self, strands: Strands) -> None:
        self.strands = strands
        self.beside: dict[tuple[Point, int], int] = {}
        for vertex, (before, after) in enumerate(strands.ends):
            side = 0 if strands.lying[vertex] else 1
            self.beside[before, side] = self.beside[after, side + 2] = vertex
        self.runs = {(point, side): self._run(point, side) for point in strands.points for side in (0, 1)}

    def listed(self) -> list[Outline] | None:
        """List the outlines by their upper left corners; None if there are too many."""
        result: list[Outline] = []
        for point in self.strands.points:
            if self.turn(point, 0) is None:
                continue
            right, down = (len(self.runs[point, side][0]) for side in (0, 1))
            lower = [
                (height, corner)
                for height in range(1, down + 1)
                if self.turn(corner := (point[0] + 2 * height, point[1]), 2) is not None
            ]
            for width in range(1, right + 1):
                upper = point[0], point[1] + 2 * width
                if self.turn(upper, 1) is None:
                    continue
                tall = len(self.runs[upper, 1][0])
                for height, corner in lower:
                    last = corner[0], upper[1]
                    if height <= tall and width <= len(self.runs[corner, 0][0]) and self.turn(last, 3) is not None:
                        result.append(self._outline((point, upper, corner, last), width, height))
            if len(result) > MOST_OUTLINES:
                return None
        return result

    def turn(self, point: Point, corner: int) -> Formula | None:
        """The formula that a strand turns at a point as at such a corner; None if it cannot."""
        sides = [self.beside.get((point, side)) for side in CORNERS[corner]]
        if sides[0] is None or sides[1] is None:
            return None
        return self.strands.points[point].passes.get((min(sides[0], sides[1]), max(sides[0], sides[1])))

    def _outline(self, corners: tuple[Point, Point, Point, Point], width: int, height: int) -> Outline:
        first, upper, lower, _ = corners
        sides = (first, 0, width), (first, 1, height), (lower, 0, width), (upper, 1, height)
        turns = [self.turn(point, corner) or False for corner, point in enumerate(corners)]
        runs = [self.runs[point, side][1][length - 1] for point, side, length in sides]
        links = [vertex for point, side, length in sides for vertex in self.runs[point, side][0][:length]]
        return Outline(corners, sorted(links), build.nested_conjunction((*turns, *runs)))

    def _run(self, point: Point, side: int) -> tuple[Sequence[int], Sequence[Formula]]:
        """The links that a strand may follow straight from a point, and formulas that the first of them are present."""
        links: list[int] = []
        step = SIDES[side]
        while (link := self.beside.get((point, side))) is not None:
            if links and (min(links[-1], link), max(links[-1], link)) not in self.strands.points[point].passes:
                break
            links.append(link)
            point = point[0] + 2 * step[0], point[1] + 2 * step[1]
        return links, [*build.prefixes([self.strands.graph.presence[link] for link in links])]


def _turns(strands: Strands, outlines: Sequence[Outline]) -> Iterator[Formula]:
    """State for each turn that one of the outlines with such a corner there is present."""
    outside = _Outlines(strands)
    by_corner: dict[tuple[Point, int], list[Formula]] = {}
    for one in outlines:
        for corner, point in enumerate(one.corners):
            by_corner.setdefault((point, corner), []).append(one.whole)
    for point in strands.points:
        for corner in range(len(CORNERS)):
            turn = outside.turn(point, corner)
            if turn is not None:
                yield build.disjunction((build.negation(turn), *by_corner.get((point, corner), ())))
