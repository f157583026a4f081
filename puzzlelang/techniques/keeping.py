"""Kept patterns: proved, stored beside a rule file with the rules that they follow from."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.techniques.contexts import Contexts, Place
from puzzlelang.techniques.motions import MOTIONS, WindowMotion, images
from puzzlelang.techniques.needed_rules import follows_from, holds, needed_rules
from puzzlelang.techniques.record import Fact, Pattern, Window
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.techniques.symmetry import alike_givens, symmetries
from puzzlelang.techniques.theory import Theories
from puzzlelang.techniques.to_json import PatternRecord


def proved(
    opened: OpenRules, motions: Sequence[WindowMotion], patterns: Iterable[PatternRecord]
) -> Iterator[PatternRecord]:
    """Yield those of the patterns that hold, with the rules that they follow from.

    `motions`: the turns and flips after which the rules say the same.
    """
    every = Contexts(opened, motions)
    for one in patterns:
        pattern = one.pattern()
        if _is_about(opened, pattern):
            place = Place(every, pattern.window)
            if holds(place, pattern):
                yield msgspec.structs.replace(one, rules=needed_rules(place, pattern))
    every.close()


def _is_about(opened: OpenRules, pattern: Pattern) -> bool:
    """Return whether rules have everything that a pattern speaks of."""
    names = {*opened.searched, *(find.name for find in opened.rules.finds)}
    return all(fact.name in names for fact in (*pattern.premises, *pattern.conclusions))


def turns_of_all(
    opened: OpenRules, motions: Sequence[WindowMotion], kept: Sequence[PatternRecord]
) -> tuple[WindowMotion, ...]:
    """Return the turns and flips after which all of some patterns hold by the same rules.

    Those of the rules are known (`motions`).  Rules may name a first cell of several, so that what is left of them near
    a window differs from its image though they mean the same.  So each image under any other is proved on its own.
    """
    every = Contexts(opened, motions)

    def holds_after(motion: WindowMotion, one: PatternRecord) -> bool:
        image = motion.pattern(one.pattern())
        return follows_from(Place(every, image.window), image, one.rules)

    others = [one for one in MOTIONS if one not in motions]
    more = [motion for motion in others if all(holds_after(motion, one) for one in kept)]
    every.close()
    return tuple(one for one in MOTIONS if one in motions or one in more)


def without_images(turns: Sequence[WindowMotion], kept: Iterable[PatternRecord]) -> list[PatternRecord]:
    """Return patterns without those that are images of earlier ones."""
    result: dict[tuple[Window, tuple[Fact, ...]], PatternRecord] = {}
    for one in kept:
        every = [(image.window, image.premises) for image in images(one.pattern(), turns)]
        if result.keys().isdisjoint(every):
            result[every[0]] = one
    return list(result.values())


def with_symmetries(opened: OpenRules, patterns: Iterable[Pattern]) -> tuple[OpenRules, tuple[WindowMotion, ...]]:
    """Return rules with the givens that only tell what is the same, and the turns and flips of these patterns."""
    side = max((max(one.window.rows, one.window.columns) for one in patterns), default=1)
    theories = Theories(opened)
    alike = alike_givens(theories, side)
    return msgspec.structs.replace(opened, alike=alike), symmetries(theories, side)
