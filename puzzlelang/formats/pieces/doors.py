"""The two places at the rim where a line comes into a board and goes out, by their numbers."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import Layer, PlacedItem, RawItem
from puzzlelang.source import Span

IN, OUT = 1, 2
"""The items of a layer."""


def door_layer(numbers: Sequence[tuple[int, Span]], places: int, least: int = 0) -> Layer:
    """Return the layer in which the first number is the place with `IN`, and the second that with `OUT`.

    Places count from `least`.  Raises `Failed` for a number that is no place, or stands there twice.
    """
    layer: list[PlacedItem | None] = [None] * places
    for mark, (number, span) in zip((IN, OUT), numbers, strict=True):
        if not 0 <= number - least < places:
            problem = f"`{number}` is no side at the rim of this board"
            raise fail("E203", problem, span, hint=f"they have the numbers {least} to {least + places - 1}")
        if layer[number - least] is not None:
            raise fail("E203", "the line cannot go out where it comes in", span)
        layer[number - least] = PlacedItem(mark, span)
    return layer


def door_numbers(layer: Sequence[RawItem]) -> tuple[int, int]:
    """The inverse of `door_layer`.  Raises `Failed` for a layer without just one place of each mark."""
    marks = [None if item is None else int(str(item)) for item in layer]
    if sorted(mark for mark in marks if mark is not None) != [IN, OUT]:
        raise fail("E208", "this format has one place where a line comes in, and one where it goes out")
    return marks.index(IN), marks.index(OUT)
