"""The pieces to be placed, at the end of puzz.link URLs."""

from collections.abc import Sequence

from puzzlelang.formats.pieces import bank
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import unwritable_error


def read_shapes(reader: TextReader, _counts: Sequence[int], _board: BoardContext) -> Sequence[Layer]:
    """`//` and a letter for a known bank, or `/`, how many shapes there are, and each of them behind a `/`."""
    reader.literal("/")
    start = reader.at
    if reader.peek() == "/":
        reader.literal("/")
        start = reader.at
        return [[PlacedItem(reader.take("the letter of a bank"), reader.span(start))]]
    shapes = [_behind(reader) for _ in range(bank.read_count(reader))]
    return [[PlacedItem(" ".join(shapes), reader.span(start))]]


def _behind(reader: TextReader) -> str:
    reader.literal("/")
    return bank.read_shape(reader)


def write_shapes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_shapes`."""
    told = layers[0][0]
    if not isinstance(told, str):
        raise unwritable_error("banks of shapes", told)
    if len(told) == 1 and told.isalpha():
        return f"//{told}"
    try:
        shapes = bank.as_shapes(told)
    except ValueError as error:
        raise unwritable_error("banks of shapes", str(error)) from None
    return "/".join(("", str(len(shapes)), *shapes))
