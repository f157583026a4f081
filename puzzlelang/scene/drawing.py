"""A scene as a figure: marks as paths, circles and writing, layer by layer."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.geometry import Border, Cell, Corner, Link
from puzzlelang.scene import highlights, lettering, signs, spots, targets
from puzzlelang.scene.figure import (
    Circle,
    Figure,
    Paint,
    Path,
    Primitive,
    Writing,
    box,
    line,
    merged,
    moved,
    rounded,
    turned,
)
from puzzlelang.scene.record import (
    Arrow,
    Denial,
    Fill,
    Grid,
    Highlight,
    Margin,
    Mark,
    Regions,
    Role,
    Scene,
    Sign,
    Spot,
    Stroke,
    Text,
    Tone,
)
from puzzlelang.scene.spots import Frame, Segment
from puzzlelang.typed.look_words import SIZES, SLOTS

AIR = 0.25
"""What is left free around everything."""

CAPTION = 0.55
"""The height of a line of captions."""

_SMALL = {Cell: 1.0, Link: 0.45, Border: 0.45, Corner: 0.5, Margin: 0.7}


class Desk(msgspec.Struct, frozen=True):
    """What drawing a mark needs to know of the others: what lies below it, what shares its cell."""

    scene: Scene
    frame: Frame
    dark: bool
    bodies: dict[Spot, Tone]
    crossed: frozenset[Cell]
    arrows: dict[Spot, tuple[int, int]]
    told: frozenset[Spot]


def figure(scene: Scene, *, dark: bool = False) -> Figure:
    """The picture in lines and areas."""
    frame = spots.frame(scene)
    desk = _desk(scene, frame, dark)
    primitives: list[Primitive] = []
    for layer in scene.layers:
        for mark in sorted(layer.marks, key=_depth) if layer.name in ("signs", "lines") else layer.marks:
            primitives += _mark(mark, desk)
        if layer.name == "ground":
            primitives += _grid(scene)
    left, top = -frame.end("left") - AIR, -frame.end("top") - AIR
    bottom = scene.geometry.height + frame.end("bottom") + AIR
    right = scene.geometry.width + frame.end("right") + AIR
    for number, caption in enumerate(scene.captions):
        y = bottom + CAPTION * (number + 0.5)
        primitives.append(Writing(left + AIR, y, caption, 0.4, Tone.INK, start=True))
        right = max(right, left + 2 * AIR + 0.4 * spots.LETTER * len(caption))
    bottom += CAPTION * len(scene.captions) + (AIR if scene.captions else 0)
    paper = box(Paint(Tone.PAPER), left, top, right - left, bottom - top)
    whole = merged([paper, *primitives])
    return Figure(scene.title, left, top, right - left, bottom - top, whole, tuple(targets.targets(scene, frame)))


def _desk(scene: Scene, frame: Frame, dark: bool) -> Desk:
    marks = scene.marks()
    bodies: dict[Spot, Tone] = {mark.at: mark.tone for mark in marks if isinstance(mark, Fill)}
    bodies |= {
        mark.at: body
        for mark in marks
        if isinstance(mark, Sign) and not mark.slot and (body := signs.body_tone(mark.shape, mark.tone)) is not None
    }
    crossed = frozenset(
        cell for mark in marks if isinstance(mark, Stroke) and isinstance(mark.at, Link) for cell in mark.at.cells
    )
    arrows = {mark.at: mark.way for mark in marks if isinstance(mark, Arrow) and not mark.slot}
    told = frozenset(mark.at for mark in marks if isinstance(mark, Text) and not mark.slot)
    return Desk(scene, frame, dark, bodies, crossed, arrows, told)


def _depth(mark: Mark) -> tuple[int, int]:
    """What was found lies below what is given; regions below strokes."""
    given = 0 if isinstance(mark, Highlight) else int(mark.role is Role.GIVEN)
    return (1, given) if isinstance(mark, Stroke) else (0, given)


def _grid(scene: Scene) -> Iterator[Primitive]:
    geometry = scene.geometry
    inner: list[Segment] = []
    rim: list[Segment] = []
    for border in geometry.borders:
        (inner if len(geometry.cells_of(border)) == 2 else rim).append(spots.ends(border))
    if scene.grid is Grid.DOTS:
        yield from segments(Paint(None, Tone.FAINT, 0.015, (0.04, 0.08)), inner + rim)
        for corner in geometry.corners:
            yield Circle(*spots.at(corner.lattice), 0.055, Paint(Tone.INK))
        return
    yield from segments(Paint(None, Tone.FAINT, 0.03 if scene.grid is Grid.LINES else 0.02), inner)
    yield from segments(Paint(None, Tone.INK, 0.07), rim)


def segments(paint: Paint, those: Sequence[Segment]) -> Iterator[Path]:
    """Level and upright segments, joined where they continue each other."""
    yield from (line(paint, *one) for one in spots.joined(those))


def ink(tone: Tone | None, role: Role) -> Tone:
    """The tone of lines: what is given in ink, what somebody drew with a pen."""
    return tone or (Tone.PEN if role is Role.FOUND else Tone.INK)


def _mark(mark: Mark, desk: Desk) -> Iterator[Primitive]:
    match mark:
        case Fill():
            yield _fill(mark)
        case Regions():
            yield from _regions(mark, desk)
        case Stroke():
            yield from _stroke(mark)
        case Sign() | Arrow():
            yield from _sign(mark, desk)
        case Denial(at):
            yield from _denial(at, desk)
        case Text():
            body = desk.bodies.get(mark.at)
            way = None if mark.slot else desk.arrows.get(mark.at)
            plate = isinstance(mark.at, Cell) and mark.at in desk.crossed and not mark.slot
            yield from lettering.text(mark, desk.frame, body, way, plate=plate and body is None, dark=desk.dark)
        case Highlight():
            yield from highlights.highlight(mark, desk.scene.geometry, desk.frame)


def _fill(mark: Fill) -> Primitive:
    x, y = mark.at.column - 1, mark.at.row - 1
    if mark.soft or mark.role is not Role.FOUND:
        return box(Paint(mark.tone), x, y, 1, 1)
    return rounded(Paint(mark.tone), x + 0.06, y + 0.06, 0.88, 0.88, 0.1)


def _regions(mark: Regions, desk: Desk) -> Iterator[Primitive]:
    tone = ink(mark.tone, mark.role)
    match mark.shape:
        case "rooms":
            owner = {cell: index for index, group in enumerate(mark.groups) for cell in group}
            cut = [link for link in desk.scene.geometry.links if owner.get(link.first) != owner.get(link.second)]
            yield from segments(Paint(None, tone, 0.1), [spots.ends(link, across=True) for link in cut])
        case "tubes":
            for group in mark.groups:
                yield from _tube(group, mark.tone or Tone.SOFT_GREY, desk.scene)
        case _:
            dashes = (0.1, 0.1) if mark.shape == "cages" else ()
            paint = Paint(None, mark.tone or (Tone.GREY if not dashes else tone), 0.03, dashes)
            for group in mark.groups:
                yield from segments(paint, spots.around(group, 0.1))


def _tube(group: Sequence[Cell], tone: Tone, scene: Scene) -> Iterator[Primitive]:
    """A band through cells: from each to the next with a bulb at the first, if they lie so, else to all neighbours."""
    steps = list(pairwise(group))
    if all(max(abs(a.row - b.row), abs(a.column - b.column)) == 1 for a, b in steps):
        yield Circle(*spots.at(group[0].lattice), 0.36, Paint(tone))
        if steps:
            yield line(Paint(None, tone, 0.4), *(spots.at(cell.lattice) for cell in group))
        return
    inside = set(group)
    links = [link for link in scene.geometry.links if inside.issuperset(link.cells)]
    yield from segments(Paint(None, tone, 0.4), [spots.ends(link) for link in links])


def _stroke(mark: Stroke) -> Iterator[Primitive]:
    tone, given = ink(mark.tone, mark.role), mark.role is Role.GIVEN
    across = mark.shape.endswith("wall")
    (x, y), (right, down) = spots.ends(mark.at, across=across)
    width = 0.16 if given or across else 0.13
    dashes = (0.14, 0.14) if mark.shape.startswith("dashed") else ()
    offsets = {"double line": (-0.1, 0.1), "triple line": (-0.17, 0.0, 0.17)}.get(mark.shape, (0.0,))
    if len(offsets) > 1:
        width *= 0.6
    for offset in offsets:
        dx, dy = (0.0, offset) if y == down else (offset, 0.0)
        yield line(Paint(None, tone, width, dashes), (x + dx, y + dy), (right + dx, down + dy))


def _sign(mark: Sign | Arrow, desk: Desk) -> Iterator[Primitive]:
    x, y = desk.frame.middle(mark.at)
    scale = _SMALL[type(mark.at)] * SIZES.get(mark.size, 1.0)
    if isinstance(mark.at, Link | Border | Corner) and mark.at in desk.told:
        scale *= 1.35
    body = desk.bodies.get(mark.at)
    tone = ink(None, mark.role)
    if isinstance(mark, Arrow) and body is not None:
        tone = lettering.over(body, dark=desk.dark)
    if mark.slot in SLOTS and mark.slot != "middle":
        right, down = SLOTS[mark.slot]
        x, y, scale = x + 0.3 * right, y + 0.3 * down, scale * 0.4
    if isinstance(mark, Sign):
        found = mark.role is Role.FOUND
        outline = signs.THIN if found else signs.THICK
        made = signs.sign(mark.shape, mark.tone, tone, outline)
        if mark.shape in signs.ALONG and isinstance(mark.at, Link) and mark.at.lattice[0] % 2 == 0:
            made = tuple(turned(primitive) for primitive in made)
        if found and mark.shape in ("circle", "disc", "block", "square"):
            scale *= 0.88
    elif not mark.slot and mark.at in desk.told:
        x, y, scale = (x, y - 0.3, scale * 0.7) if mark.way[0] == 0 else (x + 0.29, y, scale * 0.7)
        made = signs.arrow(mark.way, mark.tone or tone)
    else:
        made = signs.arrow(mark.way, mark.tone or tone)
    yield from (moved(primitive, x, y, scale) for primitive in made)


def _denial(at: Spot, desk: Desk) -> Iterator[Primitive]:
    x, y = desk.frame.middle(at)
    if isinstance(at, Cell):
        yield Circle(x, y, 0.07, Paint(Tone.PEN))
        return
    a, paint = 0.1, Paint(None, Tone.PEN, 0.04)
    yield line(paint, (x - a, y - a), (x + a, y + a))
    yield line(paint, (x - a, y + a), (x + a, y - a))
