"""The items of the Interactive Sudoku Solver to marks.

What each type means is read from that program (sigh/Interactive-Sudoku-Solver, `js/solver/sudoku_builder.js`).  A type
with no field, or with arguments that no field can say, becomes a mark of its own name, which no piece reads.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.from_fpuzzles import along
from puzzlelang.formats.fpuzzles.iss_items import GIVEN, Argument, Item
from puzzlelang.formats.fpuzzles.iss_layout import Layout
from puzzlelang.formats.fpuzzles.record import Mark, Point, box_shape, half_of

_SWITCHES = {
    "AntiKnight": "antiknight", "AntiKing": "antiking", "StrictXV": "negative xv", "StrictKropki": "strictkropki",
    "GlobalEntropy": "globalentropy",
}  # fmt: skip
_LINES = {
    "Thermo": ("thermometer", 2), "Renban": ("renban", 2), "Palindrome": ("palindrome", 2), "Zipper": ("zipperline", 2),
    "Between": ("betweenline", 3), "Entropic": ("entropicline", 3), "DoubleArrow": ("doublearrow", 3),
}  # fmt: skip
"""Lines by type: their field, and how many cells they need to say the same there."""

_PAIRS: Mapping[str, tuple[str, int | str]] = {
    "WhiteDot": ("difference", 1), "BlackDot": ("ratio", 2), "X": ("xv", "X"), "V": ("xv", "V"),
}  # fmt: skip
_VIEWS = {"Skyscraper": "skyscraper", "XSum": "xsum", "NumberedRoom": "numberedroom"}
_INDEXERS = {"C": "rowindexer", "R": "columnindexer"}
"""A digit of column indexing is a column, as one of a row indexer is."""

_SIZES = {"GlobalEntropy": (9,), "Entropic": (9,), "PillArrow": range(1, 10)}
"""The sizes of boards on which a type is read."""

_TYPES_READ_BY_LAYOUT = ("Shape", "NoBoxes", "Jigsaw", "RegionSize", GIVEN)


def marks_of(item: Item, layout: Layout, items: "list[Item]") -> Iterator[Mark]:
    """The marks that an item is; `items` are all of the board.  Raises `Failed` for wrong arguments."""
    size, kind = layout.size, item.kind
    if size not in _SIZES.get(kind, (size,)):
        yield item.mark(f"{kind} on a board of {size} digits")
    elif kind in _SWITCHES:
        item.check_bare()
        yield item.mark(_SWITCHES[kind])
    elif kind == "AntiConsecutive":
        item.check_bare()
        dotted = any(one.kind == "WhiteDot" for one in items)
        yield item.mark("AntiConsecutive beside WhiteDot" if dotted else "nonconsecutive")
    elif kind in _LINES:
        field, least = _LINES[kind]
        yield item.mark(field, lines=(item.cells(size, 0, least),))
    elif kind in _PAIRS:
        yield from _pairs(item, size)
    elif kind in _VIEWS:
        yield from _views(item, size)
    elif kind in _BY_KIND:
        yield from _BY_KIND[kind](item, layout)
    elif kind not in _TYPES_READ_BY_LAYOUT:
        yield item.mark(kind[:40])


def _neighbours(item: Item, size: int) -> Iterator[tuple[Point, Point]]:
    """The cells of an item that share a side, the earlier one first.  Raises `Failed` if none do."""
    result = False
    for first, second in combinations(item.cells(size, 0), 2):
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1:
            result = True
            yield first, second
    if not result:
        raise fail("E203", f"no two cells of this `{item.kind}` share a side", item.span)


def _pairs(item: Item, size: int) -> Iterator[Mark]:
    field, value = _PAIRS[item.kind]
    for pair in _neighbours(item, size):
        yield item.mark(field, pair, value=value)


def _greater(item: Item, layout: Layout) -> Iterator[Mark]:
    """A thermometer of two cells for each pair, from the smaller digit."""
    for first, second in _neighbours(item, layout.size):
        yield item.mark("thermometer", lines=((second, first),))


def _line(argument: Argument, size: int) -> Point:
    """The place before a row or a column: above it or on its left.  Raises `Failed`."""
    name, number = argument.text[:1].upper(), argument.text[1:]
    if name not in ("R", "C") or not number.isdecimal() or not number.isascii():
        raise fail("E203", "here should stand a row or a column, as `R1` or `C1`", argument.span)
    if len(number) > 2 or not 1 <= int(number) <= size:
        raise fail("E203", f"the board has no `{argument.text[:20]}`", argument.span)
    return (int(number), 0) if name == "R" else (0, int(number))


def _views(item: Item, size: int) -> Iterator[Mark]:
    """A clue before a line, and one behind it, as far as they are there."""
    before = _line(item.argument(0), size)
    behind = (before[0], size + 1) if before[0] else (size + 1, before[1])
    for argument, point in zip(item.arguments[1:3], (before, behind), strict=False):
        if argument.text:
            if not argument.number():
                raise fail("E203", f"a clue of `{item.kind}` cannot be 0", argument.span)
            yield item.mark(_VIEWS[item.kind], (point,), value=argument.number())
    if len(item.arguments) > 3:
        raise fail("E203", f"`{item.kind}` has a line and two clues at most", item.arguments[3].span)


def _sandwich(item: Item, layout: Layout) -> Iterator[Mark]:
    value = item.argument(0).number()
    yield item.mark("sandwichsum", (_line(item.argument(1), layout.size),), value=value)


def _diagonal(item: Item, layout: Layout) -> Iterator[Mark]:  # noqa: ARG001
    slope = item.argument(0)
    if slope.text not in ("1", "-1"):
        raise fail("E203", "here should stand 1 or -1", slope.span)
    yield item.mark("diagonal+" if slope.text == "1" else "diagonal-")


def _little_killer(item: Item, layout: Layout) -> Iterator[Mark]:
    """The diagonal from a cell at a side: from the left down, from the top left, from the right up, from below right.

    A corner belongs to the first of these whose diagonal has more cells than the corner.
    """
    size, argument = layout.size, item.argument(1)
    row, column = argument.cell(size)
    if column == 1 and row < size:
        step = (1, 1)
    elif row == 1:
        step = (1, -1)
    elif column == size and row < size:
        step = (-1, -1)
    elif row == size and 1 < column < size:
        step = (-1, 1)
    else:
        raise fail("E203", "no diagonal begins here", argument.span)
    line = tuple(along((row - step[0], column - step[1]), step, size))
    yield item.mark("littlekillersum", lines=(line,), value=item.argument(0).number())


def _sum(item: Item, layout: Layout) -> Iterator[Mark]:
    """Cells that may repeat digits, which a little killer says of them; sums with factors are none."""
    if "_" in item.argument(0).text:
        yield item.mark("Sum with factors")
    elif not item.argument(0).text.startswith("-"):
        total = item.argument(0).number()
        yield item.mark("littlekillersum", lines=(item.cells(layout.size, 1),), value=total)
    else:
        raise fail("E203", "here should stand a number from 0 on", item.argument(0).span)


def _cage(item: Item, layout: Layout) -> Iterator[Mark]:
    """A cage; its digits only differ if the sum is 0."""
    argument = item.argument(0)
    total = argument.number() if argument.text else 0
    cells = item.cells(layout.size, 1)
    yield item.mark("killercage", cells, value=total) if total else item.mark("extraregion", cells)


def _different(item: Item, layout: Layout) -> Iterator[Mark]:
    yield item.mark("extraregion", item.cells(layout.size, 0))


def _whisper(item: Item, layout: Layout) -> Iterator[Mark]:
    """A whisper line, which may meet itself; neighbours differ by 5 unless a number stands first."""
    has_number = item.argument(0).text.isdecimal()
    apart = item.argument(0).number() if has_number else 5
    yield item.mark("whispers", lines=(item.steps(layout.size, 1 if has_number else 0, 2),), value=apart)


def _modular(item: Item, layout: Layout) -> Iterator[Mark]:
    modulus = item.argument(0).number()
    field = {2: "parityline", 3: "modularline"}.get(modulus)
    least = modulus if field else 1
    yield item.mark(field or f"Modular {modulus}", lines=(item.cells(layout.size, 1, least),))


def _lockout(item: Item, layout: Layout) -> Iterator[Mark]:
    apart = item.argument(0).number()
    usual = apart == half_of(layout.size) - 1
    yield item.mark("lockout" if usual else f"Lockout {apart}", lines=(item.cells(layout.size, 1, 2),))


def _region_sums(item: Item, layout: Layout) -> Iterator[Mark]:
    field = "regionsumline" if layout.summed else "RegionSumLine without boxes"
    yield item.mark(field, lines=(item.cells(layout.size, 0, 2),))


def _arrow(item: Item, layout: Layout) -> Iterator[Mark]:
    line = item.cells(layout.size, 0, 2)
    yield item.mark("arrow", line[:1], (line,))


def _pill(item: Item, layout: Layout) -> Iterator[Mark]:
    """A pill, whose cells are read row by row, and the arrow that begins at its last cell."""
    count = item.argument(0).number()
    if count not in (2, 3):
        raise fail("E203", "a pill has 2 or 3 cells", item.argument(0).span)
    result = item.cells(layout.size, 1, count + 1)
    cells = tuple(sorted(result[:count]))
    for first, second in pairwise(cells):
        if (second[0] - first[0], second[1] - first[1]) not in ((0, 1), (1, 0), (1, 1)):
            raise fail("E203", "the cells of this pill are not read from left to right and down", item.span)
    yield item.mark("arrow", cells, (result[count - 1 :],))


def _quad(item: Item, layout: Layout) -> Iterator[Mark]:
    row, column = item.argument(0).cell(layout.size)
    if max(row, column) == layout.size:
        raise fail("E203", "no four cells lie here", item.argument(0).span)
    numbers = tuple(one.number() for one in item.arguments[1:])
    if not numbers or not all(1 <= number <= layout.size for number in numbers):
        raise fail("E203", f"here should stand numbers from 1 to {layout.size}", item.span)
    around = tuple((row + down, column + right) for down in (0, 1) for right in (0, 1))
    yield item.mark("quadruple", around, value=numbers)


def _indexing(item: Item, layout: Layout) -> Iterator[Mark]:
    if item.argument(0).text not in _INDEXERS:
        raise fail("E203", "here should stand C or R", item.argument(0).span)
    yield item.mark(_INDEXERS[item.argument(0).text], item.cells(layout.size, 1))


def _circles(item: Item, layout: Layout) -> Iterator[Mark]:
    yield item.mark("countingcircle", item.cells(layout.size, 0))


def _same(item: Item, layout: Layout) -> Iterator[Mark]:
    """Sets with the same digits, which are clones if each is one cell."""
    count, cells = item.argument(0).number(), item.cells(layout.size, 1)
    if count < len(cells):
        yield item.mark(f"SameValues of {count} sets")
    else:
        for cell in cells[1:]:
            yield item.mark("clone", (cells[0], cell))


def _disjoint(item: Item, layout: Layout) -> Iterator[Mark]:
    item.check_bare()
    yield item.mark("disjointgroups" if layout.usual_boxes else f"DisjointSets on a board of {layout.size} digits")


def _windoku(item: Item, layout: Layout) -> Iterator[Mark]:
    """Extra regions of the shape of boxes, a cell away from the border and from each other."""
    item.check_bare()
    height, width = box_shape(layout.size)
    if height > 1:
        for column in range(1, layout.size - width, width + 1):
            for row in range(1, layout.size - height, height + 1):
                inside = [(row + down + 1, column + right + 1) for down in range(height) for right in range(width)]
                yield item.mark("extraregion", tuple(inside))


_BY_KIND: Mapping[str, Callable[[Item, Layout], Iterator[Mark]]] = {
    "GreaterThan": _greater, "Sandwich": _sandwich, "Diagonal": _diagonal, "LittleKiller": _little_killer, "Sum": _sum,
    "Cage": _cage, "AllDifferent": _different, "Whisper": _whisper, "Modular": _modular, "Lockout": _lockout,
    "RegionSumLine": _region_sums, "Arrow": _arrow, "PillArrow": _pill, "Quad": _quad, "Indexing": _indexing,
    "CountingCircles": _circles, "SameValues": _same, "DisjointSets": _disjoint, "Windoku": _windoku,
}  # fmt: skip
"""How the items of each type are read, but for those that are tables above."""
