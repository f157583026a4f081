"""Pieces of game IDs with an item for each place and small letters for runs of empty places."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader

LONGEST = 26
"""Places that a letter can skip, z."""


def read_with_span(reader: TextReader, read: Callable[[], RawItem]) -> PlacedItem:
    """Calls `read` and adds the span of what it read."""
    start = reader.at
    value = read()
    return PlacedItem(value, reader.span(start))


def in_runs(read: Callable[[TextReader], RawItem], write: Callable[[RawItem], str], between: str = "") -> Codec:
    """Return a codec of items, with small letters for 1 to 26 places without; `between` parts items side by side."""

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        return [_read_runs(reader, counts[0], read)]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        return _write_runs(layers[0], write, between)

    return Codec(decode, encode, by_rows=True)


def for_each(read: Callable[[TextReader], RawItem], write: Callable[[RawItem], str]) -> Codec:
    """Return a codec of items of all places, one behind the other."""

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        return [[read_with_span(reader, lambda: read(reader)) for _ in range(counts[0])]]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        return "".join(map(write, layers[0]))

    return Codec(decode, encode)


def _read_runs(
    reader: TextReader, amount: int, read: Callable[[TextReader], RawItem], *, to_end: bool = True
) -> list[PlacedItem | None]:
    result: list[PlacedItem | None] = []
    while len(result) < amount and (to_end or not reader.done):
        sign = reader.peek()
        if not sign:
            reader.take(f"{amount - len(result)} more places")
        if sign not in ascii_lowercase:
            result.append(read_with_span(reader, lambda: read(reader)))
            continue
        reader.take("a run")
        result += [None] * (ascii_lowercase.index(sign) + 1)
    if len(result) > amount:
        raise reader.wrong("this run goes beyond the last place", start=reader.at - 1)
    return result


def _write_runs(layer: Sequence[RawItem], text: Callable[[RawItem], str], between: str = "") -> str:
    result, blanks, after = "", 0, ""
    for value in layer:
        if value is None:
            blanks += 1
            continue
        result += _run(blanks) or after
        blanks, after = 0, between
        result += text(value)
    return result + _run(blanks)


def _run(blanks: int) -> str:
    long, rest = divmod(blanks, LONGEST)
    return "z" * long + (ascii_lowercase[rest - 1] if rest else "")


def decimal(value: RawItem) -> str:
    """The text of a number.  Raises `Failed` for other items."""
    number = _number_in(value)
    if number is None or number < 0:
        raise unwritable_error(value, "numbers")
    return str(number)


def _number_in(value: RawItem) -> int | None:
    """Return an item that is a number, or a string of digits (a key of an entry), as a number; else None."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return value if isinstance(value, int) else None


def unwritable_error(value: RawItem, wanted: str) -> Exception:
    """The error for a value that a game ID has no text for."""
    if value is None:
        problem = "a game ID leaves out no hint here, and on this board one or more are missing"
        return fail("E208", problem, hint=f"each must have a value; a game ID can hold {wanted}")
    return fail("E208", f"a game ID has no sign for `{value}` here", hint=f"it can hold {wanted}")


def _digit(letters: str) -> tuple[Callable[[TextReader], int], Callable[[RawItem], str]]:
    """Return how a digit is read and written; `letters` are the digits from 10 on."""
    alphabet = digits + letters

    def read(reader: TextReader) -> int:
        start = reader.at
        sign = reader.take("a digit")
        if sign not in alphabet:
            raise reader.wrong(f"`{sign}` is no digit", start=start)
        return alphabet.index(sign)

    def write(value: RawItem) -> str:
        number = _number_in(value)
        if number is None or not 0 <= number < len(alphabet):
            raise unwritable_error(value, f"0 to {len(alphabet) - 1}")
        return alphabet[number]

    return read, write


def _sign(reader: TextReader) -> int | str:
    sign = reader.take("a digit or a capital")
    if sign in digits:
        return int(sign)
    if sign not in ascii_uppercase:
        raise reader.wrong(f"`{sign}` is neither a digit nor a letter", start=reader.at - 1)
    return sign


def _as_sign(value: RawItem) -> str:
    text = str(value)
    if len(text) != 1 or text not in digits + ascii_uppercase:
        raise unwritable_error(value, "0 to 9 and capitals")
    return text


def _number(reader: TextReader) -> int:
    before = reader.source.text[reader.at - 1]
    if reader.peek() == "_" and before in digits:
        reader.take("a number")
    return reader.number("a number or a run of places without")


def _bracketed_number(reader: TextReader) -> int:
    if reader.peek() != "[":
        return _digit("")[0](reader)
    reader.literal("[")
    value = reader.number("a number")
    reader.literal("]")
    return value


def _as_bracketed(value: RawItem) -> str:
    text = decimal(value)
    return text if len(text) == 1 else f"[{text}]"


DIGITS = in_runs(*_digit(ascii_uppercase))
"""One character a number: digits, then capitals from A = 10 on."""

SIGNS = in_runs(_sign, _as_sign)
"""Digits and capitals that stand for themselves."""

NUMBERS = in_runs(_number, decimal, between="_")
"""Decimal numbers; `_` stands between two that follow each other."""

read_each, write_each = _digit(ascii_lowercase)

EACH = for_each(read_each, write_each)
"""One character a number for every place: digits, then small letters from a = 10 on."""

BRACKETED = for_each(_bracketed_number, _as_bracketed)
"""A digit for every place, or a number in brackets."""

NUMBER = for_each(lambda reader: reader.number("a number"), decimal)
"""One number."""


def read_trimmed(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read lists as `DIGITS` does, but places behind the last number may be left out."""
    result = _read_runs(reader, counts[0], _digit(ascii_uppercase)[0], to_end=False)
    return [[*result, *[None] * (counts[0] - len(result))]]


def write_trimmed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """Write the inverse of `read_trimmed`.  A layer without numbers is written as skipped places, never as ""."""
    whole = DIGITS.encode(layers, board)
    return whole.rstrip(ascii_lowercase) or whole


def read_more(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Nothing, or a comma and what `NUMBERS` reads."""
    if reader.peek() != ",":
        return [[None] * counts[0]]
    reader.literal(",")
    return NUMBERS.decode(reader, counts, board)


def write_more(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_more`."""
    return "" if all(value is None for value in layers[0]) else "," + NUMBERS.encode(layers, board)
