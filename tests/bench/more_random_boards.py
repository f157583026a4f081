"""Boards made at random as in `random_boards`, of further genres."""

import random
from itertools import pairwise

from tests.bench.random_boards import (
    SIDES,
    Cell,
    apart,
    around,
    cells_of,
    grid,
    is_cut,
    members,
    named,
    neighbours,
    piece,
    rooms,
    simple_region,
    some,
)


def slitherlink(size: int, chance: random.Random) -> str:
    """The loop around half of the cells; six cells of ten tell how much of it is around them."""
    region = simple_region(size, chance)
    clue = {
        cell: sum(((cell[0] + row, cell[1] + column) in region) != (cell in region) for row, column in SIDES)
        for cell in cells_of(size)
    }
    return grid(size, some(chance, clue, 0.6))


def masyu(size: int, chance: random.Random) -> str:
    """A loop around half of the corners between cells, with all pearls that it allows."""
    region = simple_region(size - 1, chance)
    lines: dict[Cell, list[Cell]] = {}
    for row, column in cells_of(size):
        for r, c in SIDES:  # between two corners of which one is inside
            sides = [(row + (r - 1) // 2, column), (row + (r - 1) // 2, column - 1)]
            if c:
                sides = [(row, column + (c - 1) // 2), (row - 1, column + (c - 1) // 2)]
            if (sides[0] in region) != (sides[1] in region):
                lines.setdefault((row, column), []).append((r, c))
    bends = {cell for cell, (one, other) in lines.items() if one != (-other[0], -other[1])}
    pearls: dict[Cell, object] = {}
    for cell, steps in lines.items():
        ends = [(cell[0] + r, cell[1] + c) in bends for r, c in steps]
        if cell in bends and not any(ends):
            pearls[cell] = "*"
        elif cell not in bends and any(ends):
            pearls[cell] = "o"
    return grid(size, pearls)


def nurikabe(size: int, chance: random.Random) -> str:
    """A wall without a square of four, from which cells are taken one by one; each island has a number.

    Where no cell of a square can be taken, all begins anew.
    """
    while (white := _islands(size, chance)) is None:
        pass
    clue: dict[Cell, object] = {}
    while white:
        island = piece(min(white), white)
        white -= island
        clue[chance.choice(sorted(island))] = len(island)
    return grid(size, clue)


def _islands(size: int, chance: random.Random) -> set[Cell] | None:
    black = set(cells_of(size))
    white = apart(chance, black, 0.1)
    for row, column in chance.sample(cells_of(size), size * size):
        square = {(row + r, column + c) for r in (0, 1) for c in (0, 1)}
        while square <= black:
            free = [one for one in sorted(square) if not is_cut(one, black)]
            if not free:
                return None
            small = min(free, key=lambda one: (len(piece(one, white | {one})), chance.random()))
            black.remove(small)
            white.add(small)
    return white


def heyawake(size: int, chance: random.Random) -> str:
    """Rooms of some twelve cells, joined where a white stretch would cross two borders; half of them have a number."""
    white = set(cells_of(size))
    black = apart(chance, white, 1)
    room = rooms(size, chance, 12)
    lines = [[(row, column) for column in range(size)] for row in range(size)]
    lines += [[(row, column) for row in range(size)] for column in range(size)]
    for line in lines:
        crossed: Cell | None = None
        for one, other in pairwise(line):
            if one in black or other in black:
                crossed = None
            elif room[one] != room[other] and crossed is None:
                crossed = one
            elif room[one] != room[other]:
                old, new = room[other], room[one]
                room |= {cell: new for cell, number in room.items() if number == old}
    inside = members(room)
    told = chance.sample(sorted(inside), len(inside) // 2)
    return named(size, room, {number: len(inside[number] & black) for number in told})


def light_up(size: int, chance: random.Random) -> str:
    """A quarter of the cells is wall, and most walls tell how many bulbs are beside them."""
    inside = set(cells_of(size))
    wall = set(chance.sample(sorted(inside), len(inside) // 4))
    lit, bulbs = set[Cell](), set[Cell]()
    for cell in chance.sample(sorted(inside - wall), len(inside - wall)):
        if cell in lit:
            continue
        bulbs.add(cell)
        lit.add(cell)
        for r, c in SIDES:
            row, column = cell[0] + r, cell[1] + c
            while (row, column) in inside - wall:
                lit.add((row, column))
                row, column = row + r, column + c
    clue = {cell: len(list(around(cell, bulbs))) for cell in wall}
    return grid(size, dict.fromkeys(wall, "#") | some(chance, clue, 0.7))


def fillomino(size: int, chance: random.Random) -> str:
    """Areas of some four cells, joined where two of one size meet; half of the numbers are given."""
    room = rooms(size, chance, 4)
    while True:
        inside, beside = members(room), neighbours(room)
        alike = [(a, b) for a in inside for b in beside[a] if a < b and len(inside[a]) == len(inside[b])]
        if not alike:
            return grid(size, some(chance, {cell: len(inside[number]) for cell, number in room.items()}, 0.5))
        for a, b in alike[:1] if len(alike) < 20 else chance.sample(alike, 10):
            room |= {cell: a for cell, number in room.items() if number == b}


def sudoku(size: int, chance: random.Random) -> str:
    """Rows and columns of a pattern in another order, for a side of 9, 16 or 25; half of the digits are given."""
    box = round(size**0.5)

    def order() -> list[int]:
        bands = chance.sample(range(box), box)
        return [box * band + line for band in bands for line in chance.sample(range(box), box)]

    rows, columns, digits = order(), order(), chance.sample(range(1, size + 1), size)
    shown = {
        (row, column): digits[(box * rows[row] + rows[row] // box + columns[column]) % size]
        for row, column in cells_of(size)
    }
    return grid(size, some(chance, shown, 0.5))
