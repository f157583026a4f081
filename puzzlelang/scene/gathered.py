"""Marks of groups and paths, and how they are drawn: outlines inside the cells, lines and bands through places."""

from collections.abc import Iterator, Sequence
from math import hypot

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Group
from puzzlelang.scene import spots
from puzzlelang.scene.embedding import Embedding
from puzzlelang.scene.figure import Circle, Paint, Point, Primitive, line
from puzzlelang.scene.record import PALE, SOFT, Fill, Mark, Outline, Role, Route, Sign, Tone
from puzzlelang.scene.surroundings import line_tone
from puzzlelang.typed.looks import Look

_DASHES = ((0.1, 0.1), (0.22, 0.08), (0.03, 0.07), (0.22, 0.07, 0.03, 0.07))
"""How the outlines of one declaration after another are dashed."""

_TONES = (None, Tone.GREEN, Tone.VIOLET, Tone.RED, Tone.BROWN)
"""Tones of outlines, one for each declaration, unless `draw` names a colour."""

_BANDS = (Tone.SOFT_GREY, Tone.SOFT_BLUE, Tone.SOFT_GREEN, Tone.SOFT_PINK, Tone.SOFT_VIOLET, Tone.SOFT_YELLOW)

"""The same for paths."""

_WIDTHS = {"arrow": 0.08, "dashed line": 0.14, "bulb": 0.26, "tube": 0.4}

_LINES = (0.14, 0.22, 0.08)
"""How wide the lines of one declaration after another are."""

_INSET, _STEP, _MOST = 0.08, 0.06, 5
"""How far the outermost outline lies inside its cells, how far the next, and how many there are."""


def group_marks(
    geometry: Geometry, groups: Sequence[Group], look: Look, variant: int, taken: dict[Cell, set[int]]
) -> Iterator[Mark]:
    """The marks of the groups of one declaration, the `variant`-th with its look.

    Outlines that share a cell have different levels; `taken` has those in use in each cell.
    """
    tone = Tone(look.colour) if look.colour else _TONES[variant % len(_TONES)]
    for index, group in enumerate(groups if look.shape != "nothing" else ()):
        cells = [one for one in group.members if isinstance(one, Cell)]
        if look.shape == "fill":
            soft = Tone(look.colour) if look.colour else SOFT[(variant + index) % len(SOFT)]
            yield from (Fill(cell, soft, Role.GIVEN, soft=True) for cell in geometry.cells_of(group))
        elif cells:
            level = next(n for n in range(len(groups) * 99) if all(n not in taken.get(cell, ()) for cell in cells))
            for cell in cells:
                taken.setdefault(cell, set()).add(level)
            yield Outline(tuple(cells), look.shape, tone, level, variant, Role.GIVEN)
        else:
            yield from (Sign(one, "dot", tone, "", "", Role.GIVEN) for one in group.members)


def path_marks(paths: Sequence[Group], look: Look, variant: int) -> Iterator[Mark]:
    """The marks of the paths of one declaration, the `variant`-th with its look."""
    if look.shape == "nothing":
        return
    colour = Tone(look.colour) if look.colour else _BANDS[variant % len(_BANDS)]
    tone = PALE.get(colour, colour)
    for path in paths:
        yield Route(tuple(one.lattice for one in path.members), look.shape, tone, variant, Role.GIVEN)


def outline(mark: Outline, layout: Embedding) -> Iterator[Primitive]:
    """A line inside the cells of a group, dashed unless it is a frame."""
    dashes = _DASHES[mark.variant % len(_DASHES)] if mark.shape == "cages" else ()
    paint = Paint(None, line_tone(mark.tone, mark.role), 0.03, dashes)
    inset = _INSET + _STEP * (mark.level % _MOST)
    yield from (line(paint, *one) for one in spots.join_segments(layout.outline(mark.cells, inset)))


def route(mark: Route, layout: Embedding) -> Iterator[Primitive]:
    """A path as a soft band with a rim, so that paths that cross stay distinct and numbers on them legible."""
    points = [layout.point(lattice) for lattice in mark.at]
    width = _WIDTHS.get(mark.shape) or _LINES[mark.variant % len(_LINES)]
    dashes = (0.14, 0.14) if mark.shape == "dashed line" else ()
    strokes: list[Sequence[Point]] = []
    if mark.shape == "arrow" and len(points) > 1:
        points[-1] = _towards(points[-2], points[-1], 0.22)
        strokes.append(_head(points[-2], points[-1]))
    if len(points) > 1:
        strokes.append(points)
    radius = 0.36 if mark.shape == "bulb" else width / 2 if strokes else max(width / 2, 0.12)
    for rim, tone in ((0.04, Tone.FAINT), (0.0, mark.tone or _BANDS[0])):
        if not dashes or not strokes:
            yield Circle(*points[0], radius + rim / 2, Paint(tone))
        yield from (line(Paint(None, tone, width + rim, dashes), *stroke) for stroke in strokes)


def _towards(start: Point, end: Point, reach: float) -> Point:
    """The end, moved away from the start by a distance."""
    (x, y), (right, down) = start, end
    far = hypot(right - x, down - y) or 1.0
    return right + (right - x) / far * reach, down + (down - y) / far * reach


def _head(start: Point, tip: Point) -> Sequence[Point]:
    """The two strokes of a head at the tip, as one line."""
    (x, y), (right, down) = start, tip
    far = hypot(right - x, down - y) or 1.0
    along, across = ((right - x) / far, (down - y) / far), ((y - down) / far, (right - x) / far)
    first, second = (
        (right - 0.17 * along[0] + side * across[0], down - 0.17 * along[1] + side * across[1])
        for side in (-0.15, 0.15)
    )
    return first, tip, second
