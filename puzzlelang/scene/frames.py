"""Margins around a board in a figure: their sizes, and positions in them."""

from collections.abc import Sequence
from math import hypot

from puzzlelang.geometry.places import Line, View
from puzzlelang.geometry.sorts import SIDES
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene import polygons
from puzzlelang.scene.embedding import embedding
from puzzlelang.scene.faces import Faces
from puzzlelang.scene.figure import Point
from puzzlelang.scene.record import Margin, Scene, TextMark
from puzzlelang.scene.spots import LETTER, Hint, MarginFrame

LIST_HEIGHT = 0.5
"""How high the numbers of a list in a margin are."""

OBLIQUE = 0.4
"""How high a hint at the end of a line is that is no row or column."""

_AIR = 0.08
"""How far marks at corners of the rim reach beyond the padding."""

_GAP = 0.1
"""How far such a hint lies from the board, and from the next one."""


def frame(scene: Scene) -> MarginFrame:
    """Margins as deep as their longest texts need, and a little air around the board."""
    if isinstance(scene.geometry, Tiling):
        return _frame_of_faces(scene, scene.geometry)
    needed: dict[tuple[str, int], float] = {}
    for margin in scene.margins:
        needed.setdefault((margin.side, margin.level), 0.75)
    for mark in scene.marks():
        if isinstance(mark, TextMark) and isinstance(mark.at, Margin):
            spot = mark.at.side, mark.at.level
            needed[spot] = max(needed[spot], _room(mark.parts, mark.at.side))
    edges: dict[str, tuple[float, ...]] = {}
    for side in SIDES:
        result = [0.0]
        for level in range(len([key for key in needed if key[0] == side])):
            result.append(result[-1] + needed[side, level])
        edges[side] = tuple(result)
    return MarginFrame(edges, scene.geometry.height, scene.geometry.width)


def hint_size(text: str) -> Point:
    """The width and the height of a hint at the end of an oblique line."""
    return max(OBLIQUE, OBLIQUE * LETTER * len(text)), OBLIQUE


def outwards(place: Line | View, geometry: Tiling, layout: Faces) -> tuple[Point, Point]:
    """The point on the rim where a line leaves its first cell, and the way on from there, of length 1."""
    line = place.line if isinstance(place, View) else place
    alike = (one.cells for one in geometry.lines if one.kind == line.kind)
    cells = max(alike, key=len)
    # Lines of triangles go up and down: cells two steps apart lie along them.
    last = cells[-1 - (len(cells) > 2 and len(cells) % 2 == 0)]
    (x, y), (right, down) = layout.point(last.lattice), layout.point(cells[0].lattice)
    far = hypot(right - x, down - y) or 1.0
    sign = 1 if place.cells[0] is line.cells[0] else -1
    way = sign * (right - x) / far, sign * (down - y) / far
    first = geometry.cells_of(place)[0]
    start = layout.point(first.lattice)
    along = polygons.exit_distance(layout.polygon(first), start, way)
    return (start[0] + along * way[0], start[1] + along * way[1]), way


def _room(parts: Sequence[str], side: str) -> float:
    if len(parts) == 1:
        return 0.75 if side in ("top", "bottom") else max(0.75, 0.2 + LETTER * 0.55 * len(parts[0]))
    if side in ("top", "bottom"):
        return 0.2 + LIST_HEIGHT * len(parts)
    return 0.2 + sum(list_widths(parts))


def list_widths(parts: Sequence[str]) -> list[float]:
    """The width of each number of a list beside the others."""
    return [LETTER * LIST_HEIGHT * len(part) + 0.16 for part in parts]


def _frame_of_faces(scene: Scene, geometry: Tiling) -> MarginFrame:
    """Each hint lies beyond the end of its line, as far along it as its text needs."""
    layout = embedding(geometry)
    assert isinstance(layout, Faces)
    texts = {
        mark.at: " ".join(mark.parts)
        for mark in scene.marks()
        if isinstance(mark, TextMark) and isinstance(mark.at, Margin)
    }
    width, height = layout.size(geometry)
    outside: dict[Margin, Hint] = {}
    for margin in sorted(scene.margins, key=lambda one: one.level):
        start, way = outwards(margin.place, geometry, layout)
        outside[margin] = _free_hint(start, way, hint_size(texts.get(margin, "")), list(outside.values()), layout)
    beyond = dict.fromkeys(SIDES, _AIR)
    for hint in outside.values():
        (x, y), (wide, tall) = hint.middle, hint.size
        edges = (-y + tall / 2, -x + wide / 2, y + tall / 2 - height, x + wide / 2 - width)
        beyond = {side: max(beyond[side], edge) for side, edge in zip(SIDES, edges, strict=True)}
    return MarginFrame({side: (0.0, far) for side, far in beyond.items()}, height, width, layout.point, outside)


def _free_hint(start: Point, way: Point, size: Point, others: Sequence[Hint], layout: Faces) -> Hint:
    """The place of a hint that begins at a point of the rim: as near as it covers no cell and no other hint."""
    (x, y), (right, down), (wide, tall) = start, way, size
    far = abs(right) * wide / 2 + abs(down) * tall / 2 + _GAP
    while True:
        hint = Hint((x + far * right, y + far * down), size, start)
        if not any(map(hint.covers, others)) and not any(map(layout.has_cell_at, hint.letters())):
            return hint
        far += _GAP
