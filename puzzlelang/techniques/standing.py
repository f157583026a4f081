"""Occurrences of patterns on a board, as far as its givens decide.

Each place of a pattern on the board follows from that of one of its premises, the one that fits the fewest places
there.  So looking for patterns takes as long as there are places that they could be at, not as there are windows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.from_typed import own_values
from puzzlelang.puzzle import Puzzle, Unknown
from puzzlelang.techniques.given_lists import known_text
from puzzlelang.techniques.motions import WindowMotion, images
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.regions import areas_by_cell, fits
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.typed import ir

Step = tuple[int, int]
"""Rows down and columns right."""


class GivenBoard(msgspec.Struct, frozen=True):
    """A board as one window, with what is given; `unsure` are lattice coordinates of cells with a `?`.

    `areas`: the region of each cell.  `there`: the places by lattice coordinates.  `at`: the spots where each fact
    about givens holds, by name, sort and value.
    """

    window: Window
    areas: Mapping[tuple[int, int], Area]
    places: Mapping[Spot, Place]
    there: Mapping[tuple[int, int], Sequence[Place]]
    given: tuple[Fact, ...]
    facts: frozenset[Fact]
    at: Mapping[tuple[str, str, object], Sequence[Spot]]
    numbers: Mapping[tuple[str, Spot], int]
    unsure: frozenset[tuple[int, int]]


class Standing(msgspec.Struct, frozen=True):
    """An image of a pattern at a place of a board: its number, what it still needs there, and what it says then.

    `seen` are the premises that the givens satisfy, `step` leads from the window to its place.
    """

    number: int
    window: Window
    step: Step
    seen: tuple[Fact, ...]
    premises: frozenset[Fact]
    conclusions: tuple[Fact, ...]


def is_meant(rules: ir.Ruleset, assumed: Iterable[str], puzzle: Puzzle) -> bool:
    """Return whether a board has squares only, and by default all that patterns take to be so."""
    own = own_values(rules, puzzle)
    empty = {given.name for given in rules.givens if given.default is None and not own.givens.get(given.name)}
    changed = {*own.options, *(own.givens.keys() - empty), *own.partitions, *own.groups}
    return isinstance(puzzle.geometry, SquareGrid) and not changed & {*assumed}


def given_board(opened: OpenRules, puzzle: Puzzle) -> GivenBoard:
    """Return what is given on a board of squares."""
    geometry = puzzle.geometry
    assert isinstance(geometry, SquareGrid)
    sample = Sample(geometry, 0, 0)
    regions = puzzle.partitions.get(opened.partition, ())
    areas = tuple(sorted(Area(tuple(sorted(cell.lattice for cell in one.cells)), whole=True) for one in regions))
    window = Window(geometry.height, geometry.width, SIDES, areas)
    spots: Mapping[Place, Spot] = {**near(window, sample), **region_spots(window, sample, regions)}
    given = tuple(fact for one in opened.rules.givens for fact in _given_facts(opened, one, puzzle, spots))
    at: dict[tuple[str, str, object], list[Spot]] = {}
    for fact in given:
        at.setdefault((fact.name, fact.spot.sort, fact.value), []).append(fact.spot)
    numbers = {(fact.name, fact.spot): fact.value for fact in given if isinstance(fact.value, int)}
    unknown = (place for values in puzzle.givens.values() for place, value in values.items() if _is_unsure(value))
    unsure = frozenset(place.lattice for place in unknown if isinstance(place, Cell))
    places = {spot: place for place, spot in spots.items()}
    there: dict[tuple[int, int], list[Place]] = {}
    for spot, place in places.items():
        there.setdefault((spot.row, spot.column), []).append(place)
    return GivenBoard(window, areas_by_cell(window), places, there, given, frozenset(given), at, numbers, unsure)


def _is_unsure(value: object) -> bool:
    return isinstance(value, Unknown) or (isinstance(value, tuple) and any(map(_is_unsure, value)))


def _given_facts(opened: OpenRules, given: ir.Given, puzzle: Puzzle, spots: Mapping[Place, Spot]) -> Iterator[Fact]:
    """Yield what a board says of a given at each place that could have it."""
    kind, values = given.kind, puzzle.givens.get(given.name, {})
    if not opened.given(given.name) or not isinstance(kind, ir.SetKind | ir.FunctionKind):
        return
    for place, spot in spots.items():
        if place.sort is not kind.sort:
            continue
        match values.get(place):
            case None | False:
                yield Fact(given.name, spot, Presence.ABSENT)
            case True:
                yield Fact(given.name, spot, Presence.PRESENT)
            case int() | str() as value:
                yield Fact(given.name, spot, value)
                yield Fact(given.name, spot, Presence.PRESENT)
            case tuple() as numbers if (text := known_text(numbers)) is not None:
                yield Fact(given.name, spot, text)
                yield Fact(given.name, spot, Presence.PRESENT)
            case _:
                pass


def standings(
    opened: OpenRules, motions: Sequence[WindowMotion], patterns: Sequence[Pattern], board: GivenBoard
) -> Iterator[Standing]:
    """Yield every pattern wherever it can stand on a board as far as its givens tell."""
    for number, pattern in enumerate(patterns):
        for image in images(pattern, motions):
            given = [fact for fact in image.premises if opened.given(fact.name)]
            alike = [fact for fact in given if fact.name in opened.alike and isinstance(fact.value, int)]
            fixed = [fact for fact in given if fact not in alike]
            drawn = [fact for fact in image.premises if fact not in given]
            for step in _steps(image.window, fixed, board):
                if _stands(image.window, fixed, alike, board, step):
                    yield _standing(number, image, (*fixed, *alike), drawn, board, step)


def _standing(
    number: int, image: Pattern, given: Sequence[Fact], drawn: Sequence[Fact], board: GivenBoard, step: Step
) -> Standing:
    seen, premises, conclusions = (
        tuple(_move(fact, step) for fact in facts) for facts in (given, drawn, image.conclusions)
    )
    here = tuple(fact for fact in conclusions if board.window.has(fact.spot))
    return Standing(number, image.window, step, seen, frozenset(premises), here)


def _move(fact: Fact, step: Step) -> Fact:
    return msgspec.structs.replace(fact, spot=_spot(fact.spot, step))


def _spot(spot: Spot, step: Step) -> Spot:
    return Spot(spot.sort, spot.row + 2 * step[0], spot.column + 2 * step[1])


def _steps(window: Window, fixed: Sequence[Fact], board: GivenBoard) -> list[Step]:
    """The steps by which a window can lie on a board, as far as its rims and the rarest thing in it tell."""
    tall, wide = board.window.rows - window.rows, board.window.columns - window.columns
    kinds = [_steps_to_fact(fact, board) for fact in fixed if fact.value is not Presence.ABSENT]
    kinds += [_areas_at(area, board) for area in window.areas if area.whole]
    chosen: list[Step] = min(kinds, key=len, default=[])
    if not kinds:
        rows = [0] if "top" in window.rims else [tall] if "bottom" in window.rims else range(tall + 1)
        columns = [0] if "left" in window.rims else [wide] if "right" in window.rims else range(wide + 1)
        chosen = [(down, right) for down in rows for right in columns]
    ends = {"top": (0, 0), "left": (1, 0), "bottom": (0, tall), "right": (1, wide)}
    at_rims = [ends[side] for side in window.rims]
    return [
        step
        for step in chosen
        if 0 <= step[0] <= tall and 0 <= step[1] <= wide and all(step[axis] == end for axis, end in at_rims)
    ]


def _steps_to_fact(fact: Fact, board: GivenBoard) -> list[Step]:
    spots = board.at.get((fact.name, fact.spot.sort, fact.value), ())
    return [((one.row - fact.spot.row) // 2, (one.column - fact.spot.column) // 2) for one in spots]


def _areas_at(area: Area, board: GivenBoard) -> list[Step]:
    row, column = area.cells[0]
    alike = (one.cells[0] for one in board.window.areas if len(one.cells) == len(area.cells))
    return [((there[0] - row) // 2, (there[1] - column) // 2) for there in alike]


def _stands(window: Window, fixed: Sequence[Fact], alike: Sequence[Fact], board: GivenBoard, step: Step) -> bool:
    if not all(_move(fact, step) in board.facts for fact in fixed) or not _is_same(alike, board, step):
        return False
    if window.areas and not fits(window, board.areas, *step):
        return False
    down, right = step
    cells = ((2 * (down + row) + 1, 2 * (right + at) + 1) for row in range(window.rows) for at in range(window.columns))
    return not board.unsure or board.unsure.isdisjoint(cells)


def _is_same(facts: Sequence[Fact], board: GivenBoard, step: Step) -> bool:
    """Return whether places have the same numbers where facts have, and different ones where they differ."""
    there = [board.numbers.get((fact.name, _spot(fact.spot, step))) for fact in facts]
    pairs = Counter((fact.name, fact.value, value) for fact, value in zip(facts, there, strict=True))
    return None not in there and len(pairs) == len({one[:2] for one in pairs}) == len({one[::2] for one in pairs})
