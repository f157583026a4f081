"""Lists in which 0 is `*`: any numbers, as many as there are, perhaps none."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Decode, Encode, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.puzzle import SEVERAL, Unknown


def star_codec(decode: Decode, encode: Encode) -> tuple[Decode, Encode]:
    """How lists with `*` in the first layer are read and written, from how those without are."""

    def read(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        first, *others = decode(reader, counts, board)
        return [[told and PlacedItem(_changed(told.value, 0, SEVERAL), told.span) for told in first], *others]

    def write(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        first, *others = layers
        return encode([[_changed(value, SEVERAL, 0) for value in first], *others], board)

    return read, write


def _changed(value: RawItem, old: int | Unknown, new: int | Unknown) -> RawItem:
    if value is None or isinstance(value, str):
        return value
    return tuple(new if number == old else number for number in (value if isinstance(value, tuple) else (value,)))
