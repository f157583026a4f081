"""Dots of Puzzle Team tasks that may lie in a cell, between two cells or between four."""

from collections.abc import Mapping, Sequence
from string import ascii_letters, ascii_lowercase

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzleteam.gaps import unwritable_error
from puzzlelang.geometry.rectangle import Geometry

_Point = tuple[int, int]
_SKIP = 25


def read_dots(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The gap before each dot, of all points in reading order: `a` to `y` for 0 to 24, `z` for 25 that no dot ends.

    A small letter ends in a white dot (W), a capital in a black one (B).  What is left behind the last is not told.
    """
    points, layers = _points(board.geometry), _layers(board.geometry)
    filled = {point for layer, _ in zip(layers, counts, strict=False) for point in layer}
    found: dict[_Point, PlacedItem] = {}
    at = 0
    while (sign := reader.peek()) and sign in ascii_letters and sign != "Z":
        start = reader.at
        reader.at += 1
        at += ascii_lowercase.index(sign.lower())
        if sign == "z":
            continue
        if at >= len(points):
            raise reader.wrong("this dot lies beyond the end of the board", start=start)
        if points[at] not in filled:
            raise reader.wrong("this dot lies where the rules have none", start=start)
        found[points[at]] = PlacedItem("W" if sign in ascii_lowercase else "B", reader.span(start))
        at += 1
    return [[found.get(point) for point in layer] for layer in layers]


def write_dots(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_dots` reads."""
    dots: Mapping[_Point, RawItem] = {
        point: value
        for points, layer in zip(_layers(board.geometry), layers, strict=False)
        for point, value in zip(points, layer, strict=True)
    }
    found, gap = "", 0
    for point in _points(board.geometry):
        value = dots.get(point)
        if value is None:
            gap += 1
            continue
        if value not in ("W", "B"):
            raise unwritable_error(value, "W or B")
        letter = ascii_lowercase[gap % _SKIP]
        found += "z" * (gap // _SKIP) + (letter if value == "W" else letter.upper())
        gap = 0
    return found


def _points(geometry: Geometry) -> list[_Point]:
    """The lattice places inside the rim, in reading order."""
    return [(row, column) for row in range(1, 2 * geometry.height) for column in range(1, 2 * geometry.width)]


def _layers(geometry: Geometry) -> Sequence[Sequence[_Point]]:
    """The lattice places of the three layers: cells, links, corners (those on the rim hold no dot)."""
    cells = [cell.lattice for cell in geometry.cells]
    links = [link.lattice for link in ordered_links(geometry)]
    return cells, links, [corner.lattice for corner in geometry.corners]
