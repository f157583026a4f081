"""Pieces of pzprv3 texts with clues around the cells."""

from collections.abc import Callable, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Decode, Encode, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.layers import star_codec, stated_codec, strict_codec
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import (
    BLANK,
    NOT_SAID,
    Grid,
    LineToken,
    add_givens,
    chunks,
    grid,
    join_rows,
    token_item,
    token_text,
)
from puzzlelang.formats.pzprv3.links import all_borders, write_borders
from puzzlelang.puzzle import UNKNOWN

_UNKNOWN = "-2"
"""A `?` in a list."""

_GIVEN = "q"
"""Stands before a value that is given, where clues, givens and drawing share one grid."""


def _cell_layers(rows: Grid, layers: int) -> Sequence[Layer]:
    """The layers of the cells: one for all, or one for values behind `q` and one for the others."""
    items = [token for row in rows for token in row]
    if layers < 2:
        return [[token_item(token) for token in items]][:layers]
    given = [_given_item(token) for token in items]
    drawn = [None if item else token_item(token) for item, token in zip(given, items, strict=True)]
    return [given, add_givens(given, drawn)]


def _given_item(token: LineToken) -> PlacedItem | None:
    if not token.text.startswith(_GIVEN) or len(token.text) == 1:
        return None
    result = token_item(LineToken(token.text.removeprefix(_GIVEN), token.span))
    return result and PlacedItem(result.value, token.span)


