"""Pieces of puzz.link URLs that are bits or circles, several to a character."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_borders, ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import in_order, optional
from puzzlelang.formats.puzzlink.tokens import BASE32, BASE36, amount, plain, unwritable_error
from puzzlelang.puzzle import Unknown

BASE27 = BASE36[:27]


def read_border(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Vertical borders row by row, then horizontal ones; each of the two begins a new character."""
    (places,) = counts
    vertical = _vertical(places, board)
    return [[*_bits(reader, vertical), *_bits(reader, places - vertical)]]


def _vertical(places: int, board: BoardContext) -> int:
    """The number of vertical borders, with the rim or without."""
    inner = (board.geometry.width - 1) * board.geometry.height
    rim = places > len(board.geometry.links)
    return inner + 2 * board.geometry.height if rim else inner


def _bits(reader: TextReader, places: int) -> list[PlacedItem | None]:
    """Bits, five to a character, the most significant first."""
    result: list[PlacedItem | None] = []
    while len(result) < places:
        start = reader.at
        value = amount(reader, BASE32, f"{places - len(result)} more places")
        result += [PlacedItem(1, reader.span(start)) if value >> bit & 1 else None for bit in range(4, -1, -1)]
    return result[:places]


def write_border(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_border`."""
    (layer,) = layers
    vertical = _vertical(len(layer), board)
    return _bit_text(layer[:vertical]) + _bit_text(layer[vertical:])


def _bit_text(layer: Sequence[RawItem]) -> str:
    bits = "".join("0" if value in (None, 0, "0") else "1" for value in layer)
    bits += "0" * (-len(bits) % 5)
    return "".join(BASE32[int(bits[start : start + 5], 2)] for start in range(0, len(bits), 5))


def read_bits(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A bit for each place, without a break."""
    return [_bits(reader, counts[0])]


def write_bits(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_bits`."""
    return _bit_text(layers[0])


def _rim_last(board: BoardContext) -> list[int]:
    """The borders inside, then those at the top, the bottom, the left, the right, by their index in a layer."""
    ends = {0: 2, 2 * board.geometry.width: 3}, {0: 0, 2 * board.geometry.height: 1}
    borders = ordered_borders(board.geometry)
    # Of its two coordinates on the lattice a border has an even one across.
    sides = []
    for border in borders:
        row, column = border.lattice
        sides.append(ends[0].get(column, -1) if row % 2 else ends[1].get(row, -1))
    return sorted(range(len(borders)), key=lambda index: sides[index])


BITS = Codec(read_bits, write_bits)
RIMMED = in_order(BITS, _rim_last)
EMPTY = optional(BITS, (None, 0, "0"))
"""A bit for each place; at the end of a part of the text all are 0."""


def read_inner(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """A bit for each link that no border cuts, without a break; the layer has the borders."""
    (places,) = counts
    result: list[PlacedItem | None] = []
    while len(result) < places:
        start = reader.at
        cut = [one is None for one in _bits(reader, 5)]
        result += [PlacedItem(1, reader.span(start)) if one else None for one in cut]
    return [result[:places]]


def write_inner(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_inner`."""
    return _bit_text([1 if value in (None, 0, "0") else None for value in layers[0]])


INNER = Codec(read_inner, write_inner)


def read_last_border(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read borders as `read_border` does; return none if the part of the text ends here.

    Without a layer, raises `Failed` if there is a border.
    """
    if reader.closed:
        return [[None] * places for places in counts]
    layers = read_border(reader, counts or [len(board.geometry.links)], board)
    if not counts:
        _check_empty(layers[0], "a border is given here, and the rules know of none that may be")
    return layers[: len(counts)]


def write_last_border(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_last_border`."""
    bits = write_border(layers, board) if layers else ""
    return bits if bits.strip("0") else ""


def _check_empty(layer: Layer, message: str) -> None:
    one = next((one for one in layer if one is not None), None)
    if one is not None:
        raise fail("E204", message, one.span)


def read_parted(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders, circles on cells, and a bit for each cell that is left out and so a region of its own.

    The borders around such a cell may be missing.  The second layer, if the rules have it, is the circles.
    """
    (borders,) = read_border(reader, [len(board.geometry.links)], board)
    circles = read_circle(reader, counts[1:], board)
    cells = len(board.geometry.cells)
    holes = [None] * cells if reader.done else _bits(reader, cells)
    closed = [
        one or holes[link.first.index] or holes[link.second.index]
        for link, one in zip(ordered_links(board.geometry), borders, strict=True)
    ]
    return [closed, *circles]


def write_parted(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_parted`, without the borders around cells that are left out."""
    borders, *circles = layers
    lone = _isolated_cells(borders, board)
    kept = [
        None if lone[link.first.index] or lone[link.second.index] else value
        for link, value in zip(ordered_links(board.geometry), borders, strict=True)
    ]
    holes = [int(one) for one in lone]
    return write_border([kept], board) + write_circle(circles, board) + EMPTY.encode([holes], board)


def _isolated_cells(layer: Sequence[RawItem], board: BoardContext) -> list[bool]:
    """The cells with borders on all sides."""
    lone = [True] * len(board.geometry.cells)
    for link, value in zip(ordered_links(board.geometry), layer, strict=True):
        if value in (None, 0, "0"):
            lone[link.first.index] = lone[link.second.index] = False
    return lone


def read_circle(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """0, 1 or 2 for each place, three to a character of base 27; without a layer no place may have any."""
    places = counts[0] if counts else len(board.geometry.cells)
    result: list[PlacedItem | None] = []
    while len(result) < places:
        start = reader.at
        value = amount(reader, BASE27, f"{places - len(result)} more places")
        digits = (value // 9, value // 3 % 3, value % 3)
        result += [PlacedItem(digit, reader.span(start)) if digit else None for digit in digits]
    if not counts:
        _check_empty(result[:places], "a circle is given here, and the rules know of none that may be")
    return [result[:places]] if counts else []


def write_circle(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_circle`."""
    layer = layers[0] if layers else [None] * len(board.geometry.cells)
    digits = [0 if value is None else _circle(value) for value in layer]
    digits += [0] * (-len(digits) % 3)
    return "".join(
        BASE27[digits[start] * 9 + digits[start + 1] * 3 + digits[start + 2]] for start in range(0, len(digits), 3)
    )


def _circle(value: RawItem) -> int:
    number = plain(value, "circles")
    if isinstance(number, Unknown) or number not in (0, 1, 2):
        raise unwritable_error("circles", value)
    return number
