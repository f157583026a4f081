"""The regions of a figure in which a pointer selects places."""

from collections.abc import Iterator

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Link
from puzzlelang.geometry.sorts import Sort
from puzzlelang.scene.embedding import embedding
from puzzlelang.scene.faces import Faces
from puzzlelang.scene.figure import PlaceTarget, Point
from puzzlelang.scene.record import Margin, Scene
from puzzlelang.scene.spots import MarginFrame, ends, point

TARGET_REACH = 0.2
"""How far from a border, a link or a corner still means it."""


def targets(scene: Scene, frame: MarginFrame) -> Iterator[PlaceTarget]:
    """The regions in which a pointer selects places: cells first, so that borders and links lie above.

    Names of places are those of messages.
    """
    geometry, layout = scene.geometry, embedding(scene.geometry)
    for margin in scene.margins:
        yield _in_margin(margin, frame)
    if isinstance(layout, Faces):
        yield from _on_faces(scene, layout)
        return
    for cell in geometry.cells:
        yield PlaceTarget(str(cell), Sort.CELL.value, cell.column - 1, cell.row - 1, 1, 1)
    for sort, places in ((Sort.BORDER, geometry.borders), (Sort.LINK, geometry.links)):
        for place in places if sort in scene.sorts else ():
            (x, y), (right, down) = ends(place, across=True)
            width, height = max(right - x, 2 * TARGET_REACH), max(down - y, 2 * TARGET_REACH)
            x, y = point(place.lattice)
            yield PlaceTarget(str(place), sort.value, x - width / 2, y - height / 2, width, height)
    if Sort.CORNER in scene.sorts:
        for corner in geometry.corners:
            x, y = point(corner.lattice)
            yield PlaceTarget(
                str(corner), Sort.CORNER.value, x - TARGET_REACH, y - TARGET_REACH, 2 * TARGET_REACH, 2 * TARGET_REACH
            )


def _in_margin(margin: Margin, frame: MarginFrame) -> PlaceTarget:
    x, y = frame.middle(margin)
    if margin in frame.outside:
        wide, tall = frame.outside[margin].size
    else:
        depth = frame.depth(margin)
        wide, tall = (1.0, depth) if margin.side in ("top", "bottom") else (depth, 1.0)
    sort = Sort.VIEW if hasattr(margin.place, "side") else Sort.LINE
    return PlaceTarget(str(margin.place), sort.value, x - wide / 2, y - tall / 2, wide, tall)


def _on_faces(scene: Scene, layout: Faces) -> Iterator[PlaceTarget]:
    """The polygons of cells, what lies nearest to borders, and octagons around corners."""
    geometry = scene.geometry
    for cell in geometry.cells:
        yield _polygon(str(cell), Sort.CELL, layout.polygon(cell))
    for sort, places in ((Sort.BORDER, geometry.borders), (Sort.LINK, geometry.links)):
        for place in places if sort in scene.sorts else ():
            yield _polygon(str(place), sort, _beside(place, geometry, layout), layout.ends(place))
    if Sort.CORNER in scene.sorts:
        for corner in geometry.corners:
            (x, y), scale = layout.point(corner.lattice), layout.scale(corner)
            around = [(x + dx * TARGET_REACH * scale, y + dy * TARGET_REACH * scale) for dx, dy in _OCTAGON]
            yield _polygon(str(corner), Sort.CORNER, tuple(around))


_FLAT = 0.25
"""How far outside a border still means it, in its length."""

_OCTAGON = ((1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4), (-0.4, -1), (0.4, -1), (1, -0.4))


def _beside(place: Border | Link, geometry: Geometry, layout: Faces) -> tuple[Point, ...]:
    """The region between a border and the middles of its cells; outside it is flat, as rims have notches."""
    (x, y), (right, down) = start, end = layout.ends(place, across=True)
    one, *others = (layout.point(cell.lattice) for cell in geometry.cells_of(place))
    if others:
        return start, one, end, others[0]
    outwards = _FLAT if (right - x) * (one[1] - y) < (down - y) * (one[0] - x) else -_FLAT
    beyond = (x + right) / 2 - outwards * (down - y), (y + down) / 2 + outwards * (right - x)
    return start, one, end, beyond


def _polygon(name: str, sort: Sort, corners: tuple[Point, ...], ends: tuple[Point, ...] = ()) -> PlaceTarget:
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    return PlaceTarget(name, sort.value, left, top, width, height, corners, ends)
