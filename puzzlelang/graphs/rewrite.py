"""A formula with some of its parts replaced, shared parts once."""

from collections.abc import Callable
from typing import Any, assert_never

import msgspec

from puzzlelang.problem import build, build_rows, nodes
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.problem.traversal import About, about_graphs

Rewriting = Callable[["Rewriter", Any], Any]


class Rewriter(msgspec.Struct, frozen=True, eq=False):
    """`formula` and `term` are asked first, about nodes as they were; None leaves the node to `rewritten`.

    They are asked only about nodes in which a graph occurs; all others stay as they are.
    """

    formula: Callable[["Rewriter", Formula], Formula | None]
    term: Callable[["Rewriter", Term], Term | None]
    known: dict[int, tuple[Any, Any]] = msgspec.field(default_factory=dict)
    about: About = msgspec.field(default_factory=dict)


def rewritten(state: Rewriter, formula: Formula) -> Formula:
    """The formula with its parts rewritten."""
    result: Formula = _once(state, formula, state.formula, _formula)
    return result


def _formula(state: Rewriter, formula: Formula) -> Formula:
    match formula:
        case bool() | nodes.Holds():
            return formula
        case nodes.Not(part):
            inner = rewritten(state, part)
            return formula if inner is part else build.negation(inner)
        case nodes.And(parts) | nodes.Or(parts):
            made = [rewritten(state, part) for part in parts]
            if all(new is old for new, old in zip(made, parts, strict=True)):
                return formula
            return build.conjunction(made) if isinstance(formula, nodes.And) else build.disjunction(made)
        case nodes.Same(left, right):
            return build.same(rewritten(state, left), rewritten(state, right))
        case nodes.AtMost(term, bound):
            made_term = rewritten_term(state, term)
            return formula if made_term is term else build.at_most(made_term, bound)
        case nodes.Equal(term, value):
            made_term = rewritten_term(state, term)
            return formula if made_term is term else build.equal(made_term, value)
        case nodes.Distinct(terms):
            return build.distinct([rewritten_term(state, term) for term in terms])
        case nodes.Paired(left, right, edges):
            sides = [[(place, rewritten(state, here)) for place, here in side] for side in (left, right)]
            return build_rows.paired(sides[0], sides[1], edges)
        case nodes.Runs(items, lengths):
            return build_rows.runs([rewritten(state, item) for item in items], lengths)
        case nodes.InOrder(entries, wanted):
            told = [(rewritten(state, here), [rewritten(state, one) for one in equals]) for here, equals in entries]
            return build_rows.in_order(told, wanted)
        case _:
            if isinstance(formula, nodes.GraphStatement):
                raise ValueError("whoever rewrites says what becomes of graphs")
            assert_never(formula)


def rewritten_term(state: Rewriter, term: Term) -> Term:
    """The term with its parts rewritten."""
    result: Term = _once(state, term, state.term, _term)
    return result


def _once(state: Rewriter, node: Any, ask: Rewriting, parts: Rewriting) -> Any:
    """What is said of the node, or the node with its parts rewritten; the node itself where no graph occurs in it."""
    if not about_graphs(node, state.about):
        return node
    kept = state.known.get(id(node))
    if kept is None:
        found = ask(state, node)
        # The node is kept with its result, so that no other node gets its identity.
        kept = state.known[id(node)] = node, parts(state, node) if found is None else found
    return kept[1]


def _term(state: Rewriter, term: Term) -> Term:
    match term:
        case int() | nodes.Number():
            return term
        case nodes.Sum(counted, added, constant):
            formulas = [(factor, rewritten(state, part)) for factor, part in counted]
            terms = [(factor, rewritten_term(state, part)) for factor, part in added]
            pairs = zip((*formulas, *terms), (*counted, *added), strict=True)
            return term if all(new[1] is old[1] for new, old in pairs) else build.total(formulas, terms, constant)
        case nodes.Product(left, right):
            return build.product(rewritten_term(state, left), rewritten_term(state, right))
        case nodes.Quotient(left, right):
            return build.quotient(rewritten_term(state, left), rewritten_term(state, right))
        case nodes.Remainder(left, right):
            return build.remainder(rewritten_term(state, left), rewritten_term(state, right))
        case nodes.Choice(condition, then, other):
            return build.choice(rewritten(state, condition), rewritten_term(state, then), rewritten_term(state, other))
        case nodes.Extreme(greatest, items, empty):
            present = [(rewritten(state, here), rewritten_term(state, item)) for here, item in items]
            return build.extreme(greatest, present, empty)
        case nodes.PartSize():
            raise ValueError("whoever rewrites says what becomes of graphs")
        case _:
            assert_never(term)


def graph(state: Rewriter, found: Graph) -> Graph:
    """The graph with its conditions rewritten; its vertices and edges stay in their places."""
    kept = state.known.get(id(found))
    if kept is None:
        presence = tuple(rewritten(state, here) for here in found.presence)
        edges = tuple((first, second, rewritten(state, when)) for first, second, when in found.edges)
        if any(new is not old for new, old in zip(presence, found.presence, strict=True)) or any(
            new[2] is not old[2] for new, old in zip(edges, found.edges, strict=True)
        ):
            exact = None if found.exact is None else {(first, second): when for first, second, when in edges}
            made = Graph(found.places, presence, edges, exact)
        else:
            made = found
        kept = state.known[id(found)] = found, made
    result: Graph = kept[1]
    return result


def statement(state: Rewriter, found: nodes.GraphStatement) -> nodes.GraphStatement:
    """What is said of a graph, with the conditions of the graph rewritten."""
    return msgspec.structs.replace(found, graph=graph(state, found.graph))


def sized(term: Term) -> bool:
    """Whether the size of a part occurs in the term."""
    match term:
        case int() | nodes.Number():
            return False
        case nodes.PartSize():
            return True
        case nodes.Sum(_, added):
            return any(sized(part) for _, part in added)
        case nodes.Product(left, right) | nodes.Quotient(left, right) | nodes.Remainder(left, right):
            return sized(left) or sized(right)
        case nodes.Choice(_, then, other):
            return sized(then) or sized(other)
        case nodes.Extreme(_, items):
            return any(sized(item) for _, item in items)
        case _:
            assert_never(term)
