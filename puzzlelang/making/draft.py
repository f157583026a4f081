"""Draft of a board: clues that exclude other answers, and changes of random givens where none do."""

import random
from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.geometry.places import Cell
from puzzlelang.making.clue_synthesis import ClueSearch, clue_problem, exclusion
from puzzlelang.making.draft_prover import DraftProver
from puzzlelang.making.joint_search import Structure
from puzzlelang.making.list_clues import infer_lists
from puzzlelang.making.plan import Plan
from puzzlelang.making.repair import change
from puzzlelang.making.uniqueness import differing_cells, neighbourhood
from puzzlelang.puzzle import Puzzle, Solution

CHECKED_ANSWERS = 8
"""Other answers that a changed board is checked against before it is solved."""

TRIES_PER_RADIUS = 4
"""Answers near the best one that are tried before the radius of change grows by one."""

MOST_CHANGES = 20
"""Changes of random givens without improvement before another answer is tried."""

MOST_EXCLUDED = 40
"""Answers to exclude by clues before another answer is tried."""

MOST_VAIN = 6
"""Changes of random givens in a row that the answer does not fit before another answer is tried."""

MOST_MOVES = 20
"""Changes of random givens that are tried before they are left as they are."""

NEAR_SHARE = 0.8
"""Probability of a change where two answers differ."""


class BoardDraft:
    """A board in the making: its random givens (`base`), its intended `answer`, and its `counterexamples`.

    `best_base` is the best base so far: its answers differ at the fewest cells, `best_cells`.  `is_judged`: a board
    with the current `base` was judged; `vain` counts the changes since that did not get so far.  `nearest_other`: the
    nearest counterexample of the last judgement, which found answers that differ at `open_cells`.  `is_stuck`: only
    another answer can help.  `best_answer`: the answer with the fewest open cells, `least_difference`, with its givens
    and its nearest counterexample.  `anywhere`: clues may also stand where they change the shape of the board.
    """

    def __init__(
        self,
        plan: Plan,
        template: Puzzle,
        prover: DraftProver,
        chance: random.Random,
        base: Puzzle,
        answer: Solution,
        near: Structure,
        *,
        anywhere: bool = False,
    ) -> None:
        self.plan = plan
        self.template = template
        self.prover = prover
        self.chance = chance
        self.base = self.best_base = self.board = base
        self.best_cells: Sequence[Cell] = base.geometry.cells
        self.least_difference = len(base.geometry.cells)
        self.best_answer = answer, near, answer
        self.tries = 0
        self.anywhere = anywhere
        self.clues: ClueSearch | None = None
        self.begin(answer, near)

    def begin(self, answer: Solution, near: Structure) -> None:
        """Start over with another answer and similar givens."""
        self.answer = answer
        self.near = self.structure = near
        self.counterexamples: list[Solution] = []
        self.nearest_other = answer
        self.open_cells: Sequence[Cell] = ()
        self.base = self.best_base
        self.close()
        self.against: set[int] = set()
        self.most = self.changes = self.vain = 0
        self.allow_zeros = False
        self.is_judged = self.is_stuck = False

    def compare(self) -> None:
        """Make this answer the best one if no other answer has fewer open cells."""
        apart = len(self.open_cells)
        if apart <= self.least_difference:
            if apart < self.least_difference:
                self.tries = 0
            self.least_difference, self.best_answer = apart, (self.answer, self.structure, self.nearest_other)

    def around(self) -> Collection[Cell]:
        """The cells at which the next answer may differ from the best one; the radius grows with failed tries."""
        self.tries += 1
        answer, _, other = self.best_answer
        return neighbourhood(differing_cells(answer, other), self.base.geometry, 1 + self.tries // TRIES_PER_RADIUS)

    def improve(self) -> bool:
        """Choose clues that exclude the known counterexamples; return whether the answer is now unique.

        If not, add the counterexamples found; if no clues suffice, change a random given.
        """
        board = self._with_clues()
        if board is not None:
            self.board, self.is_judged, self.vain = board, True, 0
            self.near = {(name, place): value for name, told in board.givens.items() for place, value in told.items()}
            judged = self.prover.judge(self.base, board, self.answer, self.most, self.chance)
            if judged.unique:
                return True
            if judged.counterexamples:
                self.counterexamples += judged.counterexamples
                difference = lambda other: len(differing_cells(self.answer, other))  # noqa: E731
                self.nearest_other = min(judged.counterexamples, key=difference)
                self.open_cells = judged.open_cells
                self.is_stuck = len(self.counterexamples) > MOST_EXCLUDED
                return False
        if not self.is_judged:
            self.vain += 1
        many = self.changes >= MOST_CHANGES or self.vain >= MOST_VAIN
        self.is_stuck = not self.counterexamples or many or not self._change()
        return False

    def _change(self) -> bool:
        """Change a random given, mostly where two answers differ; whether there is a change.

        The change starts from the board with the fewest open cells.
        """
        if not self.plan.changeable:
            return False
        cells = self.open_cells
        if self.is_judged and len(cells) <= len(self.best_cells):
            self.best_base, self.best_cells, self.changes = self.base, cells, 0
        everywhere = self.best_base.board_without(self.plan.rules.missing).cells
        self.close()
        self.base, self.is_judged = self.best_base, False
        for _ in range(MOST_MOVES):
            near = self.best_cells if self.best_cells and self.chance.random() < NEAR_SHARE else everywhere
            result = change(self.plan, self.best_base, self.template, near, self.chance, more=True)
            if result is not None:
                self.base = result
                self.changes += 1
                return True
        return False

    def _with_clues(self) -> Puzzle | None:
        if self.clues is None:
            result = clue_problem(self.plan, self.base, self.answer, self.most, zeros=self.allow_zeros)
            if result is None:
                return None
            self.most = result.most
            self.clues, self.against = ClueSearch(result, self.template, self.prover.stats), set()
        for number, other in list(enumerate(self.counterexamples))[: -CHECKED_ANSWERS - 1 : -1]:
            if number not in self.against:
                self.against.add(number)
                against = exclusion(self.clues.filling, other)
                self.clues.exclude(against)
                if against is False:
                    return None  # no clues tell these two apart
        board = self.clues.most_clues(self.near, self.chance, anywhere=self.anywhere)
        if board is None and not (self.counterexamples or self.allow_zeros):
            self.allow_zeros = True
            self.close()
            return self._with_clues()
        return None if board is None else self._with_lists(board)

    def close(self) -> None:
        """Release the search for clues."""
        if self.clues is not None:
            self.clues.close()
        self.clues = None

    def _with_lists(self, board: Puzzle) -> Puzzle:
        """The board with the lists that the answer has where it has clues of lists; one given after the other."""
        templates = {given.name: self.template.givens.get(given.name, {}) for given in self.plan.list_givens}
        clues = {name: [place for place in board.givens[name] if place is not None] for name in templates}
        board = msgspec.structs.replace(board, givens={**board.givens, **templates})
        for given in self.plan.list_givens:
            values = templates[given.name]
            places = [place for place in clues[given.name] if place not in values]
            result = infer_lists(self.prover.rules, board, given, places, self.answer)
            board = msgspec.structs.replace(board, givens={**board.givens, given.name: {**values, **result}})
        return board
