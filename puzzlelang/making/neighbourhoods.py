"""Neighbourhoods of cells, translations, and the cells where two answers differ."""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.puzzle import Solution


def cells_of(place: object) -> Sequence[Cell]:
    """The cells of a place; none for a single value."""
    return (place,) if isinstance(place, Cell) else getattr(place, "cells", ())


def touches(place: object, cells: Collection[Cell]) -> bool:
    """Whether the place has one of these cells."""
    return any(cell in cells for cell in cells_of(place))


def differing_cells(answer: Solution, other: Solution) -> Sequence[Cell]:
    """The cells of the places where two answers differ."""
    found: dict[Cell, None] = {}
    for name, places in answer.values.items():
        for place, value in places.items():
            if other.values[name].get(place) != value:
                found.update(dict.fromkeys(cells_of(place)))
    return list(found)


def neighbourhood(middle: Collection[Cell], geometry: Geometry, far: int) -> set[Cell]:
    """The cells at most `far` rows and columns from one of these."""
    return {
        cell
        for cell in geometry.cells
        if any(abs(cell.row - one.row) <= far and abs(cell.column - one.column) <= far for one in middle)
    }


class Translation(msgspec.Struct, frozen=True):
    """A translation of some cells by rows `down` and columns to the `right`."""

    cells: Collection[Cell]
    down: int
    right: int


def translations(geometry: Geometry, middle: Collection[Cell], *, far: bool) -> Iterator[Translation]:
    """Translations of some cells with their neighbours; the identity, and with `far` all that stay on the board."""
    at = {(cell.row, cell.column): cell for cell in geometry.cells}
    here = neighbourhood(middle, geometry, 1)
    for down in range(-geometry.height, geometry.height + 1) if far else (0,):
        for right in range(-geometry.width, geometry.width + 1) if far else (0,):
            there, near = ([at.get((one.row + down, one.column + right)) for one in part] for part in (middle, here))
            if None not in near and set(near) == neighbourhood([one for one in there if one], geometry, 1):
                yield Translation(here, down, right)


def translated_lattice(place: object, down: int = 0, right: int = 0) -> object:
    """Return the lattice point of a cell, border, link or corner after a translation.

    Any other place is returned as it is for the identity; for any other translation the result is None.
    """
    if isinstance(place, Cell | Border | Link | Corner):
        row, column = place.lattice
        return row + 2 * down, column + 2 * right
    return place if down == right == 0 else None
