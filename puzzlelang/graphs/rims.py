"""What lies around a component on the side of a vertex, without a walk through the whole graph.

The vertices next to a component are its rim.  Absent ones stop a search from a vertex outside, so the search meets a
part of the rim.  That search goes through nearly the whole graph, for each of many small components.  So searches begin
at the rim instead and take turns, layer by layer.  Where two of them meet they go on as one.  Around a small component
few steps join them all, and those in a nook end there.  Once one search is left it is the one that goes to the vertex,
unless that was met already.  (Searches in parallel that end with the second longest: Even and Shiloach 1981.)
"""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.graphs.components import Components
from puzzlelang.problem import build_graphs


def rim_towards(components: Components, part: Collection[int], other: int) -> set[int]:
    """Return the rim of a component that a search from a present vertex outside of it meets."""
    parts = build_graphs.widest_parts(components.graph)
    if parts[other] != parts[next(iter(part))]:
        return set()
    beside, there = components.graph.beside, components.there
    closed = set(part)
    rim = {one for vertex in part for one in beside[vertex] if one not in closed}
    closed.update(one for one in rim if not there[one])
    starts = dict.fromkeys(one for one in rim if there[one])
    starts.update((one, None) for wall in rim if not there[wall] for one in beside[wall] if one not in closed)
    searches = _Searches(dict(zip(starts, range(len(starts)), strict=True)), list(range(len(starts))))
    last = _last(searches, beside, closed)
    goal = searches.whose(other) if other in searches.owner else last
    met = {one for one in searches.owner if searches.whose(one) == goal}
    return {one for one in rim if one in met or (not there[one] and not met.isdisjoint(beside[one]))}


class _Searches(msgspec.Struct, frozen=True):
    """The search that met each vertex, and for each search the one that it goes on as (a union-find forest)."""

    owner: dict[int, int]
    parent: list[int]

    def whose(self, vertex: int) -> int:
        """The search that a vertex belongs to by now."""
        parent, result = self.parent, self.owner[vertex]
        while parent[result] != result:
            parent[result] = result = parent[parent[result]]
        return result


def _last(searches: _Searches, beside: Sequence[Sequence[int]], closed: Collection[int]) -> int:
    """Let searches take turns until at most one is left, and return that one; -1 if there is none."""
    owner = searches.owner
    layers = {search: [start] for start, search in owner.items()}
    while len(layers) > 1:
        for search in list(layers):
            layer = layers.get(search)
            if layer is None:  # it goes on as another one
                continue
            ahead: list[int] = []
            for vertex in layer:
                for one in beside[vertex]:
                    if one in closed:
                        continue
                    if one not in owner:
                        owner[one] = search
                        ahead.append(one)
                    elif (met := searches.whose(one)) != search:
                        searches.parent[met] = search
                        ahead += layers.pop(met)
            if ahead:
                layers[search] = ahead
            else:
                del layers[search]
            if len(layers) < 2:
                break
    return next(iter(layers), -1)
