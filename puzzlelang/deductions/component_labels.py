"""Component labels: vertices that are never joined get different bits, equal along edges that are on.

If the claims about a graph's components are only which vertices are apart, a few bits per vertex suffice.  They let a
solver see at once that a path leads to a wrong vertex.  A variable for each vertex and component would be many times as
many.  (The labels of flow puzzles in clauses, in binary instead of one variable each.)
"""

from collections.abc import Mapping, Sequence, Set

import msgspec

from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph, Holds, Joined, Kind, Problem, Variable, VariableRole

Codes = Mapping[int, int]
"""The number of a vertex."""


class _Apart(msgspec.Struct, frozen=True, eq=False):
    """A graph, and per vertex those that are never joined to it."""

    graph: Graph
    others: dict[int, set[int]]


def label_components(problem: Problem) -> Problem:
    """Replace pairs that are never joined by labels: bits of vertices, as auxiliary variables."""
    apart, others = _separated_pairs(problem)
    coded = [(one.graph, codes) for one in apart.values() if (codes := _codes(one.others)) is not None]
    statements = traversal.split(*others)[1] if coded else ()
    otherwise = {id(one.graph) for one in statements if not isinstance(one, nodes.Acyclic)}
    for graph, codes in coded:
        if id(graph) not in otherwise:
            problem = _without_pairs(_with_bits(problem, graph, codes), graph)
    return problem


def _separated_pairs(problem: Problem) -> tuple[dict[int, _Apart], Sequence[Formula]]:
    """Pairs that are apart by graph identity, and all other claims."""
    apart: dict[int, _Apart] = {}
    others: list[Formula] = []
    for formula in (*(one.formula for one in problem.constraints), *problem.definitions):
        for claim in traversal.together(formula):
            if isinstance(claim, nodes.Not) and isinstance(claim.part, Joined):
                pair = claim.part
                result = apart.setdefault(id(pair.graph), _Apart(pair.graph, {})).others
                result.setdefault(pair.first, set()).add(pair.second)
                result.setdefault(pair.second, set()).add(pair.first)
            else:
                others.append(claim)
    return apart, others


def _codes(apart: Mapping[int, Set[int]]) -> Codes | None:
    """Number the vertices in `apart`: equal if they may be joined, else different; None if that is impossible.

    Vertices that are apart from the same vertices share a number.  Each has to be apart from all with another number.
    """
    everywhere = set(apart)
    numbers: dict[frozenset[int], int] = {}
    codes = {vertex: numbers.setdefault(frozenset(apart[vertex]), len(numbers)) for vertex in sorted(apart)}
    kinds: dict[int, set[int]] = {}
    for vertex, number in codes.items():
        kinds.setdefault(number, set()).add(vertex)
    return codes if all(apart[vertex] == everywhere - kinds[number] for vertex, number in codes.items()) else None


def _with_bits(problem: Problem, graph: Graph, codes: Codes) -> Problem:
    """Bits per vertex, constant for labelled ones; an absent vertex may have any."""
    variables = list(problem.variables)

    def bit(vertex: int, place: int) -> Formula:
        if vertex in codes:
            return bool(codes[vertex] >> place & 1)
        role = VariableRole.ENCODING
        variables.append(Variable(len(variables), "code", graph.places[vertex], Kind.MEMBER, 0, 1, role=role))
        return Holds(variables[-1])

    width = max(codes.values()).bit_length()
    bits = [[bit(vertex, place) for place in range(width)] for vertex in range(len(graph.places))]
    same: list[Formula] = []
    for first, second, when in graph.edges:
        ends = (graph.presence[first], graph.presence[second])
        off = [build.negation(part) for part in (when, *(end for end in ends if not _follows(end, when)))]
        for one, other in zip(bits[first], bits[second], strict=True):
            same.append(build.disjunction([*off, build.negation(one), other]))
            same.append(build.disjunction([*off, one, build.negation(other)]))
    return msgspec.structs.replace(
        problem,
        variables=tuple(variables),
        definitions=(*problem.definitions, *(one for one in same if one is not True)),
    )


def _follows(presence: Formula, when: Formula) -> bool:
    """Whether an edge's condition plainly implies its vertex."""
    return presence is when or (isinstance(presence, nodes.Or) and any(part is when for part in presence.parts))


def _without_pairs(problem: Problem, graph: Graph) -> Problem:
    """Drop the claims about pairs that are apart."""

    def rest(formula: Formula) -> Formula:
        return build.conjunction(
            claim
            for claim in traversal.together(formula)
            if not (isinstance(claim, nodes.Not) and isinstance(claim.part, Joined) and claim.part.graph is graph)
        )

    kept = [(one, rest(one.formula)) for one in problem.constraints]
    constraints = tuple(msgspec.structs.replace(one, formula=left) for one, left in kept if left is not True)
    return msgspec.structs.replace(problem, constraints=constraints, definitions=tuple(map(rest, problem.definitions)))
