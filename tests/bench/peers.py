"""Others on the same boards: grilops (any genre, z3), puzzlekit (a solver for each genre, OR-Tools), solvers by hand.

It runs by itself, also by another Python that has them: `python peers.py grilops nurikabe < board.json`, where the
board is {"rows": …, "columns": …, "clues": [[row, column, clue], …]}.  It prints the seconds without imports and how
many answers there are (puzzlekit looks for one only), or `{}` if the package is not there.
"""

import importlib
import importlib.util
import json
import sys
import time
from typing import Any

LOADED = {
    "by_hand": (),
    "grilops": ("z3", "grilops.regions", "grilops.loops", "grilops.geometry"),
    "puzzlekit": ("ortools.sat.python.cp_model", "puzzlekit.solvers.{}", "puzzlekit.utils.ortools_utils"),
}
"""What is imported before time is taken."""


def grilops_nurikabe(rows: int, columns: int, clues: dict[tuple[int, int], int]) -> int:
    """Two colours; neighbours are in one region if and only if their colours are the same."""
    import grilops
    import grilops.regions
    from grilops.geometry import Point
    from z3 import And, Implies, Not, Or, PbLe

    lattice = grilops.get_rectangle_lattice(rows, columns)
    symbols = grilops.SymbolSet(["black", "white"])
    grid = grilops.SymbolGrid(lattice, symbols)
    regions = grilops.regions.RegionConstrainer(lattice, solver=grid.solver)
    number, size = regions.region_id_grid, regions.region_size_grid
    dark = {place: grid.cell_is(place, symbols.black) for place in lattice.points}
    roots = [Point(*cell) for cell in clues]
    for cell, clue in clues.items():
        place = Point(*cell)
        grid.solver.add(Not(dark[place]), regions.parent_grid[place] == grilops.regions.R)
        if clue:
            grid.solver.add(size[place] == clue)
    sea = [And(dark[place], regions.parent_grid[place] == grilops.regions.R) for place in lattice.points]
    grid.solver.add(PbLe([(one, 1) for one in sea], 1))
    for place in lattice.points:
        grid.solver.add(Implies(Not(dark[place]), Or(*[number[place] == number[root] for root in roots])))
        for other in lattice.edge_sharing_points(place):
            if other in dark and (other.y, other.x) > (place.y, place.x):
                grid.solver.add((dark[place] == dark[other]) == (number[place] == number[other]))
        block = [Point(place.y + y, place.x + x) for y in (0, 1) for x in (0, 1)]
        if all(one in dark for one in block):
            grid.solver.add(Not(And(*[dark[one] for one in block])))
    return _two(grid)


def grilops_slitherlink(rows: int, columns: int, clues: dict[tuple[int, int], int]) -> int:
    """A loop through the corners, each of which has one of seven shapes."""
    import grilops
    import grilops.loops
    from grilops.geometry import Point
    from z3 import PbEq

    lattice = grilops.get_rectangle_lattice(rows + 1, columns + 1)
    symbols = grilops.loops.LoopSymbolSet(lattice)
    symbols.append("empty")
    grid = grilops.SymbolGrid(lattice, symbols)
    grilops.loops.LoopConstrainer(grid, single_loop=True)
    right, down = (symbols.EW, symbols.NE, symbols.SE), (symbols.NS, symbols.SE, symbols.SW)
    for (r, c), clue in clues.items():
        lines = [
            grid.cell_is_one_of(Point(r, c), right),
            grid.cell_is_one_of(Point(r + 1, c), right),
            grid.cell_is_one_of(Point(r, c), down),
            grid.cell_is_one_of(Point(r, c + 1), down),
        ]
        grid.solver.add(PbEq([(line, 1) for line in lines], clue))
    return _two(grid)


def _two(grid: Any) -> int:
    if not grid.solve():
        return 0
    return 1 if grid.is_unique() else 2


def puzzlekit_any(genre: str, rows: int, columns: int, clues: dict[tuple[int, int], int]) -> int:
    """Its own solver of the genre; one answer, on one core as all others here."""
    import puzzlekit

    signs = [[str(clues[r, c]) if (r, c) in clues else "-" for c in range(columns)] for r in range(rows)]
    board = {"num_rows": rows, "num_cols": columns, "grid": signs}
    result = puzzlekit.solve(board, genre, solver_options={"time_limit_sec": 1e6, "num_search_workers": 1})
    return int(result.is_solved)


def main(package: str, genre: str) -> None:
    if importlib.util.find_spec(package) is None:
        print("{}")
        return
    for module in (package, *LOADED[package]):
        importlib.import_module(module.format(genre))
    board = json.load(sys.stdin)
    clues = {(r, c): clue for r, c, clue in board["clues"]}
    start = time.perf_counter()
    if package == "puzzlekit":
        answers = puzzlekit_any(genre, board["rows"], board["columns"], clues)
    elif package == "by_hand":
        answers = getattr(importlib.import_module(package), genre)(board["rows"], board["columns"], clues)
    else:
        solve = {"nurikabe": grilops_nurikabe, "slitherlink": grilops_slitherlink}[genre]
        answers = solve(board["rows"], board["columns"], clues)
    print(json.dumps({"seconds": time.perf_counter() - start, "answers": answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])
