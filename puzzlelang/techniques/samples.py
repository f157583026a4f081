"""Sample boards around a window, of which only the window matters."""

import functools
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link, Place, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.techniques.record import SIDES, Spot, Window
from puzzlelang.techniques.regions import Surrounding, region_names

_ROOM = ((2, 2, 2, 2), (1, 6, 7, 1), (6, 1, 1, 7))
"""Rows and columns beyond the top, left, bottom and right of a window, for each sample.

Each side is once the last but one of its board, and once has room for more than the numbers that are premises: a
length that fits on no sample would seem to be impossible.  Rows and columns are odd and even in number, and so are
those before the window: what depends on any of these numbers differs somewhere.
"""


class Sample(msgspec.Struct, frozen=True):
    """A board, and how many of its rows and columns lie before the window; with regions, a name for each cell."""

    geometry: SquareGrid
    above: int
    before: int
    regions: Mapping[Cell, str] = msgspec.field(default_factory=dict)

    def spot(self, place: Place) -> Spot | None:
        """The spot of a place, None for one that has none, as a row."""
        match place:
            case Cell() | Border() | Link() | Corner():
                row, column = place.lattice
                return Spot(place.sort.value, row - 2 * self.above, column - 2 * self.before)
            case _:
                return None


def samples(window: Window, *, regions: bool = False) -> tuple[Sample, ...]:
    """The sample boards of a window all of whose other sides have room; with `regions` if the rules have such."""
    plain = _boards(window.rows, window.columns, window.rims)
    if not regions:
        return plain
    result = []
    for number, surrounding in enumerate(Surrounding):
        board = _largest(plain) if surrounding is Surrounding.EACH else plain[number % len(plain)]
        lattice = {
            cell: (2 * (cell.row - board.above) - 1, 2 * (cell.column - board.before) - 1)
            for cell in board.geometry.cells
        }
        named = region_names(window, tuple(lattice.values()), surrounding)
        name_of = {cell: named[at] for cell, at in lattice.items()}
        result.append(msgspec.structs.replace(board, regions=name_of))
    return tuple(result)


def _largest(boards: Iterable[Sample]) -> Sample:
    """The board with most cells, which has some far from the window."""
    return max(boards, key=lambda one: len(one.geometry.cells))


@functools.lru_cache(maxsize=256)
def _boards(rows: int, columns: int, rims: tuple[str, ...]) -> tuple[Sample, ...]:
    """The boards of a window without regions, of which each is worked out once."""
    result: dict[tuple[int, ...], Sample] = {}
    for room in _ROOM:
        beyond = tuple(0 if side in rims else more for side, more in zip(SIDES, room, strict=True))
        above, before, below, behind = beyond
        geometry = SquareGrid(rows + above + below, columns + before + behind)
        result.setdefault(beyond, Sample(geometry, above, before))
    return tuple(result.values())


def near(window: Window, sample: Sample) -> Mapping[Place, Spot]:
    """The places that a pattern may speak of: in the window, or with an end in it; regions are named by `region`."""
    return _near(window.rows, window.columns, sample.geometry, sample.above, sample.before)


@functools.lru_cache(maxsize=1024)
def _near(rows: int, columns: int, geometry: SquareGrid, above: int, before: int) -> Mapping[Place, Spot]:
    window, sample = Window(rows, columns), Sample(geometry, above, before)
    return {place: spot for place in _places(geometry) if (spot := sample.spot(place)) and _ends(window, spot)}


def region_spots(window: Window, sample: Sample, regions: Iterable[Region]) -> Mapping[Place, Spot]:
    """The regions that are whole in a window."""
    result: dict[Place, Spot] = {}
    for region in regions:
        cells = tuple(sorted((spot.row, spot.column) for cell in region.cells if (spot := sample.spot(cell))))
        area = next((area for area in window.areas if area.whole and area.cells == cells), None)
        if area is not None:
            result[region] = area.spot
    return result


def _places(geometry: SquareGrid) -> Iterator[Place]:
    yield from geometry.cells
    yield from geometry.borders
    yield from geometry.links
    yield from geometry.corners


def _ends(window: Window, spot: Spot) -> bool:
    """Return whether a spot lies in a window, or ends there: a link at a cell, a border at a corner."""
    ends = [(spot.row + down, spot.column + right) for down, right in ((0, 0), (-1, 0), (0, -1), (1, 0), (0, 1))]
    match spot.sort:
        case "cell":
            return window.holds(spot.row, spot.column)
        case "link":
            return any(row % 2 and column % 2 and window.holds(row, column) for row, column in ends)
        case "border":
            return any(not (row % 2 or column % 2) and _is_corner(window, row, column) for row, column in ends)
        case _:
            return _is_corner(window, spot.row, spot.column)


def _is_corner(window: Window, row: int, column: int) -> bool:
    return 0 <= row <= 2 * window.rows and 0 <= column <= 2 * window.columns


@functools.lru_cache(maxsize=4096)
def contexts(window: Window) -> tuple[Window, ...]:
    """Every way in which a window can lie on a board: with its rims, and with any other sides at the rim as well.

    In each of them the sides that are not named have room.
    """
    others = [side for side in SIDES if side not in window.rims]
    result = []
    for chosen in range(2 ** len(others)):
        more = {side for bit, side in enumerate(others) if chosen >> bit & 1}
        rims = tuple(side for side in SIDES if side in more or side in window.rims)
        result.append(msgspec.structs.replace(window, rims=rims))
    return tuple(sorted(result, key=lambda one: len(one.rims)))
