"""`python -m tests.bench.learn [BOARDS] [SEED]`: learns what steps cost from boards of known levels.

The boards are those of `tests.bench.levels`, so many a level.  Every second board of a level is learnt from; the rank
correlations of scores and levels are those of the other half.  Needs SciPy.  Prints the table for `steps/costs.py`.

For each pair of boards of one game whose levels differ, the harder one should score more: a logistic loss on the
difference of the logarithms of scores (RankNet, Burges et al. 2005), each game with the same weight in all.  Costs stay
near those of the formula for kinds that are not in the table.
"""

import collections
import concurrent.futures
import math
import re
import statistics
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from puzzlelang import pipeline
from puzzlelang.workers.limits import Limits
from tests.bench.levels import GAMES, correlation, generated

SECONDS = 25.0

NEARNESS = 0.1
"""How much it costs that a cost differs from that of the formula."""

SLOPE = 8.0
"""How much a difference of scores counts."""

MOST = {"direct": 14.0, "chained": 20.0, "pattern": 20.0, "supposed": 36.0, "together": 36.0}
"""The most that a step of a tier may cost: what one rule says is never among the hardest steps of other games."""

EASY = {"pattern, ring": 10.5}
"""The most that some kinds may cost which easy boards of some game have."""

LEAST = {"supposed": 10.9}
"""The least that a step of a tier may cost: a trial is never easy, though some games have them at all levels."""

FEWEST = 6
"""On so many boards a kind of step is seen before it has a cost of its own."""


class Board(NamedTuple):
    """A board of a level: how many steps of each kind its path has, and the mean cost of these by the formula."""

    game: str
    level: int
    steps: collections.Counter[str]
    costs: dict[str, float]


def path(job: tuple[str, str, int, str]) -> Board:
    """The steps of a board."""
    game, genre, level, game_id = job
    rules = pipeline.load(genre)
    found = pipeline.path(rules, pipeline.board(rules, game_id), within=Limits(SECONDS, 2000))
    steps = [one for step in found.steps for one in step.kinds]
    means = {kind: statistics.fmean(cost for one, cost in steps if one == kind) for kind, _ in steps}
    return Board(game, level, collections.Counter(kind for kind, _ in steps), means)


def learnt(boards: Sequence[Board]) -> dict[str, float]:
    """The cost of each kind of step that is seen often enough."""
    import numpy as np
    from scipy.optimize import minimize

    kinds = sorted({kind for board in boards for kind in board.steps})
    position = {kind: index for index, kind in enumerate(kinds)}
    counts = np.zeros((len(boards), len(kinds)))
    for row, board in enumerate(boards):
        for kind, number in board.steps.items():
            counts[row, position[kind]] = number
    before = np.log([statistics.fmean(one.costs[kind] for one in boards if kind in one.costs) for kind in kinds])
    pairs = [
        (i, j)
        for i, one in enumerate(boards)
        for j, two in enumerate(boards)
        if one.game == two.game and one.level > two.level
    ]
    many = collections.Counter(boards[i].game for i, _ in pairs)
    harder, easier = (np.array(side) for side in zip(*pairs, strict=True))
    shares = np.array([1 / many[boards[i].game] for i, _ in pairs])

    def loss(logs: Any) -> tuple[float, Any]:
        squares = counts * np.exp(2 * logs)
        sums = squares.sum(axis=1) + 1e-12
        scores = np.log(sums) / 2
        gap = SLOPE * (scores[harder] - scores[easier])
        slope = -shares * SLOPE / (1 + np.exp(gap))
        by_board = np.zeros(len(boards))
        np.add.at(by_board, harder, slope)
        np.add.at(by_board, easier, -slope)
        gradient = (squares / sums[:, None]).T @ by_board
        far = logs - before
        return (shares * np.logaddexp(0, -gap)).sum() + NEARNESS * (far @ far), gradient + 2 * NEARNESS * far

    tops = [EASY.get(kind, MOST.get(kind.partition(",")[0], 0.0)) for kind in kinds]
    most = [math.log(top) if top else one for top, one in zip(tops, before, strict=True)]
    least = [one if kind == "guessed" else _least(kind) for kind, one in zip(kinds, before, strict=True)]
    start = np.clip(before, least, most)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=list(zip(least, most, strict=True)))
    seen = (counts > 0).sum(axis=0)
    costs = {kind: (float(np.exp(found.x[index])), int(seen[index])) for kind, index in position.items()}
    return smoothed({kind: one for kind, one in costs.items() if one[1] >= FEWEST and kind != "guessed"})


def _least(kind: str) -> float:
    """The logarithm of the least cost of a kind."""
    tier = kind.partition(",")[0]
    return math.log(LEAST[tier]) if tier in LEAST else -1.0


def smoothed(costs: dict[str, tuple[float, int]]) -> dict[str, float]:
    """Costs that never fall as the last number of a kind grows: means over neighbours (pool adjacent violators)."""
    groups = collections.defaultdict[str, list[str]](list)
    for kind in costs:
        groups[re.sub(r"\d+(?=\D*$)", "", kind)].append(kind)
    found: dict[str, float] = {}
    for kinds in groups.values():
        pools: list[tuple[float, int, list[str]]] = []
        for kind in sorted(kinds, key=lambda one: int((re.findall(r"\d+", one) or ["0"])[-1])):
            cost, seen, together = *costs[kind], [kind]
            while pools and pools[-1][0] > cost:
                other, many, before = pools.pop()
                cost, seen, together = (cost * seen + other * many) / (seen + many), seen + many, [*before, *together]
            pools.append((cost, seen, together))
        found |= {kind: round(cost, 1) for cost, _, together in pools for kind in together}
    return found


def score(board: Board, table: dict[str, float]) -> float:
    """The root of the sum of squared costs."""
    return sum(number * table.get(kind, board.costs[kind]) ** 2 for kind, number in board.steps.items()) ** 0.5


def main() -> None:
    """Print the table, and for each game the correlation before and after, on the boards that were not learnt from."""
    count, seed = map(int, (*sys.argv[1:3], "20", "1")[:2] if len(sys.argv) != 2 else (sys.argv[1], "1"))
    jobs = [
        (game, genre, level, one)
        for game, (genre, levels) in GAMES.items()
        for level, parameters in enumerate(levels)
        for one in generated(game, parameters, count, seed)
    ]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        boards = list(pool.map(path, jobs))
    table = learnt(boards[::2])
    for kind, cost in sorted(table.items()):
        print(f'    "{kind}": {cost},')
    for game in GAMES:
        others = [board for board in boards[1::2] if board.game == game]
        levels = [board.level for board in others]
        before, after = (correlation(levels, [score(one, costs) for one in others]) for costs in ({}, table))
        print(f"{game}: {before:.2f} before, {after:.2f} after, {len(others)} boards")


if __name__ == "__main__":
    main()
