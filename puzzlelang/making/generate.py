"""New boards, from the rules alone.

A board is drawn with an answer (`draw`, `answers`), gets all clues that the answer allows (`fill`, `lists`), and is
changed as long as another answer fits it too: other clues that tell the two apart, other regions, another answer.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang import missing
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry import Cell
from puzzlelang.making.answers import Search, structure
from puzzlelang.making.draw import drawn, moved
from puzzlelang.making.draws import Draws
from puzzlelang.making.fill import Filling, excluding, filled, filling
from puzzlelang.making.lists import lists
from puzzlelang.making.plan import Plan
from puzzlelang.making.proof import Prover
from puzzlelang.problem.record import Formula
from puzzlelang.puzzle import Key, Puzzle, Solution, Value
from puzzlelang.solving.asker import Stopped
from puzzlelang.typed import ir

STEPS = 40
"""Changes of one board before another is drawn."""

REMEMBERED = 8
"""Other answers that a changed board is held against before it is solved."""

MOVES = 20
"""Cells that are tried before a partition is left as it is."""


class Made(msgspec.Struct, frozen=True):
    """A board with its only answer."""

    puzzle: Puzzle
    answer: Solution


def made(
    plan: Plan, template: Puzzle, prover: Prover, chance: random.Random, draws: Draws, *, every: bool
) -> Made | None:
    """One board that is drawn, and changed until it has one answer; None if it comes to nothing, which is counted.

    `every`: look for all clues with the answer, also for those that no answer needs.
    """
    base = drawn(plan, template, chance)
    try:
        search = Search(plan, base, template, prover.stats, every=every)
    except Failed:
        draws.unanswered += 1
        return None
    with search:
        try:
            values = search.any(chance)
        except Stopped:
            values = None
        if values is None:
            draws.unanswered += 1
            return None
        draft = _Draft(plan, template, prover, chance, base, search.solution(values), structure(search, values))
        for _ in range(STEPS):
            if trivial(draft.answer):
                draws.trivial += 1
                return None
            try:
                if draft.improve():
                    return Made(draft.board, draft.answer)
                if draft.stuck:
                    values = search.near(values, draft.others[-1], chance) if draft.others else None
                    if values is None:
                        break
                    draft.begin(search.solution(values), structure(search, values))
            except Stopped:
                break
    draws.several += 1
    return None


class _Draft:
    """A board on its way: what was drawn, the answer that it is to have, and others that it must not have.

    `stuck`: only another answer can help.
    """

    def __init__(
        self,
        plan: Plan,
        template: Puzzle,
        prover: Prover,
        chance: random.Random,
        base: Puzzle,
        answer: Solution,
        near: Mapping[tuple[str, Key], Value],
    ) -> None:
        self.plan = plan
        self.template = template
        self.prover = prover
        self.chance = chance
        self.base = self.good = self.board = base
        self.cuts = [given.name for given in plan.drawn if isinstance(given.kind, ir.PartitionKind)]
        self.begin(answer, near)

    def begin(self, answer: Solution, near: Mapping[tuple[str, Key], Value]) -> None:
        """Try another answer, with givens like those."""
        self.answer = answer
        self.near = near
        self.others: list[Solution] = []
        self.found: Filling | None = None
        self.against: dict[int, Formula] = {}
        self.most = 0
        self.stuck = False

    def improve(self) -> bool:
        """Fill in clues that exclude all other answers known so far; whether there are no more."""
        board = self._filled()
        if board is not None:
            self.board, self.good = board, self.base
            self.near = {(name, place): value for name, told in board.givens.items() for place, value in told.items()}
            judged = self.prover.judged(board, self.answer)
            if judged.unique:
                return True
            if judged.other is not None:
                self.others.append(judged.other)
                return False
        if self.others and self.cuts:
            self.base, self.found = self._moved(), None
        else:
            self.stuck = True
        return False

    def _filled(self) -> Puzzle | None:
        if self.found is None:
            self.found, self.against = filling(self.plan, self.base, self.answer, self.most), {}
        if self.found is None:
            return None
        self.most = self.found.most
        for number, other in list(enumerate(self.others))[: -REMEMBERED - 1 : -1]:
            if number not in self.against:
                self.against[number] = excluding(self.found, other)
            if self.against[number] is False:
                return None
        open_ = [formula for formula in self.against.values() if formula is not True]
        board = filled(self.found, open_, self.near, self.template, self.chance, self.prover.stats)
        return None if board is None else self._with_lists(board)

    def _with_lists(self, board: Puzzle) -> Puzzle:
        for given in self.plan.listed:
            told = self.template.givens.get(given.name, {})
            places = [place for place in board.givens[given.name] if place is not None and place not in told]
            bare = msgspec.structs.replace(board, givens={**board.givens, given.name: told})
            found = lists(self.prover.rules, bare, given, places, self.answer)
            board = msgspec.structs.replace(board, givens={**board.givens, given.name: {**told, **found}})
        return board

    def _moved(self) -> Puzzle:
        """The last board that had clues, with a cell in another region, most often one where two answers differ."""
        name, chance = self.chance.choice(self.cuts), self.chance
        cells = differing(self.answer, self.others[-1])
        geometry = missing.board(self.good, self.plan.rules.missing)
        for _ in range(MOVES):
            cell = chance.choice(cells if cells and chance.random() < 0.8 else geometry.cells)
            found = moved(self.good, geometry, name, cell, chance)
            if found is not None:
                return found
        return self.good


def differing(answer: Solution, other: Solution) -> Sequence[Cell]:
    """The cells of the places where two answers differ."""
    found: dict[Cell, None] = {}
    for name, places in answer.values.items():
        for place, value in places.items():
            if other.values[name].get(place) != value:
                found.update(dict.fromkeys((place,) if isinstance(place, Cell) else getattr(place, "cells", ())))
    return list(found)


DIFFERENT = 15
"""At least one of so many places of an answer is to differ from what most are."""


def trivial(answer: Solution) -> bool:
    """Whether everything that was found is the same almost everywhere: nothing, or all of it."""
    for values in answer.values.values():
        most = max(Counter(values.values()).values(), default=0)
        if (len(values) - most) * DIFFERENT >= len(values) > 0:
            return False
    return True
