"""Pieces of puzz.link URLs that are numbers with a direction, or for each direction."""

from puzzlelang.formats.pieces.codec import RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import joint_runs
from puzzlelang.formats.puzzlink.numbers import AFTER_HEX, LETTERS
from puzzlelang.formats.puzzlink.tokens import (
    HEX,
    amount,
    as_hexadecimal,
    hexadecimal,
    plain,
    unwritable_error,
)
from puzzlelang.puzzle import UNKNOWN, Unknown
from puzzlelang.typed.codecs.codec import NUMBERED_DIRECTIONS

_DIRECTIONS = ("", *NUMBERED_DIRECTIONS)
"""The digits 0 to 4; 0 has no direction."""

_SIGN = "+"
"""Stands for a cell with a sign in place of direction and number."""

Parts = tuple[RawItem, ...]


def _arrow(reader: TextReader, sign: str, start: int) -> Parts:
    """Return direction and number of a token that begins with the character `sign`.

    0 to 4 is a direction before one hexadecimal digit, or `.` for `?`.  5 to 9 is a direction, plus 5, before two
    digits.  `-` stands before a direction and three digits, `+` alone for a sign in place of a number.
    """
    if sign == _SIGN:
        return None, _SIGN
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
    return _DIRECTIONS[index] or None


def _as_arrow(direction: RawItem, value: RawItem) -> str:
    if value == _SIGN and direction is None:
        return _SIGN
    name = "" if direction is None else str(direction)
    if name not in _DIRECTIONS:
        raise unwritable_error("arrows", direction)
    index = _DIRECTIONS.index(name)
    number = plain(UNKNOWN if value is None else value, "numbers with arrows")
    if isinstance(number, Unknown):
        return f"{index}."
    if not 0 <= number < 4096:
        raise unwritable_error("numbers below 4096", value)
    if number < 256:
        return f"{index}{number:x}" if number < 16 else f"{index + 5}{number:02x}"
    return f"-{index}{number:03x}"


ARROW16 = joint_runs(_arrow, _as_arrow, LETTERS, 2)
"""A direction digit and a number for a place, or a letter for 1 to 26 places without."""


WALL_ARROWS = joint_runs(_arrow, _as_arrow, AFTER_HEX, 2)
"""As `ARROW16`, with letters from g on for 1 to 20 places without."""


def _coloured_arrow(reader: TextReader, sign: str, start: int) -> Parts:
    if sign not in HEX[:3]:
        raise reader.wrong(f"`{sign}` is no colour: there are 0, 1 and 2", start=start)
    return int(sign), *_arrow(reader, reader.take("a direction"), start + 1)


def _as_coloured(colour: RawItem, direction: RawItem, number: RawItem) -> str:
    shade = plain(colour, "colours")
    if shade not in (0, 1, 2):
        raise unwritable_error("colours", colour)
    return f"{shade}{'0.' if direction is None and number is None else _as_arrow(direction, number)}"


CASTLE = joint_runs(_coloured_arrow, _as_coloured, LETTERS, 3)
"""A digit 0 to 2 for the colour before an arrow with its number; letters for 1 to 26 places without."""


def _four_numbers(reader: TextReader, sign: str, start: int) -> Parts:
    parts = [hexadecimal(reader, sign, start)]
    for _ in NUMBERED_DIRECTIONS[1:]:
        begin = reader.at
        parts.append(hexadecimal(reader, reader.take("a number for each direction"), begin))
    return tuple(parts)


def _as_four_numbers(*parts: RawItem) -> str:
    return "".join(as_hexadecimal(UNKNOWN if part is None else part) for part in parts)


COMPASS = joint_runs(_four_numbers, _as_four_numbers, AFTER_HEX, 4)
"""Four hexadecimal numbers for a cell (up, down, left, right), each perhaps `.` for `?`; g to z as in numbers."""
