"""Constructors of matchings, runs and sequences; each simplifies as it builds."""

from collections.abc import Iterable, Sequence

from puzzlelang.geometry.places import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.build import conjunction, negation
from puzzlelang.problem.record import Formula
from puzzlelang.puzzle import SEVERAL, Unknown


def paired(
    left: Sequence[tuple[Place, Formula]],
    right: Sequence[tuple[Place, Formula]],
    edges: Iterable[tuple[int, int]],
) -> Formula:
    """State a perfect matching along edges between the present vertices of two sides.

    `edges` index into the lists as given; things that are never present are dropped here.
    """
    lefts = {old: new for new, old in enumerate(i for i, (_, presence) in enumerate(left) if presence is not False)}
    rights = {old: new for new, old in enumerate(i for i, (_, presence) in enumerate(right) if presence is not False)}
    kept = tuple(sorted({(lefts[a], rights[b]) for a, b in edges if a in lefts and b in rights}))
    if not lefts and not rights:
        return True
    return nodes.Paired(tuple(left[i] for i in lefts), tuple(right[i] for i in rights), kept)


def runs(items: Sequence[Formula], lengths: Sequence[int | Unknown]) -> Formula:
    """State the lengths of the runs of true items in order; lengths of 0 stand for no run at all."""
    needed = tuple(length for length in lengths if length != 0)
    if not needed:
        return conjunction(negation(item) for item in items)
    least = sum(1 if isinstance(length, Unknown) else length for length in needed) + len(needed) - 1
    if least > len(items) or any(isinstance(length, int) and length < 0 for length in needed):
        return False
    return nodes.Runs(tuple(items), needed)


def in_order(entries: Iterable[tuple[Formula, Sequence[Formula]]], wanted: Sequence[int | Unknown]) -> Formula:
    """State that the present entries read as the wanted numbers; see `nodes.InOrder`."""
    kept = [(here, tuple(equals)) for here, equals in entries if here is not False]
    several = SEVERAL in wanted
    least = len(wanted) - sum(number is SEVERAL for number in wanted)
    if len(kept) < least or (not several and sum(here is True for here, _ in kept) > least):
        return False
    if not wanted:
        return conjunction(negation(here) for here, _ in kept)
    if all(number is SEVERAL for number in wanted):
        return True
    if not several and least == len(kept):
        return conjunction(part for at, (here, equals) in enumerate(kept) for part in (here, equals[at]))
    return nodes.InOrder(tuple(kept), tuple(wanted))
