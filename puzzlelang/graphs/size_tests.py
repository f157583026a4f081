"""Comparisons of component sizes compiled to functions of an answer, for the commonest forms.

Each round of a search asks them anew, and reading a comparison takes longer than measuring a component.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import Components, holds
from puzzlelang.graphs.counted_vertices import counted_vertices
from puzzlelang.problem import nodes
from puzzlelang.problem.record import ComponentSize, Graph, Term

Looks = Callable[[Graph], Components]
"""The look of a graph in the answer."""

Test = Callable[[Looks, GraphAnswer], bool]
"""Whether a statement is true in an answer."""

Measure = Callable[[Looks, GraphAnswer], int]
"""The size of a component, or a sum with such sizes, in an answer."""


def size_test(statement: object) -> Test | None:
    """Compile a comparison of sizes, numbers and nothing else with a number; None for other statements."""
    match statement:
        case nodes.Equal(nodes.Sum((), ((1, ComponentSize() as size), (-1, nodes.Number(variable))), 0), 0) if (
            counted_vertices(size).counts_all
        ):
            return _is_size(size, variable.index)
        case nodes.AtMost(term, bound) if (measure := _measure(term)) is not None:
            return lambda looks, values: measure(looks, values) <= bound
        case nodes.Equal(term, number) if (total := _measure(term)) is not None:
            return lambda looks, values: total(looks, values) == number
        case _:
            return None


def _is_size(component_size: ComponentSize, index: int) -> Test:
    """Compile that a number is the size of a component, which is the commonest comparison."""
    graph, vertex = component_size.graph, component_size.vertex

    def test(looks: Looks, values: GraphAnswer) -> bool:
        seen = looks(graph)
        part = seen.part[vertex]
        return values[index] == (len(seen.members[part]) if part >= 0 else 0)

    return test


def _measure(term: Term) -> Measure | None:
    match term:
        case ComponentSize():
            return measure_size(term)
        case nodes.Sum((), added, constant):
            sizes: list[tuple[int, Measure]] = []
            numbers: list[tuple[int, int]] = []
            for factor, part in added:
                match part:
                    case ComponentSize():
                        sizes.append((factor, measure_size(part)))
                    case nodes.Number(variable):
                        numbers.append((factor, variable.index))
                    case _:
                        return None
            return _sum(sizes, numbers, constant)
        case _:
            return None


def _sum(sizes: Sequence[tuple[int, Measure]], numbers: Sequence[tuple[int, int]], constant: int) -> Measure:
    if len(sizes) == len(numbers) == 1:
        ((factor, size),) = sizes
        ((other, index),) = numbers
        return lambda looks, values: constant + factor * size(looks, values) + other * int(values[index])

    def total(looks: Looks, values: GraphAnswer) -> int:
        result = constant
        for factor, size in sizes:
            result += factor * size(looks, values)
        for factor, index in numbers:
            result += factor * int(values[index])
        return result

    return total


def measure_size(component_size: ComponentSize) -> Measure:
    """Compile a component size."""
    graph, vertex = component_size.graph, component_size.vertex
    known = counted_vertices(component_size)
    if known.counts_all:

        def whole(looks: Looks, _: GraphAnswer) -> int:
            seen = looks(graph)
            part = seen.part[vertex]
            return len(seen.members[part]) if part >= 0 else 0

        return whole
    conditions, alike = known.conditions, known.alike
    if alike is not None:

        def counted(looks: Looks, _: GraphAnswer) -> int:
            seen = looks(graph)
            part = seen.part[vertex]
            if part < 0:
                return 0
            tally = seen.tallies.get(alike)
            if tally is None:
                tally = seen.tallies[alike] = Counter([seen.part[other] for other in conditions])
            return tally[part]

        return counted

    def conditional(looks: Looks, values: GraphAnswer) -> int:
        seen = looks(graph)
        part = seen.part[vertex]
        if part < 0:
            return 0
        key = id(conditions), part
        result = seen.counts.get(key)
        if result is None:
            members = seen.members[part]
            result = sum(1 for other in members if other in conditions and holds(conditions[other], values))
            seen.counts[key] = result
        return result

    return conditional
