"""Random boards around techniques: of one size and division into regions, with many choices of givens.

The rules are grounded once with the givens of the board unknown, and opened once in CaDiCaL and once in z3.  So a
choice of givens is a list of assumptions.  z3 has one statement more: that some technique stands on the board with its
premises and without a conclusion.  If that contradicts the givens, all techniques are proved on this board.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Place, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem import build, nodes
from puzzlelang.problem.nodes import Formula, Kind
from puzzlelang.problem.record import Constraint, Origin, Problem, Rule
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import CadicalSession
from puzzlelang.solving.engine import Sat, Session
from puzzlelang.solving.pipelines import eager
from puzzlelang.source import Source
from puzzlelang.techniques import given_lists
from puzzlelang.techniques.known import offsets, renamed
from puzzlelang.techniques.motions import images
from puzzlelang.techniques.on_board import KeptPatterns
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Spot, Window
from puzzlelang.techniques.regions import Surrounding, region_names
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import ground_with_lists, regions_of
from tests.pattern_facts import Lists, Way, ways

ROOM = (0, 1, 1, 2, 3)
"""Rows or columns beyond a side of a window, one of which is chosen: most boards are small."""

DIVIDED_ROOM = (0, 1, 2, 3)
"""The same for boards with regions, which have room for the areas of several techniques."""

THIN = 0.3
"""The part of all boards that lose some of their givens, and of these givens."""

SAMPLED, MOST_CELLS = 0.2, 6
"""The part of all boards whose regions are those of samples, and the largest region of all others."""

STAMPS = 4
"""So many places are tried for the areas of each further technique on a board."""

STEPS = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""From a cell to those beside it, in lattice coordinates."""

OWN, MOST_STANDING = 40, 400
"""So many places of one technique are looked at on the boards of one size, and of the others."""

PRESENT = 0.4
"""The part of random members that are present."""

ANSWERS = 3
"""So many answers of each board are looked at for premises."""

Values = Sequence[bool | int]


class Standing(msgspec.Struct, frozen=True):
    """A technique, by number, somewhere on a board: its premises, and the values by which a conclusion is denied."""

    number: int
    premises: tuple[tuple[int, bool | int], ...]
    denials: tuple[tuple[int, bool | int], ...]


class Standings(msgspec.Struct, frozen=True):
    """Places of techniques as the bits of integers: `needing[index][value]` are those that need another value."""

    every: Sequence[Standing]
    broken: Mapping[int, Mapping[bool | int, int]]

    def with_premises(self, values: Values) -> list[Standing]:
        """Those whose premises an answer has."""
        broken = 0
        for index, by_value in self.broken.items():
            for value, some in by_value.items():
                if values[index] != value:
                    broken |= some
        return [one for number, one in enumerate(self.every) if not broken >> number & 1]


def standings_of(every: Sequence[Standing]) -> Standings:
    """Number places of techniques."""
    broken: dict[int, dict[bool | int, int]] = {}
    for number, one in enumerate(every):
        for index, value in one.premises:
            by_value = broken.setdefault(index, {})
            by_value[value] = by_value.get(value, 0) | 1 << number
    return Standings(every, broken)


