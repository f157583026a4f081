"""Statements about unicyclic graphs, rewritten as formulas over the few paths between vertices.

If the possible edges form no cycle, there is at most one path between two vertices; with one cycle there are two.
Examples are sets along a line, and around a cell.  So `Joined` becomes a formula over the vertices and edges of these
paths.  A component size is summed outwards from a vertex: what the vertex counts, plus what lies behind each neighbour.
Solvers then need no lazy cuts for these statements.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise

import msgspec

from puzzlelang.graphs import rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.graphs.unicyclic import (
    UnicyclicScan,
    has_unicyclic_statement,
    reachable_from,
    unicyclic_graphs,
)
from puzzlelang.problem import build, build_rows, nodes
from puzzlelang.problem.record import Formula, Graph, Problem, Term
from puzzlelang.problem.traversal import About, about_graphs

First = tuple[int, int]
"""The identity of a graph, and a vertex that is the first of its part."""

Own = Mapping[int, tuple[int, Term]]
"""What each vertex adds, behind an identity of it."""


class _Local(msgspec.Struct, frozen=True, eq=False):
    """Memo of one rewriting pass.

    `wanted`: identities of the graphs whose statements are rewritten (`unicyclic.unicyclic_graphs`).
    `states`: rewriters by the vertex that they assume to be a representative, None for no assumption.  `behind`:
    results of `_outwards`.  `kept`: objects whose identities are keys, kept alive.
    """

    wanted: Set[int]
    about: About
    states: dict[First | None, Rewriter] = msgspec.field(default_factory=dict)
    behind: dict[tuple[object, ...], Term] = msgspec.field(default_factory=dict)
    kept: list[object] = msgspec.field(default_factory=list)


def localize(problem: Problem, about: About | None = None) -> Problem:
    """Rewrite all statements about unicyclic graphs of whose components alone they are; the same problem if none are.

    `about` keeps which formulas are about graphs.
    """
    about = {} if about is None else about
    formulas = [*(one.formula for one in problem.constraints), *problem.definitions]
    wanted = unicyclic_graphs(formulas, about)
    if not wanted:
        return problem
    local, seen = _Local(wanted, about), UnicyclicScan(wanted, about)
    state = _state(local, None)
    now: dict[int, nodes.Formula] = {}
    for formula in formulas:
        if about_graphs(formula, local.about) and has_unicyclic_statement([formula], seen):
            now[id(formula)] = rewrite.rewrite_formula(state, formula)
    local.states.clear()  # the rewriters hold what holds them
    replaced = {
        id(one): msgspec.structs.replace(one, formula=now[id(one.formula)])
        for one in problem.constraints
        if id(one.formula) in now
    }
    return msgspec.structs.replace(
        problem,
        constraints=tuple(replaced.get(id(one), one) for one in problem.constraints),
        definitions=tuple(now.get(id(one), one) for one in problem.definitions),
        grounded=tuple(replaced.get(id(one), one) for one in problem.grounded),
    )


# ------------------------------------------------------------------------------------------------------ formulas


def _state(local: _Local, first: First | None) -> Rewriter:
    """Return the rewriter under the assumption that `first` is a representative; None for no assumption."""
    if first not in local.states:
        local.states[first] = Rewriter(
            lambda state, result: _formula(local, state, first, result),
            lambda state, result: _term(local, state, first, result),
            about=local.about,
        )
    return local.states[first]


_UNCHANGED = frozenset(
    (nodes.Not, nodes.Same, nodes.AtMost, nodes.Equal, nodes.Distinct, nodes.Paired, nodes.Runs, nodes.SameShape)
)
"""Formulas of which only the parts are rewritten."""


def _formula(local: _Local, state: Rewriter, first: First | None, formula: Formula) -> Formula | None:
    if type(formula) in _UNCHANGED:
        return None
    if type(formula) is nodes.And or type(formula) is nodes.Or:
        return None if first is not None else _assume_representative(local, formula, formula.parts)
    match formula:
        case nodes.Joined(graph, one, other) if id(graph) in local.wanted:
            ways = (_way(local, graph, path) for path in _paths(graph, one, other, 0))
            return build.disjunction(list(ways))
        case nodes.First(graph, vertex) if id(graph) in local.wanted:
            return _is_first(local, graph, vertex)
        case _ if isinstance(formula, nodes.GraphStatement):
            results = rewrite.rewrite_graph(state, formula.graph)
            return formula if results is formula.graph else rewrite.rewrite_statement(state, formula)
        case nodes.InOrder(entries, wanted) if first is None:
            result = []
            for here, equals in entries:
                inner = _state(local, _first_in(local, (here,)))
                result.append(
                    (rewrite.rewrite_formula(state, here), [rewrite.rewrite_formula(inner, one) for one in equals])
                )
            return build_rows.in_order(result, wanted)
        case _:
            return None


def _assume_representative(local: _Local, formula: Formula, parts: tuple[Formula, ...]) -> Formula | None:
    """Rewrite a conjunction or disjunction whose other parts may assume that a vertex is a representative.

    A conjunction states it in one part, a disjunction negates it in one.  Returns None if there is no such part.
    """
    every = type(formula) is nodes.And
    claims = [part.part if type(part) is nodes.Not else part for part in parts if (type(part) is nodes.Not) != every]
    first = _first_in(local, claims)
    if first is None:
        return None
    plain, inner = _state(local, None), _state(local, first)
    results = [
        rewrite.rewrite_formula(
            plain if _first_in(local, (part.part if type(part) is nodes.Not else part,)) else inner, part
        )
        for part in parts
    ]
    return build.conjunction(results) if every else build.disjunction(results)


def _first_in(local: _Local, parts: tuple[Formula, ...] | list[Formula]) -> First | None:
    for part in parts:
        if type(part) is nodes.First and id(part.graph) in local.wanted:
            return id(part.graph), part.vertex
        if type(part) is nodes.And and (inside := _first_in(local, part.parts)) is not None:
            return inside
    return None


def _is_first(local: _Local, graph: Graph, vertex: int) -> Formula:
    """Present, with no path to an earlier vertex; only the first earlier vertex of each path matters."""
    ways = [
        build.negation(_way(local, graph, path))
        for other in range(vertex)
        for path in _paths(graph, vertex, other, vertex)
    ]
    return build.conjunction((_rewrite_condition(local, graph.presence[vertex]), *ways))


def _paths(graph: Graph, start: int, end: int, least: int) -> Iterator[list[int]]:
    """Simple paths between two vertices, as vertices; inner ones are not before `least`."""
    waiting = [[start]]
    while waiting:
        path = waiting.pop()
        if path[-1] == end:
            yield path
            continue
        for other, _ in graph.neighbours[path[-1]]:
            if other not in path and (other == end or other >= least):
                waiting.append([*path, other])


def _way(local: _Local, graph: Graph, path: list[int]) -> Formula:
    """All vertices of a path are present, and all its edges on."""
    here = [_rewrite_condition(local, graph.presence[vertex]) for vertex in path]
    return build.conjunction((*here, *(_on(local, graph, a, b) for a, b in pairwise(path))))


def _on(local: _Local, graph: Graph, one: int, other: int) -> Formula:
    edge = next(edge for vertex, edge in graph.neighbours[one] if vertex == other)
    return _rewrite_condition(local, graph.edges[edge][2])


def _rewrite_condition(local: _Local, condition: Formula) -> Formula:
    return rewrite.rewrite_formula(_state(local, None), condition)


# --------------------------------------------------------------------------------------------------------- terms


def _term(local: _Local, state: Rewriter, first: First | None, term: Term) -> Term | None:
    match term:
        case nodes.ComponentSize(graph, vertex, counted) if id(graph) in local.wanted:
            own: dict[int, tuple[int, Term]] = {}
            for other, when in counted:
                own[other] = id(when), build.count([_rewrite_condition(local, when)])
            return _size(local, first, graph, vertex, own)
        case nodes.ComponentSize():
            return rewrite.rewrite_size(state, term)
        case nodes.Sum() if first is not None:
            return _component_sum(local, state, first, term)
        case _:
            return None


def _size(local: _Local, first: First | None, graph: Graph, vertex: int, own: Own) -> Term:
    """The sum over the component's vertices, each once; 0 if the vertex is absent."""
    sure = first == (id(graph), vertex)
    least = vertex if sure else 0
    there = reachable_from(graph, vertex, least)
    edges = sum(other in there for one in there for other, _ in graph.neighbours[one])
    if edges == 2 * len(there) - 2:
        whole = _outwards(local, graph, vertex, -1, {other: own[other] for other in there if other in own})
        return whole if sure else build.choice(_rewrite_condition(local, graph.presence[vertex]), whole, 0)
    joined = [
        (build.disjunction([_way(local, graph, path) for path in _paths(graph, vertex, other, least)]), own[other][1])
        for other in sorted(there)
        if other in own
    ]
    return build.total((), [(1, build.choice(here, term, 0)) for here, term in joined])


