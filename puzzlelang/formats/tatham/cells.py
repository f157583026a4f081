"""Pieces of game IDs with an item of its own kind for each cell."""

from collections import Counter
from collections.abc import Mapping, Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.tatham.runs import decimal, read_each, read_with_span, unwritable_error, write_each
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid

_ALONE = "*"
_HALVES = {"L": ("R", 0, 1), "R": ("L", 0, -1), "T": ("B", 1, 0), "B": ("T", -1, 0)}
"""For each half of a domino the other one, and rows and columns from here to there."""

_ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_SIGNS = (("U", -1, 0), ("R", 0, 1), ("D", 1, 0), ("L", 0, -1))
"""The signs of a cell in the order in which they are written, with the way to the neighbour they are about."""

_BARS = {"v": (0, 1), "h": (1, 0)}
"""The bars of a cell in the order in which they are written: rows and columns from it to the neighbour behind."""


def read_halves(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:  # noqa: ARG001
    """L, R, T and B for the left, right, top and bottom halves of dominoes, `*` for a cell alone: a label for each."""
    start, cells = reader.at, board.geometry.cells
    text = reader.take(f"a letter for each of {len(cells)} cells", len(cells))
    result: list[PlacedItem | None] = []
    for cell, sign in zip(cells, text, strict=True):
        span = reader.source.span(start + cell.index, start + cell.index + 1)
        if sign not in _HALVES and sign != _ALONE:
            raise fail("E203", f"`{sign}` is none of L, R, T, B and *", span)
        other = _other_half(board.geometry, cell, sign)
        if sign != _ALONE and (other is None or text[other.index] != _HALVES[sign][0]):
            raise fail("E203", f"the other half of the domino of {cell} is missing", span)
        result.append(PlacedItem(str(min(cell.index, cell.index if other is None else other.index)), span))
    return [result]


def _other_half(geometry: SquareGrid, cell: Cell, sign: str) -> Cell | None:
    return None if sign == _ALONE else geometry.step(cell, *_HALVES[sign][1:])


def write_halves(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_halves`; other regions than dominoes and single cells raise `Failed`."""
    (labels,) = layers
    size = Counter(labels)
    result = ""
    for cell in board.geometry.cells:
        label = labels[cell.index]
        halves = [
            sign
            for sign in _HALVES
            if (other := _other_half(board.geometry, cell, sign)) is not None and labels[other.index] == label
        ]
        if label is None or size[label] != len(halves) + 1 or len(halves) > 1:
            raise fail("E208", f"{cell} lies in no domino", hint="a game ID holds dominoes and single cells only")
        result += halves[0] if halves else _ALONE
    return result


def read_arrows(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Return for each cell perhaps a number, then a letter a to h for an arrow, clockwise from north."""
    numbers: list[PlacedItem | None] = []
    arrows: list[PlacedItem | None] = []
    for _place in range(counts[0]):
        known = reader.peek().isdigit()
        numbers.append(read_with_span(reader, lambda: reader.number("a number")) if known else None)
        start = reader.at
        sign = reader.take("an arrow")
        if sign not in "abcdefgh":
            raise reader.wrong(f"`{sign}` is no arrow", start=start, hint="an arrow is a letter from a to h")
        arrows.append(PlacedItem(_ARROWS["abcdefgh".index(sign)], reader.span(start)))
    return [numbers, arrows]


def write_arrows(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_arrows`."""
    result = ""
    for number, arrow in zip(*layers, strict=True):
        if not isinstance(arrow, str) or arrow not in _ARROWS:
            raise unwritable_error(arrow, ", ".join(_ARROWS))
        result += ("" if number is None else decimal(number)) + "abcdefgh"[_ARROWS.index(arrow)]
    return result


def read_compared(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a number (0 for none), the signs towards its neighbours, a comma.

    A link is `more` if the sign stands at its first cell, `less` if at the second, `both` if at both.
    """
    numbers: list[PlacedItem | None] = []
    index = {frozenset(link.cells): place for place, link in enumerate(ordered_links(board.geometry))}
    signs: list[PlacedItem | None] = [None] * counts[1]
    for cell in board.geometry.cells:
        number = read_with_span(reader, lambda: reader.number("a digit, 0 for none"))
        numbers.append(None if number.value == 0 else number)
        while reader.peek() in tuple("URDL"):
            start = reader.at
            sign = reader.take("a sign")
            rows, columns = next((rows, columns) for name, rows, columns in _SIGNS if name == sign)
            other = board.geometry.step(cell, rows, columns)
            if other is None:
                raise reader.wrong(f"`{sign}` points off the board", start=start)
            place = index[frozenset((cell, other))]
            here = "more" if cell.index < other.index else "less"
            before = signs[place]
            value = here if before is None or before.value == here else "both"
            signs[place] = PlacedItem(value, reader.span(start))
        reader.literal(",")
    return [numbers, signs]


def write_compared(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_compared`."""
    index = {frozenset(link.cells): place for place, link in enumerate(ordered_links(board.geometry))}
    result = ""
    for cell in board.geometry.cells:
        number = layers[0][cell.index]
        result += "0" if number is None else decimal(number)
        for name, rows, columns in _SIGNS:
            other = board.geometry.step(cell, rows, columns)
            if other is not None:
                sign = layers[1][index[frozenset((cell, other))]]
                here = "more" if cell.index < other.index else "less"
                result += name if sign in (here, "both") else ""
        result += ","
    return result


def read_barred(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a digit or small letter, then `v` for a bar at its right, `h` for one below it.

    A bar is a mark of a link; at the rim it is a mark of the line, if there is such a layer.
    """
    index = {frozenset(link.cells): place for place, link in enumerate(ordered_links(board.geometry))}
    layers: list[list[PlacedItem | None]] = [[None] * count for count in counts]
    for cell in board.geometry.cells:
        layers[0][cell.index] = read_with_span(reader, lambda: read_each(reader))
        while reader.peek() in tuple(_BARS):
            start = reader.at
            name = reader.take("a bar")
            layer, place = _barred_place(board.geometry, cell, _BARS[name], index)
            if layer == len(layers):
                raise reader.wrong(f"`{name}` is a bar at the rim of the board", start=start)
            layers[layer][place] = PlacedItem(1, reader.span(start))
    return layers


def _barred_place(
    geometry: SquareGrid, cell: Cell, way: tuple[int, int], links: Mapping[frozenset[Cell], int]
) -> tuple[int, int]:
    """Return the layer and the place of a bar of a cell: its link, or at the rim its line, columns first."""
    other = geometry.step(cell, *way)
    if other is not None:
        return 1, links[frozenset((cell, other))]
    row, column = divmod(cell.index, geometry.width)
    return 2, column if way[0] else geometry.width + row


def write_barred(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_barred`."""
    index = {frozenset(link.cells): place for place, link in enumerate(ordered_links(board.geometry))}
    result = ""
    for cell in board.geometry.cells:
        result += write_each(layers[0][cell.index])
        for name, way in _BARS.items():
            layer, place = _barred_place(board.geometry, cell, way, index)
            barred = layer < len(layers) and layers[layer][place] not in (None, 0)
            result += name if barred else ""
    return result
