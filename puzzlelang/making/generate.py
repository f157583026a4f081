"""New boards, from the rules alone.

A board is drawn with an answer (`draw`, `answers`), gets all clues that the answer allows (`fill`, `lists`), and is
changed as long as another answer fits it too: other clues that tell the two apart, other regions, another answer.
"""

import random
from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from puzzlelang import missing
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.geometry import Cell
from puzzlelang.making.answers import Search, Structure, bounded, structure
from puzzlelang.making.around import differing, within
from puzzlelang.making.draw import drawn
from puzzlelang.making.draws import Draws
from puzzlelang.making.fill import Clues, excluding, filling
from puzzlelang.making.lists import lists
from puzzlelang.making.mend import changed, mended
from puzzlelang.making.plan import Plan
from puzzlelang.making.proof import Prover
from puzzlelang.problem.record import Values
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.asker import Stopped

EVERY = 3
"""Of so many draws one looks for all clues together with the answer."""

PATIENCE = 5
"""A way to draw is given up if the first draws have no answer, so many of them."""

STEPS = 80
"""Changes of one board before another is drawn."""

REMEMBERED = 8
"""Other answers that a changed board is held against before it is solved."""

WIDER = 4
"""Answers near the best one that are tried before the cells at which they may differ go one further."""

CHANGES = 20
"""Changes of what was drawn, none of them for the better, before another answer is tried."""

MOVES = 20
"""Changes of what was drawn that are tried before it is left as it is."""

MANY = 40
"""Answers that clues are to exclude before another answer is tried."""

NEAR = 0.8
"""So often it is changed where two answers differ."""


class Made(msgspec.Struct, frozen=True):
    """A board with its only answer."""

    puzzle: Puzzle
    answer: Solution


class Modes(msgspec.Struct):
    """Whether clues that no answer needs are looked for together with it: every so often, if answers come of it.

    `answers` and `failures` count what came of both ways so far; what is `barren` never has an answer.  `searches` are
    kept for the next draw where nothing is drawn at random, with all that was learnt.  Close it in the end.
    """

    answers: dict[bool, int] = msgspec.field(default_factory=lambda: {False: 0, True: 0})
    failures: dict[bool, int] = msgspec.field(default_factory=lambda: {False: 0, True: 0})
    barren: set[bool] = msgspec.field(default_factory=set)
    searches: dict[bool, Search] = msgspec.field(default_factory=dict)

    def close(self) -> None:
        """Give up what is kept."""
        for search in self.searches.values():
            search.close()
        self.searches.clear()

    def keep(self, search: Search, every: bool) -> None:
        """Keep a search for the next draw, if that begins in the same way."""
        if search.plan.at_random:
            search.close()
        else:
            self.searches[every] = search

    def next(self, trial: int) -> bool:
        """The way for the next draw."""
        every = trial % EVERY == EVERY - 1
        return every if self._hopeful(every) or not self._hopeful(not every) else not every

    def _hopeful(self, every: bool) -> bool:
        return every not in self.barren and (self.answers[every] > 0 or self.failures[every] < PATIENCE)


def made(
    plan: Plan, template: Puzzle, prover: Prover, chance: random.Random, draws: Draws, modes: Modes, trial: int
) -> Made | None:
    """One board that is drawn, and changed until it has one answer; None if it comes to nothing, which is counted.

    Raises `Failed` (E334) if no board like the template can have an answer.
    """
    every = modes.next(trial)
    begun = _begun(plan, template, prover, chance, modes, every=every)
    if begun is None:
        draws.unanswered += 1
        modes.failures[every] += 1
        return None
    modes.answers[every] += 1
    search, values = begun
    draft = _Draft(plan, template, prover, chance, search.base, search.solution(values), structure(search, values))
    try:
        for _ in range(STEPS):
            if trivial(draft.answer, search.problem.partitions):
                draws.trivial += 1
                return None
            try:
                if draft.improve():
                    return Made(draft.board, draft.answer)
                if draft.stuck and not _next(search, draft, chance):
                    break
            except (Failed, Stopped):
                break
    finally:
        draft.close()
        modes.keep(search, every)
    draws.several += 1
    return None


def _next(search: Search, draft: "_Draft", chance: random.Random) -> bool:
    """Go on with an answer like the one that was good so far; whether there is one."""
    if not draft.others:
        return False
    draft.compare()
    if search.base is not draft.good:
        search.put_on(draft.good)
    other = search.near(*draft.best, draft.around(), chance)
    if other is not None:
        draft.begin(search.solution(other), structure(search, other))
    return other is not None


def _begun(
    plan: Plan, template: Puzzle, prover: Prover, chance: random.Random, modes: Modes, *, every: bool
) -> tuple[Search, Values] | None:
    """A board that is drawn with an answer; mended if there is none at first."""
    kept = modes.searches.pop(every, None)
    try:
        search = kept or Search(plan, drawn(plan, template, chance), template, prover.stats, every=every)
    except Failed:
        return None
    try:
        values = search.any(chance)
    except (Failed, Stopped):
        modes.keep(search, every)
        return None
    if values is not None:
        return search, values
    if plan.at_random:
        return mended(search, chance)
    search.close()
    modes.barren.add(every)
    if len(modes.barren) == 2:
        shape = f"{template.geometry.height}x{template.geometry.width}"
        bounds = [f"`{name}` up to {most}" for name, most in bounded(plan, template).items()]
        told = f", with {' and '.join(bounds)}" if bounds else ""
        those = "with what the template says " if template.givens or template.partitions else ""
        message = f"no board of {shape} {those}has an answer, whatever it says{' besides' * bool(those)}{told}"
        raise fail("E334", message, hint=f"take another {'template' if those else 'size'}")
    return None


class _Draft:
    """A board on its way: what was drawn, the answer that it is to have, and others that it must not have.

    `good` is what was drawn when another answer differed least, at the cells `open`.  `judged`: this is known of `base`
    as well.  `stuck`: only another answer can help.  `best` is the answer from which another one differed least, at
    `apart` cells, with its givens and that other one.
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
            self.apart, self.best = apart, (self.answer, self.structure, self.others[-1])

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
        everywhere = missing.board(self.good, self.plan.rules.missing).cells
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


DIFFERENT = 15
"""At least one of so many places of an answer is to differ from what most are."""


def trivial(answer: Solution, partitions: Collection[str] = ()) -> bool:
    """Whether everything that was found is the same almost everywhere: nothing, or all of it.

    `partitions` are alike everywhere with a single area, and with areas of a single cell.
    """
    for name, values in answer.values.items():
        counts = Counter(values.values())
        most = len(values) if name in partitions and len(counts) == len(values) else max(counts.values(), default=0)
        if (len(values) - most) * DIFFERENT >= len(values) > 0:
            return False
    return True
