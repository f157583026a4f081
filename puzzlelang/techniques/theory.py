"""The theory of a window: what the rules imply there in any surrounding.

The rules are grounded on several boards around the window with everything unknown, and each constraint is relaxed to
what it says of places near the window.  A clause that all of these boards have in common is one of the theory.

Why that holds on every board: rules name no places.  So a constraint on another board is the same formula, but for its
parts outside.  What is left of these parts are exits of graphs, and how many were lost.  The samples differ in the
rows and columns on each side, from one to five.  So a clause that depends on these numbers is not common to them.  A
rule that asks for the position of a place on the board is left out.  What `crossings` adds to a sample follows from
its rules; it is relaxed as they are.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations, product

import msgspec

from puzzlelang.geometry.places import Place, Region
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem import build, traversal
from puzzlelang.problem.nodes import Formula, Graph, Holds, Kind, Number, Term, Variable
from puzzlelang.problem.record import Constraint, Origin, Problem, Rule
from puzzlelang.techniques import pairing
from puzzlelang.techniques.crossings import crossings
from puzzlelang.techniques.graph_relaxation import GraphRelaxer
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.record import Spot, Window
from puzzlelang.techniques.relaxation import Relaxer, clauses
from puzzlelang.techniques.samples import Sample, near, region_spots, samples
from puzzlelang.techniques.searched import NUMBERS, OpenRules, ground_sample
from puzzlelang.techniques.spelling import Speller

At = tuple[str, Spot]
"""What a variable is about: the name of a declaration, and where."""

Names = tuple[str, ...]
"""The names of the rules that something follows from."""

Clauses = dict[str, tuple[Formula, Names]]
"""Clauses by their text."""

MOST_TOLD = 2
"""So many numbers of one constraint are premises at once."""


class Theory(msgspec.Struct, frozen=True, eq=False):
    """A problem about the window alone; `variables` by name and spot.

    `number_facts[name, spot, number]` states that a number without a range is this one, `pairs[matching, left, right]`
    that two places are partners in a matching.  `rests` has for each constraint of the problem the names of the rules
    that it follows from, none for what holds beside all rules.
    """

    window: Window
    problem: Problem
    variables: Mapping[At, Variable]
    number_facts: Mapping[tuple[str, Spot, int], Variable]
    pairs: Mapping[tuple[str, Spot, Spot], Variable]
    rests: tuple[Names, ...]

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
        window = motion.window(self.window)
        return msgspec.structs.replace(self, window=window, variables=variables, number_facts=number_facts, pairs=pairs)


class _Workshop(msgspec.Struct, eq=False):
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


def theory(opened: OpenRules, window: Window) -> Theory:
    """Return what the rules say of a window in just this context: its other sides have room."""
    results = _Workshop()
    spell = Speller(lambda variable: results.names[variable.index])
    boards = [
        (sample, ground_sample(opened, sample, number))
        for number, sample in enumerate(samples(window, regions=bool(opened.partition)))
    ]
    spots = [_spots(window, sample, problem) for sample, problem in boards]
    ranges = [_ranges(problem, near_it) for (_, problem), near_it in zip(boards, spots, strict=True)]
    ranged = ((at, result) for at, result in ranges[0].items() if at[0] not in opened.free)
    fixed = {at for at, result in ranged if all(other.get(at) == result for other in ranges[1:])}
    first = {spot: place for place, spot in spots[0].items()}
    common: Clauses | None = None
    for (sample, problem), near_it in zip(boards, spots, strict=True):
        said = _sample_clauses(opened, sample, problem, near_it, fixed, first, results, spell)
        common = said if common is None else {key: kept for key, kept in common.items() if key in said}
    number_facts = {
        key: one
        for key, one in results.by_key.items()
        if isinstance(key, tuple) and len(key) == 3 and isinstance(key[2], int)
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
    return Theory(window, problem, at, number_facts, results.pairs, tuple(names for _, names in every))


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


def _ranges(problem: Problem, spots: Mapping[Place, Spot]) -> dict[At, tuple[object, ...]]:
    """Range of each variable near the window."""
    return {
        (name, spots[place]): (one.kind, one.low, one.high, one.names)
        for name, places in problem.finds.items()
        for place, one in places.items()
        if place in spots
    }


def _sample_clauses(
    opened: OpenRules,
    sample: Sample,
    problem: Problem,
    spots: Mapping[Place, Spot],
    fixed: set[At],
    first: Mapping[Spot, Place],
    workshop: _Workshop,
    spell: Speller,
) -> Clauses:
    """All clauses of one sample, each with the names of its rules."""
    kept: dict[int, Formula | Term] = {}
    free: dict[int, At] = {}
    for name, places in problem.finds.items():
        for place, one in places.items():
            if place not in spots:
                continue
            at = name, spots[place]
            if at in fixed:
                here = workshop.variable(at, one, first[at[1]], name)
                kept[one.index] = Holds(here) if one.kind is Kind.MEMBER else Number(here, one.low, one.high)
            elif name in opened.free:
                free[one.index] = at
    result: Clauses = {}
    relaxer = _relaxer(kept, spots, first, workshop, spell)
    ruled = [one for one in problem.constraints if one.origin.rule.name not in opened.dropped]
    statements: list[tuple[Formula, Names]] = [(one.formula, (one.origin.rule.name,)) for one in ruled]
    statements += [] if opened.dropped else [(formula, ()) for formula in problem.definitions]
    statements += crossings(sample.geometry, ruled, spots)
    near_it = traversal.Mentions({*kept, *free})
    for formula, names in statements:
        if not near_it(formula):
            continue  # all of it is lost
        for over in _each(formula, relaxer, free, workshop):
            for clause in clauses(over):
                if clause is not True:
                    result.setdefault(spell(clause), (clause, names))
    return result


def _each(formula: Formula, relaxer: Relaxer, free: Mapping[int, At], workshop: _Workshop) -> Iterator[Formula]:
    """Yield what a formula says, and what it says where some free numbers near the window are known."""
    for part in traversal.together(formula):
        yield relaxer.formula(part).over
    numbers = [one for one in traversal.variables(formula) if one.index in free] if free else []
    for size in range(1, MOST_TOLD + 1):
        for chosen in combinations(numbers, size):
            for values in product(range(NUMBERS + 1), repeat=size):
                here: dict[int, Formula | Term] = dict(zip((one.index for one in chosen), values, strict=True))
                at = [(*free[one.index], value) for one, value in zip(chosen, values, strict=True)]
                known = [Holds(workshop.variable(key, None, None, f"{key[0]} {key[2]}")) for key in at]
                inner = msgspec.structs.replace(relaxer, kept={**relaxer.kept, **here}, known={})
                for clause in clauses(inner.formula(formula).over):
                    yield build.disjunction((*map(build.negation, known), clause))


def _relaxer(
    kept: Mapping[int, Formula | Term],
    spots: Mapping[Place, Spot],
    first: Mapping[Spot, Place],
    workshop: _Workshop,
    spell: Speller,
) -> Relaxer:
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


def _known_numbers(workshop: _Workshop, number_facts: Mapping[tuple[str, Spot, int], Variable]) -> Iterator[Formula]:
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
