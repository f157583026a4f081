"""Tests of rectangles: claims about a component whose truth follows from where the component lies, if it is a box."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from puzzlelang.deductions.claims import equivalent
from puzzlelang.graphs import grid
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph

Box = tuple[int, int, int, int]
"""First and last row, first and last column."""

Test = Callable[[Box], bool]
"""Whether a claim holds of a component that fills a box."""


def area(box: Box) -> int:
    """Number of cells of a rectangle."""
    top, bottom, left, right = box
    return (bottom - top + 1) * (right - left + 1)


def dimension_test(graph: Graph, vertex: int, statement: Formula) -> Test | None:
    """Return the test of a statement about the component of a vertex; None if boxes do not decide it.

    It compares a sum of its cells, and of rows and columns that it meets: that there are as many of one as of the
    other makes a rectangle a square.
    """
    if not isinstance(statement, nodes.Equal | nodes.AtMost) or not isinstance(statement.term, nodes.Sum):
        return None
    value = _sum(graph, vertex, statement.term)
    if value is None:
        return None
    if isinstance(statement, nodes.Equal):
        wanted = statement.value
        return lambda box: value(box) == wanted
    bound = statement.bound
    return lambda box: value(box) <= bound


def _sum(graph: Graph, vertex: int, term: nodes.Sum) -> Callable[[Box], int] | None:
    """The value of a sum by the box that the component of the vertex fills."""
    places = list(grid.vertex_by_cell(graph))
    membership = Membership(graph, vertex)
    lengths = Counter(row for row, _ in places), Counter(column for _, column in places)
    lines: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    cells: list[tuple[int, grid.Place]] = []
    for factor, part in term.counted:
        met = membership.vertices(part)
        if met is None:
            return None
        line = _line([places[other] for other in met], lengths)
        if line is not None:
            lines[line[0]][line[1]] += factor
        elif len(met) == 1:
            cells.append((factor, places[met[0]]))
        else:
            return None
    each = 0
    for factor, size in term.added:
        if not (isinstance(size, ComponentSize) and size.graph is graph and size.vertex == vertex):
            return None
        if counts_all(size):
            each += factor
        elif all(when is True for _, when in size.counted):
            cells.extend((factor, places[other]) for other, _ in size.counted)
        else:
            return None
    rows, columns = (_prefixes(met, max(length, default=0)) for met, length in zip(lines, lengths, strict=True))

    def value(box: Box) -> int:
        top, bottom, left, right = box
        result = term.constant + rows[bottom] - rows[top - 1] + columns[right] - columns[left - 1] + each * area(box)
        return result + sum(
            factor for factor, (row, column) in cells if top <= row <= bottom and left <= column <= right
        )

    return value


def _line(met: Sequence[grid.Place], lengths: tuple[Mapping[int, int], Mapping[int, int]]) -> tuple[int, int] | None:
    """The axis and the number of the row or column that has exactly these places."""
    for axis in (0, 1):
        numbers = {place[axis] for place in met}
        if len(numbers) == 1 and lengths[axis][met[0][axis]] == len(met):
            return axis, met[0][axis]
    return None


def _prefixes(factors: Mapping[int, int], most: int) -> Sequence[int]:
    """Sums of the factors of all lines up to each."""
    return list(accumulate(factors.get(number, 0) for number in range(most + 1)))


class Membership:
    """Reads formulas that state which vertices the component of `vertex`, if it is present, contains."""

    def __init__(self, graph: Graph, vertex: int) -> None:
        self.graph = graph
        self.vertex = vertex
        self.neighbours: dict[int, int] = {}
        for (first, second), when in (graph.exact or {}).items():
            if vertex in (first, second):
                self.neighbours[id(when)] = second if vertex == first else first

    def vertices(self, formula: Formula) -> Sequence[int] | None:
        """The vertices one of which the component contains exactly if the formula is true; None if it is no such."""
        if type(formula) is not nodes.Or:
            other = self._vertex(formula)
            return None if other is None else (other,)
        result: dict[int, None] = {}
        for part in formula.parts:
            other = self._vertex(part)
            if other is None:
                return None
            result[other] = None
        return list(result)

    def _vertex(self, part: Formula) -> int | None:
        if isinstance(part, nodes.Joined):
            if part.graph is self.graph and self.vertex in (part.first, part.second):
                return part.second if part.first == self.vertex else part.first
            return None
        if equivalent(part, self.graph.presence[self.vertex]):
            return self.vertex
        return self.neighbours.get(id(part))
