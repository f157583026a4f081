"""Dominance: detours of paths over empty places, which every answer has in a shorter form.

A path that goes three sides of a square could go the fourth; one that goes round a corner could go round the opposite
one.  Wherever the claims about these places and edges allow it, an answer with one path gives one with the other, and
the same vertices stay joined.  So it is enough to look for answers without such a *detour*.  The others follow from
these, one detour after another.  This is a dominance rule (Chu and Stuckey 2012, "A generic method for
identifying and exploiting dominance relations") that loses no answer.  A Numberlink of 15x15 is open after 20 s
without it, as nothing else keeps a path out of empty cells.

Where a path visits each vertex, an answer without detours has hardly any freedom: a corner needs the same corner of
another path within it, and so on as far as an end.  (The solver of T. Dybdahl Ahle, "Numberlink", 2012, searches such
answers alone.)  So an answer of this kind is searched first, within a budget.  That also pays where the claims demand
that each vertex is visited.  Then nothing is a detour, but a path mostly does not pass itself.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import pairwise, product

import msgspec

from puzzlelang.geometry.places import Cell, Corner, Place
from puzzlelang.graphs.compiled_evaluation import GraphAnswer, compile_formula
from puzzlelang.problem import build, evaluate, nodes, traversal
from puzzlelang.problem.record import Formula, Graph, Holds, Kind, Problem, Values, Variable, VariableRole

LONGEST = 30
"""Longer rows to go up to, along and down from are not spoken of: there are as many as cells times lengths.

A Numberlink of 30x30 took CaDiCaL 17 s with these, 22 s with rows of up to 15.
"""

MOST_EDGES = 8
"""Vertices where more edges meet are left alone: what is allowed there is found out by trying all.

