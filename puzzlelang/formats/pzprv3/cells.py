"""Pieces of pzprv3 texts about cells, corners, regions, shapes, or one value."""

from collections import Counter
from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces import bank
from puzzlelang.formats.pieces.codec import BoardContext, Borders, Layer, PlacedItem, RawItem, silent_key
from puzzlelang.formats.pieces.layers import merge_layers, split_layer
from puzzlelang.formats.pieces.places import spot
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import (
    BLANK,
    LineToken,
    add_givens,
    ahead,
    chunks,
    grid,
    is_at_end,
    join_rows,
    line,
    number,
    ragged,
    remove_givens,
    token_item,
    token_text,
    tokens,
)
from puzzlelang.formats.pzprv3.links import all_borders, write_all_borders
from puzzlelang.source import Span


def _grid(reader: TextReader, rows: int, columns: int, what: str) -> Layer:
    return [token_item(token) for row in grid(reader, rows, columns, what) for token in row]


def _lines(layer: Sequence[RawItem], width: int) -> str:
    return join_rows(map(token_text, row) for row in chunks(layer, width))


def _row_lengths(board: BoardContext) -> list[int]:
    """Return how many cells each row has."""
    result = Counter(cell.row for cell in board.board.cells)
    return [result[row] for row in range(1, board.board.height + 1)]


