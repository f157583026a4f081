"""A board on its way to one answer: clues that tell it from others, and what was drawn changed where none do."""

import random
from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.geometry.places import Cell
from puzzlelang.making.answers import Structure
from puzzlelang.making.around import differing, within
from puzzlelang.making.fill import Clues, excluding, filling
from puzzlelang.making.lists import lists
from puzzlelang.making.mend import changed
from puzzlelang.making.plan import Plan
from puzzlelang.making.proof import Prover
from puzzlelang.puzzle import Puzzle, Solution

REMEMBERED = 8
"""Other answers that a changed board is held against before it is solved."""

WIDER = 4
"""Answers near the best one that are tried before the cells at which they may differ go one further."""

CHANGES = 20
"""Changes of what was drawn, none of them for the better, before another answer is tried."""

MANY = 40
"""Answers that clues are to exclude before another answer is tried."""

MOVES = 20
"""Changes of what was drawn that are tried before it is left as it is."""

NEAR = 0.8
"""So often it is changed where two answers differ."""


class Draft:
    """A board on its way: what was drawn, the answer that it is to have, and others that it must not have.

    `good` is what was drawn when another answer differed least, at the cells `open`.  `judged`: this is known of `base`
    as well.  `alike` is the last other answer that was as near as could be.  `stuck`: only another answer can help.
    `best` is the answer from which another one differed least, at `apart` cells, with its givens and the one alike.
    """

    def __init__(
        self,
        plan: Plan,
        template: Puzzle,
        prover: Prover,
        chance: random.Random,
        base: Puzzle,
        answer: Solution,
        near: Structure,
    ) -> None:
        self.plan = plan
        self.template = template
        self.prover = prover
        self.chance = chance
        self.base = self.good = self.board = base
        self.open: Sequence[Cell] = base.geometry.cells
        self.apart = len(base.geometry.cells)
        self.best = answer, near, answer
        self.tries = 0
        self.clues: Clues | None = None
        self.begin(answer, near)

    def begin(self, answer: Solution, near: Structure) -> None:
        """Try another answer, with givens like those."""
        self.answer = answer
        self.near = self.structure = near
        self.others: list[Solution] = []
        self.alike = answer
        self.base = self.good
        self.close()
        self.against: set[int] = set()
        self.most = self.changes = 0
        self.zeros = False
        self.judged = self.stuck = False

    def compare(self) -> None:
        """Keep this answer as the best one if the last other answer differs less than from the best so far."""
        apart = len(differing(self.answer, self.others[-1]))
        if apart <= self.apart:
            if apart < self.apart:
                self.tries = 0
            self.apart, self.best = apart, (self.answer, self.structure, self.alike)

    def around(self) -> Collection[Cell]:
        """The cells at which another answer may differ from the best one: more after each try that was none better."""
        self.tries += 1
        answer, _, other = self.best
        return within(differing(answer, other), self.base.geometry, 1 + self.tries // WIDER)

    def improve(self) -> bool:
        """Fill in clues that exclude all other answers known so far; whether there are no more."""
        board = self._filled()
        if board is not None:
            self.board, self.judged = board, True
            self.near = {(name, place): value for name, told in board.givens.items() for place, value in told.items()}
            judged = self.prover.judged(board, self.answer, self.chance)
            if judged.unique:
                return True
            if judged.others:
                self.others += judged.others
                self.alike = min(judged.others, key=lambda other: len(differing(self.answer, other)))
                self.stuck = len(self.others) > MANY
                return False
        self.stuck = not self.others or self.changes >= CHANGES or not self._change()
        return False

    def _change(self) -> bool:
        """Change what was drawn, most often where two answers differ; from the board where these were fewest cells.

        Whether there is something to change.
        """
        if not self.plan.changeable:
            return False
        cells = differing(self.answer, self.others[-1])
        if self.judged and len(cells) <= len(self.open):
            self.good, self.open, self.changes = self.base, cells, 0
        everywhere = self.good.board_without(self.plan.rules.missing).cells
        self.close()
        self.base, self.judged = self.good, False
        for _ in range(MOVES):
            near = self.open if self.open and self.chance.random() < NEAR else everywhere
            found = changed(self.plan, self.good, self.template, near, self.chance, more=True)
            if found is not None:
                self.base = found
                self.changes += 1
                return True
        return False

    def _filled(self) -> Puzzle | None:
        if self.clues is None:
            found = filling(self.plan, self.base, self.answer, self.most, zeros=self.zeros)
            if found is None:
                return None
            self.most = found.most
            self.clues, self.against = Clues(found, self.template, self.prover.stats), set()
        for number, other in list(enumerate(self.others))[: -REMEMBERED - 1 : -1]:
            if number not in self.against:
                self.against.add(number)
                self.clues.exclude(excluding(self.clues.found, other))
        board = self.clues.most(self.near, self.chance)
        if board is None and not (self.others or self.zeros):
            self.zeros = True
            self.close()
            return self._filled()
        return None if board is None else self._with_lists(board)

    def close(self) -> None:
        """Give up what is held for the clues."""
        if self.clues is not None:
            self.clues.close()
        self.clues = None

    def _with_lists(self, board: Puzzle) -> Puzzle:
        for given in self.plan.listed:
            told = self.template.givens.get(given.name, {})
            places = [place for place in board.givens[given.name] if place is not None and place not in told]
            bare = msgspec.structs.replace(board, givens={**board.givens, given.name: told})
            found = lists(self.prover.rules, bare, given, places, self.answer)
            board = msgspec.structs.replace(board, givens={**board.givens, given.name: {**told, **found}})
        return board
