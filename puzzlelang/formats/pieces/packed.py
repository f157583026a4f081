"""One number for several layers: digits of a mixed base, the keys of a layer saying how many digits it has."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem, silent
from puzzlelang.puzzle import UNKNOWN, Unknown


def unpacked(layer: Layer, board: BoardContext) -> list[Layer]:
    """A layer for each one of the statement, the last one's digit the lowest; `?` goes to the first layer alone."""
    bases = _bases(board)
    found: list[list[PlacedItem | None]] = [[] for _ in range(len(bases) + 1)]
    for told in layer:
        digits: list[RawItem] = [None] * len(found)
        if told is not None:
            digits[0] = told.value
            for index in range(len(bases), 0, -1) if isinstance(told.value, int) else ():
                digits[0], digits[index] = divmod(digits[0], bases[index - 1])  # type: ignore[operator]
        for digit, one in zip(digits, found, strict=True):
            one.append(None if told is None or digit is None else PlacedItem(digit, told.span))
    return list(found)


def packed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[RawItem]:
    """What `unpacked` takes apart.  Raises `ValueError` with the digits that make no number."""
    return [_packed(digits, _bases(board)) for digits in zip(*filled(layers, board), strict=True)]


def filled(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> list[tuple[RawItem, ...]]:
    """Layers of parts of items: where one has an item, others without get the one that says nothing, if any."""
    spares = [silent(entries) for entries in board.layers] or [None] * len(layers)
    items = [
        parts
        if all(part is None for part in parts)
        else tuple(spare if part is None else part for part, spare in zip(parts, spares, strict=True))
        for parts in zip(*layers, strict=True)
    ]
    return list(zip(*items, strict=True)) if items else [() for _ in layers]


def _packed(digits: tuple[RawItem, ...], bases: Sequence[int]) -> RawItem:
    if all(digit is None for digit in digits):
        return None
    if digits[0] in (UNKNOWN, "?") and all(digit is None for digit in digits[1:]):
        return UNKNOWN
    value = 0
    for digit, base in zip(digits, (None, *bases), strict=True):
        number = -1 if digit is None or isinstance(digit, Unknown | tuple) or not str(digit).isdigit() else int(digit)
        if number < 0 or (base is not None and number >= base):
            raise ValueError(",".join("" if one is None else str(one) for one in digits))
        value = value * (base or 1) + number
    return value


def _bases(board: BoardContext) -> list[int]:
    """How many digits each layer behind the first has: one more than its largest key."""
    return [max((int(entry.key or 0) for entry in entries), default=0) + 1 for entries in board.layers[1:]]
