"""The piece of puzz.link URLs for gates between walls, some of which have a number and perhaps an arrow."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.arrows import WALL_ARROWS
from puzzlelang.formats.puzzlink.combinators import runs
from puzzlelang.formats.puzzlink.numbers import NUMBER16
from puzzlelang.formats.puzzlink.tokens import BASE36, plain, unwritable_error

_WALL = 1
_SKIPS = BASE36[4:]
"""4 is one place without, z is 32."""

_ARROWS, _NUMBERS = "d", "p"
"""The letters at the size of texts whose walls have numbers with arrows, and numbers alone."""


def _mark(reader: TextReader, sign: str, start: int) -> RawItem:
    if sign not in "123":
        raise reader.wrong(f"`{sign}` is no mark: there are 1, 2 and 3", start=start)
    return int(sign)


def _as_mark(value: RawItem) -> str:
    number = plain(value, "walls and gates")
    if number not in (1, 2, 3):
        raise unwritable_error("walls and gates", value)
    return str(number)


_MARKS = runs(_mark, _as_mark, _SKIPS)


def read_gates(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Marks of cells (1 is a wall), and then for the walls alone perhaps a direction and a number.

    A wall with a number has no mark in the first layer.  Raises `Failed` for texts of the oldest form, which number
    the gates themselves in an order of their own.
    """
    if not {_ARROWS, _NUMBERS} & set(board.flags):
        hint = "open it there, and copy its address anew"
        raise reader.wrong("an address of this old form numbers its gates in an order of its own", hint=hint)
    (marks,) = _MARKS.decode(reader, counts[:1], board)
    walls = [index for index, item in enumerate(marks) if item is not None and item.value == _WALL]
    if _ARROWS in board.flags:
        clues = WALL_ARROWS.decode(reader, [len(walls)] * 2, board)
    else:
        clues = [[None] * len(walls), *NUMBER16.decode(reader, [len(walls)], board)]
    layers: list[list[PlacedItem | None]] = [list(marks), [None] * counts[1], [None] * counts[2]]
    for index, direction, number in zip(walls, *clues, strict=True):
        layers[0][index] = None if number else layers[0][index]
        layers[1][index], layers[2][index] = direction, number
    return layers


def write_gates(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_gates`, with arrows.  Raises `Failed` for a number on a gate."""
    marks, directions, numbers = (list(layer) for layer in layers)
    marks = [None if mark is None else plain(mark, "walls and gates") for mark in marks]
    for index, number in enumerate(numbers):
        if number is not None and marks[index] not in (None, _WALL):
            raise unwritable_error("numbers of walls", number)
        marks[index] = marks[index] if number is None else _WALL
    clues = [[layer[index] for index, mark in enumerate(marks) if mark == _WALL] for layer in (directions, numbers)]
    return _MARKS.encode([marks], board) + WALL_ARROWS.encode(clues, board)


GATES = Codec(read_gates, write_gates)
