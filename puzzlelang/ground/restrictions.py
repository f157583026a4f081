"""Elements that a condition takes from a set, so that only those in the set are looked at."""

from collections.abc import Collection, Iterable, Sequence

from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.joins import Bound, Inner, Matching
from puzzlelang.ground.values import Element, Frame, OfFormula, OfSet, as_formula, as_set
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import FreeSlots, free_slots
from puzzlelang.typed.types import ListType, PlaceType

MOST_WITHIN = 4
"""Elements are looked up in a set if that has at most a part, one of so many, of them."""


def elements_within(
    conditions: Iterable[ir.Expression], slots: tuple[int, ...], inner: Inner, board: GroundBoard
) -> Matching | None:
    """Return the elements that lie in a set which a condition names, and which is the same for all of them.

    `{x in cells where x in ray(c, up)}` then looks at the cells of the ray alone.  Conditions before that one may guard
    it; None if they are about the elements as well.
    """
    before: list[OfFormula] = []
    for part in conditions if board.watched is None and len(slots) == 1 else ():
        if not free_slots(part, board.memo.slots).intersection(slots):
            before.append(as_formula(inner(part)))
        elif _is_within(part, slots, board.memo.slots):
            assert isinstance(part, ir.Member)
            return _within(before, as_set(inner(part.container)))
        else:
            break
    return None


def _is_within(part: ir.Expression, slots: tuple[int, ...], known: FreeSlots) -> bool:
    match part:
        case ir.Member(ir.LocalVariable(slot) as element, container):
            same = slot in slots and not free_slots(container, known).intersection(slots)
            return same and isinstance(element.type, PlaceType) and not isinstance(container.type, ListType)
        case _:
            return False


def _within(before: Sequence[OfFormula], container: OfSet) -> Matching:
    known: dict[int, tuple[Collection[Bound], list[Bound], dict[Element, int]]] = {}

    def matching(bounds: Collection[Bound], frame: Frame) -> Collection[Bound]:
        if any(one(frame) is False for one in before):
            return ()
        there = container(frame)
        if isinstance(there, ComponentSet) or MOST_WITHIN * len(there) > len(bounds):
            return bounds
        if id(bounds) not in known:
            items = list(bounds)
            known[id(bounds)] = bounds, items, {element: index for index, (element, _) in enumerate(items)}
        _, items, positions = known[id(bounds)]
        return [items[index] for index in sorted(positions[one] for one in there if one in positions)]

    return matching
