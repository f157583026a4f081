"""Judgements of boards in the making, which differ in their clues: from the second on they share a problem."""

import random
from collections.abc import Sequence

from puzzlelang.diagnostics.record import Failed
from puzzlelang.making.clue_synthesis import searched_givens
from puzzlelang.making.plan import Plan
from puzzlelang.making.shared_boards import MOST_VAIN, SharedBoards
from puzzlelang.making.uniqueness import Judgement, UniquenessProver
from puzzlelang.problem.traversal import every_node
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.checked_solver import Stopped
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

MOST_NODES = 250
"""A shared problem with more nodes per cell costs more than it saves: a Slash Pack has 264, a Kinkonkan 200."""


class DraftProver:
    """Judges boards with the same random givens (`base`) by one session; close it at the end.

    `most` is the bound of numbers without a range in the shared problem.  `vain` counts judgements beyond its budget.
    """

    def __init__(self, plan: Plan, prover: UniquenessProver) -> None:
        self.plan = plan
        self.prover = prover
        self.base: Puzzle | None = None
        self.boards: SharedBoards | None = None
        self.most = self.vain = 0

    @property
    def rules(self) -> ir.Ruleset:
        """The rules as they are written."""
        return self.prover.rules

    @property
    def stats(self) -> Stats:
        """Return what is recorded."""
        return self.prover.stats

    def close(self) -> None:
        """Release the session."""
        if self.boards is not None:
            self.boards.close()
        self.boards = None

    def first_answer(self, board: Puzzle, others: Sequence[Solution]) -> Solution | None:
        """The first of these, with their hidden values, that is an answer of the board."""
        return self.prover.first_answer(board, others)

    def judge(self, base: Puzzle, board: Puzzle, answer: Solution, most: int, chance: random.Random) -> Judgement:
        """Judge an answer as `UniquenessProver.judge` does with a `chance`; that it is the only one is proved there.

        `most`: the bound of numbers without a range on this board.
        """
        known, self.base = base is self.base, base
        if not known:
            self.close()
        elif self.vain < MOST_VAIN and (boards := self._boards(board, most)) is not None:
            try:
                judged = boards.judge(board, answer, chance)
            except Stopped:
                self.vain += 1
            else:
                return self.prover.judge(board, answer) if judged.unique else judged
        return self.prover.judge(board, answer, chance)

    def _boards(self, board: Puzzle, most: int) -> SharedBoards | None:
        """The problem of all boards with this base; None if that has not this one."""
        if self.plan.list_givens:
            return None  # only the places of lists can be searched
        if self.boards is None or most > self.most:
            self.close()
            assert self.base is not None
            self.most = max(most, self.most)
            searched = searched_givens(self.plan, self.base, self.most, zeros=True)
            try:
                boards = SharedBoards(self.plan.rules, self.base, searched, self.prover.stats, self.prover.beat)
            except Failed:
                self.vain = MOST_VAIN
                return None
            formulas = [*(one.formula for one in boards.problem.constraints), *boards.problem.definitions]
            if sum(1 for _ in every_node(*formulas)) > MOST_NODES * len(self.base.geometry.cells):
                self.vain = MOST_VAIN
                return None
            self.boards = boards
        return self.boards if self.boards.has(board) else None
