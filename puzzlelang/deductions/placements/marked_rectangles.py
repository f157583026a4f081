"""Placements of areas that are rectangles around one mark each."""

from collections.abc import Iterator, Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.claims import Claims, ComponentClaim, covers_every_component, graphs, marks
from puzzlelang.deductions.placements.dimension_tests import Box, area
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.rectangle_placements import PlaceCounts
from puzzlelang.deductions.rectangles import bends
from puzzlelang.graphs import grid, rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Term

MOST_CELLS = 1_000_000
"""No more cells of rectangles are listed for all marks together."""


class RectanglePartition(msgspec.Struct, frozen=True, eq=False):
    """A partition into rectangles that each hold one of the `marks`.

    `wanted`: by the vertex of a mark, the claims about sizes in its area alone.  `settled`: all claims that follow once
    each cell lies in a rectangle with one mark that satisfies the claims about it.
    """

    graph: Graph
    marks: frozenset[int]
    wanted: Mapping[int, Sequence[Formula]]
    settled: Sequence[Formula]


def one_mark_rectangles(claims: Claims) -> Iterator[Implication]:
    """Deduce that every cell lies in a possible rectangle, where areas are rectangles with one mark each.

    A rectangle with one mark is possible if it satisfies all claims about sizes in the area of the mark.  It is the
    area if, in the mark's row and column, the links inside are not cut and those at its sides are.  This
    suffices because it is stated as well that borders do not bend.  Then each cell lies in one rectangle only, and the
    claims about shapes, marks and sizes follow.  (Shikaku as an exact cover by placements, as Knuth 2000 has it of
    polyominoes.)
    """
    for graph, component_claims in graphs(claims):
        marked = _rectangle_partition(graph, component_claims, claims)
        if marked is None:
            continue
        boxes = _boxes(marked)
        if boxes is not None:
            formulas = [*_cover(graph, boxes), *bends(graph)]
            yield Implication(formulas, marked.settled, marked.settled)


def _rectangle_partition(
    graph: Graph, component_claims: Sequence[ComponentClaim], claims: Claims
) -> RectanglePartition | None:
    if graph.exact is None or not grid.has_all_grid_edges(graph) or any(here is not True for here in graph.presence):
        return None
    rectangles = [one for one in component_claims if isinstance(one.statement, nodes.Rectangle)]
    if not rectangles or not covers_every_component(graph, rectangles):
        return None
    held = marks(graph, component_claims)
    if held is None:
        return None
    among, ones = held
    wanted: dict[int, list[Formula]] = {}
    settled = [one.claim for one in (*rectangles, *ones)]
    known = set(map(id, settled))
    for claim in claims.stated:
        if id(claim) not in known and (vertex := _only_about(claim, graph)) in among:
            wanted.setdefault(vertex, []).append(claim)
            settled.append(claim)
        elif is_exact(claim, graph):
            settled.append(claim)
    return RectanglePartition(graph, among, wanted, settled)


def is_exact(claim: Formula, graph: Graph) -> bool:
    """Return whether the claim states that a border between two neighbours separates them."""
    pair = separated_pair(claim)
    return pair is not None and pair.graph is graph


def separated_pair(claim: Formula) -> nodes.Joined | None:
    """The two neighbours that a border separates, if the claim states this of a partition's border."""
    match claim:
        case nodes.Or((when, nodes.Not(nodes.Joined(graph, first, second) as pair))):
            return pair if (graph.exact or {}).get((first, second)) is when else None
        case _:
            return None


def _only_about(claim: Formula, graph: Graph) -> int:
    """The vertex whose component sizes alone the claim is about; -1 if there is more."""
    sizes = list(_sizes(claim))
    vertices = {one.vertex for one in sizes if one is not None and one.graph is graph}
    whole = all(
        one is not None and one.graph is graph and all(when is True for _, when in one.counted) for one in sizes
    )
    return vertices.pop() if whole and len(vertices) == 1 else -1


def _sizes(node: Formula | Term) -> Iterator[ComponentSize | None]:
    """Yield the component sizes that occur, and None for any other part that is not constant."""
    match node:
        case bool() | int():
            pass
        case ComponentSize():
            yield node
        case nodes.Not(part):
            yield from _sizes(part)
        case nodes.And(parts) | nodes.Or(parts):
            for part in parts:
                yield from _sizes(part)
        case nodes.AtMost(term) | nodes.Equal(term):
            yield from _sizes(term)
        case nodes.Sum((), added):
            for _, inner in added:
                yield from _sizes(inner)
        case nodes.Product(left, right) | nodes.Quotient(left, right) | nodes.Remainder(left, right):
            yield from (*_sizes(left), *_sizes(right))
        case _:
            yield None


