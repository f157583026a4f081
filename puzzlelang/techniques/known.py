"""KnownPatterns patterns and their consequences: a pattern that smaller ones give is redundant."""

from collections.abc import Iterable, Sequence
from itertools import permutations

import msgspec

from puzzlelang.techniques.motions import WindowMotion, images
from puzzlelang.techniques.record import SIDES, Fact, Pattern, Presence, Window, in_order
from puzzlelang.techniques.regions import areas_by_cell, fits


class _Inside(msgspec.Struct, eq=False):
    """The inferences that patterns allow in a window, about facts by number.

    `by_premise` has for a fact the inferences with it among their premises, under None those without any: premises as
    the bits of an integer, and conclusions.  `single`: what follows from a fact alone.
    """

    facts: list[Fact] = msgspec.field(default_factory=list)
    numbers: dict[Fact, int] = msgspec.field(default_factory=dict)
    by_premise: dict[int | None, list[tuple[int, tuple[int, ...]]]] = msgspec.field(default_factory=dict)
    single: dict[Fact, frozenset[Fact]] = msgspec.field(default_factory=dict)

    def number(self, fact: Fact) -> int:
        """The number of a fact."""
        if fact not in self.numbers:
            self.numbers[fact] = len(self.facts)
            self.facts.append(fact)
            for less in weaker(fact):
                self._enter((fact,), (less,))
        return self.numbers[fact]

    def enter(self, window: Window, patterns: Iterable[Pattern]) -> None:
        """Add patterns wherever they fit in a window."""
        self.single.clear()
        for pattern in patterns:
            for down, right in offsets(pattern.window, window):
                premises, forced = pattern.moved(down, right)
                if all(window.has(fact.spot) for fact in premises):
                    self._enter(premises, [fact for fact in forced if window.has(fact.spot)])

    def _enter(self, premises: Sequence[Fact], forced: Sequence[Fact]) -> None:
        numbers = {self.number(fact) for fact in premises}
        bits, conclusions = sum(1 << one for one in numbers), tuple(self.number(fact) for fact in forced)
        for one in numbers or (None,):
            self.by_premise.setdefault(one, []).append((bits, conclusions))

    def closure(self, facts: Iterable[Fact]) -> int:
        """The facts and all that follows from them, as the bits of an integer."""
        result = 0
        waiting = [self.number(fact) for fact in facts]
        waiting.extend(one for _, conclusions in self.by_premise.get(None, ()) for one in conclusions)
        while waiting:
            number = waiting.pop()
            if not result >> number & 1:
                result |= 1 << number
                for bits, conclusions in self.by_premise.get(number, ()):
                    if bits & result == bits:
                        waiting.extend(conclusions)
        return result


class KnownPatterns(msgspec.Struct, eq=False):
    """Patterns with all their images; `alike` are the givens whose numbers only tell what is the same."""

    motions: Sequence[WindowMotion]
    alike: frozenset[str] = frozenset()
    patterns: list[Pattern] = msgspec.field(default_factory=list)
    shown: list[Pattern] = msgspec.field(default_factory=list)
    windows: dict[Window, _Inside] = msgspec.field(default_factory=dict)

    def add(self, pattern: Pattern) -> None:
        """Add a pattern and its images."""
        self.patterns.append(pattern)
        new = [other for image in images(pattern, self.motions) for other in renamed(image, self.alike)]
        self.shown.extend(new)
        for window, inside in self.windows.items():
            inside.enter(window, new)

    def _inside(self, window: Window) -> _Inside:
        if window not in self.windows:
            self.windows[window] = _Inside()
            self.windows[window].enter(window, self.shown)
        return self.windows[window]

    def closure(self, window: Window, facts: Iterable[Fact]) -> frozenset[Fact]:
        """Return the facts and all that follows from them by patterns."""
        inside = self._inside(window)
        result = inside.closure(facts)
        return frozenset(fact for number, fact in enumerate(inside.facts) if result >> number & 1)

    def give(self, window: Window, premises: Iterable[Fact], conclusion: Fact) -> bool:
        """Return whether a fact follows by patterns."""
        inside = self._inside(window)
        number = inside.number(conclusion)
        return bool(inside.closure(premises) >> number & 1)

    def alone(self, window: Window, fact: Fact) -> frozenset[Fact]:
        """Return what follows from one fact, and the fact."""
        single = self._inside(window).single
        if fact not in single:
            single[fact] = self.closure(window, (fact,))
        return single[fact]


def complete(known: KnownPatterns, pattern: Pattern) -> Pattern:
    """Return a pattern with all that its premises force by any patterns, as a picture of it shows.

    Of a place whose value it states it does not also say which values are not there.
    """
    given = {other for fact in pattern.premises for other in (fact, *weaker(fact))}
    forced = {*known.closure(pattern.window, pattern.premises), *pattern.conclusions}
    implied = {less for fact in forced for less in weaker(fact)}
    valued = {(fact.name, fact.spot) for fact in forced | given if fact.holds and not isinstance(fact.value, Presence)}
    implied.update(fact for fact in forced if not fact.holds and (fact.name, fact.spot) in valued)
    return msgspec.structs.replace(pattern, conclusions=in_order(one for one in forced if one not in given | implied))


def weaker(fact: Fact) -> list[Fact]:
    """List what a fact says as well: a value of a given, that there is one."""
    if isinstance(fact.value, Presence) or not fact.holds:
        return []
    return [Fact(fact.name, fact.spot, Presence.PRESENT)]


def renamed(pattern: Pattern, alike: frozenset[str]) -> list[Pattern]:
    """List a pattern with its numbers exchanged in every way, where they only tell what is the same."""
    numbers = sorted({fact.value for fact in pattern.premises if fact.name in alike and isinstance(fact.value, int)})
    if not numbers:
        return [pattern]
    result = []
    for values in permutations(range(ALIKE), len(numbers)):
        new = dict(zip(numbers, values, strict=True))
        premises = tuple(
            msgspec.structs.replace(fact, value=new[fact.value])
            if fact.name in alike and isinstance(fact.value, int)
            else fact
            for fact in pattern.premises
        )
        result.append(msgspec.structs.replace(pattern, premises=in_order(premises)))
    return result


ALIKE = 3
"""So many different numbers are premises where numbers only tell what is the same."""


def offsets(inner: Window, outer: Window) -> list[tuple[int, int]]:
    """List where a window lies in another: its rims are rims of that."""
    tall, wide = outer.rows - inner.rows, outer.columns - inner.columns
    limits = dict(zip(SIDES, (("row", 0), ("column", 0), ("row", tall), ("column", wide)), strict=True))
    result, areas = [], areas_by_cell(outer)
    for down in range(tall + 1):
        for right in range(wide + 1):
            here = {"row": down, "column": right}
            at_rims = all(side in outer.rims and here[limits[side][0]] == limits[side][1] for side in inner.rims)
            if at_rims and fits(inner, areas, down, right):
                result.append((down, right))
    return result
