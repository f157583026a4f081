"""Unicyclic graphs: all possible edges form at most one cycle in each connected piece."""

from collections.abc import Iterable, Iterator, Set
from typing import cast

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.problem.traversal import (
    GRAPHS,
    LEAVES,
    PARTS,
    About,
    Kinds,
    Node,
    Statement,
    about_graphs,
    conditions,
    kinds_of_statements,
)

MOST = 60
"""Graphs of more vertices stay: what is said of two vertices is as long as the way between them."""

_ABOUT_PARTS = frozenset((nodes.Joined, nodes.First, nodes.ComponentSize))
"""The statements about a component."""


class _IsUnicyclic(msgspec.Struct):
    """Whether a graph is unicyclic, once that is known."""

    known: bool | None = None


class UnicyclicScan(msgspec.Struct, frozen=True, eq=False):
    """Results of `has_unicyclic_statement`, so that shared nodes are visited once.

    `wanted`: identities of the unicyclic graphs, see `unicyclic_graphs`.
    `clear`: identities of nodes without such a statement.  `graphs`: by type of a statement and identity of its graph,
    whether it is one or the conditions of the graph contain one; by `Graph` and identity, whether these do.  `about`
    caches which nodes are about graphs.
    """

    wanted: Set[int]
    about: About = msgspec.field(default_factory=dict)
    clear: set[int] = msgspec.field(default_factory=set)
    graphs: dict[tuple[type, int], bool] = msgspec.field(default_factory=dict)


def unicyclic_graphs(formulas: Iterable[Formula], about: About) -> Set[int]:
    """Return the identities of unicyclic graphs about which formulas say nothing but of components.

    Where they compare shapes as well, say, a solver needs cuts about the graph all the same, and these are weaker
    beside formulas in place of sizes.  `about` has to begin empty: each node is visited once.  Most boards have no such
    graph, and need not be asked formula by formula.
    """
    seen: set[int] = set()
    spoken: set[int] = set()
    others: set[int] = set()
    waiting = kinds_of_statements(formulas, about)
    while waiting:
        inner: Kinds = {}
        for (kind, key), graph in waiting.items():
            if kind not in _ABOUT_PARTS:
                others.add(key)
            elif is_unicyclic(graph):
                spoken.add(key)
            if key not in seen:
                seen.add(key)
                inner |= kinds_of_statements(conditions(graph), about)
        waiting = inner
    return spoken - others


def has_unicyclic_statement(formulas: Iterable[Formula], seen: UnicyclicScan) -> bool:
    """Return whether a statement about a component of a wanted graph occurs in one of the formulas."""
    visited: set[int] = set()
    waiting: list[Node] = list(formulas)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is nodes.Not:
            node = node.part  # type: ignore[union-attr]
            kind = type(node)
        if kind in LEAVES:  # most parts are literals or plain statements: no call for these
            continue
        if kind in GRAPHS:
            graph = cast("Statement", node).graph
            result = seen.graphs.get((kind, id(graph)))
            if _is_wanted(kind, graph, seen) if result is None else result:
                return True
            if kind is not nodes.ComponentSize:
                continue  # it has no other parts
        if id(node) in seen.clear or id(node) in visited:
            continue
        visited.add(id(node))
        if about_graphs(node, seen.about):
            waiting.extend(PARTS[kind](node))
    seen.clear.update(visited)
    return False


def _is_wanted(kind: type, graph: Graph, seen: UnicyclicScan) -> bool:
    """Return whether such a statement is one about a wanted graph, or one occurs in the conditions of the graph."""
    inside = seen.graphs.get((Graph, id(graph)))
    if inside is None:
        inside = seen.graphs[Graph, id(graph)] = has_unicyclic_statement(conditions(graph), seen)
    result = seen.graphs[kind, id(graph)] = inside or (kind in _ABOUT_PARTS and id(graph) in seen.wanted)
    return result


def is_unicyclic(graph: Graph) -> bool:
    """Return whether a graph is small, with at most one cycle in each connected piece of possible edges."""
    kept = nodes.memo(graph, _IsUnicyclic)
    if kept.known is None:
        kept.known = len(graph.places) <= MOST and len(graph.edges) <= len(graph.places) and all(_pieces(graph))
    return kept.known


def _pieces(graph: Graph) -> Iterator[bool]:
    """Per connected piece whether it has no more edges than vertices."""
    left = set(range(len(graph.places)))
    while left:
        piece = reachable_from(graph, left.pop(), 0)
        left -= piece
        yield sum(len(graph.neighbours[vertex]) for vertex in piece) <= 2 * len(piece)


def reachable_from(graph: Graph, start: int, least: int) -> set[int]:
    """Vertices that may be joined with one, without those before `least`."""
    result, waiting = {start}, [start]
    while waiting:
        for other, _ in graph.neighbours[waiting.pop()]:
            if other >= least and other not in result:
                result.add(other)
                waiting.append(other)
    return result
