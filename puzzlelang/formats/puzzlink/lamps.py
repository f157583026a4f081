"""The piece of puzz.link URLs for letters outside the grid, each with a number."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import runs
from puzzlelang.formats.puzzlink.numbers import LETTERS
from puzzlelang.formats.puzzlink.tokens import as_hexadecimal, hexadecimal, plain, unwritable_error

_CAPITALS = LETTERS.upper()
_DIGITS = "0123"
"""What stands before a capital for each further round of the alphabet."""


def _letter(reader: TextReader, sign: str, start: int) -> RawItem:
    rounds = 0
    if sign in _DIGITS:
        rounds, sign = _DIGITS.index(sign) + 1, reader.take("a letter")
    if sign not in _CAPITALS:
        raise reader.wrong(f"`{sign}` is no capital letter", start=start)
    return rounds * len(_CAPITALS) + _CAPITALS.index(sign) + 1


def _as_letter(value: RawItem) -> str:
    number = plain(value, "letters")
    if not isinstance(number, int) or not 1 <= number <= len(_CAPITALS) * (len(_DIGITS) + 1):
        raise unwritable_error("letters", value)
    rounds, index = divmod(number - 1, len(_CAPITALS))
    return ("" if rounds == 0 else _DIGITS[rounds - 1]) + _CAPITALS[index]


_LETTERS = runs(_letter, _as_letter, LETTERS)


def read_lamps(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A letter for some places, as a number from 1 on, and behind all letters a number for each, perhaps `?`."""
    (letters,) = _LETTERS.decode(reader, counts[:1], board)
    numbers: list[PlacedItem | None] = [None] * counts[1]
    for index, letter in enumerate(letters):
        if letter is not None:
            start = reader.at
            value = hexadecimal(reader, reader.take("a number for each letter"), start)
            numbers[index] = PlacedItem(value, reader.span(start))
    return [letters, numbers]


def write_lamps(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_lamps`.  Raises `Failed` for a letter without a number or a number without a letter."""
    letters, numbers = layers
    for letter, number in zip(letters, numbers, strict=True):
        if (letter is None) != (number is None):
            raise unwritable_error("letters with numbers", letter if number is None else number)
    digits = "".join(as_hexadecimal(number) for number in numbers if number is not None)
    return _LETTERS.encode([letters], board) + digits
