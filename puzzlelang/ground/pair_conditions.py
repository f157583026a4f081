"""Conditions of a pair that select by a value of each place: an equality, or two sets with a common member."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.ground.sharing import factors, unguarded
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import FreeSlots, free_slots
from puzzlelang.typed.types import Enumeration, Family, ListType, NumberType, PlaceType

_LISTS = ListType | Family

SideOf = tuple[tuple[int, ...], ir.Expression]
"""The slots that stand for one place, and a value that is about this place alone."""

Conjunct = tuple[ir.Expression, Mapping[int, int]]
"""A condition, with the slots that stand for those of the pair."""


def _conjuncts(condition: ir.Expression, meaning: Mapping[int, int], *, guarded: bool) -> Iterator[Conjunct]:
    """Yield conjuncts, also those of a `let` with the two places as arguments, which has slots of its own.

    Each comes with the slots that stand for those of the binder.  Without `guarded` they end at the first guard.
    """
    match condition:
        case ir.Junction(True, parts):
            for part in parts if guarded else unguarded(parts):
                yield from _conjuncts(part, meaning, guarded=guarded)
        case ir.Apply(_, slots, arguments, body):
            within = {
                slot: meaning[argument.slot]
                for slot, argument in zip(slots, arguments, strict=True)
                if isinstance(argument, ir.LocalVariable) and argument.slot in meaning
            }
            if len(within) == len(slots):
                yield from _conjuncts(body, within, guarded=guarded)
        case _:
            yield condition, meaning


def sides_of_pair(
    condition: ir.Expression, pair: tuple[int, ...], known: FreeSlots
) -> tuple[SideOf, SideOf, bool] | None:
    """Find a usable conjunct, an equality if there is one: both sides, and whether they are sets that overlap."""
    meaning = {slot: slot for slot in pair}
    for find in (_equal_sides, _common_sides):
        for one, slots in _conjuncts(condition, meaning, guarded=find is _equal_sides):
            both = find(one, slots, pair, known)
            if both is not None:
                return *both, find is _common_sides
    return None


def _equal_sides(
    condition: ir.Expression, meaning: Mapping[int, int], pair: tuple[int, ...], known: FreeSlots
) -> tuple[SideOf, SideOf] | None:
    match condition:
        case ir.BinaryComparison(ir.Comparator.EQUAL, left, right) if comparable(left, right):
            return _about_each((left, right), meaning, pair, known)
        case _:
            return None


def _common_sides(
    condition: ir.Expression, meaning: Mapping[int, int], pair: tuple[int, ...], known: FreeSlots
) -> tuple[SideOf, SideOf] | None:
    return _about_each(factors(condition), meaning, pair, known)


def _about_each(
    values: Sequence[ir.Expression], meaning: Mapping[int, int], pair: tuple[int, ...], known: FreeSlots
) -> tuple[SideOf, SideOf] | None:
    """The first value that is about the first place alone, and the first about the other."""
    about = [(tuple(sorted(slot for slot in free_slots(one, known) if slot in meaning)), one) for one in values]
    first, second = (next((one for one in about if {meaning[at] for at in one[0]} == {slot}), None) for slot in pair)
    return None if first is None or second is None else (first, second)


def comparable(left: ir.Expression, right: ir.Expression) -> bool:
    """Whether values of these types are equal only if their keys are."""
    if isinstance(left.type, Enumeration):
        return left.type == right.type
    return any(isinstance(left.type, kind) and isinstance(right.type, kind) for kind in (NumberType, PlaceType, _LISTS))
