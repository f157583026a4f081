"""Components of equal numbers whose number is their size (Fillomino): reasons for a wrong size.

Where each edge is the equality of its vertices' numbers, the numbers in a component and around it imply its edges.  So
they give a shorter explanation (in the sense of Ohrimenko, Stuckey and Codish 2009).
"""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import Components, spanning_tree
from puzzlelang.graphs.enclosures import Apart, absent, conditions_around, enclosure
from puzzlelang.graphs.paths_and_cuts import present_vertices
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Number, Variable


class VertexValues(msgspec.Struct, frozen=True, eq=False):
    """The number of each vertex that has an edge.

    An edge is off where the numbers of its ends differ, and on where they are equal and not `unsure`.  `unsure`: values
    that both ends may have although the edge is off.
    """

    numbers: Mapping[int, Number]
    unsure: frozenset[int]


class _Memo(msgspec.Struct):
    """Results that are computed once for a graph: see `vertex_values` and `has_value`."""

    vertex_values: VertexValues | None = None
    looked: bool = False
    equal: dict[tuple[int, int], Formula] = msgspec.field(default_factory=dict)


def vertex_values(graph: Graph) -> VertexValues | None:
    """Find the numbers whose equality decides the edges; None if an edge has another condition."""
    known = nodes.memo(graph, _Memo)
    if not known.looked:
        known.vertex_values, known.looked = _vertex_values(graph), True
    return known.vertex_values


def _vertex_values(graph: Graph) -> VertexValues | None:
    result: dict[int, Number] = {}
    unsure: set[int] = set()
    for first, second, when in graph.edges:
        compared = _equality(when)
        if compared is None:
            return None
        at = {number.variable.place: number for number in compared[0]}
        unsure |= compared[1]
        for vertex in (first, second):
            number = at.get(graph.places[vertex])
            if number is None or result.setdefault(vertex, number).variable is not number.variable:
                return None
    return VertexValues(result, frozenset(unsure))


_Compared = tuple[tuple[Number, Number], frozenset[int]]
"""Two numbers, and the values that they may both have though the formula is false."""


def _equality(when: Formula) -> _Compared | None:
    """The two numbers whose equality a formula states; None for other formulas."""
    match when:
        case nodes.Equal(nodes.Sum((), ((1, Number() as one), (-1, Number() as other)), 0), 0):
            return (one, other), frozenset()
        case nodes.And((first, nodes.Or((nodes.Not(nodes.Equal(Number(variable), value)), _)))):
            # Made by `domain_refinement`: equal, and if both are the value beyond, an auxiliary variable is true.
            result = _equality(first)
            if result is None or all(number.variable is not variable for number in result[0]):
                return None
            return result[0], result[1] | {value}
        case nodes.Or((first, second)):
            # A relation that is stated in both orders.
            pair, turned = _equality(first), _equality(second)
            if pair is None or turned is None or {one.variable for one in pair[0]} != {o.variable for o in turned[0]}:
                return None
            return pair[0], pair[1] | turned[1]
        case _:
            return None


def equal_numbers(when: Formula) -> frozenset[Variable] | None:
    """Return the two number variables whose equality a formula states exactly; None for other formulas."""
    compared = _equality(when)
    return None if compared is None or compared[1] else frozenset(one.variable for one in compared[0])


def reason(components: Components, part: ComponentSize, term: Number, values: GraphAnswer) -> Sequence[Formula] | None:
    """Return the reason why a component's size is not its vertex's number `term`; None if numbers cannot tell.

    Too large: connected vertices that all have that number, one more than it says.  Too small: the vertex has the
    number, and no neighbour of the component has it.  In the answer the size must differ from the number.
    """
    graph = components.graph
    known = vertex_values(graph)
    if known is None or part.vertex not in known.numbers or known.numbers[part.vertex].variable is not term.variable:
        return None
    if not components.there[part.vertex]:
        return None
    value = int(values[term.variable.index])
    name = components.part[part.vertex]
    if len(components.members[name]) <= value:
        if name not in components.around:
            members, apart = components.members[name], _other_number(components, known, value, values)
            within = enclosure(components, members, value - 1 - len(members), values.fixed, apart)
            components.around[name] = conditions_around(components, within, apart)
        return [graph.presence[part.vertex], has_value(graph, part.vertex, value), *components.around[name]]
    if value in known.unsure:
        return None
    members, _ = spanning_tree(components, part.vertex)
    piece = members[: max(value + 1, 1)]
    return [*present_vertices(components, piece), *(has_value(graph, vertex, value) for vertex in piece)]


def _other_number(components: Components, known: VertexValues, value: int, values: GraphAnswer) -> Apart:
    """Distinguish vertices from a component with a number by their own number, or by their absence."""
    otherwise = absent(components)

    def result(vertex: int) -> Formula | None:
        if components.there[vertex] and values[known.numbers[vertex].variable.index] != value:
            return build.negation(has_value(components.graph, vertex, value))
        return otherwise(vertex)

    return result


def has_value(graph: Graph, vertex: int, value: int) -> Formula:
    """State that a vertex with an edge has this number; the same node each time."""
    known = nodes.memo(graph, _Memo)
    key = vertex, value
    if key not in known.equal:
        result = vertex_values(graph)
        assert result is not None
        known.equal[key] = build.equal(result.numbers[vertex], value)
    return known.equal[key]
