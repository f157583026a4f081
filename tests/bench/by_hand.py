"""Nurikabe and slitherlink stated by hand for CaDiCaL with lazy cuts: what a careful person would write for one genre.

Each takes (rows, columns, clues by cell) and returns how many answers there are, 2 for "more than one".
"""

from collections import deque
from collections.abc import Callable, Iterable

from pysat.solvers import Cadical195

Cell = tuple[int, int]
Clues = dict[Cell, int]
Cuts = Callable[[set[int]], list[list[int]]]


def _answers(solver: Cadical195, board: list[int], cuts: Cuts) -> int:
    """Ask until an answer needs no cut; then once more for another one."""
    for count in range(2):
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            wrong = cuts(true)
            if not wrong:
                solver.add_clause([-one if one in true else one for one in board])
                break
            for clause in wrong:
                solver.add_clause(clause)
        else:
            return count
    return 2


def _parts(members: set[Cell], beside: Callable[[Cell], Iterable[Cell]]) -> list[list[Cell]]:
    """Connected parts, the cells of each in the order of a search by breadth from the first."""
    parts, left = [], set(members)
    for start in sorted(members):
        if start not in left:
            continue
        left.remove(start)
        part = [start]
        for cell in part:
            for other in beside(cell):
                if other in left:
                    left.remove(other)
                    part.append(other)
        parts.append(part)
    return parts


def _around(rows: int, columns: int) -> Callable[[Cell], list[Cell]]:
    table = {
        (r, c): [
            (y, x) for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if 0 <= y < rows and 0 <= x < columns
        ]
        for r in range(rows)
        for c in range(columns)
    }
    return table.__getitem__


def nurikabe(rows: int, columns: int, clues: Clues) -> int:
    """Islands of the size of their one clue (0: of any size), black cells connected, no black square of four."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    beside = _around(rows, columns)
    black = {cell: 1 + i for i, cell in enumerate(cells)}
    solver = Cadical195()
    for cell in cells:
        r, c = cell
        if cell in clues:
            solver.add_clause([-black[cell]])
        elif sum(other in clues for other in beside(cell)) > 1 or _far(cell, clues):
            solver.add_clause([black[cell]])
        if r + 1 < rows and c + 1 < columns:
            solver.add_clause([-black[place] for place in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))])

    def cuts(true: set[int]) -> list[list[int]]:
        dark = {cell for cell in cells if black[cell] in true}
        result: list[list[int]] = []
        walls = _parts(dark, beside)
        for number, wall in enumerate(walls if len(walls) > 1 else []):
            rim = [black[cell] for cell in _rim(wall, beside)]
            other = walls[0 if number else 1][0]
            result += [[-black[cell], -black[other], *rim] for cell in wall]
        for island in _parts(set(cells) - dark, beside):
            result += _island(island, clues, black, beside)
        return result

    return _answers(solver, list(black.values()), cuts)


def _far(cell: Cell, clues: Clues) -> bool:
    """Whether no island can reach a cell."""
    return all(size and abs(cell[0] - r) + abs(cell[1] - c) >= size for (r, c), size in clues.items())


def _rim(part: list[Cell], beside: Callable[[Cell], list[Cell]]) -> list[Cell]:
    inside = set(part)
    return list(dict.fromkeys(other for cell in part for other in beside(cell) if other not in inside))


def _island(
    island: list[Cell], clues: Clues, black: dict[Cell, int], beside: Callable[[Cell], list[Cell]]
) -> list[list[int]]:
    """What is wrong with an island: no clue, two clues, too small, too large."""
    wider = [-black[cell] for cell in _rim(island, beside)]
    own = [cell for cell in island if cell in clues]
    if not own:
        return [[black[cell], *wider] for cell in island]
    if len(own) > 1:
        return [[black[cell] for cell in _path(own[0], set(island), set(own[1:]), beside)]]
    (clue,) = own
    if not clues[clue] or len(island) == clues[clue]:
        return []
    if len(island) < clues[clue]:
        return [wider]
    start = [clue]
    for cell in start:
        start += [other for other in beside(cell) if other in island and other not in start]
    return [[black[cell] for cell in start[: clues[clue] + 1]]]


def _path(start: Cell, inside: set[Cell], goals: set[Cell], beside: Callable[[Cell], list[Cell]]) -> list[Cell]:
    """A shortest way through a part to one of the goals."""
    came: dict[Cell, Cell | None] = {start: None}
    waiting = deque([start])
    while True:
        cell = waiting.popleft()
        if cell in goals:
            break
        for other in beside(cell):
            if other in inside and other not in came:
                came[other] = cell
                waiting.append(other)
    path, at = [], cell
    while at is not None:
        path.append(at)
        at = came[at]  # type: ignore[assignment]
    return path


def slitherlink(rows: int, columns: int, clues: Clues) -> int:
    """A single closed curve along the borders, of which a clue counts those of its cell."""
    dots = [(r, c) for r in range(rows + 1) for c in range(columns + 1)]
    lines = [(dot, (dot[0], dot[1] + 1)) for dot in dots if dot[1] < columns]
    lines += [(dot, (dot[0] + 1, dot[1])) for dot in dots if dot[0] < rows]
    drawn = {line: 1 + i for i, line in enumerate(lines)}
    at: dict[Cell, list[int]] = {dot: [] for dot in dots}
    for (first, second), literal in drawn.items():
        at[first].append(literal)
        at[second].append(literal)
    solver = Cadical195()
    for literals in at.values():
        _exactly(solver, literals, {0, 2})
    for (r, c), clue in clues.items():
        corner = ((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))
        _exactly(solver, [drawn[line] for line in corner], {clue})
    solver.add_clause(list(drawn.values()))

    def cuts(true: set[int]) -> list[list[int]]:
        joined: dict[Cell, list[Cell]] = {}
        for (first, second), literal in drawn.items():
            if literal in true:
                joined.setdefault(first, []).append(second)
                joined.setdefault(second, []).append(first)
        loops = _parts(set(joined), joined.__getitem__)
        result: list[list[int]] = []
        for number, loop in enumerate(loops if len(loops) > 1 else []):
            inside, other = set(loop), set(loops[0 if number else 1])
            crossing = [literal for (a, b), literal in drawn.items() if (a in inside) != (b in inside)]
            mine = [literal for (a, b), literal in drawn.items() if literal in true and a in inside]
            theirs = next(literal for (a, b), literal in drawn.items() if literal in true and a in other)
            result += [[-one, -theirs, *crossing] for one in mine]
        return result

    return _answers(solver, list(drawn.values()), cuts)


def _exactly(solver: Cadical195, literals: list[int], counts: set[int]) -> None:
    """So many of a few literals are true: each other way to set them is ruled out."""
    for bits in range(1 << len(literals)):
        if bits.bit_count() not in counts:
            solver.add_clause([-one if bits >> i & 1 else one for i, one in enumerate(literals)])
