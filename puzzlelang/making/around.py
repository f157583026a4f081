"""Which cells a place has, which lie near, and where two answers differ."""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.puzzle import Solution


def cells_of(place: object) -> Sequence[Cell]:
    """The cells of a place; none of what has no place."""
    return (place,) if isinstance(place, Cell) else getattr(place, "cells", ())


def touches(place: object, cells: Collection[Cell]) -> bool:
    """Whether one of the cells is one of the place."""
    return any(cell in cells for cell in cells_of(place))


def differing(answer: Solution, other: Solution) -> Sequence[Cell]:
    """The cells of the places where two answers differ."""
    found: dict[Cell, None] = {}
    for name, places in answer.values.items():
        for place, value in places.items():
            if other.values[name].get(place) != value:
                found.update(dict.fromkeys(cells_of(place)))
    return list(found)


def within(middle: Collection[Cell], geometry: Geometry, far: int) -> set[Cell]:
    """The cells that are at most `far` rows and columns away from one of these."""
    return {
        cell
        for cell in geometry.cells
        if any(abs(cell.row - one.row) <= far and abs(cell.column - one.column) <= far for one in middle)
    }


class Move(msgspec.Struct, frozen=True):
    """Some cells of a board, and so many rows `down` and columns to the `right`, where others lie alike."""

    cells: Collection[Cell]
    down: int
    right: int


def moves(geometry: Geometry, middle: Collection[Cell], *, far: bool) -> Iterator[Move]:
    """Some cells with those next to them, where they are, and if `far` wherever else all these are."""
    at = {(cell.row, cell.column): cell for cell in geometry.cells}
    here = within(middle, geometry, 1)
    for down in range(-geometry.height, geometry.height + 1) if far else (0,):
        for right in range(-geometry.width, geometry.width + 1) if far else (0,):
            there, near = ([at.get((one.row + down, one.column + right)) for one in part] for part in (middle, here))
            if None not in near and set(near) == within([one for one in there if one], geometry, 1):
                yield Move(here, down, right)


def lattice(place: object, down: int = 0, right: int = 0) -> object:
    """Where a place lies so many rows and columns further; one that is no cell, border, link or corner never moves."""
    if isinstance(place, Cell | Border | Link | Corner):
        row, column = place.lattice
        return row + 2 * down, column + 2 * right
    return place if down == right == 0 else None
