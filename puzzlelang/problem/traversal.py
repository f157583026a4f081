"""Traversal of formulas and terms: parts, variables, graph statements.

Every formula of a board is asked, so parts come from a table by type, which is several times as fast as `match`.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, cast, get_args

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.record import And, AtMost, Equal, Formula, Graph, Holds, Not, Number, Term, Variable

Node = Formula | Term

About = dict[int, tuple[Node, bool]]
"""Whether a node is about graphs, by its identity; with the nodes, so that identities last."""

Statement = nodes.GraphStatement | nodes.ComponentSize
"""What is said of a graph, as a formula or a term."""

STATEMENTS: tuple[type, ...] = get_args(nodes.GraphStatement)
GRAPHS = frozenset((*STATEMENTS, nodes.ComponentSize))
"""The nodes that speak of a graph."""

LEAVES = frozenset((bool, int, Holds, Number))
COMPARISONS = frozenset((AtMost, Equal))


PARTS: Mapping[type, Callable[[Any], Iterable[Node]]] = {
    bool: lambda _: (),
    int: lambda _: (),
    Holds: lambda _: (),
    Number: lambda _: (),
    nodes.Not: lambda node: (node.part,),
    nodes.And: lambda node: node.parts,
    nodes.Or: lambda node: node.parts,
    nodes.Same: lambda node: (node.left, node.right),
    nodes.AtMost: lambda node: (node.term,),
    nodes.Equal: lambda node: (node.term,),
    nodes.Distinct: lambda node: node.terms,
    nodes.Paired: lambda node: [presence for _, presence in (*node.left, *node.right)],
    nodes.Runs: lambda node: node.items,
    nodes.InOrder: lambda node: chain.from_iterable((here, *equals) for here, equals in node.entries),
    nodes.SameShape: lambda node: [presence for _, presence in (*node.left, *node.right)],
    nodes.Sum: lambda node: [part for _, part in (*node.counted, *node.added)],
    nodes.Product: lambda node: (node.left, node.right),
    nodes.Quotient: lambda node: (node.left, node.right),
    nodes.Remainder: lambda node: (node.left, node.right),
    nodes.Choice: lambda node: (node.condition, node.then, node.other),
    nodes.Extreme: lambda node: chain.from_iterable(node.items),
    nodes.ComponentSize: lambda node: [part for _, part in node.counted],
    **dict.fromkeys(STATEMENTS, lambda _: ()),
}
"""The direct parts of a node of each type, in order, but for what its graph is made of: see `conditions`."""


def conditions(graph: Graph) -> Sequence[Formula]:
    """List the conditions of a graph's vertices and edges."""
    return [*graph.presence, *(when for _, _, when in graph.edges)]


def together(formula: Formula) -> Sequence[Formula]:
    """List the conjuncts of a formula."""
    return formula.parts if type(formula) is And else (formula,)


def every_node(*starts: Node) -> Iterator[Node]:
    """Yield each node once, but for numbers and truth values; not what graphs are made of."""
    seen, waiting = dict[int, Node](), list(starts)
    while waiting:
        node = waiting.pop()
        if id(node) not in seen and not isinstance(node, bool | int):
            seen[id(node)] = node
            yield node
            waiting.extend(PARTS[type(node)](node))


def variables(*starts: Node) -> tuple[Variable, ...]:
    """List the variables of a node, without repeats, in the order met."""
    result: dict[Variable, None] = {}
    seen: set[int] = set()
    waiting = list(reversed(starts))
    while waiting:
        node = waiting.pop()
        if type(node) is Holds or type(node) is Number:
            result[node.variable] = None
        elif id(node) not in seen:
            seen.add(id(node))
            if type(node) in GRAPHS:
                result.update(dict.fromkeys(_of_graph(cast("Statement", node).graph)))
            waiting.extend(reversed([*PARTS[type(node)](node)]))
    return tuple(result)


class Mentions(msgspec.Struct, frozen=True, eq=False):
    """Tells which nodes contain one of the `wanted` variables, by index.

    `none` has nodes that contain none of them, by identity; `graphs` whether the conditions of a graph do.
    """

    wanted: Container[int]
    none: dict[int, Node] = msgspec.field(default_factory=dict)
    graphs: dict[int, bool] = msgspec.field(default_factory=dict)

    def __call__(self, start: Node) -> bool:
        """Return whether a node contains one of them, also as a condition of a graph."""
        seen: dict[int, Node] = {}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            kind = type(node)
            if kind is Holds or kind is Number:
                if cast("Holds | Number", node).variable.index in self.wanted:
                    return True
            elif id(node) not in seen and id(node) not in self.none:
                if kind in GRAPHS and self._in_graph(cast("Statement", node).graph):
                    return True
                seen[id(node)] = node
                waiting.extend(PARTS[kind](node))
        self.none.update(seen)
        return False

    def _in_graph(self, graph: Graph) -> bool:
        if id(graph) not in self.graphs:
            self.graphs[id(graph)] = any(one.index in self.wanted for one in _of_graph(graph))
        return self.graphs[id(graph)]


