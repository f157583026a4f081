"""Components that are all rectangles."""

from collections.abc import Iterator

from puzzlelang.deductions.claims import Claims, conditional, covers_every_component, graphs
from puzzlelang.deductions.record import Implication
from puzzlelang.graphs import grid
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph


def without_dents(claims: Claims) -> Iterator[Implication]:
    """Deduce that no two by two block holds three cells, where all components of a set are rectangles.

    Three cells of a block belong to one component, and a rectangle that holds them holds the fourth.  Conversely, take
    a largest rectangle within a component.  If the component has a cell beside it, the blocks along that side add all
    cells there, so the rectangle was not the largest.  (Orthogonally convex polyominoes without a dent;
    folklore.)  The same holds for areas of a partition, with uncut links in place of cells: two that meet at a right
    angle close their block.
    """
    for graph, component_claims in graphs(claims):
        rectangles = [one for one in component_claims if isinstance(one.statement, nodes.Rectangle)]
        if not (rectangles and covers_every_component(graph, rectangles) and grid.has_all_grid_edges(graph)):
            continue
        because = [one.claim for one in rectangles]
        if all(when is True for _, _, when in graph.edges):
            # Where sizes are stated too, it is for them to know that these parts are rectangles.
            sized = len(rectangles) < len(component_claims)
            settled = [] if sized else [one.claim for one in rectangles if conditional(one)]
            yield Implication(list(blocks(graph)), because, settled)
        elif graph.exact is not None:
            yield Implication(list(bends(graph)), because)


def blocks(graph: Graph) -> Iterator[Formula]:
    """State for each block: if three of its cells are present, so is the fourth."""
    at = grid.vertex_by_cell(graph)
    for window in grid.windows(at):
        block = [graph.presence[at[place]] if place in at else False for place in window]
        for position, fourth in enumerate(block):
            three = [build.negation(here) for here in (*block[:position], *block[position + 1 :])]
            formula = build.disjunction((*three, fourth))
            if formula is not True:
                yield formula


def bends(graph: Graph) -> Iterator[Formula]:
    """State for each block: if two links at a right angle are not cut, none of its links is cut."""
    at = grid.vertex_by_cell(graph)
    exact = graph.exact or {}
    for window in grid.windows(at):
        here = [at.get(place) for place in window]
        pairs = [(here[index], here[(index + 1) % 4]) for index in range(4)]
        on = [False if a is None or b is None else exact[min(a, b), max(a, b)] for a, b in pairs]
        for index in range(4):
            corner = build.negation(on[index]), build.negation(on[(index + 1) % 4])
            for step in (2, 3):
                formula = build.disjunction((*corner, on[(index + step) % 4]))
                if formula is not True:
                    yield formula
