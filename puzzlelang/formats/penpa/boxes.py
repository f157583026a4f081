"""Pieces about cells that are black, boxed in, or missing."""

import re
from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.items import BARE, DARK, arrow_at, join_arrow
from puzzlelang.formats.penpa.layers import as_sheet, line_of
from puzzlelang.formats.penpa.marks import BLANK
from puzzlelang.formats.penpa.sheet import PenpaLayer, item_at, layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Cell

_SYMBOL = re.compile(r"[A-Za-z_]+ \d+")
"""The items of symbols: their names and styles."""

_BLACK, _GREY = 4, 8
_COLOURS = {"black": _BLACK, "grey": _GREY}


def read_blocks(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Return the numbers or symbols of black cells, `BARE` for those without.

    Raises `Failed` for a number on another cell.
    """
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for cell in layer.cells:
        ground = item_at(sheet, layer, "surface", cell.lattice)
        number = item_at(sheet, layer, "numbers", cell.lattice)
        dark = ground is not None and ground.value in DARK
        if number is not None and number.value != BLANK and not dark:
            raise fail("E204", f"`{number.value}` stands on a cell that is not black", number.span)
        if ground is None or not dark:
            result.append(None)
            continue
        sign = sheet.question.at("symbols", cell.lattice)
        if sign is not None and layer.has(str(sign.item.value)):
            number = sheet.take_mark(sign, layer)
            sheet.ignored.add(id(sign))
        blank = number is None or number.value == BLANK
        result.append(PlacedItem(BARE, ground.span) if blank else number)
    return [result]


def write_blocks(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_blocks`."""
    return _write_blocks(items, board, _BLACK, "white numbers")


def write_greys(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """Write grey cells as `write_blocks` writes black ones."""
    return _write_blocks(items, board, _GREY, "numbers")


def _write_blocks(items: Sequence[Sequence[RawItem]], board: BoardContext, ground: int, kind: str) -> str:
    (layer,) = layers_of(board)
    written = ""
    for cell, item in zip(layer.cells, items[0], strict=True):
        if item is not None:
            written += line_of(layer, "surface", cell.lattice, ground, item)
        if item not in (None, BARE):
            shown = "symbols" if _SYMBOL.fullmatch(str(item)) else kind
            written += line_of(layer, shown, cell.lattice, item, item)
    return written


def read_castle(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Colours, perhaps directions, and numbers of cells with a colour or a text; those without a colour are white."""
    sheet, layers = as_sheet(reader), layers_of(board)
    result: list[tuple[PlacedItem | None, PlacedItem | None, PlacedItem | None]] = []
    for cell in layers[0].cells:
        ground = item_at(sheet, layers[0], "surface", cell.lattice)
        mark = sheet.question.at("numbers", cell.lattice)
        way, number = arrow_at(sheet, layers[-1], cell)
        shade = None
        if ground is not None:
            shade = PlacedItem(
                "black" if ground.value == _BLACK else "grey" if ground.value in DARK else "white", ground.span
            )
        elif mark is not None:
            shade = PlacedItem("white", mark.item.span)
        result.append((shade, way, number))
    shades, ways, numbers = ([one[index] for one in result] for index in range(3))
    wrong = next((way for way in ways if way is not None), None) if len(layers) < 3 else None
    if wrong is not None:
        raise fail("E204", "an arrow means nothing here", wrong.span)
    return [shades, ways, numbers] if len(layers) > 2 else [shades, numbers]


def write_castle(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_castle`."""
    layers = layers_of(board)
    written = ""
    ways = items[1] if len(items) > 2 else [None] * len(items[0])
    for cell, shade, way, item in zip(layers[0].cells, items[0], ways, items[-1], strict=True):
        joined = join_arrow(way, item)
        if shade in _COLOURS:
            written += line_of(layers[0], "surface", cell.lattice, _COLOURS[str(shade)], shade)
        if joined is not None or shade == "white":
            written += line_of(layers[-1], "arrow numbers", cell.lattice, "" if joined is None else joined, item)
    return written


def read_cages(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """The number of its cage for each cell."""
    (layer,) = layers_of(board, labels=True)
    return [_labels(reader, layer, ("cages",))[0]]


def read_thermos(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """The number of its thermometer for each cell, then its place in it, counted from the bulb."""
    layers = layers_of(board, labels=True)
    return _labels(reader, layers[0], ("thermos",))[: len(layers)]


def _labels(reader: TextReader, layer: PenpaLayer, kinds: Sequence[str]) -> list[list[PlacedItem | None]]:
    """Return for each cell its group, and its place there.

    Raises `Failed` for a cell of two groups, or beside the board.
    """
    sheet, cells = as_sheet(reader), {cell.lattice: cell.index for cell in layer.cells}
    labels: list[PlacedItem | None] = [None] * len(cells)
    steps: list[PlacedItem | None] = [None] * len(cells)
    groups = [mark for mark in sheet.question.others if mark.kind in kinds]
    for number, mark in enumerate(groups, 1):
        span = sheet.take_mark(mark).span
        for step, point in enumerate(mark.cells, 1):
            index = cells.get(point)
            if index is None or labels[index] is not None:
                problem = "leaves the board" if index is None else "has a cell that another one has as well"
                raise fail("E203", f"one of the {mark.kind} {problem}", span)
            labels[index], steps[index] = PlacedItem(str(number), span), PlacedItem(step, span)
    return [labels, steps]


def write_cages(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_cages`."""
    return _groups(items[0], [None] * len(items[0]), board, "cages")


def write_thermos(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_thermos`."""
    return _groups(items[0], items[1] if len(items) > 1 else [None] * len(items[0]), board, "thermos")


def _groups(labels: Sequence[RawItem], steps: Sequence[RawItem], board: BoardContext, kind: str) -> str:
    layer = layers_of(board, labels=True)[0]
    groups: dict[RawItem, list[tuple[int, Cell]]] = {}
    for cell, label, step in zip(layer.cells, labels, steps, strict=True):
        if label is not None:
            groups.setdefault(label, []).append((step if isinstance(step, int) else 0, cell))
    written = ""
    for group in groups.values():
        cells = [cell.lattice for _, cell in sorted(group, key=lambda one: (one[0], one[1].index))]
        written += line_of(layer, kind, cells[0], ";".join(f"{row},{column}" for row, column in cells), None)
    return written


def read_missing(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """1 for each cell that is not there."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    span = sheet.frame.size
    return [[PlacedItem(1, span) if cell.lattice in sheet.frame.missing else None for cell in layer.cells]]


def write_missing(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_missing`."""
    (layer,) = layers_of(board)
    pairs = zip(layer.cells, items[0], strict=True)
    return "".join(line_of(layer, "missing", cell.lattice, 1, item) for cell, item in pairs if item is not None)


def read_besides(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Leave out the kinds of marks that the entries name."""
    for entry in board.layers[0]:
        as_sheet(reader).ignore(str(entry.key))
    return []


def write_besides(_: Sequence[Sequence[RawItem]], __: BoardContext) -> str:
    """Writes nothing."""
    return ""
