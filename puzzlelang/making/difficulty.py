"""Difficulty of boards that are made."""

from collections.abc import Iterator

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.ground import from_typed
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import stats
from puzzlelang.solving.stats import measure_stage
from puzzlelang.steps import rating
from puzzlelang.steps.rating import Rating
from puzzlelang.steps.record import Step
from puzzlelang.steps.walk import Walk


def rating_name(name: str) -> str:
    """A checked name of a rating, or nothing.  Raises `Failed` (E333) if there is no such rating."""
    if name and name not in rating.LEVELS:
        raise fail("E333", f"there is no rating `{name}`", hint=f"there are {join_words(rating.LEVELS)}")
    return name


def rate_board(prover: UniquenessProver, puzzle: Puzzle, answer: Solution) -> Rating:
    """The rating of a puzzle with its only answer."""
    with measure_stage(prover.stats.seconds, stats.STEPS):
        return rating.rate(list(_steps(prover, puzzle, answer)))


def no_harder(prover: UniquenessProver, puzzle: Puzzle, answer: Solution, name: str) -> bool:
    """Whether a puzzle with its only answer is at most as hard as a name of `steps.rating` says."""
    with measure_stage(prover.stats.seconds, stats.STEPS):
        return rating.no_harder(_steps(prover, puzzle, answer), name)


def _steps(prover: UniquenessProver, puzzle: Puzzle, answer: Solution) -> Iterator[Step]:
    problem = from_typed.ground(prover.rules, puzzle)
    for step in Walk(problem, problem.partial(answer.values)).steps():
        prover.beat()
        yield step