On a grid four meet at most, so that the detours are the same with 4 and with 16, and there are none with 3.
"""

Pattern = frozenset[int]
"""The edges that are on at a vertex, by their variables."""


class Detour(msgspec.Struct, frozen=True, eq=False):
    """A detour: an answer may replace it by a better path whose inner vertices are empty.

    `on`: the variables of its edges, `put`: those of the better way, `bare`: the inner vertices of that.
    """

    on: tuple[int, ...]
    put: tuple[int, ...]
    bare: tuple[int, ...]


class DetourFree(msgspec.Struct, frozen=True, eq=False):
    """A problem and its detours: `restricted` has two more variables.

    `direct` forbids all detours, of which there may be none.  `full` says that a path visits each vertex that one may
    visit, and has no three sides of a square.  `at` are the variables of the edges at each vertex.
    """

    problem: Problem
    restricted: Problem
    direct: int
    full: int
    detours: Sequence[Detour]
    at: Sequence[Sequence[int]]

    def before(self, values: Values) -> Iterator[Values]:
        """Yield the answers with one detour more."""
        for one in self.detours:
            if all(values[index] for index in one.put) and not any(values[index] for index in one.on):
                longer = list(values)
                for index in one.put:
                    longer[index] = False
                for index in one.on:
                    longer[index] = True
                bare = not any(longer[index] for vertex in one.bare for index in self.at[vertex])
                if bare and evaluate.satisfies(self.problem, longer):
                    yield tuple(longer)


def without_detours(problem: Problem) -> DetourFree | None:
    """Find the detours of a problem; None if it has none, and `full` would say nothing about squares."""
    paths = _paths(problem)
    if paths is None:
        return None
    result = list(_detours(paths))
    dents = [] if result else list(_dents(paths))
    if not result and not dents:
        return None
    direct, full = (
        Variable(len(problem.variables) + place, name, None, Kind.MEMBER, 0, 1, role=VariableRole.ENCODING)
        for place, name in enumerate(("direct", "full"))
    )
    holds = {index: Holds(one) for index, one in enumerate(problem.variables)}
    off, partial = build.negation(Holds(direct)), build.negation(Holds(full))
    presence = [build.disjunction(holds[index] for index in around) for around in paths.at]
    clauses = [
        build.disjunction(
            [off, *(build.negation(holds[index]) for index in one.on), *(presence[vertex] for vertex in one.bare)]
        )
        for one in result
    ]
    clauses += [
        build.disjunction([partial, visited])
        for visited, patterns in zip(presence, paths.allowed, strict=True)
        if any(patterns)
    ]
    clauses += [build.disjunction([partial, *(build.negation(holds[index]) for index in one)]) for one in dents]
    restricted = msgspec.structs.replace(
        problem,
        variables=(*problem.variables, direct, full),
        definitions=(*problem.definitions, *clauses),
    )
    return DetourFree(problem, restricted, direct.index, full.index, result, paths.at)


class _Paths(msgspec.Struct, frozen=True, eq=False):
    """A graph without closed curves, whose edges are variables.

    `edge`: the variable of the edge between two vertices, in both orders.  `at`: the variables of the edges at each
    vertex; `allowed`: which of these may be on together.  `named`: vertices in statements that two vertices are joined;
    `free`: edge variables that occur only in claims about the edges at one vertex.
    """

    graph: Graph
    edge: Mapping[tuple[int, int], int]
    at: Sequence[Sequence[int]]
    allowed: Sequence[Collection[Pattern]]
    named: Set[int]
    free: Set[int]


def _paths(problem: Problem) -> _Paths | None:
    """Read the graph, with claims sorted: about vertices, about the edges at one vertex, about anything else.

    None if there is no such graph.  The only statements about graphs may be that there is no closed curve, and that two
    vertices are joined.
    """
    every = [claim for one in problem.constraints for claim in traversal.together(one.formula)]
    graph = next((claim.graph for claim in every if isinstance(claim, nodes.Acyclic)), None)
    edge = None if graph is None else _edges(graph)
    if graph is None or edge is None:
        return None
    every += [claim for formula in problem.definitions for claim in traversal.together(formula)]
    at = [tuple(edge[vertex, other] for other, _ in beside) for vertex, beside in enumerate(graph.neighbours)]
    meeting = {index: set(pair) for pair, index in edge.items()}
    blocked, named, like = set[int](), set[int](), {id(graph)}
    local: list[list[Formula]] = [[] for _ in at]
    for claim in every:
        beside, statements = traversal.split(claim)
        for one in statements:
            if not isinstance(one, nodes.Acyclic | nodes.Joined):
                return None
            if id(one.graph) not in like and _edges_by_place(one.graph) != _edges_by_place(graph):
                return None
            like.add(id(one.graph))
            if isinstance(one, nodes.Joined):
                named.update(graph.index[one.graph.places[vertex]] for vertex in (one.first, one.second))
        indices = [variable.index for variable in beside]
        points = set.intersection(*(meeting.get(index, set()) for index in indices)) if indices else set()
        if statements or not points:
            blocked.update(indices)
        for vertex in points if not statements else ():
            local[vertex].append(claim)
    allowed = [_allowed_patterns(problem, around, of) for around, of in zip(at, local, strict=True)]
    return _Paths(graph, edge, at, allowed, named, meeting.keys() - blocked)


def _edges(graph: Graph) -> dict[tuple[int, int], int] | None:
    """The variable of each edge, in both orders; None unless each has one that implies its vertices."""
    result: dict[tuple[int, int], int] = {}
    at: list[set[int]] = [set() for _ in graph.places]
    for first, second, when in graph.edges:
        if not isinstance(when, Holds):
            return None
        result[first, second] = result[second, first] = when.variable.index
        at[first].add(when.variable.index)
        at[second].add(when.variable.index)
    if 2 * len(set(result.values())) != len(result):
        return None
    return result if all(_there_with_any(*one) for one in zip(graph.presence, at, strict=True)) else None


def _there_with_any(presence: Formula, around: set[int]) -> bool:
    """Whether a vertex is always present, or exactly if one of its edges is on."""
    parts = presence.parts if isinstance(presence, nodes.Or) else (presence,)
    return presence is True or (
        all(isinstance(part, Holds) for part in parts)
        and {part.variable.index for part in parts if isinstance(part, Holds)} == around
    )


def _edges_by_place(graph: Graph) -> dict[frozenset[Place], int] | None:
    """The variable of each edge by the places that it joins; None as for `_edges`."""
    result = _edges(graph)
    places = graph.places
    return None if result is None else {frozenset((places[a], places[b])): index for (a, b), index in result.items()}


def _allowed_patterns(problem: Problem, around: Sequence[int], statements: Sequence[Formula]) -> Collection[Pattern]:
    """The sets of edges that one vertex's claims allow; nothing if there are too many to try."""
    if len(around) > MOST_EDGES:
        return ()
    claims = [compile_formula(claim, {}) for claim in statements]
    patterns: set[Pattern] = set()
    values = GraphAnswer([False] * len(problem.variables), bool)
    for truths in product((False, True), repeat=len(around)):
        for index, true in zip(around, truths, strict=True):
            values[index] = true
        if all(one(values) for one in claims):
            patterns.add(frozenset(index for index, true in zip(around, truths, strict=True) if true))
    return patterns


