"""Reasons why one component fits nowhere into another: a tree in the one, and walls around the other.

A cut set encloses a component in itself.  Where it may grow a little and the other still does not fit, fewer conditions
will do: walls that only keep it out of a nook are left out, one after another.  Then the tree loses the leaves that it
does not need.  (Deletion of what a conflict does not need, as for minimal unsatisfiable subsets.)
"""

from collections.abc import Collection, Mapping, Sequence

from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.rooms import Room
from puzzlelang.graphs.components import Components, spanning_tree
from puzzlelang.graphs.paths_and_cuts import negations, path_reason
from puzzlelang.problem.record import Formula

MOST_ROOM = 4
"""No room is looked at that is more than so many times as large as what is fitted, as that mostly fits."""


def misfit(components: Components, larger: int, smaller: Collection[int], equal: Equality) -> list[Formula]:
    """Return why the component of a vertex fits nowhere into another component, given by its vertices."""
    vertices, edges = spanning_tree(components, larger)
    spots = [_spot(components, vertex) for vertex in vertices]
    images = [[motion(spot) for spot in spots] for motion in equal.motions]
    within, walls = _enclosed(components, smaller, images)
    room = Room([_spot(components, vertex) for vertex in within])
    kept = _least_tree(components, vertices, edges, images, room)
    return [*path_reason(components, [vertices[one] for one in kept], [edges[one - 1] for one in kept if one]), *walls]


def _spot(components: Components, vertex: int) -> Spot:
    cell = components.graph.places[vertex]
    assert isinstance(cell, Cell)
    return cell.spot


class _Walls:
    """Conditions that keep a component within a set of vertices, of which some are left out.

    An edge out of the set is off, or the vertex beyond is absent.  `beyond`: by the identity of a condition, the
    vertices beyond.
    """

    def __init__(self, components: Components, within: Collection[int]) -> None:
        self.components = components
        self.absent, self.off = negations(components.graph)
        self.within = set(within)
        self.kept: dict[int, Formula] = {}
        self.beyond: dict[int, set[int]] = {}
        self._note(within)

    def _note(self, vertices: Collection[int]) -> None:
        """Keep what leads out of the set at some of its vertices."""
        for vertex in vertices:
            for other, edge in self.components.graph.neighbours[vertex]:
                if other not in self.within:
                    wall = self._wall(other, edge)
                    self.kept.setdefault(id(wall), wall)
                    self.beyond.setdefault(id(wall), set()).add(other)

    def _wall(self, vertex: int, edge: int) -> Formula:
        return self.off[edge] if self.components.there[vertex] else self.absent[vertex]

    def nook(self, wall: int, most: int) -> set[int] | None:
        """Find what the component could grow into without a wall; None if that is more than `most` vertices."""
        result = self.beyond[wall] - self.within
        queue = list(result)
        for vertex in queue:
            if len(queue) > most:
                return None
            for other, edge in self.components.graph.neighbours[vertex]:
                if other not in self.within and other not in result:
                    own = id(self._wall(other, edge))
                    if own == wall or own not in self.kept:
                        result.add(other)
                        queue.append(other)
        return result

    def leave_out(self, wall: int, nook: Collection[int]) -> None:
        """Add what lies beyond a wall to the set; the walls that are kept around it lead out of it as well."""
        del self.kept[wall]
        self.within.update(nook)
        for vertex in nook:
            for other, edge in self.components.graph.neighbours[vertex]:
                if other not in self.within:
                    self.beyond[id(self._wall(other, edge))].add(other)


def _enclosed(
    components: Components, members: Collection[int], images: Sequence[Sequence[Spot]]
) -> tuple[Collection[int], Sequence[Formula]]:
    """A set of vertices that some walls keep a component within, and into which no image fits."""
    walls, size = _Walls(components, members), len(images[0])
    for wall in list(walls.kept):
        nook = walls.nook(wall, MOST_ROOM * size - len(walls.within))
        if nook is None:
            continue
        wider = [*walls.within, *nook]
        if len(wider) < size or not Room([_spot(components, one) for one in wider]).holds_any(images):
            walls.leave_out(wall, nook)
    return walls.within, list(walls.kept.values())


def _least_tree(
    components: Components,
    vertices: Sequence[int],
    edges: Sequence[int],
    images: Sequence[Sequence[Spot]],
    room: Room,
) -> Sequence[int]:
    """The positions of the vertices of a subtree that fits nowhere into a room, though it does without any leaf."""
    fits, beyond = 0, len(vertices)
    while beyond - fits > 1:
        middle = (fits + beyond) // 2
        if room.holds_any([image[:middle] for image in images]):
            fits = middle
        else:
            beyond = middle
    kept = list(range(beyond))
    parents = _parents(components, vertices, edges)
    for leaf in range(beyond - 2, 0, -1):
        less = [one for one in kept if one != leaf]
        if any(parents[one] == leaf for one in less):
            continue
        if not room.holds_any([[image[one] for one in less] for image in images]):
            kept = less
    return kept


def _parents(components: Components, vertices: Sequence[int], edges: Sequence[int]) -> Mapping[int, int]:
    """By the position of a vertex that of its parent in the tree; -1 for the root."""
    at = {vertex: position for position, vertex in enumerate(vertices)}
    result = {0: -1}
    for position, edge in enumerate(edges, 1):
        first, second, _ = components.graph.edges[edge]
        result[position] = at[first] if at[second] == position else at[second]
    return result
