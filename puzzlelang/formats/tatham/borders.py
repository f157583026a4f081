"""Pieces of game IDs that cut the board into regions, and clues of regions."""

import re
from collections.abc import Sequence
from string import ascii_lowercase
from typing import TypeVar

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import from_links, ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.tatham import runs
from puzzlelang.formats.tatham.marks import as_marks, marks
from puzzlelang.geometry.square_grid import SquareGrid

LONG_IN_BLOCKS = 26
"""Places that z skips in blocks and cages."""

_BLOCKS = re.compile(r"(\d+)x(\d+)", re.ASCII)
_REPEATED = re.compile(r"([_a-z])\1{2,}")
_RESULTS = "asmd"

T = TypeVar("T")


def read_edges(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders as marks: the vertical ones row by row, then the horizontal ones column by column."""
    return [_by_rows(marks(reader, counts[0], repeats=True), board.geometry)]


def write_edges(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_edges`, with a number where a letter stands three times or more."""
    result = as_marks(_by_columns(layers[0], board.geometry))
    return _REPEATED.sub(lambda run: f"{run[1]}{len(run[0])}", result)


def read_blocks(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read the borders of blocks: for a size Nj a comma and borders.

    For a size RxC no text is read: the blocks have R rows and C columns.
    """
    links, result = ordered_links(board.geometry), _BLOCKS.match(board.flags)
    if result is None:
        reader.literal(",")
        return [_by_rows(marks(reader, counts[0], long=LONG_IN_BLOCKS), board.geometry)]
    tall, wide = int(result[1]), int(result[2])
    here = reader.span(reader.at)
    borders: list[PlacedItem | None] = []
    for link in links:
        one, other = (((cell.row - 1) // tall, (cell.column - 1) // wide) for cell in link.cells)
        borders.append(PlacedItem(1, here) if one != other else None)
    return [borders]


def write_blocks(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_blocks`."""
    if block_size(layers[0], board.geometry) is not None:
        return ""
    return "," + as_marks(_by_columns(layers[0], board.geometry), long=LONG_IN_BLOCKS)


def block_size(layer: Sequence[RawItem], geometry: SquareGrid) -> tuple[int, int] | None:
    """Return the size (rows, columns) of the equal blocks that borders cut a square board into, else None.

    Raises `Failed` if there are no borders at all on a board of more than one cell.
    """
    links, side = ordered_links(geometry), geometry.width
    cut = {link for link, value in zip(links, layer, strict=True) if value not in (None, 0)}
    if links and not cut:
        raise fail("E208", "the board does not draw its blocks", hint="draw the partition as a block of the board")
    first = {cell.column for cell in from_links(geometry, "", cut)[0].cells}
    wide = len(first)
    tall = side // wide
    straight = {
        link
        for link in links
        if (link.first.row - 1) // tall != (link.second.row - 1) // tall
        or (link.first.column - 1) // wide != (link.second.column - 1) // wide
    }
    return (tall, wide) if wide * tall == side and cut == straight else None


def read_cages(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A label for each cell, and a sum for each cage, which stands at its first cell; nothing at all without a k."""
    geometry = board.geometry
    if "k" not in board.flags:
        return [[None] * counts[0], []]
    reader.literal(",")
    links, start = ordered_links(geometry), reader.at
    result = _by_rows(marks(reader, len(links), long=LONG_IN_BLOCKS), geometry)
    cut = {link: border.span for link, border in zip(links, result, strict=True) if border is not None}
    within = inner_walls.walls_inside_regions(from_links(geometry, "", cut), cut)
    if within:
        raise fail("E204", "here is a border with one cage on both sides", next(iter(within.values())))
    span = reader.span(start)
    reader.literal(",")
    (sums,) = runs.NUMBERS.decode(reader, [counts[0]], board)
    labels: list[PlacedItem | None] = [None] * counts[0]
    totals: list[PlacedItem | None] = []
    for region in from_links(geometry, "", cut):
        for cell in region.cells:
            labels[cell.index] = PlacedItem(region.label, span)
            one = sums[cell.index]
            if one is not None and cell is not region.cells[0]:
                raise fail("E203", "a sum stands at the first cell of its cage", one.span)
        totals.append(sums[region.cells[0].index])
    return [labels, totals]


def write_cages(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_cages`; cells without a cage cannot be written, and raise `Failed`."""
    labels, totals = layers[0], layers[1] if len(layers) > 1 else ()
    if all(label is None for label in labels):
        return ""
    if None in labels:
        raise fail("E208", "a game ID wants every cell in a cage")
    links, geometry = ordered_links(board.geometry), board.geometry
    borders: list[RawItem] = [1 if labels[k.first.index] != labels[k.second.index] else None for k in links]
    cut = {link for link, border in zip(links, borders, strict=True) if border}
    regions = from_links(geometry, "", cut)
    if len(regions) != len(set(labels)):
        raise fail("E208", "a game ID wants every cage in one piece")
    sums: list[RawItem] = [None] * len(labels)
    for region, total in zip(regions, totals, strict=False):
        sums[region.cells[0].index] = total
    edges = as_marks(_by_columns(borders, geometry), long=LONG_IN_BLOCKS)
    return f",{edges},{runs.NUMBERS.encode([sums], board)}"


def read_results(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A letter and a number for each region: the letter chooses one of four layers."""
    layers: list[list[PlacedItem | None]] = [[None] * counts[0] for _ in _RESULTS]
    for index in range(counts[0]):
        start = reader.at
        sign = reader.take("the sum, difference, product or quotient of a region")
        if sign not in _RESULTS:
            raise reader.wrong(f"`{sign}` is none of a, s, m and d", start=start)
        value = reader.number("the number of a region")
        layers[_RESULTS.index(sign)][index] = PlacedItem(value, reader.span(start))
    return layers


def write_results(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_results`; every region must have one number, else it raises `Failed`."""
    result = ""
    for values in zip(*layers, strict=True):
        numbers = [(letter, value) for letter, value in zip(_RESULTS, values, strict=True) if value is not None]
        if len(numbers) != 1:
            raise fail("E208", f"a game ID wants one number for each region, and one has {len(numbers)}")
        result += numbers[0][0] + runs.decimal(numbers[0][1])
    return result


def read_alternating(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read runs of places without and with a border in turn; z is 25 places of a run that goes on.

    The first place is an extra one without a border.  Then come the horizontal borders row by row, then the vertical
    ones column by column.
    """
    result: list[PlacedItem | None] = []
    border = False
    while len(result) <= counts[0]:
        start = reader.at
        sign = reader.take("a run of borders")
        if sign not in ascii_lowercase:
            raise reader.wrong(f"`{sign}` is no small letter", start=start)
        length = 25 if sign == "z" else ascii_lowercase.index(sign) + 1
        result += [PlacedItem(1, reader.span(start)) if border else None] * length
        border = border if sign == "z" else not border
        if len(result) > counts[0] + 1:
            raise reader.wrong("this goes beyond the last place", start=start)
    across, height = _across(board.geometry), board.geometry.height
    rest = result[across + 1 :]
    return [[*(item for row in range(height) for item in rest[row::height]), *result[1 : across + 1]]]


def write_alternating(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_alternating`."""
    vertical, wide = len(layers[0]) - _across(board.geometry), board.geometry.width - 1
    columns = [item for column in range(wide) for item in layers[0][column:vertical:wide]]
    result, length, border = "", 1, False
    for value in [*layers[0][vertical:], *columns, "end"]:
        if value != "end" and (value not in (None, 0)) == border:
            length += 1
            continue
        while length > 25:
            result, length = result + "z", length - 25
        result += ascii_lowercase[length - 1]
        length, border = 1, not border
    return result


def _across(geometry: SquareGrid) -> int:
    """The number of horizontal borders inside the board."""
    return geometry.width * (geometry.height - 1)


def _by_rows(layer: Sequence[T], geometry: SquareGrid) -> list[T]:
    """Items of borders, the horizontal ones by column, in the order of `ordered_links`."""
    vertical, rows = len(layer) - _across(geometry), geometry.height - 1
    rest = layer[vertical:]
    return [*layer[:vertical], *(item for row in range(rows) for item in rest[row::rows])]


def _by_columns(layer: Sequence[T], geometry: SquareGrid) -> list[T]:
    vertical, width = len(layer) - _across(geometry), geometry.width
    rest = layer[vertical:]
    return [*layer[:vertical], *(item for column in range(width) for item in rest[column::width])]
