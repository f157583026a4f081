"""Boards with the same base as one problem: their clues are variables, which assumptions set for each question.

So many boards are judged by one grounding and one session, which keeps what it learns.  What is proved here holds for
the board by itself, as both are unfolded from the same rules; a budget ends searches that clues as variables slow down.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making.clue_variables import as_number
from puzzlelang.making.counterexamples import OtherAnswers, more_answers
from puzzlelang.making.fixed_givens import fixed_givens
from puzzlelang.making.preferences import Preference
from puzzlelang.making.residual_givens import Clue
from puzzlelang.making.uniqueness import Judgement, UniquenessProver, judgement
from puzzlelang.problem.findings import is_contradicted
from puzzlelang.problem.record import Values
from puzzlelang.puzzle import Key, Puzzle, Solution, Value
from puzzlelang.solving import cadical, engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.stats import Stats, measure_stage
from puzzlelang.typed import ir

MOST_CONFLICTS = 3000
"""Budget of a judgement, in conflicts; beyond it the board is judged by itself."""

MOST_VAIN = 3
"""Judgements beyond the budget after which all boards are judged by themselves."""

Result = TypeVar("Result")


class SharedBoards:
    """The boards like `base` but for the `searched` givens; close it at the end.

    Raises `Failed` if the base does not fit the declarations.
    """

    def __init__(
        self,
        rules: ir.Ruleset,
        base: Puzzle,
        searched: Mapping[str, SearchedGiven],
        costs: Stats,
        beat: Callable[[], None],
    ) -> None:
        self.base = base
        self.searched = searched
        self.finds = tuple(find.name for find in rules.finds)
        self.sets = frozenset(given.name for given in rules.givens if isinstance(given.kind, ir.SetKind))
        with measure_stage(costs.seconds, stats.GROUND):
            self.problem = from_typed.ground(rules, base, role_swap=RoleSwap(searched))
        self.places = [variable for name in self.finds for variable in self.problem.finds[name].values()]
        self.bias = SearchBias(0)
        self.solver = CheckedSolver(self.problem, engines.biased_engine(self.bias))
        self.solver.stats, self.solver.beat = costs, beat

    def close(self) -> None:
        """Release the solver."""
        self.solver.close()

    def has(self, board: Puzzle) -> bool:
        """Whether the board is one of these."""
        return self._clue_values(board) is not None

    def judge(self, board: Puzzle, answer: Solution, chance: random.Random | None = None) -> Judgement:
        """Judge an answer of one of these boards as `UniquenessProver.judge` does.

        Raises `Stopped` if the budget does not suffice, `ValueError` for another board.
        """
        fixed = self._clue_values(board)
        if fixed is None:
            raise ValueError("no such board")
        preferences = self._answer_values(answer)
        if preferences is None or not self._holds(fixed, preferences):
            return Judgement(False)
        self.bias.conflicts, self.bias.wishes = MOST_CONFLICTS, preferences if chance is not None else ()
        values = self._values(preferences)
        indexes = [variable.index for variable in self.places]
        self.solver.exclude(values, indexes)
        try:
            other = self.solver.ask(stats.UNIQUE, fixed)
            if other is None:
                return Judgement(True)
            others = OtherAnswers((other,), None, False)
            if chance is not None:
                others = more_answers(
                    self.solver, self.places, values, other, self.bias, chance, fixed, self.bias.conflicts
                )
        finally:
            self.solver.forget()
        return judgement(answer, others, self._solution)

    def holds(self, board: Puzzle, answer: Solution) -> bool:
        """Whether it is an answer of one of these boards.  Raises as `judge` does."""
        fixed, preferences = self._clue_values(board), self._answer_values(answer)
        if fixed is None:
            raise ValueError("no such board")
        return preferences is not None and self._holds(fixed, preferences)

    def _holds(self, fixed: Sequence[Preference], preferences: Sequence[Preference]) -> bool:
        values: list[bool | int | None] = [None] * len(self.problem.variables)
        for index, value in (*fixed, *preferences):
            values[index] = value
        with measure_stage(self.solver.stats.seconds, stats.CHECK):
            broken = is_contradicted(self.problem, values)
        if broken or not self.problem.hidden:
            return not broken
        self.bias.conflicts = MOST_CONFLICTS
        return self.solver.ask(stats.CHECK, [*fixed, *preferences]) is not None

    def _values(self, preferences: Iterable[Preference]) -> Values:
        values: list[bool | int] = [False] * len(self.problem.variables)
        for index, value in preferences:
            values[index] = value
        return tuple(values)

    def _answer_values(self, answer: Solution) -> list[Preference] | None:
        """The values of an answer; None if it lacks some."""
        values = self.problem.partial({name: answer.values[name] for name in self.finds})
        preferences = [(one.index, value) for one in self.places if (value := values[one.index]) is not None]
        return preferences if len(preferences) == len(self.places) else None

    def _solution(self, values: Values) -> Solution:
        result = self.problem.whole_solution(values).values
        return Solution({name: result[name] for name in (*self.finds, *sorted(self.problem.hidden))})

    def _clue_values(self, board: Puzzle) -> list[Preference] | None:
        """The clues of a board as values of variables; None if it is no board like the base."""
        if board.partitions != self.base.partitions or board.groups != self.base.groups:
            return None
        result: list[Preference] = []
        for name in {**self.base.givens, **board.givens}:
            if name not in self.searched and board.givens.get(name, {}) != self.base.givens.get(name, {}):
                return None
        for name, given in self.searched.items():
            clues = self._clues(name, given, board.givens.get(name, {}))
            if clues is None:
                return None
            result += clues
        return result

    def _clues(self, name: str, given: SearchedGiven, clue_values: Mapping[Key, Value]) -> list[Preference] | None:
        """The values of a given as values of its variables; None if there are no such values."""
        variables = self.problem.finds.get(name, {})
        there = self.problem.finds.get(presence_name(name))
        result: list[Preference] = []
        result += [(one.index, place in clue_values) for place, one in (there or {}).items()]
        if given.values is not None:
            fits = all(given.values.get(place) == value for place, value in clue_values.items())
            return result if fits else None
        if name in self.sets:
            result += [(one.index, place in clue_values) for place, one in variables.items()]
            return result if all(place in variables for place in clue_values) else None
        if there is None and len(clue_values) < len(variables):
            return None
        for place, value in clue_values.items():
            variable = variables.get(place) if isinstance(place, Place) else None
            number = None if variable is None else as_number(variable, value)
            if variable is None or number is None:
                return None
            result.append((variable.index, number))
        return result


class SharedProver:
    """Judges boards that have some of the clues of a puzzle, and members of given `sets` instead of others.

    It is silent (None) where boards cannot be told apart so, where the budget does not suffice, and where another
    engine is wanted.
    """

    def __init__(self, prover: UniquenessProver, puzzle: Puzzle, clues: Sequence[Clue], sets: frozenset[str]) -> None:
        self.prover = prover
        self.puzzle = puzzle
        self.clues = clues
        self.sets = sets
        self.boards: SharedBoards | None = None
        self.vain = 0 if prover.engine.name == cadical.ENGINE.name else MOST_VAIN

    def close(self) -> None:
        """Release the session."""
        if self.boards is not None:
            self.boards.close()
        self.boards, self.vain = None, MOST_VAIN

    def judge(self, board: Puzzle, answer: Solution) -> Judgement | None:
        """Judge as `UniquenessProver.judge` does without a `chance`."""
        return self._ask_boards(lambda boards: boards.judge(board, answer), board)

    def holds(self, board: Puzzle, answer: Solution) -> bool | None:
        """Whether it is an answer of the board."""
        return self._ask_boards(lambda boards: boards.holds(board, answer), board)

    def _ask_boards(self, ask: Callable[[SharedBoards], Result], board: Puzzle) -> Result | None:
        if self.vain >= MOST_VAIN:
            return None
        if self.boards is None:
            self.boards = self._open()
        if self.boards is None or not self.boards.has(board):
            return None
        try:
            return ask(self.boards)
        except Stopped:
            self.vain += 1
            return None

    def _open(self) -> SharedBoards | None:
        fixed, searched = fixed_givens(self.prover.rules), dict[str, SearchedGiven]()
        names = {clue.name for clue in self.clues if clue.place is not None}
        for given in self.prover.rules.givens:
            if given.name in fixed.values or given.name in fixed.presence:
                continue
            if given.name in names:
                searched[given.name] = SearchedGiven(values=self.puzzle.givens[given.name])
            elif given.name in self.sets:
                searched[given.name] = SearchedGiven()
        if not any(given.values for given in searched.values()):
            self.vain = MOST_VAIN
            return None
        return SharedBoards(self.prover.rules, self.puzzle, searched, self.prover.stats, self.prover.beat)
