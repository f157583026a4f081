"""Whether an answer is the only one of a puzzle: each puzzle is grounded, solved and proved by itself."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground import from_typed
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Engine
from puzzlelang.solving.stats import Stats, timed
from puzzlelang.typed import ir

CONFLICTS = 1000
"""A search for a very different answer that needs more conflicts is given up."""


WITHOUT_END = 1_000_000_000
"""More conflicts than any search needs: only the limits of the question end it."""


NEARER = 12
"""Questions for an answer that differs less."""


class Judged(msgspec.Struct, frozen=True):
    """What is known of an answer: whether it is `right`, and `others`, none only if there are none."""

    right: bool
    others: tuple[Solution, ...] = ()

    @property
    def unique(self) -> bool:
        """It is the only answer."""
        return self.right and not self.others


class Prover(msgspec.Struct, frozen=True, eq=False):
    """Asks about puzzles by the same rules; `beat` is called now and then while a search goes on."""

    rules: ir.Ruleset
    engine: Engine
    stats: Stats
    beat: Callable[[], None]

    def judged(
        self, puzzle: Puzzle, answer: Solution, chance: random.Random | None = None, others: Sequence[Solution] = ()
    ) -> Judged:
        """Whether it is an answer, and if so another one; with a `chance` up to two, the last very different.

        `others` are looked at first, where nothing is hidden.  Raises `Stopped` and `WrongAnswer` as `Asker.ask` does.
        """
        found = self._stated(puzzle, answer)
        if found is None:
            return Judged(False)
        problem, board = found
        for other in () if problem.hidden else others:
            if self._board(problem, other) is not None:
                return Judged(True, (other,))
        lean = SearchBias(WITHOUT_END)
        with self._asker(problem, self.engine if chance is None else engines.biased(lean)) as asker:
            if problem.hidden and asker.ask(stats.CHECK, list(enumerate(board))) is None:
                return Judged(False)
            asker.exclude(board)
            if chance is not None:
                more = _others(asker, board, lean, chance)
            else:
                another = asker.ask(stats.UNIQUE)
                more = [] if another is None else [another]
            return Judged(True, tuple(map(problem.solution, more)))

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

    def _asker(self, problem: Problem, engine: Engine) -> CheckedSolver:
        asker = CheckedSolver(problem, engine)
        asker.stats, asker.beat = self.stats, self.beat
        return asker

    def _stated(self, puzzle: Puzzle, answer: Solution) -> tuple[Problem, Values] | None:
        """The problem, with the values of the answer on the board; None if it is none, as far as nothing is hidden."""
        try:
            with timed(self.stats.seconds, stats.GROUND):
                problem = from_typed.ground(self.rules, puzzle)
        except Failed:
            return None  # without some clue the board does not fit the declarations
        board = self._board(problem, answer)
        return None if board is None else (problem, board)

    def _board(self, problem: Problem, answer: Solution) -> Values | None:
        """The values of an answer on the board; None if it is none, as far as nothing is hidden."""
        with timed(self.stats.seconds, stats.CHECK):
            values = problem.partial(answer.values)
            board = [value for value in values[: len(problem.board)] if value is not None]
            if len(board) < len(problem.board) or not evaluate.in_range(problem, values):
                return None
            known = tuple(values)
            broken = any(evaluate.truth(formula, known) is False for formula in problem.definitions)
            broken = broken or any(truth is False for _, truth in evaluate.verdicts(problem, known))
        return None if broken else board


def _others(asker: CheckedSolver, board: Values, lean: SearchBias, chance: random.Random) -> list[Values]:
    """An answer that is as near the one excluded as may be, and one as far away as can be found with little work."""
    lean.wishes = list(enumerate(board))
    near = asker.ask(stats.UNIQUE)
    if near is None:
        return []
    lean.conflicts = CONFLICTS
    near = _nearer(asker, board, near, chance)
    asker.exclude(near, range(len(board)))
    lean.conflicts = CONFLICTS
    lean.wishes = [
        _flipped(variable, value, chance) for variable, value in zip(asker.problem.board, board, strict=True)
    ]
    with suppress(Stopped):
        far = asker.ask(stats.UNIQUE)
        if far is not None:
            return [near, far]
    return [near]


def _nearer(asker: CheckedSolver, board: Values, other: Values, chance: random.Random) -> Values:
    """Another answer that differs in some of these places only, as far as a few questions go.

    Half of the places get back their values, then fewer as long as that leaves no other answer.
    """
    free = [index for index, value in enumerate(board) if other[index] != value]
    size = len(free) // 2
    for _ in range(NEARER):
        if size == 0:
            break
        back = set(chance.sample(free, size))
        fixed = [(index, value) for index, value in enumerate(board) if index in back or other[index] == value]
        try:
            found = asker.ask(stats.UNIQUE, fixed)
        except Stopped:
            break
        if found is None:
            size //= 2
            continue
        other = found
        free = [index for index, value in enumerate(board) if other[index] != value]
        size = min(size, len(free) // 2)
    return other


def _flipped(variable: Variable, value: bool | int, chance: random.Random) -> tuple[int, bool | int]:
    """The variable with another value."""
    if variable.kind is Kind.MEMBER:
        return variable.index, not value
    other = chance.randint(variable.low, max(variable.low, variable.high - 1))
    return variable.index, other + (other >= value and other < variable.high)
