"""Places numbers and symbols in cells, on borders and in margins, in readable tones."""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.sorts import COMPASS
from puzzlelang.scene import themes
from puzzlelang.scene.figure import Circle, Paint, Point, Primitive, Writing, box, rounded_rectangle, zoom
from puzzlelang.scene.frames import LIST_HEIGHT, OBLIQUE, list_widths
from puzzlelang.scene.record import Margin, Role, TextMark, Tone
from puzzlelang.scene.spots import LETTER
from puzzlelang.scene.surroundings import MIN_CONTRAST, Surroundings, line_tone
from puzzlelang.typed.words.look_words import SIZES, SLOTS

HEIGHT, SLOTTED, ON_EDGE = 0.6, 0.28, 0.32
"""How high letters are in the middle of a cell, at its sides, on borders and corners."""

_SEVERAL: dict[int, tuple[Point, ...]] = {
    2: ((-0.2, -0.17), (0.2, 0.17)),
    3: ((-0.22, -0.15), (0.22, -0.15), (0.0, 0.2)),
    4: ((0.0, -0.28), (-0.27, 0.0), (0.27, 0.0), (0.0, 0.28)),
}
"""Where the numbers of a list stand in a cell."""


def letter_tone(body: Tone, *, dark: bool) -> Tone:
    """The tone of letters with enough contrast to a background."""
    if themes.is_dark(body, dark=dark):
        return Tone.WHITE
    return Tone.BLACK if dark else Tone.INK


def readable(wanted: Tone, body: Tone, *, dark: bool) -> Tone:
    """A tone if it has enough contrast to the background, else one that has."""
    return wanted if themes.contrast(wanted, body, dark=dark) >= MIN_CONTRAST else letter_tone(body, dark=dark)


def text(mark: TextMark, others: Surroundings) -> Iterator[Primitive]:
    """A text in its place, smaller where cells are small."""
    if isinstance(mark.at, Margin):
        yield from _outside(mark, others)
        return
    middle, scale = others.frame.middle(mark.at), others.layout.scale(mark.at)
    yield from (zoom(primitive, middle, scale) for primitive in _on_board(mark, others))


def _on_board(mark: TextMark, others: Surroundings) -> Iterator[Primitive]:
    """A text in its usual size, in a tone with contrast to what lies below; over lines it stands on a plate."""
    at, fill = mark.at, others.fill_under(mark.at)
    slotted = mark.slot in SLOTS and mark.slot != "middle"
    body = None if slotted else others.bodies.get(at)
    tone = _tone(mark, body or fill, others)
    bold = mark.role is not Role.FOUND
    size = SIZES.get(mark.size, 1.0)
    plate = Paint(fill or Tone.PAPER)
    over_line = body is None and others.is_crossed(at)
    x, y = others.frame.middle(at)
    if not isinstance(at, Cell):
        whole = "".join(mark.parts)
        height = _height(whole, ON_EDGE * size, 0.36)
        if over_line:
            yield Circle(x, y, 0.6 * height, plate)
        yield Writing(x, y, whole, height, tone, bold)
    elif slotted:
        to_side = 0 in SLOTS[mark.slot]  # lines come from the middles of borders
        free = at in others.framed or (over_line and to_side)
        yield from _in_slot(mark, (x, y), tone, bold, plate if free else None, others.layout.reach)
    elif at in others.halves:
        down, right = COMPASS[others.halves[at].removeprefix("half ")]
        yield from _fit((x + 0.2 * right, y + 0.2 * down), mark.parts, HEIGHT * 0.66 * size, 0.4, tone, bold)
    else:
        yield from _in_middle(mark, (x, y), others, tone, size)


