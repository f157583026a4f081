"""How hard a board is that was made."""

from bisect import bisect_left
from collections.abc import Sequence

from puzzlelang.ground import from_typed
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.steps.rating import GUESSING, NAMES, Rating, rating
from puzzlelang.steps.walk import Walk
from puzzlelang.typed import ir

LEVELS = (*(name for _, name in NAMES), GUESSING)
"""All names of ratings, the easiest first."""


def rated(rules: ir.Ruleset, puzzle: Puzzle, answer: Solution) -> Rating:
    """The rating of a puzzle with its only answer."""
    problem = from_typed.ground(rules, puzzle)
    walk = Walk(problem, problem.partial(answer.values))
    return rating(
        [(step.tier, step.weight, step.depth, [case.origin.rule.name for case in step.cases]) for step in walk.steps()]
    )


def as_wanted(rules: ir.Ruleset, boards: Sequence[Puzzle], answer: Solution, wanted: str) -> Puzzle | None:
    """Of boards with fewer and fewer clues the last that is as hard as wanted; None if there seems to be none.

    Fewer clues make a board harder as a rule, so the place where it gets too hard is found by halving.
    """
    level = LEVELS.index(wanted)
    harder = bisect_left(boards, level + 1, key=lambda board: LEVELS.index(rated(rules, board, answer).name))
    found = boards[harder - 1] if harder else None
    return found if found is not None and rated(rules, found, answer).name == wanted else None
