"""Pieces of puzz.link URLs that are numbers with a direction, or for each direction."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.numbers import AFTER_HEX, LETTERS
from puzzlelang.formats.puzzlink.tokens import (
    HEX,
    amount,
    as_hexadecimal,
    hexadecimal,
    plain,
    read_runs,
    unwritable_error,
    write_runs,
)
from puzzlelang.puzzle import UNKNOWN, Unknown

DIRECTIONS = ("", "up", "down", "left", "right")
"""The digits 0 to 4; 0 has no direction."""

Parts = tuple[RawItem, ...]


def _layers(
    reader: TextReader, found: Sequence[tuple[Parts, int, int] | None], amount_of: int
) -> list[list[PlacedItem | None]]:
    """The n-th layer has the n-th part of each token."""
    layers: list[list[PlacedItem | None]] = [[] for _ in range(amount_of)]
    for one in found:
        for index, layer in enumerate(layers):
            value = None if one is None else one[0][index]
            layer.append(
                None if one is None or value is None else PlacedItem(value, reader.source.span(one[1], one[2]))
            )
    return layers


def read_arrow16(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A direction digit and a number for a place, or a letter for 1 to 26 places without."""
    found = read_runs(reader, counts[0], LETTERS, lambda sign, start: _arrow(reader, sign, start))
    return _layers(reader, found, 2)


def _arrow(reader: TextReader, sign: str, start: int) -> Parts:
    """Direction and number: 0 to 4 and a digit or `.`, 5 to 9 and two digits, `-`, 0 to 4 and three."""
    if sign == "-":
        direction = amount(reader, HEX[:5], "a direction")
        return _direction(direction), amount(reader, HEX, "a hexadecimal number", 3)
    if sign not in HEX[:10]:
        raise reader.wrong(f"`{sign}` is no direction", start=start)
    wide, direction = divmod(int(sign), 5)
    if not wide and reader.peek() == ".":
        reader.take("a number")
        return _direction(direction), UNKNOWN
    return _direction(direction), amount(reader, HEX, "a hexadecimal number", 2 if wide else 1)


def _direction(index: int) -> RawItem:
    return DIRECTIONS[index] or None


def write_arrow16(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_arrow16`."""
    return write_runs([_as_arrow(*parts) for parts in zip(*layers, strict=True)], LETTERS)


def _as_arrow(direction: RawItem, value: RawItem) -> str | None:
    if direction is None and value is None:
        return None
    name = "" if direction is None else str(direction)
    if name not in DIRECTIONS:
        raise unwritable_error("arrows", direction)
    index = DIRECTIONS.index(name)
    number = plain(UNKNOWN if value is None else value, "numbers with arrows")
    if isinstance(number, Unknown):
        return f"{index}."
    if not 0 <= number < 4096:
        raise unwritable_error("numbers below 4096", value)
    if number < 256:
        return f"{index}{number:x}" if number < 16 else f"{index + 5}{number:02x}"
    return f"-{index}{number:03x}"


def read_castle(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A digit 0 to 2 for the colour before an arrow with its number; letters for 1 to 26 places without."""

    def token(sign: str, start: int) -> Parts:
        if sign not in HEX[:3]:
            raise reader.wrong(f"`{sign}` is no colour: there are 0, 1 and 2", start=start)
        return int(sign), *_arrow(reader, reader.take("a direction"), start + 1)

    return _layers(reader, read_runs(reader, counts[0], LETTERS, token), 3)


def write_castle(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_castle`."""
    tokens: list[str | None] = []
    for colour, direction, number in zip(*layers, strict=True):
        arrow = _as_arrow(direction, number)
        if colour is None and arrow is None:
            tokens.append(None)
            continue
        shade = plain(colour, "colours")
        if shade not in (0, 1, 2):
            raise unwritable_error("colours", colour)
        tokens.append(f"{shade}{arrow or '0.'}")
    return write_runs(tokens, LETTERS)


def read_compass(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Four hexadecimal numbers for a cell (up, down, left, right), each perhaps `.` for `?`; g to z as in numbers."""

    def token(sign: str, start: int) -> Parts:
        parts = [hexadecimal(reader, sign, start)]
        for _ in DIRECTIONS[2:]:
            begin = reader.at
            parts.append(hexadecimal(reader, reader.take("a number for each direction"), begin))
        return tuple(parts)

    return _layers(reader, read_runs(reader, counts[0], AFTER_HEX, token), 4)


def write_compass(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_compass`."""
    tokens = [
        None
        if all(part is None for part in parts)
        else "".join(as_hexadecimal(UNKNOWN if part is None else part) for part in parts)
        for parts in zip(*layers, strict=True)
    ]
    return write_runs(tokens, AFTER_HEX)
