"""Highlights places by their role: each role has its own line and its own sign, so that colour is not needed."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import assert_never

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Group, GroupOfCells, Line, Link, Region, View
from puzzlelang.scene import spots
from puzzlelang.scene.embedding import Embedding, embedding
from puzzlelang.scene.figure import Circle, Paint, Point, Primitive, Writing, line, map_points, rounded_rectangle
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
    if mark.role in (Role.GIVEN, Role.FOUND, Role.NAMED):
        return
    layout = embedding(geometry)
    match mark.at:
        case Cell():
            yield from _role_outline([mark.at], mark.role, layout)
        case GroupOfCells() | Region() | Line():
            yield from _role_outline(geometry.cells_of(mark.at), mark.role, layout)
        case View(side=side):
            yield from _role_outline(geometry.cells_of(mark.at), mark.role, layout)
            margin = Margin(side, mark.at, 0)
            if margin in frame.outside or len(frame.edges.get(side, ())) > 1:
                (x, y), half = frame.middle(margin), 0.32 * layout.scale(margin)
                yield from _box(mark.role, x - half, y - half, 2 * half, 2 * half)
        case Border() | Link():
            yield from _around_stroke(mark.role, *layout.ends(mark.at))
        case Corner():
            (x, y), half = layout.point(mark.at.lattice), 0.28 * layout.scale(mark.at)
            yield from _box(mark.role, x - half, y - half, 2 * half, 2 * half)
        case Group(members=members):
            if cells := [one for one in members if isinstance(one, Cell)]:
                yield from _role_outline(list(dict.fromkeys(cells)), mark.role, layout)
            for one in () if cells else members:
                yield from highlight(Highlight(one, mark.role), geometry, frame)
        case Direction():
            return
        case _:
            assert_never(mark.at)


def _role_outline(cells: Sequence[Cell], role: Role, layout: Embedding) -> Iterator[Primitive]:
    if role is Role.UNDECIDED:
        yield from (Writing(*layout.upper_right(cell), "?", 0.4 * layout.scale(cell), Tone.GREY) for cell in cells)
        return
    if role is Role.WRONG:
        for cell in cells:
            yield from (line(Paint(None, Tone.RED, 0.03), *one) for one in layout.hatching(cell))
    for inset in (0.06, 0.15) if role is Role.DIFFERS else (0.06,):
        for start, end in spots.join_segments(layout.outline(cells, inset)):
            yield line(PAINTS[role], start, end)
    if role is Role.FORCES and cells:
        x, y = layout.lower_left(cells[0])  # where labels are rare
        yield line(Paint(Tone.GREEN), (x, y), (x + 0.26, y), (x, y - 0.26), closed=True)


def _around_stroke(role: Role, start: Point, end: Point) -> Iterator[Primitive]:
    """A box around a border or a link."""
    (x, y), (right, down) = start, end
    if x == right or y == down:
        left, top = min(x, right), min(y, down)
        yield from _box(role, left - 0.14, top - 0.14, abs(right - x) + 0.28, abs(down - y) + 0.28)
        return
    far = hypot(right - x, down - y)

    def turned(a: float, b: float) -> Point:
        dx, dy = (right - x) / far, (down - y) / far
        return (x + right) / 2 + a * dx - b * dy, (y + down) / 2 + a * dy + b * dx

    level = _box(role, -far / 2 - 0.14, -0.14, far + 0.28, 0.28)
    yield from (map_points(primitive, turned) for primitive in level)


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
