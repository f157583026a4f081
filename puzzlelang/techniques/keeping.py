"""Kept patterns: proved, stored beside a rule file with the rules that they follow from."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.techniques.contexts import Contexts, Place
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.needed_rules import holds, needed_rules
from puzzlelang.techniques.record import Pattern
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


def with_symmetries(opened: OpenRules, patterns: Iterable[Pattern]) -> tuple[OpenRules, tuple[WindowMotion, ...]]:
    """Return rules with the givens that only tell what is the same, and the turns and flips of these patterns."""
    side = max((max(one.window.rows, one.window.columns) for one in patterns), default=1)
    theories = Theories(opened)
    alike = alike_givens(theories, side)
    return msgspec.structs.replace(opened, alike=alike), symmetries(theories, side)
