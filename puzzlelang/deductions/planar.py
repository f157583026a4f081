"""Planarity: two connected sets of cells that share none."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from puzzlelang.deductions.claims import Claims, exclusive, opposite
from puzzlelang.deductions.record import Implication
from puzzlelang.graphs import grid
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph


def planar_separation(claims: Claims) -> Iterator[Implication]:
    """Deduce that two disjoint connected sets never alternate twice around a face of the grid.

    Proof.  Let a, b, c, d come in this order around a face, a and c in one set, b and d in the other.  A path from a
    to c, closed through the face, separates b from d (Jordan's theorem).  No path from b to d gets past it: grid paths
    cross only in a cell.  For a block of two by two this forbids checkerboards.  Along the rim of the board, and around
    a hole, each set forms one stretch, as long as all cells there belong to one of the two.  (For checkerboards and
    the rim folklore among solvers of Yin-Yang; the argument holds for every face.)
    """
    for one, other in combinations(claims.connected.values(), 2):
        first, second = one.graph, other.graph
        if not (grid.has_only_grid_edges(first) and grid.has_only_grid_edges(second) and _disjoint(first, second)):
            continue
        formulas: list[Formula] = []
        for walk in grid.faces(_steps(first) | _steps(second)):
            formulas += _alternate(_along(first, walk), _along(second, walk))
        formulas = [formula for formula in formulas if formula is not True]
        if formulas:
            yield Implication(formulas, (one, other))


def _disjoint(first: Graph, second: Graph) -> bool:
    """Whether no cell can be in both sets, though some cells are vertices of both graphs."""
    places = grid.vertex_by_cell(second)
    return not places.keys().isdisjoint(grid.vertex_by_cell(first)) and all(
        place not in places or exclusive(first.presence[vertex], second.presence[places[place]])
        for place, vertex in grid.vertex_by_cell(first).items()
    )


def _steps(graph: Graph) -> set[tuple[grid.Place, grid.Place]]:
    places = list(grid.vertex_by_cell(graph))
    return {(min(a, b), max(a, b)) for a, b in ((places[first], places[second]) for first, second, _ in graph.edges)}


def _along(graph: Graph, walk: Sequence[grid.Place]) -> list[Formula]:
    """Per place the condition that it belongs to the graph."""
    places = grid.vertex_by_cell(graph)
    return [graph.presence[places[place]] if place in places else False for place in walk]


def _alternate(first: Sequence[Formula], second: Sequence[Formula]) -> Iterator[Formula]:
    """Around a face no two cells of each set alternate."""
    if len(first) == 4:
        for one, other in ((first, second), (second, first)):
            yield build.disjunction(build.negation(here) for here in (one[0], other[1], one[2], other[3]))
        return
    # Cells that belong to neither are passed over; where some may belong to neither this would not be enough.
    known = [(here, there) for here, there in zip(first, second, strict=True) if not (here is there is False)]
    if len(known) > 3 and all(opposite(here, there) for here, there in known):
        ring = [here for here, _ in known]
        starts = [build.conjunction((here, build.negation(ring[place - 1]))) for place, here in enumerate(ring)]
        yield build.at_most(build.count(starts), 1)
