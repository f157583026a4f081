"""Captions below the board in a figure: values as lines, and banks of shapes as pictures."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.geometry.polyominoes import Squares
from puzzlelang.scene.figure import Paint, Primitive, Writing, box
from puzzlelang.scene.record import Scene, Tone
from puzzlelang.scene.spots import LETTER

LINE, LETTERS = 0.55, 0.4
"""The height of a line, and of its letters."""

SQUARE, GAP = 0.3, 0.25
"""The side of a square of a shape, and what lies between shapes."""

FREE = 0.25
"""What is left free below all lines."""


class Below(msgspec.Struct, frozen=True):
    """The primitives below a board, and how far they reach."""

    primitives: tuple[Primitive, ...]
    right: float
    bottom: float


def below_board(scene: Scene, left: float, top: float, width: float) -> Below:
    """The captions of a scene from a corner on; rows of shapes are about as wide as the board."""
    result: list[Primitive] = []
    right, bottom = left, top
    for caption in scene.captions:
        shapes = scene.banks.get(caption, ())
        text = f"{caption.partition(':')[0]}:" if shapes else caption
        result.append(Writing(left, bottom + LINE / 2, text, LETTERS, Tone.INK, start=True))
        right, bottom = max(right, left + LETTERS * LETTER * len(text)), bottom + LINE
        for row in _rows(shapes, width):
            x = left
            for shape in row:
                result += _squares(shape, x, bottom)
                x += _width(shape) + GAP
            right = max(right, x - GAP)
            bottom += SQUARE * max(down + 1 for shape in row for down, _ in shape) + GAP
    return Below(tuple(result), right, bottom + (FREE if scene.captions else 0))


def _rows(shapes: Sequence[Squares], width: float) -> Iterator[list[Squares]]:
    row: list[Squares] = []
    used = 0.0
    for shape in shapes:
        if row and used + _width(shape) > width:
            yield row
            row, used = [], 0.0
        row.append(shape)
        used += _width(shape) + GAP
    if row:
        yield row


def _width(shape: Squares) -> float:
    return SQUARE * max(across + 1 for _, across in shape)


def _squares(shape: Squares, left: float, top: float) -> Iterator[Primitive]:
    paint = Paint(Tone.SOFT_GREY, Tone.INK, 0.03)
    yield from (box(paint, left + SQUARE * across, top + SQUARE * down, SQUARE, SQUARE) for down, across in shape)
