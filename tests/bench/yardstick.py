"""Tents stated by hand against z3's Python API: what a careful person would write for this one genre."""

import sys

import z3


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        head, *rest = [line for line in file.read().splitlines() if line.strip()]
    columns, rows, grid = [int(c) for c in head.strip()], [int(r[0]) for r in rest], [r[1:].strip() for r in rest]
    inside = {(r, c) for r in range(len(rows)) for c in range(len(columns))}
    trees = {place for place in inside if grid[place[0]][place[1]] == "T"}
    tent = {place: z3.Bool(f"tent_{place[0]}_{place[1]}") for place in sorted(inside)}
    solver = z3.Solver()
    for r, hint in enumerate(rows):
        solver.add(z3.PbEq([(tent[r, c], 1) for c in range(len(columns))], hint))
    for c, hint in enumerate(columns):
        solver.add(z3.PbEq([(tent[r, c], 1) for r in range(len(rows))], hint))
    for r, c in sorted(inside):
        for other in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other in inside:
                solver.add(z3.Or(z3.Not(tent[r, c]), z3.Not(tent[other])))
    pairs: dict[tuple[int, int], list[z3.BoolRef]] = {place: [] for place in inside}
    for r, c in sorted(trees):
        beside = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        chosen = {place: z3.Bool(f"pair_{r}_{c}_{place}") for place in beside if place in inside - trees}
        solver.add(z3.PbEq([(pair, 1) for pair in chosen.values()], 1))
        for place, pair in chosen.items():
            pairs[place].append(pair)
    for place in sorted(inside):
        if pairs[place] and place not in trees:
            solver.add(z3.PbLe([(pair, 1) for pair in pairs[place]], 1), tent[place] == z3.Or(pairs[place]))
        else:
            solver.add(z3.Not(tent[place]))
    assert solver.check() == z3.sat
    result = solver.model()
    answer = {place: z3.is_true(result[symbol]) for place, symbol in tent.items()}
    for r in range(len(rows)):
        cells = [((r, c), grid[r][c]) for c in range(len(columns))]
        print(rows[r], "".join("T" if mark == "T" else "*" if answer[place] else "." for place, mark in cells))
    solver.add(z3.Or([symbol != answer[place] for place, symbol in tent.items()]))
    print("the only answer" if solver.check() == z3.unsat else "there are others")


main(sys.argv[1])
