"""`python -m tests.bench.growth [--sizes 10,20,30,40] [--boards 3] [--list FILE] [GENRE…]`: a cell on larger boards.

Boards are made at random, some of each size, and each is solved in a process of its own, to a second answer or the
proof that there is none.  A line for each genre has the CPU
milliseconds for each cell, user and system, the median of the boards of a size.  `growth` is the last divided by the
first: 1 where the time is linear in the cells, 16 from 10x10 to 40x40 where it is quadratic.  A second line leaves out
the time that solvers search: what is left grows for other reasons.  `MB` is the most memory that a board of the last
size took.  With `--list` the boards are those of a file.  Not on Windows.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.cli import board_lists
from puzzlelang.cli.bench import bench_
from puzzlelang.problem import evaluate
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines, stats
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from puzzlelang.typed import ir
from tests.bench import more_random_boards, random_boards
from tests.bench.children import Bounds, forked

GOAL = ("kurodoko", "signpost", "shimaguni", "dominosa")
"""Genres whose cells are to cost at most twice as much on a board of 40x40 as on one of 10x10."""

MAKERS = {
    maker.__name__.replace("_", "-"): maker
    for maker in (
        random_boards.kurodoko,
        random_boards.signpost,
        random_boards.shimaguni,
        random_boards.dominosa,
        more_random_boards.slitherlink,
        more_random_boards.masyu,
        more_random_boards.nurikabe,
        more_random_boards.heyawake,
        more_random_boards.light_up,
        more_random_boards.fillomino,
        more_random_boards.sudoku,
    )
}
"""What makes boards, by rule file."""

SQUARES = (9, 16, 25)
"""Sides of a Sudoku, in place of those asked for."""


class Cost(msgspec.Struct, frozen=True):
    """What a board took: CPU seconds in all and of searches, megabytes beyond rules and board."""

    seconds: float
    searched: float
    megabytes: float


def solved(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    """Solve a board by the default engine; the seconds of searches and the megabytes, as JSON."""
    before, searched = stats.megabytes() or 0, 0.0
    problem = pipeline.ground(rules, puzzle)
    with CheckedSolver(problem, engines.engine()) as solver:
        solver.open()
        for stage in (stats.FIRST, stats.UNIQUE):
            start = time.process_time()
            outcome = solver.outcome(stage)
            searched += time.process_time() - start
            if not isinstance(outcome, Sat):
                break
            assert evaluate.satisfies(problem, outcome.values)
            solver.exclude(outcome.values)
    return json.dumps([searched, (stats.megabytes() or 0) - before])


def cost(rules: ir.Ruleset, puzzle: Puzzle, bounds: Bounds, small: Puzzle) -> Cost | None:
    """What a board takes in a copy of this process that has solved a small one; None if a limit was reached."""
    child = forked(lambda: solved(rules, puzzle), bounds, lambda: solved(rules, small))
    if child.code != 0:
        if not child.stopped:
            raise RuntimeError(child.output or child.code)
        return None
    searched, megabytes = json.loads(child.output)
    return Cost(child.seconds, searched, megabytes)


def row(genre: str, sizes: list[int], boards: int, bounds: Bounds, folder: Path | None) -> list[list[Cost | None]]:
    """The costs of the boards of each size."""
    rules = pipeline.load(genre)
    small = read(rules, random_boards.board(MAKERS[genre], 4 if genre == "sudoku" else 6, 0))
    result = []
    for size in sizes:
        texts = [random_boards.board(MAKERS[genre], size, seed) for seed in range(boards)]
        if folder is not None:
            for seed, text in enumerate(texts):
                (folder / f"{genre}-{size}-{seed}.txt").write_text(text, encoding="utf-8")
        result.append([cost(rules, read(rules, text), bounds, small) for text in texts])
    return result


def read(rules: ir.Ruleset, text: str) -> Puzzle:
    """Read board text."""
    return pipeline.board(rules, Source("board", text))


def listed(path: Path, bounds: Bounds) -> Iterator[str]:
    """The lines of the table for square boards of one genre in a list; a small one is solved before each."""
    with bench_.make_context("bench", []):  # reading of lists wants the limits of a command
        samples = sorted(board_lists.boards_of([str(path)]), key=lambda one: one.puzzle.geometry.height)
    rules, small = samples[0].rules, samples[0].puzzle
    sizes = sorted({one.puzzle.geometry.height for one in samples})
    costs = [
        [cost(rules, one.puzzle, bounds, small) for one in samples if one.puzzle.geometry.height == size]
        for size in sizes
    ]
    yield from head(sizes)
    yield from shown(rules.title, sizes, costs)


def head(sizes: Iterable[int]) -> list[str]:
    """The first two lines of the table."""
    names = [f"{size}x{size}" for size in sizes]
    return ["| genre | " + " | ".join([*names, "growth", "MB"]) + " |", "|---|" + "--:|" * (len(names) + 2)]


def shown(genre: str, sizes: list[int], costs: list[list[Cost | None]]) -> list[str]:
    """Two lines of the table: all time, and that without searches."""
    lines = []
    for name, part in (("", 0.0), (", no search", 1.0)):
        cells: list[float | None] = []
        for size, boards in zip(sizes, costs, strict=True):
            known = [1000 * (one.seconds - part * one.searched) / size**2 for one in boards if one is not None]
            cells.append(statistics.median(known) if len(known) == len(boards) else None)
        texts = [f"{cell:.3f}" if cell is not None else "open" for cell in cells]
        growth = f"{cells[-1] / cells[0]:.1f}" if cells[0] and cells[-1] else ""
        most = max((one.megabytes for one in costs[-1] if one is not None), default=0)
        lines.append(f"| {genre}{name} | " + " | ".join([*texts, growth, "" if name else f"{most:.0f}"]) + " |")
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[10, 20, 30, 40])
    parser.add_argument("--boards", type=int, default=3, help="boards of each size")
    parser.add_argument("--seconds", type=int, default=60, help="CPU time for a board")
    parser.add_argument("--memory", type=int, default=2000, help="megabytes for a board")
    parser.add_argument("--keep", type=Path, help="a folder for the boards")
    parser.add_argument(
        "--list", type=Path, help="a file with square boards of one genre, one a line, in place of GENRE"
    )
    parser.add_argument("genres", nargs="*", default=GOAL, metavar="GENRE", help=", ".join(MAKERS))
    wanted = parser.parse_args()
    bounds = Bounds(wanted.seconds, wanted.memory)
    if wanted.list is not None:
        print(*listed(wanted.list, bounds), sep="\n")
        return
    print(*head(wanted.sizes), sep="\n")
    for genre in wanted.genres:
        sizes = list(SQUARES) if genre == "sudoku" else wanted.sizes
        for line in shown(genre, sizes, row(genre, sizes, wanted.boards, bounds, wanted.keep)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
