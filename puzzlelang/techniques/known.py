"""Patterns that were found, and what follows from them: a pattern that smaller ones already give is none."""

from collections.abc import Iterable, Sequence
from itertools import permutations

import msgspec

from puzzlelang.techniques.motions import WindowMotion, images
from puzzlelang.techniques.record import SIDES, Fact, Pattern, Presence, Window, in_order
from puzzlelang.techniques.regions import fits

Inference = tuple[frozenset[Fact], tuple[Fact, ...]]


class Known(msgspec.Struct, eq=False):
    """Patterns with all their images; `alike` are the givens whose numbers only tell what is the same.

    `inside[window]` are the inferences that all of them allow in a window, by one of their premises; None for those
    without a premise.
    """

    motions: Sequence[WindowMotion]
    alike: frozenset[str] = frozenset()
    patterns: list[Pattern] = msgspec.field(default_factory=list)
    shown: list[Pattern] = msgspec.field(default_factory=list)
    inside: dict[Window, dict[Fact | None, list[Inference]]] = msgspec.field(default_factory=dict)

    def add(self, pattern: Pattern) -> None:
        """Add a pattern and its images."""
        self.patterns.append(pattern)
        new = [other for image in images(pattern, self.motions) for other in renamed(image, self.alike)]
        self.shown.extend(new)
        for window, inferences in self.inside.items():
            _enter(inferences, window, new)

    def closure(self, window: Window, facts: Iterable[Fact]) -> frozenset[Fact]:
        """Return the facts and all that follows from them by patterns."""
        if window not in self.inside:
            self.inside[window] = {}
            _enter(self.inside[window], window, self.shown)
        inferences = self.inside[window]
        found: dict[Fact, None] = {}
        waiting: list[Fact | None] = [None, *facts]
        while waiting:
            fact = waiting.pop()
            if fact in found:
                continue
            if fact is not None:
                found[fact] = None
                waiting.extend(weaker(fact))
            for premises, conclusions in inferences.get(fact, ()):
                if premises <= found.keys():
                    waiting.extend(conclusions)
        return frozenset(found)


def complete(known: Known, pattern: Pattern) -> Pattern:
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
    found = []
    for values in permutations(range(ALIKE), len(numbers)):
        new = dict(zip(numbers, values, strict=True))
        premises = tuple(
            msgspec.structs.replace(fact, value=new[fact.value])
            if fact.name in alike and isinstance(fact.value, int)
            else fact
            for fact in pattern.premises
        )
        found.append(msgspec.structs.replace(pattern, premises=in_order(premises)))
    return found


ALIKE = 3
"""So many different numbers are premises where numbers only tell what is the same."""


def _enter(inferences: dict[Fact | None, list[Inference]], window: Window, patterns: Iterable[Pattern]) -> None:
    for pattern in patterns:
        for down, right in offsets(pattern.window, window):
            moved, forced = pattern.moved(down, right)
            premises = frozenset(moved)
            if not all(window.has(fact.spot) for fact in premises):
                continue
            conclusions = tuple(fact for fact in forced if window.has(fact.spot))
            for fact in premises or (None,):
                inferences.setdefault(fact, []).append((premises, conclusions))


def offsets(inner: Window, outer: Window) -> list[tuple[int, int]]:
    """List where a window lies in another: its rims are rims of that."""
    tall, wide = outer.rows - inner.rows, outer.columns - inner.columns
    limits = dict(zip(SIDES, (("row", 0), ("column", 0), ("row", tall), ("column", wide)), strict=True))
    found = []
    for down in range(tall + 1):
        for right in range(wide + 1):
            here = {"row": down, "column": right}
            at_rims = all(side in outer.rims and here[limits[side][0]] == limits[side][1] for side in inner.rims)
            if at_rims and fits(inner, outer, down, right):
                found.append((down, right))
    return found
