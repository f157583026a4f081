"""The minimal premises of one conclusion in one window, in order."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import msgspec

from puzzlelang.techniques.contexts import Place
from puzzlelang.techniques.hitting_sets import HittingSets
from puzzlelang.techniques.known import KnownPatterns
from puzzlelang.techniques.record import Fact, in_order
from puzzlelang.techniques.seen_answers import SeenAnswers


class Enumeration(msgspec.Struct, eq=False):
    """The minimal premises of one conclusion in one window, so far."""

    place: Place
    seen: SeenAnswers
    conclusion: Fact
    sets: HittingSets | None = None
    taken: int = 0

    @property
    def items(self) -> Sequence[Fact]:
        """All premises that the window allows."""
        return self.seen.premises

    def _open_sets(self) -> HittingSets:
        if self.sets is None:
            own = self.conclusion.name, self.conclusion.spot
            self.sets = HittingSets()
            by_place: dict[tuple[str, object], list[int]] = {}
            for at, fact in enumerate(self.items):
                by_place.setdefault((fact.name, fact.spot), []).append(at)
            for at in by_place.pop(own, ()):
                self.sets.avoid((at,))
            for several in by_place.values():
                for pair in combinations(several, 2):
                    self.sets.avoid(pair)
        return self.sets

    def _take(self, sets: HittingSets) -> None:
        """Take over the answers without the conclusion that were seen since the last time, for any conclusion."""
        for broken in self.seen.against(self.conclusion, self.taken):
            sets.hit(broken)
        self.taken = len(self.seen.answers)

    def minimal(self, most: int, known: KnownPatterns, late: Callable[[], bool]) -> Iterator[list[Fact]]:
        """Yield minimal premises of at most so many facts that known patterns do not give, until it is late."""
        sets, window = self._open_sets(), self.place.window
        self._take(sets)
        for chosen in sets.choices(most, len(self.items), late):
            if late():
                return
            premises = [self.items[at] for at in chosen]
            if known.give(window, premises, self.conclusion):
                fewest = self._fewest(premises, lambda some: known.give(window, some, self.conclusion))
                self._avoid(sets, fewest, known)
                continue
            against = self.place.against(premises, self.conclusion)
            if against is not None:
                self.seen.add(*against)
                self._take(sets)
            elif self.place.roomy.answer(premises) is None:
                self._avoid(sets, self._fewest(premises, lambda some: self.place.roomy.answer(some) is None), known)
            else:
                result = self._fewest(premises, lambda some: self.place.forced(some, self.conclusion))
                result = self._weakest(result, known)
                if not known.give(window, result, self.conclusion):
                    yield result
                self._avoid(sets, result, known)

    def _fewest(self, premises: Sequence[Fact], enough: Callable[[list[Fact]], bool]) -> list[Fact]:
        """Leave out premises as long as the others are enough."""
        kept = list(premises)
        for fact in premises:
            less = [one for one in kept if one != fact]
            if enough(less):
                kept = less
        return kept

    def _weakest(self, premises: list[Fact], known: KnownPatterns) -> list[Fact]:
        """Ask for what a premise says by itself where that is enough: that a given is there, or a mark beside it."""
        for at, fact in enumerate(premises):
            for less in self._less(fact, known):
                trial = [*premises[:at], less, *premises[at + 1 :]]
                if less not in premises and self.place.forced(trial, self.conclusion):
                    premises = trial
                    break
        return premises

    def _less(self, fact: Fact, known: KnownPatterns) -> Sequence[Fact]:
        """The premises that follow from a fact alone, and from which it does not follow."""
        window = self.place.window
        closed = [one for one in known.alone(window, fact) if one != fact and one in self.seen.number]
        return in_order(one for one in closed if fact not in known.alone(window, one))

    def _avoid(self, sets: HittingSets, premises: Sequence[Fact], known: KnownPatterns) -> None:
        """Avoid these premises, and those of which each says one of them as well."""
        choices: list[list[int]] = [[]]
        for fact in premises:
            stronger = [one for one in self.items if fact in known.alone(self.place.window, one)]
            choices = [[*one, self.seen.number[other]] for one in choices for other in stronger]
        for one in choices:
            sets.avoid(one)
