"""Rewriting of formulas: replaces some parts, shared parts once."""

from collections.abc import Callable
from typing import Any, assert_never

import msgspec

from puzzlelang.problem import build, build_rows, build_shapes, nodes
from puzzlelang.problem.record import Formula, Graph, Holds, Term
from puzzlelang.problem.traversal import About, about_graphs


class Rewriter(msgspec.Struct, frozen=True, eq=False):
    """Callbacks and caches of one rewriting pass.

    `formula` and `term` return the replacement of an original node, or None to rewrite only its parts.  They are called
    only for nodes about graphs, or those that a prefilled `about` marks; all others stay as they are.  `brief`: the
    parts of a junction after the one that decides it are not visited, for callbacks that only replace.
    """

    formula: Callable[["Rewriter", Formula], Formula | None]
    term: Callable[["Rewriter", Term], Term | None]
    known: dict[int, tuple[Any, Any]] = msgspec.field(default_factory=dict)
    about: About = msgspec.field(default_factory=dict)
    brief: bool = False


def rewrite_formula(state: Rewriter, formula: Formula) -> Formula:
    """Return the replacement of a formula, or the formula with its parts rewritten; unchanged without graphs."""
    kept = state.known.get(id(formula))
    if kept is None:
        if not about_graphs(formula, state.about):
            return formula
        result = state.formula(state, formula)
        # The node is kept with its result, so that no other node gets its identity.
        kept = state.known[id(formula)] = formula, _formula(state, formula) if result is None else result
    return kept[1]


def _formula(state: Rewriter, formula: Formula) -> Formula:
    match formula:
        case nodes.Or(parts) | nodes.And(parts):
            decided = type(formula) is nodes.Or
            outcome: list[Formula] = []
            for part in parts:
                if type(part) is Holds or (type(part) is nodes.Not and type(part.part) is Holds):
                    outcome.append(part)
                    continue
                result = rewrite_formula(state, part)
                if result is decided and state.brief:
                    return result
                outcome.append(result)
            if outcome == [*parts]:  # nodes are equal to themselves alone
                return formula
            return build.disjunction(outcome) if decided else build.conjunction(outcome)
        case nodes.Not(part):
            inner = rewrite_formula(state, part)
            return formula if inner is part else build.negation(inner)
        case bool() | nodes.Holds():
            return formula
        case nodes.Same(left, right):
            return build.same(rewrite_formula(state, left), rewrite_formula(state, right))
        case nodes.AtMost(term, bound):
            made_term = rewrite_term(state, term)
            return formula if made_term is term else build.at_most(made_term, bound)
        case nodes.Equal(term, value):
            made_term = rewrite_term(state, term)
            return formula if made_term is term else build.equal(made_term, value)
        case nodes.Distinct(terms):
            return build.distinct([rewrite_term(state, term) for term in terms])
        case nodes.Paired(left, right, edges):
            sides = [[(place, rewrite_formula(state, here)) for place, here in side] for side in (left, right)]
            return build_rows.paired(sides[0], sides[1], edges)
        case nodes.Runs(items, lengths):
            return build_rows.runs([rewrite_formula(state, item) for item in items], lengths)
        case nodes.InOrder(entries, wanted):
            new_entries = [
                (rewrite_formula(state, here), [rewrite_formula(state, one) for one in equals])
                for here, equals in entries
            ]
            return build_rows.in_order(new_entries, wanted)
        case nodes.SameShape(left, right, equal):
            one, other = ({cell: rewrite_formula(state, here) for cell, here in side} for side in (left, right))
            pairs = zip((*left, *right), (*one.values(), *other.values()), strict=True)
            return formula if all(new is old for (_, old), new in pairs) else build_shapes.same_shape(one, other, equal)
        case _:
            if isinstance(formula, nodes.GraphStatement):
                raise ValueError("whoever rewrites says what becomes of graphs")
            assert_never(formula)


def rewrite_term(state: Rewriter, term: Term) -> Term:
    """Return the replacement of a term, or the term with its parts rewritten; unchanged without graphs."""
    kept = state.known.get(id(term))
    if kept is None:
        if not about_graphs(term, state.about):
            return term
        result = state.term(state, term)
        kept = state.known[id(term)] = term, _term(state, term) if result is None else result
    return kept[1]


