"""Where techniques stand on a board whose givens are unknown, as premises and denials of variables."""

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Place, Region
from puzzlelang.problem.record import Problem
from puzzlelang.techniques.known import offsets, renamed
from puzzlelang.techniques.motions import images
from puzzlelang.techniques.on_board import KeptPatterns
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Spot, Window
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import regions_of
from tests.pattern_facts import Lists, ways

Values = Sequence[bool | int]


class Standing(msgspec.Struct, frozen=True):
    """A technique, by number, somewhere on a board: its premises, and the values by which a conclusion is denied.

    `areas`: what it needs of regions there.
    """

    number: int
    areas: tuple[Area, ...]
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


def images_of(kept: KeptPatterns) -> list[list[Pattern]]:
    """List each pattern after all turns and flips, with all numbers that only tell what is the same."""
    alike = kept.opened.alike
    patterns = (one.pattern() for one in kept.patterns)
    return [[other for one in images(pattern, kept.turns) for other in renamed(one, alike)] for pattern in patterns]


def standing_on(
    kept: KeptPatterns,
    patterns: Sequence[Sequence[Pattern]],
    sample: Sample,
    problem: Problem,
    lists: Lists,
    chance: random.Random,
) -> Iterator[Standing]:
    """Yield all patterns, of which all images are known, wherever they may stand on a board, in a random order."""
    regions = regions_of(kept.opened.partition, sample) if kept.opened.partition else ()
    cells = (tuple(sorted(cell.lattice for cell in region.cells)) for region in regions)
    areas = tuple(sorted(Area(some, whole=True) for some in cells))
    window = Window(sample.geometry.height, sample.geometry.width, SIDES, areas)
    places = {place: None for found in problem.finds.values() for place in found if isinstance(place, Region)}
    spots = {
        spot: place for place, spot in (*near(window, sample).items(), *region_spots(window, sample, places).items())
    }
    numbered = ((number, image) for number, every in enumerate(patterns) for image in every)
    every = [(number, image, step) for number, image in numbered for step in offsets(image.window, window)]
    chance.shuffle(every)
    for number, image, step in every:
        around = tuple(_moved(area, *step) for area in image.window.areas)
        standing = _standing(number, around, image.moved(*step), problem, spots, lists)
        if standing is not None:
            yield standing


def _moved(area: Area, down: int, right: int) -> Area:
    return Area(tuple((row + 2 * down, column + 2 * right) for row, column in area.cells), area.whole)


def _standing(
    number: int,
    areas: tuple[Area, ...],
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
    return Standing(number, areas, needed, tuple(dict.fromkeys(denials)))
