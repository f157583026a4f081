"""Symmetries of a board: turns and reflection.

A board of squares is turned about its middle by closed forms; one on another lattice by the turns and flips that lay
the lattice on itself and the board on itself.
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.mesh import Motion, mesh
from puzzlelang.geometry.motions import motions
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Link, Place, Square, View
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key


class Symmetry(enum.Enum):
    """The symmetry of clues."""

    NONE = "none"
    HALF_TURN = "half-turn"
    THIRD_TURN = "third-turn"
    QUARTER_TURN = "quarter-turn"
    SIXTH_TURN = "sixth-turn"
    MIRROR = "mirror"


SYMMETRIES = tuple(symmetry.value for symmetry in Symmetry)

Point = tuple[int, int]
"""Lattice coordinates, see `geometry`."""

Move = Callable[[Point], Point]
"""A map from lattice points to their images."""

_COARSE = 20
"""Lattice coordinates of tilings that count as one when images are looked up."""

_ORDERS = {Symmetry.HALF_TURN: 2, Symmetry.THIRD_TURN: 3, Symmetry.QUARTER_TURN: 4, Symmetry.SIXTH_TURN: 6}
"""After so many turns everything is where it was."""

_OUTSIDE = {"top": (-2, 0), "bottom": (2, 0), "left": (0, -2), "right": (0, 2)}
"""Offset from the first cell of a view to where the looker stands."""


def symmetry_of_name(name: str, geometry: Geometry) -> Symmetry:
    """The symmetry of that name.  Raises `Failed` if there is none (E333), or not on a board of this shape (E331)."""
    if name not in SYMMETRIES:
        raise fail("E333", f"there is no symmetry `{name}`", hint=f"there are {join_words(SYMMETRIES)}")
    symmetry = Symmetry(name)
    if _point_map(geometry, symmetry) is None:
        there = [one.value for one in Symmetry if one is not Symmetry.NONE and _point_map(geometry, one) is not None]
        what = "" if isinstance(geometry, SquareGrid) else f" {geometry.lattice} cells"
        hint = f"take {join_words((f'`{one}`' for one in there), 'or')}" if there else "this board has no symmetry"
        raise fail("E331", f"a board of {geometry.height}x{geometry.width}{what} has no {name}", hint=hint)
    return symmetry


def orbits(geometry: Geometry, symmetry: Symmetry, places: Iterable[Key]) -> Mapping[Key, int]:
    """The number of the orbit of each place: places of one orbit are images of each other.

    An image that is not among the places, such as of a region with another shape there, ends an orbit.
    """
    listed = list(places)
    near: Move = (lambda point: point) if isinstance(geometry, SquareGrid) else _nearest()
    by_signature = {_signature(place, near): place for place in listed if place is not None}
    image = _point_map(geometry, symmetry)
    result: dict[Key, int] = {}
    for start in listed:
        number, place = len(result), start
        while image is not None and place is not None and place not in result:
            result[place] = number
            place = by_signature.get(_signature(place, lambda point: near(image(point))))
        result.setdefault(start, number)
    return result


def _nearest() -> Move:
    """A map of points to the first one that was met nearby, since coordinates of tilings are rounded."""
    known: dict[Point, Point] = {}

    def nearest(point: Point) -> Point:
        down, right = round(point[0] / _COARSE), round(point[1] / _COARSE)
        around = ((down + below, right + beside) for below in (0, -1, 1) for beside in (0, -1, 1))
        return next((known[one] for one in around if one in known), None) or known.setdefault((down, right), point)

    return nearest


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


def _point_map(geometry: Geometry, symmetry: Symmetry) -> Move | None:
    """Return where a symmetry takes the points of a board; None if the board does not have it."""
    if symmetry is Symmetry.NONE:
        return lambda point: point
    if not isinstance(geometry, SquareGrid):
        return _motion_map(geometry, symmetry)
    tall, wide = 2 * geometry.height, 2 * geometry.width
    match symmetry:
        case Symmetry.HALF_TURN:
            return lambda point: (tall - point[0], wide - point[1])
        case Symmetry.QUARTER_TURN if tall == wide:
            return lambda point: (point[1], tall - point[0])
        case Symmetry.MIRROR:
            return lambda point: (point[0], wide - point[1])
        case _:
            return None


def _motion_map(geometry: Geometry, symmetry: Symmetry) -> Move | None:
    """The first turn or flip of this kind that lays the board on itself; a flip from left to right goes first."""
    order = _ORDERS.get(symmetry)
    fitting = [one for one in motions(geometry.lattice) if (None if one.flips else one.turns) == order]
    for motion in sorted(fitting, key=lambda one: mesh(geometry.lattice).linear(one)[0][0]):
        for image in _board_images(geometry, motion):
            return _affine(geometry, motion, image)
    return None


def _board_images(geometry: Geometry, motion: Motion) -> Iterator[Cell]:
    """Yield where the first cell goes, for each shift behind the motion that lays the board on itself."""
    at = geometry.cell_by_spot
    turned = [motion(spot) for spot in at]
    down, right, face = turned[0]
    for (row, column, other), cell in at.items():
        below, beside = row - down, column - right
        if other == face and all((r + below, c + beside, one) in at for r, c, one in turned):
            yield cell


def _affine(geometry: Geometry, motion: Motion, image: Cell) -> Move:
    """The map of points that turns or flips, and takes the middle of the first cell to that of its image."""
    (a, b), (c, d) = mesh(geometry.lattice).linear(motion)
    (down, right), (below, beside) = geometry.cells[0].lattice, image.lattice

    def moved(point: Point) -> Point:
        x, y = point[1] - right, point[0] - down
        return round(below + c * x + d * y), round(beside + a * x + b * y)

    return moved
