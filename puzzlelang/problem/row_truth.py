"""Truth of runs, sequences, pairings and differing terms in Kleene's three-valued logic: part of `problem.evaluate`."""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from puzzlelang.puzzle import SEVERAL, Unknown

Truth = bool | None


def runs(items: Sequence[Truth], lengths: Sequence[int | Unknown]) -> Truth:
    """Evaluate runs by reading items from the left, with every possible state (run, length so far or 0)."""
    states = {(0, 0)}
    for item in items:
        after: set[tuple[int, int]] = set()
        for run, length in states:
            if item is not False and run < len(lengths):
                wanted = lengths[run]
                if isinstance(wanted, Unknown) or length < wanted:
                    after.add((run, 1 if isinstance(wanted, Unknown) else length + 1))
            if item is not True:
                if length == 0:
                    after.add((run, 0))
                elif isinstance(lengths[run], Unknown) or lengths[run] == length:
                    after.add((run + 1, 0))
        states = after
    last = len(lengths) - 1
    ends = {(len(lengths), 0)}
    if lengths:
        wanted = lengths[-1]
        ends.add((last, 1 if isinstance(wanted, Unknown) else wanted))
    if not states & ends:
        return False
    return None if None in items else True


def in_order(entries: Sequence[tuple[Truth, Sequence[Truth]]], wanted: Sequence[int | Unknown]) -> Truth:
    """Evaluate a sequence by reading entries from the left, with every possible number of wanted ones behind."""
    behind = _passing({0}, wanted)
    for here, equals in entries:
        after = set(behind) if here is not True else set()
        if here is not False:
            fitting = [at for at in behind if at < len(wanted) and equals[at] is not False]
            after |= {at if wanted[at] is SEVERAL else at + 1 for at in fitting}
        behind = _passing(after, wanted)
    if len(wanted) not in behind:
        return False
    decided = all(here is False or (here is True and None not in equals) for here, equals in entries)
    return True if decided else None


def _passing(behind: set[int], wanted: Sequence[int | Unknown]) -> set[int]:
    """Add the positions in `wanted` that are reached without reading an entry, as `*` may stand for nothing."""
    for at, number in enumerate(wanted):
        if number is SEVERAL and at in behind:
            behind = behind | {at + 1}
    return behind


def match(wanting: Iterable[int], choices: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Find a maximum matching of the `wanting` to their choices: partner by wanting one.

    Augmenting paths (Kuhn 1955), found without recursion.
    """
    holder: dict[int, int] = {}
    for start in wanting:
        _augment(start, choices, holder)
    return {left: right for right, left in holder.items()}


def _augment(start: int, choices: Mapping[int, Sequence[int]], holder: dict[int, int]) -> None:
    came: dict[int, int] = {}
    queue = [start]
    for left in queue:
        for right in choices.get(left, ()):
            if right in came:
                continue
            came[right] = left
            if right in holder:
                queue.append(holder[right])
                continue
            while True:
                left_end = came[right]
                before = next((r for r, owner in holder.items() if owner == left_end), None)
                holder[right] = left_end
                if left_end == start or before is None:
                    return
                right = before


def short_of_partners(wanting: Sequence[int], choices: Mapping[int, Sequence[int]]) -> tuple[set[int], set[int]]:
    """Find a Hall violator: elements that cannot all be matched, and all their partners; both empty if none.

    A set violates Hall's condition (Hall 1935) if it has fewer partners than elements.  The result is all that
    alternating paths reach from the elements that a maximum matching leaves out.  What is reached from a single one of
    these is a minimal violator.  Together they do not depend on the matching (Dulmage and Mendelsohn 1958).
    """
    partner = match(wanting, choices)
    holder = {right: left for left, right in partner.items()}
    queue = [left for left in wanting if left not in partner]
    short, wanted = set(queue), set[int]()
    for left in queue:
        for right in choices.get(left, ()):
            wanted.add(right)
            if right in holder and holder[right] not in short:
                short.add(holder[right])
                queue.append(holder[right])
    return short, wanted


def distinct(ranges: Sequence[tuple[int, int]]) -> Truth:
    """Whether terms with these bounds have different values; None if that is open."""
    decided = [low for low, high in ranges if low == high]
    if len(set(decided)) < len(decided):
        return False
    if len(decided) == len(ranges):
        return True
    in_order = sorted(ranges)
    apart = all(first[1] < second[0] for first, second in itertools.pairwise(in_order))
    return True if apart else None