def _boxes(marked: RectanglePartition) -> Sequence[tuple[grid.Place, Box]] | None:
    """All possible rectangles of the marks, each with its mark; None if there are too many."""
    places = list(grid.vertex_by_cell(marked.graph))
    free = set(places).difference(places[vertex] for vertex in marked.marks)
    result: list[tuple[grid.Place, Box]] = []
    cells = tried = 0
    for vertex in sorted(marked.marks):
        fits = _Fitting(marked, vertex)
        for box in _rectangles_around(places[vertex], free):
            tried += 1
            if fits(box):
                result.append((places[vertex], box))
                cells += area(box)
            if cells > MOST_CELLS or tried > MOST_CELLS:
                return None
    return result


def _rectangles_around(middle: grid.Place, free: Set[grid.Place]) -> Iterator[Box]:
    """The rectangles around a mark that hold only cells which are free, and the mark."""
    row, column = middle
    above = [(row, *_reach(middle, free))]
    while (row - len(above), column) in free:
        above.append(_shorter(above[-1], (row - len(above), column), free))
    below = above[:1]
    while (row + len(below), column) in free:
        below.append(_shorter(below[-1], (row + len(below), column), free))
    for top, *most in above:
        for bottom, *least in below:
            for left in range(column, column - min(most[0], least[0]) - 1, -1):
                for right in range(column, column + min(most[1], least[1]) + 1):
                    yield top, bottom, left, right


def _reach(place: grid.Place, free: Set[grid.Place]) -> tuple[int, int]:
    """How many free cells follow each other to the left and to the right of a cell."""
    row, column = place
    left = right = 0
    while (row, column - left - 1) in free:
        left += 1
    while (row, column + right + 1) in free:
        right += 1
    return left, right


def _shorter(before: tuple[int, int, int], place: grid.Place, free: Set[grid.Place]) -> tuple[int, int, int]:
    """A row, with how far rectangles go in it that went no farther in the row before."""
    left, right = _reach(place, free)
    return place[0], min(left, before[1]), min(right, before[2])


class _Fitting:
    """Checks rectangles around marks against their claims; results are kept by size."""

    def __init__(self, marked: RectanglePartition, vertex: int) -> None:
        places = list(grid.vertex_by_cell(marked.graph))
        self.wanted = marked.wanted.get(vertex, ())
        sizes = {id(size): size for claim in self.wanted for size in _sizes(claim) if size is not None}
        self.counted = {key: PlaceCounts([places[other] for other, _ in size.counted]) for key, size in sizes.items()}
        self.known: dict[tuple[int, ...], bool] = {}

    def __call__(self, box: Box) -> bool:
        counts = tuple(inside.within(box) for inside in self.counted.values())
        if counts not in self.known:
            value = dict(zip(self.counted, counts, strict=True))
            self.known[counts] = _holds(self.wanted, value)
        return self.known[counts]


def _holds(wanted: Sequence[Formula], value: Mapping[int, int]) -> bool:
    """Whether the claims hold for these values of sizes, given by identity."""
    state = Rewriter(lambda _state, _formula: None, lambda _state, term: value.get(id(term)))
    return all(rewrite.rewrite_formula(state, claim) is True for claim in wanted)


def _cover(graph: Graph, boxes: Sequence[tuple[grid.Place, Box]]) -> Iterator[Formula]:
    """Each cell lies in one of the rectangles."""
    at = grid.vertex_by_cell(graph)
    exact = graph.exact or {}
    beside: dict[tuple[grid.Place, bool], Formula] = {}
    for (row, column), vertex in at.items():
        for place, down in (((row, column + 1), False), ((row + 1, column), True)):
            if place in at:
                other = at[place]
                beside[(row, column), down] = exact[min(vertex, other), max(vertex, other)]
    covering: list[list[Formula]] = [[] for _ in at]
    for middle, box in boxes:
        alone = build.conjunction(_alone(middle, box, beside))
        top, bottom, left, right = box
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                covering[at[row, column]].append(alone)
    for formulas in covering:
        yield build.disjunction(formulas)


def _alone(middle: grid.Place, box: Box, beside: Mapping[tuple[grid.Place, bool], Formula]) -> Iterator[Formula]:
    """Links in the mark's row and column: uncut inside the rectangle, cut at its sides."""
    (row, column), (top, bottom, left, right) = middle, box
    for other in range(left, right):
        yield beside[(row, other), False]
    for other in range(top, bottom):
        yield beside[(other, column), True]
    for place, down in (
        ((row, left - 1), False),
        ((row, right), False),
        ((top - 1, column), True),
        ((bottom, column), True),
    ):
        yield build.negation(beside.get((place, down), False))
