"""Conditions that demand a common member of two sets, and an index of sets by their members.

`count(cells(k) & r) = 1` and `some c in cells(a) & cells(b): …` are false where the two sets have no place in common.
So an index by members leaves out all other elements or pairs (a join by set overlap: Helmer and Moerkotte 1997).
"""

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import get_args

from puzzlelang.geometry.places import Place
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.values import Compiled, Element, Frame
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import subexpressions

Members = Collection[Element]

_PLACES: tuple[type, ...] = get_args(Place)


def factors(condition: ir.Expression) -> Sequence[ir.Expression]:
    """Return the sets whose intersection has a member if the condition holds; none for other conditions."""
    match condition:
        case ir.Quantified(ir.Quantity.SOME, _, binder):
            return list(_intersected(binder.domain))
        case ir.BinaryComparison(order, ir.Aggregate("count", whole), ir.Constant(int() as number)):
            least = number + 1 if order is ir.Comparator.GREATER else number
            demanding = (ir.Comparator.EQUAL, ir.Comparator.AT_LEAST, ir.Comparator.GREATER)
            return list(_intersected(whole)) if order in demanding and least > 0 else ()
        case ir.BinaryComparison(ir.Comparator.UNEQUAL, whole, ir.SetLiteral(())):
            return list(_intersected(whole))
        case _:
            return ()


def _intersected(whole: ir.Expression) -> Iterator[ir.Expression]:
    match whole:
        case ir.SetOperation("&", left, right):
            yield from _intersected(left)
            yield from _intersected(right)
        case _:
            yield whole


def unguarded(parts: Iterable[ir.Expression]) -> Iterator[ir.Expression]:
    """The conditions before the first guard: what stands behind it may mean nothing where there is no value."""
    return itertools.takewhile(lambda one: not any(type(part) is ir.Guard for part in subexpressions(one)), parts)


def members_of(value: Compiled, frame: Frame) -> Members | None:
    """Return the places of a set that is no component to be found, whatever its conditions; None for others."""
    members = value(frame)
    if not isinstance(members, dict) or isinstance(members, ComponentSet):
        return None
    return members if all(isinstance(one, _PLACES) for one in members) else None  # other elements may be equal


class Overlaps:
    """The positions of sets by their members; sets that are None may have any."""

    def __init__(self, sets: Sequence[Members | None]) -> None:
        self.any = [position for position, members in enumerate(sets) if members is None]
        self.by_member: dict[Element, list[int]] = {}
        for position, members in enumerate(sets):
            for member in members or ():
                self.by_member.setdefault(member, []).append(position)

    def of(self, members: Members) -> Sequence[int]:
        """Return in order the positions of the sets that may share a member with this one."""
        return sorted({*self.any, *(position for one in members for position in self.by_member.get(one, ()))})
