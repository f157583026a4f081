"""Elements that a condition takes from a set, so that only those in the set are looked at."""

from collections.abc import Collection, Iterable, Sequence
from typing import cast

from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.joins import Bound, Inner, Matching
from puzzlelang.ground.sharing import Overlaps, factors, members_of, unguarded
from puzzlelang.ground.values import Compiled, Element, Frame, OfFormula, OfSet, Pair, as_formula, as_set
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import FreeSlots, free_slots
from puzzlelang.typed.types import ListType, PlaceType

MOST_WITHIN = 4
"""Elements are looked up in a set if that has at most a part, one of so many, of them."""


def elements_within(
    conditions: Iterable[ir.Expression], slots: tuple[int, ...], inner: Inner, board: GroundBoard
) -> Matching | None:
    """Return the elements that lie in a set which a condition names, and which is the same for all of them.

    `{x in cells where x in ray(c, up)}` then looks at the cells of the ray alone, `a, b in adjacent where a in w` at
    the pairs that begin in `w`.  Conditions before that one may guard it; None if they are about the elements as well.
    """
    before: list[OfFormula] = []
    for part in conditions if board.watched is None else ():
        if not free_slots(part, board.memo.slots).intersection(slots):
            before.append(as_formula(inner(part)))
        elif (side := _side_within(part, slots, board.memo.slots)) is not None:
            assert isinstance(part, ir.Member)
            return _within(before, as_set(inner(part.container)), side if len(slots) > 1 else None)
        else:
            break
    return None


def _side_within(part: ir.Expression, slots: tuple[int, ...], known: FreeSlots) -> int | None:
    """Which of the variables a condition says to lie in a set; None if it is another condition."""
    match part:
        case ir.Member(ir.LocalVariable(slot) as element, container) if slot in slots:
            same = not free_slots(container, known).intersection(slots)
            fine = same and isinstance(element.type, PlaceType) and not isinstance(container.type, ListType)
            return slots.index(slot) if fine else None
        case _:
            return None


def _within(before: Sequence[OfFormula], container: OfSet, side: int | None) -> Matching:
    """The elements in the set, or the pairs of which this side is in it."""
    known: dict[int, tuple[Collection[Bound], list[Bound], dict[Element, list[int]]]] = {}

    def matching(bounds: Collection[Bound], frame: Frame) -> Collection[Bound]:
        if any(one(frame) is False for one in before):
            return ()
        there = container(frame)
        if isinstance(there, ComponentSet) or MOST_WITHIN * len(there) > len(bounds):
            return bounds
        if id(bounds) not in known:
            items = list(bounds)
            positions: dict[Element, list[int]] = {}
            for index, (element, _) in enumerate(items):
                one = element if side is None else cast("Pair", element)[side]
                positions.setdefault(one, []).append(index)
            known[id(bounds)] = bounds, items, positions
        _, items, positions = known[id(bounds)]
        return [items[index] for index in sorted(index for one in there for index in positions.get(one, ()))]

    return matching


def elements_sharing(
    conditions: Iterable[ir.Expression], slots: tuple[int, ...], inner: Inner, board: GroundBoard
) -> Matching | None:
    """Return the elements with a set that shares a member with another set, which is the same for all elements.

    `{k in line where count(cells(k) & r) = 1}` then looks at the links that touch `r`.  None without such a condition.
    """
    for condition in unguarded(conditions) if board.watched is None and len(slots) == 1 else ():
        about = [(one, free_slots(one, board.memo.slots)) for one in factors(condition)]
        own = next((one for one, used in about if used == set(slots)), None)
        other = next((one for one, used in about if used and slots[0] not in used), None)
        if own is not None and other is not None:
            return _sharing(inner(own), slots[0], inner(other))
    return None


def _sharing(own: Compiled, slot: int, other: Compiled) -> Matching:
    known: dict[int, tuple[Collection[Bound], list[Bound], Overlaps]] = {}

    def matching(bounds: Collection[Bound], frame: Frame) -> Collection[Bound]:
        wanted = members_of(other, frame)
        if wanted is None:
            return bounds
        if id(bounds) not in known:
            items = list(bounds)
            sets = []
            for element, _ in items:
                frame[slot] = element
                sets.append(members_of(own, frame))
            known[id(bounds)] = bounds, items, Overlaps(sets)
        _, items, overlaps = known[id(bounds)]
        return [items[index] for index in overlaps.of(wanted)]

    return matching
