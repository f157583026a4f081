"""Statements about components that are placements: one formula for each placement, and what others become."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzlelang.deductions.claims import equivalent
from puzzlelang.deductions.placements.placed_conditions import PlacedConditions
from puzzlelang.deductions.placements.placed_shapes import PlacedShapes, placed_shapes
from puzzlelang.geometry import motions
from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs import grid, rewrite
from puzzlelang.graphs.counted_vertices import counted_vertices, counts_all
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Term

MOST_SUMMANDS = 1_000
"""No sums of more placements are made."""


class ComponentPlacements:
    """The placements that the components of a graph can be: the vertices of each, and the formula that it is one.

    Of those with a given vertex exactly one is a component if the vertex is present, and none if it is absent.
    """

    def __init__(self, graph: Graph, placements: Sequence[Sequence[int]], whole: Sequence[Formula]) -> None:
        self.graph = graph
        self.placements = placements
        self.whole = whole
        holding: list[list[int]] = [[] for _ in graph.places]
        for number, vertices in enumerate(placements):
            for vertex in vertices:
                holding[vertex].append(number)
        self.holding = [dict.fromkeys(numbers) for numbers in holding]
        self.cells = {vertex: place for place, vertex in grid.vertex_by_cell(graph).items()}
        self.shapes: dict[tuple[int, Equality], Mapping[Shape, Sequence[int]]] = {}
        self.own_shapes: dict[Equality, PlacedShapes] = {}
        self.sizes: dict[tuple[int, int], Mapping[int, Formula] | None] = {}
        self.made: dict[tuple[int, ...], Formula] = {}
        self.conditions = PlacedConditions(graph, placements)

    def one_of(self, numbers: Iterable[int]) -> Formula:
        """State that one of these placements is a component."""
        key = tuple(numbers)
        if key not in self.made:
            self.made[key] = build.disjunction([self.whole[number] for number in key])
        return self.made[key]

    def cover(self) -> list[Formula]:
        """State that each present vertex lies in a placement that is a component."""
        return [
            build.disjunction((build.negation(here), *(self.whole[number] for number in numbers)))
            for here, numbers in zip(self.graph.presence, self.holding, strict=True)
        ]

    def derived(self) -> list[Formula]:
        """Return the conjunctions that a placement is a component which follow from what the cover says of the others.

        These are placements beside others in the cover of a vertex.  No two with a common vertex are both components.
        """
        choices = [vertex for vertex, ones in enumerate(self.holding) if len(ones) > 1]
        numbers = dict.fromkeys(number for vertex in choices for number in self.holding[vertex])
        return [one for number in sorted(numbers) if type(one := self.whole[number]) is nodes.And]

    def joined(self, first: int, second: int) -> dict[int, None]:
        """Placements with both vertices."""
        there = self.holding[second]
        return {number: None for number in self.holding[first] if number in there}

    def is_box(self, number: int) -> bool:
        """Return whether a placement fills a rectangle."""
        cells = self._cells(number)
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)

    def by_shape(self, vertex: int, equal: Equality) -> Mapping[Shape, Sequence[int]]:
        """The placements of a vertex by shape, the same for all that are equal."""
        key = vertex, equal
        if key not in self.shapes:
            self.shapes[key] = self._shapes(equal).by_shape(self.holding[vertex])
        return self.shapes[key]

    def shape(self, number: int, equal: Equality) -> Shape:
        """The shape of a placement, the same for all that are equal."""
        own = self._shapes(equal)
        return own.shapes[own.numbers[number]]

    def _shapes(self, equal: Equality) -> PlacedShapes:
        if equal not in self.own_shapes:
            spots = {vertex: cell.spot for vertex, cell in enumerate(self.graph.places) if isinstance(cell, Cell)}
            self.own_shapes[equal] = placed_shapes(spots, self.placements, equal)
        return self.own_shapes[equal]

    def _cells(self, number: int) -> Sequence[grid.Place]:
        return [self.cells[vertex] for vertex in self.placements[number]]

    def size(self, component_size: ComponentSize) -> Mapping[int, int] | None:
        """The size by placement of the vertex's component; None if the board decides what counts."""
        if counts_all(component_size):
            return {number: len(self.placements[number]) for number in self.holding[component_size.vertex]}
        counted = counted_vertices(component_size).conditions
        sizes: dict[int, int] = {}
        for number in self.holding[component_size.vertex]:
            least, most = self.conditions.count(number, counted)
            if least != most:
                return None
            sizes[number] = least
        return sizes

    def values(self, component_size: ComponentSize) -> Mapping[int, Formula] | None:
        """Return by each value of a size: that it has this value; None if the board decides what counts."""
        key = component_size.vertex, id(component_size.counted)
        if key not in self.sizes:
            sizes = self.size(component_size)
            numbers: dict[int, list[int]] = {}
            for number, size in (sizes or {}).items():
                numbers.setdefault(size, []).append(number)
            values = {size: self.one_of(those) for size, those in sorted(numbers.items())}
            absent = build.negation(self.graph.presence[component_size.vertex])
            if absent is not False:
                values[0] = build.disjunction((absent, values.get(0, False)))
            self.sizes[key] = None if sizes is None else values
        return self.sizes[key]


