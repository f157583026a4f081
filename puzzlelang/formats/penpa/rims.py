"""Pieces about small numbers beside the board, lines at cells, and letters for numbers."""

from collections.abc import Mapping, Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.frame import STEPS
from puzzlelang.formats.penpa.layers import as_sheet, line_of, mark_codec
from puzzlelang.formats.penpa.marks import NOT, PenpaMarks
from puzzlelang.formats.penpa.sheet import item_at, layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Line
from puzzlelang.puzzle import Key

_NUMBERS = mark_codec("numbers")


def _rim_of(line: Key) -> tuple[str, tuple[int, int]]:
    """Return where the small number of a line stands: its place in a cell, and the cell beside the board."""
    assert isinstance(line, Line)
    row, column = line.cells[0].lattice
    if line.kind == "column":
        return "bottomleft", (-1, column)
    return "topright", (row, -1)


def read_rims(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """The small numbers of lines in the cells before them, as the rim of a Kakuro has them."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    return [[item_at(sheet, layer, *_rim_of(line)) for line in layer.places]]


def write_rims(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_rims`."""
    (layer,) = layers_of(board)
    pairs = zip(layer.places, items[0], strict=True)
    return "".join(line_of(layer, *_rim_of(line), item, item) for line, item in pairs if item is not None)


def read_pipes(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Return for each cell the directions in which given lines leave its middle, joined by `+`."""
    sheet, (layer,) = as_sheet(reader), layers_of(board)
    result: list[PlacedItem | None] = []
    for cell in layer.cells:
        row, column = cell.lattice
        marks = {way: sheet.question.at("lines", (row + down, column + right)) for way, (down, right) in STEPS.items()}
        seen = {way: mark for way, mark in marks.items() if mark is not None and mark.item.value != NOT}
        here = {way: mark for way, mark in seen.items() if cell.lattice in mark.cells}
        spans = [sheet.take_mark(mark, layer).span for mark in here.values()]
        result.append(PlacedItem("+".join(here), spans[0]) if here else None)
    return [result]


def write_pipes(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_pipes`."""
    (layer,) = layers_of(board)
    written = ""
    for cell, item in zip(layer.cells, items[0], strict=True):
        if item is not None:
            if not set(str(item).split("+")) <= set(STEPS):
                raise fail("E208", f"`{item}` are no directions", hint="they are such as `up+right`")
            written += line_of(layer, "half lines", cell.lattice, item, item)
    return written


def read_letters(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Numbers, and letters as numbers: of an own alphabet of the board, else `A` as 1.

    An alphabet stands beside the board, in no line of it.  Without one, letters that are not among the first ones are
    numbered in their order.  There are as many first letters as the board says, or as occur.
    """
    sheet = as_sheet(reader)
    layers = _NUMBERS.decode(reader, counts, board)
    known = [layer for layer in layers_of(board) if None in layer.places]
    single = next((layer[0] for one, layer in zip(layers_of(board), layers, strict=True) if one in known), None)
    numbers = _alphabet(sheet.question, single)
    result = [[_number_item(item, numbers) for item in layer] for layer in layers]
    if single is not None and _is_word(single.value):
        count = PlacedItem(len(str(single.value)), single.span)
        return [[count] if one in known else layer for one, layer in zip(layers_of(board), result, strict=True)]
    return result


def _alphabet(question: PenpaMarks, single: PlacedItem | None) -> Mapping[str, int]:
    """The numbers of letters."""
    if single is not None and _is_word(single.value):
        return {letter: number for number, letter in enumerate(str(single.value), 1)}
    texts = {str(mark.item.value) for mark in question.placed.get("numbers", {}).values()}
    occurring = sorted(text for text in texts if len(text) == 1 and text.isascii() and text.isupper())
    amount = single.value if single is not None and isinstance(single.value, int) else len(occurring)
    first = [chr(ord("A") + step) for step in range(26)]
    own = not set(occurring) <= set(first[:amount])
    return {letter: number for number, letter in enumerate(occurring if own else first, 1)}


def _is_word(value: RawItem) -> bool:
    """Whether a text is an alphabet: several letters, each once."""
    return isinstance(value, str) and value.isascii() and value.isalpha() and 1 < len(value) == len(set(value))


def _number_item(item: PlacedItem | None, numbers: Mapping[str, int]) -> PlacedItem | None:
    number = numbers.get(str(item.value)) if item is not None else None
    return item if item is None or number is None else PlacedItem(number, item.span)


def write_letters(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_letters`, with `A` for 1."""
    single = [None in layer.places for layer in layers_of(board)]
    shown = [layer if alone else [_letter(item) for item in layer] for alone, layer in zip(single, items, strict=True)]
    return _NUMBERS.encode(shown, board)


def _letter(item: RawItem) -> RawItem:
    """The letter of a number.  Raises `Failed` for a number above 26."""
    if not isinstance(item, int) or item == 0:
        return item
    if item > 26:
        raise fail("E208", f"there is no letter for {item}")
    return chr(ord("A") + item - 1)
