"""The size and the regions of a board of the Interactive Sudoku Solver: `Shape`, `NoBoxes`, `Jigsaw`, `RegionSize`."""

import re
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.iss_items import MOST_ROWS, Item
from puzzlelang.formats.fpuzzles.record import Mark, box_of, box_shape, point_at

_USUAL_SIZE = 9
_SIDES = re.compile(r"(\d{1,3})x(\d{1,3})", re.ASCII)
_DIGITS = re.compile(r"(?:1-)?(\d{1,3})", re.ASCII)


class Layout(msgspec.Struct, frozen=True):
    """The size of a board and the region of each cell by its index.

    `parted`: the regions are not the usual boxes.  `summed`: region sum lines may use them.  `usual_boxes`: the rules
    find the same boxes by the size.  `marks` are pieces beside the regions, and what no field can say.
    """

    size: int
    regions: Sequence[int | str]
    parted: bool
    summed: bool
    usual_boxes: bool
    marks: Sequence[Mark]


def layout_of(items: "list[Item]") -> Layout:
    """The layout of a board.  Raises `Failed`."""
    size = _size([one for one in items if one.kind == "Shape"])
    marks = [
        one.mark(f"RegionSize {one.argument(0).text[:20]}")
        for one in items
        if one.kind == "RegionSize" and one.argument(0).number() != size
    ]
    boxed = True
    for one in items:
        if one.kind == "NoBoxes":
            one.check_bare()
            boxed = False
    jigsaws = [one for one in items if one.kind == "Jigsaw"]
    pieces = [(one, piece) for one in jigsaws for piece in _pieces(one, size)]
    usual = box_shape(size)[0] > 1
    if not boxed and len(jigsaws) == 1 and len(pieces) == size:
        at = {index: number for number, (_, piece) in enumerate(pieces) for index in piece}
        return Layout(size, [at[index] for index in range(size * size)], True, True, usual, marks)
    for one, piece in pieces:
        marks.append(one.mark("extraregion", tuple(point_at(size, index) for index in piece)))
    # Without boxes each row is a region: that says nothing which the rows do not say.
    regions = [box_of(size, index) if boxed else index // size for index in range(size * size)]
    return Layout(size, regions, not boxed, boxed and box_shape(size)[0] > 1, usual, marks)


def _size(shapes: "list[Item]") -> int:
    """The number of rows, of columns and of digits.  Raises `Failed` if they differ, or if digits begin at 0."""
    if not shapes:
        return _USUAL_SIZE
    shape = shapes[0]
    if len(shapes) > 1:
        raise fail("E203", "the shape is stated twice", shapes[1].span)
    sides = _SIDES.fullmatch(shape.argument(0).text)
    if sides is None or not 1 <= int(sides[1]) <= MOST_ROWS or not 1 <= int(sides[2]) <= MOST_ROWS:
        raise fail("E203", f"here should stand a shape as `9x9`, up to {MOST_ROWS} rows", shape.argument(0).span)
    height, width = int(sides[1]), int(sides[2])
    if height != width:
        raise fail("E204", f"`Shape` has {height} rows and {width} columns, and square boards are read", shape.span)
    for one in shape.arguments[1:2]:
        digits = _DIGITS.fullmatch(one.text)
        if one.text and (digits is None or int(digits[1]) != height):
            problem = f"`Shape` has the digits `{one.text[:20]}`, and boards with the digits 1 to {height} are read"
            raise fail("E204", problem, one.span)
    for one in shape.arguments[2:]:
        if one.text.lower() != "sudoku":
            raise fail("E204", f"`Shape` of the kind `{one.text[:20]}` is not read", one.span)
    return height


def _pieces(item: Item, size: int) -> "list[list[int]]":
    """The pieces of a jigsaw with as many cells as there are digits; one other piece is free.  Raises `Failed`."""
    labels = item.argument(max(0, len(item.arguments) - 1))
    if len(item.arguments) > 2 or len(labels.text) != size * size:
        raise fail("E203", f"here should stand {size * size} letters, one for each cell", labels.span)
    result: dict[str, list[int]] = {}
    for index, letter in enumerate(labels.text):
        result.setdefault(letter, []).append(index)
    if len(result) == 1:
        return []
    whole = [piece for piece in result.values() if len(piece) == size]
    if len(result) - len(whole) > 1:
        raise fail("E203", f"the pieces of this jigsaw should have {size} cells", labels.span)
    return whole
