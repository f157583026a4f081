"""New boards, from the rules alone.

A board is drawn with an answer (`draw`, `answers`), gets all clues that the answer allows (`fill`, `lists`), and is
changed as long as another answer fits it too: other clues that tell the two apart, other regions, another answer.
"""

import random
from collections import Counter
from collections.abc import Collection

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.making.answers import Search, bounded, structure
from puzzlelang.making.around import differing
from puzzlelang.making.draft import Draft
from puzzlelang.making.draw import drawn
from puzzlelang.making.draws import Draws
from puzzlelang.making.mend import mended
from puzzlelang.making.plan import Plan
from puzzlelang.making.proof import Prover
from puzzlelang.problem.record import Values
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.checked_solver import Stopped

EVERY = 3
"""Of so many draws one looks for all clues together with the answer."""

PATIENCE = 5
"""A way to draw is given up if the first draws have no answer, so many of them."""

STEPS = 80
"""Changes of one board before another is drawn."""


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
    draft = Draft(plan, template, prover, chance, search.base, search.solution(values), structure(search, values))
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


def _next(search: Search, draft: Draft, chance: random.Random) -> bool:
    """Go on with an answer like the one that was good so far; whether there is one."""
    if not draft.others:
        return False
    draft.compare()
    if search.base is not draft.good:
        search.put_on(draft.good)
    search.forbid((draft.answer, draft.alike), differing(draft.answer, draft.alike))
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
