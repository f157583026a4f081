"""Clauses that one sample board has about a window.

The variables near the window are those of the theory, which all samples share; each formula is relaxed to them.  A
number whose range differs is known up to a cap (see `bounds`), and its range on a sample is a thing that this says.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.problem import build, traversal
from puzzlelang.problem.nodes import Formula, Graph, Holds, Kind, Number, Term, Variable
from puzzlelang.problem.record import Problem
from puzzlelang.techniques import pairing
from puzzlelang.techniques.bounds import Capped
from puzzlelang.techniques.crossings import crossings
from puzzlelang.techniques.given_lists import numbers_in, text
from puzzlelang.techniques.graph_relaxation import GraphRelaxer
from puzzlelang.techniques.record import Spot
from puzzlelang.techniques.relaxation import Relaxer, clauses
from puzzlelang.techniques.samples import Sample
from puzzlelang.techniques.searched import NUMBERS, OpenRules, ground_lists
from puzzlelang.techniques.spelling import Speller

At = tuple[str, Spot]
"""What a variable is about: the name of a declaration, and where."""

NumberFact = tuple[str, Spot, int | str]
"""What a premise about a number without a range, or about a list, says: the given, where, and the value."""

Range = tuple[Kind, int, int, tuple[str, ...]]
"""The kind of a variable, its least and greatest value, and its names."""

Fixed = Mapping[At, tuple[int, int] | None]
"""The variables that a theory is about; for one that is capped its least value and its cap."""

Names = tuple[str, ...]
"""The names of the rules that something follows from."""

Clauses = dict[str, tuple[Formula, Names]]
"""Clauses by their text."""

MOST_NUMBERS = 2
"""So many numbers of one constraint are premises at once."""


class Workshop(msgspec.Struct, eq=False):
    """Variables, graphs and clauses as they are made."""

    variables: list[Variable] = msgspec.field(default_factory=list)
    by_key: dict[object, Variable] = msgspec.field(default_factory=dict)
    names: dict[int, str] = msgspec.field(default_factory=dict)
    pairs: dict[tuple[str, Spot, Spot], Variable] = msgspec.field(default_factory=dict)
    graphs: dict[str, Graph] = msgspec.field(default_factory=dict)

    def variable(self, key: object, like: Variable | None, place: Place | None, name: str) -> Variable:
        """The variable for a key; one of the board is like another, any other is a member."""
        if key not in self.by_key:
            results = Variable(len(self.variables), name, place, Kind.MEMBER, 0, 1)
            if like is not None:
                results = msgspec.structs.replace(like, index=results.index, place=place)
            self.by_key[key] = results
            self.names[results.index] = f"{key}"
            self.variables.append(results)
        return self.by_key[key]


class Nearby(msgspec.Struct, frozen=True, eq=False):
    """The places of a sample near the window, and what all samples of a theory share.

    `first` has the place of the first sample for each spot.
    """

    spots: Mapping[Place, Spot]
    fixed: Fixed
    first: Mapping[Spot, Place]
    workshop: Workshop
    spell: Speller


def capped_numbers(
    opened: OpenRules, ranges: Sequence[Mapping[At, Range]], fixed: Container[At]
) -> dict[At, tuple[int, int] | None]:
    """The numbers that each sample has with another range, if its least value may be a premise."""
    result: dict[At, tuple[int, int] | None] = {}
    for at in ranges[0]:
        here = [one[at] for one in ranges if at in one]
        numbers = len(here) == len(ranges) and all(kind is Kind.NUMBER for kind, *_ in here)
        least = min(low for _, low, *_ in here)
        if at not in fixed and at[0] not in opened.free and numbers and 0 <= least <= NUMBERS:
            result[at] = least, NUMBERS + 1
    return result


def _sample_ranges(problem: Problem, kept: Mapping[int, Formula | Term | Capped]) -> Iterator[Formula]:
    """Yield the ranges that numbers with a cap have on a sample."""
    for one in problem.variables:
        here = kept.get(one.index)
        if isinstance(here, Capped):
            yield build.negation(build.at_most(here.term, one.low - 1))
            yield build.at_most(here.term, one.high)


def sample_clauses(opened: OpenRules, sample: Sample, problem: Problem, near: Nearby) -> Clauses:
    """All clauses of one sample, each with the names of its rules."""
    spots, spell = near.spots, near.spell
    kept = _kept(problem, near)
    free = {
        one.index: (name, spots[place])
        for name in opened.free
        for place, one in problem.finds.get(name, {}).items()
        if place in spots and one.index not in kept
    }
    ranges = [one for one in _sample_ranges(problem, kept) if one is not True]
    result: Clauses = {spell(clause): (clause, ()) for clause in ranges}
    relaxer = _relaxer(kept, near)
    ruled = [one for one in problem.constraints if one.origin.rule.name not in opened.dropped]
    statements: list[tuple[Formula, Names]] = [(one.formula, (one.origin.rule.name,)) for one in ruled]
    statements += [] if opened.left_out else [(formula, ()) for formula in problem.definitions]
    statements += crossings(sample.geometry, ruled, spots)
    near_it = traversal.Mentions({*kept, *free})
    for formula, names in statements:
        if not near_it(formula):
            continue  # all of it is lost
        for over in _each(formula, relaxer, free, near.workshop):
            for clause in clauses(over):
                if clause is not True:
                    result.setdefault(spell(clause), (clause, names))
    return result


def list_clauses(opened: OpenRules, sample: Sample, number: int, near: Nearby) -> Clauses:
    """What one sample says of places with each list: the clauses that all orders of the list have in common."""
    spots, spell = near.spots, near.spell
    problem = ground_lists(opened, sample, number, list(spots))
    if problem is None or opened.listed is None:
        return {}
    kept = _kept(problem, near)
    for name, place, order, there in opened.listed.premises(problem):
        key = name, spots[place], text(order)
        kept[there.index] = Holds(near.workshop.variable(key, None, None, f"{name} {key[2]}"))
    relaxer = _relaxer(kept, near)
    by_order: dict[NumberFact, dict[tuple[int, ...], Clauses]] = {}
    for name, place, order, case in opened.listed.cases(problem):
        key = name, spots[place], text(order)
        of_order = by_order.setdefault(key, {}).setdefault(order, {})
        for clause in clauses(relaxer.formula(case.formula).over):
            if clause is not True:
                of_order[spell(clause)] = clause, (case.origin.rule.name,)
    return {
        spelt: kept
        for (_, _, value), orders in by_order.items()
        if len(orders) == len({*permutations(numbers_in(str(value)))})
        for spelt, kept in next(iter(orders.values())).items()
        if all(spelt in other for other in orders.values())
    }


def _kept(problem: Problem, near: Nearby) -> dict[int, Formula | Term | Capped]:
    """What each variable of a sample near the window is now."""
    kept: dict[int, Formula | Term | Capped] = {}
    for name, places in problem.finds.items():
        for place, one in places.items():
            if place in near.spots and (at := (name, near.spots[place])) in near.fixed:
                ends = near.fixed[at]
                like = one if ends is None else msgspec.structs.replace(one, low=ends[0], high=ends[1])
                here = near.workshop.variable(at, like, near.first[at[1]], name)
                term = Number(here, here.low, here.high)
                kept[one.index] = Holds(here) if one.kind is Kind.MEMBER else Capped(term, ends[1]) if ends else term
    return kept


def _each(formula: Formula, relaxer: Relaxer, free: Mapping[int, At], workshop: Workshop) -> Iterator[Formula]:
    """Yield what a formula says, and what it says where some free numbers near the window are known."""
    for part in traversal.together(formula):
        yield relaxer.formula(part).over
    numbers = [one for one in traversal.variables(formula) if one.index in free] if free else []
    for size in range(1, MOST_NUMBERS + 1):
        for chosen in combinations(numbers, size):
            for values in product(range(NUMBERS + 1), repeat=size):
                here: dict[int, Formula | Term | Capped] = dict(zip((one.index for one in chosen), values, strict=True))
                at = [(*free[one.index], value) for one, value in zip(chosen, values, strict=True)]
                known = [Holds(workshop.variable(key, None, None, f"{key[0]} {key[2]}")) for key in at]
                inner = msgspec.structs.replace(relaxer, kept={**relaxer.kept, **here}, known={})
                for clause in clauses(inner.formula(formula).over):
                    yield build.disjunction((*map(build.negation, known), clause))


def _relaxer(kept: Mapping[int, Formula | Term | Capped], near: Nearby) -> Relaxer:
    spots, first, workshop, spell = near.spots, near.first, near.workshop, near.spell

    def share(graph: Graph) -> Graph:
        return workshop.graphs.setdefault(spell(graph), graph)

    def pair(matching: pairing.Matching, left: Place, right: Place) -> Formula:
        ends = spots[left], spots[right]
        sides = (f"{first[spots[place]]}:{spell(here)}:{open_}" for place, here, open_ in matching)
        key = " ".join(sides), *ends
        workshop.pairs[key] = workshop.variable(key, None, None, "pair")
        return Holds(workshop.pairs[key])

    graphs = GraphRelaxer({place: first[spot] for place, spot in spots.items()}, share)
    return Relaxer(kept, graphs, lambda state, node: pairing.partners(state, node, spots, pair))
