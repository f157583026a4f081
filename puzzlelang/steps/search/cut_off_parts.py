"""The part that would be cut off: the smaller side in a step about a connected graph.

That a single cell would be shut in is plain to see, and so is the only way out of what is certainly one piece.  A part
with many open places takes a look at all of its rim.
"""

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.graph_truth import GraphBounds, graph_bounds
from puzzlelang.problem.record import Graph, Kind, Partial, Problem
from puzzlelang.problem.traversal import split, variables
from puzzlelang.steps.record import Masks, Step, apply_facts, is_single, value


def cut_off_size(step: Step) -> int | None:
    """The vertices of the smallest part that would be cut off if the step did not hold; None if none would be."""
    graph = _connected_graph(step)
    if graph is None:
        return None
    about = {one.index: one for case in step.cases for one in variables(case.formula)}
    values: list[bool | int | None] = [None] * (1 + max(about))
    for fact in (*step.known, step.facts[0].opposite):
        if fact.variable in about and about[fact.variable].kind is Kind.MEMBER:
            values[fact.variable] = bool(fact.value) == fact.holds
        elif fact.variable in about and fact.holds:
            values[fact.variable] = fact.value
    parts = _certain_parts(_bounds(graph, tuple(values)))
    return min(map(len, parts)) if len(parts) > 1 else None


def open_cut_off(problem: Problem, step: Step, masks: Masks) -> int:
    """The open vertices in the smallest part that would be cut off, by all that is known; 0 if none would be.

    What else the step says counts as known, as it is on the same way out.
    """
    graph = _connected_graph(step)
    if graph is None:
        return 0
    after = list(masks)
    apply_facts(after, (*step.facts[1:], step.facts[0].opposite), problem.variables)
    known = zip(problem.variables, after, strict=True)
    bounds = _bounds(graph, tuple(value(one, mask) if mask and is_single(mask) else None for one, mask in known))
    parts = _certain_parts(bounds)
    return min((len(part), sum(bounds.presence[one] is None for one in part)) for part in parts)[1] if parts else 0


def _connected_graph(step: Step) -> Graph | None:
    """The graph that the only statement of a step about graphs says to be connected."""
    statements = [one for case in step.cases if case.graph for one in split(case.formula)[1]]
    return statements[0].graph if len(statements) == 1 and isinstance(statements[0], nodes.Connected) else None


def _bounds(graph: Graph, values: Partial) -> GraphBounds:
    presence, edges = (evaluate.truths(part, values) for part in (graph.presence, [on for _, _, on in graph.edges]))
    return graph_bounds(graph, presence, edges)


def _certain_parts(bounds: GraphBounds) -> list[list[int]]:
    """Return the vertices of each component that can still be one and has a certain vertex."""
    parts: dict[int, list[int]] = {
        part: [] for part, here in zip(bounds.possible, bounds.presence, strict=True) if here is True
    }
    for vertex, part in enumerate(bounds.possible):
        if part in parts:
            parts[part].append(vertex)
    return list(parts.values())
