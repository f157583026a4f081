"""Sets in one piece whose shapes are compared, said by placements, against brute force."""

import random
from collections import Counter

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import deduce
from puzzlelang.geometry import lattice_files
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from tests.deduced import compare

SIZES = (
    "every r in room: count(s & r) = 2",
    "every r in room: count(s & r) = 3",
    "every r in room: count(s & r) <= 3",
    "every r in room: count(s & r) >= 2",
    "every r in room: count(s & r) > 0",
    "every r in room: count(s & r) = 2 or count(s & r) = 3",
    "count(s) >= 0",
)
PIECES = ("every r in room: connected(s & r)", "every r in room where count(r) > 3: connected(s & r)")
SHAPES = (
    "no a, b in adjacent where a.room != b.room: a.s and b.s and SAME(a.room, b.room)",
    "every q, r in pairs(room): SAME(q, r)",
    "every q, r in pairs(room): SAME(q, r) iff (some c in q: c.s and c.mark)",
    "exactly 1 q, r in pairs(room): SAME(q, r)",
    "every q, r in pairs(room): not SAME(q, r)",
)
SAME = (
    "shape(s & Q) = shape(s & R)",
    "shape(s & Q without turning) = shape(s & R without turning)",
    "shape(s & Q) = shape(R - s)",
)


def boards(chance: random.Random) -> Geometry:
    if chance.random() < 0.5:
        return SquareGrid(*chance.choice([(2, 4), (3, 3), (2, 5), (1, 8)]))
    name = chance.choice(lattice_files.names()[1:])
    return Tiling(*((2, 4) if name == "hexagon" else (1, 8)), shape=lattice_files.lattice(name))


def rooms(chance: random.Random, of: Geometry) -> dict[Cell, str]:
    """A board in two or three rooms, which grow from cells drawn at random."""
    room = dict(zip(chance.sample(list(of.cells), chance.choice((2, 2, 3))), "abc", strict=False))
    while len(room) < len(of.cells):
        beside = [cell for cell in of.cells if cell not in room and any(one in room for one in of.neighbours(cell))]
        cell = chance.choice(beside)
        room[cell] = chance.choice([room[one] for one in of.neighbours(cell) if one in room])
    return room


def problem(seed: object) -> Problem:
    chance = random.Random(f"sets {seed}")
    of = boards(chance)
    same = chance.choice(SAME)
    shape = chance.choice(SHAPES)
    for pair in (("a.room", "b.room"), ("q", "r")):
        shape = shape.replace(f"SAME({', '.join(pair)})", same.replace("Q", pair[0]).replace("R", pair[1]))
    text = f"""puzzle "Sets" board any
given room : partition of cells
given mark : set of cells
find s : set of cells
rule size "Size": {chance.choice(SIZES)}
rule piece "Piece": {chance.choice(PIECES)}
rule shape "Shape": {shape}
rule here "Here": {chance.choice(["every c in mark: c.s", "no c in mark: c.s", "count(s & mark) = 1", "count(s) >= 0"])}
"""
    room = rooms(chance, of)
    marks = dict.fromkeys(chance.sample(list(of.cells), 2), True)

    return pipeline.ground(
        pipeline.ruleset(Source("rules", text)),
        Puzzle(Source("b", ""), of, {"mark": marks}, {"room": regions(room, of)}),
    )


def regions(room: dict[Cell, str], of: Geometry) -> tuple[Region, ...]:
    labels = dict.fromkeys(room[cell] for cell in of.cells)
    members = {label: tuple(cell for cell in of.cells if room[cell] == label) for label in labels}
    return tuple(Region(index, "room", label, cells) for index, (label, cells) in enumerate(members.items()))


def compared(amount: int) -> Counter[str]:
    used: Counter[str] = Counter()
    for seed in range(amount):
        used += compare(problem(seed), seed, 2000)
    return used


def test_answers_stay_the_same() -> None:
    assert compared(40)["sets"] > 10


@pytest.mark.long
def test_answers_of_many_stay_the_same() -> None:
    assert compared(1500)["sets"] > 400


def test_shapes_of_sets_that_may_be_anything_are_not_placed() -> None:
    text = """puzzle "T" board rectangle given room : partition of cells find s : set of cells
rule piece "Piece": every r in room: connected(s & r)
rule shape "Shape": no q, r in pairs(room): shape(s & q) = shape(s & r)
"""
    rules = pipeline.ruleset(Source("rules", text))
    small = pipeline.ground(rules, pipeline.board(rules, "aaaabbbb\naaaabbbb\n"))
    large = pipeline.ground(rules, pipeline.board(rules, "aaaabbbb\naaaabbbb\naaaabbbb\n"))
    assert ("sets" in deduce(small).used, "sets" in deduce(large).used) == (True, False)
