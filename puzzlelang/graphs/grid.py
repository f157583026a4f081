"""Grid graphs: where their vertices lie, and the faces that their edges divide the plane into."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Square
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Graph

Place = tuple[int, int]
"""Row and column of a cell."""

CLOCKWISE = ((-1, 0), (0, 1), (1, 0), (0, -1))


class _GridMemo(msgspec.Struct):
    """Memo of a graph: results of `vertex_by_cell` and `has_only_grid_edges`, None until computed."""

    vertex_by_cell: dict[Place, int] | None = None
    steps: bool | None = None


def vertex_by_cell(graph: Graph) -> dict[Place, int]:
    """Map cells to vertices; computed once."""
    known = nodes.memo(graph, _GridMemo)
    if known.vertex_by_cell is None:
        cells = [(place, vertex) for vertex, place in enumerate(graph.places) if isinstance(place, Square)]
        known.vertex_by_cell = {(cell.row, cell.column): vertex for cell, vertex in cells}
    return known.vertex_by_cell


def has_only_grid_edges(graph: Graph) -> bool:
    """Return whether all vertices are cells and all edges join neighbouring cells."""
    known = nodes.memo(graph, _GridMemo)
    if known.steps is None:
        place = {vertex: place for place, vertex in vertex_by_cell(graph).items()}
        known.steps = len(place) == len(graph.places) and all(
            abs(place[first][0] - place[second][0]) + abs(place[first][1] - place[second][1]) == 1
            for first, second, _ in graph.edges
        )
    return known.steps


def has_all_grid_edges(graph: Graph) -> bool:
    """Return whether all vertices are cells and the edges join exactly the neighbouring ones."""
    here = vertex_by_cell(graph)
    beside = sum(((row, column + 1) in here) + ((row + 1, column) in here) for row, column in here)
    return has_only_grid_edges(graph) and beside == len(graph.edges)


def windows(places: dict[Place, int]) -> Iterator[tuple[Place, Place, Place, Place]]:
    """Yield the two by two blocks with at least three of the places, each as its four places clockwise."""
    corners = {(row - down, column - right) for row, column in places for down in (0, 1) for right in (0, 1)}
    for row, column in sorted(corners):
        block = (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)
        if sum(place in places for place in block) > 2:
            yield block


def faces(steps: set[tuple[Place, Place]]) -> Iterator[Sequence[Place]]:
    """Yield the closed walks around the faces of the planar graph of these steps.

    A walk passes a place, or a step from both sides, as often as the face touches it; the outer face of each connected
    piece has its own.  Each directed step belongs to one walk, which goes on by the next step clockwise (the face
    tracing of a rotation system, Edmonds 1960).
    """
    left = dict.fromkeys(pair for one in sorted(steps) for pair in (one, one[::-1]))
    directed = set(left)
    while left:
        walk = []
        here, there = start = next(iter(left))
        while True:
            del left[here, there]
            walk.append(here)
            here, there = there, _turn(directed, here, there)
            if (here, there) == start:
                break
        yield walk


def _turn(directed: set[tuple[Place, Place]], before: Place, here: Place) -> Place:
    """The next step of a face: the first one clockwise after the step back."""
    back = CLOCKWISE.index((before[0] - here[0], before[1] - here[1]))
    for turn in range(1, 5):
        down, right = CLOCKWISE[(back + turn) % 4]
        there = here[0] + down, here[1] + right
        if (here, there) in directed:
            return there
    raise AssertionError("the step back is always there")
