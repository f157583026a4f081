"""Boards of any size, made at random from an answer, so that each has one at least: a function for each genre.

Each takes the side of the board and a source of chance, and returns board text.  Nothing is solved, so a board of
40x40 takes about a second.  Many have several answers.  What counts is that boards of all sizes are alike.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise

Cell = tuple[int, int]

STEPS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}
SIDES = tuple(STEPS[name] for name in "NESW")
RING = tuple(STEPS.values())


Maker = Callable[[int, random.Random], str]


def board(maker: Maker, size: int, seed: int) -> str:
    """Board text of so many cells a side."""
    return maker(size, random.Random(f"{maker.__name__} {size} {seed}"))


def cells_of(size: int) -> list[Cell]:
    """All cells of a square board, row by row."""
    return [(row, column) for row in range(size) for column in range(size)]


def around(cell: Cell, inside: Collection[Cell], steps: Collection[Cell] = SIDES) -> Iterator[Cell]:
    """The cells beside a cell; with `RING` those at its corners as well."""
    for row, column in steps:
        other = cell[0] + row, cell[1] + column
        if other in inside:
            yield other


def grid(size: int, shown: Mapping[Cell, object], columns: int = 0) -> str:
    """Values with dots where there is none."""
    rows = ([str(shown.get((row, column), ".")) for column in range(columns or size)] for row in range(size))
    return "".join(" ".join(row) + "\n" for row in rows)


def some(chance: random.Random, shown: Mapping[Cell, object], share: float) -> dict[Cell, object]:
    """A share of the clues."""
    return {cell: shown[cell] for cell in chance.sample(sorted(shown), round(share * len(shown)))}


def piece(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """The cells that hold together with one of them."""
    result, waiting = {start}, [start]
    while waiting:
        for other in around(waiting.pop(), cells):
            if other not in result:
                result.add(other)
                waiting.append(other)
    return result


def is_cut(cell: Cell, cells: set[Cell]) -> bool:
    """Whether cells that hold together do not without this one, in what is around it and then in all of them."""
    sides, ring = list(around(cell, cells)), set(around(cell, cells, RING))
    if len(sides) < 2 or piece(sides[0], ring).issuperset(sides):
        return False
    rest = cells - {cell}
    return len(piece(sides[0], rest)) < len(rest)


def apart(chance: random.Random, white: set[Cell], share: float) -> set[Cell]:
    """Take cells of which no two are side by side and that leave the others in one piece."""
    black, most = set[Cell](), share * len(white)
    for cell in chance.sample(sorted(white), len(white)):
        if len(black) < most and not any(around(cell, black)) and not is_cut(cell, white):
            white.remove(cell)
            black.add(cell)
    return black


def rooms(size: int, chance: random.Random, average: int) -> dict[Cell, int]:
    """Pieces of so many cells on average, each a number: they grow by a cell at a time."""
    inside = set(cells_of(size))
    result = {cell: room for room, cell in enumerate(chance.sample(sorted(inside), size * size // average))}
    edge = list(result)
    while edge:
        place = chance.randrange(len(edge))
        free = [other for other in around(edge[place], inside) if other not in result]
        if free:
            taken = chance.choice(free)
            result[taken] = result[edge[place]]
            edge.append(taken)
        else:
            edge[place] = edge[-1]
            edge.pop()
    for number, cells in members(result).items():
        if 3 * len(cells) < average:  # too small, so it joins a neighbour
            beside = sorted({result[other] for cell in cells for other in around(cell, inside)} - {number})
            result |= dict.fromkeys(cells, chance.choice(beside or [number]))
    return result


def members(room: Mapping[Cell, int]) -> dict[int, set[Cell]]:
    """The cells of each room."""
    result: dict[int, set[Cell]] = {}
    for cell, number in room.items():
        result.setdefault(number, set()).add(cell)
    return result


def neighbours(room: Mapping[Cell, int]) -> dict[int, set[int]]:
    """The rooms beside each room."""
    result: dict[int, set[int]] = {number: set() for number in room.values()}
    for cell, number in room.items():
        result[number].update(room[other] for other in around(cell, room) if room[other] != number)
    return result


def named(size: int, room: Mapping[Cell, int], clue: Mapping[int, object]) -> str:
    """A board of rooms with their clues."""
    letters = grid(size, {cell: f"r{number}" for cell, number in room.items()})
    return f"[room]\n{letters}\n[clue]\n" + "".join(f"r{number}: {value}\n" for number, value in sorted(clue.items()))


def simple_region(size: int, chance: random.Random) -> set[Cell]:
    """About half of the cells, without holes and touching themselves nowhere: their rim is one loop."""
    start = size // 2, size // 2
    inside, region, edge = set(cells_of(size)), {start}, list(around(start, set(cells_of(size))))
    while edge and 2 * len(region) < len(inside):
        place = chance.randrange(len(edge))
        cell, edge[place] = edge[place], edge[-1]
        edge.pop()
        ring = [(cell[0] + r, cell[1] + c) in region for r, c in RING]
        turns = sum(one != other for one, other in zip(ring, ring[1:] + ring[:1], strict=True))
        if cell not in region and turns == 2 and any(around(cell, region)):
            region.add(cell)
            edge.extend(other for other in around(cell, inside) if other not in region)
    return region


def kurodoko(size: int, chance: random.Random) -> str:
    """A fifth of the cells is black, and a third of the others tells what it sees."""
    white = set(cells_of(size))
    apart(chance, white, 0.2)
    seen = {}
    for row, column in white:
        seen[row, column] = 1
        for r, c in SIDES:
            steps = 1
            while (row + steps * r, column + steps * c) in white:
                steps += 1
            seen[row, column] += steps - 1
    return grid(size, some(chance, seen, 1 / 3))


def signpost(size: int, chance: random.Random) -> str:
    """A path by lines in eight directions, made from rows by turning its end around; half of the numbers are given."""
    path = [(row, column if row % 2 == 0 else size - 1 - column) for row, column in cells_of(size)]
    place = {cell: index for index, cell in enumerate(path)}
    for turn in range(10 * len(path)):
        row, column = path[-1]
        r, c = chance.choice(RING)
        far = chance.randint(1, size - 1)
        start = place.get((row + far * r, column + far * c), len(path) - 1) + 1
        path[start:] = reversed(path[start:])
        place.update((path[index], index) for index in range(start, len(path)))
        if turn % size == 0:  # the other end
            path.reverse()
            place = {cell: index for index, cell in enumerate(path)}
    name = {step: direction for direction, step in STEPS.items()}
    arrows: dict[Cell, object] = {}
    for (row, column), (to_row, to_column) in pairwise(path):
        r, c = to_row - row, to_column - column
        arrows[row, column] = name[(r > 0) - (r < 0), (c > 0) - (c < 0)]
    numbers = {cell: index + 1 for index, cell in enumerate(path)}
    return f"{grid(size, arrows)}\n[clue]\n{grid(size, some(chance, numbers, 0.5))}"


def dominosa(size: int, chance: random.Random) -> str:
    """All dominoes of so many numbers, on as many rows and one column more: pairs of them side by side are turned."""
    height, width = size, size + 1
    partner: dict[Cell, Cell] = {}

    def lay(one: Cell, other: Cell) -> None:
        partner[one], partner[other] = other, one

    for row in range(height):
        for column in range(width):
            if width % 2 == 0 and column % 2 == 0:
                lay((row, column), (row, column + 1))
            elif width % 2 == 1 and row % 2 == 0:
                lay((row, column), (row + 1, column))
    for _ in range(20 * height * width):
        row, column = chance.randrange(height - 1), chance.randrange(width - 1)
        a, b, c, d = (row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)
        if partner[a] == b and partner[c] == d:
            lay(a, c), lay(b, d)
        elif partner[a] == c and partner[b] == d:
            lay(a, b), lay(c, d)
    pairs = [(small, large) for large in range(size) for small in range(large + 1)]
    chance.shuffle(pairs)
    number: dict[Cell, object] = {}
    for cell in sorted(partner):
        if cell not in number:
            number[cell], number[partner[cell]] = chance.sample(pairs.pop(), 2)
    return grid(height, number, width)


def shimaguni(size: int, chance: random.Random) -> str:
    """Rooms of some twelve cells; half of them tell the size of their island.

    Islands are placed room by room.  Where none fits, those around it that forbid it make way and are placed anew.
    """
    room = rooms(size, chance, 12)
    inside = members(room)
    beside = neighbours(room)
    island: dict[int, set[Cell]] = {}
    waiting = list(inside)
    while waiting:
        number = waiting.pop(chance.randrange(len(waiting)))
        near = {other: island[other] for other in beside[number] if other in island}
        foreign = {cell for cells in near.values() for cell in cells}
        free = {cell for cell in inside[number] if not any(around(cell, foreign))}
        island[number] = _grown(chance, free, {len(cells) for cells in near.values()}) or _grown(
            chance, inside[number], set()
        )
        for other, cells in near.items():
            if len(cells) == len(island[number]) or any(any(around(cell, cells)) for cell in island[number]):
                waiting.append(other)
                island.pop(other)
    told = chance.sample(sorted(island), len(island) // 2)
    return named(size, room, {number: len(island[number]) for number in told})


def _grown(chance: random.Random, free: set[Cell], sizes: set[int]) -> set[Cell]:
    """A piece of some of the free cells, of a size that no neighbour has; nothing if there is none."""
    if not free:
        return set()
    most = piece(chance.choice(sorted(free)), free)
    wanted = [size for size in range(1, len(most) + 1) if size not in sizes]
    if not wanted:
        return set()
    target = min(chance.choice(wanted), chance.choice(wanted))
    result = {chance.choice(sorted(most))}
    while len(result) < target:
        result.add(chance.choice(sorted({other for cell in result for other in around(cell, most)} - result)))
    return result
