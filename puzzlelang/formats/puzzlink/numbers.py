"""Pieces of puzz.link URLs with a number for some places, in or outside the grid, and runs of places without."""

from collections.abc import Sequence
from itertools import chain

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.doors import door_layer, door_numbers
from puzzlelang.formats.pieces.places import spot
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import optional, runs
from puzzlelang.formats.puzzlink.tokens import (
    BASE36,
    amount,
    as_hexadecimal,
    hexadecimal,
    plain,
    read_runs,
    unwritable_error,
    write_runs,
)
from puzzlelang.puzzle import UNKNOWN, Unknown
from puzzlelang.source import Span

AFTER_HEX = BASE36[16:]
"""g is one place without, z is 20."""

LETTERS = BASE36[10:]
"""a is one place without, z is 26."""


NUMBER16 = runs(hexadecimal, as_hexadecimal, AFTER_HEX, by_rows=True)
"""A hexadecimal number, or a letter from g on for 1 to 20 places without; a run may go on in the next layer."""

LAST16 = optional(NUMBER16, (None,))
"""Hexadecimal numbers; at the end of a part of the text no place has one."""


def _digit(reader: TextReader, sign: str, start: int) -> RawItem:
    if sign == ".":
        return UNKNOWN
    if sign not in BASE36[:10]:
        raise reader.wrong(f"`{sign}` is no digit", start=start)
    return int(sign)


def _as_digit(value: RawItem, most: int) -> str:
    number = plain(value, f"numbers from 0 to {most}")
    if isinstance(number, Unknown):
        return "."
    if not 0 <= number <= most:
        raise unwritable_error(f"numbers from 0 to {most}", value)
    return str(number)


NUMBER10 = runs(_digit, lambda value: _as_digit(value, 9), LETTERS, by_rows=True)
"""A digit, or a letter for 1 to 26 places without."""


