"""`python -m tests.bench.learn [BOARDS] [SEED] [--keep FOLDER] [GAME…]`: learns what steps cost from known levels.

The boards are those of `tests.bench.levels`, so many a level.  Factors are learnt from every second board of a level,
and shown on the other half, both ways round; those printed for `steps/rating/costs.py` come from all.  Needs SciPy.
The paths are kept in a folder, so that learning anew takes seconds.  They hold as long as steps and their properties
do.

For each pair of boards of neighbouring levels of one game, the harder one should score more: a logistic loss on the
difference of the logarithms of scores (RankNet, Burges et al. 2005).  All pairs of the same two levels together have
the same weight, so that a game of four levels is not learnt by the two that are far apart.  A cost is a product of
factors, so its logarithm is linear.  Factors stay near those of `_expected`, and no step gets easier as numbers grow.
"""

import argparse
import collections
import hashlib
import math
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from puzzlelang import pipeline
from puzzlelang.steps.rating import ratings as rating
from puzzlelang.steps.rating.costs import BEYOND, FACTORS, GUESS_COST, WIDE, bounded
from puzzlelang.steps.rating.ratings import POWER
from puzzlelang.steps.record import Tier
from puzzlelang.workers.limits import Limits
from tests.bench.levels import GAMES, correlation, generated

SECONDS = 20.0

NEARNESS = 0.03
"""How much it costs that the logarithm of a factor differs from what is expected."""

SLOPE = 4.0
"""How much a difference of scores counts."""

ONLY_SHOWN = ("galaxies",)
"""Games that are shown, but not learnt from: no property of a step says what their levels differ by."""

EXPECTED = {
    "direct": 1.5,
    "chained": 3.0,
    "local pattern": 2.0,
    "trial": 10.9,
    "together": 13.0,
    "guessed": GUESS_COST + 13,
    BEYOND: 2.0,
    **dict.fromkeys(WIDE, 2.0),
}
"""Factors that are expected; `GROWTH` of most numbers, 8 of patterns, 1 of all others."""

GROWTH = 1.16

TIERS = {"direct": Tier.DIRECT, "chained": Tier.CHAINED, "local pattern": Tier.LOCAL, "trial": Tier.SUPPOSED}


class Board(NamedTuple):
    """A board of a level: how many steps of each kind its path has."""

    game: str
    level: int
    steps: dict[str, int]


def path(game: str, level: int, game_id: str, keep: Path | None) -> Board:
    """The steps of a board, from the folder if it has them."""
    kept = None if keep is None else keep / f"{game}-{hashlib.sha256(game_id.encode()).hexdigest()[:24]}.json"
    if kept is None or not kept.exists():
        rules = pipeline.load(GAMES[game][0])
        result = pipeline.rate(rules, pipeline.board(rules, game_id), within=Limits(SECONDS, 2000))
        steps = dict(collections.Counter(kind for step in result.steps for kind, _ in step.kinds))
        if kept is None:
            return Board(game, level, steps)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(msgspec.json.encode(steps))
    return Board(game, level, msgspec.json.decode(kept.read_bytes(), type=dict[str, int]))


def _expected(name: str) -> float:
    """The factor that is expected of a property."""
    if name.startswith("pattern: "):
        return 8.0
    grows = name.endswith("+") and not name.startswith("open place")
    return EXPECTED.get(name, GROWTH if grows else 1.0)


HIGHEST = {
    "trial": 11.0,
    "move 2+": 1.2,
    "move 3+": 1.9,
    "move 4+": 1.5,
    "connection": 2.0,
    "cell cut off 1+": 1.0,
    "cell cut off 2+": 1.5,
    "cell cut off 3+": 1.5,
}
"""The highest factors: trials of two moves are normal, those of three hard, and the only way out of a piece is easy.

Of the games here only Singles has steps about connection.
"""


def _grows(name: str) -> bool:
    """Whether a property never makes a step easier; the tier of most steps is one, so that costs keep their scale."""
    always = ("direct", "chained", "several places", BEYOND)
    return name.endswith("+") or name.startswith("look ") or name in always


