"""Pieces of puzz.link URLs that are gaps between marks, and the banks of shapes at their end."""

from collections.abc import Sequence

from puzzlelang.formats.pieces import bank
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import in_order
from puzzlelang.formats.puzzlink.tokens import BASE36, amount, unwritable_error


def gaps(letters: str, skip: str, *, ends: bool = False) -> Codec:
    """Return a codec of marks: the index of a letter is the number of empty places before a mark.

    `skip` stands for as many empty places as there are letters, without a mark.  The last mark may lie behind the last
    place.  With `ends` the places behind the last mark may be left out.
    """

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        (places,) = counts
        result: list[PlacedItem | None] = []
        while len(result) < places:
            if ends and reader.closed:
                return [[*result, *[None] * (places - len(result))]]
            start = reader.at
            what = f"{places - len(result)} more places"
            if reader.peek() == skip:
                reader.take(what)
                result += [None] * len(letters)
                continue
            result += [*[None] * amount(reader, letters, what), PlacedItem(1, reader.span(start))]
        return [result[:places]]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        result, blanks = "", 0
        for value in layers[0]:
            if value in (None, 0):
                blanks += 1
                continue
            result, blanks = result + skip * (blanks // len(letters)) + letters[blanks % len(letters)], 0
        rest = blanks % len(letters)
        return result if ends else result + skip * (blanks // len(letters)) + (letters[rest] if rest else "")

    return Codec(decode, encode)


MARKS = gaps(BASE36, ".")
LINK_MARKS = gaps(BASE36[:35], "z")
LAST_MARKS = gaps(BASE36, ".", ends=True)
INNER_MARKS = in_order(
    MARKS, lambda board: [corner.index for corner in board.geometry.corners if len(corner.cells) == 4]
)
"""Marks of the corners inside the board; the layer has all corners."""


def read_shapes(reader: TextReader, _counts: Sequence[int], _board: BoardContext) -> Sequence[Layer]:
    """`//` and a letter for a known bank, or `/`, how many shapes there are, and each of them behind a `/`."""
    reader.literal("/")
    start = reader.at
    if reader.peek() == "/":
        reader.literal("/")
        start = reader.at
        return [[PlacedItem(reader.take("the letter of a bank"), reader.span(start))]]
    shapes = [_slash_shape(reader) for _ in range(bank.read_count(reader))]
    return [[PlacedItem(" ".join(shapes), reader.span(start))]]


def _slash_shape(reader: TextReader) -> str:
    reader.literal("/")
    return bank.read_shape(reader)


def write_shapes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_shapes`."""
    text = layers[0][0]
    if not isinstance(text, str):
        raise unwritable_error("banks of shapes", text)
    if len(text) == 1 and text.isalpha():
        return f"//{text}"
    try:
        shapes = bank.as_shapes(text)
    except ValueError as error:
        raise unwritable_error("banks of shapes", str(error)) from None
    return "/".join(("", str(len(shapes)), *shapes))


def read_sizes(reader: TextReader, _counts: Sequence[int], _board: BoardContext) -> Sequence[Layer]:
    """Read `//4` for the numbers from 1 to 4, or `/`, how many numbers there are, and each of them behind a `/`.

    `//i` are those from 1 to 9, `//z` none.
    """
    reader.literal("/")
    start = reader.at
    if reader.peek() != "/":
        numbers = [_slash_number(reader) for _ in range(reader.number("how many numbers there are"))]
        return [[PlacedItem(tuple(numbers), reader.span(start))]]
    reader.literal("/")
    letter = reader.peek()
    if letter in bank.RANGES:
        reader.literal(letter)
    most = bank.RANGES[letter] if letter in bank.RANGES else reader.number("the last number")
    if most > bank.MOST_NUMBERS:
        raise reader.wrong(f"a bank has up to {bank.MOST_NUMBERS} numbers", start=start)
    return [[PlacedItem(tuple(range(1, most + 1)), reader.span(start))]]


def _slash_number(reader: TextReader) -> int:
    reader.literal("/")
    return reader.number("a number")


def write_sizes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_sizes`."""
    try:
        numbers = bank.as_numbers(layers[0][0])
    except ValueError:
        raise unwritable_error("numbers of a bank", layers[0][0]) from None
    if letter := bank.range_letter(numbers):
        return f"//{letter}"
    whole = numbers == list(range(1, len(numbers) + 1))
    return f"//{len(numbers)}" if whole else "/".join(["", *map(str, (len(numbers), *numbers))])
