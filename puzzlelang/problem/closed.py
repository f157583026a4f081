"""Closed ways in graphs as they are drawn: what to show of a set that should have none."""

from collections.abc import Iterator

from puzzlelang.geometry.places import Place
from puzzlelang.problem.evaluate import truth
from puzzlelang.problem.nodes import Graph
from puzzlelang.problem.record import Partial
from puzzlelang.problem.traversal import places

Step = tuple[int, int]
"""A neighbour and the position of the edge to it."""


def around(graph: Graph, values: Partial) -> Iterator[Place]:
    """What the closed ways that are certainly there are drawn with: places of their edges, else their vertices.

    Edges are added one after another; of each that joins what was joined already the shortest way around is taken.
    """
    there = [truth(here, values) is True for here in graph.presence]
    steps: dict[int, list[Step]] = {vertex: [] for vertex, here in enumerate(there) if here}
    for position, (first, second, on) in enumerate(graph.edges):
        if not (there[first] and there[second] and truth(on, values) is True):
            continue
        way = _way(steps, first, second)
        for used in [] if way is None else [*way, position]:
            yield from _drawn(graph, used)
        steps[first].append((second, position))
        steps[second].append((first, position))


def _way(steps: dict[int, list[Step]], start: int, goal: int) -> list[int] | None:
    """The edges of a shortest way, None if there is none (breadth first)."""
    came: dict[int, Step] = {start: (start, -1)}
    queue = [start]
    for vertex in queue:
        if vertex == goal:
            break
        for other, edge in steps[vertex]:
            if other not in came:
                came[other] = vertex, edge
                queue.append(other)
    if goal not in came:
        return None
    way = []
    while goal != start:
        goal, edge = came[goal]
        way.append(edge)
    return way


def _drawn(graph: Graph, edge: int) -> list[Place]:
    first, second, on = graph.edges[edge]
    found = list(places(on))
    return found or [graph.places[first], graph.places[second]]
