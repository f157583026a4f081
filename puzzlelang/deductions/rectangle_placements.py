"""Placements of a rectangle of known size around a cell."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate

from puzzlelang.geometry.places import Square
from puzzlelang.graphs import grid
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph

MOST_CELLS = 100_000
"""No more cells of rectangles around one vertex are listed."""

Placements = Sequence[Sequence[int]]
"""The vertices of each rectangle."""


def placements(graph: Graph, root: int, size: int, within: Collection[int]) -> Placements | None:
    """List the rectangles of that size around the root within the vertices; None if there are too many."""
    middle = graph.places[root]
    assert isinstance(middle, Square)
    at = grid.vertex_by_cell(graph)
    inside = PlaceCounts([place for place, vertex in at.items() if vertex in within])
    result: list[Sequence[int]] = []
    for height in (one for one in range(1, size + 1) if size % one == 0):
        width = size // height
        for top in range(middle.row - height + 1, middle.row + 1):
            for left in range(middle.column - width + 1, middle.column + 1):
                if inside.count(top, left, height, width) == size:
                    result.append(
                        [at[row, column] for row in range(top, top + height) for column in range(left, left + width)]
                    )
                    if len(result) * size > MOST_CELLS:
                        return None
    return result


class PlaceCounts:
    """Counts places in rectangles by prefix sums (a summed-area table)."""

    def __init__(self, places: Collection[tuple[int, int]]) -> None:
        self.height = max((row for row, _ in places), default=0)
        self.width = max((column for _, column in places), default=0)
        taken = set(places)
        self.sums = [[0] * (self.width + 1)]
        for row in range(1, self.height + 1):
            line = accumulate((row, column) in taken for column in range(1, self.width + 1))
            self.sums.append([0, *(above + here for above, here in zip(self.sums[-1][1:], line, strict=True))])

    def within(self, box: tuple[int, int, int, int]) -> int:
        """Number of places between a first and a last row, a first and a last column."""
        top, bottom, left, right = box
        return self.count(top, left, bottom - top + 1, right - left + 1)

    def count(self, top: int, left: int, height: int, width: int) -> int:
        """Number of places in a rectangle, which may go beyond the board."""
        sums, bottom, right = self.sums, min(top + height - 1, self.height), min(left + width - 1, self.width)
        top, left = max(top, 1), max(left, 1)
        if top > bottom or left > right:
            return 0
        return sums[bottom][right] - sums[top - 1][right] - sums[bottom][left - 1] + sums[top - 1][left - 1]


def exactly_one_rectangle(placements: Placements, reached: Mapping[int, Formula]) -> Iterator[Formula]:
    """State that the reached vertices are exactly one of the rectangles."""
    whole = [build.conjunction(reached.get(vertex, False) for vertex in one) for one in placements]
    yield build.equal(build.count(whole), 1)
    holding: dict[int, list[Formula]] = {vertex: [] for vertex in reached}
    for one, all_of in zip(placements, whole, strict=True):
        for vertex in one:
            if vertex in holding:
                holding[vertex].append(all_of)
    for vertex, here in reached.items():
        yield build.disjunction((build.negation(here), *holding[vertex]))


def sides(graph: Graph, root: int, size: int, reached: Mapping[int, Formula]) -> Iterator[Formula]:
    """State by the root's row and column that the reached vertices form a rectangle of that size.

    A rectangle holds a cell exactly if it holds two others: the cell of its column in the root's row, and the cell of
    its row in the root's column.
    """
    middle = graph.places[root]
    assert isinstance(middle, Square)
    at = grid.vertex_by_cell(graph)
    row = {place[1]: reached[vertex] for place, vertex in at.items() if place[0] == middle.row and vertex in reached}
    column = {
        place[0]: reached[vertex] for place, vertex in at.items() if place[1] == middle.column and vertex in reached
    }
    for down, below in column.items():
        for across, beside in row.items():
            here = reached.get(at.get((down, across), -1), False)
            yield build.disjunction((build.negation(below), build.negation(beside), here))
    for (down, across), vertex in at.items():
        if vertex in reached:
            for near in (row.get(across, False), column.get(down, False)):
                yield build.disjunction((build.negation(reached[vertex]), near))
    wide, tall = build.count(row.values()), build.count(column.values())
    yield build.disjunction(
        build.conjunction((build.equal(tall, height), build.equal(wide, size // height)))
        for height in range(1, size + 1)
        if size % height == 0
    )
