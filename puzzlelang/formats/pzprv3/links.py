"""Pieces of pzprv3 texts about borders, links and dots between cells."""

from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem, silent_key
from puzzlelang.formats.pieces.doors import door_layer, door_numbers
from puzzlelang.formats.pieces.items_to_values import target
from puzzlelang.formats.pieces.layers import merge_layers, split_layer
from puzzlelang.formats.pieces.places import lattice_slots, ordered_borders, ordered_links, rim_borders
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import (
    BLANK,
    LineToken,
    chunks,
    grid,
    join_rows,
    line,
    number,
    token_item,
    token_text,
    tokens,
)
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.source import Span
from puzzlelang.typed.ir import Find, FunctionKind, Given, PieceEntry, SetKind

_NOTHING = ("0", "-1")
"""No line or border; the second is a mark that somebody drew for it."""

_GIVEN, _KEPT, _ERASED = "012"
"""A border that is given, one that stands, and one that somebody erased, in texts of boards that start out cut."""

_ARROWS = ("u", "d", "l", "r")
_MARKED = {"-2": "1"}
"""How a line with such a mark on it is written, and the line itself."""


def read_borders(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Items between horizontal neighbours, row by row, then between vertical ones."""
    height, width = board.geometry.height, board.geometry.width
    beside = _read_lines(reader, height, width - 1, "links between left and right", board)
    whole = beside + _read_lines(reader, height - 1, width, "links between above and below", board)
    return split_layer(whole, board) if board.layers else [whole]


def all_borders(reader: TextReader, board: BoardContext) -> Layer:
    """Read all borders as one layer, as `read_borders` does for a piece without layers."""
    (result,) = read_borders(reader, (), msgspec.structs.replace(board, layers=()))
    return result


def write_all_borders(layer: Sequence[RawItem], board: BoardContext) -> str:
    """The inverse of `all_borders`."""
    return write_borders([layer], msgspec.structs.replace(board, layers=()))


def write_borders(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_borders`."""
    height, width = board.geometry.height, board.geometry.width
    layer = merge_layers(layers) if layers else [None] * len(board.geometry.links)
    cut = height * (width - 1)
    blank = _blank(board)
    return _write_lines(layer[:cut], height, width - 1, blank) + _write_lines(layer[cut:], height - 1, width, blank)


def read_two_boards(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders of two boards side by side, between which none is written; without any nothing is drawn."""
    (layer,) = read_borders(reader, counts, board)
    if not any(layer):
        return [layer]
    start = reader.source.span(reader.at, reader.at)
    return [[PlacedItem(1, start) if cut else item for item, cut in zip(layer, _middle(board), strict=True)]]


def write_two_boards(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_two_boards`."""
    kept = [None if cut else item for item, cut in zip(layers[0], _middle(board), strict=True)]
    return write_borders([kept], board)


def _middle(board: BoardContext) -> list[bool]:
    """Whether a link joins the left half of the columns with the right one."""
    half = board.geometry.width / 2
    return [link.first.column <= half < link.second.column for link in ordered_links(board.geometry)]


def read_erased(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The links that are given, and all borders that were not erased.  As long as none was, nothing is drawn.

    Raises `Failed` at the first entry that is no such mark.
    """
    height, width = board.geometry.height, board.geometry.width
    beside = grid(reader, height, width - 1, "borders between left and right")
    marks = [
        mark for row in [*beside, *grid(reader, height - 1, width, "borders between above and below")] for mark in row
    ]
    for mark in marks:
        if mark.text not in (_GIVEN, _KEPT, _ERASED):
            raise fail("E204", f"`{mark.text}` is no mark for a border", mark.span, hint="such are `0`, `1` and `2`")
    drawn = any(mark.text == _ERASED for mark in marks)
    given: Layer = [PlacedItem(1, mark.span) if mark.text == _GIVEN else None for mark in marks]
    kept: Layer = [PlacedItem(1, mark.span) if drawn and mark.text != _ERASED else None for mark in marks]
    return [given, kept]


def write_erased(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_erased`."""
    given, kept = layers
    drawn = any(kept)
    marks = [
        _GIVEN if mark is not None else _ERASED if drawn and cut is None else _KEPT
        for mark, cut in zip(given, kept, strict=True)
    ]
    return write_all_borders(marks, board)


def read_edges(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Vertical borders row by row, then horizontal ones, those of the rim included.

    A layer of links or of a partition has no places for what stands at the rim, which is left out.  One of views has
    places for that alone.
    """
    height, width = board.geometry.height, board.geometry.width
    upright = _read_lines(reader, height, width + 1, "vertical borders", board)
    whole = upright + _read_lines(reader, height + 1, width, "horizontal borders", board)
    layers = split_layer(whole, board)
    return [
        [layer[index] for index in shown] for layer, shown in zip(layers, _edges_of_layers(counts, board), strict=True)
    ]


def write_edges(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_edges`."""
    height, width = board.geometry.height, board.geometry.width
    whole: list[list[RawItem]] = [[None] * len(board.geometry.borders) for _ in layers or [()]]
    edges_of = _edges_of_layers([len(layer) for layer in layers], board)
    for edges, layer, shown in zip(whole, layers, edges_of, strict=False):
        for index, value in zip(shown, layer, strict=True):
            edges[index] = value
    merged = merge_layers(whole)
    cut = height * (width + 1)
    blank = _blank(board)
    return _write_lines(merged[:cut], height, width + 1, blank) + _write_lines(merged[cut:], height + 1, width, blank)


def _edges_of_layers(counts: Sequence[int], board: BoardContext) -> list[Sequence[int]]:
    """Return the indices of borders of each layer by its number of places: all, those inside, or those of views."""
    inside = _inner_flags(board.geometry)
    within = [index for index, inner in enumerate(inside) if inner]
    rim = rim_borders(board.geometry)
    return [
        range(places) if places == len(inside) else rim if _are_views(entries, board) else within
        for places, entries in zip(counts, board.layers, strict=False)
    ]


def _are_views(entries: Sequence[PieceEntry], board: BoardContext) -> bool:
    """Whether a layer fills what belongs to views."""
    item = target(board.rules, entries) if board.rules is not None else None
    kind = item.kind if isinstance(item, Given | Find) else None
    return isinstance(kind, SetKind | FunctionKind) and kind.sort is Sort.VIEW


def _inner_flags(geometry: SquareGrid) -> list[bool]:
    """Whether a border is inside the board, in their order."""
    inside = {link.lattice for link in geometry.links}
    return [border.lattice in inside for border in ordered_borders(geometry)]


def _read_lines(reader: TextReader, rows: int, columns: int, what: str, board: BoardContext) -> list[PlacedItem | None]:
    if not columns and reader.done:  # empty lines at the end of a text get lost easily
        return []
    keys = {str(entry.key) for entries in board.layers for entry in entries}
    nothing = [token for token in _NOTHING if token not in keys]
    rows_of_tokens = grid(reader, rows, columns, what)
    return [
        None if token.text in nothing else token_item(token)
        for row in rows_of_tokens
        for token in (one if one.text in keys else _without_marks(one) for one in row)
    ]


def _without_marks(token: LineToken) -> LineToken:
    """A token without what somebody noted at a border: a letter for an arrow, and `-2` for a line that has a mark."""
    text = token.text[:-1] if token.text[-1:] in _ARROWS else token.text
    return LineToken(_MARKED.get(text, text) or _NOTHING[0], token.span)


def _blank(board: BoardContext) -> str:
    """Return the text of a place without an item: `0`, or a key without effects if an entry has the key `0`."""
    keys = {str(entry.key) for entries in board.layers for entry in entries}
    spares = [silent_key(entries) for entries in board.layers] if _NOTHING[0] in keys else []
    return next((token_text(spare) for spare in spares if spare is not None), _NOTHING[0])


def _write_lines(layer: Sequence[RawItem], rows: int, columns: int, blank: str) -> str:
    if not columns:
        return "\n" * rows
    return join_rows((blank if value is None else token_text(value) for value in row) for row in chunks(layer, columns))


def read_doors(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Two lines: the numbers of the borders where a line comes in and where it goes out.

    Borders at the rim are counted after all others.
    """
    doors = []
    for what in ("comes in", "goes out"):
        at = reader.at
        result = tokens(line(reader, f"the border where the line {what}"))
        if len(result) != 1:
            raise reader.wrong("here should stand one number", start=at)
        doors.append((number(result[0]), result[0].span))
    return [door_layer(doors, counts[0], len(board.geometry.links))]


def write_doors(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_doors`."""
    return "".join(f"{len(board.geometry.links) + index}\n" for index in door_numbers(layers[0]))


def read_dot_grid(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A character for each cell, link and inner corner: rows of cells and rows between them in turn, no blanks."""
    geometry = board.geometry
    rows, columns = 2 * geometry.height - 1, 2 * geometry.width - 1
    places = lattice_slots(geometry)
    layers: list[list[PlacedItem | None]] = [[None] * count for count in counts]
    for row in range(rows):
        span = line(reader, f"line {row + 1} of the {rows} lines of dots")
        text = span.text.rstrip()
        if len(text) != columns:
            raise fail("E203", f"line {row + 1} of the dots has {len(text)} characters, and needs {columns}", span)
        for column, sign in enumerate(text):
            if sign != BLANK:
                layer, index = places[row + 1, column + 1]
                at = Span(span.source, span.start + column, span.start + column + 1)
                if layer >= len(layers):
                    raise fail("E204", "the rules know no dots here", at)
                layers[layer][index] = PlacedItem(sign, at)
    return layers


def write_dot_grid(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dot_grid`."""
    geometry = board.geometry
    lines = [[BLANK] * (2 * geometry.width - 1) for _ in range(2 * geometry.height - 1)]
    for (row, column), (layer, index) in lattice_slots(geometry).items():
        if layer < len(layers) and layers[layer][index] is not None:
            lines[row - 1][column - 1] = token_text(layers[layer][index])
    return "".join("".join(signs) + "\n" for signs in lines)
