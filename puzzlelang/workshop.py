"""The Python API for making boards: fewer clues, and new boards."""

from collections.abc import Iterable

from puzzlelang.making import example_statistics
from puzzlelang.pipeline import open_within
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions.generate import GeneratedBoards
from puzzlelang.questions.minimise import MinimisedBoard
from puzzlelang.solving import engines
from puzzlelang.typed import ir
from puzzlelang.workers.limits import NO_LIMITS, Limits


def minimise(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    *,
    keep: Iterable[str] = (),
    symmetry: str = "none",
    least: int = 0,
    seed: int = 0,
    rating: str = "",
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> MinimisedBoard:
    """The puzzle without clues that its only answer does not need: none of those left can go.

    Where more than a value stands, as a wall with a number, the wall stays, or a `?`; see `making.residual_givens`.
    `keep` names what is to stay: givens, and places such as R1C2.  With a `symmetry` (`half-turn`, `quarter-turn`,
    `mirror`) clues go together with their images.  At `least` so many clues are left.  `seed` chooses among the boards
    that this can come to.  With a `rating`, a name of `steps.rating.ratings`, a clue also stays if the board would be
    harder without it: the result is minimal among the boards of at most that rating, and may itself be easier. Of a
    board that is harder already all clues stay.  Raises `Failed` as `solve` does, and for what is no clue, no symmetry
    of the board and no rating.
    """
    with open_within(rules, puzzle, within) as opened:
        return opened.minimise(keep, symmetry, least, seed, rating, engine)


def generate(
    rules: ir.Ruleset,
    template: Puzzle | tuple[int, int] | None = None,
    *,
    count: int = 1,
    seed: int = 0,
    symmetry: str = "none",
    least: int = 0,
    rating: str = "",
    within: Limits,
) -> GeneratedBoards:
    """New boards with one answer each, proved, like a template, which may have some of the givens, or of a size.

    Without either they are as large as the largest example of the rules.

    Every board goes through `minimise` with the `symmetry` and the `least` number of clues.  With a `rating`, a name of
    `steps.rating.ratings`, clues stay without which a board would be harder, and only boards that are so hard count.
    `seed` chooses the boards; the same seed makes the same ones.  As there may be none, it stops at a limit, with what
    it has by then.  Raises `Failed` for wrong rules, sizes and templates, and where a given is wanted that only the
    setter can choose.
    """
    puzzle = template if isinstance(template, Puzzle) else example_statistics.empty_template(rules, template)
    with open_within(rules, puzzle, within) as opened:
        return opened.generate(count, seed, symmetry, least, rating)
