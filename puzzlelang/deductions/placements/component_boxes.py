"""Placements of components that are rectangles of few shapes, such as squares."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import (
    Claims,
    ComponentClaim,
    conditional,
    covers_every_component,
    graphs,
    opposite,
    sizes,
)
from puzzlelang.deductions.placements.dimension_tests import Box, Test, area, dimension_test
from puzzlelang.deductions.placements.marked_rectangles import is_exact
from puzzlelang.deductions.placements.placed_claims import placed_claims
from puzzlelang.deductions.placements.placed_components import ComponentPlacements
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.rectangle_placements import PlaceCounts
from puzzlelang.deductions.rectangles import bends, blocks
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs import grid
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph

MOST_TRIED = 600_000
"""No more boxes are tried."""

MOST_CELLS = 400_000
"""No more cells of placements are listed."""


class RectangleComponents(msgspec.Struct, frozen=True, eq=False):
    """A graph whose components are rectangles that pass the `tests`, by the first vertex of each.

    `sizes`: known sizes by vertex.  `settled`: the claims that follow where each component is a placement.
    """

    graph: Graph
    tests: Mapping[int, Sequence[Test]]
    sizes: Mapping[int, int]
    settled: Sequence[Formula]


def box_components(claims: Claims) -> Iterator[Implication]:
    """Deduce that every present cell lies in a possible box, where components are rectangles of few shapes.

    A box is possible if it passes all tests of the claims about its component.  It is the component if its first cell
    has none above or to the left, its first row ends where the box does, and so does its first column.  That suffices
    because no block holds three cells, and no border bends.  (Exact cover by placements, as Knuth 2000 has it of
    polyominoes.)
    """
    units: UnitPropagation | None = None
    for graph, component_claims in graphs(claims):
        rectangles = _rectangle_components(graph, component_claims, claims)
        if rectangles is None:
            continue
        if units is None:
            units = claims.units()
        boxes = _boxes(rectangles, [units.of(here) is not False for here in graph.presence])
        if boxes is None:
            continue
        placed, corners = _placements(graph, boxes)
        local = list(bends(graph) if graph.exact is not None else blocks(graph))
        rewritten, gone = placed_claims(placed, claims, rectangles.settled)
        settled = [*rectangles.settled, *gone]
        formulas = [*local, *corners, *placed.cover(), *rewritten]
        yield Implication([one for one in formulas if one is not True], settled, settled)


def _rectangle_components(
    graph: Graph, component_claims: Sequence[ComponentClaim], claims: Claims
) -> RectangleComponents | None:
    rectangles = [one for one in component_claims if isinstance(one.statement, nodes.Rectangle)]
    if not rectangles or not covers_every_component(graph, rectangles) or not grid.has_all_grid_edges(graph):
        return None
    if not (graph.exact is not None or all(when is True for _, _, when in graph.edges)):
        return None
    if list(grid.vertex_by_cell(graph)) != sorted(grid.vertex_by_cell(graph)):
        return None
    tests: dict[int, list[Test]] = {}
    settled: list[Formula] = [one.claim for one in rectangles if conditional(one)]
    firsts = _certain_firsts(graph)
    for claim in claims.stated:
        if (guarded := _claim_of_first(claim, graph, firsts)) is not None:
            vertex, statement = guarded
            test = dimension_test(graph, vertex, statement)
            if test is not None:
                tests.setdefault(vertex, []).append(test)
                settled.append(claim)
        elif is_exact(claim, graph):
            settled.append(claim)
    if not tests:
        return None
    return RectangleComponents(
        graph, tests, {vertex: size for vertex, (size, _) in sizes(component_claims).items()}, settled
    )


def _claim_of_first(claim: Formula, graph: Graph, firsts: Sequence[int]) -> tuple[int, Formula] | None:
    """Read a claim about the component that begins at a vertex: that vertex, and what is stated.

    `firsts`: vertices that begin a component if they are present.
    """
    match claim:
        case nodes.Or(
            (nodes.Not(nodes.First(other, vertex)), statement) | (statement, nodes.Not(nodes.First(other, vertex)))
        ):
            return (vertex, statement) if other is graph else None
        case nodes.Or((guard, nodes.Equal() | nodes.AtMost() as statement)):
            return next(((vertex, statement) for vertex in firsts if opposite(guard, graph.presence[vertex])), None)
        case nodes.Equal(nodes.Sum()) | nodes.AtMost(nodes.Sum()):
            return next(((vertex, claim) for vertex in firsts if graph.presence[vertex] is True), None)
        case _:
            return None


def _certain_firsts(graph: Graph) -> Sequence[int]:
    """Vertices that begin a component if they are present."""
    return [vertex for vertex, here in enumerate(graph.presence) if build_graphs.first(graph, vertex) is here]


def _boxes(rectangles: RectangleComponents, there: Sequence[bool]) -> Sequence[Box] | None:
    """List the boxes of possible cells that pass all tests, in order of their first cells; None if too many."""
    at = grid.vertex_by_cell(rectangles.graph)
    places = list(at)
    free = {place for place, vertex in at.items() if there[vertex]}
    fits = _SizeTest([(places[vertex], size) for vertex, size in rectangles.sizes.items()])
    result: list[Box] = []
    tried = cells = 0
    for place in places:
        tests = rectangles.tests.get(at[place], ())
        for box in _from(place, free):
            tried += 1
            if fits(box) and all(test(box) for test in tests):
                result.append(box)
                cells += area(box)
            if tried > MOST_TRIED or cells > MOST_CELLS:
                return None
    return result


def _from(place: grid.Place, free: set[grid.Place]) -> Iterator[Box]:
    """Boxes of free cells with this first one."""
    top, left = place
    bottom, widest = top, 0
    while (bottom, left) in free:
        right = left
        while (bottom, right) in free and (not widest or right < widest):
            right += 1
        widest = right
        for last in range(left, widest):
            yield top, bottom, left, last
        bottom += 1


class _SizeTest:
    """Checks that a box has the size that is known for each vertex in it."""

    def __init__(self, known: Sequence[tuple[grid.Place, int]]) -> None:
        self.known = PlaceCounts([place for place, _ in known]) if known else None
        self.of_size = {size: PlaceCounts([place for place, one in known if one == size]) for _, size in known}

    def __call__(self, box: Box) -> bool:
        inside = self.known.within(box) if self.known is not None else 0
        if not inside:
            return True
        alike = self.of_size.get(area(box))
        return alike is not None and alike.within(box) == inside


def _placements(graph: Graph, boxes: Sequence[Box]) -> tuple[ComponentPlacements, list[Formula]]:
    """The placements, and for each vertex: if a component begins there, it is one of those that do."""
    at = grid.vertex_by_cell(graph)
    cells = [
        [at[row, column] for row in range(top, bottom + 1) for column in range(left, right + 1)]
        for top, bottom, left, right in boxes
    ]
    sides = _Sides(graph)
    whole: list[Formula] = []
    by_corner: dict[grid.Place, list[Formula]] = {place: [] for place in at}
    for top, bottom, left, right in boxes:
        corner = top, left
        parts = sides.corner(corner), sides.length(corner, 1)[right - left], sides.length(corner, 0)[bottom - top]
        whole.append(build.nested_conjunction(parts))
        by_corner[corner].append(whole[-1])
    begins = [
        build.disjunction((build.negation(sides.corner(corner)), *formulas)) for corner, formulas in by_corner.items()
    ]
    return ComponentPlacements(graph, cells, whole), begins


class _Sides:
    """Formulas about cells that follow each other in a row or a column, each made once."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.at = grid.vertex_by_cell(graph)
        self.corners: dict[grid.Place, Formula] = {}
        self.lengths: dict[tuple[grid.Place, int], Sequence[Formula]] = {}

    def _goes_on(self, place: grid.Place, axis: int) -> Formula:
        """Whether the component of a cell, if that is present, has the next one of its row (1) or column (0)."""
        other = _next(place, axis, 1)
        if other not in self.at:
            return False
        if self.graph.exact is None:
            return self.graph.presence[self.at[other]]
        return self.graph.exact[self.at[place], self.at[other]]

    def corner(self, place: grid.Place) -> Formula:
        """State that a component begins at a cell: it is present, and has no cell above and none to the left."""
        if place not in self.corners:
            before = [_next(place, axis, -1) for axis in (0, 1)]
            exact = self.graph.exact
            joined = [
                self.graph.presence[self.at[one]] if exact is None else exact[self.at[one], self.at[place]]
                for one in before
                if one in self.at
            ]
            here = self.graph.presence[self.at[place]]
            self.corners[place] = build.conjunction((here, *map(build.negation, joined)))
        return self.corners[place]

    def length(self, place: grid.Place, axis: int) -> Sequence[Formula]:
        """Return by the number of steps that the component goes exactly so far from a cell in its row or column."""
        key = place, axis
        if key not in self.lengths:
            steps: list[Formula] = []
            here = place
            while not steps or steps[-1] is not False:
                steps.append(self._goes_on(here, axis))
                here = _next(here, axis, 1)
            before = [True, *build.prefixes(steps)]
            self.lengths[key] = [
                build.nested_conjunction((so_far, build.negation(more)))
                for so_far, more in zip(before, steps, strict=True)
            ]
        return self.lengths[key]


def _next(place: grid.Place, axis: int, step: int) -> grid.Place:
    row, column = place
    return (row + step, column) if axis == 0 else (row, column + step)
