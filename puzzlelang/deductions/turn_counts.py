"""Claims that count something of a strand, and whether that is where it turns."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.strands import Point, Strands, is_line
from puzzlelang.problem import build_graphs, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Holds, Term

CORNERS = 4
"""A closed curve turns so often at least, and an even number of times."""


class TurnClaim(msgspec.Struct, frozen=True, eq=False):
    """A claim that a sum over the strand of a link has a value, or at most that.

    It is made if the link is present, or if it is the first of its strand.
    """

    vertex: int
    statement: nodes.Equal | nodes.AtMost
    term: nodes.Sum | ComponentSize
    claim: Formula


class TurnSummand(msgspec.Struct, frozen=True, eq=False):
    """A summand: `factor` where the `plain` formulas are true and one of the links of `among` belongs to the strand."""

    factor: int
    plain: Sequence[Formula]
    among: frozenset[int]

    @property
    def key(self) -> tuple[int, tuple[int, ...], frozenset[int]]:
        """The same for summands that are equal, as long as they live."""
        return self.factor, tuple(map(id, self.plain)), self.among


def turn_claims(claims: Claims) -> Iterator[tuple[Graph, Sequence[TurnClaim]]]:
    """Yield the graphs of links with claims about sums over the component of a vertex, under such a guard."""
    graphs: dict[int, tuple[Graph, Mapping[int, int], list[TurnClaim]]] = {}
    for claim in claims.stated:
        read = _guarded_comparison(claim)
        if read is None:
            continue
        guard, statement, term = read
        graph = _graph_of(term)
        if graph is None:
            continue
        if id(graph) not in graphs:
            presence = enumerate(graph.presence)
            here = {one.variable.index: vertex for vertex, one in presence if isinstance(one, Holds)}
            graphs[id(graph)] = graph, here, []
        vertex = graphs[id(graph)][1].get(guard.variable.index) if isinstance(guard, Holds) else guard.vertex
        if vertex is not None and (isinstance(guard, Holds) or guard.graph is graph):
            graphs[id(graph)][2].append(TurnClaim(vertex, statement, term, claim))
    for graph, _, claims_of_strands in graphs.values():
        yield graph, claims_of_strands


def _guarded_comparison(
    claim: Formula,
) -> tuple[Holds | nodes.First, nodes.Equal | nodes.AtMost, nodes.Sum | ComponentSize] | None:
    """Read a comparison of a sum under the guard that a member is absent, or a vertex is not the first."""
    if type(claim) is not nodes.Or or len(claim.parts) != 2:
        return None
    guard, statement = claim.parts if type(claim.parts[0]) is nodes.Not else reversed(claim.parts)
    if not (isinstance(guard, nodes.Not) and isinstance(guard.part, Holds | nodes.First)):
        return None
    if not isinstance(statement, nodes.Equal | nodes.AtMost):
        return None
    return (guard.part, statement, statement.term) if isinstance(statement.term, nodes.Sum | ComponentSize) else None


def _graph_of(term: nodes.Sum | ComponentSize) -> Graph | None:
    """The first graph of links that the summands are about."""
    if isinstance(term, ComponentSize):
        result = term.graph
    elif term.added:
        size = term.added[0][1]
        if not isinstance(size, ComponentSize):
            return None
        result = size.graph
    else:
        part = term.counted[0][1]
        inner = [
            one for both in traversal.together(part) for one in (both.parts if isinstance(both, nodes.Or) else (both,))
        ]
        joined = next((one for one in inner if isinstance(one, nodes.Joined)), None)
        if joined is None:
            return None
        result = joined.graph
    return result if is_line(result.places[0]) else None


class TurnCounts:
    """Tells of what is said of strands whether it counts their turns.

    `weights`: by a point and the summands there, how much each turn adds, None if anything else does.
    `sizes`: summands of sizes by the identity of what they count, which is kept.
    """

    def __init__(self, strands: Strands) -> None:
        self.strands = strands
        self.pieces = build_graphs.widest_parts(strands.graph)
        self.points: list[list[Point]] = [[] for _ in strands.graph.places]
        for point, crossing in strands.points.items():
            self.points[self.pieces[crossing.vertices[0]]].append(point)
        self.weights: dict[tuple[object, ...], int | None] = {}
        self.sizes: dict[int, tuple[object, Mapping[Point, list[TurnSummand]] | None]] = {}

    def are_four(self, turn_claim: TurnClaim) -> bool:
        """Return whether the claim holds of closed strands with four turns, and of no others."""
        statement = turn_claim.statement
        weight = self._whole_weight(turn_claim.vertex, turn_claim.term)
        if weight is None:
            return False
        constant = turn_claim.term.constant if isinstance(turn_claim.term, nodes.Sum) else 0
        if isinstance(statement, nodes.Equal):
            return statement.value - constant == CORNERS * weight > 0
        return 0 < CORNERS * weight <= statement.bound - constant < (CORNERS + 2) * weight

    def _whole_weight(self, vertex: int, term: nodes.Sum | ComponentSize) -> int | None:
        """Return how much each turn of a strand adds to a sum, if nothing else adds anything.

        Memoised for sums of sizes.
        """
        piece = self.pieces[vertex]
        sizes = [(1, term)] if isinstance(term, ComponentSize) else () if term.counted else term.added
        key = piece, *((factor, id(size.counted)) for factor, size in sizes if isinstance(size, ComponentSize))
        if len(key) > 1 and key in self.weights and all(self._is_own(vertex, size) for _, size in sizes):
            return self.weights[key]
        by_point = self._by_point(vertex, term)
        if by_point is None:
            return None
        weights: dict[int, None] = {}
        for point in self.points[piece]:
            weight = self._weight(point, by_point.get(point, ()))
            if weight is None:
                return None
            if any(self.strands.turns(pair) for pairs in self.strands.points[point].rows.values() for pair in pairs):
                weights[weight] = None
        result = next(iter(weights)) if len(weights) == 1 else None
        if sizes and len(key) == len(sizes) + 1:
            self.weights[key] = result
        return result

    def _is_own(self, vertex: int, size: Term) -> bool:
        """Whether it is a size of the strand of a vertex."""
        return isinstance(size, ComponentSize) and size.graph is self.strands.graph and size.vertex == vertex

    def _by_point(self, vertex: int, term: nodes.Sum | ComponentSize) -> Mapping[Point, Sequence[TurnSummand]] | None:
        """The summands by the point that each is about; None if one is about anything else."""
        if isinstance(term, ComponentSize):
            return self._of_size(vertex, term, 1)
        result: dict[Point, list[TurnSummand]] = {}
        for factor, size in term.added:
            inside = self._of_size(vertex, size, factor) if isinstance(size, ComponentSize) else None
            if inside is None:
                return None
            for point, ones in inside.items():
                result.setdefault(point, []).extend(ones)
        for factor, part in term.counted:
            one = self._read_summand(vertex, factor, part)
            met = None if one is None else self._point(one)
            if one is None or met is None:
                return None
            result.setdefault(met, []).append(one)
        return result

    def _of_size(self, vertex: int, size: ComponentSize, factor: int) -> Mapping[Point, list[TurnSummand]] | None:
        if not self._is_own(vertex, size):
            return None
        if id(size.counted) not in self.sizes:
            self.sizes[id(size.counted)] = size.counted, self._of_counted(size)
        known = self.sizes[id(size.counted)][1]
        if known is None or factor == 1:
            return known
        return {point: [msgspec.structs.replace(one, factor=factor) for one in ones] for point, ones in known.items()}

    def _of_counted(self, size: ComponentSize) -> Mapping[Point, list[TurnSummand]] | None:
        result: dict[Point, list[TurnSummand]] = {}
        for other, when in size.counted:
            one = TurnSummand(1, traversal.together(when), frozenset((other,)))
            point = self._point(one)
            if point is None:
                return None
            result.setdefault(point, []).append(one)
        return result

    def _read_summand(self, vertex: int, factor: int, part: Formula) -> TurnSummand | None:
        """Read a summand: plain formulas, and that some links belong to the strand of the vertex."""
        plain: list[Formula] = []
        among: frozenset[int] | None = None
        for one in traversal.together(part):
            alternatives = one.parts if isinstance(one, nodes.Or) else (one,)
            if not any(isinstance(other, nodes.Joined) for other in alternatives):
                plain.append(one)
                continue
            vertices = [self._member(vertex, other) for other in alternatives]
            if among is not None or None in vertices:
                return None
            among = frozenset(other for other in vertices if other is not None)
        return None if among is None else TurnSummand(factor, plain, among)

    def _member(self, vertex: int, formula: Formula) -> int | None:
        """The link of which a formula states that it belongs to the strand of a vertex that is present."""
        match formula:
            case nodes.Joined(graph, first, second) if graph is self.strands.graph and vertex in (first, second):
                return second if first == vertex else first
            case Holds(variable) if self.strands.vertex_of.get(variable.index) == vertex:
                return vertex
            case _:
                return None

    def _point(self, one: TurnSummand) -> Point | None:
        """The point that a summand is about."""
        result = self.strands.common_point(one.among)
        if result is not None:
            return result
        links = [self.strands.vertex_of.get(variable.index) for variable in traversal.variables(*one.plain)]
        if None in links:
            return None
        return self.strands.common_point((*one.among, *(link for link in links if link is not None)))

    def _weight(self, point: Point, ones: Sequence[TurnSummand]) -> int | None:
        """Return how much each turn at the point adds, if nothing else adds anything; 0 if there can be no turn."""
        key = point, *(one.key for one in ones)
        if key not in self.weights:
            self.weights[key] = self._weight_at(point, ones)
        return self.weights[key]

    def _weight_at(self, point: Point, ones: Sequence[TurnSummand]) -> int | None:
        crossing = self.strands.points[point]
        tables = [crossing.tables.all_of(one.plain) for one in ones]
        weights: set[int] = set()
        for row, pairs in crossing.rows.items():
            on = {vertex for pair in pairs for vertex in pair}
            added = 0
            for one, table in zip(ones, tables, strict=True):
                if table is None:
                    return None
                added += one.factor if table >> row & 1 and on & one.among else 0
            if any(map(self.strands.turns, pairs)):
                if len(pairs) > 1:
                    return None
                weights.add(added)
            elif added:
                return None
        return None if len(weights) > 1 else max(weights, default=0)