def _cell_tokens(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[list[str]]:
    """The tokens of the cells; what `_cell_layers` reads."""
    width, amount = board.geometry.width, len(board.geometry.cells)
    given: Sequence[RawItem] = layers[0] if len(layers) == 2 else [None] * amount
    drawn: Sequence[RawItem] = layers[-1] if layers else [None] * amount
    marked = (None if item is None else _GIVEN + token_text(item) for item in given)
    return [
        [token_text(value) for value in row]
        for row in chunks([item or own for item, own in zip(marked, drawn, strict=True)], width)
    ]


def read_frame(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Clues on all four sides of the cells."""
    rows = grid(reader, board.geometry.height + 2, board.geometry.width + 2, "clues and cells")
    inner = rows[1:-1]
    clues = [*rows[0][1:-1], *rows[-1][1:-1], *(row[0] for row in inner), *(row[-1] for row in inner)]
    return [[token_item(token) for token in clues], *_cell_layers([row[1:-1] for row in inner], len(counts) - 1)]


def write_frame(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_frame`."""
    height, width = board.geometry.height, board.geometry.width
    clues = [token_text(value) for value in layers[0]]
    top, bottom, sides = clues[:width], clues[width : 2 * width], clues[2 * width :]
    cells = zip(sides[:height], _cell_tokens(layers[1:], board), sides[height:], strict=True)
    body = [[left, *row, right] for left, row, right in cells]
    return join_rows([[BLANK, *top, BLANK], *body, [BLANK, *bottom, BLANK]])


def read_lamps(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Two clues of each view with a comma between, either of them perhaps missing, around the cells.

    In texts of the oldest version the cells follow as a grid of their own, and those between the clues are blank.
    """
    clues, cells = read_frame(reader, [counts[0], counts[2]], msgspec.structs.replace(board, layers=()))
    first, second = zip(*map(_clue_parts, clues), strict=True)
    if not board.version:
        cells = [token_item(token) for row in _cell_grid(reader, board) for token in row]
    return [first, second, cells]


def _cell_grid(reader: TextReader, board: BoardContext) -> Grid:
    return grid(reader, board.geometry.height, board.geometry.width, "cells")


def _clue_parts(item: PlacedItem | None) -> tuple[PlacedItem | None, PlacedItem | None]:
    """The two parts of a clue, each None where it is empty."""
    if item is None:
        return None, None
    parts = item.value if isinstance(item.value, tuple) else str(item.value).split(",")
    if len(parts) != 2:
        raise fail("E203", "a clue has two parts here, with a comma between", item.span)
    first, second = (token_item(LineToken(token_text(part) if part != "" else BLANK, item.span)) for part in parts)
    return first, second


def write_lamps(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_lamps`, of the newer versions."""
    clues = [
        None
        if all(part is None for part in pair)
        else ",".join("" if part is None else token_text(part) for part in pair)
        for pair in zip(*layers[:2], strict=True)
    ]
    return write_frame([clues, layers[2]], board)


_NO_CLUE = "-1"
"""Stands at a block or beside the grid where there is no clue."""


def read_blocks(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Clues at the top and the left; for each cell a blank, or a block: its clues to the right and below."""
    top, *rows = grid(reader, board.geometry.height + 1, board.geometry.width + 1, "clues and blocks")
    lines = [_clue_item(token) for token in (*top[1:], *(row[0] for row in rows))]
    cells: list[Sequence[PlacedItem | None]] = []
    for token in (token for row in rows for token in row[1:]):
        parts = [LineToken(part, token.span) for part in token.text.split(",")]
        if not token.blank and len(parts) != 2:
            raise fail("E203", f"`{token.text}` are not two clues", token.span, hint="such as `2,-1`")
        cells.append([None] * 3 if token.blank else [PlacedItem(1, token.span), *map(_clue_item, parts)])
    return [lines, *([cell[layer] for cell in cells] for layer in range(3))]


def _clue_item(token: LineToken) -> PlacedItem | None:
    return None if token.text == _NO_CLUE else token_item(token)


def write_blocks(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_blocks`."""
    lines, *cells = layers
    clues = [_NO_CLUE if value is None else token_text(value) for value in lines]
    tokens: list[RawItem] = [
        None if block is None else ",".join(_NO_CLUE if value is None else token_text(value) for value in parts)
        for block, *parts in zip(*cells, strict=True)
    ]
    width = board.geometry.width
    rows = zip(clues[width:], chunks(tokens, width), strict=True)
    body = [[left, *map(token_text, row)] for left, row in rows]
    return join_rows([["0", *clues[:width]], *body])


def _clued_grid(
    read: Callable[[Sequence[LineToken]], Sequence[PlacedItem | None]],
    write: Callable[[Sequence[RawItem], int], list[str]],
    depth: Callable[[int], int],
    clue_layers: int = 1,
) -> tuple[Decode, Encode]:
    """Return a decoder and an encoder of clues of columns above the cells and clues of rows before them.

    A line of n cells has `depth(n)` tokens of clues.  `read` takes these tokens to an item for each of `clue_layers`
    layers; `write` is the inverse of `read` and also takes the number of tokens.
    """

    def decode(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        height, width = board.geometry.height, board.geometry.width
        above, before = depth(height), depth(width)
        rows = grid(reader, above + height, before + width, "clues and cells")
        columns = [[row[before + column] for row in rows[:above]] for column in range(width)]
        clues = zip(*map(read, [*columns, *(row[:before] for row in rows[above:])]), strict=True)
        return [*clues, *_cell_layers([row[before:] for row in rows[above:]], len(counts) - clue_layers)]

    def encode(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        height, width = board.geometry.height, board.geometry.width
        above, before = depth(height), depth(width)
        clues = list(zip(*layers[:clue_layers], strict=True))
        columns = [write(items, above) for items in clues[:width]]
        rows = [write(items, before) for items in clues[width:]]
        top = [[BLANK] * before + [column[index] for column in columns] for index in range(above)]
        cells = _cell_tokens(layers[clue_layers:], board)
        return join_rows([*top, *([*tokens, *row] for tokens, row in zip(rows, cells, strict=True))])

    return decode, encode


def _items(tokens: Sequence[LineToken]) -> list[PlacedItem | None]:
    return [token_item(token) for token in tokens]


def _tokens(items: Sequence[RawItem], _: int) -> list[str]:
    return [token_text(item) for item in items]


def _list(tokens: Sequence[LineToken]) -> list[PlacedItem | None]:
    """Return the numbers of a list as one item, None if there are none; a single 0 is a number, not a list."""
    filled = [token for token in tokens if not token.blank]
    if not filled:
        return [None]
    parts = []
    for token in filled:
        item = token_item(token)
        value = UNKNOWN if token.text in (NOT_SAID, _UNKNOWN) else item and item.value
        if value is not UNKNOWN and not isinstance(value, int):
            raise fail("E204", f"`{token.text}` is no number", token.span)
        parts.append(value)
    return [PlacedItem(parts[0] if parts == [0] else tuple(parts), filled[0].span)]


def _pad(items: Sequence[RawItem], length: int) -> list[str]:
    """The inverse of `_list`.  Raises `Failed` if a list is too long for its place."""
    (value,) = items
    parts = [value] if not isinstance(value, tuple) else list(value) or [0]
    if len(parts) > length:
        problem = f"a list of {len(parts)} numbers does not fit beside a line of this board"
        raise fail("E208", problem, hint=f"there is room for {length}")
    return [BLANK] * (length - len(parts)) + [_UNKNOWN if part is UNKNOWN else token_text(part) for part in parts]


read_doubled, write_doubled = _clued_grid(_items, _tokens, lambda _: 2, 2)
"""Two clues of each line: the first clues of all columns and rows are one layer, the second clues another."""

FOURFOLD = _clued_grid(_items, _tokens, lambda _: 4, 4)
"""As `doubled`, with four clues of each line."""

STACKED = _clued_grid(_list, _pad, lambda cells: (cells + 1) // 2)
"""Lists of clues, as long as half the line that they belong to, rounded up."""

MARGINS: dict[str, tuple[Decode, Encode]] = {
    "margin": _clued_grid(_items, _tokens, lambda _: 1),
    "frame": (read_frame, write_frame),
    "lamps": (read_lamps, write_lamps),
    "doubled": (read_doubled, write_doubled),
    "fourfold": FOURFOLD,
    "stacked": stated_codec(*STACKED),
    "strict": strict_codec(*STACKED),
    "starred": star_codec(*STACKED),
}


_MISSING = "#"


def read_walled(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders and then a `doubled` grid; borders around a missing cell are not written."""
    borders = all_borders(reader, board)
    layers = read_doubled(reader, counts[1:], board)
    cells = layers[-1]
    walls: list[PlacedItem | None] = []
    for link, wall in zip(ordered_links(board.geometry), borders, strict=True):
        beside = [cells[cell.index] for cell in link.cells] if len(layers) > 2 else []
        missing = next((item for item in beside if item is not None and item.value == _MISSING), None)
        walls.append(wall or (missing and PlacedItem(1, missing.span)))
    return [walls, *layers]


def write_walled(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_walled`; all borders are written."""
    return write_borders(layers[:1], board) + write_doubled(layers[1:], board)
