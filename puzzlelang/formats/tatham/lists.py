"""Pieces of game IDs for clues of lines and views, and single numbers."""

from collections.abc import Sequence
from string import ascii_lowercase, digits

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.tatham.runs import decimal, read_with_span, unwritable_error

_SIDES = digits + ascii_lowercase
MOST_NUMBERS = 1000
"""Longest list of numbers of a line."""


def read_counts(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read a comma and a number for each place; the second layer marks the numbers with an S before them."""
    numbers: list[PlacedItem | None] = []
    marked: list[PlacedItem | None] = []
    for _place in range(counts[0]):
        reader.literal(",")
        start = reader.at
        special = len(counts) > 1 and reader.peek() == "S"
        if special:
            reader.literal("S")
        marked.append(PlacedItem(1, reader.span(start)) if special else None)
        numbers.append(read_with_span(reader, lambda: reader.number("a number")))
    return [numbers, marked]


def write_counts(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_counts`."""
    marked = layers[1] if len(layers) > 1 else [None] * len(layers[0])
    return "".join(f",{'S' if mark else ''}{decimal(value)}" for value, mark in zip(layers[0], marked, strict=True))


def read_clockwise(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Commas and numbers along the top, the right from above, the bottom from the right, the left from below."""
    result: list[PlacedItem | None] = [None] * counts[0]
    for index in _clockwise(board):
        reader.literal(",")
        result[index] = read_with_span(reader, lambda: reader.number("a number"))
    return [result]


def write_clockwise(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_clockwise`."""
    return "".join("," + decimal(layers[0][index]) for index in _clockwise(board))


def _clockwise(board: BoardContext) -> list[int]:
    """Return the indices of the views (top, bottom, left, right in turn), clockwise from the top left corner."""
    width, height = board.geometry.width, board.geometry.height
    left = 2 * width
    right = left + height
    return [
        *range(width),
        *range(right, right + height),
        *range(left - 1, width - 1, -1),
        *range(right - 1, left - 1, -1),
    ]


def read_slashed(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Numbers with `/` between them, nothing where there is none."""
    result: list[PlacedItem | None] = []
    for index in range(counts[0]):
        if index:
            reader.literal("/")
        known = reader.peek() not in ("", "/", ",")
        result.append(read_with_span(reader, lambda: reader.number("a number")) if known else None)
    return [result]


def write_slashed(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_slashed`."""
    return "/".join("" if value is None else decimal(value) for value in layers[0])


def read_stretches(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Lists with `/` between them and `.` inside; an empty one is the single number 0."""
    result: list[PlacedItem | None] = []
    for index in range(counts[0]):
        if index:
            reader.literal("/")
        start, numbers = reader.at, [0]
        if reader.peek() not in ("", "/"):
            numbers = [reader.number("a length")]
            while reader.peek() == ".":
                reader.literal(".")
                numbers.append(reader.number("a length"))
                if len(numbers) > MOST_NUMBERS:
                    raise reader.wrong(f"more than {MOST_NUMBERS} numbers of one line", start=start)
        result.append(PlacedItem(tuple(numbers), reader.span(start)))
    return [result]


def write_stretches(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_stretches`; a line without any list raises `Failed`."""
    result = []
    for value in layers[0]:
        if not isinstance(value, tuple):
            raise unwritable_error(value, "a list for every line")
        result.append("" if value in ((), (0,)) else ".".join(decimal(number) for number in value))
    return "/".join(result)


def read_sides(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """One character for each column, a comma, one for each row: digits, then a = 10 and so on, `.` for nothing."""
    result: list[PlacedItem | None] = []
    for index in range(counts[0]):
        if index == board.geometry.width:
            reader.literal(",")
        start = reader.at
        sign = reader.take("the number of a line")
        if sign != "." and sign not in _SIDES:
            raise reader.wrong(f"`{sign}` is neither a number nor `.`", start=start)
        result.append(None if sign == "." else PlacedItem(_SIDES.index(sign), reader.span(start)))
    return [result]


def write_sides(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_sides`."""
    result = ""
    for index, value in enumerate(layers[0]):
        if value is not None and (not isinstance(value, int) or not 0 <= value < len(_SIDES)):
            raise unwritable_error(value, f"0 to {len(_SIDES) - 1}")
        between = "," if index == board.geometry.width else ""
        result += between + ("." if value is None else _SIDES[value])
    return result
