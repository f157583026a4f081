"""Taking clues away until each that is left is needed.

A rule may speak of places that have no clue, so fewer clues can mean other rules, and a clue does not stand for a few
constraints that could be switched off.  So every trial is a board of its own, grounded anew; grounding a board costs
milliseconds.  Clues go one after another in a random order, more at once as long as that works (Marques-Silva, Janota
and Belov 2013 compare such ways to a minimal set).  In the end every clue was tried alone beside those that are left.
"""

import random
from collections.abc import Generator, Sequence

import msgspec

from puzzlelang.making.clues import Clue, Unit, single_units, units
from puzzlelang.making.proof import Judged, Prover
from puzzlelang.making.rated import no_harder, rated
from puzzlelang.making.remains import Remains
from puzzlelang.making.symmetry import Symmetry
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.steps.rating import LEVELS

SEEN = 4
"""Other answers, those that fitted last, that a board is held against before it is proved."""


class Wishes(msgspec.Struct, frozen=True):
    """What of a board is to stay: some clues, the symmetry, at least so many of all; `seed` orders the trials.

    `rating`: a name of `steps.rating`, no board may become harder than it says; empty if that does not matter.
    """

    stay: frozenset[Clue] = frozenset()
    symmetry: Symmetry = Symmetry.NONE
    least: int = 0
    seed: int = 0
    rating: str = ""


def minimised(
    prover: Prover, puzzle: Puzzle, answer: Solution, wishes: Wishes, remains: Remains
) -> Generator[tuple[Clue, ...], None, Puzzle]:
    """Clues that can go, again and again; returns what remains of the puzzle, of which `answer` is the only one still.

    `answer` must be the only one of the puzzle.  None of the clues left can go alone, or with its images under the
    symmetry, unless there are no more than the least number: without it the answer is not the only one, or the board is
    harder than the rating.  From a board that is harder already nothing goes.  Raises as `Prover.judged` does.
    """
    chance = random.Random(wishes.seed)
    taking = _Taking(prover, puzzle, answer, wishes, remains)
    if not taking.fits(puzzle):
        return puzzle
    for made in (units, single_units):
        trials = made(puzzle, list(taking.left), wishes.stay, wishes.symmetry)
        chance.shuffle(trials)
        while trials:
            yield from taking.all_of(trials)
            # What was needed beside clues that went later is needed still, unless a rule is about missing clues.
            trials = [unit for unit in taking.needed if not taking.surely_needed(unit)]
    return taking.puzzle


def as_wanted(prover: Prover, puzzle: Puzzle, answer: Solution, wishes: Wishes, remains: Remains) -> Puzzle | None:
    """The puzzle with fewer clues, exactly as hard as the wishes say; None if it does not come to that.

    Few boards that are drawn do, so what they are without any clue too many is looked at first: as a rule no board with
    more clues is harder.
    """
    for rating in ("", wishes.rating):
        board = puzzle
        for gone in minimised(prover, puzzle, answer, msgspec.structs.replace(wishes, rating=rating), remains):
            board = remains.without(board, gone)
        name = rated(prover, board, answer).name
        if LEVELS.index(name) <= LEVELS.index(wishes.rating):
            return board if name == wishes.rating else None
    return None


class _Harder(msgspec.Struct, frozen=True):
    """Without a unit the board was too hard, when it had so many clues with it."""

    clues: int


class _Taking:
    """A puzzle from which clues are taken; `left` are those that it has.

    `needed` are units that could not go when they were tried last, each with another answer that there was without it,
    None if the answer was none any more.  `others` are answers that there were without some clues.
    """

    def __init__(self, prover: Prover, puzzle: Puzzle, answer: Solution, wishes: Wishes, remains: Remains) -> None:
        self.prover = prover
        self.puzzle = puzzle
        self.answer = answer
        self.least = wishes.least
        self.rating = wishes.rating
        self.remains = remains
        self.left = dict.fromkeys(remains.clues(puzzle))
        self.needed: dict[Unit, Solution | _Harder | None] = {}
        self.others: list[Solution] = []

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle is not too hard, if it has the answer as the only one."""
        return not self.rating or no_harder(self.prover, puzzle, self.answer, self.rating)

    def all_of(self, trials: Sequence[Unit]) -> Generator[tuple[Clue, ...], None, None]:
        """Try the units in order, more of them at once after each success; yields what went."""
        for unit in trials:
            self.needed.pop(unit, None)
        begin, size = 0, 1
        while begin < len(trials):
            batch = trials[begin : begin + size]
            taken = self._of(*batch)
            found = self._without(taken)
            only = found is not None and found.unique
            if only and self.fits(less := self.remains.without(self.puzzle, taken)):
                self.puzzle = less
                for clue in taken:
                    del self.left[clue]
                begin, size = begin + len(batch), 2 * size
                yield taken
            elif len(batch) > 1:
                size = len(batch) // 2
            else:
                if found is not None:
                    self.needed[batch[0]] = _Harder(len(self.left)) if only else next(iter(found.others), None)
                begin += 1

    def _of(self, *batch: Unit) -> tuple[Clue, ...]:
        """The clues of units that are still there and can go."""
        there = [clue for unit in batch for clue in unit if clue in self.left]
        return self.remains.going(self.puzzle, there)

    def _without(self, taken: Sequence[Clue]) -> Judged | None:
        """What becomes of the answer without these clues; None if none of them are to go."""
        if not taken or len(self.left) - len(taken) < self.least:
            return None
        less = self.remains.without(self.puzzle, taken)
        found = self.prover.judged(less, self.answer, others=self.others)
        self.others = [*found.others, *(other for other in self.others if other not in found.others)][:SEEN]
        return found

    def surely_needed(self, unit: Unit) -> bool:
        """Whether the unit cannot go now, by what was found out when it was tried."""
        taken, other = self._of(unit), self.needed[unit]
        if not taken or len(self.left) - len(taken) < self.least:
            return True
        if isinstance(other, _Harder):
            return other.clues == len(self.left)
        less = self.remains.without(self.puzzle, taken)
        return not self.prover.holds(less, self.answer) if other is None else self.prover.holds(less, other)