def _term(state: Rewriter, term: Term) -> Term:
    match term:
        case int() | nodes.Number():
            return term
        case nodes.Sum(counted, added, constant):
            formulas = [(factor, rewrite_formula(state, part)) for factor, part in counted]
            terms = [(factor, rewrite_term(state, part)) for factor, part in added]
            pairs = zip((*formulas, *terms), (*counted, *added), strict=True)
            return term if all(new[1] is old[1] for new, old in pairs) else build.total(formulas, terms, constant)
        case nodes.Product(left, right):
            return build.product(rewrite_term(state, left), rewrite_term(state, right))
        case nodes.Quotient(left, right):
            return build.quotient(rewrite_term(state, left), rewrite_term(state, right))
        case nodes.Remainder(left, right):
            return build.remainder(rewrite_term(state, left), rewrite_term(state, right))
        case nodes.Choice(condition, then, other):
            return build.choice(
                rewrite_formula(state, condition), rewrite_term(state, then), rewrite_term(state, other)
            )
        case nodes.Extreme(greatest, items, empty):
            present = [(rewrite_formula(state, here), rewrite_term(state, item)) for here, item in items]
            return build.extreme(greatest, present, empty)
        case nodes.ComponentSize():
            raise ValueError("whoever rewrites says what becomes of graphs")
        case _:
            assert_never(term)


def rewrite_graph(state: Rewriter, graph: Graph) -> Graph:
    """Rewrite the conditions of a graph; vertices and edges keep their positions."""
    kept = state.known.get(id(graph))
    if kept is None:
        presence = tuple(rewrite_formula(state, here) for here in graph.presence)
        edges = tuple(
            [edge if edge[2] is True else (edge[0], edge[1], rewrite_formula(state, edge[2])) for edge in graph.edges]
        )
        if any(new is not old for new, old in zip(presence, graph.presence, strict=True)) or any(
            new[2] is not old[2] for new, old in zip(edges, graph.edges, strict=True)
        ):
            exact = None if graph.exact is None else {(first, second): when for first, second, when in edges}
            outcome = Graph(graph.places, presence, edges, exact, graph.noun)
        else:
            outcome = graph
        kept = state.known[id(graph)] = graph, outcome
    result: Graph = kept[1]
    return result


def rewrite_statement(state: Rewriter, graph_statement: nodes.GraphStatement) -> nodes.GraphStatement:
    """Rewrite the graph of a statement."""
    graph = rewrite_graph(state, graph_statement.graph)
    if graph is graph_statement.graph:
        return graph_statement
    return msgspec.structs.replace(graph_statement, graph=graph)


def rewrite_size(state: Rewriter, component_size: nodes.ComponentSize) -> nodes.ComponentSize:
    """Rewrite the graph of a size and the conditions of what it counts; sizes that share these share them still."""
    graph = rewrite_graph(state, component_size.graph)
    kept = state.known.get(id(component_size.counted))
    if kept is None:
        outcome = tuple((vertex, rewrite_formula(state, when)) for vertex, when in component_size.counted)
        same = all(new[1] is old[1] for new, old in zip(outcome, component_size.counted, strict=True))
        kept = state.known[id(component_size.counted)] = (
            component_size.counted,
            component_size.counted if same else outcome,
        )
    if graph is component_size.graph and kept[1] is component_size.counted:
        return component_size
    return msgspec.structs.replace(component_size, graph=graph, counted=kept[1])


def has_size(term: Term) -> bool:
    """Return whether a component size occurs in the term."""
    match term:
        case int() | nodes.Number():
            return False
        case nodes.ComponentSize():
            return True
        case nodes.Sum(_, added):
            return any(has_size(part) for _, part in added)
        case nodes.Product(left, right) | nodes.Quotient(left, right) | nodes.Remainder(left, right):
            return has_size(left) or has_size(right)
        case nodes.Choice(_, then, other):
            return has_size(then) or has_size(other)
        case nodes.Extreme(_, items):
            return any(has_size(item) for _, item in items)
        case _:
            assert_never(term)
