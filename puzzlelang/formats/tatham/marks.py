"""Pieces of game IDs that are gaps between marks, a letter each."""

from collections.abc import Sequence
from string import ascii_lowercase

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import lattice_slots
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.tatham.runs import unwritable_error

LONG = 25
"""Places that z skips without a mark behind them."""


def read_marked(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Marks as `marks` reads them."""
    return [marks(reader, counts[0])]


def write_marked(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_marked`."""
    return as_marks(layers[0])


def marks(reader: TextReader, amount: int, *, long: int = LONG, repeats: bool = False) -> list[PlacedItem | None]:
    """`_` is a mark at once, a to y skip 1 to 25 places before one, z skips `long` and marks nothing.

    Behind the last place one more mark stands.  With `repeats` a number behind a letter says how often it stands.
    """
    result: list[PlacedItem | None] = []
    while len(result) <= amount:
        start = reader.at
        sign = reader.take(f"{amount - len(result)} more places")
        if sign != "_" and sign not in ascii_lowercase:
            raise reader.wrong(f"`{sign}` is neither `_` nor a small letter", start=start)
        again = repeats and reader.peek().isdigit()
        times = reader.number("how often it stands") if again else 1
        skipped = [None] * (long if sign == "z" else 0 if sign == "_" else ascii_lowercase.index(sign) + 1)
        if times * (len(skipped) + 1) > amount + 1 - len(result) + (sign == "z"):
            raise reader.wrong("this goes beyond the last place", start=start)
        for _ in range(times):
            result += [*skipped, *([] if sign == "z" else [PlacedItem(1, reader.span(start))])]
    return result[:amount]


def as_marks(layer: Sequence[RawItem], *, long: int = LONG) -> str:
    """The inverse of `marks`, without repeats."""
    result, blanks = "", 0
    for value in [*layer, 1]:
        if value in (None, 0):
            blanks += 1
            continue
        while blanks > LONG:
            result += "z"
            blanks -= long
        result += ascii_lowercase[blanks - 1] if blanks else "_"
        blanks = 0
    return result


def read_bits(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read 0s and 1s: a to y skip 0 to 24 places before a 0, A to Y before a 1; z and Z skip 25.

    An extra 0 or 1 stands behind the last place.
    """
    return [_read_two(reader, counts[0], (0, 1), virtual=True)]


def write_bits(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_bits`."""
    return _write_two(layers[0], (0, 1), virtual=True)


def read_dot_bits(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Letters as `read_bits` has them, for white and black dots on the lattice of cell centres, links and corners."""
    slots = lattice_slots(board.geometry).values()
    dots = _read_two(reader, len(slots), ("white", "black"), virtual=False)
    layers: list[list[PlacedItem | None]] = [[None] * count for count in counts]
    for (layer, index), dot in zip(slots, dots, strict=True):
        if dot is None:
            continue
        if layer >= len(layers):
            raise reader.wrong("the rules know of no dots there", start=dot.span.start)
        layers[layer][index] = dot
    return layers


def write_dot_bits(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dot_bits`."""
    slots = lattice_slots(board.geometry).values()
    values = [layers[layer][index] if layer < len(layers) else None for layer, index in slots]
    return _write_two(["white" if value == 1 else value for value in values], ("white", "black"), virtual=False)


def _read_two(
    reader: TextReader, amount: int, values: tuple[RawItem, RawItem], *, virtual: bool
) -> list[PlacedItem | None]:
    result: list[PlacedItem | None] = []
    while len(result) < amount + virtual:
        if reader.done and not virtual:
            return result + [None] * (amount - len(result))
        start = reader.at
        sign = reader.take(f"{amount - len(result)} more places")
        if sign.lower() not in ascii_lowercase:
            raise reader.wrong(f"`{sign}` is no letter", start=start)
        result += [None] * ascii_lowercase.index(sign.lower())
        if sign.lower() != "z":
            result.append(PlacedItem(values[sign.isupper()], reader.span(start)))
        if len(result) > amount + virtual:
            raise reader.wrong("this goes beyond the last place", start=start)
    return result[:amount]


def _write_two(layer: Sequence[RawItem], values: tuple[RawItem, RawItem], *, virtual: bool) -> str:
    result, blanks = "", 0
    for value in [*layer, values[0]] if virtual else layer:
        if value is None:
            blanks += 1
            continue
        if value not in values:
            raise unwritable_error(value, f"`{values[0]}` and `{values[1]}`")
        result += "z" * (blanks // LONG)
        letter = ascii_lowercase[blanks % LONG]
        result += letter.upper() if value == values[1] else letter
        blanks = 0
    return result
