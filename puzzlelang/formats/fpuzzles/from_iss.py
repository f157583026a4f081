"""The text of the Interactive Sudoku Solver to a board: `.Type~argument~R1C1~…`."""

from collections.abc import Iterator

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.iss_items import GIVEN, Argument, Item, items_of
from puzzlelang.formats.fpuzzles.iss_layout import Layout, layout_of
from puzzlelang.formats.fpuzzles.iss_marks import marks_of
from puzzlelang.formats.fpuzzles.record import Board, BoardCell, Mark, Point, point_at
from puzzlelang.source import Source, Span

_COMPOSITE, _END = ("Or", "And", "Replicate"), "End"

_ONCE = {"Skyscraper": 0, "XSum": 0, "NumberedRoom": 0, "Sandwich": 1, "LittleKiller": 1, "Quad": 0}
"""Types of which one item stands at a place, and which argument is the place."""


def board_of(source: Source) -> Board:
    """The board of a text.  Raises `Failed` for what cannot be understood."""
    items, marks = _flat(items_of(source))
    layout = layout_of(items)
    seen: set[tuple[str, str]] = set()
    for item in items:
        if item.kind in _ONCE:
            key = (item.kind, item.argument(_ONCE[item.kind]).text.upper())
            if key in seen:
                raise fail("E204", f"a second `{item.kind}` stands at the same place", item.span)
            seen.add(key)
        marks += marks_of(item, layout, items)
    marks += layout.marks
    marks.sort(key=lambda mark: mark.span.start)
    start = source.first().start
    whole = source.span(start, len(source.text.rstrip()))
    return Board(source, layout.size, whole, _cells(items, layout, whole), layout.parted, marks)


def _flat(result: Iterator[Item]) -> tuple[list[Item], list[Mark]]:
    """The items outside of compositions, and a mark for each of these.  Raises `Failed` if one does not end."""
    items: list[Item] = []
    marks: list[Mark] = []
    opened: list[Item] = []
    for item in result:
        if item.kind in _COMPOSITE:
            if not opened:
                marks.append(item.mark(item.kind))
            opened.append(item)
        elif item.kind == _END:
            if not opened:
                raise fail("E203", "nothing ends here", item.span)
            opened.pop()
        elif not opened:
            items.append(item)
    if opened:
        raise fail("E203", f"this `{opened[-1].kind}` has no `.End`", opened[-1].span)
    return items, marks


def _cells(items: "list[Item]", layout: Layout, whole: Span) -> list[BoardCell]:
    """The cells with what is given: one number, or several that are candidates.  Raises `Failed` if none is left."""
    size = layout.size
    left: dict[Point, tuple[tuple[int, ...], Argument]] = {}
    for argument in (one for item in items if item.kind == GIVEN for one in item.arguments if one.text):
        name, *rest = argument.text.split("_")
        point = Argument(name, argument.span).cell(size)
        numbers = [Argument(one, argument.span).number() for one in rest]
        if not numbers or not all(1 <= number <= size for number in numbers):
            raise fail("E203", f"here should stand a cell with numbers from 1 to {size}: `R1C1_5`", argument.span)
        known = left[point][0] if point in left else range(1, size + 1)
        left[point] = (tuple(number for number in known if number in numbers), argument)
        if not left[point][0]:
            raise fail("E204", f"no number is left for `{name}`", argument.span)
    cells = []
    for index in range(size * size):
        region = layout.regions[index]
        point = point_at(size, index)
        if point not in left:
            cells.append(BoardCell(whole, region=region))
            continue
        numbers, argument = list(left[point][0]), left[point][1]
        value = numbers[0] if len(numbers) == 1 else None
        others = tuple(numbers) if 1 < len(numbers) < size else ()
        cells.append(BoardCell(argument.span, value, value is not None, others, region))
    return cells
