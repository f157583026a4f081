"""Crossings: two connected sets of squares cannot lie in turn around a point, or along the rim.

Two sets that share no square, each connected by borders between its squares, cannot have squares a, b, c, d in this
order around a face with a and c in one, b and d in the other.  The proof is the Jordan curve theorem.  A path of the
first from a to c is closed by a line through the face.  One of b and d lies inside the curve, the other outside.  So a
path of the second would cross the path of the first, but they share no square, and squares have no crossing diagonals.
The faces are the corners at which four squares meet, and the outside, around which lie the squares of the rim.

The same holds at a corner if each part of the second set only has a square at the rim: inside the curve no square
reaches the outside but through a square of the curve.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, nodes
from puzzlelang.problem.nodes import Formula, Graph
from puzzlelang.problem.record import Constraint


class _Set(msgspec.Struct, frozen=True, eq=False):
    """The present vertices of a graph, by the rule that says so connected; or else each part of it has a rim square."""

    graph: Graph
    rule: str
    connected: bool


def crossings(
    grid: SquareGrid, constraints: Sequence[Constraint], near: Container[Place]
) -> Iterator[tuple[Formula, tuple[str, ...]]]:
    """Yield what two connected sets of squares say of places `near` a window, with the names of their rules."""
    sets = [one for one in (*_connected_sets(constraints), *_reaching(grid, constraints)) if _is_plane(grid, one.graph)]
    for one, other in combinations(sets, 2):
        if _apart(one.graph, other.graph) and (one.connected or other.connected):
            names = tuple(dict.fromkeys((one.rule, other.rule)))
            for around in _faces(grid, near, outside=one.connected and other.connected):
                for first, second in ((one, other), (other, one)):
                    yield _in_turn(first.graph, second.graph, around), names


def _connected_sets(constraints: Iterable[Constraint]) -> Iterator[_Set]:
    for one in constraints:
        if isinstance(one.formula, nodes.Connected):
            yield _Set(one.formula.graph, one.origin.rule.name, connected=True)


def _reaching(grid: SquareGrid, constraints: Iterable[Constraint]) -> Iterator[_Set]:
    """Yield the sets of which each part has a square at the rim: a rule says so of the first vertex of every part."""
    rim = {*_rim(grid)}
    claims: dict[tuple[int, str], tuple[Graph, set[int]]] = {}
    for one in constraints:
        size = _has_some(one.formula)
        if size is not None and all(size.graph.places[vertex] in rim for vertex, _ in size.counted):
            claims.setdefault((id(size.graph), one.origin.rule.name), (size.graph, set()))[1].add(size.vertex)
    for (_, rule), (graph, vertices) in claims.items():
        if len(vertices) == len(graph.places):
            yield _Set(graph, rule, connected=False)


def _has_some(formula: Formula) -> nodes.ComponentSize | None:
    """The size in a statement that it is not 0 if its vertex is present and the first of its part."""
    match formula:
        case nodes.Or((nodes.Not(guard), nodes.Not(nodes.AtMost(nodes.ComponentSize() as size, 0)))):
            pass
        case _:
            return None
    first = isinstance(guard, nodes.First) and guard.graph is size.graph and guard.vertex == size.vertex
    return size if first or _is_same(guard, size.graph.presence[size.vertex]) else None


def _is_plane(grid: SquareGrid, graph: Graph) -> bool:
    """Whether the vertices are squares and edges join neighbours, so that no two cross."""
    if not all(isinstance(place, Cell) for place in graph.places):
        return False
    beside = {(cell, other) for cell in grid.cells for other in grid.neighbours(cell)}
    return all((graph.places[one], graph.places[other]) in beside for one, other, _ in graph.edges)


def _apart(one: Graph, other: Graph) -> bool:
    """Whether two sets share no square: where one has a vertex, the other has it exactly if not."""
    both = [place for place in one.places if place in other.index]
    return all(
        _is_same(one.presence[one.index[place]], build.negation(other.presence[other.index[place]])) for place in both
    )


def _is_same(one: Formula, other: Formula) -> bool:
    """Whether two formulas are the same variable or comparison of one, or the negation of such."""
    match one, other:
        case nodes.Not(inner), nodes.Not(outer):
            return _is_same(inner, outer)
        case nodes.Holds(variable), nodes.Holds(another):
            return variable == another
        case nodes.Equal(nodes.Number(variable), value), nodes.Equal(nodes.Number(another), number):
            return (variable, value) == (another, number)
        case _:
            return one is other


def _faces(grid: SquareGrid, near: Container[Place], *, outside: bool) -> Iterator[tuple[Place, ...]]:
    """Yield each four squares in turn around a point, and around the outside, that are near."""
    for row in range(1, grid.height):
        for column in range(1, grid.width):
            cells = grid.corner(row, column).cells
            four = cells[0], cells[1], cells[3], cells[2]
            if all(cell in near for cell in four):
                yield four
    if outside:
        yield from combinations([cell for cell in _rim(grid) if cell in near], 4)


def _rim(grid: SquareGrid) -> Sequence[Cell]:
    """The squares at the rim in turn."""
    top, right = grid.rows[0].cells, grid.columns[-1].cells
    bottom, left = grid.rows[-1].cells[::-1], grid.columns[0].cells[::-1]
    return list(dict.fromkeys((*top, *right, *bottom, *left)))


def _in_turn(first: Graph, second: Graph, around: Sequence[Place]) -> Formula:
    """Deny that the first and third are in one set, the second and fourth in the other."""
    sides = first, second, first, second
    if not all(place in side.index for place, side in zip(around, sides, strict=True)):
        return True
    parts = (side.presence[side.index[place]] for place, side in zip(around, sides, strict=True))
    return build.disjunction(map(build.negation, parts))
