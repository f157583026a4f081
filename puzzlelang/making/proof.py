"""Whether an answer is the only one of a puzzle: each puzzle is grounded, solved and proved by itself."""

import random
from collections.abc import Callable
from contextlib import suppress

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground import from_typed
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import engines, stats
from puzzlelang.solving.asker import Asker, Stopped
from puzzlelang.solving.cadical import Lean
from puzzlelang.solving.engine import Engine
from puzzlelang.solving.stats import Stats, timed
from puzzlelang.typed import ir

CONFLICTS = 1000
"""A search for a very different answer that needs more conflicts is given up for one of any answer."""


class Judged(msgspec.Struct, frozen=True):
    """What is known of an answer: whether it is `right`, and `other` one if there is any."""

    right: bool
    other: Solution | None = None

    @property
    def unique(self) -> bool:
        """It is the only answer."""
        return self.right and self.other is None


class Prover(msgspec.Struct, frozen=True, eq=False):
    """Asks about puzzles by the same rules; `beat` is called now and then while a search goes on."""

    rules: ir.Ruleset
    engine: Engine
    stats: Stats
    beat: Callable[[], None]

    def judged(self, puzzle: Puzzle, answer: Solution, chance: random.Random | None = None) -> Judged:
        """Whether it is an answer, and if so another one; with a `chance` one that is as different as can be.

        Raises `Stopped` and `WrongAnswer` as `Asker.ask` does.
        """
        found = self._stated(puzzle, answer)
        if found is None:
            return Judged(False)
        if chance is not None:
            problem, board = found
            wishes = [_flipped(variable, value, chance) for variable, value in zip(problem.board, board, strict=True)]
            lean = Lean(CONFLICTS, wishes)
            with suppress(Stopped):
                return self._judged(*found, engines.leaning(lean))
        return self._judged(*found, self.engine)

    def _judged(self, problem: Problem, board: Values, engine: Engine) -> Judged:
        with self._asker(problem, engine) as asker:
            if problem.hidden and asker.ask(stats.CHECK, list(enumerate(board))) is None:
                return Judged(False)
            asker.exclude(board)
            other = asker.ask(stats.UNIQUE)
            return Judged(True, None if other is None else problem.solution(other))

    def holds(self, puzzle: Puzzle, answer: Solution) -> bool:
        """Whether it is an answer.  Raises as `judged` does."""
        found = self._stated(puzzle, answer)
        if found is None:
            return False
        problem, board = found
        if not problem.hidden:
            return True
        with self._asker(problem, self.engine) as asker:
            return asker.ask(stats.CHECK, list(enumerate(board))) is not None

    def _asker(self, problem: Problem, engine: Engine) -> Asker:
        asker = Asker(problem, engine)
        asker.stats, asker.beat = self.stats, self.beat
        return asker

    def _stated(self, puzzle: Puzzle, answer: Solution) -> tuple[Problem, Values] | None:
        """The problem, with the values of the answer on the board; None if it is none, as far as nothing is hidden."""
        try:
            with timed(self.stats.seconds, stats.GROUND):
                problem = from_typed.ground(self.rules, puzzle)
        except Failed:
            return None  # without some clue the board does not fit the declarations
        with timed(self.stats.seconds, stats.CHECK):
            values = problem.partial(answer.values)
            board = [value for value in values[: len(problem.board)] if value is not None]
            if len(board) < len(problem.board) or not evaluate.in_range(problem, values):
                return None
            known = tuple(values)
            broken = any(evaluate.truth(formula, known) is False for formula in problem.definitions)
            broken = broken or any(truth is False for _, truth in evaluate.verdicts(problem, known))
        return None if broken else (problem, board)


def _flipped(variable: Variable, value: bool | int, chance: random.Random) -> tuple[int, bool | int]:
    """The variable with another value."""
    if variable.kind is Kind.MEMBER:
        return variable.index, not value
    other = chance.randint(variable.low, max(variable.low, variable.high - 1))
    return variable.index, other + (other >= value and other < variable.high)