def without_graph(placed: ComponentPlacements, claim: Formula) -> Formula | None:
    """Return the claim with placements in place of what it states of the graph; None if that cannot be done."""
    state = Rewriter(lambda _, one: _formula(placed, one), lambda state, one: _term(placed, state, one))
    try:
        return rewrite.rewrite_formula(state, claim)
    except _UnplacedError:
        return None


class _UnplacedError(Exception):
    """A statement about the graph that says more than which placements are components."""


def _formula(placed: ComponentPlacements, formula: Formula) -> Formula | None:
    match formula:
        case nodes.Or(parts) if (numbers := _alternatives(placed, parts)) is not None:
            return placed.one_of(numbers)
        case nodes.Equal(ComponentSize() as size, value) if (sizes := _sizes(placed, size)) is not None:
            result = placed.one_of(number for number, one in sizes.items() if one == value)
            return result if value else build.disjunction((build.negation(placed.graph.presence[size.vertex]), result))
        case nodes.AtMost(ComponentSize() as size, bound) if (sizes := _sizes(placed, size)) is not None:
            return build.negation(placed.one_of(number for number, one in sizes.items() if one > bound))
        case nodes.Equal(nodes.Sum() as term, value) if (vertices := _vertices_of(placed, term, value)) is not None:
            return build.equal(*vertices)
        case nodes.AtMost(nodes.Sum() as term, bound) if (vertices := _vertices_of(placed, term, bound)) is not None:
            return build.at_most(*vertices)
        case nodes.Equal(nodes.Sum() as term, value) if (sides := _sides(placed, term)) is not None:
            return _compare_sum(sides, lambda total: total + term.constant == value)
        case nodes.AtMost(nodes.Sum() as term, bound) if (sides := _sides(placed, term)) is not None:
            return _compare_sum(sides, lambda total: total + term.constant <= bound)
        case _ if isinstance(formula, nodes.GraphStatement):
            return _statement(placed, formula) if formula.graph is placed.graph else formula
        case _:
            return None


def _vertices_of(placed: ComponentPlacements, term: nodes.Sum, number: int) -> tuple[Term, int] | None:
    """Return for a term that counts components, all of one size: the vertices present, and how many `number` means."""
    graph = placed.graph
    if term.added or not any(isinstance(part, nodes.First) and part.graph is graph for _, part in term.counted):
        return None
    firsts = [build_graphs.first(graph, vertex) for vertex in range(len(graph.places))]
    certain, unsure = firsts.count(True), {id(one) for one in firsts if not isinstance(one, bool)}
    sizes = {len(vertices) for vertices in placed.placements}
    if len(sizes) != 1 or len(term.counted) != len(unsure):
        return None
    if any(factor != 1 or id(part) not in unsure for factor, part in term.counted):
        return None
    return build.count(graph.presence), sizes.pop() * (number - term.constant + certain)


def _statement(placed: ComponentPlacements, statement: nodes.GraphStatement) -> Formula:
    match statement:
        case nodes.Joined(_, first, second):
            return placed.one_of(placed.joined(first, second))
        case nodes.First(_, vertex):
            return placed.one_of(
                number for number in placed.holding[vertex] if min(placed.placements[number]) == vertex
            )
        case nodes.Rectangle(_, vertex):
            return placed.one_of(number for number in placed.holding[vertex] if placed.is_box(number))
        case nodes.Congruent(_, first, second, equal):
            return _congruent(placed, first, second, equal)
        case nodes.Fits(_, first, second, equal):
            return _fits(placed, first, second, equal)
        case nodes.HasShape(_, vertex, shape, equal):
            return placed.one_of(placed.by_shape(vertex, equal).get(shape, ()))
        case _:
            raise _UnplacedError


