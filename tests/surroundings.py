"""Boards around techniques: of one size and division into regions, with everything given and to be found unknown.

The rules are grounded once with the givens of the board unknown, and opened in CaDiCaL, which draws boards with an
answer: with the premises of a technique, near random wishes.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import islice

import msgspec

from puzzlelang.geometry.places import Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem.nodes import Kind
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.engine import Outcome, Sat, Session
from puzzlelang.source import Source
from puzzlelang.techniques import given_lists
from puzzlelang.techniques.on_board import KeptPatterns
from puzzlelang.techniques.record import SIDES, Pattern, Window
from puzzlelang.techniques.samples import Sample, near
from puzzlelang.techniques.searched import ground_with_lists, regions_of
from tests.pattern_facts import Lists
from tests.pattern_standings import Standing, Standings, Values, standing_on, standings_of
from tests.random_divisions import Division, moved, random_regions

ROOM = (0, 1, 1, 2, 3)
"""Rows or columns beyond a side of a window, one of which is chosen: most boards are small."""

DIVIDED_ROOM = (0, 1, 2, 3)
"""The same for boards with regions, which have room for the areas of several techniques."""

OWN, MOST_STANDING = 40, 400
"""So many places of one technique are looked at on the boards of one size, and of the others."""

PRESENT, PRESCRIBED = 0.4, 1 / 3
"""The part of random members that are present, and how many at most are prescribed for an answer."""

SIZES = 12
"""So many sizes are chosen before one without an answer is tried again."""

WORK = 10_000
"""So many conflicts CaDiCaL has for an answer."""

Images = Sequence[Sequence[Pattern]]
"""All images of each pattern."""


class Shape(msgspec.Struct, frozen=True):
    """The shape of boards: how many cells they have at most, if the window has not more; how they are divided.

    An even board has as many rows as columns.  `empty`: rows and columns of boards without any answer.
    """

    most_cells: int
    kind: Division = Division.ONES
    empty: frozenset[tuple[int, int]] = frozenset()


class Boards(msgspec.Struct):
    """All boards of one size and division: `lists` has the list that a place has if it has any.

    `prescribed` is the part of all members that are prescribed for an answer: fewer after none had so many.
    """

    kept: KeptPatterns
    sample: Sample
    problem: Problem
    lists: Lists
    standings: Standings
    inner: Session
    bias: SearchBias
    prescribed: float = PRESCRIBED

    def answer(self, fixed: Iterable[tuple[int, bool | int]], chance: random.Random) -> Values | None:
        """An answer near random wishes; None if there is none."""
        self.bias.wishes = [(one.index, chance.randint(one.low, one.high)) for one in self.problem.variables]
        result = self._solved(fixed)
        return result.values if isinstance(result, Sat) else None

    def _solved(self, fixed: Iterable[tuple[int, bool | int]] = ()) -> Outcome:
        self.bias.conflicts = WORK
        return self.inner.solve(list(fixed))

    def new_answer(self, fixed: Sequence[tuple[int, bool | int]], chance: random.Random) -> Values | None:
        """An answer with some values at random places, fewer if there is none with so many."""
        known = {index for index, _ in fixed}
        members = [one for one in self.problem.variables if one.kind is Kind.MEMBER and one.index not in known]
        chosen = chance.sample(members, int(len(members) * self.prescribed))
        further = [(one.index, chance.random() < PRESENT) for one in chosen]
        first = result = self.answer([*fixed, *further], chance)
        while result is None and further:
            further = further[: len(further) // 2]
            result = self.answer([*fixed, *further], chance)
        self.prescribed = min(PRESCRIBED, self.prescribed * (0.8 if first is None else 1.1))
        return result

    def has(self, number: int) -> bool:
        """Whether some answer has the premises of a technique at some place."""
        own = (one for one in self.standings.every if one.number == number)
        return any(isinstance(self._solved(one.premises), Sat) for one in own)

    @property
    def empty(self) -> bool:
        """Whether there is no answer at all, or none that is found with little work."""
        return not isinstance(self._solved(), Sat)

    def puzzle(self, values: Values) -> Puzzle:
        """The board with the givens that an answer has."""
        partition = self.kept.opened.partition
        partitions = {partition: regions_of(partition, self.sample)} if partition else {}
        regions = {region.label: region for some in partitions.values() for region in some}
        result: dict[str, dict[Key, Value]] = {}
        for name in self.kept.opened.searched:
            there = self.problem.finds.get(presence_name(name))
            for place, one in (self.problem.finds.get(name) or there or {}).items():
                if there is not None and not values[there[place].index]:
                    continue
                listed = self.lists.get(name, {}).get(place)
                value: Value = tuple(listed) if listed is not None else values[one.index]
                if one.kind is Kind.NAME:
                    value = one.names[int(values[one.index])]
                if value is not False:
                    at = regions[place.label] if isinstance(place, Region) else place
                    result.setdefault(name, {})[at] = value
        return Puzzle(Source("<surrounding>", ""), self.sample.geometry, result, partitions)

    @property
    def key(self) -> int:
        """What tells these boards from others: the size, the regions and the lists."""
        geometry, lists = self.sample.geometry, sorted((name, *some.values()) for name, some in self.lists.items())
        return hash(str((geometry.height, geometry.width, [*self.sample.regions.values()], lists)))

    def close(self) -> None:
        """Free the solver."""
        self.inner.close()


def boards_around(kept: KeptPatterns, patterns: Images, number: int, shape: Shape, chance: random.Random) -> Boards:
    """Boards of a random size on which one of the patterns stands, with random regions."""
    pattern = chance.choice(patterns[number])
    room, grid = [0], SquareGrid(1, 1)
    for _ in range(SIZES):
        room = _room(pattern.window, shape, DIVIDED_ROOM if kept.opened.partition else ROOM, chance)
        grid = SquareGrid(pattern.window.rows + room[0] + room[2], pattern.window.columns + room[1] + room[3])
        if (grid.height, grid.width) not in shape.empty:
            break
    sample = Sample(grid, 0, 0)
    if kept.opened.partition:
        at = {cell: (2 * (cell.row - room[0]) - 1, 2 * (cell.column - room[1]) - 1) for cell in grid.cells}
        others = [chance.choice(one).window for one in chance.sample(patterns, len(patterns))]
        named = random_regions(pattern.window, list(at.values()), others, shape.kind, chance)
        sample = Sample(grid, 0, 0, {cell: named[spot] for cell, spot in at.items()})
    lists = random_lists(kept, sample, pattern, (room[0], room[1]), chance)
    return _opened(kept, patterns, number, sample, lists, chance)


def boards_beside(boards: Boards, standing: Standing, patterns: Images, chance: random.Random) -> Boards:
    """Boards whose regions differ a little from those of others, but not where a technique stands."""
    at = {cell.lattice: cell for cell in boards.sample.geometry.cells}
    named = moved({spot: boards.sample.regions[cell] for spot, cell in at.items()}, standing.areas, chance)
    sample = msgspec.structs.replace(boards.sample, regions={at[spot]: name for spot, name in named.items()})
    return _opened(boards.kept, patterns, standing.number, sample, boards.lists, chance)


def _opened(
    kept: KeptPatterns, patterns: Images, number: int, sample: Sample, lists: Lists, chance: random.Random
) -> Boards:
    """Open boards of a size, with places of all patterns at random."""
    problem = ground_with_lists(kept.opened, sample, lists)
    own = [some if at == number else () for at, some in enumerate(patterns)]
    others = [() if at == number else some for at, some in enumerate(patterns)]
    chosen = [
        one
        for some, most in ((own, OWN), (others, MOST_STANDING))
        for one in islice(standing_on(kept, some, sample, problem, lists, chance), most)
    ]
    bias = SearchBias(WORK)
    session = engines.biased_engine(bias).open(problem, False)
    return Boards(kept, sample, problem, lists, standings_of(chosen), session, bias)


def _room(window: Window, shape: Shape, ways_out: Sequence[int], chance: random.Random) -> list[int]:
    """Rows and columns beyond the sides of a window, in the order of `SIDES`."""
    room = [0 if side in window.rims else chance.choice(ways_out) for side in SIDES]

    size = [window.rows + room[0] + room[2], window.columns + room[1] + room[3]]
    even = shape.kind is Division.EVEN
    while (max(size) ** 2 if even else size[0] * size[1]) > shape.most_cells and any(room):
        side = chance.choice([at for at, more in enumerate(room) if more])
        room[side], size[side % 2] = room[side] - 1, size[side % 2] - 1
    short = int(size[1] < size[0])
    beside = [at for at in (short, short + 2) if SIDES[at] not in window.rims]
    if even and beside:
        room[chance.choice(beside)] += max(size) - size[short]
    return room


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
