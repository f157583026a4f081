"""Truth of runs and sequences in Kleene's three-valued logic: a part of `problem.evaluate`."""

from collections.abc import Sequence

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
