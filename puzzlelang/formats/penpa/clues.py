"""Pieces about fractions and dice in cells, arrows on the rim, and lines of the grid that were left."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.layers import as_sheet, line_of, rim_point
from puzzlelang.formats.penpa.marks import NOT
from puzzlelang.formats.penpa.sheet import item_at, layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Link, View

_SLASH = "ox_B 6"
"""The stroke between the two numbers of a fraction."""

_NUMERATOR, _DENOMINATOR = "topleft", "bottomright"

_DICE = "dice "
_PIPS = {
    1: "000010000", 2: "100000001", 3: "100010001", 4: "101000101", 5: "101010101", 6: "101101101", 7: "101111101",
    8: "111101111", 9: "111111111",
}  # fmt: skip
"""The usual face of a die for each number of pips, row by row."""

IN, OUT = "in", "out"
"""Where an arrow on the rim points."""

_ARROW = "arrow_N_"
_WAYS: dict[str, dict[str, int]] = {
    "top": {IN: 7, OUT: 3}, "bottom": {IN: 3, OUT: 7}, "left": {IN: 5, OUT: 1}, "right": {IN: 1, OUT: 5},
}  # fmt: skip
"""The styles of arrows on each side of the board."""


def read_fractions(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Numerators, then denominators: small numbers at the top left and bottom right, or a whole number in the middle.

    A stroke between the two numbers says nothing more.
    """
    sheet, layers = as_sheet(reader), layers_of(board)
    above: list[PlacedItem | None] = []
    below: list[PlacedItem | None] = []
    for cell in layers[0].cells:
        whole = item_at(sheet, layers[0], "numbers", cell.lattice)
        above.append(item_at(sheet, layers[0], _NUMERATOR, cell.lattice) or whole)
        below.append(item_at(sheet, layers[1], _DENOMINATOR, cell.lattice))
        stroke = sheet.question.at("symbols", cell.lattice)
        if stroke is not None and stroke.item.value == _SLASH and below[-1] is not None:
            sheet.take_mark(stroke, layers[1])
            sheet.ignored.add(id(stroke))
    return [above, below]


def write_fractions(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_fractions`."""
    upper, lower = layers_of(board)
    written = ""
    for cell, above, below in zip(upper.cells, *items, strict=True):
        if above is not None:
            written += line_of(upper, "numbers" if below is None else _NUMERATOR, cell.lattice, above, above)
        if below is not None:
            written += line_of(lower, _DENOMINATOR, cell.lattice, below, below)
            written += line_of(lower, "symbols", cell.lattice, _SLASH, below)
    return written


def read_dice(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """The number of pips on the die in each cell.  Other symbols are left to other pieces."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for cell in layer.cells:
        mark = sheet.question.at("symbols", cell.lattice)
        if mark is None or not str(mark.item.value).startswith(_DICE):
            result.append(None)
            continue
        face = str(mark.item.value).removeprefix(_DICE)
        result.append(PlacedItem(face.count("1"), sheet.take_mark(mark, layer).span))
        sheet.ignored.add(id(mark))
    return [result]


def write_dice(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dice`.  Raises `Failed` for what no die shows."""
    (layer,) = layers_of(board)
    written = ""
    for cell, item in zip(layer.cells, items[0], strict=True):
        if item is not None:
            face = _PIPS.get(item) if isinstance(item, int) else None
            if face is None:
                raise fail("E208", f"no die shows `{item}`", hint="they show 1 to 9")
            written += line_of(layer, "symbols", cell.lattice, _DICE + face, item)
    return written


def read_doors(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Arrows on the rim: `in` or `out`.  Raises `Failed` for a symbol that points neither way."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for view in layer.places:
        assert isinstance(view, View)
        item = item_at(sheet, layer, "symbols", rim_point(board.geometry, view))
        if item is not None:
            *name, style = str(item.value).split(" ")
            says = next((way for way, known in _WAYS[view.side].items() if style == str(known)), None)
            if says is None or not "".join(name).startswith(_ARROW):
                raise fail("E204", f"`{item.value}` points neither into the board nor out of it", item.span)
            item = PlacedItem(says, item.span)
        result.append(item)
    return [result]


def write_doors(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_doors`."""
    (layer,) = layers_of(board)
    written = ""
    for view, item in zip(layer.places, items[0], strict=True):
        assert isinstance(view, View)
        if item is not None:
            style = _WAYS[view.side].get(str(item))
            if style is None:
                raise fail("E208", f"`{item}` is no way through the rim", hint=f"they are `{IN}` and `{OUT}`")
            written += line_of(layer, "symbols", rim_point(board.geometry, view), f"{_ARROW}B {style}", item)
    return written


def read_grid_lines(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """1 for each line of the grid that was not taken out, and along which no edge runs."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for link in layer.places:
        assert isinstance(link, Link)
        deleted = sheet.question.at("deleted edges", link.lattice)
        if deleted is not None:
            sheet.take_mark(deleted, layer)
        edge = sheet.question.at("edges", link.lattice)
        covered = edge is not None and edge.item.value != NOT
        result.append(None if deleted is not None or covered else PlacedItem(1, sheet.frame.size))
    return [result]


def write_grid_lines(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_grid_lines`: takes all other lines out, also those below edges."""
    (layer,) = layers_of(board)
    written = ""
    for link, item in zip(layer.places, items[0], strict=True):
        assert isinstance(link, Link)
        if item is None:
            written += line_of(layer, "deleted edges", link.lattice, 1, item)
    return written
