"""From what is known to the answer, one step after another.

The cheapest kind of step first (see `record.Tier`), and of these all of the least weight, so that the order of
the rules, and how a board is turned, decide little about how hard it is.  What a single case makes of what is known is
found exactly, by asking a solver about that case alone; so a step needs no knowledge of any genre.  Reasons are the
lightest, or made minimal (deletion; Marques-Silva 2010).  Explaining by few constraints and facts: Bogaerts, Gamba and
Guns 2021 (step-wise explanations of constraint satisfaction problems), Espasa, Gent, Hoffmann, Jefferson and Lynch 2021
(Demystify).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps import domains, suppose
from puzzlelang.steps.alone import Alone
from puzzlelang.steps.cases import of_board
from puzzlelang.steps.choice import cases_of, enough, lightest, merged, used
from puzzlelang.steps.domains import Masks, bit, facts, is_single
from puzzlelang.steps.probe import WIDE
from puzzlelang.steps.reasoned import Reasoned
from puzzlelang.steps.record import Case, Fact, Group, Step, Tier
from puzzlelang.steps.solvers import Solvers

AT_ONCE, CHAINED, SUPPOSED, TOGETHER, GUESSED = 30_000, 10_000, 10_000, 10_000, 10_000
"""What looking for one step of each kind may take of graphs; see `probe.Effort`."""

PATIENCE = 100_000
"""The same for all steps of a path together, but for those that single cases decide."""


class Walk:
    """What is known of a board, and the steps that lead on from there.

    `aim` tells of each variable the only value that it has in any answer, None where answers differ.
    """

    def __init__(self, stated: Problem, aim: Sequence[bool | int | None], solvers: Solvers | None = None) -> None:
        self.stated = stated
        self.aim = aim
        self.solvers = Solvers(stated, aim) if solvers is None else solvers
        self.board = [index for index in of_board(stated) if aim[index] is not None]
        self._drawn = frozenset(self.board)
        self.masks: Masks = [domains.full(variable) for variable in stated.variables]
        self.reasoned = Reasoned(stated, self.solvers.joint, self.masks)
        self.cases, self.groups = self.solvers.cases, self.solvers.groups
        self.probes, self.about = self.solvers.probes, self.solvers.about
        self.joint, self.effort = self.solvers.joint, self.solvers.effort
        self.solvers.begin()
        self.patience = PATIENCE
        self._pending: dict[int, tuple[int, ...]] = {}
        self._stale = set(range(len(self.groups)))
        self._alone = Alone(stated, self.cases, self._given())

    def _given(self) -> list[tuple[tuple[Case, ...], list[Fact]]]:
        """What cases about a single place decide, which is known from the start; with as few of them as do."""
        left: dict[int, dict[Case, int]] = {}
        for case in self.cases:
            if len(case.variables) == 1 and not case.graph:
                reduced = self.probes[case.index].reduced(self.masks)
                if reduced is not None:
                    left.setdefault(case.variables[0], {})[case] = reduced[0]
        found = []
        for index, masks in left.items():
            after, used = reduce(and_, masks.values()), list(masks)
            for case in reversed(masks):
                rest = [other for other in used if other is not case]
                if rest and reduce(and_, map(masks.__getitem__, rest)) == after:
                    used = rest
            if decided := self._decided(self.groups[used[0].index], (after,)):
                found.append((tuple(used), decided))
            self._narrow([index], [after])
        return found

    def tell(self, known: Sequence[Fact]) -> None:
        """Begin with these facts as well."""
        self._alone.drop(known)
        for fact in known:
            variable = self.stated.variables[fact.variable]
            one = bit(variable, fact.value)
            mask = self.masks[fact.variable]
            self._narrow([fact.variable], [mask & (one if fact.holds else ~one)])

    def given(self) -> list[Fact]:
        """What is known of places that can be drawn before the first step."""
        later = {fact.variable for fact in self._alone.there}
        known = ((self.stated.variables[index], self.masks[index]) for index in self.board if index not in later)
        return [fact for one, mask in known if is_single(mask) for fact in facts(one, domains.full(one), mask)]

    @property
    def open(self) -> list[int]:
        """Variables of the board that are not known yet, and could be."""
        return [index for index in self.board if not is_single(self.masks[index])]

    def steps(self) -> Iterator[Step]:
        """Steps until nothing more follows; those that decide nothing only where one that does rests on them."""
        waiting: list[Step] = []
        yield from self._alone.told(self._alone.there)
        for step in self._all():
            if self.decides(step):
                told = used(waiting, step)
                yield from self._alone.told({fact for one in told for fact in one.known})
                yield from told
                waiting.clear()
            else:
                waiting.append(step)

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw somewhere, and not only what not to."""
        return self._alone.decides(step)

    def _all(self) -> Iterator[Step]:
        while self.open:
            found = self._looked_for()
            told = False
            for step in found:
                new = [fact for fact in step.facts if not domains.knows(self.masks, fact, self.stated.variables)]
                if step.facts[0] in new:  # else its reason is that of another fact
                    told = True
                    self.tell(new)
                    yield msgspec.structs.replace(step, facts=tuple(new))
            if not told:
                return

    def _looked_for(self) -> list[Step]:
        """Steps of the first kind that there is; the last always is."""
        self.effort.left = AT_ONCE
        found = self._direct()
        if found:
            return found
        tiers = (self._chained, self._supposed, self._together, self._guessed)
        for tier, most in zip(tiers, (CHAINED, SUPPOSED, TOGETHER, GUESSED), strict=True):
            self.effort.left = given = min(most, self.patience)
            found = tier()
            self.patience -= given - self.effort.left
            if found:
                break
        return found

    def _narrow(self, indexes: Sequence[int], masks: Sequence[int]) -> None:
        for index, mask in zip(indexes, masks, strict=True):
            if mask != self.masks[index]:
                self.masks[index] = mask
                self._stale.update(group.index for group in self.about[index])

    # ------------------------------------------------------------------------------------------------ from one case

    def _consequences(self, weight: int) -> dict[int, tuple[int, ...]]:
        """What groups of that weight exclude now, by group."""
        for position in sorted(self._stale):
            group = self.groups[position]
            if group.weight == weight and (self.effort.left > 0 or not group.graph):
                self._stale.discard(position)
                self._pending.pop(position, None)
                reduced = self.probes[position].decided(self.masks, self.aim)
                if reduced is not None and reduced != tuple([self.masks[index] for index in group.variables]):
                    self._pending[position] = reduced
        return {position: one for position, one in self._pending.items() if self.groups[position].weight == weight}

    def _direct(self) -> list[Step]:
        """What single cases decide, all of the lightest."""
        for weight in sorted({group.weight for group in self.groups}):
            found = [
                (self.groups[position], self._decided(self.groups[position], reduced))
                for position, reduced in sorted(self._consequences(weight).items())
            ]
            decided = enough([(group, facts) for group, facts in found if facts])
            steps = [step for group, facts in decided for step in self.reasoned.told(Tier.DIRECT, group.cases, facts)]
            if steps:
                alone = set(map(id, steps))
                return [step if id(step) in alone else self.joint.needed(step) for step in merged(steps)]
        return []

    def _decided(self, group: Group, reduced: Sequence[int]) -> list[Fact]:
        found: list[Fact] = []
        for index, mask in zip(group.variables, reduced, strict=True):
            if is_single(mask) and not is_single(self.masks[index]) and self.aim[index] is not None:
                found += facts(self.stated.variables[index], self.masks[index], mask)
        return [fact for fact in found if fact.variable in self._drawn]

    # ------------------------------------------------------------------------------------- after what others exclude

    def _marked(self) -> tuple[Masks, dict[int, list[Group]]]:
        """What is left of the values once all that single groups exclude is excluded, and which groups did that."""
        marked, makers = list(self.masks), dict[int, list[Group]]()
        for position in sorted(self._pending):
            group = self.groups[position]
            for index, mask in zip(group.variables, self._pending[position], strict=True):
                if mask & marked[index] != marked[index]:
                    marked[index] &= mask
                    makers.setdefault(index, []).append(group)
        return marked, makers

    def _chained(self) -> list[Step]:
        """What is decided, or at least excluded, after what single groups exclude."""
        marked, makers = self._marked()
        steps: list[Step] = []
        for index in makers:
            if is_single(marked[index]) and self.aim[index] is not None and index in self._drawn:
                fact = facts(self.stated.variables[index], self.masks[index], marked[index])
                steps += self.reasoned.told(Tier.CHAINED, cases_of(makers[index]), fact, 2)
        return lightest(steps) if steps else self._after(marked, makers)

    def _after(self, marked: Masks, makers: dict[int, list[Group]]) -> list[Step]:
        touched = dict.fromkeys(group.index for index in makers for group in self.about[index])
        decided: list[tuple[Sequence[Case], list[Fact]]] = []
        excluded: list[tuple[Sequence[Case], list[Fact]]] = []
        for position in sorted(touched):
            group = self.groups[position]
            reduced = self.probes[position].decided(marked, self.aim)
            if reduced is None:
                continue
            used = cases_of([group, *(one for index in group.variables for one in makers.get(index, []))])
            certain = [fact for fact in self._decided(group, reduced) if not is_single(marked[fact.variable])]
            if certain:
                decided.append((used, certain))
            gone: list[Fact] = []
            for index, mask in zip(group.variables, reduced, strict=True):
                if mask != marked[index] and not is_single(mask):
                    gone += facts(self.stated.variables[index], marked[index], mask)
            if gone:
                excluded.append((used, gone))
        for found in (decided, excluded):
            steps = [step for used, wanted in found for step in self.reasoned.told(Tier.CHAINED, used, wanted, 2)]
            if steps:
                return lightest(steps)
        return []

    # -------------------------------------------------------------------------------------------------- the opposite

    def _supposed(self) -> list[Step]:
        """What leads to a contradiction soonest, told by the fewest cases."""
        marked, makers = self._marked()
        wrong = [fact for index in self.open for fact in self._wrong(index, marked[index])]
        led = list(suppose.soonest(self.solvers, wrong, marked, makers))
        steps = [self.reasoned.refuting(one.cases, one.wrong, Tier.SUPPOSED, one.depth) for one in led]
        return lightest([step for step in steps if step is not None])

    def _wrong(self, index: int, mask: int) -> Iterator[Fact]:
        """What can be supposed of a variable: each value that is wrong.

        Of many values, or where there may be none, that it is not the right one.
        """
        variable, aimed = self.stated.variables[index], self._aimed(index)
        if mask.bit_count() <= WIDE:
            values = (domains.value(variable, one) for one in domains.bits(mask))
            yield from (Fact(index, value, True) for value in values if value != aimed.value)
        if mask.bit_count() > WIDE or (mask.bit_count() > 2 and variable.absent is not None):
            yield aimed.opposite

    def _together(self) -> list[Step]:
        """What cases decide only together, by those that weigh the least."""
        found, most = [], self.effort.asked + suppose.ASKED
        for group, probe in self.solvers.bundles:
            if (group.graph and self.effort.left > 0) or (not group.graph and self.effort.asked < most):
                reduced = probe.decided(self.masks, self.aim)
                if reduced is not None and (decided := self._decided(group, reduced)):
                    found.append((group, decided))
        steps = [
            self.reasoned.refuting(group.cases, fact.opposite, Tier.TOGETHER, 1)
            for group, facts in enough(found)
            for fact in facts
        ]
        return lightest([step for step in steps if step is not None])

    def _guessed(self) -> list[Step]:
        """What all cases together forbid, of a few places that which takes the fewest cases; see `record.Step`."""
        led: list[tuple[int, Fact, list[Case]]] = []
        for index in self.open[:GUESSES]:
            wrong = self._aimed(index).opposite
            found = self.joint.refuted(self.cases, [*self.reasoned.known(self.cases), wrong])
            if found is not None:
                led.append((len(found[0]), wrong, found[0]))
        step = None
        if led:
            _, wrong, chosen = min(led, key=lambda one: one[0])
            step = self.reasoned.refuting(chosen, wrong, Tier.GUESSED, len(self.cases))
        return [step or Step(Tier.GUESSED, (self._aimed(self.open[0]),), (), (), (), len(self.cases))]

    def _aimed(self, index: int) -> Fact:
        aim = self.aim[index]
        assert aim is not None
        return Fact(index, int(aim), True)


GUESSES = 6
"""Places at which the cases needed are counted before one is told."""
