"""Names and orders the places of a board in board text."""

from collections.abc import Mapping

from puzzlelang.formats.text.layout import PictureShape
from puzzlelang.geometry.places import DIRECTIONS, Border, Cell, Corner, Direction, Line, Link, Place, Region, View
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.geometry.sorts import Sort

Pictured = Cell | Border | Link | Corner

SORTS: Mapping[PictureShape, tuple[Sort, ...]] = {
    PictureShape.CELLS: (Sort.CELL,),
    PictureShape.LINKS: (Sort.CELL, Sort.LINK),
    PictureShape.LATTICE: (Sort.CELL, Sort.BORDER, Sort.CORNER),
    PictureShape.CORNERS: (Sort.CORNER,),
}
"""The places that a picture shows."""

SIDES = ("top", "left", "right", "bottom")


def picture_places(geometry: Geometry, sort: Sort) -> tuple[Pictured, ...]:
    """The places of a sort in a picture; none for other sorts."""
    match sort:
        case Sort.CELL:
            return geometry.cells
        case Sort.LINK:
            return geometry.links
        case Sort.BORDER:
            return geometry.borders
        case Sort.CORNER:
            return geometry.corners
        case _:
            return ()


def place_name(place: Place) -> str:
    """The name of a place in messages."""
    return f"the {place}" if isinstance(place, Border | Corner) else str(place)


def beside(geometry: Geometry, sort: Sort, side: str) -> tuple[Line | View, ...]:
    """The lines or views of the hints on one side."""
    return geometry.views_from(side) if sort is Sort.VIEW else geometry.beside(side)


def labelled_places(sort: Sort, partition: tuple[Region, ...]) -> Mapping[str, Region | Direction]:
    """Regions by their labels on the board, or directions by their names."""
    if sort is Sort.DIRECTION:
        return {direction.name: direction for direction in DIRECTIONS}
    return {region.label: region for region in partition}