def _congruent(placed: ComponentPlacements, first: int, second: int, equal: Equality) -> Formula:
    """State that both vertices are absent, or that their components have one shape."""
    left, right = placed.by_shape(first, equal), placed.by_shape(second, equal)
    both = [(numbers, right[one]) for one, numbers in left.items() if one in right]
    absent = [build.negation(placed.graph.presence[vertex]) for vertex in (first, second)]
    alike = [build.nested_conjunction((placed.one_of(one), placed.one_of(other))) for one, other in both]
    return build.disjunction((build.conjunction(absent), *alike))


def _fits(placed: ComponentPlacements, first: int, second: int, equal: Equality) -> Formula:
    """State that a vertex is absent, or that its component has a shape that fits into that of the other."""
    left, right = placed.by_shape(first, equal), placed.by_shape(second, equal)
    ways = [
        build.nested_conjunction((placed.one_of(numbers), placed.one_of(others)))
        for one, numbers in left.items()
        for other, others in right.items()
        if motions.fits(one, other, equal)
    ]
    return build.disjunction((build.negation(placed.graph.presence[first]), *ways))


def _alternatives(placed: ComponentPlacements, parts: Sequence[Formula]) -> Iterable[int] | None:
    """Placements one of which is a component exactly if a part is true; None for other parts."""
    result: dict[int, None] = {}
    for part in parts:
        if not (isinstance(part, nodes.Joined) and part.graph is placed.graph):
            return None
        result |= placed.joined(part.first, part.second)
    return result


def _sizes(placed: ComponentPlacements, size: ComponentSize) -> Mapping[int, int] | None:
    return placed.size(size) if size.graph is placed.graph else None


def _sides(placed: ComponentPlacements, term: nodes.Sum) -> Sequence[Mapping[int, Formula]] | None:
    """Return for a sum of two sizes, and nothing else: by each value of a summand, that it has this value."""
    if term.counted or len(term.added) != 2:
        return None
    result: list[Mapping[int, Formula]] = []
    for factor, size in term.added:
        values = placed.values(size) if isinstance(size, ComponentSize) and size.graph is placed.graph else None
        if values is None:
            return None
        result.append({factor * value: formula for value, formula in values.items()})
    return result


def _compare_sum(sides: Sequence[Mapping[int, Formula]], fits: Callable[[int], bool]) -> Formula:
    """State that the sum of two values fits."""
    left, right = sides
    pairs = [(here, there) for one, here in left.items() for other, there in right.items() if fits(one + other)]
    return build.disjunction(map(build.nested_conjunction, pairs))


def _term(placed: ComponentPlacements, state: Rewriter, term: Term) -> Term | None:
    match term:
        case ComponentSize(graph) if graph is not placed.graph:
            return term
        case ComponentSize():
            sizes = placed.size(term)
            if sizes is None:
                raise _UnplacedError
            if len(sizes) > MOST_SUMMANDS:
                raise _UnplacedError
            return build.total((size, placed.whole[number]) for number, size in sizes.items())
        case nodes.Sum(counted, added, constant):
            factors: dict[int, int] = {}
            others: list[tuple[int, Formula]] = []
            for factor, part in counted:
                numbers = _exclusive(placed, part)
                for number in numbers or ():
                    factors[number] = factors.get(number, 0) + factor
                if numbers is None:
                    others.append((factor, rewrite.rewrite_formula(state, part)))
            if len(factors) > MOST_SUMMANDS:
                raise _UnplacedError
            placements = [(factor, placed.whole[number]) for number, factor in factors.items()]
            terms = [(factor, rewrite.rewrite_term(state, one)) for factor, one in added]
            return build.total((*placements, *others), terms, constant)
        case _:
            return None


def _exclusive(placed: ComponentPlacements, part: Formula) -> Iterable[int] | None:
    """Placements of one vertex, so that only one is a component, one of which is exactly if the part is true."""
    parts = part.parts if isinstance(part, nodes.Or) else (part,)
    pairs = [one for one in parts if isinstance(one, nodes.Joined) and one.graph is placed.graph]
    if not pairs:
        return None
    shared = {pairs[0].first, pairs[0].second}.intersection(*({one.first, one.second} for one in pairs))
    own = [vertex for vertex in shared if equivalent_to_any(placed.graph.presence[vertex], parts)]
    if own:
        return placed.holding[own[0]]
    return _alternatives(placed, parts) if shared else None


def equivalent_to_any(formula: Formula, others: Sequence[Formula]) -> bool:
    """Return whether one of the others is the same formula."""
    return any(equivalent(formula, one) for one in others)
