"""Minimisation: removal of clues until each that is left is needed.

A rule may be about places without a clue, so removing a clue can change the constraints, and selectors of constraints
do not suffice.  But whether a place has its clue can be a variable (`shared_boards`), so all trials share a grounding
and a session.  Where that does not do, a trial is a board of its own, grounded anew.  Clues are removed in random
order, in growing batches while that succeeds (Marques-Silva, Janota and Belov 2013 compare such algorithms).  At the
end every clue was tried alone beside those that are left, and the board is proved by itself.
"""

import enum
import random
from collections.abc import Generator, Sequence
from contextlib import closing

import msgspec

from puzzlelang.making.generate import no_harder, rate_board
from puzzlelang.making.residual_givens import Clue, ResidualGivens, Unit, single_units, units
from puzzlelang.making.shared_boards import SharedProver
from puzzlelang.making.symmetry import Symmetry
from puzzlelang.making.uniqueness import Judgement, UniquenessProver
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.checked_solver import WrongAnswer

CHECKED_ANSWERS = 4
"""The newest counterexamples that a board is checked against before it is proved."""


class MinimiseOptions(msgspec.Struct, frozen=True):
    """Limits of minimisation: clues to keep, the symmetry, the least number of clues; `seed` orders the trials.

    `rating`: a name of `steps.rating.ratings` that the board may not exceed; empty for no limit.  `first`: givens whose
    clues are tried before others.
    """

    stay: frozenset[Clue] = frozenset()
    symmetry: Symmetry = Symmetry.NONE
    least: int = 0
    seed: int = 0
    rating: str = ""
    first: frozenset[str] = frozenset()


def minimise_clues(
    prover: UniquenessProver, puzzle: Puzzle, answer: Solution, wishes: MinimiseOptions, remains: ResidualGivens
) -> Generator[tuple[Clue, ...], None, Puzzle]:
    """Yields removed clues, batch by batch; returns the minimised puzzle, which has `answer` as its only answer still.

    `answer` must be the only one of the puzzle.  No clue left can be removed alone, or with its images under the
    symmetry, unless the least number is reached: without it there is another answer, or the board exceeds the rating.
    Nothing is removed from a board that exceeds the rating already.  Raises as `UniquenessProver.judge` does.
    """
    chance = random.Random(wishes.seed)
    with closing(_Minimisation(prover, puzzle, answer, wishes, remains)) as minimisation:
        if not minimisation.fits(puzzle):
            return puzzle
        for results in (units, single_units):
            trials = results(puzzle, list(minimisation.left), wishes.stay, wishes.symmetry)
            chance.shuffle(trials)
            trials.sort(key=lambda unit: not all(clue.name in wishes.first for clue in unit))
            while trials:
                yield from minimisation.remove_all(trials)
                # What was needed beside clues that went later is needed still, unless a rule is about missing clues.
                trials = [unit for unit in minimisation.needed if not minimisation.is_surely_needed(unit)]
        minimisation.confirm()
        return minimisation.puzzle


class RatingMiss(enum.Enum):
    """The reason why a board is not as hard as wanted."""

    EASIER = "easier"
    HARDER = "harder"


def minimise_to_rating(
    prover: UniquenessProver, puzzle: Puzzle, answer: Solution, wishes: MinimiseOptions, remains: ResidualGivens
) -> Puzzle | RatingMiss:
    """The puzzle with fewer clues and exactly the wanted rating, or why there is none.

    As a rule no board with more clues is harder.  So a board that exceeds the rating with all its clues is given up at
    its first hard step, and the fully minimised board is rated before clues are kept for the rating.
    """
    if not no_harder(prover, puzzle, answer, wishes.rating):
        return RatingMiss.HARDER
    for rating in ("", wishes.rating):
        board = puzzle
        for gone in minimise_clues(prover, puzzle, answer, msgspec.structs.replace(wishes, rating=rating), remains):
            board = remains.without(board, gone)
        if rating or no_harder(prover, board, answer, wishes.rating):
            name = rate_board(prover, board, answer).name
            return board if name == wishes.rating else RatingMiss.EASIER
    return RatingMiss.HARDER


