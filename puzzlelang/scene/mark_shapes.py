"""Turns single marks into paths, circles and writing, by what is around them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.sorts import Sort
from puzzlelang.scene import gathered, highlights, lettering, signs, spots
from puzzlelang.scene.embedding import Embedding, embedding
from puzzlelang.scene.figure import Circle, FigurePath, Paint, Primitive, halo, line, place, zoom
from puzzlelang.scene.record import (
    Arrow,
    Denial,
    Fill,
    Highlight,
    Margin,
    Mark,
    Outline,
    Regions,
    Role,
    Route,
    Scene,
    Sign,
    Spot,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.scene.spots import Segment
from puzzlelang.scene.surroundings import Surroundings, line_tone
from puzzlelang.typed.words.look_words import SIZES, SLOTS

HALO = 0.05
"""How wide the paper is that is left around a sign or a line which would not show otherwise."""

_SCALES = {Sort.CELL: 1.0, Sort.LINK: 0.45, Sort.BORDER: 0.45, Sort.CORNER: 0.5}
"""The size of a sign by where it stands, in that of a cell."""

_MARGIN_SCALE = 0.7

ASIDE = 0.36
"""How far to the left and down a mark for "no" lies where something else stands in the middle of the cell."""


def segments(paint: Paint, pairs: Sequence[Segment]) -> Iterator[FigurePath]:
    """Draws segments, level and upright ones joined where they continue each other."""
    yield from (line(paint, *one) for one in spots.join_segments(pairs))


def mark_shapes(mark: Mark, others: Surroundings) -> Iterator[Primitive]:
    """The primitives of a mark, from below."""
    match mark:
        case Fill():
            yield _fill(mark, others.layout)
            if mark.divided and mark.at in others.parted:
                yield _division(mark, others)
        case Regions():
            yield from _regions(mark, others)
        case Outline():
            yield from gathered.outline(mark, others.layout)
        case Route():
            yield from gathered.route(mark, others.layout)
        case Stroke():
            yield from stroke(mark, others.layout)
        case Sign() | Arrow():
            yield from _sign(mark, others)
        case Denial(at):
            yield from _denial(at, others)
        case TextMark():
            yield from lettering.text(mark, others)
        case Highlight():
            yield from highlights.highlight(mark, others.scene.geometry, others.frame)


def _fill(mark: Fill, layout: Embedding) -> Primitive:
    if mark.soft or mark.role is not Role.FOUND:
        return layout.face(mark.at, Paint(mark.tone))
    return layout.face(mark.at, Paint(mark.tone), 0.06, 0.1)


def _division(mark: Fill, others: Surroundings) -> Primitive:
    """The line from the top left to the bottom right of a filled cell, as wide as those of the grid."""
    (x, y), tone = others.frame.middle(mark.at), lettering.letter_tone(mark.tone, dark=others.dark)
    drawn = line(Paint(None, tone, 0.02), (x - 0.5, y - 0.5), (x + 0.5, y + 0.5))
    return zoom(drawn, (x, y), others.layout.scale(mark.at) * others.layout.cover)


def _regions(mark: Regions, others: Surroundings) -> Iterator[Primitive]:
    tone = line_tone(mark.tone, mark.role)
    match mark.shape:
        case "rooms":
            borders = [others.layout.ends(link, across=True) for link in spots.cut_links(mark, others.scene)]
            yield from segments(Paint(None, tone, 0.1), borders)
        case "tubes":
            for group in mark.groups:
                yield from _tube(group, mark.tone or Tone.SOFT_GREY, others.scene)
        case _:
            dashes = (0.1, 0.1) if mark.shape == "cages" else ()
            paint = Paint(None, mark.tone or (Tone.GREY if not dashes else tone), 0.03, dashes)
            for group in mark.groups:
                yield from segments(paint, others.layout.outline(group, 0.1))


def _tube(group: Sequence[Cell], tone: Tone, scene: Scene) -> Iterator[Primitive]:
    """Draw a tube through a group of cells.

    If each cell touches the next, the tube follows their order and has a bulb at the first.  Otherwise it joins all
    adjacent cells.
    """
    steps, layout = list(pairwise(group)), embedding(scene.geometry)
    if all(b in scene.geometry.around(a) for a, b in steps):
        yield Circle(*layout.point(group[0].lattice), 0.36, Paint(tone))
        if steps:
            yield line(Paint(None, tone, 0.4), *(layout.point(cell.lattice) for cell in group))
        return
    inside = set(group)
    links = [link for link in scene.geometry.links if inside.issuperset(link.cells)]
    yield from segments(Paint(None, tone, 0.4), [layout.ends(link) for link in links])


def stroke(mark: Stroke, layout: Embedding) -> Iterator[Primitive]:
    """The lines of a stroke."""
    tone, given = line_tone(mark.tone, mark.role), mark.role is Role.GIVEN
    across = mark.shape.endswith("wall")
    (x, y), (right, down) = layout.ends(mark.at, across=across)
    width = 0.16 if given or across else 0.13
    dashes = (0.14, 0.14) if mark.shape.startswith("dashed") else ()
    several = mark.shape in ("single line", "double line", "triple line")
    offsets = {"double line": (-0.1, 0.1), "triple line": (-0.17, 0.0, 0.17)}.get(mark.shape, (0.0,))
    if several:
        width *= 0.6
    for offset in offsets:
        dx, dy = (0.0, offset) if y == down else (offset, 0.0) if x == right else _aside(right - x, down - y, offset)
        yield line(Paint(None, tone, width, dashes), (x + dx, y + dy), (right + dx, down + dy))


def _aside(dx: float, dy: float, offset: float) -> tuple[float, float]:
    """The way aside from an oblique stroke, so long."""
    far = hypot(dx, dy)
    return -dy / far * offset, dx / far * offset


def _sign(mark: Sign | Arrow, others: Surroundings) -> Iterator[Primitive]:
    x, y = others.frame.middle(mark.at)
    scale = _MARGIN_SCALE if isinstance(mark.at, Margin) else _SCALES[mark.at.sort]
    scale *= SIZES.get(mark.size, 1.0)
    size, reach = others.layout.scale(mark.at), 0.3 * others.layout.reach
    if isinstance(mark.at, Link | Border | Corner) and mark.at in others.texts:
        scale *= 1.35
    if mark.slot in SLOTS and mark.slot != "middle":
        right, down = SLOTS[mark.slot]
        x, y, scale = x + reach * right, y + reach * down, scale * 0.4
    if isinstance(mark, Sign):
        primitives, factor, tones = _shape(mark, others.layout, dark=others.dark)
        scale *= factor
        size *= others.layout.cover if signs.fills_cell(mark.shape) else 1.0
        if mark.at in others.labelled and not (mark.at in others.texts or mark.slot or signs.fills_cell(mark.shape)):
            y, scale = y + 0.07, scale * 0.85
    else:
        tones = (mark.tone or _arrow_tone(mark, others),)
        primitives = signs.arrow(others.layout.turn(mark.way), tones[0])
        if not mark.slot and mark.at in others.texts:
            aside, smaller = (0.16, 0.45) if mark.at in others.bodies else (0.3, 0.7)  # within a sign, or in the cell
            x, y, scale = (x, y - aside, scale * smaller) if mark.way[0] == 0 else (x + aside, y, scale * smaller)
    middle = others.frame.middle(mark.at)
    placed = [zoom(place(primitive, x, y, scale), middle, size) for primitive in primitives]
    if others.is_hidden(mark, tones):
        yield from (halo(primitive, Tone.PAPER, HALO) for primitive in placed)
    yield from placed


def _shape(mark: Sign, layout: Embedding, *, dark: bool) -> tuple[Sequence[Primitive], float, tuple[Tone, ...]]:
    """Return the primitives of a sign around (0, 0), the factor that scales them, and the visible tones."""
    result, tone, body = mark.role is Role.FOUND, line_tone(None, mark.role), signs.body_tone(mark.shape, mark.tone)
    detail = tone if body is None else lettering.readable(tone, body, dark=dark)
    primitives = signs.sign(mark.shape, mark.tone, tone, detail, signs.THIN if result else signs.THICK)
    if mark.shape in signs.ALONG and isinstance(mark.at, Link):
        primitives = tuple(layout.turned(primitive, mark.at) for primitive in primitives)
    factor = 1.0
    if result and mark.shape in ("circle", "disc", "block", "square"):
        factor = 0.88
    elif mark.shape == "dot" and not isinstance(mark.at, Cell):
        factor = 1.6  # it is small already
    return primitives, factor, signs.tones(mark.shape, mark.tone, tone)


def _arrow_tone(mark: Arrow, others: Surroundings) -> Tone:
    aside = mark.slot in SLOTS and mark.slot != "middle"
    body = (None if aside else others.bodies.get(mark.at)) or others.fill_under(mark.at)
    return line_tone(None, mark.role) if body is None else lettering.letter_tone(body, dark=others.dark)


def _denial(at: Spot, others: Surroundings) -> Iterator[Primitive]:
    x, y = others.frame.middle(at)
    scale = others.layout.scale(at)
    if isinstance(at, Cell):
        if at in others.texts or at in others.bodies or at in others.arrows:
            aside = ASIDE * scale * others.layout.reach
            yield Circle(x - aside, y + aside, 0.05 * scale, Paint(Tone.PEN))
        else:
            yield Circle(x, y, 0.07 * scale, Paint(Tone.PEN))
        return
    a, paint = 0.1 * scale, Paint(None, Tone.PEN, 0.04)
    yield line(paint, (x - a, y - a), (x + a, y + a))
    yield line(paint, (x - a, y + a), (x + a, y - a))
