"""The rules that a pattern follows from, and whether it still does."""

from collections.abc import Iterable, Sequence

from puzzlelang.techniques.contexts import Context, Place, loaded
from puzzlelang.techniques.record import Pattern


def holds(place: Place, pattern: Pattern) -> bool:
    """Return whether the premises of a pattern can be, and force all of its conclusions, whatever surrounds it."""
    possible = place.roomy.answer(pattern.premises) is not None
    return possible and all(place.forced(pattern.premises, one) for one in pattern.conclusions)


def follows_from(place: Place, pattern: Pattern, names: Sequence[str]) -> bool:
    """Return whether a pattern holds in every context by rules with these names, by all for none."""
    return holds(place, pattern) and (not names or _suffice(names, place.contexts(), pattern))


def needed_rules(place: Place, pattern: Pattern) -> tuple[str, ...]:
    """Return rules of which none can be left out, by which a pattern holds in every context.

    Each is left out in turn, first where the window has most room, which mostly decides it (deletion of constraints).
    """
    every = list(place.contexts())
    names = tuple(dict.fromkeys(name for one in every for name in _rules(one)))
    result = _fewest(names, every[:1], pattern)
    return result if _suffice(result, every, pattern) else _fewest(names, every, pattern)


def _rules(context: Context) -> Iterable[str]:
    return (name for names in context.theory.rests for name in names)


def _fewest(names: Sequence[str], contexts: Sequence[Context], pattern: Pattern) -> tuple[str, ...]:
    kept = tuple(names)
    for name in names:
        less = tuple(one for one in kept if one != name)
        if _suffice(less, contexts, pattern):
            kept = less
    return kept


def _suffice(names: Sequence[str], contexts: Iterable[Context], pattern: Pattern) -> bool:
    return all(_suffices(names, context, pattern) for context in contexts)


def _suffices(names: Sequence[str], context: Context, pattern: Pattern) -> bool:
    """Return whether rules with these names force all conclusions that there are in a context."""
    part = loaded(context.opened, context.theory.by_rules(names))
    try:
        if any(part.wanted(fact) is None for fact in pattern.premises):
            return True
        wanted = [one for one in pattern.conclusions if part.wanted(one) is not None]
        return all(part.answer(pattern.premises, one) is None for one in wanted)
    finally:
        part.session.close()