def learnt(boards: Sequence[Board]) -> dict[str, float]:
    """The factor of each property."""
    import numpy as np
    from scipy.optimize import minimize

    kinds = list(dict.fromkeys(kind for board in boards for kind in board.steps))
    names = sorted({name for kind in kinds for name in kind.split(", ")})
    has = np.array([[float(name in kind.split(", ")) for name in names] for kind in kinds])
    counts = np.array([[float(board.steps.get(kind, 0)) for kind in kinds] for board in boards])
    expected = np.log([_expected(name) for name in names])
    pairs = [
        (i, j)
        for i, one in enumerate(boards)
        for j, two in enumerate(boards)
        if one.game == two.game and one.level == two.level + 1 and one.game not in ONLY_SHOWN
    ]
    many = collections.Counter((boards[i].game, boards[i].level) for i, _ in pairs)
    harder, easier = (np.array(side) for side in zip(*pairs, strict=True))
    shares = np.array([1 / many[boards[i].game, boards[i].level] for i, _ in pairs])

    def loss(logs: Any) -> tuple[float, Any]:
        powers = counts * np.exp(POWER * (has @ logs))
        sums = powers.sum(axis=1) + 1e-12
        scores = np.log(sums) / POWER
        gap = SLOPE * (scores[harder] - scores[easier])
        slope = -shares * SLOPE / (1 + np.exp(np.clip(gap, -500, 500)))
        by_board = np.zeros(len(boards))
        np.add.at(by_board, harder, slope)
        np.add.at(by_board, easier, -slope)
        gradient = has.T @ ((powers / sums[:, None]).T @ by_board)
        far = logs - expected
        return (shares * np.logaddexp(0, -gap)).sum() + NEARNESS * (far @ far), gradient + 2 * NEARNESS * far

    highest = {name: math.log(most) for name, most in HIGHEST.items()}
    bounds = [(0.0 if _grows(name) else None, highest.get(name)) for name in names]
    result = minimize(loss, expected, jac=True, method="L-BFGS-B", bounds=bounds)
    return {name: round(float(np.exp(log)), 2) for name, log in zip(names, result.x, strict=True) if name != "guessed"}


def kind_cost(kind: str, factors: Mapping[str, float]) -> float:
    """What a step of a kind costs."""
    names = kind.split(", ")
    if names == ["guessed"]:
        return EXPECTED["guessed"]
    tier = TIERS.get(names[0], Tier.PATTERN if names[0].startswith("pattern") else Tier.TOGETHER)
    return bounded(tier, math.prod(factors.get(name, 1.0) for name in names))


def score(board: Board, factors: Mapping[str, float]) -> float:
    """The score of a board."""
    return rating.score(cost for kind, n in board.steps.items() for cost in [kind_cost(kind, factors)] * n)


def shown(boards: Sequence[Board], factors: Mapping[str, float]) -> float:
    """The rank correlation of the scores of boards of a game with their levels."""
    return correlation([board.level for board in boards], [score(board, factors) for board in boards])


def report(boards: Sequence[Board]) -> None:
    """Print the factors, and for each game the correlations by factors of the other half, and by those in use."""
    halves = boards[::2], boards[1::2]
    tables = [learnt(half) for half in halves]
    for name, factor in sorted(learnt(boards).items()):
        print(f'    "{name}": {factor},')
    means = []
    for game in dict.fromkeys(board.game for board in boards):
        mine = [[board for board in half if board.game == game] for half in halves]
        both = statistics.fmean(shown(mine[1 - one], tables[one]) for one in (0, 1))
        means.append(both)
        now = shown([*mine[0], *mine[1]], FACTORS)
        print(f"{game}: {both:.2f} on the other half, {now:.2f} now, {sum(map(len, mine))} boards")
    print(f"mean {statistics.fmean(means):.3f}, {sum(round(one, 2) >= 0.8 for one in means)} of {len(means)} at 0.8")


def main() -> None:
    """Learn from the boards of all games, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=20, metavar="BOARDS")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--keep", type=Path, help="a folder for paths")
    request = parser.parse_args()
    boards = []
    for game in request.games or GAMES:
        for level, parameters in enumerate(GAMES[game][1]):
            boards += [
                path(game, level, one, request.keep) for one in generated(game, parameters, request.count, request.seed)
            ]
        print(f"{game}: {sum(board.game == game for board in boards)} boards", flush=True)
    report(boards)


if __name__ == "__main__":
    main()
