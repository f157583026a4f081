"""The theory of a window: what the rules imply there in any surrounding.

The rules are grounded on several boards around the window with everything unknown, and each constraint is relaxed to
what it says of places near the window.  A clause that all of these boards have in common is one of the theory.

Why that holds on every board: rules name no places.  So a constraint on another board is the same formula, but for its
parts outside.  What is left of these parts are exits of graphs, and how many were lost.  The samples differ in the
rows and columns on each side, from one to five.  So a clause that depends on these numbers is not common to them.  A
rule that asks for the position of a place on the board is left out; one that compares positions is not (`positions`).
What `crossings` adds to a sample follows from its rules; it is relaxed as they are.
"""

from collections.abc import Container, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Place, Region
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem import build
from puzzlelang.problem.nodes import Formula, Holds, Variable
from puzzlelang.problem.record import Constraint, Origin, Problem, Rule
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.record import Spot, Window
from puzzlelang.techniques.sample_clauses import (
    At,
    Clauses,
    Fixed,
    Names,
    Nearby,
    NumberFact,
    Range,
    Workshop,
    capped_numbers,
    list_clauses,
    sample_clauses,
)
from puzzlelang.techniques.samples import Sample, near, region_spots, samples
from puzzlelang.techniques.searched import OpenRules, ground_sample
from puzzlelang.techniques.spelling import Speller


class Theory(msgspec.Struct, frozen=True, eq=False):
    """A problem about the window alone; `variables` by name and spot.

    `number_facts[name, spot, value]` states that a number without a range is this one, or a list.
    `pairs[matching, left, right]`: that two places are partners in a matching.  `rests` has for each constraint of the
    problem the names of the rules that it follows from, none for what holds beside all rules.  `capped` are the numbers
    that are known up to `NUMBERS` only: their last value says that they are more.
    """

    window: Window
    problem: Problem
    variables: Mapping[At, Variable]
    number_facts: Mapping[NumberFact, Variable]
    pairs: Mapping[tuple[str, Spot, Spot], Variable]
    rests: tuple[Names, ...]
    capped: frozenset[At] = frozenset()

    def values(self, at: At) -> Sequence[int]:
        """The values of a variable that say which one it is."""
        return self.variables[at].values[:-1] if at in self.capped else self.variables[at].values

    @property
    def single(self) -> Sequence[Formula]:
        """The clauses that a single case of a rule says, and those beside all rules."""
        both = zip(self.problem.constraints, self.rests, strict=True)
        return [one.formula for one, names in both if len(names) < 2]

    def by_rules(self, names: Container[str]) -> "Theory":
        """The same with only what follows from rules with these names."""
        both = zip(self.problem.constraints, self.rests, strict=True)
        kept = [(one, rests) for one, rests in both if all(name in names for name in rests)]
        problem = msgspec.structs.replace(self.problem, constraints=tuple(one for one, _ in kept))
        return msgspec.structs.replace(self, problem=problem, rests=tuple(rests for _, rests in kept))

    def moved(self, motion: WindowMotion) -> "Theory":
        """The same of the image of its window, for rules that say the same after this motion."""

        def spot(one: Spot) -> Spot:
            return motion.spot(one, self.window)

        variables = {
            (name, spot(at)): msgspec.structs.replace(one, names=tuple(map(motion.name, one.names)))
            for (name, at), one in self.variables.items()
        }
        number_facts = {(name, spot(at), number): one for (name, at, number), one in self.number_facts.items()}
        pairs = {(name, spot(left), spot(right)): one for (name, left, right), one in self.pairs.items()}
        capped = frozenset((name, spot(at)) for name, at in self.capped)
        return msgspec.structs.replace(
            self,
            window=motion.window(self.window),
            variables=variables,
            number_facts=number_facts,
            pairs=pairs,
            capped=capped,
        )


