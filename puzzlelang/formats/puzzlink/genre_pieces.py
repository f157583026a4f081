"""Pieces of puzz.link URLs that only one or two genres have."""

from collections.abc import Sequence
from functools import partial

import msgspec

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import lattice_slots
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import runs
from puzzlelang.formats.puzzlink.numbers import AFTER_HEX, LETTERS
from puzzlelang.formats.puzzlink.tokens import (
    BASE36,
    amount,
    plain,
    read_runs,
    run_layer,
    unwritable_error,
    write_runs,
)
from puzzlelang.puzzle import UNKNOWN, Unknown


def read_hitori(reader: TextReader, counts: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A number in base 36 for each place: one digit, or `-` and two; `@` or `%` for `?`, `.` for a place without."""
    result: list[PlacedItem | None] = []
    for _ in range(counts[0]):
        start = reader.at
        if reader.peek() in (".", "@", "%") and not reader.done:
            sign = reader.take("a number")
            result.append(None if sign == "." else PlacedItem(UNKNOWN, reader.span(start)))
            continue
        wide = reader.peek() == "-"
        if wide:
            reader.take("a number")
        result.append(PlacedItem(amount(reader, BASE36, "a number in base 36", 2 if wide else 1), reader.span(start)))
    return [result]


def write_hitori(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_hitori`."""
    result = ""
    for value in layers[0]:
        number = None if value is None else plain(value, "numbers in base 36")
        if number is None or isinstance(number, Unknown):
            result += "." if number is None else "@"
            continue
        if not 0 <= number < 36 * 36:
            raise unwritable_error("numbers in base 36", value)
        result += BASE36[number] if number < 36 else f"-{BASE36[number // 36]}{BASE36[number % 36]}"
    return result


class _Lists(msgspec.Struct, frozen=True):
    """The notation of lists of `length` numbers: `sign`, then two digits in base 36.

    Their value is `least` plus the numbers as digits in base `base`.
    """

    length: int
    sign: str
    base: int
    least: int


_TAPA = (_Lists(2, "", 6, 360), _Lists(3, "", 4, 396), _Lists(4, "", 2, 460))
_TAPALOOP = (_Lists(2, "", 8, 360), _Lists(3, "+", 7, 36), _Lists(4, "-", 6, 36))

_ONES = (1, 1, 1, 1)
"""The list that has a sign of its own in Tapa."""


def _list(reader: TextReader, sign: str, start: int, lists: Sequence[_Lists], ones: RawItem) -> RawItem:
    if sign == ".":
        return (UNKNOWN,)
    if sign in BASE36[:9]:
        return (int(sign),)
    if sign == "9" and ones is not None:
        return ones
    signs = [one for one in lists if one.sign == sign]
    if not signs and sign not in BASE36[10:16]:
        raise reader.wrong(f"`{sign}` begins no clue", start=start)
    value = amount(reader, BASE36, "a list of numbers", 2 if signs else 1)
    value += 0 if signs else BASE36.index(sign) * 36
    for one in signs or lists:
        if bool(signs) == bool(one.sign) and one.least <= value < one.least + one.base**one.length:
            digits = [(value - one.least) // one.base**place % one.base for place in reversed(range(one.length))]
            return tuple(digit or UNKNOWN for digit in digits)
    raise reader.wrong(f"`{reader.source.text[start : reader.at]}` is no list of numbers", start=start)


def _as_list(value: RawItem, lists: Sequence[_Lists], ones: RawItem) -> str:
    if value == ones:
        return "9"
    numbers = (value or (0,)) if isinstance(value, tuple) else (plain(value, "lists of numbers"),)
    if numbers == (UNKNOWN,):
        return "."
    digits = [0 if isinstance(number, Unknown) else number for number in numbers]
    if len(digits) == 1 and 0 <= digits[0] <= 8:
        return str(digits[0])
    fits = [digit > 0 or number is UNKNOWN for digit, number in zip(digits, numbers, strict=True)]
    for one in lists:
        if len(digits) == one.length and all(fits) and max(digits) < one.base:
            code = one.least + sum(digit * one.base**place for place, digit in enumerate(reversed(digits)))
            if code < 36 * 36:
                return one.sign + BASE36[code // 36] + BASE36[code % 36]
    raise unwritable_error("lists of numbers around a cell", value)


def _list_runs(lists: Sequence[_Lists], ones: RawItem) -> Codec:
    return runs(partial(_list, lists=lists, ones=ones), partial(_as_list, lists=lists, ones=ones), AFTER_HEX)


TAPA = _list_runs(_TAPA, _ONES)
"""0 to 8 for one number, 9 for four of 1, two characters from a0 on for a list, `.` for `?`, g to z for runs."""

TAPALOOP = _list_runs(_TAPALOOP, None)
"""As `TAPA`, but lists of three have `+` and lists of four `-` before two characters."""


def read_fivecells(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """0 to 6 for a number, 7 for a cell that is left out, `.` for `?`, a to z for 1 to 26 places without."""

    def token(sign: str, start: int) -> RawItem:
        if sign == ".":
            return UNKNOWN
        if sign not in BASE36[:8]:
            raise reader.wrong(f"`{sign}` is no number from 0 to 7", start=start)
        return int(sign)

    result = run_layer(reader, read_runs(reader, counts[0], LETTERS, token))
    holes = [one if one is not None and one.value == 7 else None for one in result]
    return [[None if hole else one for one, hole in zip(result, holes, strict=True)], holes]


def write_fivecells(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_fivecells`."""
    tokens: list[str | None] = []
    for value, hole in zip(*layers, strict=True):
        number = None if value is None else plain(value, "numbers from 0 to 6")
        if isinstance(number, int) and not 0 <= number <= 6:
            raise unwritable_error("numbers from 0 to 6", value)
        token = None if number is None else "." if number is UNKNOWN else str(number)
        tokens.append(token if hole in (None, 0) else "7")
    return write_runs(tokens, LETTERS)


def _dot_slots(board: BoardContext) -> list[tuple[int, int]]:
    return list(lattice_slots(board.geometry).values())


def _empty_layers(board: BoardContext) -> list[list[PlacedItem | None]]:
    geometry = board.geometry
    return [[None] * len(places) for places in (geometry.cells, geometry.links, geometry.corners)]


def read_dot_digits(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Dots on cells, links and inner corners: an even digit is a white one and 0 to 7 places without behind it, an odd
    digit a black one, g to z are 1 to 20 places without.
    """  # noqa: D205
    places = _dot_slots(board)
    layers = _empty_layers(board)
    at = 0
    while at < len(places):
        start = reader.at
        value = amount(reader, BASE36, f"{len(places) - at} more places")
        if value >= 16:
            at += value - 15
            continue
        sort, index = places[at]
        layers[sort][index] = PlacedItem(value % 2 + 1, reader.span(start))
        at += value // 2 + 1
    return layers


def write_dot_digits(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dot_digits`."""
    row = [layers[sort][index] for sort, index in _dot_slots(board)]
    tokens: list[str | None] = []
    at = 0
    while at < len(row):
        value = row[at]
        at += 1
        if value is None:
            tokens.append(None)
            continue
        colour = plain(value, "dots")
        if colour not in (1, 2):
            raise unwritable_error("dots", value)
        # The last dot is written as if more places followed.
        blanks = next((step for step, other in enumerate(row[at : at + 7]) if other is not None), 7)
        tokens.append(BASE36[2 * blanks + (1 if colour == 2 else 0)])
        at += blanks
    return write_runs(tokens, AFTER_HEX)


def read_dot_pairs(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read dots 1, 2 and 3 on cells, links and inner corners, two places to a character.

    The character is 4 times the dot of the first place plus that of the second, with 0 for none.  g to z stand for 1 to
    20 pairs of places without dots.  Some programs leave out the last place if it has no partner.
    """
    places = _dot_slots(board)
    layers = _empty_layers(board)

    def token(sign: str, start: int) -> tuple[int, int]:
        if sign not in BASE36[:16]:
            raise reader.wrong(f"`{sign}` is no pair of dots", start=start)
        return divmod(BASE36.index(sign), 4)

    for pair, result in enumerate(read_runs(reader, (len(places) + 1) // 2, AFTER_HEX, token, short=len(places) % 2)):
        dots, start, end = result or ((0, 0), reader.at, reader.at)
        for at, dot in enumerate(dots, 2 * pair):
            if dot and at == len(places):
                raise reader.wrong("this dot lies beyond the last place", start=start)
            if dot:
                sort, index = places[at]
                layers[sort][index] = PlacedItem(dot, reader.source.span(start, end))
    return layers


def write_dot_pairs(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dot_pairs`."""
    row = [0 if layers[sort][index] is None else _dot(layers[sort][index]) for sort, index in _dot_slots(board)]
    row += [0] * (len(row) % 2)
    codes = [4 * first + second for first, second in zip(row[::2], row[1::2], strict=True)]
    return write_runs([BASE36[code] if code else None for code in codes], AFTER_HEX)


def _dot(value: RawItem) -> int:
    number = plain(value, "dots 1, 2 and 3")
    if isinstance(number, Unknown) or number not in (1, 2, 3):
        raise unwritable_error("dots 1, 2 and 3", value)
    return number


def read_bank(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """All that follows, as one word: a letter for a known set of pieces, or the pieces themselves."""
    start = reader.at
    word = reader.take("the pieces to place", max(1, len(reader.rest)))
    return [[PlacedItem(word, reader.span(start))]]


def write_bank(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_bank`."""
    if layers[0][0] is None:
        raise unwritable_error("sets of pieces", None)
    return str(layers[0][0])