class Boards(msgspec.Struct, frozen=True):
    """All boards of one size and division: `lists` has the list that a place has if it has any."""

    kept: KeptPatterns
    sample: Sample
    problem: Problem
    lists: Lists
    standings: Standings
    inner: CadicalSession
    other: Session
    seen: set[tuple[tuple[int, bool | int], ...]] = msgspec.field(default_factory=set)

    def answer(self, fixed: Iterable[tuple[int, bool | int]], chance: random.Random) -> Values | None:
        """An answer near random wishes; None if there is none."""
        wishes = [(one, chance.randint(one.low, one.high)) for one in self.problem.variables]
        self.inner.prefer([self.inner.value_is(one, value) for one, value in wishes])
        result = self.inner.solve(list(fixed))
        return result.values if isinstance(result, Sat) else None

    def new_answer(self, fixed: Sequence[tuple[int, bool | int]], chance: random.Random) -> Values | None:
        """An answer with some values at random places, fewer if there is none with so many."""
        known = {index for index, _ in fixed}
        members = [one for one in self.problem.variables if one.kind is Kind.MEMBER and one.index not in known]
        chosen = chance.sample(members, len(members) // 3)
        further = [(one.index, chance.random() < PRESENT) for one in chosen]
        while (result := self.answer([*fixed, *further], chance)) is None and further:
            further = further[: len(further) // 2]
        return result

    def givens(self, values: Values, chance: random.Random) -> Way:
        """What is given where an answer has it, on some boards without some of it."""
        thin, result = THIN if chance.random() < THIN else 0.0, []
        for name in self.kept.opened.searched:
            there = self.problem.finds.get(presence_name(name), {})
            absent = {place for place, one in there.items() if not values[one.index] or chance.random() < thin}
            result += [(one.index, place not in absent) for place, one in there.items()]
            found = self.problem.finds.get(name, {})
            result += [(one.index, values[one.index]) for place, one in found.items() if place not in absent]
        return result

    def puzzle(self, givens: Way) -> Puzzle:
        """The board with these givens."""
        partition, known = self.kept.opened.partition, dict(givens)
        partitions = {partition: regions_of(partition, self.sample)} if partition else {}
        regions = {region.label: region for some in partitions.values() for region in some}
        result: dict[str, dict[Key, Value]] = {}
        for name in self.kept.opened.searched:
            there = self.problem.finds.get(presence_name(name))
            for place, one in (self.problem.finds.get(name) or there or {}).items():
                if there is not None and not known[there[place].index]:
                    continue
                listed = self.lists.get(name, {}).get(place)
                value = tuple(listed) if listed is not None else known[one.index]
                if one.kind is Kind.NAME:
                    value = one.names[int(known[one.index])]
                if value is not False:
                    at = regions[place.label] if isinstance(place, Region) else place
                    result.setdefault(name, {})[at] = value  # type: ignore[assignment]
        return Puzzle(Source("<surrounding>", ""), self.sample.geometry, result, partitions)

    def close(self) -> None:
        """Free the solvers."""
        self.inner.close()
        self.other.close()


def boards_around(kept: KeptPatterns, patterns: Sequence[Pattern], number: int, chance: random.Random) -> Boards:
    """Boards of a random size on which one of the patterns stands, with random regions."""
    pattern = chance.choice(images(patterns[number], kept.turns))
    ways_out = DIVIDED_ROOM if kept.opened.partition else ROOM
    room = [0 if side in pattern.window.rims else chance.choice(ways_out) for side in SIDES]
    grid = SquareGrid(pattern.window.rows + room[0] + room[2], pattern.window.columns + room[1] + room[3])
    sample = Sample(grid, 0, 0)
    if kept.opened.partition:
        at = {cell: (2 * (cell.row - room[0]) - 1, 2 * (cell.column - room[1]) - 1) for cell in grid.cells}
        others = [chance.choice(kept.turns).window(one.window) for one in chance.sample(patterns, len(patterns))]
        named = random_regions(pattern.window, list(at.values()), others, chance)
        sample = Sample(grid, 0, 0, {cell: named[spot] for cell, spot in at.items()})
    lists = random_lists(kept, sample, pattern, (room[0], room[1]), chance)
    problem = ground_with_lists(kept.opened, sample, lists)
    every = list(standing_on(kept, patterns, sample, problem, lists))
    chance.shuffle(every)
    chosen = [one for one in every if one.number == number][:OWN]
    chosen += [one for one in every if one.number != number][:MOST_STANDING]
    wrong = build.disjunction(map(_is_wrong(problem), chosen))
    origin = Origin(Rule("", "", kept.span), "", ())
    stated = (*problem.constraints, Constraint(wrong, origin))
    denied = msgspec.structs.replace(problem, constraints=stated, grounded=stated)
    inner = CadicalSession(eager(problem), cores=False)
    return Boards(kept, sample, problem, lists, standings_of(chosen), inner, engines.engine("z3").open(denied, False))


def random_lists(
    kept: KeptPatterns, sample: Sample, pattern: Pattern, step: tuple[int, int], chance: random.Random
) -> dict[str, dict[Key, Value]]:
    """A list for each place that may have one, as a pattern has them where it lies, at random elsewhere."""
    every = list(given_lists.premises())
    result: dict[str, dict[Key, Value]] = {}
    facts = {(fact.name, fact.spot): fact.value for fact in pattern.moved(*step)[0] if isinstance(fact.value, str)}
    spots = near(Window(sample.geometry.height, sample.geometry.width), sample)
    for name in kept.opened.listed.names if kept.opened.listed else ():
        for place, spot in spots.items():
            if place.sort is given_lists.sort_of(kept.opened.rules, name):
                value = facts.get((name, spot))
                numbers = given_lists.numbers_in(value) if value else chance.choice(every)
                result.setdefault(name, {})[place] = given_lists.board_list(numbers)
    return result


def random_regions(
    window: Window, cells: Sequence[tuple[int, int]], others: Sequence[Window], chance: random.Random
) -> Mapping[object, str]:
    """Name the regions of a board: as samples have them, or pieces of random size beside the areas of windows."""
    if chance.random() < SAMPLED:
        return {**region_names(window, cells, chance.choice([*Surrounding]))}
    named: dict[object, str] = {
        cell: f"area {number}" for number, area in enumerate(window.areas) for cell in area.cells
    }
    for number, other in enumerate(others):
        for down, right in chance.sample(cells, min(len(cells), STAMPS)):
            areas = [[(row + down - 1, at + right - 1) for row, at in area.cells] for area in other.areas]
            if all(cell in cells and cell not in named for area in areas for cell in area):
                named.update({cell: f"{number} {at}" for at, area in enumerate(areas) for cell in area})
                break
    for start in chance.sample(cells, len(cells)):
        piece, size = [start], chance.randint(2, MOST_CELLS)
        while start not in named and len(piece) < size:
            around = [(row + down, at + right) for row, at in piece for down, right in STEPS]
            free = [one for one in around if one in cells and one not in named and one not in piece]
            if not free:
                break
            piece.append(chance.choice(free))
        named.update({cell: f"piece {start}" for cell in piece if cell not in named})
    return named


def standing_on(
    kept: KeptPatterns, patterns: Sequence[Pattern], sample: Sample, problem: Problem, lists: Lists
) -> Iterator[Standing]:
    """Yield all patterns wherever they may stand on a board."""
    regions = regions_of(kept.opened.partition, sample) if kept.opened.partition else ()
    cells = (tuple(sorted(cell.lattice for cell in region.cells)) for region in regions)
    areas = tuple(sorted(Area(some, whole=True) for some in cells))
    window = Window(sample.geometry.height, sample.geometry.width, SIDES, areas)
    places = {place: None for found in problem.finds.values() for place in found if isinstance(place, Region)}
    spots = {
        spot: place for place, spot in (*near(window, sample).items(), *region_spots(window, sample, places).items())
    }
    for number, pattern in enumerate(patterns):
        for image in (other for one in images(pattern, kept.turns) for other in renamed(one, kept.opened.alike)):
            for step in offsets(image.window, window):
                standing = _standing(number, image.moved(*step), problem, spots, lists)
                if standing is not None:
                    yield standing


def _standing(
    number: int,
    facts: tuple[Sequence[Fact], Sequence[Fact]],
    problem: Problem,
    spots: Mapping[Spot, Place],
    lists: Lists,
) -> Standing | None:
    premises = [ways(problem, one, spots, lists) for one in facts[0]]
    if not all(premises):
        return None
    needed = tuple(dict.fromkeys(one for some in premises for one in some[0]))
    if not all(problem.variables[index].low <= value <= problem.variables[index].high for index, value in needed):
        return None
    denials = (way[0] for one in facts[1] for way in ways(problem, one, spots, true=False))
    return Standing(number, needed, tuple(dict.fromkeys(denials)))


def _is_wrong(problem: Problem):
    def has(index: int, value: bool | int) -> Formula:
        one = problem.variables[index]
        if one.kind is Kind.MEMBER:
            return nodes.Holds(one) if value else build.negation(nodes.Holds(one))
        return build.equal(nodes.Number(one, one.low, one.high), value)

    def wrong(standing: Standing) -> Formula:
        denied = build.disjunction([has(*one) for one in standing.denials])
        return build.conjunction([*(has(*one) for one in standing.premises), denied])

    return wrong
