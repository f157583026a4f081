"""What fits nowhere into a room, and the reasons why components do not: few walls, and a tree without spare leaves."""

import itertools
import random
from collections.abc import Collection

import pytest

from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality
from puzzlelang.geometry.rooms import Room
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.components import find_components
from puzzlelang.graphs.misfits import misfit
from puzzlelang.problem import build_graphs, evaluate
from puzzlelang.problem.traversal import variables
from tests.test_graph_reasons import HOLDS, SIZE

TURNING = Equality("rectangle", True)


def fits(spots: Collection[Spot], room: Collection[Spot]) -> bool:
    return any(
        all((row + down, column + right, face) in room for row, column, face in spots)
        for down, right in itertools.product(range(-8, 9), repeat=2)
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_room_holds_what_some_shift_puts_inside(seed: int) -> None:
    chance = random.Random(seed)
    every = list(itertools.product(range(4), range(-2, 3), range(2)))
    verdicts = set()
    for _ in range(150):
        room, spots = chance.sample(every, chance.randint(0, 25)), chance.sample(every, chance.randint(1, 4))
        assert Room(room).holds(spots) is fits(spots, room)
        verdicts.add(fits(spots, room))
    assert verdicts == {False, True}


Place = tuple[int, int]
ROW = [((0, column), (0, column + 1)) for column in range(7)]
LINE = [((0, 3), (1, 3)), ((1, 3), (2, 3))]
TEE = [((0, 1), (0, 0)), ((0, 1), (0, 2)), ((0, 1), (1, 1))]


@pytest.mark.parametrize(
    ("edges", "off", "larger", "smaller", "needed"),
    [
        # The wall behind 1 and 2 is left out, as five in a row do not fit into three; four of them show that.
        (ROW, {0, 2}, (0, 3), [(0, 1), (0, 2)], {2, 3, 4, 5}),
        # Two in a row would fit beyond.
        (ROW, {1, 2, 4}, (0, 3), [(0, 2)], {1, 2, 3}),
        # Three in a line fit, with the fourth they do not, and then the third is not needed.
        ([*TEE, *LINE, ((0, 2), (0, 3))], {5}, (0, 1), [(0, 3), (1, 3), (2, 3)], {0, 2, 5}),
    ],
)
def test_walls_and_leaves_that_are_not_needed_are_left_out(
    edges: list[tuple[Place, Place]], off: set[int], larger: Place, smaller: list[Place], needed: set[int]
) -> None:
    board = SquareGrid(3, 8)
    cells = {(cell.row - 1, cell.column - 1): cell for cell in board.cells}
    pairs = [(cells[one], cells[other], when) for (one, other), when in zip(edges, HOLDS, strict=False)]
    graph = build_graphs.graph(dict.fromkeys(board.cells, True), pairs)
    values = [index not in off for index in range(SIZE)]
    vertices = [graph.index[cells[place]] for place in (larger, *smaller)]
    reason = misfit(find_components(graph, values), vertices[0], vertices[1:], TURNING)
    assert all(evaluate.truth(one, values) for one in reason)
    assert {variable.index for variable in variables(*reason)} == needed
