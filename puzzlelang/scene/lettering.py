"""Numbers and symbols in cells, on borders and in margins."""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry import Cell
from puzzlelang.scene import themes
from puzzlelang.scene.figure import Circle, Paint, Point, Primitive, Writing
from puzzlelang.scene.record import Margin, Role, Text, Tone
from puzzlelang.scene.spots import LETTER, LIST_HEIGHT, Frame, list_widths
from puzzlelang.typed.look_words import SIZES, SLOTS

HEIGHT, SLOTTED, ON_EDGE = 0.6, 0.3, 0.32
"""How high letters are in the middle of a cell, at its sides, on borders and corners."""

_SEVERAL: dict[int, tuple[Point, ...]] = {
    2: ((-0.2, -0.17), (0.2, 0.17)),
    3: ((-0.22, -0.15), (0.22, -0.15), (0.0, 0.2)),
    4: ((0.0, -0.28), (-0.27, 0.0), (0.27, 0.0), (0.0, 0.28)),
}
"""Where the numbers of a list stand in a cell."""


def over(body: Tone, *, dark: bool) -> Tone:
    """The tone of letters that can be read on another."""
    if themes.is_dark(body, dark=dark):
        return Tone.WHITE
    return Tone.BLACK if dark else Tone.INK


def text(
    mark: Text, frame: Frame, body: Tone | None, way: tuple[int, int] | None, *, plate: bool, dark: bool
) -> Iterator[Primitive]:
    """A text in its place: on a `body` in a tone that shows, beside an arrow that shares its cell.

    `plate`: a line goes through the cell, so there is paper below the text.
    """
    x, y = frame.middle(mark.at)
    tone = mark.tone or (Tone.PEN if mark.role is Role.FOUND else Tone.INK)
    if body is not None and mark.tone is None:
        tone = over(body, dark=dark)
    bold = mark.role is not Role.FOUND
    size = SIZES.get(mark.size, 1.0)
    if isinstance(mark.at, Margin):
        yield from _outside(mark, frame, tone, bold)
    elif not isinstance(mark.at, Cell):
        whole = "".join(mark.parts)
        yield Writing(x, y, whole, _height(whole, ON_EDGE * size, 0.36), tone, bold)
    elif mark.slot in SLOTS and mark.slot != "middle":
        yield _slotted(mark, (x, y), tone, bold, size)
    else:
        room = 0.86
        if way is not None:
            x, y, size, room = (x, y + 0.14, size * 0.85, 0.8) if way[0] == 0 else (x - 0.15, y, size * 0.85, 0.6)
        if plate:
            yield Circle(x, y, 0.33 * size, Paint(Tone.PAPER))
        yield from _fitted((x, y), mark.parts, HEIGHT * size, room, tone, bold)


def _fitted(
    middle: Point, parts: Sequence[str], height: float, room: float, tone: Tone, bold: bool
) -> Iterator[Primitive]:
    x, y = middle
    if len(parts) in _SEVERAL:
        for (dx, dy), part in zip(_SEVERAL[len(parts)], parts, strict=True):
            yield Writing(x + dx, y + dy, part, _height(part, height * 0.62, room / 2), tone, bold)
        return
    whole = " ".join(parts)
    yield Writing(x, y, whole, _height(whole, height, room), tone, bold)


def _height(part: str, height: float, room: float) -> float:
    return min(height, room / (LETTER * max(len(part), 1)))


def _slotted(mark: Text, middle: Point, tone: Tone, bold: bool, size: float) -> Writing:
    right, down = SLOTS[mark.slot]
    whole = " ".join(mark.parts)
    height = _height(whole, SLOTTED * size, 0.8)
    width = LETTER * height * len(whole)
    x = middle[0] + right * (0.44 - width / 2)
    return Writing(x, middle[1] + down * (0.46 - height / 2), whole, height, tone, bold)


def _outside(mark: Text, frame: Frame, tone: Tone, bold: bool) -> Iterator[Primitive]:
    """A hint in a margin; the numbers of a list stand below or beside each other and end at the grid."""
    assert isinstance(mark.at, Margin)
    x, y = frame.middle(mark.at)
    if len(mark.parts) == 1:
        yield Writing(x, y, mark.parts[0], _height(mark.parts[0], 0.55, max(0.9, frame.depth(mark.at))), tone, bold)
        return
    depth = frame.depth(mark.at)
    if mark.at.side in ("top", "bottom"):
        start = y + depth / 2 - 0.1 - LIST_HEIGHT * len(mark.parts) if mark.at.side == "top" else y - depth / 2 + 0.1
        for index, part in enumerate(mark.parts):
            yield Writing(x, start + LIST_HEIGHT * (index + 0.5), part, _height(part, LIST_HEIGHT, 0.9), tone, bold)
        return
    widths = list_widths(mark.parts)
    left = x + depth / 2 - 0.1 - sum(widths) if mark.at.side == "left" else x - depth / 2 + 0.1
    for index, (part, width) in enumerate(zip(mark.parts, widths, strict=True)):
        yield Writing(left + sum(widths[:index]) + width / 2, y, part, LIST_HEIGHT, tone, bold)
