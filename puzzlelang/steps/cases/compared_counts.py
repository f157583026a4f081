"""Counts compared with others: what some sets still need, and what others can still hold."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.steps.cases.counts import Count, Literal
from puzzlelang.steps.record import Masks, RuleCase

MOST_OUTSIDE = 3
"""Places outside of the sets that hold, which may be needed."""


class OpenCount(msgspec.Struct, frozen=True, eq=False):
    """A count as far as it is open: the open things as bits, how many of them it needs and can hold."""

    case: RuleCase
    things: int
    least: int
    most: int


def open_count(count: Count, masks: Masks, numbers: dict[Literal, int]) -> OpenCount | None:
    """What is open of a count; None if nothing is, or if it says nothing any more."""
    there = things = 0
    for one in count.things:
        mask = masks[one.variable]
        if not mask & ~one.values:
            there += 1
        elif mask & one.values:
            things |= 1 << numbers.setdefault(one, len(numbers))
    least, most = max(count.least - there, 0), count.most - there
    if not things or not most >= 0 or (not least and most >= things.bit_count()):
        return None
    return OpenCount(count.case, things, least, most)


class Comparison(msgspec.Struct, frozen=True, eq=False):
    """Sets that need as much as others can hold: the things that are needed, and those that are gone, as bits."""

    needing: tuple[OpenCount, ...]
    holding: tuple[OpenCount, ...]
    needed: int
    gone: int


def compared(holding: tuple[OpenCount, ...], needing: Sequence[OpenCount]) -> Iterator[Comparison]:
    """Compare sets that hold with those that keep to them, and with one more that nearly does."""
    union = most = 0
    for room in holding:
        union |= room.things
        most += room.most
    others = [room for room in needing if room.things & union and room not in holding]
    inside, taken, least = list[OpenCount](), 0, 0
    for room in sorted(others, key=lambda one: one.things.bit_count()):
        if not room.things & ~union and not room.things & taken:
            inside.append(room)
            taken |= room.things
            least += room.least
    if inside and least == most and union & ~taken:
        yield Comparison(tuple(inside), holding, 0, union & ~taken)
    for room in others:
        outside = room.things & ~union
        wanted = 0 < outside.bit_count() <= MOST_OUTSIDE and not room.things & taken
        if wanted and least + room.least - most == outside.bit_count():
            yield Comparison((*inside, room), holding, outside, union & ~taken & ~room.things)
