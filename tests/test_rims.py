"""What lies around a component on the side of a vertex, beside a plain search from that vertex."""

import random
from collections.abc import Collection
from itertools import combinations

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import Components, find_components
from puzzlelang.graphs.rims import rim_towards
from puzzlelang.problem import build_graphs
from puzzlelang.problem.record import Holds, Kind, Variable


def components(height: int, width: int, share: float, chance: random.Random) -> Components:
    """A board from which some cells are missing and on which some are absent."""
    board = SquareGrid(height, width)
    kept = [cell for cell in board.cells if chance.random() < 0.9]
    members = [Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(kept)]
    pairs = [(a, b) for a, b in combinations(kept, 2) if abs(a.row - b.row) + abs(a.column - b.column) == 1]
    graph = build_graphs.graph({one.place: Holds(one) for one in members}, [(a, b, True) for a, b in pairs])
    return find_components(graph, GraphAnswer([chance.random() < share for _ in members], bool, set()))


def searched(components: Components, part: Collection[int], other: int) -> set[int]:
    """The vertices around a component that a search from the other one meets."""
    beside, within = components.graph.beside, set(part)
    rim = {one for vertex in part for one in beside[vertex]} - within
    met, queue = {other}, [other]
    for vertex in queue:
        if components.there[vertex] or vertex not in rim:
            ahead = [one for one in beside[vertex] if one not in met and one not in within]
            met.update(ahead)
            queue += ahead
    return met & rim


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7])
@pytest.mark.parametrize("size", [(3, 4), (8, 8), (1, 9)])
def test_a_rim_is_that_of_a_search_from_the_vertex(size: tuple[int, int], share: float) -> None:
    chance = random.Random(f"{size} {share}")
    for _ in range(40):
        result = components(*size, share, chance)
        for part in result.members.values():
            for name in result.members:
                if name != part[0]:
                    other = chance.choice(result.members[name])
                    assert rim_towards(result, part, other) == searched(result, part, other)
