"""Numbers and runs of puzz.link URLs, and the errors for items without a text."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.puzzle import UNKNOWN, Unknown

Item = TypeVar("Item")

BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
BASE32 = BASE36[:32]
HEX = BASE36[:16]
_WIDE = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""For each sign how many hexadecimal digits follow, and what is added to them."""


def unwritable_error(what: str, value: RawItem) -> Failed:
    """The error for an item that a piece has no letters for."""
    shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    result = "an empty place" if value is None else f"`{shown}`"
    return fail("E208", f"a puzz.link URL has no way to write {result} among {what}")


def plain(value: RawItem, what: str) -> int | Unknown:
    """A number or `?`.  Raises `Failed` for other items."""
    match value:
        case Unknown() | "?":
            return UNKNOWN
        case int():
            return value
        case (int() | Unknown() as only,):
            return only
        case str() if value.isascii() and value.isdigit():
            return int(value)
        case _:
            raise unwritable_error(what, value)


def amount(reader: TextReader, digits: str, what: str, length: int = 1) -> int:
    """A number of fixed length in the base that has these digits.  Raises `Failed` for other characters."""
    start = reader.at
    result = reader.take(what, length)
    for index, digit in enumerate(result):
        if digit not in digits:
            raise reader.wrong(f"`{digit}` cannot stand here: {what} has `0` to `{digits[-1]}`", start=start + index)
    value = 0
    for digit in result:
        value = value * len(digits) + digits.index(digit)
    return value


def hexadecimal(reader: TextReader, sign: str, start: int) -> int | Unknown:
    """The hexadecimal number that begins with the consumed character `sign`; `.` is `?`."""
    if sign == ".":
        return UNKNOWN
    if sign in HEX:
        return int(sign, 16)
    if sign not in _WIDE:
        raise reader.wrong(f"`{sign}` begins no number", start=start)
    length, more = _WIDE[sign]
    return amount(reader, HEX, "a hexadecimal number", length) + more


def as_hexadecimal(value: RawItem, what: str = "hexadecimal numbers") -> str:
    """The inverse of `hexadecimal`."""
    number = plain(value, what)
    if isinstance(number, Unknown):
        return "."
    for least, sign, length, more in (
        (0, "", 1, 0), (16, "-", 2, 0), (256, "+", 3, 0), (4096, "=", 3, 4096),
        (8192, "%", 3, 8192), (12288, "*", 4, 12240), (77776, "$", 5, 77776),
    ):  # fmt: skip
        if least <= number < more + 16**length:
            return f"{sign}{number - more:0{length}x}"
    raise unwritable_error(what, value)


def read_runs(
    reader: TextReader, places: int, skips: str, token: Callable[[str, int], Item], short: int = 0
) -> list[tuple[Item, int, int] | None]:
    """Tokens with their spans, and letters of `skips` for runs of empty places, up to the last place.

    The n-th letter skips n places.  A run may go beyond the last place: puzz.link itself writes such runs.
    The last `short` places may be left out at the end of a text.
    """
    result: list[tuple[Item, int, int] | None] = []
    while len(result) < places:
        if reader.done and places - len(result) <= short:
            return result + [None] * (places - len(result))
        start = reader.at
        sign = reader.take(f"{places - len(result)} more places")
        if sign in skips:
            result += [None] * (skips.index(sign) + 1)
            continue
        item = token(sign, start)
        result.append((item, start, reader.at))
    return result[:places]


def run_layer(reader: TextReader, result: Sequence[tuple[RawItem, int, int] | None]) -> list[PlacedItem | None]:
    """The layer of tokens that `read_runs` returns."""
    return [
        None if one is None or one[0] is None else PlacedItem(one[0], reader.source.span(one[1], one[2]))
        for one in result
    ]


def write_runs(tokens: Sequence[str | None], skips: str) -> str:
    """The inverse of `read_runs`: runs as long as they can be."""
    result, blanks = "", 0
    for token in tokens:
        if token is None:
            blanks += 1
            if blanks < len(skips):
                continue
        result += skips[blanks - 1] if blanks else ""
        blanks = 0
        result += token or ""
    return result + (skips[blanks - 1] if blanks else "")
