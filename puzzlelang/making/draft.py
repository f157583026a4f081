"""Draft of a board: clues that exclude other answers, and where none do, changes of random givens or of the answer.

That is a local search: a change stays if the board then has hardly more open cells than before.
"""

import random
from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.geometry.places import Cell
from puzzlelang.making.changes import change
from puzzlelang.making.clue_search import ClueSearch
from puzzlelang.making.clue_synthesis import clue_problem, exclusion
from puzzlelang.making.derived_lists import with_lists
from puzzlelang.making.draft_prover import DraftProver
from puzzlelang.making.list_clues import with_list_clues
from puzzlelang.making.plan import Plan
from puzzlelang.making.uniqueness import Judgement, differing_cells, neighbourhood
from puzzlelang.making.wishes import Structure
from puzzlelang.puzzle import Puzzle, Solution

CHECKED_ANSWERS = 8
"""Other answers that clues are to exclude before a board is solved."""

FEW_ANSWERS = 2
"""Other answers that are excluded at once where that is dear."""

TRIES_PER_RADIUS = 8
"""Answers near the last one that are tried before the greatest radius of change grows by one."""

MOST_JUDGEMENTS = 20
"""Judgements of boards with the same random givens and answer before one of them is changed."""

MOST_VAIN = 12
"""Changes of random givens in a row that the answer does not fit before another answer is tried."""

MOST_MOVES = 20
"""Changes of random givens that are tried before they are left as they are."""

NEAR_SHARE = 0.8
"""Probability of a change where two answers differ."""

ANSWER_SHARE = 0.2
"""Probability of another answer where random givens can be changed instead."""

SLACK = 0.03
"""Share of open cells by which a change may make a board worse, for each change before it that did not stay.

The number of open cells depends on the order in which counterexamples are found, by a third as a rule.
"""


class Stage(msgspec.Struct, frozen=True):
    """A judged board in the making: random givens (`base`), `answer`, all givens (`structure`), and its `open_cells`.

    `others`: counterexamples that no clues exclude, else the nearest one.
    """

    base: Puzzle
    answer: Solution
    structure: Structure
    open_cells: Sequence[Cell]
    others: Sequence[Solution] = ()


