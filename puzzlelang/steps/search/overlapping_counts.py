"""A named technique of several counts: what some sets still need fills up what other sets can still hold.

Some sets without common places need at least so many things, and other sets can hold at most so many.  The first keep
to the second, but for some places.  If these few are all that is left to make up the difference, each of them is
needed, and the second hold nothing outside of the first.  Star Battle players compare regions with rows so; the same
of numbers in a Sudoku is the law of leftovers.  It is an instance of a cutting plane: a sum of linear inequalities
with coefficients that cancel out (Cook, Coullard and Turan 1987).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

import msgspec

from puzzlelang.steps.cases.counts import Count, Literal
from puzzlelang.steps.record import Fact, Masks, RuleCase, bits, value
from puzzlelang.steps.search.patterns import Pattern
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, list_text, origin_text, within_text

MOST_SETS = 3
"""Sets that are taken together as those that hold."""

MOST_CHOICES = 3000
"""Choices of so many sets are looked at; more sets are not taken together."""

MOST_OUTSIDE = 3
"""Places outside of the sets that hold, which may be needed."""


class _Room(msgspec.Struct, frozen=True, eq=False):
    """A count as far as it is open: the open things as bits, how many of them it needs and can hold."""

    case: RuleCase
    things: int
    least: int
    most: int


def overlaps(solvers: CaseSolvers, masks: Masks, sets: int = 1) -> Iterator[Pattern]:
    """Patterns of counts where `sets` sets that hold are taken together."""
    known = solvers.families.counts
    numbers: dict[Literal, int] = {}
    rooms = [room for one in known if (room := _room(one, masks, numbers)) is not None]
    literals = list(numbers)
    holding = [room for room in rooms if room.most < room.things.bit_count()]
    needing = [room for room in rooms if room.least]
    for chosen in _choices(holding, sets):
        for pattern in _compared(chosen, needing):
            needed, gone = (
                [literals[one.bit_length() - 1] for one in bits(things)] for things in (pattern.needed, pattern.gone)
            )
            cases = tuple(room.case for room in (*pattern.needing, *pattern.holding))
            facts = (*_facts(solvers, needed, masks, there=True), *_facts(solvers, gone, masks, there=False))
            yield Pattern(Technique.OVERLAP, cases, facts, pattern.reason())


def _room(count: Count, masks: Masks, numbers: dict[Literal, int]) -> _Room | None:
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
    return _Room(count.case, things, least, most)


def _choices(holding: Sequence[_Room], sets: int) -> Iterator[tuple[_Room, ...]]:
    """So many sets of one rule; none if there were too many choices."""
    by_rule: dict[str, list[_Room]] = {}
    for room in holding:
        by_rule.setdefault(room.case.origin.rule.name, []).append(room)
    for rooms in by_rule.values():
        if comb(len(rooms), sets) <= MOST_CHOICES:
            yield from combinations(rooms, sets)


class _Comparison(msgspec.Struct, frozen=True, eq=False):
    """Sets that need as much as others can hold: the things that are needed, and those that are gone, as bits."""

    needing: tuple[_Room, ...]
    holding: tuple[_Room, ...]
    needed: int
    gone: int

    def reason(self) -> str:
        """The technique in words."""
        needing = list_text((origin_text(room.case.origin) for room in self.needing), "and")
        within, these = within_text([room.case.origin for room in self.holding])
        need = "needs" if len(self.needing) == 1 else "need"
        if not self.needed:
            return ReasonTemplate.OVERLAP.text(True, needing=needing, need=need, within=within, these=these)
        least, most = sum(room.least for room in self.needing), sum(room.most for room in self.holding)
        template = ReasonTemplate.OVERLAP_REST
        return template.text(True, needing=needing, need=need, least=least, within=within, most=most or "none")


def _compared(holding: tuple[_Room, ...], needing: Sequence[_Room]) -> Iterator[_Comparison]:
    """Compare sets that hold with those that keep to them, and with one more that nearly does."""
    union = most = 0
    for room in holding:
        union |= room.things
        most += room.most
    others = [room for room in needing if room.things & union and room not in holding]
    inside, taken, least = list[_Room](), 0, 0
    for room in sorted(others, key=lambda one: one.things.bit_count()):
        if not room.things & ~union and not room.things & taken:
            inside.append(room)
            taken |= room.things
            least += room.least
    if inside and least == most and union & ~taken:
        yield _Comparison(tuple(inside), holding, 0, union & ~taken)
    for room in others:
        outside = room.things & ~union
        wanted = 0 < outside.bit_count() <= MOST_OUTSIDE and not room.things & taken
        if wanted and least + room.least - most == outside.bit_count():
            yield _Comparison((*inside, room), holding, outside, union & ~taken & ~room.things)


def _facts(solvers: CaseSolvers, things: Sequence[Literal], masks: Masks, *, there: bool) -> Iterator[Fact]:
    """Facts that exclude the values with which things are not there, or are there."""
    for one in things:
        variable, gone = solvers.problem.variables[one.variable], ~one.values if there else one.values
        yield from (Fact(one.variable, value(variable, at), False) for at in bits(masks[one.variable] & gone))
