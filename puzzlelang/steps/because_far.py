"""Why a place belongs to nothing: all that its part could hold is too far away for what is said of their parts."""

from collections.abc import Iterator, Sequence

from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.steps.setting import Setting, World
from puzzlelang.steps.templates import Template, listed


def told(spoken: Sequence[tuple[Formula, bool]], given: Setting) -> str:
    """That a place is too far from several others; empty if that is not what is wrong.

    `spoken`: what is said, and whether it is said or denied.  Of one part it is said that it holds some of certain
    places, of the parts of some of these how large they are.  No other of them can be reached beside these.
    """
    holding = [part for one, positive in spoken if (part := _holding(one, positive)) is not None]
    sizes = dict(size for one, positive in spoken if positive and (size := _size(one)) is not None)
    if len(holding) != 1 or len(holding) + len(sizes) < len(spoken):
        return ""
    graph, start = holding[0].graph, holding[0].vertex
    held = {vertex for vertex, _ in holding[0].counted}
    if not sizes or not all(_too_far(graph, start, held, sizes, world) for world in given.worlds):
        return ""
    places = listed((graph.places[vertex] for vertex in sorted(sizes)), "and")
    return Template.TOO_FAR.filled(given.follows, place=graph.places[start], places=places)


def _holding(formula: Formula, positive: bool) -> nodes.ComponentSize | None:
    """A part that has to hold some of certain vertices."""
    match formula, positive:
        case (nodes.Equal(nodes.ComponentSize() as part, least), True) if least > 0 and not counts_all(part):
            return part
        case (nodes.AtMost(nodes.ComponentSize() as part, most), False) if most >= 0 and not counts_all(part):
            return part
        case _:
            return None


def _size(formula: Formula) -> tuple[int, int] | None:
    """A vertex that is there, and the size of its part."""
    match formula:
        case nodes.Equal(nodes.ComponentSize() as part, size) if size > 0 and counts_all(part):
            return part.vertex, size
        case _:
            return None


def _too_far(graph: Graph, start: int, held: set[int], sizes: dict[int, int], world: World) -> bool:
    """Whether a vertex that is there cannot reach those of known size within it, nor any other beside their parts."""
    if evaluate.truth(graph.presence[start], world) is not True or start in sizes:
        return False
    sure = evaluate.certain_components(graph, world)
    for goal, size in sizes.items():
        own = next((set(group) for group in sure.values() if goal in group), {goal})
        steps = next((count for count, ring in enumerate(_rings(graph, start, set(), world)) if own & ring), None)
        if start in own or (steps is not None and steps + len(own) <= size):
            return False
    beside = {other for goal in sizes for other in _beside(graph, goal, world)}
    reached = set[int]().union(*_rings(graph, start, beside, world))
    return not held & reached


def _rings(graph: Graph, start: int, without: set[int], world: World) -> Iterator[set[int]]:
    """The vertices that can be reached, by steps, the start first."""
    ring, seen = {start}, {start} | without
    while ring:
        yield ring
        ring = {
            other
            for vertex in ring
            for other, edge in graph.neighbours[vertex]
            if other not in seen
            and evaluate.truth(graph.edges[edge][2], world) is not False
            and evaluate.truth(graph.presence[other], world) is not False
        }
        seen |= ring


def _beside(graph: Graph, goal: int, world: World) -> Iterator[int]:
    """A vertex that is there, and those that can only be there in its part."""
    yield goal
    for other, edge in graph.neighbours[goal]:
        if evaluate.truth(graph.edges[edge][2], world) is True:
            yield other
