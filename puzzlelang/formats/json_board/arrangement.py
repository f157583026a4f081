"""The arrangement of values in JSON: cells in rows, lines and views in lists by kind, links by direction."""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Group, Line, Link, Place, Region, place_text
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid

Arrangement = object
"""What is at a place, lists of arrangements, or arrangements by name; None where the board has no cell."""

Ask = Callable[[Place], object]
"""What is at a place; None if nothing is."""


def arranged(sort: Sort, geometry: Geometry, regions: Sequence[Region | Group], ask: Ask) -> Arrangement:
    """Return what is at the places of a sort; `regions` are the regions, groups or paths that values belong to."""

    def values(places: Sequence[Place]) -> list[Arrangement]:
        return [ask(place) for place in places]

    if sort in (Sort.LINK, Sort.BORDER, Sort.CORNER) and not isinstance(geometry, SquareGrid):
        named = ((place, ask(place)) for place in geometry.places(sort) if isinstance(place, Link | Border | Corner))
        return {place_text(place): value for place, value in named if value is not None}
    match sort:
        case Sort.CELL:
            return [[None if cell is None else ask(cell) for cell in row] for row in rows_of_cells(geometry)]
        case Sort.LINE:
            return {f"{kind}s": values(lines) for kind, lines in families(geometry).items()}
        case Sort.VIEW:
            sides = dict.fromkeys(view.side for view in geometry.views)
            return {side: values([view for view in geometry.views if view.side == side]) for side in sides}
        case Sort.LINK:
            return _by_row([(link.lattice, ask(link)) for link in geometry.links])
        case Sort.BORDER:
            return _by_row([(border.lattice, ask(border)) for border in geometry.borders])
        case Sort.CORNER:
            wide = geometry.width + 1
            return [values(geometry.corners[start : start + wide]) for start in range(0, len(geometry.corners), wide)]
        case Sort.REGION | Sort.GIVEN_GROUP | Sort.PATH:
            return {region.label: ask(region) for region in regions}
        case Sort.DIRECTION:
            return {direction.name: ask(direction) for direction in geometry.directions}
        case Sort.GROUP:
            raise AssertionError("groups of cells hold no values")
        case _:
            assert_never(sort)


def _by_row(placed: Sequence[tuple[tuple[int, int], Arrangement]]) -> Arrangement:
    """Return items row by row: `vertical` for those between left and right cells, `horizontal` for the others."""
    result: dict[str, dict[int, list[Arrangement]]] = {"vertical": {}, "horizontal": {}}
    for (row, _), value in placed:
        result["vertical" if row % 2 else "horizontal"].setdefault(row, []).append(value)
    return {way: list(rows.values()) for way, rows in result.items()}


def rows_of_cells(geometry: Geometry) -> list[list[Cell | None]]:
    """The cells row by row; None where the board has none."""
    height, width = geometry.height, geometry.width
    return [[geometry.at(row, column) for column in range(1, width + 1)] for row in range(1, height + 1)]


def families(geometry: Geometry) -> Mapping[str, Sequence[Line]]:
    """The lines by their kind; those of a rectangle from the columns on."""
    result: dict[str, list[Line]] = {"column": []} if isinstance(geometry, SquareGrid) else {}
    for line in geometry.lines:
        result.setdefault(line.kind, []).append(line)
    return result
