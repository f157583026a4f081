"""Which cells a place has, which lie near, and where two answers differ."""

from collections.abc import Collection, Sequence

from puzzlelang.geometry import Cell, Geometry
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


def within(middle: Collection[Cell], geometry: Geometry, far: int) -> Collection[Cell]:
    """The cells that are at most `far` rows and columns away from one of these."""
    return {
        cell
        for cell in geometry.cells
        if any(abs(cell.row - one.row) <= far and abs(cell.column - one.column) <= far for one in middle)
    }
