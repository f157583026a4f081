"""Strands: components of links that go from point to point, each continued by exactly one other.

Such are curves that may cross themselves.  What is known of the links that meet at a point decides how they continue
there.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.deductions.truth_tables import TruthTables
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.geometry.places import Border, Link, Place, Square
from puzzlelang.problem import build, traversal
from puzzlelang.problem.record import Formula, Graph, Holds

Point = tuple[int, int]
"""Where links or borders meet, on the lattice of half cells."""

MOST_MEETING = 4
"""So many links meet at a point at most."""


class Crossing(msgspec.Struct, frozen=True, eq=False):
    """The possibilities at a point.

    `vertices`: the links that meet there.  `tables`: truth tables over these. `rows`: the possible rows, each with its
    pairs of links that continue each other.  `passes`: by pair of links the formula that they do.
    """

    vertices: Sequence[int]
    tables: TruthTables
    rows: Mapping[int, Sequence[tuple[int, int]]]
    passes: Mapping[tuple[int, int], Formula]


class Strands(msgspec.Struct, frozen=True, eq=False):
    """A graph of links all of whose components are closed curves: at each end a link has one other that continues it.

    `ends`: by vertex the two points of its link.  `lying`: by vertex whether its link lies in a row.  `vertex_of`: by
    index of a variable the vertex whose presence it is.
    """

    graph: Graph
    ends: Sequence[tuple[Point, Point]]
    lying: Sequence[bool]
    vertex_of: Mapping[int, int]
    points: Mapping[Point, Crossing]

    def turns(self, pair: tuple[int, int]) -> bool:
        """Return whether two links that meet lie at a right angle."""
        return self.lying[pair[0]] != self.lying[pair[1]]

    def go_straight(self) -> bool:
        """Return whether two links in line that meet, both present, always continue each other."""
        return all(
            len(traversal.together(formula)) == 2
            for crossing in self.points.values()
            for pair, formula in crossing.passes.items()
            if not self.turns(pair)
        )

    def common_point(self, vertices: Iterable[int]) -> Point | None:
        """The one point at which all these links end; None if there is none, or more than one."""
        return _common_point([self.ends[vertex] for vertex in vertices])


def closed_strands(graph: Graph, plain: Iterable[Formula], units: UnitPropagation) -> Strands | None:
    """Read the graph as closed strands; None if the plain formulas do not say so of each point by itself."""
    ends: list[tuple[Point, Point]] = []
    vertex_of: dict[int, int] = {}
    lying: list[bool] = []
    for vertex, (place, here) in enumerate(zip(graph.places, graph.presence, strict=True)):
        if not isinstance(place, Link | Border) or not isinstance(here, Holds) or here.variable.index in vertex_of:
            return None
        vertex_of[here.variable.index] = vertex
        lying.append(lies_in_row(place))
        ends.append(_ends(place, lying[-1]))
    meeting: dict[Point, list[int]] = {}
    for vertex, pair in enumerate(ends):
        for point in pair:
            meeting.setdefault(point, []).append(vertex)
    edges: dict[Point, list[tuple[int, int, Formula]]] = {point: [] for point in meeting}
    for first, second, when in graph.edges:
        shared = _common_point([ends[first], ends[second]])
        if shared is None:
            return None
        edges[shared].append((first, second, when))
    local = _local_formulas(plain, vertex_of, ends)
    points: dict[Point, Crossing] = {}
    for point, vertices in sorted(meeting.items()):
        result = _crossing(graph, vertices, edges[point], local.get(point, ()), units)
        if result is None:
            return None
        points[point] = result
    return Strands(graph, ends, lying, vertex_of, points)


def lies_in_row(place: Link | Border) -> bool:
    """Return whether a link joins two cells of a row, or a border runs along one."""
    return (place.lattice[0] % 2 == 1) == isinstance(place, Link)


def is_line(place: Place) -> bool:
    """Return whether strands can consist of such places."""
    return isinstance(place, Link | Border) and isinstance(place.cells[0], Square)


def _ends(place: Link | Border, lying: bool) -> tuple[Point, Point]:
    row, column = place.lattice
    return ((row, column - 1), (row, column + 1)) if lying else ((row - 1, column), (row + 1, column))


def _common_point(pairs: Sequence[tuple[Point, Point]]) -> Point | None:
    common = set(pairs[0]).intersection(*pairs[1:]) if pairs else set()
    return common.pop() if len(common) == 1 else None


def _local_formulas(
    plain: Iterable[Formula], vertex_of: Mapping[int, int], ends: Sequence[tuple[Point, Point]]
) -> Mapping[Point, Sequence[Formula]]:
    """The formulas about links that meet at one point only, by that point."""
    result: dict[Point, list[Formula]] = {}
    for formula in plain:
        for part in traversal.together(formula):
            variables = [variable.index for variable in traversal.variables(part)]
            if 1 < len(variables) <= MOST_MEETING and all(index in vertex_of for index in variables):
                point = _common_point([ends[vertex_of[index]] for index in variables])
                if point is not None:
                    result.setdefault(point, []).append(part)
    return result


def _crossing(
    graph: Graph,
    vertices: Sequence[int],
    edges: Sequence[tuple[int, int, Formula]],
    local: Sequence[Formula],
    units: UnitPropagation,
) -> Crossing | None:
    """Return what can happen at a point.

    None if a link may end there, or what continues it cannot be said of these links.
    """
    presence = [graph.presence[vertex] for vertex in vertices]
    tables = TruthTables([here.variable.index for here in presence if isinstance(here, Holds)])
    columns = dict(zip(vertices, tables.columns.values(), strict=True))
    possible = tables.every
    for formula in local:
        table = tables.table(formula)
        possible &= tables.every if table is None else table
    for vertex, here in zip(vertices, presence, strict=True):
        known = units.of(here)
        if known is not None:
            possible &= columns[vertex] if known else tables.every ^ columns[vertex]
    joined: dict[tuple[int, int], int] = {}
    for first, second, when in edges:
        table = tables.table(when)
        if table is None:
            return None
        joined[first, second] = table & columns[first] & columns[second] & possible
    rows: dict[int, list[tuple[int, int]]] = {}
    for row in tables.rows(possible):
        pairs = [pair for pair, table in joined.items() if table >> row & 1]
        if sorted(vertex for pair in pairs for vertex in pair) != [one for one in vertices if columns[one] >> row & 1]:
            return None
        rows[row] = pairs
    passes: dict[tuple[int, int], Formula] = {}
    for pair, table in joined.items():
        if table:
            literals = _stating(pair, table, possible, columns)
            if literals is None:
                return None
            passes[pair] = build.conjunction(
                graph.presence[vertex] if true else build.negation(graph.presence[vertex]) for vertex, true in literals
            )
    return Crossing(vertices, tables, rows, passes)


def _stating(
    pair: tuple[int, int], wanted: int, possible: int, columns: Mapping[int, int]
) -> list[tuple[int, bool]] | None:
    """Literals, both links first, that hold in exactly the wanted ones of the possible rows; None if there are none."""
    literals: list[tuple[int, bool]] = []
    left = possible
    for vertex in (*pair, *(one for one in columns if one not in pair)):
        true = not wanted & ~columns[vertex]
        if left != wanted or vertex in pair:
            if not true and wanted & columns[vertex]:
                continue
            literals.append((vertex, true))
            left &= columns[vertex] if true else ~columns[vertex]
    return literals if left == wanted else None
