"""What occurs in a formula or a term: its direct parts, its variables, whether it is about graphs.

Every formula of a board is asked, so parts come from a table by type, which is several times as fast as `match`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from puzzlelang.ground import problem
from puzzlelang.ground.problem import Formula, Graph, Holds, Number, Term, Variable

Node = Formula | Term

About = dict[int, tuple[Node, bool]]
"""Whether a node is about graphs, by its identity; with the nodes, so that identities last."""

STATEMENTS = (problem.Connected, problem.Joined, problem.First, problem.Acyclic, problem.Rectangle)
GRAPHS = frozenset((*STATEMENTS, problem.PartSize))
"""The nodes that speak of a graph."""

LEAVES = frozenset((bool, int, Holds, Number))


PARTS: Mapping[type, Callable[[Any], Iterable[Node]]] = {
    bool: lambda _: (),
    int: lambda _: (),
    Holds: lambda _: (),
    Number: lambda _: (),
    problem.Not: lambda node: (node.part,),
    problem.And: lambda node: node.parts,
    problem.Or: lambda node: node.parts,
    problem.Same: lambda node: (node.left, node.right),
    problem.AtMost: lambda node: (node.term,),
    problem.Equal: lambda node: (node.term,),
    problem.Distinct: lambda node: node.terms,
    problem.Paired: lambda node: [presence for _, presence in (*node.left, *node.right)],
    problem.Runs: lambda node: node.items,
    problem.Sum: lambda node: [part for _, part in (*node.counted, *node.added)],
    problem.Product: lambda node: (node.left, node.right),
    problem.Quotient: lambda node: (node.left, node.right),
    problem.Remainder: lambda node: (node.left, node.right),
    problem.Choice: lambda node: (node.condition, node.then, node.other),
    problem.Extreme: lambda node: chain.from_iterable(node.items),
    problem.PartSize: lambda node: [part for _, part in node.counted],
    **dict.fromkeys(STATEMENTS, lambda _: ()),
}
"""The direct parts of a node of each type, in order, but for what its graph is made of: see `conditions`."""


def conditions(graph: Graph) -> Sequence[Formula]:
    """When vertices are there, and edges on."""
    return [*graph.presence, *(when for _, _, when in graph.edges)]


def variables(*nodes: Node) -> tuple[Variable, ...]:
    """Every variable that occurs in a formula or a term, without repeats, in the order met."""
    found: dict[Variable, None] = {}
    seen: set[int] = set()
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if type(node) is Holds or type(node) is Number:
            found[node.variable] = None
        elif id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, (*STATEMENTS, problem.PartSize)):
                found.update(dict.fromkeys(_of_graph(node.graph)))
            waiting.extend(reversed([*PARTS[type(node)](node)]))
    return tuple(found)


def _of_graph(graph: Graph) -> Sequence[Variable]:
    """The variables of a graph, found once."""
    if "variables" not in graph.__dict__:
        graph.__dict__["variables"] = variables(*conditions(graph))
    known: Sequence[Variable] = graph.__dict__["variables"]
    return known


def about_graphs(node: Node, known: About) -> bool:
    """Whether a graph is spoken of; `known` keeps what was found out."""
    kind = type(node)
    if kind in LEAVES or (type(node) is problem.Not and type(node.part) in LEAVES):
        return False
    kept = known.get(id(node))
    if kept is None:
        found = kind in GRAPHS
        if not found:
            for part in PARTS[kind](node):
                if type(part) not in LEAVES and about_graphs(part, known):
                    found = True
                    break
        kept = known[id(node)] = node, found
    return kept[1]
