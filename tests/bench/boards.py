"""Random Tents boards of any size, always with an answer."""

import random


def tents(size: int, seed: int = 0) -> str:
    """Board text of a square board: a fifth of the cells are tents where they fit, each with a tree beside it."""
    chance = random.Random(f"tents {size} {seed}")
    tent: set[tuple[int, int]] = set()
    tree: set[tuple[int, int]] = set()
    order = [(row, column) for row in range(size) for column in range(size)]
    chance.shuffle(order)
    for row, column in order:
        around = {(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)}
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        free = [p for p in beside if 0 <= p[0] < size and 0 <= p[1] < size and p not in tent | tree]
        if len(tent) < size * size // 5 and not around & tent and (row, column) not in tree and free:
            tent.add((row, column))
            tree.add(chance.choice(free))
    lines = ["    " + " ".join(f"{sum((r, c) in tent for r in range(size)):2}" for c in range(size))]
    for row in range(size):
        cells = " ".join(" T" if (row, column) in tree else " ." for column in range(size))
        lines.append(f"{sum((row, c) in tent for c in range(size)):3} {cells}")
    return "\n".join(lines) + "\n"
