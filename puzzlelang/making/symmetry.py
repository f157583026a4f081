"""Symmetries of a board: rotations by a half and a quarter turn, and reflection."""

import enum
from collections.abc import Callable, Iterable, Mapping

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Link, Place, Square, View
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key


class Symmetry(enum.Enum):
    """The symmetry of clues."""

    NONE = "none"
    HALF_TURN = "half-turn"
    QUARTER_TURN = "quarter-turn"
    MIRROR = "mirror"


SYMMETRIES = tuple(symmetry.value for symmetry in Symmetry)

Point = tuple[int, int]
"""Lattice coordinates, see `geometry`."""

Move = Callable[[Point], Point]
"""A map from lattice points to their images."""

_COARSE = 20
"""Lattice coordinates of tilings that count as one when images are looked up."""

_OUTSIDE = {"top": (-2, 0), "bottom": (2, 0), "left": (0, -2), "right": (0, 2)}
"""Offset from the first cell of a view to where the looker stands."""


def symmetry_of_name(name: str, geometry: Geometry) -> Symmetry:
    """The symmetry of that name.  Raises `Failed` if there is none (E333), or not on a board of this shape (E331)."""
    if name not in SYMMETRIES:
        raise fail("E333", f"there is no symmetry `{name}`", hint=f"there are {join_words(SYMMETRIES)}")
    symmetry = Symmetry(name)
    square = isinstance(geometry, SquareGrid) and geometry.height == geometry.width
    if symmetry is Symmetry.QUARTER_TURN and not square:
        shape = f"{geometry.height}x{geometry.width}"
        raise fail("E331", f"a board of {shape} has no quarter-turn", hint="take `half-turn` or `mirror`")
    return symmetry


def orbits(geometry: Geometry, symmetry: Symmetry, places: Iterable[Key]) -> Mapping[Key, int]:
    """The number of the orbit of each place: places of one orbit are images of each other.

    An image that is not among the places, such as of a region with another shape there, ends an orbit.
    """
    listed = list(places)
    exact = isinstance(geometry, SquareGrid)
    still: Move = (lambda point: point) if exact else _rounded
    by_signature = {_signature(place, still): place for place in listed if place is not None}
    image = _point_map(geometry, symmetry)
    move: Move = image if exact else (lambda point: _rounded(image(point)))
    found: dict[Key, int] = {}
    for start in listed:
        number, place = len(found), start
        while place is not None and place not in found:
            found[place] = number
            place = by_signature.get(_signature(place, move))
        found.setdefault(start, number)
    return found


def _rounded(point: Point) -> Point:
    """A lattice point in coarser steps, since coordinates of tilings are rounded."""
    return round(point[0] / _COARSE), round(point[1] / _COARSE)


def _signature(place: Place, move: Move) -> object:
    """A key of a place by its kind and the position of its image."""
    match place:
        case Cell() | Border() | Link() | Corner():
            return type(place).__name__, move(place.lattice)
        case View(_, side, _, cells) if side not in _OUTSIDE or not isinstance(cells[0], Square):
            return "View", move(cells[0].lattice), move(cells[-1].lattice)
        case View(_, side, _, cells):
            (row, column), (down, right) = cells[0].lattice, _OUTSIDE[side]
            return "View", move((row + down, column + right))
        case Direction(index):
            return "Direction", index
        case _:
            return type(place).__name__, frozenset(move(cell.lattice) for cell in place.cells)


def _extent(geometry: Geometry) -> Point:
    """The sums of the coordinates of two opposite corners of the board, downwards and to the right."""
    if isinstance(geometry, SquareGrid):
        return 2 * geometry.height, 2 * geometry.width
    downs, rights = zip(*(corner.lattice for corner in geometry.corners), strict=True)
    return min(downs) + max(downs), min(rights) + max(rights)


def _point_map(geometry: Geometry, symmetry: Symmetry) -> Move:
    tall, wide = _extent(geometry)
    match symmetry:
        case Symmetry.NONE:
            return lambda point: point
        case Symmetry.HALF_TURN:
            return lambda point: (tall - point[0], wide - point[1])
        case Symmetry.QUARTER_TURN:
            return lambda point: (point[1], tall - point[0])
        case Symmetry.MIRROR:
            return lambda point: (point[0], wide - point[1])
