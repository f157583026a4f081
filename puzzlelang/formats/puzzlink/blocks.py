"""Blocks in puzz.link URLs that have a clue to the right and one below, and such clues at the top and the left."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.numbers import AFTER_HEX
from puzzlelang.formats.puzzlink.tokens import BASE36, HEX, amount, plain, read_runs, unwritable_error, write_runs
from puzzlelang.puzzle import Unknown

_WIDTHS = {"-": (1, 2), "+": (2, 1), "=": (2, 2)}
"""Signs before clues of two hexadecimal digits: how many the clue below has, and that to the right."""

_Clues = tuple[int | None, int | None]


def _read(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read the blocks, then a clue above each column and one at the left of each row.

    The layers are the clues of lines, the blocks, the clues to the right of blocks and those below.
    """
    layers: list[list[PlacedItem | None]] = [[], [], [], []]
    for result in read_runs(reader, counts[1], AFTER_HEX, lambda sign, start: _block(reader, sign, start)):
        values: tuple[int | None, ...] = (None, None, None)
        if result is not None:
            values = (1, result[0][1], result[0][0])
        for layer, value in zip(layers[1:], values, strict=True):
            here = None if result is None else reader.source.span(result[1], result[2])
            layer.append(None if value is None or here is None else PlacedItem(value, here))
    for _line in range(counts[0]):
        start = reader.at
        clue = _outside(reader)
        layers[0].append(None if clue is None else PlacedItem(clue, reader.span(start)))
    return layers


def _block(reader: TextReader, sign: str, start: int) -> _Clues:
    """The clue below and the clue to the right of a block that begins with the character `sign`."""
    if sign == "_":
        return None, None
    if sign in "%@$":
        value = amount(reader, BASE36, "a clue")
        return (None, value) if sign == "$" else (value, None)
    below, right = _WIDTHS.get(sign, (1, 1))
    if sign not in _WIDTHS:
        reader.at = start
    return _clue(reader, below), _clue(reader, right)


def _clue(reader: TextReader, digits: int) -> int | None:
    if reader.peek() == "." and not reader.done:
        reader.take("a clue")
        return None
    return amount(reader, HEX, "a clue", digits)


def _outside(reader: TextReader) -> int | None:
    if reader.peek() == "-" and not reader.done:
        reader.take("a clue")
        return amount(reader, HEX, "a clue", 2)
    return _clue(reader, 1)


def _write(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `_read`."""
    lines, *cells = layers
    tokens = [
        None if block is None else _token(_number(below), _number(right))
        for block, right, below in zip(*cells, strict=True)
    ]
    return write_runs(tokens, AFTER_HEX) + "".join(_outer(_number(value)) for value in lines)


def _number(value: RawItem) -> int | None:
    number = None if value is None else plain(value, "clues")
    if isinstance(number, Unknown) or (number is not None and not 0 <= number < 256):
        raise unwritable_error("clues below 256", value)
    return number


def _token(below: int | None, right: int | None) -> str:
    if below is None and right is None:
        return "_"
    if below is None and right is not None and right < 35:
        return f"${BASE36[right]}"
    if right is None and below is not None and below < 35:
        return f"@{BASE36[below]}"
    wide = [value is not None and value > 15 for value in (below, right)]
    sign = "" if not any(wide) else next(one for one, digits in _WIDTHS.items() if digits == (1 + wide[0], 1 + wide[1]))
    return sign + "".join("." if value is None else f"{value:x}" for value in (below, right))


def _outer(value: int | None) -> str:
    return "." if value is None else f"{value:x}" if value < 16 else f"-{value:x}"


BLOCKS = Codec(_read, _write)
