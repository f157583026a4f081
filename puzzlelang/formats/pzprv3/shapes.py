"""The pieces to be placed, in saved files."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces import bank
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import line


def read_shapes(reader: TextReader, _: Sequence[int], __: BoardContext) -> Sequence[Layer]:
    """A line with a letter for a known bank, or with how many shapes there are, and then a line for each."""
    first = line(reader, "the letter of a bank")
    if first.text.strip().isalpha():
        return [[PlacedItem(first.text.strip(), first)]]
    count = bank.read_count(TextReader(first.source, first.start, first.end))
    lines = (line(reader, "a shape") for _ in range(count))
    shapes = [bank.read_shape(TextReader(one.source, one.start, one.end)) for one in lines]
    return [[PlacedItem(" ".join(shapes), first)]]


def write_shapes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """What `read_shapes` reads."""
    told = layers[0][0]
    try:
        shapes = bank.as_shapes(told) if isinstance(told, str) and not told.isalpha() else None
    except ValueError as error:
        raise fail("E208", f"a saved file cannot hold {error}") from None
    return f"{told}\n" if shapes is None else "".join(f"{item}\n" for item in (len(shapes), *shapes))
