"""Components and distances in a graph of which some vertices and edges are there."""

from collections.abc import Sequence

from puzzlelang.problem.nodes import Graph
from puzzlelang.problem.record import Formula


def parts(graph: Graph, there: Sequence[bool], on: Sequence[bool]) -> Sequence[int]:
    """Return per vertex the first vertex of its component, -1 for absent ones.

    Union-find with path halving (Tarjan and van Leeuwen 1984).
    """
    parent = list(range(len(there)))

    def root(vertex: int) -> int:
        while parent[vertex] != vertex:
            parent[vertex] = vertex = parent[parent[vertex]]
        return vertex

    for (first, second, _), used in zip(graph.edges, on, strict=True):
        if used and there[first] and there[second]:
            a, b = root(first), root(second)
            parent[max(a, b)] = min(a, b)
    return [root(vertex) if here else -1 for vertex, here in enumerate(there)]


def by_part(part_of: Sequence[int], counted: Sequence[tuple[int, Formula]]) -> dict[int, list[tuple[int, Formula]]]:
    """Return the counted vertices of each component; absent ones are in none."""
    result: dict[int, list[tuple[int, Formula]]] = {}
    for one in counted:
        if (part := part_of[one[0]]) >= 0:
            result.setdefault(part, []).append(one)
    return result


def steps(graph: Graph, there: Sequence[bool], on: Sequence[bool], start: int) -> Sequence[int]:
    """Distance of each vertex from a start, -1 where no path leads."""
    far = [-1] * len(there)
    queue = [start] if there[start] else []
    for vertex in queue:
        far[vertex] = max(far[vertex], 0)
        for other, edge in graph.neighbours[vertex]:
            if on[edge] and there[other] and far[other] < 0:
                far[other] = far[vertex] + 1
                queue.append(other)
    return far
