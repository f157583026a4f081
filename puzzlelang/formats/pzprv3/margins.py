"""Pieces of pzprv3 texts with clues around the cells."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Decode, Encode, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.layers import star_codec
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


def _inside(rows: Grid, layers: int) -> Sequence[Layer]:
    """The layers of the cells: one for all, or one for values behind `q` and one for the others."""
    items = [token for row in rows for token in row]
    if layers < 2:
        return [[token_item(token) for token in items]][:layers]
    given = [_given(token) for token in items]
    drawn = [None if item else token_item(token) for item, token in zip(given, items, strict=True)]
    return [given, add_givens(given, drawn)]


def _given(token: LineToken) -> PlacedItem | None:
    if not token.text.startswith(_GIVEN) or len(token.text) == 1:
        return None
    found = token_item(LineToken(token.text.removeprefix(_GIVEN), token.span))
    return found and PlacedItem(found.value, token.span)


def _drawn(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[list[str]]:
    """The tokens of the cells; what `_inside` reads."""
    width, amount = board.geometry.width, len(board.geometry.cells)
    given: Sequence[RawItem] = layers[0] if len(layers) == 2 else [None] * amount
    drawn: Sequence[RawItem] = layers[-1] if layers else [None] * amount
    marked = (None if item is None else _GIVEN + token_text(item) for item in given)
    return [
        [token_text(value) for value in row]
        for row in chunks([item or own for item, own in zip(marked, drawn, strict=True)], width)
    ]


def read_margin(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Clues of columns in a line above the cells, clues of rows before them."""
    rows = grid(reader, board.geometry.height + 1, board.geometry.width + 1, "clues and cells")
    clues = [*rows[0][1:], *(row[0] for row in rows[1:])]
    return [[token_item(token) for token in clues], *_inside([row[1:] for row in rows[1:]], len(counts) - 1)]


def write_margin(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_margin`."""
    width = board.geometry.width
    clues = [token_text(value) for value in layers[0]]
    cells = _drawn(layers[1:], board)
    body = [[clue, *row] for clue, row in zip(clues[width:], cells, strict=True)]
    return join_rows([[BLANK, *clues[:width]], *body])


def read_frame(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Clues on all four sides of the cells."""
    rows = grid(reader, board.geometry.height + 2, board.geometry.width + 2, "clues and cells")
    inner = rows[1:-1]
    clues = [*rows[0][1:-1], *rows[-1][1:-1], *(row[0] for row in inner), *(row[-1] for row in inner)]
    return [[token_item(token) for token in clues], *_inside([row[1:-1] for row in inner], len(counts) - 1)]


def write_frame(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_frame`."""
    height, width = board.geometry.height, board.geometry.width
    clues = [token_text(value) for value in layers[0]]
    top, bottom, sides = clues[:width], clues[width : 2 * width], clues[2 * width :]
    cells = zip(sides[:height], _drawn(layers[1:], board), sides[height:], strict=True)
    body = [[left, *row, right] for left, row, right in cells]
    return join_rows([[BLANK, *top, BLANK], *body, [BLANK, *bottom, BLANK]])


def read_doubled(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read two lines of column clues above the cells and two clues before each row.

    The first clues of all columns and rows are one layer, the second clues another.
    """
    rows = grid(reader, board.geometry.height + 2, board.geometry.width + 2, "clues and cells")
    clues = [[*rows[which][2:], *(row[which] for row in rows[2:])] for which in range(2)]
    cells = _inside([row[2:] for row in rows[2:]], len(counts) - 2)
    return [*([token_item(token) for token in some] for some in clues), *cells]


def write_doubled(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_doubled`."""
    width = board.geometry.width
    first, second = ([token_text(value) for value in layer] for layer in layers[:2])
    cells = zip(first[width:], second[width:], _drawn(layers[2:], board), strict=True)
    above = [[BLANK, BLANK, *clues[:width]] for clues in (first, second)]
    return join_rows([*above, *([one, other, *row] for one, other, row in cells)])


def read_stacked(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Lists of clues above and before the cells, as long as half the line that they belong to, rounded up."""
    height, width = board.geometry.height, board.geometry.width
    above, before = (height + 1) // 2, (width + 1) // 2
    rows = grid(reader, above + height, before + width, "clues and cells")
    columns = [[row[before + column] for row in rows[:above]] for column in range(width)]
    lists = [*columns, *(row[:before] for row in rows[above:])]
    return [[_list(tokens) for tokens in lists], *_inside([row[before:] for row in rows[above:]], len(counts) - 1)]


def _list(items: Sequence[LineToken]) -> PlacedItem | None:
    """Return the numbers of a list as one item, None if there are none; a single 0 is a number, not a list."""
    found = [(token, token_item(token)) for token in items if not token.blank]
    if not found:
        return None
    parts = []
    for token, item in found:
        value = UNKNOWN if token.text in (NOT_SAID, _UNKNOWN) else item and item.value
        if value is not UNKNOWN and not isinstance(value, int):
            raise fail("E204", f"`{token.text}` is no number", token.span)
        parts.append(value)
    span = found[0][0].span
    return PlacedItem(parts[0] if parts == [0] else tuple(parts), span)


def write_stacked(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_stacked`.  Raises `Failed` if a list is too long for its place."""
    height, width = board.geometry.height, board.geometry.width
    above, before = (height + 1) // 2, (width + 1) // 2
    columns = [_padded(value, above) for value in layers[0][:width]]
    rows = [_padded(value, before) for value in layers[0][width:]]
    top = [[BLANK] * before + [column[index] for column in columns] for index in range(above)]
    return join_rows([*top, *([*clues, *row] for clues, row in zip(rows, _drawn(layers[1:], board), strict=True))])


def _padded(value: RawItem, length: int) -> list[str]:
    parts = [value] if not isinstance(value, tuple) else list(value) or [0]
    if len(parts) > length:
        problem = f"a list of {len(parts)} numbers does not fit beside a line of this board"
        raise fail("E208", problem, hint=f"there is room for {length}")
    return [BLANK] * (length - len(parts)) + [_UNKNOWN if part is UNKNOWN else token_text(part) for part in parts]


MARGINS: dict[str, tuple[Decode, Encode]] = {
    "margin": (read_margin, write_margin),
    "frame": (read_frame, write_frame),
    "doubled": (read_doubled, write_doubled),
    "stacked": (read_stacked, write_stacked),
    "starred": star_codec(read_stacked, write_stacked),
}


_MISSING = "#"


def read_walled(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders and then a `doubled` grid; borders around a missing cell are not written."""
    borders = all_borders(reader, board)
    grid = read_doubled(reader, counts[1:], board)
    cells = grid[-1]
    walls: list[PlacedItem | None] = []
    for link, wall in zip(ordered_links(board.geometry), borders, strict=True):
        beside = [cells[cell.index] for cell in link.cells] if len(grid) > 2 else []
        missing = next((told for told in beside if told is not None and told.value == _MISSING), None)
        walls.append(wall or (missing and PlacedItem(1, missing.span)))
    return [walls, *grid]


def write_walled(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_walled`; all borders are written."""
    return write_borders(layers[:1], board) + write_doubled(layers[1:], board)
