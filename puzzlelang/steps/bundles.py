"""Cases that may decide something only together, as each of them shares places with another.

What passes between two cases that share one place is all said by the values that are left there.  Where they share
several, one may leave all values of each and still say how they go together: of a corner without a line neither or both
of two lines are there.  So a case is bundled with those that share at least two places with it.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Graph
from puzzlelang.problem.traversal import split, variables
from puzzlelang.steps.record import Case, Group

WIDEST = 40
"""Bundles about more places are nobody's."""


def sharing(chosen: Sequence[Case]) -> Iterator[Group]:
    """Cases that speak of no graph, each with all that share places with it; none that others hold."""
    plain = [case for case in chosen if not case.graph and 1 < len(case.variables) <= WIDEST]
    near = _near(plain)
    for case in plain:
        around = near[case.index]
        if not around or any(_held(case, around, near[other.index], other) for other in around):
            continue
        members = (case, *around)
        indexes = tuple(dict.fromkeys(index for one in members for index in one.variables))
        if len(indexes) <= WIDEST:
            yield Group(case.index, members, indexes, False, 1 + max(one.weight for one in members))


def _near(plain: Sequence[Case]) -> dict[int, list[Case]]:
    """For each case those that share at least two places with it."""
    about: dict[int, list[Case]] = {}
    for case in plain:
        for index in case.variables:
            about.setdefault(index, []).append(case)
    found: dict[int, list[Case]] = {}
    for case in plain:
        count: dict[Case, int] = {}
        for index in case.variables:
            for other in about[index]:
                count[other] = count.get(other, 0) + 1
        found[case.index] = [other for other, shared in count.items() if shared > 1 and other is not case]
    return found


def _held(case: Case, around: Sequence[Case], others: Sequence[Case], centre: Case) -> bool:
    """Whether the bundle of another case holds that of the first; of two alike it is the earlier one."""
    held = {case, *around} <= {centre, *others}
    return held and (len(around) < len(others) or centre.index < case.index)


def reaching(chosen: Sequence[Case]) -> Iterator[tuple[Group, frozenset[int]]]:
    """What a part has to hold, with what is said of the parts of those; and the places around the first vertex.

    So a cell that belongs to some number is told with all numbers that it could belong to.
    """
    about: dict[tuple[int, int], dict[Case, None]] = {}
    holding: dict[tuple[int, int], tuple[Graph, list[Case], dict[int, None]]] = {}
    for case in chosen:
        sizes = [one for one in split(case.formula)[1] if isinstance(one, nodes.ComponentSize)] if case.graph else []
        for one in sizes:
            at = id(one.graph), one.vertex
            about.setdefault(at, {})[case] = None
            if len(one.counted) < len(one.graph.places):
                _, cases, held = holding.setdefault(at, (one.graph, [], {}))
                cases.append(case)
                held.update((vertex, None) for vertex, _ in one.counted if vertex != one.vertex)
    for (graph_id, vertex), (graph, cases, held) in holding.items():
        others = [case for other in held for case in about.get((graph_id, other), ())]
        members = tuple(dict.fromkeys([*cases, *others]))
        if len(members) > len(cases):
            indexes = tuple(dict.fromkeys(index for case in members for index in case.variables))
            weight = 1 + max(case.weight for case in members)
            yield Group(cases[0].index, members, indexes, True, weight), _around(graph, vertex)


def _around(graph: Graph, vertex: int) -> frozenset[int]:
    """The variables that say whether a vertex is there, and which of its edges are."""
    on = [graph.edges[position][2] for _, position in graph.neighbours[vertex]]
    return frozenset(variable.index for variable in variables(graph.presence[vertex], *on))
