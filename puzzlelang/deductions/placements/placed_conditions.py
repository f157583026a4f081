"""Formulas that one placement decides: what holds within a component, once it is known which placement it is."""

from collections.abc import Iterable, Mapping, Sequence

from puzzlelang.graphs.counted_vertices import counted_vertices
from puzzlelang.problem import nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Term

Bounds = tuple[int, int]
"""The least and the greatest value that a term can have."""


class PlacedConditions:
    """Three-valued evaluation of formulas where a placement is a component of the graph.

    The placement tells which of its vertices are joined with which others.  In a partition it tells which of their
    links are cut; of a set it tells that its vertices are present, and absent those that would always be joined.
    """

    def __init__(self, graph: Graph, placements: Sequence[Sequence[int]]) -> None:
        self.graph = graph
        self.placements = placements
        self.inside: dict[int, frozenset[int]] = {}
        self.known: dict[int, Mapping[int, bool]] = {}
        self.links: list[list[tuple[int, Formula]]] = [[] for _ in graph.places]
        for (first, second), when in (graph.exact or {}).items():
            self.links[first].append((second, when))
            self.links[second].append((first, when))
        self.always: list[list[int]] = [[] for _ in graph.places]
        for first, second, when in graph.edges:
            if when is True:
                self.always[first].append(second)
                self.always[second].append(first)

    def cells(self, number: int) -> frozenset[int]:
        """The vertices of a placement."""
        if number not in self.inside:
            self.inside[number] = frozenset(self.placements[number])
        return self.inside[number]

    def truth(self, number: int, formula: Formula) -> bool | None:
        """The truth of a formula where the placement is a component; None if the placement does not decide it."""
        match formula:
            case bool():
                return formula
            case nodes.Holds(variable):
                return self._values(number).get(variable.index)
            case nodes.Not(part):
                inner = self.truth(number, part)
                return None if inner is None else not inner
            case nodes.And(parts):
                return _all(self.truth(number, part) for part in parts)
            case nodes.Or(parts):
                some = _all(_opposite(self.truth(number, part)) for part in parts)
                return _opposite(some)
            case nodes.Same(left, right):
                one, other = self.truth(number, left), self.truth(number, right)
                return None if one is None or other is None else one == other
            case nodes.Equal(term, value):
                low, high = self._bounds(number, term)
                return low == value if low == high else None if low <= value <= high else False
            case nodes.AtMost(term, bound):
                low, high = self._bounds(number, term)
                return True if high <= bound else False if low > bound else None
            case nodes.Joined(graph, first, second) if graph is self.graph:
                here = [vertex in self.cells(number) for vertex in (first, second)]
                return all(here) if any(here) else None
            case nodes.First(graph, vertex) if graph is self.graph and vertex in self.cells(number):
                return min(self.cells(number)) == vertex
            case _:
                return None

    def count(self, number: int, counted: Mapping[int, Formula]) -> Bounds:
        """The least and the greatest number of these vertices that count in a placement, each under its condition."""
        result = [counted[vertex] for vertex in self.placements[number] if vertex in counted]
        truths = [True if when is True else self.truth(number, when) for when in result]
        return sum(one is True for one in truths), sum(one is not False for one in truths)

    def _bounds(self, number: int, term: Term) -> Bounds:
        match term:
            case int():
                return term, term
            case nodes.Sum(counted, added, constant):
                low = high = constant
                for factor, part in counted:
                    truth = self.truth(number, part)
                    low += min(factor, 0) if truth is None else factor * truth
                    high += max(factor, 0) if truth is None else factor * truth
                for factor, one in added:
                    ends = [factor * end for end in self._bounds(number, one)]
                    low, high = low + min(ends), high + max(ends)
                return low, high
            case ComponentSize(graph, vertex) if graph is self.graph and vertex in self.cells(number):
                return self.count(number, counted_vertices(term).conditions)
            case _:
                return term.low, term.high

    def _values(self, number: int) -> Mapping[int, bool]:
        """Return by the index of a variable its value where the placement is a component."""
        if number not in self.known:
            cells = self.cells(number)
            result: dict[int, bool] = {}
            for vertex in self.placements[number]:
                _note(result, self.graph.presence[vertex], True)
                if self.graph.exact is not None:
                    for other, when in self.links[vertex]:
                        _note(result, when, other in cells)
                else:
                    for other in self.always[vertex]:
                        if other not in cells:
                            _note(result, self.graph.presence[other], False)
            self.known[number] = result
        return self.known[number]


def _note(result: dict[int, bool], formula: Formula, truth: bool) -> None:
    """Note what the truth of a member, or of its negation, tells of its variable."""
    if isinstance(formula, nodes.Not):
        formula, truth = formula.part, not truth
    if isinstance(formula, nodes.Holds):
        result[formula.variable.index] = truth


def _all(truths: Iterable[bool | None]) -> bool | None:
    """Three-valued conjunction."""
    open_ = False
    for one in truths:
        if one is False:
            return False
        open_ = open_ or one is None
    return None if open_ else True


def _opposite(truth: bool | None) -> bool | None:
    return None if truth is None else not truth