def _detours(paths: _Paths) -> Iterator[Detour]:
    """Detours whose better path has fewer edges, or as many but higher up; so a best answer exists."""
    graph = paths.graph
    at = {place.lattice: vertex for vertex, place in enumerate(graph.places) if isinstance(place, Cell | Corner)}

    def walk(row: int, column: int, *steps: tuple[int, int]) -> list[int] | None:
        """The vertices on a walk over the lattice; None where there is no edge."""
        result = [at.get((row, column), -1)]
        for down, right in steps:
            row, column = row + 2 * down, column + 2 * right
            result.append(at.get((row, column), -1))
            if (result[-2], result[-1]) not in paths.edge:
                return None
        return result

    for row, column in at:
        for side in (-1, 1):
            # Three sides of a square, standing and lying.
            yield from _detour(paths, walk(row, column, (0, side), (1, 0), (0, -side)), walk(row, column, (1, 0)))
            yield from _detour(paths, walk(row, column, (side, 0), (0, 1), (-side, 0)), walk(row, column, (0, 1)))
            # Round the lower corner of a square, not round the upper one.
            yield from _detour(paths, walk(row, column, (1, 0), (0, side)), walk(row, column, (0, side), (1, 0)))
        # Up, along a row and down; other such ways go round a corner that is a detour.
        for length in range(2, LONGEST + 1):
            along = [(0, 1)] * length
            yield from _detour(paths, walk(row, column, (-1, 0), *along, (1, 0)), walk(row, column, *along))


def _dents(paths: _Paths) -> Iterator[tuple[int, ...]]:
    """Yield three sides of each square, past vertices that no statement names: a path with these passes itself.

    Nothing, if no two vertices are named: then nothing says which ends belong together.
    """
    if len(paths.named) < 2:
        return
    graph = paths.graph
    at = {place.lattice: vertex for vertex, place in enumerate(graph.places) if isinstance(place, Cell | Corner)}
    for row, column in at:
        corners = [at.get((row + down, column + right)) for down, right in ((0, 0), (0, 2), (2, 2), (2, 0))]
        ring = [paths.edge.get((a, b)) for a, b in pairwise([*corners, corners[0]]) if a is not None and b is not None]
        sides = [side for side in ring if side is not None]
        if len(sides) == 4:
            for place in range(4):
                if not {corners[place], corners[(place + 1) % 4]} & paths.named:
                    yield (sides[place - 1], sides[place], sides[(place + 1) % 4])


def _detour(paths: _Paths, way: list[int] | None, better: list[int] | None) -> Iterator[Detour]:
    """Yield `way` as a detour, if the claims allow `better` in its place in every answer; else nothing."""
    if way is None or better is None:
        return
    on = tuple(paths.edge[pair] for pair in pairwise(way))
    put = tuple(paths.edge[pair] for pair in pairwise(better))
    inner, bare = way[1:-1], better[1:-1]
    if not paths.free >= {*on, *put} or not paths.named.isdisjoint((*inner, *bare)):
        return
    nothing: Pattern = frozenset()
    for vertex, pair in zip(inner, pairwise(on), strict=True):
        with_both = [one for one in paths.allowed[vertex] if one.issuperset(pair)]
        if with_both != [frozenset(pair)] or nothing not in paths.allowed[vertex]:
            return
    if not all(frozenset(pair) in paths.allowed[vertex] for vertex, pair in zip(bare, pairwise(put), strict=True)):
        return
    for vertex, old, new in ((way[0], on[0], put[0]), (way[-1], on[-1], put[-1])):
        turned = [one - {old} | {new} for one in paths.allowed[vertex] if old in one and new not in one]
        if not paths.allowed[vertex] or not all(one in paths.allowed[vertex] for one in turned):
            return
    yield Detour(on, put, tuple(bare))
