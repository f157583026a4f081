"""Pieces of pzprv3 texts whose entries hold several layers: parts with commas, numbers with arrows, packed numbers."""

from collections.abc import Sequence

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.layers import fill_silent_items, join_digits, split_digits
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.cells import read_cells, write_cells
from puzzlelang.formats.pzprv3.lines import (
    BLANK,
    NOT_SAID,
    LineToken,
    chunks,
    grid,
    join_rows,
    number,
    token_item,
    token_text,
)
from puzzlelang.puzzle import UNKNOWN


def _stands_alone(item: str) -> bool:
    """Whether an item stands without commas where only the first layer says something: a sign such as `#` or `-`."""
    return item == NOT_SAID or not item.lstrip("-").isdecimal()


def read_pairs(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a blank, or an item for each layer with commas between.

    A sign alone is one of the first layer.
    """
    layers: list[list[PlacedItem | None]] = [[] for _ in counts]
    rows = grid(reader, board.geometry.height, board.geometry.width, "cells")
    for token in (token for row in rows for token in row):
        parts = [BLANK] * len(counts) if token.blank else token.text.split(",")
        parts += [BLANK] * (len(counts) - 1 if len(parts) == 1 and _stands_alone(token.text) else 0)
        if len(parts) != len(counts):
            problem = f"`{token.text}` has {count_of(len(parts), 'part')}, and {len(counts)} are needed"
            raise fail("E203", problem, token.span, hint="commas stand between the parts of an entry")
        for layer, part in zip(layers, parts, strict=True):
            layer.append(token_item(LineToken(part, token.span)))
    return layers


def write_pairs(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_pairs`."""
    result = [_pair(parts) for parts in zip(*fill_silent_items(layers, board), strict=True)]
    return join_rows(map(token_text, row) for row in chunks(result, board.geometry.width))


def _pair(parts: Sequence[RawItem]) -> str:
    if all(part is None for part in parts):
        return BLANK
    first, *others = parts
    alone = isinstance(first, str) and _stands_alone(first) and all(part is None for part in others)
    return str(first) if alone else ",".join(map(token_text, parts))


_BEFORE = "-"
"""Stands before the item of a cell, or alone, where the second layer has something."""


def read_signed(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each cell: `-` before it or alone is an item of the second layer, the rest one of the first."""
    layers: list[list[PlacedItem | None]] = [[], []]
    for token in (token for row in grid(reader, board.geometry.height, board.geometry.width, "cells") for token in row):
        signed = token.text.startswith(_BEFORE)
        layers[0].append(token_item(LineToken(token.text.removeprefix(_BEFORE), token.span)))
        layers[1].append(PlacedItem(_BEFORE, token.span) if signed else None)
    return layers


def write_signed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_signed`."""
    signs = ["" if sign is None else _BEFORE for sign in layers[1]]
    items = ["" if item is None else token_text(item) for item in layers[0]]
    result = [sign + item or BLANK for sign, item in zip(signs, items, strict=True)]
    return join_rows(map(token_text, row) for row in chunks(result, board.geometry.width))


def read_packed(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a number made of the digits of all layers."""
    return split_digits(read_cells(reader, counts, board)[0], board)


def write_packed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_packed`."""
    try:
        return write_cells([join_digits(layers, board)], board)
    except ValueError as error:
        raise fail("E208", f"a pzprv3 text has no way to write `{error}` as one number") from None


_SIGN = "#"
"""Stands for a cell with a sign in place of direction and number."""

_DIRECTIONS = ("0", "up", "down", "left", "right")
"""What the first number says, 0 that there is no arrow."""


def read_arrows(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a blank, or the number of a direction, a comma and a number; a colour behind a second comma.

    `#` alone stands in place of a number.
    """
    rows = grid(reader, board.geometry.height, board.geometry.width, "cells")
    layers: list[list[PlacedItem | None]] = [[] for _ in counts]
    for token in (token for row in rows for token in row):
        if token.blank:
            result: list[PlacedItem | None] = [None] * len(counts)
        else:
            result = _arrow_items(token, coloured=len(counts) == 3)
        for layer, item in zip(layers, result, strict=True):
            layer.append(item)
    return layers


def _arrow_items(token: LineToken, *, coloured: bool) -> list[PlacedItem | None]:
    text, colour = token.text, []
    if text == _SIGN and not coloured:
        return [None, PlacedItem(_SIGN, token.span)]
    if coloured:
        text, comma, last = text.rpartition(",")
        if not comma:
            raise fail("E203", f"`{token.text}` names no colour", token.span, hint="it stands behind a second comma")
        colour = [PlacedItem(number(LineToken(last, token.span)), token.span)]
    direction, clue = _parts(LineToken(text, token.span))
    arrow = PlacedItem(_DIRECTIONS[direction], token.span) if direction else None
    return [
        arrow,
        PlacedItem(UNKNOWN if clue == NOT_SAID else number(LineToken(clue, token.span)), token.span),
        *colour,
    ]


def _parts(token: LineToken) -> tuple[int, str]:
    direction, comma, clue = token.text.rpartition(",")
    if not comma:
        return 0, clue
    if direction not in [str(index) for index in range(len(_DIRECTIONS))]:
        problem = f"`{direction}` is no direction"
        raise fail("E203", problem, token.span, hint="1 is up, 2 down, 3 left, 4 right, 0 none")
    return int(direction), clue


def write_arrows(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_arrows`; an arrow or a colour without a number has `?`.

    Raises `Failed` for a number without a colour where all have one.
    """
    result = []
    for cell, direction, clue, *colour in zip(board.geometry.cells, *layers, strict=True):
        colours = [item for item in colour if item is not None]
        if clue is None and direction is None and not colours:
            result.append(BLANK)
            continue
        if len(colours) < len(colour):
            raise fail("E208", f"the number at {cell} has no colour, and this format has no room for that")
        if clue == _SIGN and direction is None and not colour:
            result.append(_SIGN)
            continue
        index = 0 if direction is None else _DIRECTIONS.index(str(direction))
        result.append(",".join([str(index), *map(token_text, (UNKNOWN if clue is None else clue, *colours))]))
    return join_rows(map(token_text, row) for row in chunks(result, board.geometry.width))
