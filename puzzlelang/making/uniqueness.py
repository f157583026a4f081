"""Proofs of uniqueness, each with its own grounding, and the cells where two answers differ."""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import from_typed
from puzzlelang.making.counterexamples import OtherAnswers, more_answers
from puzzlelang.problem.findings import is_contradicted
from puzzlelang.problem.record import Problem, Values
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Engine
from puzzlelang.solving.stats import Stats, measure_stage
from puzzlelang.typed import ir

if TYPE_CHECKING:
    from puzzlelang.steps.search.local_patterns import LocalPattern

NEAR_CONFLICTS = 3000
"""Budget of a search for a near answer, in conflicts.  Its preferences slow a proof that there is none."""


NO_ANSWERS = OtherAnswers((), None, True)


class Judgement(msgspec.Struct, frozen=True):
    """A judgement: whether it `is_answer`, and `counterexamples`; an answer without any is unique.

    They have the values of hidden finds as well, which tell why they are answers.  `open_cells`: cells whose values in
    the answer would be enough to make it the only one, as far as is known.
    """

    is_answer: bool
    counterexamples: tuple[Solution, ...] = ()
    open_cells: tuple[Cell, ...] = ()

    @property
    def unique(self) -> bool:
        """Whether it is the only answer."""
        return self.is_answer and not self.counterexamples


class UniquenessProver(msgspec.Struct, frozen=True, eq=False):
    """Judges answers of puzzles by the same rules; `beat` is called now and then during a search.

    `patterns` finds those that are known to hold on a board, for its rating.
    """

    rules: ir.Ruleset
    engine: Engine
    stats: Stats
    beat: Callable[[], None]
    patterns: Callable[[Puzzle, Problem], Sequence["LocalPattern"]] = lambda *_: ()

    def judge(
        self, puzzle: Puzzle, answer: Solution, chance: random.Random | None = None, others: Sequence[Solution] = ()
    ) -> Judgement:
        """Judge an answer, with at most one counterexample.

        With a `chance` there are several, as `making.counterexamples` finds them, and the open cells.

        `others` are candidates that are tried first if the puzzle hides nothing.  Raises `Stopped` and `WrongAnswer` as
        `CheckedSolver.ask` does.
        """
        result = self._problem_with_answer(puzzle, answer)
        if result is None:
            return Judgement(False)
        problem, board = result
        for other in () if problem.hidden else others:
            if self._board(problem, other) is not None:
                return Judgement(True, (other,))
        more = self._others(problem, board, chance)
        if more is None:
            return Judgement(False)
        return judgement(answer, more, problem.whole_solution)

    def _others(self, problem: Problem, board: Values, chance: random.Random | None) -> OtherAnswers | None:
        """Other answers, as `judge` wants them; None if what is hidden has no values for this board.

        Where little work does not tell whether there is one, a search without preferences does.
        """
        if chance is None:
            return self._another(problem, board)
        bias = SearchBias(NEAR_CONFLICTS, list(enumerate(board)))
        with self._solver(problem, engines.biased_engine(bias)) as solver:
            with suppress(Stopped):
                if not _is_completed(solver, board):
                    return None
                solver.exclude(board)
                near = solver.ask(stats.UNIQUE)
                if near is None:
                    return NO_ANSWERS
                return more_answers(solver, problem.board, board, near, bias, chance)
            others = self._another(problem, board)
            if others is None or not others.near:
                return others
            solver.forget()
            solver.exclude(board)
            return more_answers(solver, problem.board, board, others.near[0], bias, chance)

    def _another(self, problem: Problem, board: Values) -> OtherAnswers | None:
        """At most one other answer, by a search without preferences; None as for `_others`."""
        with self._solver(problem, self.engine) as solver:
            if not _is_completed(solver, board):
                return None
            solver.exclude(board)
            another = solver.ask(stats.UNIQUE)
        return NO_ANSWERS if another is None else OtherAnswers((another,), None, False)

    def holds(self, puzzle: Puzzle, answer: Solution) -> bool:
        """Whether it is an answer.  Raises as `judge` does."""
        result = self._problem_with_answer(puzzle, answer)
        if result is None:
            return False
        problem, board = result
        if not problem.hidden:
            return True
        with self._solver(problem, self.engine) as solver:
            return _is_completed(solver, board)

    def first_answer(self, puzzle: Puzzle, others: Sequence[Solution]) -> Solution | None:
        """The first of these that is an answer by itself, with the hidden values that it has."""
        try:
            with measure_stage(self.stats.seconds, stats.GROUND):
                problem = from_typed.ground(self.rules, puzzle)
        except Failed:
            return None
        return next((other for other in others if self._board(problem, other) is not None), None)

    def _solver(self, problem: Problem, engine: Engine) -> CheckedSolver:
        solver = CheckedSolver(problem, engine)
        solver.stats, solver.beat = self.stats, self.beat
        return solver

    def _problem_with_answer(self, puzzle: Puzzle, answer: Solution) -> tuple[Problem, Values] | None:
        """The problem with the values of the answer on the board; None if they violate something that is not hidden."""
        try:
            with measure_stage(self.stats.seconds, stats.GROUND):
                problem = from_typed.ground(self.rules, puzzle)
        except Failed:
            return None  # without some clue the board does not fit the declarations
        board = self._board(problem, answer)
        return None if board is None else (problem, board)

    def _board(self, problem: Problem, answer: Solution) -> Values | None:
        """The values of the answer on the board; None if they violate something that is not hidden."""
        with measure_stage(self.stats.seconds, stats.CHECK):
            values = problem.partial(answer.values)
            board = [value for value in values[: len(problem.board)] if value is not None]
            wrong = len(board) < len(problem.board) or is_contradicted(problem, values)
        return None if wrong else board


