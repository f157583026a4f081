"""Lines of a board on a lattice: chains of cells joined through sides that a family of lines crosses."""

import math
from collections.abc import Iterable, Sequence

from puzzlelang.geometry.lattices import compass
from puzzlelang.geometry.places import Cell, Line

_SIDE_NAMES = {"up": "top", "down": "bottom"}


def chains(cells: Iterable[Cell], crossed: Iterable[Sequence[Cell]]) -> Sequence[tuple[Cell, ...]]:
    """The cells of each line of a family, from the left, or from the top if it is upright; lines in order across it.

    `crossed` are the one or two cells at each side that the family crosses; a cell with two such sides is in a line.
    """
    ahead: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    ends: dict[Cell, int] = dict.fromkeys(ahead, 0)
    for at in crossed:
        for cell in at:
            ends[cell] += 1
            ahead[cell] += [other for other in at if other is not cell]
    seen: set[Cell] = set()
    result: list[tuple[Cell, ...]] = []
    for start, onwards in ahead.items():
        if start not in seen and ends[start] == 2 and len(onwards) < 2:
            chain = [start]
            while onward := [other for other in ahead[chain[-1]] if other not in chain[-2:]]:
                chain.append(onward[0])
            seen.update(chain)
            result.append(tuple(_forward(chain)))
    if not result:
        return result
    longest = max(result, key=len)
    (down, right), (below, beside) = longest[0].lattice, longest[-1].lattice
    along = (below - down, beside - right)
    return sorted(result, key=lambda chain: (_offset(chain[0], along), chain[0].index))


def _forward(chain: Sequence[Cell]) -> Sequence[Cell]:
    """The cells of a line from the top, those of a level one from the left."""
    (down, right), (below, beside) = chain[0].lattice, chain[-1].lattice
    level = abs(below - down) * 3 < abs(beside - right)
    return chain[::-1] if ((beside < right) if level else (below < down)) else chain


def _offset(cell: Cell, along: tuple[int, int]) -> int:
    """Return how far a line lies to the right of others, or below them if it is level, in lattice coordinates."""
    (down, right), (below, beside) = cell.lattice, along
    far = right * below - down * beside
    return round((far if below else -far) / (math.hypot(below, beside) or 1))


def heading(start: tuple[int, int], end: tuple[int, int]) -> str:
    """The name of the way from one lattice place to another."""
    return compass(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])))


def side_seen_from(lines: Sequence[Line], order: int) -> str:
    """The name of the side from which lines of a family are looked at; `order` is -1 from their last cells."""
    longest = max(lines, key=lambda line: len(line.cells))
    cells = longest.cells[::order]
    return " ".join(_SIDE_NAMES.get(word, word) for word in heading(cells[-1].lattice, cells[0].lattice).split())
