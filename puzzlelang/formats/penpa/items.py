"""Converts marks to items: shades of colours, lists of numbers, numbers with arrows, signs between cells."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.layers import as_sheet, line_of
from puzzlelang.formats.penpa.marks import BLANK
from puzzlelang.formats.penpa.sheet import PenpaLayer, PenpaSheet, item_at, layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Cell, Link
from puzzlelang.puzzle import UNKNOWN

DARK = frozenset({1, 3, 4, 8})
"""The colours that Penpa counts as shading: dark, light and plain grey, black."""

GREY = DARK - {4}

BARE = "#"
"""The item of a black or grey cell without a number."""

_WAYS = ("up", "left", "right", "down")
"""Directions in the order in which texts with an arrow count them."""

_ARROWS = {
    f"arrow_fouredge_B {bit:08b}": way
    for way, bits in {"up": (4, 16), "down": (1, 64), "left": (8, 32), "right": (2, 128)}.items()
    for bit in bits
}
"""Arrows at the sides of a cell, as older boards have them."""

_LESS, _MORE = "less", "more"
_SIGNS = {
    "inequality 1": (_LESS, 1),
    "inequality 2": (_LESS, 0),
    "inequality 3": (_MORE, 1),
    "inequality 4": (_MORE, 0),
}
"""What a sign says of the upper or left cell, and whether the cells stand side by side."""


def shade(item: PlacedItem) -> PlacedItem:
    """1 for a grey or black cell, 0 for one of another colour."""
    return PlacedItem(int(item.value in DARK), item.span)


def colour(item: RawItem) -> RawItem:
    """Return a colour for shade 0 or 1: the inverse of `shade`.  Raises `Failed` for other items."""
    if item not in (0, 1, "0", "1"):
        raise fail("E208", f"`{item}` is no shade of a cell", hint="the items of `shaded` are 0 and 1")
    return 1 if str(item) == "1" else 2


def digits(item: PlacedItem) -> PlacedItem:
    """A text as a list of numbers, a character each."""
    text = "?" if item.value is UNKNOWN else str(item.value)
    if not text.isascii() or not all(sign.isdigit() or sign == "?" for sign in text):
        return item
    return PlacedItem(tuple(UNKNOWN if sign == "?" else int(sign) for sign in text), item.span)


def digit_text(item: RawItem) -> RawItem:
    """The text that `digits` reads.  Raises `Failed` for a number of several digits."""
    if item == BLANK:
        return item
    numbers = (item or (0,)) if isinstance(item, tuple) else (item,)
    if any(number is not UNKNOWN and not (isinstance(number, int) and 0 <= number < 10) for number in numbers):
        raise fail("E208", f"`{','.join(map(str, numbers))}` is no list of numbers of one digit each")
    return "".join(map(str, numbers))


def split_arrow(item: PlacedItem | None) -> tuple[PlacedItem | None, PlacedItem | None]:
    """The direction and the number of a text with an arrow, such as `3_1`."""
    if item is None:
        return None, None
    before, sign, behind = str(item.value).rpartition("_")
    if isinstance(item.value, str) and sign and behind in ("0", "1", "2", "3"):
        number = int(before) if before.isascii() and before.isdigit() and len(before) < 7 else before
        return PlacedItem(_WAYS[int(behind)], item.span), PlacedItem(
            UNKNOWN if number in ("", "?") else number, item.span
        )
    return None, item


def arrow_at(sheet: PenpaSheet, layer: PenpaLayer, cell: Cell) -> tuple[PlacedItem | None, PlacedItem | None]:
    """The direction and the number that stand in a cell; older boards have a symbol for the arrow."""
    way, number = split_arrow(item_at(sheet, layer, "numbers", cell.lattice))
    if way is None and number is not None:
        sign = item_at(sheet, layer, "symbols", cell.lattice)
        known = _ARROWS.get(str(sign.value)) if sign is not None else None
        if sign is not None and known is None:
            raise fail("E204", f"`{sign.value}` is no arrow beside a number", sign.span)
        way = None if sign is None or known is None else PlacedItem(known, sign.span)
    return way, number


def join_arrow(way: RawItem, item: RawItem) -> RawItem:
    """The text that `split_arrow` takes apart; None if there is neither."""
    shown = "?" if item is UNKNOWN else item
    if way is None:
        return item
    if way not in _WAYS:
        raise fail("E208", f"`{way}` is no direction that an arrow can have")
    return f"{'' if shown is None else shown}_{_WAYS.index(str(way))}"


def read_arrows(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Directions, then numbers of cells; `BARE` for a grey cell without any, if that is a key."""
    sheet, layers = as_sheet(reader), layers_of(board)
    result = [arrow_at(sheet, layers[1], cell) for cell in layers[1].cells]
    if layers[1].has(BARE):
        grounds = [sheet.question.at("surface", cell.lattice) for cell in layers[1].cells]
        for index, ground in enumerate(grounds):
            if ground is not None and ground.item.value in DARK and result[index][1] is not None:
                sheet.take_mark(ground, layers[1])
            elif ground is not None and ground.item.value in GREY:
                result[index] = (None, PlacedItem(BARE, sheet.take_mark(ground, layers[1]).span))
    return [[way for way, _ in result], [number for _, number in result]]


def write_arrows(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_arrows`."""
    layers = layers_of(board)
    written = ""
    for cell, way, item in zip(layers[1].cells, *items, strict=True):
        if item == BARE:
            written += line_of(layers[1], "surface", cell.lattice, max(GREY), item)
            continue
        joined = join_arrow(way, item)
        if joined is not None:
            written += line_of(layers[1], "arrow numbers", cell.lattice, joined, item)
    return written


def read_signs(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Comparison signs between cells.  Raises `Failed` for a sign that is turned away from them."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for link in layer.places:
        assert isinstance(link, Link)
        item = item_at(sheet, layer, "symbols", link.lattice)
        if item is not None:
            says, beside = _SIGNS.get(str(item.value), ("", None))
            if beside != link.lattice[0] % 2:
                raise fail("E204", f"`{item.value}` does not compare the cells at its two sides", item.span)
            item = PlacedItem(says, item.span)
        result.append(item)
    return [result]


def write_signs(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_signs`."""
    (layer,) = layers_of(board)
    signs = {says: sign for sign, says in _SIGNS.items()}
    written = ""
    for link, item in zip(layer.places, items[0], strict=True):
        assert isinstance(link, Link)
        if item is not None:
            sign = signs.get((str(item), link.lattice[0] % 2))
            if sign is None:
                raise fail("E208", f"`{item}` is no sign between cells", hint="they are `less` and `more`")
            written += line_of(layer, "symbols", link.lattice, sign, item)
    return written
