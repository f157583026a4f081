"""Kept techniques on a board: where their premises stand, and what they force.

A pattern that is proved once for every surrounding needs no search.  It fires as soon as its premises are known.  On a
path it stands in for steps that say no more.  For a rating it has its turn only where single cases lead nowhere, so
that a board is not harder for a pattern that nobody needs, and not easier for one that hides what it takes.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Place
from puzzlelang.steps import record
from puzzlelang.steps.record import Fact, Inference, Masks, RuleCase, Step, Tier, derived
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

if TYPE_CHECKING:
    from puzzlelang.source import Span


class Order(enum.Enum):
    """The order of steps: few of them, as on a path, or the easiest first, as a rating wants."""

    FEW = "few"
    EASIEST = "easiest"


class Surroundings(msgspec.Struct, frozen=True):
    """The surroundings of a pattern.

    `about`: the givens and regions that it rests on, in words.  `cells`: its window. `near`: the variables that its
    rules may speak of there.
    """

    about: str
    cells: tuple[Place, ...]
    near: frozenset[int]


class LocalPattern(msgspec.Struct, frozen=True, eq=False):
    """A pattern at a place of a board: its name, what it needs to be known there, and what follows then.

    `look` finds its surroundings, as few of many patterns give a step.  `rules`: the names of the rules that it follows
    from, all for none.  `span`: where it is written.
    """

    name: str
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    look: Callable[[], Surroundings]
    rules: tuple[str, ...]
    span: "Span"


class PatternMatcher:
    """The patterns of a board that may still give something, as its domains get smaller.

    `target` as in `walk.Walk`: what differs from it cannot follow, so a pattern that says so is wrong.
    """

    def __init__(
        self,
        solvers: CaseSolvers,
        patterns: Sequence[LocalPattern],
        target: Sequence[bool | int | None],
        order: Order,
    ) -> None:
        self._solvers = solvers
        self._patterns = patterns
        self._target = target
        self._order = order
        self._waiting = dict.fromkeys(range(len(patterns)))
        self._by_variable: dict[int, list[int]] = {}
        for at, one in enumerate(patterns):
            for index in dict.fromkeys(fact.variable for fact in one.premises):
                self._by_variable.setdefault(index, []).append(at)

    def narrowed(self, index: int) -> None:
        """Note that a domain got smaller: patterns that need something of it may fire now."""
        self._waiting.update(dict.fromkeys(self._by_variable.get(index, ())))

    def steps_or(self, others: list[Step], masks: Masks, *, easier: bool = False) -> list[Step]:
        """The steps that say more than any of the others, or as much as those that combine cases; else the others.

        `easier`: any pattern is easier to see than the others, such as those about a whole graph.
        """
        if self._order is Order.EASIEST:
            return others
        worths = [] if easier else [2 * len(step.facts) + (len(step.cases) == 1) for step in others]
        worth = max(worths, default=0)
        return [step for step in self._steps(masks) if 2 * len(step.facts) >= worth] or others

    def in_turn(self, masks: Masks, *, harder: bool) -> list[Step]:
        """The easiest step of `Order.EASIEST`, if there is any: of the fewest known facts, in the smallest window.

        Those of several known facts, or about a graph, are the `harder` ones, after closer looks.
        """
        if self._order is not Order.EASIEST:
            return []
        steps = [step for step in self._steps(masks) if _is_hard(step) is harder]
        return [min(steps, key=lambda step: (len(step.known), len(step.places)))] if steps else []

    def _steps(self, masks: Masks) -> list[Step]:
        """The steps of patterns whose premises are known, those that say most first; each says something new."""
        variables = self._solvers.problem.variables
        ready: dict[int, list[Fact]] = {}
        for at in list(self._waiting):
            one = self._patterns[at]
            new = [fact for fact in one.conclusions if not record.is_known(masks, fact, variables)]
            if new and all(record.is_known(masks, fact, variables) for fact in one.premises):
                ready[at] = new
            else:
                del self._waiting[at]  # what it needs next notes it again
        result: list[Step] = []
        conclusions: set[Fact] = set()
        while left := {
            at: more for at, new in ready.items() if (more := [one for one in new if one not in conclusions])
        }:
            best = min(left, key=lambda at: (-len(left[at]), at))
            result.append(self._step(self._patterns[best], left[best]))
            conclusions.update(left[best])
        return result

    def _step(self, one: LocalPattern, new: Sequence[Fact]) -> Step:
        for fact in new:
            value = self._target[fact.variable]
            if value is None or (value == fact.value) is not fact.holds:
                raise fail("E362", f"the technique `{one.name}` says what an answer denies", one.span)
        there = one.look()
        cases = self._cases(one, there.near, new)
        chain = Inference(cases, one.premises, tuple(new))
        return Step(
            Tier.LOCAL,
            tuple(new),
            cases,
            one.premises,
            derived(chain),
            minimal=False,
            technique=one.name,
            reason=there.about,
            places=there.cells,
        )

    def _cases(self, one: LocalPattern, there: frozenset[int], new: Sequence[Fact]) -> tuple[RuleCase, ...]:
        """The cases that it follows from: as few as can be, all that are near if some of these are about graphs."""
        near = tuple(self._near(one, there))
        plain = [case for case in near if not case.graph]
        needed: dict[RuleCase, None] = {}
        for fact in new if plain else ():
            core = self._solvers.cores.minimal_core(plain, one.premises, fact.opposite)
            if core is None:
                return near
            needed.update(dict.fromkeys(core.cases))
        return tuple(case for case in near if case in needed) or near

    def _near(self, one: LocalPattern, there: frozenset[int]) -> Iterator[RuleCase]:
        """The cases of its rules that speak of anything near it, and those that are no rule of the file."""
        rules = {rule.name for rule in self._solvers.problem.rules}
        there = there.union(cell for index in there for cell in self._solvers.touched.cells.get(index, ()))
        for case in self._solvers.cases:
            name = case.origin.rule.name
            if (not one.rules or name in one.rules or name not in rules) and not there.isdisjoint(case.variables):
                yield case


MOST_EASY = 1
"""A pattern that needs more known facts is harder to see than most of what single cases say."""


def _is_hard(step: Step) -> bool:
    """Whether a pattern comes after closer looks at single cases, in `Order.EASIEST`."""
    return len(step.known) > MOST_EASY or any(case.graph for case in step.cases)
