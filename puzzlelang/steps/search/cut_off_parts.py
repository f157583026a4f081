"""The size of a part that would be cut off: the smaller side in a step about a connected graph.

That a single cell would be shut in is plain to see; that a large part would be cut off takes a look at all of its rim.
"""

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.graph_truth import graph_bounds
from puzzlelang.problem.record import Graph, Kind, Partial
from puzzlelang.problem.traversal import split, variables
from puzzlelang.steps.record import Step


def cut_off_size(step: Step) -> int | None:
    """The vertices of the smallest part that would be cut off if the step did not hold; None if none would be."""
    statements = [one for case in step.cases if case.graph for one in split(case.formula)[1]]
    if len(statements) != 1 or not isinstance(statements[0], nodes.Connected):
        return None
    about = {one.index: one for case in step.cases for one in variables(case.formula)}
    values: list[bool | int | None] = [None] * (1 + max(about))
    for fact in (*step.known, step.facts[0].opposite):
        if fact.variable in about and about[fact.variable].kind is Kind.MEMBER:
            values[fact.variable] = bool(fact.value) == fact.holds
        elif fact.variable in about and fact.holds:
            values[fact.variable] = fact.value
    parts = _separable_parts(statements[0].graph, tuple(values))
    return min(parts) if len(parts) > 1 else None


def _separable_parts(graph: Graph, values: Partial) -> list[int]:
    """Return for each component that can still be one and has a certain vertex: how many vertices it may have."""
    presence, edges = (evaluate.truths(part, values) for part in (graph.presence, [on for _, _, on in graph.edges]))
    result = graph_bounds(graph, presence, edges)
    sizes = {part: 0 for part, here in zip(result.possible, presence, strict=True) if here is True}
    for part in result.possible:
        if part in sizes:
            sizes[part] += 1
    return list(sizes.values())