def read_number10or16(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Digits with runs a to z; behind a `-` hexadecimal numbers."""
    if reader.peek() != "-":
        return NUMBER10.decode(reader, counts, board)
    reader.literal("-")
    return NUMBER16.decode(reader, counts, board)


def write_number10or16(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_number10or16`: digits if no number is above 9."""
    wide = any(value is not None and not _small(value) for value in layers[0])
    return f"-{NUMBER16.encode(layers, board)}" if wide else NUMBER10.encode(layers, board)


def _small(value: RawItem) -> bool:
    number = plain(value, "numbers")
    return isinstance(number, Unknown) or number < 10


def read_cells4(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read numbers from 0 to 4, `.` for `?`, and runs.

    The character of a number is 5 more (5 to 9) if one empty place follows, 10 more (a to e) if two follow.
    """
    (places,) = counts
    result: list[PlacedItem | None] = []
    while len(result) < places:
        start = reader.at
        sign = reader.take(f"{places - len(result)} more places")
        if sign in AFTER_HEX:
            result += [None] * (AFTER_HEX.index(sign) + 1)
        elif sign == ".":
            result.append(PlacedItem(UNKNOWN, reader.span(start)))
        elif sign in BASE36[:15]:
            value = BASE36.index(sign)
            result += [PlacedItem(value % 5, reader.span(start)), *[None] * (value // 5)]
        else:
            raise reader.wrong(f"`{sign}` is no number from 0 to 4, nor a run", start=start)
    # The last number is written as if there were two more places.
    return [result[:places]]


def write_cells4(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_cells4`."""
    (layer,) = layers
    tokens: list[str | None] = []
    index = 0
    while index < len(layer):
        value = layer[index]
        index += 1
        token = None if value is None else _as_digit(value, 4)
        if token is not None and token != ".":
            follow = list(layer[index : index + 2])
            blanks = next((at for at, other in enumerate(follow) if other is not None), 2)
            token = BASE36[int(token) + 5 * blanks]
            index += blanks
        tokens.append(token)
    return write_runs(tokens, AFTER_HEX)


_TREES, _SKIPS = BASE36[:18], BASE36[18:]


def read_onecell(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """0 to h: a mark and 0 to 17 places without behind it; i to z: 1 to 18 places without."""
    (places,) = counts
    result: list[PlacedItem | None] = []
    while len(result) < places:
        start = reader.at
        value = amount(reader, BASE36, f"{places - len(result)} more places")
        if value < len(_TREES):
            result += [PlacedItem(1, reader.span(start)), *[None] * value]
        else:
            result += [None] * (value - len(_TREES) + 1)
    return [result[:places]]


def write_onecell(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_onecell`."""
    (layer,) = layers
    marks = [index for index, value in enumerate(layer) if value not in (None, 0)]
    ends = [*marks, len(layer)]
    result = write_runs([None] * ends[0], _SKIPS)
    for mark, end in zip(marks, ends[1:], strict=True):
        near = min(end - mark - 1, len(_TREES) - 1)
        result += _TREES[near] + write_runs([None] * (end - mark - 1 - near), _SKIPS)
    return result


def read_decimal(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """One decimal number."""
    start = reader.at
    value = reader.number("the number of the whole board")
    return [[PlacedItem(value, reader.span(start))]]


def write_decimal(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_decimal`."""
    number = plain(layers[0][0], "decimal numbers")
    if isinstance(number, Unknown) or number < 0:
        raise unwritable_error("decimal numbers", layers[0][0])
    return str(number)


def read_spots(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each layer the column and the row of one cell, both counted from 1."""
    layers = []
    for count in counts:
        start = reader.at
        column, row = (hexadecimal(reader, reader.take("the place of a cell"), start) for _ in range(2))
        index = spot(board.geometry, row, column)
        if index is None:
            raise reader.wrong("this cell lies outside the board", start=start)
        layer: list[PlacedItem | None] = [None] * count
        layer[index] = PlacedItem(1, reader.span(start))
        layers.append(layer)
    return layers


def write_spots(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_spots`.  Raises `Failed` for a layer that has not just one cell."""
    result = ""
    for layer in layers:
        there = [cell for cell, item in zip(board.geometry.cells, layer, strict=True) if item not in (None, 0)]
        if len(there) != 1:
            raise fail("E208", f"this format has one cell here, and the board has {len(there)}")
        result += as_hexadecimal(there[0].column) + as_hexadecimal(there[0].row)
    return result


def read_index(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Return how many cells come before the one of the layer, in reading order, as a decimal number."""
    start = reader.at
    index = reader.number("how many cells come before this one")
    if index >= counts[0]:
        raise reader.wrong("this cell lies outside the board", start=start)
    layer: list[PlacedItem | None] = [None] * counts[0]
    layer[index] = PlacedItem(1, reader.span(start))
    return [layer]


def write_index(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_index`.  Raises `Failed` for a layer that has not just one cell."""
    there = [index for index, item in enumerate(layers[0]) if item not in (None, 0)]
    if len(there) != 1:
        raise fail("E208", f"this format has one cell here, and the board has {len(there)}")
    return str(there[0])


def read_doors(reader: TextReader, counts: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """`/` and a decimal number for the side where a line comes in, and the same for the one where it goes out."""
    doors = []
    for _ in range(2):
        reader.literal("/")
        start = reader.at
        doors.append((reader.number("the side where a line goes through the rim"), reader.span(start)))
    return [door_layer(doors, counts[0])]


def write_doors(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_doors`."""
    return "".join(f"/{number}" for number in door_numbers(layers[0]))


def read_outside(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read hexadecimal numbers: for all columns, then all rows.

    If there are several layers, each line has as many numbers, all at the top or left.  The number nearest to the grid
    comes first in the text and is in the last layer.  Views have one layer: from the top, bottom, left and right.
    """
    (result,) = NUMBER16.decode(reader, [sum(counts)], board)
    return [result[depth :: len(counts)] for depth in reversed(range(len(counts)))]


def write_outside(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_outside`."""
    return NUMBER16.encode([list(chain(*zip(*reversed(layers), strict=True)))], board)


def _depths(board: BoardContext) -> list[int]:
    """The room of each line in numbers: half as many as it has cells, rounded up."""
    width, height = board.geometry.width, board.geometry.height
    return [(height + 1) // 2] * width + [(width + 1) // 2] * height


def read_stacked(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Hexadecimal numbers, several for each line, that nearest to the grid first."""
    depths = _depths(board)
    result = read_runs(reader, sum(depths), AFTER_HEX, lambda sign, start: hexadecimal(reader, sign, start))
    layer: list[PlacedItem | None] = []
    begin = 0
    for depth in depths:
        here = [one for one in result[begin : begin + depth] if one is not None]
        begin += depth
        numbers = tuple(one[0] for one in reversed(here))
        layer.append(PlacedItem(numbers, Span(reader.source, here[0][1], here[-1][2])) if here else None)
    return [layer]


def write_stacked(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_stacked`."""
    tokens: list[str | None] = []
    for value, depth in zip(layers[0], _depths(board), strict=True):
        numbers = () if value is None else (value or (0,)) if isinstance(value, tuple) else (value,)
        if len(numbers) > depth:
            raise unwritable_error(f"lists of at most {depth} numbers", value)
        tokens += [as_hexadecimal(number) for number in reversed(numbers)]
        tokens += [None] * (depth - len(numbers))
    return write_runs(tokens, AFTER_HEX)