class BoardDraft:
    """A board in the making: its random givens (`base`), its intended `answer`, and its `counterexamples`.

    `stage`: the one from which all changes start; `rejected` counts those that did not stay, `least` is the smallest
    number of open cells.  `inseparable`: counterexamples that no clues of the current base exclude.  A change of the
    base is to separate one of them, the `target`.  `is_judged`: a board with the current base and answer was judged;
    `vain` counts the changes since that did not get so far.  The last judgement found `nearest_other` and `open_cells`.
    `is_stuck`: another answer is to be tried.  `anywhere`: clues may also stand where they change the shape of the
    board.
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
        self.board = base
        self.stage = Stage(base, answer, near, base.geometry.cells)
        self.least = len(self.stage.open_cells)
        self.tries = self.vain = self.most = self.rejected = 0
        self.anywhere = anywhere
        self.allow_zeros = False
        self.clues: ClueSearch | None = None
        self.begin(answer, near, base)

    def begin(self, answer: Solution, near: Structure, base: Puzzle) -> None:
        """Go on with another answer and similar givens, on a base that has it."""
        self.answer = answer
        self.near = near
        self.counterexamples: list[Solution] = []
        self._load(base)

    def _load(self, base: Puzzle, target: Solution | None = None) -> None:
        self.close()
        self.base = base
        self.target = target
        self.against: set[int] = set()
        self.inseparable: list[Solution] = []
        self.nearest_other: Solution | None = None
        self.open_cells: Sequence[Cell] = ()
        self.judgements = 0
        self.is_judged = self.is_tighter = self.is_stuck = False

    def nearby(self) -> tuple[Solution, Collection[Cell]]:
        """A counterexample of the answer of the stage, and the cells at which the next answer may differ.

        They lie around those that tell the two apart, with the tries since the best board farther away, too.
        """
        self.tries += 1
        other = self.chance.choice(self.stage.others)
        middle = differing_cells(self.stage.answer, other)
        far = self.chance.randint(0, 1 + self.tries // TRIES_PER_RADIUS)
        return other, neighbourhood(middle, self.base.geometry, far)

    def other_base(self, cells: Collection[Cell]) -> Puzzle | None:
        """The base of the stage with random givens changed at these cells; None if that is impossible.

        After many tries in vain more of them are changed at once.
        """
        result: Puzzle | None = self.stage.base if self.plan.changeable else None
        there = [cell for cell in self.stage.base.board_without(self.plan.rules.missing).cells if cell in cells]
        for _ in range(self.chance.randint(1, 1 + self.tries // TRIES_PER_RADIUS)):
            result = result and change(self.plan, result, self.template, there, self.chance, more=True)
        return result

    def improve(self) -> bool:
        """Choose clues that exclude known counterexamples; return whether the answer is now unique.

        If not, add the counterexamples found; if clues exclude no more of them, go on from the last stage that stayed.
        """
        board = self._with_clues()
        if board is not None:
            self.board, self.is_judged, self.vain = board, True, 0
            self.near = {
                (name, place): value for name, values in board.givens.items() for place, value in values.items()
            }
            judged = self.prover.judge(
                self.clues.filling.base if self.clues else self.base, board, self.answer, self.most, self.chance
            )
            if judged.unique:
                return True
            if judged.counterexamples:
                self._note(judged)
                return False
        if not self.is_judged:
            self.vain += 1
        self._compare()
        wanted = self.vain >= MOST_VAIN or self.chance.random() < ANSWER_SHARE
        self.is_stuck = wanted or not self._change()
        return False

    def _note(self, judged: Judgement) -> None:
        """Keep what a judgement found; the nearest and the farthest counterexample are excluded first."""
        self.nearest_other, *others = judged.counterexamples
        self.counterexamples += [*others, self.nearest_other]
        self.open_cells = judged.open_cells
        self.judgements += 1

    def _compare(self) -> None:
        """Let the current board be the stage unless it has more open cells than may be."""
        if not self.is_judged or self.nearest_other is None:
            return
        cells = len(self.open_cells)
        if cells > len(self.stage.open_cells) * (1 + SLACK * self.rejected):
            self.rejected += 1
            return
        if cells < self.least:
            self.tries, self.least = 0, cells
        self.rejected = 0
        others = tuple(self.inseparable) or (self.nearest_other,)
        self.stage = Stage(self.base, self.answer, self.near, self.open_cells, others)

    def _change(self) -> bool:
        """Change a random given of the stage, mostly where two answers differ; whether there is a change."""
        if not self.plan.changeable or not self.stage.others:
            return False
        if self.answer is not self.stage.answer:
            self.answer, self.near, self.counterexamples = self.stage.answer, self.stage.structure, [*self.stage.others]
        everywhere = self.stage.base.board_without(self.plan.rules.missing).cells
        for _ in range(MOST_MOVES):
            target = self.chance.choice(self.stage.others)
            near: Sequence[Cell] = everywhere
            if self.chance.random() < NEAR_SHARE:
                near = differing_cells(self.answer, target)
            result = change(self.plan, self.stage.base, self.template, near, self.chance, more=True)
            if result is not None:
                self._load(result, target)
                return True
        return False

    def _with_clues(self) -> Puzzle | None:
        """The board with the most clues for the answer; None if there are none, or none that exclude more."""
        if self.clues is None:
            base = with_lists(self.prover.rules, self.base, self.plan.derived, self.answer)
            result = clue_problem(self.plan, base, self.answer, self.most, zeros=self.allow_zeros)
            if result is None:
                return self._with_zeros()
            self.most = result.most
            self.clues = ClueSearch(result, self.template, self.prover.stats)
        if not self._exclude(self.clues) or (self.is_judged and not self.is_tighter):
            return None
        if self.judgements >= MOST_JUDGEMENTS:
            return None
        board = self._most_clues(self.clues)
        while board is not None and (waiting := self._waiting()):
            other = self.prover.first_answer(board, waiting)
            if other is None:
                break
            self._state(self.clues, other)
            board = self._most_clues(self.clues)
        return self._with_zeros() if board is None else board

    def _most_clues(self, clues: ClueSearch) -> Puzzle | None:
        board = clues.most_clues(self.near, self.chance, anywhere=self.anywhere)
        if board is None:
            return None
        return with_list_clues(self.prover.rules, board, self.plan.list_givens, self.template, self.answer)

    def _waiting(self) -> list[Solution]:
        """The newest counterexamples that clues were not to exclude yet."""
        newest = reversed(self.counterexamples[-CHECKED_ANSWERS:])
        return [other for other in newest if id(other) not in self.against]

    def _with_zeros(self) -> Puzzle | None:
        """The board with the most clues where these may be 0, unless they might be before or other answers were why."""
        if self.counterexamples or self.allow_zeros:
            return None
        self.allow_zeros = True
        self._load(self.base)
        return self._with_clues()

    def _exclude(self, clues: ClueSearch) -> bool:
        """Exclude the newest counterexamples where clues can; whether there may be clues that separate the target.

        Where that is dear the others wait for a board that has them as answers.
        """
        self.is_tighter, stated = False, 0
        if self.target is not None and id(self.target) not in self.against:
            self._state(clues, self.target)
            if self.target in self.inseparable or not (self.is_judged or clues.is_possible()):
                return False
        for other in self._waiting():
            if stated >= FEW_ANSWERS and clues.filling.is_dear:
                break
            stated += self._state(clues, other)
            if not self.is_judged and not clues.is_possible():
                return False  # of a board that was judged all that is inseparable is wanted
        return True

    def _state(self, clues: ClueSearch, other: Solution) -> bool:
        """Exclude a counterexample if clues can; whether that leaves fewer clues."""
        self.against.add(id(other))
        against = exclusion(clues.filling, other)
        if against is False:
            self.inseparable.append(other)
            return False
        clues.exclude(against)
        self.is_tighter = self.is_tighter or against is not True
        return against is not True

    def close(self) -> None:
        """Release the search for clues."""
        if self.clues is not None:
            self.clues.close()
        self.clues = None
