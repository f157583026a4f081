"""Tasks and results of grid readers: tokens at lattice places, and the names and order of places."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.layout import PictureShape
from puzzlelang.formats.text.split import TextRow, TextToken
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Line, Link, Place, View
from puzzlelang.geometry.sorts import Sort
from puzzlelang.typed.ir import Item


class Size(msgspec.Struct, frozen=True):
    """The known dimensions of a board before a block of it is read; None for unknown ones."""

    height: int | None = None
    width: int | None = None
    square: bool = False


class TokenGrid(msgspec.Struct, frozen=True):
    """A block that was read: height and width of the *board*, tokens by lattice place, hints by side and line.

    A place without a token was left empty in a picture, or belongs to a line that could not be read; a hint without a
    token was left empty.  `dropped` are the sides whose margins were not written at all.
    """

    height: int
    width: int
    tokens: Mapping[tuple[int, int], TextToken] = msgspec.field(default_factory=dict)
    hints: Mapping[str, tuple[tuple[TextToken, ...], ...]] = msgspec.field(default_factory=dict)
    dropped: frozenset[str] = frozenset()
    problems: tuple[Diagnostic, ...] = ()


class GridTask(msgspec.Struct, frozen=True):
    """The input of a grid reader: lines, known size, margins by side, and whether they may be left out.

    `plausible` says whether a token can stand in a cell; `edges` are the givens and finds between cells; `where` names
    the block in messages (`the board`, `block [room]`).
    """

    shape: PictureShape
    rows: tuple[TextRow, ...]
    size: Size
    sides: Mapping[str, Item]
    droppable: bool
    plausible: Callable[[str], bool]
    edges: Sequence[Item]
    where: str
    indentation: int | None = None


PicturePlace = Cell | Border | Link | Corner

SORTS: Mapping[PictureShape, tuple[Sort, ...]] = {
    PictureShape.CELLS: (Sort.CELL,),
    PictureShape.LINKS: (Sort.CELL, Sort.LINK),
    PictureShape.LATTICE: (Sort.CELL, Sort.BORDER, Sort.CORNER),
    PictureShape.CORNERS: (Sort.CORNER,),
}
"""The places that a picture shows."""

SIDES = ("top", "left", "right", "bottom")


def picture_places(geometry: Geometry, sort: Sort) -> tuple[PicturePlace, ...]:
    """The places of a sort in a picture; none for other sorts."""
    return tuple(place for place in geometry.places(sort) if isinstance(place, PicturePlace))


def place_name(place: Place) -> str:
    """The name of a place in messages."""
    return f"the {place}" if isinstance(place, Border | Corner) else str(place)


def margin_places(geometry: Geometry, sort: Sort, side: str) -> tuple[Line | View, ...]:
    """The lines or views of the hints on one side."""
    return geometry.views_from(side) if sort is Sort.VIEW else geometry.lines_at(side)