def _outwards(local: _Local, graph: Graph, vertex: int, came: int, own: Own) -> Term:
    """Return the sum over a present vertex and everything behind it, seen from `came`, where it was entered.

    `own` has the values of the vertices that may be met, in a piece without a cycle.
    """
    key = (id(graph), vertex, came, *sorted((other, value[0]) for other, value in own.items()))
    if key not in local.behind:
        added = [(1, own[vertex][1])] if vertex in own else []
        for other, _ in graph.neighbours[vertex]:
            inside = _beyond(graph, other, vertex, own) if other != came else {}
            if inside:
                here = build.conjunction(
                    (_on(local, graph, vertex, other), _rewrite_condition(local, graph.presence[other]))
                )
                added.append((1, build.choice(here, _outwards(local, graph, other, vertex, inside), 0)))
        local.behind[key] = build.total((), added)
        local.kept.append((graph, own))
    return local.behind[key]


def _beyond(graph: Graph, start: int, came: int, own: Own) -> Own:
    """Vertices that may be reached from a vertex without going back."""
    result, waiting = {start}, [start]
    while waiting:
        for other, _ in graph.neighbours[waiting.pop()]:
            if other != came and other not in result:
                result.add(other)
                waiting.append(other)
    return {other: value for other, value in own.items() if other in result}


def _component_sum(local: _Local, state: Rewriter, first: First, result: nodes.Sum) -> Term | None:
    """The sum over the component of a representative: each place adds its value if it belongs."""
    own: dict[int, tuple[int, Term]] = {}
    graph: Graph | None = None
    rest: list[tuple[int, Term]] = []
    for factor, part in result.added:
        match part:
            case nodes.Choice(nodes.Joined(inside, one, other), term, 0) if (
                factor == 1 and id(inside) == first[0] and first[1] in (one, other)
            ):
                graph = inside
                own[other if one == first[1] else one] = id(term), rewrite.rewrite_term(state, term)
            case _:
                rest.append((factor, rewrite.rewrite_term(state, part)))
    if graph is None:
        return None
    whole = _size(local, first, graph, first[1], own)
    counted = [(factor, rewrite.rewrite_formula(state, part)) for factor, part in result.counted]
    return build.total(counted, [*rest, (1, whole)], result.constant)