def theory(opened: OpenRules, window: Window) -> Theory:
    """Return what the rules say of a window in just this context: its other sides have room."""
    results = Workshop()
    spell = Speller(lambda variable: results.names[variable.index])
    boards = [
        (sample, ground_sample(opened, sample, number))
        for number, sample in enumerate(samples(window, regions=bool(opened.partition)))
    ]
    spots = [_spots(window, sample, problem) for sample, problem in boards]
    ranges = [_ranges(problem, near_it) for (_, problem), near_it in zip(boards, spots, strict=True)]
    ranged = ((at, result) for at, result in ranges[0].items() if at[0] not in opened.free)
    same = {at for at, result in ranged if all(other.get(at) == result for other in ranges[1:])}
    fixed: Fixed = {**dict.fromkeys(same), **capped_numbers(opened, ranges, same)}
    first = {spot: place for place, spot in spots[0].items()}
    common: Clauses | None = None
    for number, ((sample, problem), near_it) in enumerate(zip(boards, spots, strict=True)):
        here = Nearby(near_it, fixed, first, results, spell)
        here_clauses = sample_clauses(opened, sample, problem, here)
        here_clauses.update(list_clauses(opened, sample, number, here))
        common = here_clauses if common is None else {key: kept for key, kept in common.items() if key in here_clauses}
    number_facts = {
        key: one
        for key, one in results.by_key.items()
        if isinstance(key, tuple) and len(key) == 3 and isinstance(key[2], int | str)
    }
    nowhere = opened.rules.source.first()
    every: list[tuple[Formula, Names]] = [
        *(common or {}).values(),
        *((one, ()) for one in _known_numbers(results, number_facts)),
    ]
    beside = Origin(Rule("", "", nowhere), "", ())
    constraints = tuple(Constraint(formula, beside) for formula, _ in every)
    finds: dict[str, dict[Place, Variable]] = {}
    problem = Problem(
        boards[0][0].geometry, finds, tuple(results.variables), constraints, (), graphs=bool(results.graphs)
    )
    at = {key: one for key, one in results.by_key.items() if isinstance(key, tuple) and len(key) == 2}
    capped = frozenset(one for one in at if fixed.get(one) is not None)
    return Theory(window, problem, at, number_facts, results.pairs, tuple(names for _, names in every), capped)


class Theories(msgspec.Struct, frozen=True, eq=False):
    """The theories of some rules by window, each made when first needed."""

    opened: OpenRules
    known: dict[Window, Theory] = msgspec.field(default_factory=dict)

    def of(self, window: Window) -> Theory:
        """The theory of a window in just this context."""
        if window not in self.known:
            self.known[window] = theory(self.opened, window)
        return self.known[window]


def _spots(window: Window, sample: Sample, problem: Problem) -> Mapping[Place, Spot]:
    """The places near the window, and the regions of its whole areas."""
    regions = {place: None for places in problem.finds.values() for place in places if isinstance(place, Region)}
    return {**near(window, sample), **region_spots(window, sample, regions)}


def _ranges(problem: Problem, spots: Mapping[Place, Spot]) -> dict[At, Range]:
    """Range of each variable near the window."""
    return {
        (name, spots[place]): (one.kind, one.low, one.high, one.names)
        for name, places in problem.finds.items()
        for place, one in places.items()
        if place in spots
    }


def _known_numbers(workshop: Workshop, number_facts: Mapping[NumberFact, Variable]) -> Iterator[Formula]:
    """Yield what is known of numbers without a range: each place has one at most, and only where one is present."""
    by_place: dict[At, list[Formula]] = {}
    for (name, spot, _), one in number_facts.items():
        by_place.setdefault((name, spot), []).append(Holds(one))
    for (name, spot), numbers in by_place.items():
        there = workshop.by_key.get((presence_name(name), spot))
        if there is not None:
            yield from (build.disjunction((build.negation(number), Holds(there))) for number in numbers)
        if len(numbers) > 1:
            yield build.at_most(build.count(numbers), 1)