def judgement(answer: Solution, others: OtherAnswers, solution: Callable[[Values], Solution]) -> Judgement:
    """The judgement of an answer with these other ones; `solution` reads values."""
    results = [solution(values) for values in others.every]
    cells = dict.fromkeys(cell for one in results[: len(others.measured)] for cell in differing_cells(answer, one))
    return Judgement(True, tuple(results), tuple(cells))


def _is_completed(solver: CheckedSolver, board: Values) -> bool:
    """Whether what is hidden has values for this board."""
    return not solver.problem.hidden or solver.ask(stats.CHECK, list(enumerate(board))) is not None


def cells_of(place: object) -> Sequence[Cell]:
    """The cells of a place; none for a single value."""
    return (place,) if isinstance(place, Cell) else getattr(place, "cells", ())


def touches(place: object, cells: Collection[Cell]) -> bool:
    """Whether the place has one of these cells."""
    return any(cell in cells for cell in cells_of(place))


def differing_cells(answer: Solution, other: Solution) -> Sequence[Cell]:
    """The cells of the places where two answers differ."""
    result: dict[Cell, None] = {}
    for name, places in answer.values.items():
        for place, value in places.items():
            if other.values[name].get(place) != value:
                result.update(dict.fromkeys(cells_of(place)))
    return list(result)


def neighbourhood(middle: Collection[Cell], geometry: Geometry, far: int) -> set[Cell]:
    """The cells that at most `far` steps, to a side or a corner each, lead to from one of these, even across holes."""
    if isinstance(geometry, SquareGrid):
        return {
            cell
            for cell in geometry.cells
            if any(abs(cell.row - one.row) <= far and abs(cell.column - one.column) <= far for one in middle)
        }
    result, last = set(middle), set(middle)
    for _ in range(far):
        last = {other for cell in last for other in geometry.around(cell)} - result
        result |= last
    return result


class Translation(msgspec.Struct, frozen=True):
    """A translation of some cells by rows `down` and columns to the `right`."""

    cells: Collection[Cell]
    down: int
    right: int


def translations(geometry: Geometry, middle: Collection[Cell], *, far: bool) -> Iterator[Translation]:
    """Translations of some cells with their neighbours; the identity, and with `far` all that stay on the board.

    Of squares only: other lattices have rows that differ.
    """
    far = far and isinstance(geometry, SquareGrid)
    at = {(cell.row, cell.column): cell for cell in geometry.cells}
    here = neighbourhood(middle, geometry, 1)
    for down in range(-geometry.height, geometry.height + 1) if far else (0,):
        for right in range(-geometry.width, geometry.width + 1) if far else (0,):
            there, near = ([at.get((one.row + down, one.column + right)) for one in part] for part in (middle, here))
            if None not in near and set(near) == neighbourhood([one for one in there if one], geometry, 1):
                yield Translation(here, down, right)


def translated_lattice(place: object, down: int = 0, right: int = 0) -> object:
    """Return the lattice point of a cell, border, link or corner after a translation.

    Any other place is returned as it is for the identity; for any other translation the result is None.
    """
    if isinstance(place, Cell | Border | Link | Corner):
        row, column = place.lattice
        return row + 2 * down, column + 2 * right
    return place if down == right == 0 else None