def read_cells(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each cell, in one layer."""
    return [[token_item(token) for row in ragged(reader, _row_lengths(board), "cells") for token in row]]


def read_split_cells(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each cell; each layer takes those of its keys."""
    (whole,) = read_cells(reader, counts, board)
    return split_layer(whole, board)


def write_cells(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_cells` and `read_split_cells`."""
    items = iter(merge_layers(layers) if layers else [None] * len(board.board.cells))
    return join_rows([token_text(next(items)) for _ in range(length)] for length in _row_lengths(board))


def read_fill(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The givens in the cells, then the drawing in the others."""
    given, drawn = (read_cells(reader, counts, board)[0] for _ in range(2))
    nothing = silent_key(board.layers[1]) if len(board.layers) > 1 else None
    if all(item is None or str(item.value) == nothing for item in drawn):
        return [given, drawn]
    return [given, add_givens(given, drawn)]


def write_fill(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_fill`."""
    given, drawn = layers
    return write_cells([given], board) + write_cells([remove_givens(given, drawn)], board)


def read_rooms(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The number of regions, then for each cell the number of its region, counted from 0.

    Texts of version 3.1 and later may have the borders between them instead.  The second layer, if the rules have it,
    has what stands in cells that belong to no region, most often `#` or `.`.  Where each cell must have a region, such
    cells side by side are one.
    """
    if board.version and not _has_numbered_rows(reader, board):
        layers: list[Layer] = [Borders(all_borders(reader, board)), [None] * len(board.geometry.cells)]
        return layers[: max(1, len(counts))]
    counted = tokens(line(reader, "the number of regions"))
    if len(counted) != 1:
        raise reader.wrong("here should stand one number: how many regions there are")
    most = number(counted[0])
    rows = grid(reader, board.geometry.height, board.geometry.width, "regions")
    labels = [token for row in rows for token in row]
    apart = [len(counts) > 1 and not token.text.isdigit() for token in labels]
    for token, hole in zip(labels, apart, strict=True):
        if not hole and number(token) >= most:
            raise fail("E203", f"there are {most} regions, counted from 0, so `{token.text}` is none", token.span)
    regions = [None if hole else token_item(token) for token, hole in zip(labels, apart, strict=True)]
    holes = [PlacedItem(token.text, token.span) if hole else None for token, hole in zip(labels, apart, strict=True)]
    return [regions, holes][: max(1, len(counts))]


def _has_numbered_rows(reader: TextReader, board: BoardContext) -> bool:
    """Whether the next line has one token, and the line behind it a token for each cell of a row.

    A row of borders has one token fewer.
    """
    first, second = ahead(reader, 2)
    width = board.geometry.width
    return len(first) == 1 and len(second) == width and (width != 2 or board.geometry.height > 1)


def write_rooms(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_rooms`."""
    if board.with_walls:
        return write_all_borders(layers[0], board)
    layer, *apart = layers or [[None] * len(board.geometry.cells)]
    holes = apart[0] if apart else [None] * len(layer)
    known = dict.fromkeys(label or 0 for label, hole in zip(layer, holes, strict=True) if hole is None)
    number_of = {label: index for index, label in enumerate(known)}
    labels = [number_of[label or 0] if hole is None else hole for label, hole in zip(layer, holes, strict=True)]
    return f"{len(known)}\n" + _lines(labels, board.geometry.width)


def read_last_cells(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read a token for each cell; return an empty layer if the text ends here, as in files of other versions."""
    if is_at_end(reader):
        return [[None] * len(board.geometry.cells)]
    return read_cells(reader, counts, board)


def read_numbers(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A line with an entry for each layer."""
    at = reader.at
    result = tokens(line(reader, "a line of numbers"))
    if len(result) != len(counts):
        raise reader.wrong(f"here should stand {len(counts)} entries, not {len(result)}", start=at)
    return [[token_item(token)] for token in result]


def write_numbers(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_numbers`."""
    if any(layer[0] is None for layer in layers):
        raise fail("E208", "a value stands in a line of this format, and the board has none")
    return " ".join(token_text(layer[0]) for layer in layers) + "\n"


def read_middles(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A line with a number for each layer, in half cells: 5 is the middle of the third one.

    Raises `Failed` for an even number, which is the middle of none.
    """
    result = read_numbers(reader, counts, board)
    for (item,) in result:
        if item is not None and not (isinstance(item.value, int) and item.value % 2):
            raise fail("E203", f"`{item.value}` is the middle of no cell", item.span, hint="these numbers are odd")
    return [[item and PlacedItem((int(str(item.value)) + 1) // 2, item.span) for item in layer] for layer in result]


def write_middles(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_middles`."""
    return write_numbers([[2 * item - 1 if isinstance(item, int) else item for item in one] for one in layers], board)


def read_spots(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A line with two numbers for each layer: one less than twice the column, and than twice the row, of its cell."""
    at = reader.at
    result = tokens(line(reader, "a line with the places of cells"))
    if len(result) != 2 * len(counts):
        raise reader.wrong(f"here should stand {2 * len(counts)} entries, not {len(result)}", start=at)
    layers = []
    for count, across, down in zip(counts, result[::2], result[1::2], strict=True):
        index = spot(board.geometry, (number(down) + 1) / 2, (number(across) + 1) / 2)
        if index is None:
            raise fail("E203", f"`{across.text} {down.text}` is no cell of the board", across.span)
        layer: list[PlacedItem | None] = [None] * count
        layer[index] = PlacedItem(1, across.span)
        layers.append(layer)
    return layers


def write_spots(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_spots`.  Raises `Failed` for a layer that has not just one cell."""
    result = []
    for layer in layers:
        there = [cell for cell, item in zip(board.geometry.cells, layer, strict=True) if item not in (None, 0)]
        if len(there) != 1:
            raise fail("E208", f"this format has one cell here, and the board has {len(there)}")
        result += [2 * there[0].column - 1, 2 * there[0].row - 1]
    return " ".join(map(str, result)) + "\n"


def read_one(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with one token."""
    at = reader.at
    result = tokens(line(reader, "a line with one entry"))
    if len(result) != 1:
        raise reader.wrong(f"here should stand one entry, not {len(result)}", start=at)
    return [[token_item(result[0])]]


def write_one(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """Write the value as a line; if there is none, write a key without effects.  Raises `Failed` without such a key."""
    if not layers:
        return BLANK + "\n"
    value = layers[0][0] if layers[0][0] is not None else silent_key(board.layers[0])
    if value is None:
        raise fail("E208", "a value stands alone in a line of this format, and the board has none")
    return token_text(value) + "\n"


def read_bank(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with a mark for each piece of a bank, which say nothing about the board."""
    line(reader, "the marks of the bank")
    return []


def write_bank(_: Sequence[Sequence[RawItem]], __: BoardContext) -> str:
    """A line without marks."""
    return "0\n"


def read_square(_: TextReader, __: Sequence[int], ___: BoardContext) -> Sequence[Layer]:
    """Return no layer: the piece only states something of the frame, such as that the size is one number."""
    return []


def write_square(_: Sequence[Sequence[RawItem]], __: BoardContext) -> str:
    """The inverse of `read_square`."""
    return ""


def read_colours(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Skip the colours of cells, which only texts of version 3.1 and later have; return no layer."""
    if board.version:
        read_cells(reader, counts, board)
    return []


def read_sizes(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with a letter for a known bank of numbers, or with how many there are, and then a line for each."""
    first = line(reader, "the letter of a bank")
    letter = first.text.strip()
    if letter in bank.RANGES:
        return [[PlacedItem(tuple(range(1, bank.RANGES[letter] + 1)), first)]]
    numbers = [_only_number(line(reader, "a number")) for _ in range(_only_number(first))]
    return [[PlacedItem(tuple(numbers), first)]]


def _only_number(span: Span) -> int:
    return number(LineToken(span.text.strip(), span))


def write_sizes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_sizes`."""
    try:
        numbers = bank.as_numbers(layers[0][0])
    except ValueError:
        raise fail("E208", "a pzprv3 text has no way to write this bank of numbers") from None
    if letter := bank.range_letter(numbers):
        return f"{letter}\n"
    return "".join(f"{number}\n" for number in (len(numbers), *numbers))


def read_letter(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with one word of letters; nothing if the next line is another, or the text ends."""
    start = reader.at
    result = [] if reader.done else tokens(line(reader, "a letter"))
    if len(result) == 1 and result[0].text.isalpha():
        return [[PlacedItem(result[0].text, result[0].span)]]
    reader.at = start
    return [[None]]


def write_letter(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_letter`."""
    return "" if layers[0][0] is None else f"{layers[0][0]}\n"


def read_shapes(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with a letter for a known bank, or with how many shapes there are, and then a line for each."""
    first = line(reader, "the letter of a bank")
    if first.text.strip().isalpha():
        return [[PlacedItem(first.text.strip(), first)]]
    count = bank.read_count(TextReader(first.source, first.start, first.end))
    lines = (line(reader, "a shape") for _ in range(count))
    shapes = [bank.read_shape(TextReader(one.source, one.start, one.end)) for one in lines]
    return [[PlacedItem(" ".join(shapes), first)]]


def write_shapes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_shapes`."""
    text = layers[0][0]
    try:
        shapes = bank.as_shapes(text) if isinstance(text, str) and not text.isalpha() else None
    except ValueError as error:
        raise fail("E208", f"a saved file cannot hold {error}") from None
    return f"{text}\n" if shapes is None else "".join(f"{item}\n" for item in (len(shapes), *shapes))
