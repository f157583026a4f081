"""Pieces of game IDs with an item for each place and small letters for runs of empty places."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader

LONGEST = 26
"""Places that a letter can skip, z."""


def read_digits(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """One character a number: digits, then capitals from A = 10 on."""
    return [_read(reader, counts[0], lambda: _digit(reader, ascii_uppercase))]


def write_digits(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_digits`."""
    return _written(layers[0], lambda value: _as_digit(value, ascii_uppercase))


def read_trimmed(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """As `read_digits`, but places behind the last number are not told."""
    found = _read(reader, counts[0], lambda: _digit(reader, ascii_uppercase), to_end=False)
    return [[*found, *[None] * (counts[0] - len(found))]]


def write_trimmed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """Write the inverse of `read_trimmed`.  A layer without numbers is written as skipped places, never as ""."""
    whole = write_digits(layers, board)
    return whole.rstrip(ascii_lowercase) or whole


def read_signs(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Digits and capitals that stand for themselves."""
    return [_read(reader, counts[0], lambda: _sign(reader))]


def _sign(reader: TextReader) -> int | str:
    sign = reader.take("a digit or a capital")
    if sign in digits:
        return int(sign)
    if sign not in ascii_uppercase:
        raise reader.wrong(f"`{sign}` is neither a digit nor a letter", start=reader.at - 1)
    return sign


def write_signs(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_signs`."""
    return _written(layers[0], _as_sign)


def _as_sign(value: RawItem) -> str:
    text = str(value)
    if len(text) != 1 or text not in digits + ascii_uppercase:
        raise unwritable_error(value, "0 to 9 and capitals")
    return text


def read_numbers(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Decimal numbers; `_` stands between two that follow each other."""
    return [_read(reader, counts[0], lambda: _number(reader))]


def _number(reader: TextReader) -> int:
    before = reader.source.text[reader.at - 1]
    if reader.peek() == "_" and before in digits:
        reader.take("a number")
    return reader.number("a number or a run of places without")


def write_numbers(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_numbers`."""
    return _written(layers[0], decimal, between="_")


def read_more(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Nothing, or a comma and what `read_numbers` reads."""
    if reader.peek() != ",":
        return [[None] * counts[0]]
    reader.literal(",")
    return read_numbers(reader, counts, board)


def write_more(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_more`."""
    return "" if all(value is None for value in layers[0]) else "," + write_numbers(layers, board)


def read_each(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """One character a number for every place: digits, then small letters from a = 10 on."""
    return [[read_with_span(reader, lambda: _digit(reader, ascii_lowercase)) for _ in range(counts[0])]]


def write_each(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_each`."""
    return "".join(_as_digit(value, ascii_lowercase) for value in layers[0])


def read_bracketed(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A digit for every place, or a number in brackets."""
    return [[read_with_span(reader, lambda: _bracketed(reader)) for _ in range(counts[0])]]


def _bracketed(reader: TextReader) -> int:
    if reader.peek() != "[":
        return _digit(reader, "")
    reader.literal("[")
    value = reader.number("a number")
    reader.literal("]")
    return value


def write_bracketed(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_bracketed`."""
    found = [decimal(value) for value in layers[0]]
    return "".join(text if len(text) == 1 else f"[{text}]" for text in found)


def read_with_span(reader: TextReader, read: Callable[[], RawItem]) -> PlacedItem:
    """Calls `read` and adds the span of what it read."""
    start = reader.at
    value = read()
    return PlacedItem(value, reader.span(start))


def _digit(reader: TextReader, letters: str) -> int:
    start = reader.at
    sign = reader.take("a digit")
    alphabet = digits + letters
    if sign not in alphabet:
        raise reader.wrong(f"`{sign}` is no digit", start=start)
    return alphabet.index(sign)


def _read(
    reader: TextReader, amount: int, item: Callable[[], RawItem], *, to_end: bool = True
) -> list[PlacedItem | None]:
    found: list[PlacedItem | None] = []
    while len(found) < amount and (to_end or not reader.done):
        sign = reader.peek()
        if not sign:
            reader.take(f"{amount - len(found)} more places")
        if sign not in ascii_lowercase:
            found.append(read_with_span(reader, item))
            continue
        reader.take("a run")
        found += [None] * (ascii_lowercase.index(sign) + 1)
    if len(found) > amount:
        raise reader.wrong("this run goes beyond the last place", start=reader.at - 1)
    return found


def _written(layer: Sequence[RawItem], text: Callable[[RawItem], str], between: str = "") -> str:
    found, blanks, after = "", 0, ""
    for value in layer:
        if value is None:
            blanks += 1
            continue
        found += _run(blanks) or after
        blanks, after = 0, between
        found += text(value)
    return found + _run(blanks)


def _run(blanks: int) -> str:
    long, rest = divmod(blanks, LONGEST)
    return "z" * long + (ascii_lowercase[rest - 1] if rest else "")


def _as_digit(value: RawItem, letters: str) -> str:
    alphabet = digits + letters
    number = _number_in(value)
    if number is None or not 0 <= number < len(alphabet):
        raise unwritable_error(value, f"0 to {len(alphabet) - 1}")
    return alphabet[number]


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
