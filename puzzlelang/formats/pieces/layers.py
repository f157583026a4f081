"""Transforms layers of codecs: packed digits, `*` in lists, items shared by several layers, items of regions."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Decode, Encode, Layer, PlacedItem, RawItem, silent_key
from puzzlelang.formats.pieces.keys import fill
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Region
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Key, Unknown
from puzzlelang.typed.ir import PieceEntry


def split_digits(layer: Layer, board: BoardContext) -> list[Layer]:
    """Splits packed numbers into a layer for each digit."""
    bases = _bases(board)
    result: list[list[PlacedItem | None]] = [[] for _ in range(len(bases) + 1)]
    for item in layer:
        digits: list[RawItem] = [None] * len(result)
        if item is not None:
            digits[0] = item.value
            for index in range(len(bases), 0, -1) if isinstance(item.value, int) else ():
                digits[0], digits[index] = divmod(digits[0], bases[index - 1])  # type: ignore[operator]
        for digit, one in zip(digits, result, strict=True):
            one.append(None if item is None or digit is None else PlacedItem(digit, item.span))
    return list(result)


def join_digits(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[RawItem]:
    """Packs the digits of all layers into numbers: the inverse of `split_digits`.

    Raises `ValueError` with the digits that make no number.
    """
    stated, filled = zip(*layers, strict=True), zip(*fill_silent_items(layers, board), strict=True)
    return [
        UNKNOWN if _only_unknown(digits) else _pack(whole, _bases(board))
        for digits, whole in zip(stated, filled, strict=True)
    ]


def _only_unknown(digits: Sequence[RawItem]) -> bool:
    """Whether the first layer says `?`, and no other anything."""
    return digits[0] in (UNKNOWN, "?") and all(digit is None for digit in digits[1:])


def fill_silent_items(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[tuple[RawItem, ...]]:
    """Fill gaps: where one layer has an item, the others get the item that states nothing, if they have one."""
    spares = [silent_key(entries) for entries in board.layers] or [None] * len(layers)
    items = [
        parts
        if all(part is None for part in parts)
        else tuple(spare if part is None else part for part, spare in zip(parts, spares, strict=True))
        for parts in zip(*layers, strict=True)
    ]
    return list(zip(*items, strict=True)) if items else [() for _ in layers]


def _pack(digits: tuple[RawItem, ...], bases: Sequence[int]) -> RawItem:
    if all(digit is None for digit in digits):
        return None
    value = 0
    for digit, base in zip(digits, (None, *bases), strict=True):
        number = -1 if digit is None or isinstance(digit, Unknown | tuple) or not str(digit).isdigit() else int(digit)
        if number < 0 or (base is not None and number >= base):
            raise ValueError(",".join("" if one is None else str(one) for one in digits))
        value = value * (base or 1) + number
    return value


def _bases(board: BoardContext) -> list[int]:
    """The base of each layer's digit behind the first: one more than its largest key."""
    return [max((int(entry.key or 0) for entry in entries), default=0) + 1 for entries in board.layers[1:]]


def star_codec(decode: Decode, encode: Encode) -> tuple[Decode, Encode]:
    """Wraps a codec so that 0 in lists of the first layer is `*`: any numbers, perhaps none."""

    def read(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        first, *others = decode(reader, counts, board)
        return [[item and PlacedItem(_replace(item.value, 0, SEVERAL), item.span) for item in first], *others]

    def write(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        first, *others = layers
        return encode([[_replace(value, SEVERAL, 0) for value in first], *others], board)

    return read, write


def stated_codec(decode: Decode, encode: Encode) -> tuple[Decode, Encode]:
    """Wraps a codec whose first layer has no sign for a list without numbers: writing one raises `Failed`."""

    def write(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        if any(_is_empty(value) for value in layers[0]):
            hint = "a line that holds none can have no list of its own there"
            raise fail("E208", "this format has no sign for a list without numbers", hint=hint)
        return encode(layers, board)

    return decode, write


def strict_codec(decode: Decode, encode: Encode) -> tuple[Decode, Encode]:
    """Wraps a codec so that what stands nowhere in the first layer is a list without numbers."""

    def read(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        first, *others = decode(reader, counts, board)
        return [[item or PlacedItem((0,), reader.span(reader.at)) for item in first], *others]

    def write(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        first, *others = layers
        if None in first:
            raise fail("E208", "a line without a clue cannot be written", hint="0 is the clue of an empty line")
        return encode([[None if _is_empty(value) else value for value in first], *others], board)

    return read, write


def _is_empty(value: RawItem) -> bool:
    return value in ((), (0,), 0)


def _replace(value: RawItem, old: int | Unknown, new: int | Unknown) -> RawItem:
    if value is None or isinstance(value, str):
        return value
    return tuple(new if number == old else number for number in (value if isinstance(value, tuple) else (value,)))


def split_layer(layer: Layer, board: BoardContext) -> list[Layer]:
    """Split a layer into those of the statement: each takes the items of its own keys.

    Items that are no key of any go to the layers with an entry without a key, else to the first layer.
    """
    if len(board.layers) < 2:
        return [layer] * len(board.layers)
    result: list[list[PlacedItem | None]] = [[] for _ in board.layers]
    for item in layer:
        takers = [item is not None and _has_key(entries, item.value) for entries in board.layers]
        takers = takers if any(takers) else [any(entry.key is None for entry in entries) for entries in board.layers]
        for index, one in enumerate(result):
            one.append(item if takers[index] or (index == 0 and not any(takers)) else None)
    return list(result)


def _has_key(entries: Sequence[PieceEntry], item: RawItem) -> bool:
    keys = [entry.key for entry in entries if entry.key is not None]
    return any(str(key) == str(item) or fill(key, item) is not None for key in keys)


def merge_layers(layers: Sequence[Sequence[RawItem]]) -> list[RawItem]:
    """Return for each place the first item that a layer has there; lost items show when the text is read again."""
    return [next((item for item in items if item is not None), None) for items in zip(*layers, strict=True)]


def gather_items(places: Sequence[Key], layer: Layer) -> Layer:
    """Collects the item of each region from its cells; other places keep theirs.

    Raises `Failed` for a second number or another sign in a region, and for an item in a cell of none.
    """
    if any(not isinstance(place, Region) for place in places):
        return layer
    owner = {cell.index: place for place in places if isinstance(place, Region) for cell in place.cells}
    result: dict[Region, PlacedItem] = {}
    for index, item in enumerate(layer):
        if item is None:
            continue
        region = owner.get(index)
        if region in result and isinstance(item.value, str) and result[region].value == item.value:
            continue  # a sign in several cells of the region
        if region is None or region in result:
            problem = "this cell belongs to no region" if region is None else "its region has a value already"
            raise fail("E204", f"`{item.value}` means nothing here: {problem}", item.span)
        result[region] = item
    return [result.get(place) if isinstance(place, Region) else None for place in places]


def scatter_items(places: Sequence[Key], layer: list[RawItem], geometry: Geometry) -> list[RawItem]:
    """The inverse of `gather_items`: the item of a region goes to the upper cell of its first column."""
    if any(not isinstance(place, Region) for place in places):
        return layer
    raw_items: list[RawItem] = [None] * len(geometry.cells)
    for place, value in zip(places, layer, strict=True):
        if isinstance(place, Region):
            raw_items[min(place.cells, key=lambda cell: (cell.column, cell.row)).index] = value
    return raw_items
