"""`python -m tests.bench.levels [BOARDS] [GAME…]`: how well ratings agree with the levels of Tatham's generators.

Simon Tatham's puzzle programs (Debian's `sgt-puzzles`) make boards of stated levels; each is rated here, and for each
game the rank correlation of ratings and levels (Spearman 1904, ties with their mean rank) is printed.  Boards that take
longer than `SECONDS` count as the hardest.
"""

import math
import random
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence

from puzzlelang import pipeline
from puzzlelang.workers.limits import Limits

SECONDS = 60.0

GAMES = {
    "solo": ("sudoku", ("3x3dt", "3x3db", "3x3di", "3x3da")),
    "loopy": ("slitherlink", ("6x6t0de", "6x6t0dn", "6x6t0dt", "6x6t0dh")),
    "keen": ("kenken", ("4de", "4dn", "4dh", "4dx")),
    "towers": ("skyscrapers", ("5de", "5dh", "5dx")),
    "unequal": ("futoshiki", ("5dt", "5de", "5dk", "5dx")),
    "lightup": ("light-up", ("7x7b20s4d0", "7x7b20s4d1", "7x7b20s4d2")),
    "bridges": ("hashi", ("7x7i30e10m2d0", "7x7i30e10m2d1", "7x7i30e10m2d2")),
    "undead": ("undead", ("4x4de", "4x4dn", "4x4dt")),
    "tracks": ("tracks", ("7x7de", "7x7dt", "7x7dh")),
    "singles": ("hitori", ("6x6de", "6x6dk")),
    "tents": ("tents", ("8x8de", "8x8dt")),
    "slant": ("gokigen", ("6x6de", "6x6dh")),
    "galaxies": ("galaxies", ("5x5dn", "5x5du")),
    "unruly": ("unruly", ("8x8dt", "8x8de", "8x8dn")),
    "pearl": ("masyu", ("6x6de", "6x6dt")),
    "magnets": ("magnets", ("6x5de", "6x5dt")),
    "dominosa": ("dominosa", ("4dt", "4db", "4dh", "4de")),
    "map": ("map", ("8x6n10de", "8x6n10dn", "8x6n10dh", "8x6n10du")),
}
"""For each game the rule file, and parameters from the easiest level to the hardest."""


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, the mean of their ranks for those that are equal."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's; 0 where one of the two is always the same."""
    try:
        return statistics.correlation(ranks(first), ranks(second))
    except statistics.StatisticsError:
        return 0.0


def rated(genre: str, game_id: str) -> tuple[float, str]:
    """The score of a board, and its name."""
    rules = pipeline.load(genre)
    result = pipeline.rate(rules, pipeline.board(rules, game_id), within=Limits(SECONDS, 2000))
    return (result.rating.score, result.rating.name) if result.complete else (math.inf, "not known")


def generated(game: str, parameters: str, count: int, seed: int) -> list[str]:
    """Game IDs made by the program; the seed chooses among them."""
    program = shutil.which(f"sgt-{game}", path="/usr/games:/usr/bin") or sys.exit(f"there is no program sgt-{game}")
    chance = random.Random(f"{game} {parameters} {seed}")
    seeds = [chance.randrange(10**9) for _ in range(count)]
    result = [
        subprocess.run([program, "--generate", "1", f"{parameters}#{one}"], capture_output=True, text=True, check=True)
        for one in seeds
    ]
    return [one.stdout.strip() for one in result]


def main() -> None:
    """Print a line for each level, and the correlation for each game."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for game in sys.argv[2:] or GAMES:
        genre, levels = GAMES[game]
        scores, wanted = list[float](), list[float]()
        for level, parameters in enumerate(levels):
            result = [rated(genre, one) for one in generated(game, parameters, count, 1)]
            scores += [score for score, _ in result]
            wanted += [float(level)] * len(result)
            names = {name: sum(other == name for _, other in result) for _, name in result}
            middle = statistics.median(score for score, _ in result)
            print(f"{game} {parameters}: median {middle:.1f}, {names}", flush=True)
        print(f"{game}: rank correlation {correlation(wanted, scores):.2f}", flush=True)


if __name__ == "__main__":
    main()
