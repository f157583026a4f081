"""Depth-first search from a vertex, with the lowpoints that show cut vertices and bridges (Hopcroft, Tarjan 1973)."""

from collections.abc import Callable, Iterable

import msgspec


class DepthFirst(msgspec.Struct, frozen=True, eq=False):
    """The vertices that are reached, in the order in which they are.

    `order`: the number of each.  `parents`: the vertex and the edge that each but the first is reached by.  `low`: the
    least number that is reached from a vertex and those below it by one edge beside those of the search.
    """

    order: dict[int, int]
    parents: dict[int, tuple[int, int]]
    low: dict[int, int]

    def is_cut_vertex(self, below: int) -> bool:
        """Whether the parent of a vertex cuts it off from the first vertex, where the parent is another."""
        return self.low[below] >= self.order[self.parents[below][0]]

    def is_bridge(self, below: int) -> bool:
        """Whether the edge by which a vertex is reached cuts it off from its parent."""
        return self.low[below] > self.order[self.parents[below][0]]


def depth_first(start: int, ways: Callable[[int], Iterable[tuple[int, int]]]) -> DepthFirst:
    """Search from a vertex; `ways` are the neighbours of a vertex, each with the edge."""
    order, low, parents = {start: 0}, {start: 0}, dict[int, tuple[int, int]]()
    stack = [(start, -1, iter(ways(start)))]
    while stack:
        vertex, came, beside = stack[-1]
        for other, edge in beside:
            if other not in order:
                order[other] = low[other] = len(order)
                parents[other] = vertex, edge
                stack.append((other, edge, iter(ways(other))))
                break
            if edge != came:
                low[vertex] = min(low[vertex], order[other])
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[vertex])
    return DepthFirst(order, parents, low)
