"""Sizes of components as counts of borders, where a partition has all counted vertices beside one vertex."""

from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.nodes import Term


def count_of_borders(size: nodes.ComponentSize) -> Term | None:
    """Return the size as a count of borders, if a partition has all counted vertices beside its vertex; else None."""
    result, vertex = size.graph, size.vertex
    if result.exact is None or len(size.counted) > 1 + len(result.beside[vertex]):
        return None
    for other, _ in size.counted:
        if other != vertex and (min(vertex, other), max(vertex, other)) not in result.exact:
            return None
    return build.count(
        [build.conjunction((build_graphs.joined(result, vertex, other), when)) for other, when in size.counted]
    )
