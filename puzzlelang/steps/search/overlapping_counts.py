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

from puzzlelang.steps.cases.compared_counts import Comparison, OpenCount, compared, open_count
from puzzlelang.steps.cases.counts import Literal
from puzzlelang.steps.record import Fact, Masks, bits, value
from puzzlelang.steps.search.patterns import Pattern
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, list_text, origin_text, within_text

MOST_SETS = 3
"""Sets that are taken together as those that hold."""

MOST_CHOICES = 3000
"""Choices of so many sets are looked at; more sets are not taken together."""


def overlaps(solvers: CaseSolvers, masks: Masks, sets: int = 1) -> Iterator[Pattern]:
    """Patterns of counts where `sets` sets that hold are taken together."""
    known = solvers.families.counts
    numbers: dict[Literal, int] = {}
    rooms = [room for one in known if (room := open_count(one, masks, numbers)) is not None]
    literals = list(numbers)
    holding = [room for room in rooms if room.most < room.things.bit_count()]
    needing = [room for room in rooms if room.least]
    for chosen in _choices(holding, sets):
        for pattern in compared(chosen, needing):
            needed, gone = (
                [literals[one.bit_length() - 1] for one in bits(things)] for things in (pattern.needed, pattern.gone)
            )
            cases = tuple(room.case for room in (*pattern.needing, *pattern.holding))
            facts = (*_facts(solvers, needed, masks, there=True), *_facts(solvers, gone, masks, there=False))
            yield Pattern(Technique.OVERLAP, cases, facts, _reason(pattern))


def _choices(holding: Sequence[OpenCount], sets: int) -> Iterator[tuple[OpenCount, ...]]:
    """So many sets of one rule; none if there were too many choices."""
    by_rule: dict[str, list[OpenCount]] = {}
    for room in holding:
        by_rule.setdefault(room.case.origin.rule.name, []).append(room)
    for rooms in by_rule.values():
        if comb(len(rooms), sets) <= MOST_CHOICES:
            yield from combinations(rooms, sets)


def _reason(one: Comparison) -> str:
    """The technique in words."""
    needing = list_text((origin_text(room.case.origin) for room in one.needing), "and")
    within, these = within_text([room.case.origin for room in one.holding])
    need = "needs" if len(one.needing) == 1 else "need"
    if not one.needed:
        return ReasonTemplate.OVERLAP.text(True, needing=needing, need=need, within=within, these=these)
    least, most = sum(room.least for room in one.needing), sum(room.most for room in one.holding)
    template = ReasonTemplate.OVERLAP_REST
    return template.text(True, needing=needing, need=need, least=least, within=within, most=most or "none")


def _facts(solvers: CaseSolvers, things: Sequence[Literal], masks: Masks, *, there: bool) -> Iterator[Fact]:
    """Facts that exclude the values with which things are not there, or are there."""
    for one in things:
        variable, gone = solvers.problem.variables[one.variable], ~one.values if there else one.values
        yield from (Fact(one.variable, value(variable, at), False) for at in bits(masks[one.variable] & gone))
