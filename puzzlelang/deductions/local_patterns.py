"""Patterns around a vertex of a partition: the neighbours in its component, by the formulas about its links."""

from collections.abc import Iterable, Mapping, Sequence

from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.problem import evaluate, nodes, traversal
from puzzlelang.problem.record import Formula, Graph

MOST_NEIGHBOURS = 8
"""No patterns of more neighbours are listed."""


def neighbour_patterns(graph: Graph, plain: Iterable[Formula], units: UnitPropagation) -> list[list[int]] | None:
    """List for each vertex the sets of neighbours, as bits of vertices, that its component may contain.

    The graph is a partition.  A formula whose variables are all about links of one vertex decides which sets are left:
    a number of borders around a cell is one.  None if a vertex has too many neighbours.
    """
    exact = graph.exact or {}
    found: list[list[int]] = []
    for vertex, around in enumerate(graph.beside):
        if len(around) > MOST_NEIGHBOURS:
            return None
        sets = [0]
        for other in around:
            known = units.of(exact[min(vertex, other), max(vertex, other)])
            without = sets if known is not True else []
            sets = [*without, *(one | 1 << other for one in sets)] if known is not False else without
        found.append(sets)
    links = _links(graph)
    values: list[bool | None] = [None] * (max(links, default=-1) + 1)
    for vertex, formulas in _local_formulas(links, plain).items():
        found[vertex] = [one for one in found[vertex] if _hold(formulas, vertex, one, links, values)]
    return found


def _links(graph: Graph) -> Mapping[int, tuple[int, int]]:
    """The two vertices of the link that a variable cuts, by the variable's index."""
    return {
        when.part.variable.index: ends
        for ends, when in (graph.exact or {}).items()
        if isinstance(when, nodes.Not) and isinstance(when.part, nodes.Holds)
    }


def _local_formulas(links: Mapping[int, tuple[int, int]], plain: Iterable[Formula]) -> Mapping[int, Sequence[Formula]]:
    """The formulas about links of one vertex only, by that vertex."""
    found: dict[int, list[Formula]] = {}
    for formula in plain:
        for part in traversal.together(formula):
            variables = traversal.variables(part)
            if 0 < len(variables) <= MOST_NEIGHBOURS and all(one.index in links for one in variables):
                for vertex in set.intersection(*(set(links[one.index]) for one in variables)):
                    found.setdefault(vertex, []).append(part)
    return found


def _hold(
    formulas: Sequence[Formula],
    vertex: int,
    joined: int,
    links: Mapping[int, tuple[int, int]],
    values: list[bool | None],
) -> bool:
    """Whether formulas about links of a vertex hold if these neighbours are in its component, and no others."""
    used = {variable.index for variable in traversal.variables(*formulas)}
    for index in used:
        first, second = links[index]
        values[index] = not joined >> (first + second - vertex) & 1
    return all(evaluate.truth(formula, values) is not False for formula in formulas)