class _TooHard(msgspec.Struct, frozen=True):
    """The result of a removal that made the board too hard; `clues` is the number of clues before it."""

    clues: int


class _Minimisation:
    """A puzzle during minimisation; `left` are its clues.

    `needed` are units that could not be removed when last tried, each with a counterexample, None if the answer was
    lost.  `others` are counterexamples found so far.  `prover` judges boards by themselves, `shared` many at once.
    """

    def __init__(
        self,
        prover: UniquenessProver,
        puzzle: Puzzle,
        answer: Solution,
        wishes: MinimiseOptions,
        remains: ResidualGivens,
    ) -> None:
        self.prover = prover
        self.puzzle = puzzle
        self.answer = answer
        self.least = wishes.least
        self.rating = wishes.rating
        self.remains = remains
        self.left = dict.fromkeys(remains.clues(puzzle))
        self.needed: dict[Unit, Solution | _TooHard | None] = {}
        self.others: list[Solution] = []
        self.shared = SharedProver(prover, puzzle, list(self.left), remains.sets)
        self.proved = puzzle

    def close(self) -> None:
        """Release what trials share."""
        self.shared.close()

    def confirm(self) -> None:
        """Prove the board by itself.  Raises `WrongAnswer` if it has another answer, `Stopped` as `judge` does."""
        if self.proved is not self.puzzle and not self.prover.judge(self.puzzle, self.answer).unique:
            raise WrongAnswer("a board has another answer, though none was found where it shared its problem")

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle, if its answer is unique, keeps to the rating."""
        return not self.rating or no_harder(self.prover, puzzle, self.answer, self.rating)

    def remove_all(self, trials: Sequence[Unit]) -> Generator[tuple[Clue, ...], None, None]:
        """Try the units in order, in batches that double after success; yields removed clues."""
        for unit in trials:
            self.needed.pop(unit, None)
        begin, size = 0, 1
        while begin < len(trials):
            batch = trials[begin : begin + size]
            taken = self._removable(*batch)
            result = self._without(taken)
            only = result is not None and result.unique
            if only and self.fits(less := self.remains.without(self.puzzle, taken)):
                self.puzzle = less
                for clue in taken:
                    del self.left[clue]
                begin, size = begin + len(batch), 2 * size
                yield taken
            elif len(batch) > 1:
                size = len(batch) // 2
            else:
                if result is not None:
                    other = next(iter(result.counterexamples), None)
                    self.needed[batch[0]] = _TooHard(len(self.left)) if only else other
                begin += 1

    def _removable(self, *batch: Unit) -> tuple[Clue, ...]:
        """The clues of units that are still there and removable."""
        # units of a place and of one given there may share a clue
        there = dict.fromkeys(clue for unit in batch for clue in unit if clue in self.left)
        return self.remains.removable(self.puzzle, tuple(there))

    def _without(self, taken: Sequence[Clue]) -> Judgement | None:
        """Judge the puzzle without these clues; None if there are none, or if too few clues would be left."""
        if not taken or len(self.left) - len(taken) < self.least:
            return None
        less = self.remains.without(self.puzzle, taken)
        shared = self.shared.judge(less, self.answer)
        if shared is not None:
            return shared
        result = self.prover.judge(less, self.answer, others=self.others)
        older = [other for other in self.others if other not in result.counterexamples]
        self.others = [*result.counterexamples, *older][:CHECKED_ANSWERS]
        return result

    def is_surely_needed(self, unit: Unit) -> bool:
        """Whether the earlier result shows that the unit cannot be removed now."""
        taken, other = self._removable(unit), self.needed[unit]
        if not taken or len(self.left) - len(taken) < self.least:
            return True
        if isinstance(other, _TooHard):
            return other.clues == len(self.left)
        less = self.remains.without(self.puzzle, taken)
        holds = self.shared.holds(less, other or self.answer)
        if holds is None:
            holds = self.prover.holds(less, other or self.answer)
        return holds is not (other is None)
