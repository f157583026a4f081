"""Distances in a graph with all of its edges on."""

from collections.abc import Mapping

from puzzlelang.problem.record import Graph


def distances(graph: Graph, start: int) -> Mapping[int, int]:
    """Return the least number of edges from a vertex to each that it can reach, the nearest first."""
    far, queue = {start: 0}, [start]
    for vertex in queue:
        for other, _ in graph.neighbours[vertex]:
            if other not in far:
                far[other] = far[vertex] + 1
                queue.append(other)
    return far
