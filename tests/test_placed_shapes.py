"""Shapes of placements: the same as those of their cells, one by one."""

import random

import pytest

from puzzlelang.deductions.placements.connected_placements import Surroundings, supported
from puzzlelang.deductions.placements.placed_shapes import placed_shapes
from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality, images, shifted


@pytest.mark.parametrize("turning", [False, True])
@pytest.mark.parametrize(("lattice", "faces"), [("rectangle", 1), ("hexagon", 1), ("triangle", 2)])
def test_shapes_are_those_of_the_cells(lattice: str, faces: int, turning: bool) -> None:
    chance = random.Random(f"{lattice} {turning}")
    there = [(row, column, face) for row in range(-3, 3) for column in range(-2, 3) for face in range(faces)]
    spots: dict[int, Spot] = dict(enumerate(chance.sample(there, 24)))
    placements = [sorted(chance.sample(sorted(spots), chance.randint(1, 4))) for _ in range(400)]
    equal = Equality(lattice, turning)
    placed = placed_shapes(spots, placements, equal)
    assert len(placed.shapes) == len(set(placed.shapes))
    for number, placement in enumerate(placements):
        assert placed.shapes[placed.numbers[number]] == images(shifted(spots[one] for one in placement), equal)[0]


@pytest.mark.parametrize("seed", range(30))
def test_placements_that_leave_a_vertex_none_are_dropped(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(3, 7)
    placements = [sum(1 << vertex for vertex in chance.sample(range(count), chance.randint(1, 3))) for _ in range(12)]
    around = Surroundings([0] * count, None, 0, (1 << count) - 1, divided=True)
    left = dict.fromkeys(placements)
    while True:
        kept = [
            one
            for one in left
            if all(
                one >> vertex & 1 or any(other >> vertex & 1 and not other & one for other in left)
                for vertex in range(count)
            )
        ]
        if len(kept) == len(left):
            break
        left = dict.fromkeys(kept)
    assert supported([*dict.fromkeys(placements)], around) == kept
