"""Highlights places by their role: each role has its own line and its own sign, so that colour is not needed."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Group, GroupOfCells, Line, Link, Region, View
from puzzlelang.scene import spots
from puzzlelang.scene.figure import Circle, Paint, Primitive, Writing, line, rounded_rectangle
from puzzlelang.scene.record import Highlight, Margin, Role, Tone
from puzzlelang.scene.spots import MarginFrame

PAINTS = {
    Role.WRONG: Paint(None, Tone.RED, 0.08),
    Role.READS: Paint(None, Tone.BLUE, 0.06, (0.16, 0.1)),
    Role.FORCES: Paint(None, Tone.GREEN, 0.09),
    Role.SUPPORTS: Paint(None, Tone.ORANGE, 0.06, (0.02, 0.1)),
    Role.DIFFERS: Paint(None, Tone.VIOLET, 0.05),
}
"""The lines of roles: solid, dashed, thick, dotted, and doubled for what differs."""


def highlight(mark: Highlight, geometry: Geometry, frame: MarginFrame) -> Iterator[Primitive]:
    """The outline of a place and the sign of its role."""
    if mark.role in (Role.GIVEN, Role.FOUND):
        return
    match mark.at:
        case Cell():
            yield from _role_outline([mark.at], mark.role)
        case GroupOfCells() | Region() | Line():
            yield from _role_outline(geometry.cells_of(mark.at), mark.role)
        case View(side=side):
            yield from _role_outline(geometry.cells_of(mark.at), mark.role)
            if len(frame.edges[side]) > 1:
                x, y = frame.middle(Margin(side, mark.at, 0))
                yield from _box(mark.role, x - 0.32, y - 0.32, 0.64, 0.64)
        case Border() | Link():
            (x, y), (right, down) = spots.ends(mark.at)
            yield from _box(mark.role, x - 0.14, y - 0.14, right - x + 0.28, down - y + 0.28)
        case Corner():
            x, y = spots.point(mark.at.lattice)
            yield from _box(mark.role, x - 0.28, y - 0.28, 0.56, 0.56)
        case Group(members=members):
            if cells := [one for one in members if isinstance(one, Cell)]:
                yield from _role_outline(list(dict.fromkeys(cells)), mark.role)
            for one in () if cells else members:
                yield from highlight(Highlight(one, mark.role), geometry, frame)
        case Direction():
            return
        case _:
            assert_never(mark.at)


def _role_outline(cells: Sequence[Cell], role: Role) -> Iterator[Primitive]:
    if role is Role.UNDECIDED:
        yield from (Writing(c.column - 0.2, c.row - 0.25, "?", 0.4, Tone.GREY) for c in cells)
        return
    if role is Role.WRONG:
        for cell in cells:
            yield from _hatched(cell)
    for inset in (0.06, 0.15) if role is Role.DIFFERS else (0.06,):
        for start, end in spots.join_segments(spots.outline(cells, inset)):
            yield line(PAINTS[role], start, end)
    if role is Role.FORCES and cells:
        x, y = cells[0].column - 1 + 0.1, cells[0].row - 0.1  # where labels are rare
        yield line(Paint(Tone.GREEN), (x, y), (x + 0.26, y), (x, y - 0.26), closed=True)


def _hatched(cell: Cell) -> Iterator[Primitive]:
    x, y = cell.column - 1, cell.row - 1
    paint = Paint(None, Tone.RED, 0.03)
    for step in (0.3, 0.6, 0.9):
        yield line(paint, (x + step, y + 0.06), (x + 0.06, y + step))
        if step < 0.9:
            yield line(paint, (x + 0.94, y + step), (x + step, y + 0.94))


def _box(role: Role, left: float, top: float, width: float, height: float) -> Iterator[Primitive]:
    if role is Role.UNDECIDED:
        yield Writing(left + width / 2, top + height / 2, "?", 0.3, Tone.FAINT)
        return
    yield rounded_rectangle(PAINTS[role], left, top, width, height, 0.12)
    if role is Role.DIFFERS:
        yield rounded_rectangle(PAINTS[role], left + 0.08, top + 0.08, width - 0.16, height - 0.16, 0.06)
    if role is Role.WRONG:
        x, y = left + width / 2, top + height / 2
        yield line(PAINTS[role], (x - 0.1, y - 0.1), (x + 0.1, y + 0.1))
        yield line(PAINTS[role], (x - 0.1, y + 0.1), (x + 0.1, y - 0.1))
    if role is Role.FORCES:
        yield Circle(left + 0.06, top + 0.06, 0.09, Paint(Tone.GREEN))