def split(*starts: Node, counted: bool = True) -> tuple[tuple[Variable, ...], tuple[Statement, ...]]:
    """Split nodes into the variables outside graph statements, and these statements, without repeats.

    `counted`: the conditions of what sizes count are looked through as well.
    """
    result: dict[Variable, None] = {}
    statements: dict[int, Statement] = {}
    seen: set[int] = set()
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        if type(node) is Holds or type(node) is Number:
            result[node.variable] = None
        elif id(node) not in seen:
            seen.add(id(node))
            if type(node) in GRAPHS:
                statements[id(node)] = cast("Statement", node)
                if not counted:
                    continue
            waiting.extend(PARTS[type(node)](node))
    return tuple(result), tuple(statements.values())


def speaks_of(graph: Graph, *starts: Node) -> bool:
    """Return whether nodes contain a statement about this very graph; the search ends at the first one."""
    seen: set[int] = set()
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is Holds or kind is Number or id(node) in seen:
            continue
        if kind in GRAPHS and cast("Statement", node).graph is graph:
            return True
        seen.add(id(node))
        waiting.extend(PARTS[kind](node))
    return False


def places(*starts: Node) -> Iterator[Place]:
    """Yield the places of a node's variables; a place of several variables is repeated."""
    return (variable.place for variable in variables(*starts) if variable.place is not None)


class _Variables(msgspec.Struct):
    """Memo of a graph: the variables in its conditions, None until `_of_graph` has found them."""

    result: Sequence[Variable] | None = None


def _of_graph(graph: Graph) -> Sequence[Variable]:
    """The variables of a graph, found once."""
    known = nodes.memo(graph, _Variables)
    if known.result is None:
        known.result = variables(*conditions(graph))
    return known.result


def about_graphs(node: Node, known: About) -> bool:
    """Return whether a node contains a graph statement; `known` caches the results."""
    kind = type(node)
    if kind is Not:
        node = node.part  # type: ignore[union-attr]
        kind = type(node)
    if kind in LEAVES:
        return False
    if kind in GRAPHS:
        return True
    kept = known.get(id(node))
    if kept is None:
        kept = known[id(node)] = node, _has_part_about_graphs(node, known)
    return kept[1]


def _has_part_about_graphs(node: Node, known: About) -> bool:
    for part in PARTS[type(node)](node):
        kind = type(part)
        if kind is Not:
            part = part.part  # type: ignore[union-attr]
            kind = type(part)
        if kind in LEAVES or (kind in COMPARISONS and type(part.term) in LEAVES):  # type: ignore[union-attr]
            continue  # most parts are literals: no call for these, nor for what is known
        kept = known.get(id(part))
        if about_graphs(part, known) if kept is None else kept[1]:
            return True
    return False


Kinds = dict[tuple[type, int], Graph]
"""By type of a statement and identity of its graph, the graph."""


def kinds_of_statements(formulas: Iterable[Formula], known: About) -> Kinds:
    """Find what kinds of statements the formulas make of which graphs, but for those in the conditions of graphs.

    All formulas are visited, so `known` has to begin empty.
    """
    kinds: Kinds = {}
    counted: set[int] = set()
    for formula in formulas:
        _visit((formula,), known, kinds, counted)
    return kinds


def _visit(parts: Iterable[Node], known: About, kinds: Kinds, counted: set[int]) -> bool:
    """Return whether some parts are about graphs, and add the kinds of statements; `counted`: seen conditions."""
    about = False
    for part in parts:
        kind = type(part)
        if kind is Not:
            part = part.part  # type: ignore[union-attr]
            kind = type(part)
        if kind in LEAVES or (kind in COMPARISONS and type(part.term) in LEAVES):  # type: ignore[union-attr]
            continue
        if kind in GRAPHS:
            about = True
            statement = cast("Statement", part)
            kinds[kind, id(statement.graph)] = statement.graph
            if kind is nodes.ComponentSize and id(part.counted) not in counted:  # type: ignore[union-attr]
                counted.add(id(part.counted))  # type: ignore[union-attr]
                _visit(PARTS[kind](part), known, kinds, counted)
            continue
        kept = known.get(id(part))
        if kept is None:
            kept = known[id(part)] = part, _visit(PARTS[kind](part), known, kinds, counted)
        about = about or kept[1]
    return about