def _in_middle(mark: TextMark, middle: Point, others: Surroundings, tone: Tone, size: float) -> Iterator[Primitive]:
    """A text in the middle of a cell: within a sign, beside an arrow, below a label, on a plate over lines."""
    (x, y), at = middle, mark.at
    way, signed = others.arrows.get(at), at in others.bodies
    height, room = HEIGHT * size, 0.52 if signed else 0.86
    if way is not None and signed:
        x, y, height, room = (x, y + 0.12, height * 0.5, 0.4) if way[0] == 0 else (x - 0.13, y, height * 0.7, 0.26)
    elif way is not None:
        x, y, height, room = (x, y + 0.14, height * 0.85, 0.8) if way[0] == 0 else (x - 0.15, y, height * 0.85, 0.48)
    elif not signed and at in others.labelled:
        y, height = y + 0.06, height * 0.9
    if not signed and others.is_crossed(at):
        half = max(0.33 * size, min(room, LETTER * height * len(" ".join(mark.parts))) / 2 + 0.03)
        plate = Paint(others.fill_under(at) or Tone.PAPER)
        yield rounded_rectangle(plate, x - half, y - 0.33 * size, 2 * half, 0.66 * size, 0.32 * size)
    yield from _fit((x, y), mark.parts, height, room, tone, mark.role is not Role.FOUND)


def _tone(mark: TextMark, below: Tone | None, others: Surroundings) -> Tone:
    if below is None:
        return line_tone(mark.tone, mark.role)
    return letter_tone(below, dark=others.dark) if mark.tone is None else readable(mark.tone, below, dark=others.dark)


def _fit(
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


def _in_slot(
    mark: TextMark, middle: Point, tone: Tone, bold: bool, plate: Paint | None, reach: float
) -> Iterator[Primitive]:
    right, down = SLOTS[mark.slot]
    whole = " ".join(mark.parts)
    height = _height(whole, SLOTTED * SIZES.get(mark.size, 1.0), 0.74)
    width = LETTER * height * len(whole)
    x, y = middle[0] + right * (0.37 * reach - width / 2), middle[1] + down * (0.455 * reach - height / 2)
    if plate is not None:
        before, behind = (0.08 if right == side else 0.03 for side in (-1, 1))  # over a cage's frame in a corner
        yield box(plate, x - width / 2 - before, y - height / 2, before + width + behind, height)
    yield Writing(x, y, whole, height, tone, bold)


def _to_grid(side: str) -> Point:
    """The way from a margin to the grid, as (right, down)."""
    down, right = COMPASS[{"left": "right", "right": "left", "top": "down", "bottom": "up"}[side]]
    return right, down


def _outside(mark: TextMark, others: Surroundings) -> Iterator[Primitive]:
    """A hint in a margin; the numbers of a list stand below or beside each other and end at the grid."""
    assert isinstance(mark.at, Margin)
    frame, bold = others.frame, mark.role is not Role.FOUND
    tone = _tone(mark, others.bodies.get(mark.at), others)
    x, y = frame.middle(mark.at)
    if mark.at in frame.outside:
        wide, tall = frame.outside[mark.at].size
        yield box(Paint(Tone.PAPER), x - 0.4 * wide, y - 0.4 * tall, 0.8 * wide, 0.8 * tall)
        yield Writing(x, y, " ".join(mark.parts), OBLIQUE, tone, bold)
        return
    depth = frame.depth(mark.at)
    if len(mark.parts) == 1:
        height = _height(mark.parts[0], 0.55, max(0.9, depth))
        right, down = _to_grid(mark.at.side)
        length = LETTER * height * len(mark.parts[0]) if right else 0.0
        near = depth / 2 - min(depth / 2, max(0.375, 0.18 + length / 2))
        yield Writing(x + near * right, y + near * down, mark.parts[0], height, tone, bold)
        return
    if mark.at.side in ("top", "bottom"):
        start = y + depth / 2 - 0.1 - LIST_HEIGHT * len(mark.parts) if mark.at.side == "top" else y - depth / 2 + 0.1
        for index, part in enumerate(mark.parts):
            yield Writing(x, start + LIST_HEIGHT * (index + 0.5), part, _height(part, LIST_HEIGHT, 0.9), tone, bold)
        return
    widths = list_widths(mark.parts)
    left = x + depth / 2 - 0.1 - sum(widths) if mark.at.side == "left" else x - depth / 2 + 0.1
    for index, (part, width) in enumerate(zip(mark.parts, widths, strict=True)):
        yield Writing(left + sum(widths[:index]) + width / 2, y, part, LIST_HEIGHT, tone, bold)
