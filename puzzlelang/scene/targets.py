"""Where somebody points at the places of a board: a rectangle for each place that declarations speak of."""

from collections.abc import Iterator

from puzzlelang.scene import spots
from puzzlelang.scene.figure import PlaceTarget
from puzzlelang.scene.record import Margin, Scene
from puzzlelang.scene.spots import MarginFrame
from puzzlelang.typed.types import Sort

NEAR = 0.2
"""How far from a border, a link or a corner still means it."""


def targets(scene: Scene, frame: MarginFrame) -> Iterator[PlaceTarget]:
    """Cells first, so that what lies between them lies above; a place is called as in messages."""
    geometry = scene.geometry
    for margin in scene.margins:
        yield _in_margin(margin, frame)
    for cell in geometry.cells:
        yield PlaceTarget(str(cell), Sort.CELL.value, cell.column - 1, cell.row - 1, 1, 1)
    for sort, places in ((Sort.BORDER, geometry.borders), (Sort.LINK, geometry.links)):
        for place in places if sort in scene.sorts else ():
            (x, y), (right, down) = spots.ends(place, across=True)
            width, height = max(right - x, 2 * NEAR), max(down - y, 2 * NEAR)
            x, y = spots.point(place.lattice)
            yield PlaceTarget(str(place), sort.value, x - width / 2, y - height / 2, width, height)
    if Sort.CORNER in scene.sorts:
        for corner in geometry.corners:
            x, y = spots.point(corner.lattice)
            yield PlaceTarget(str(corner), Sort.CORNER.value, x - NEAR, y - NEAR, 2 * NEAR, 2 * NEAR)


def _in_margin(margin: Margin, frame: MarginFrame) -> PlaceTarget:
    x, y = frame.middle(margin)
    depth = frame.depth(margin)
    wide, tall = (1.0, depth) if margin.side in ("top", "bottom") else (depth, 1.0)
    sort = Sort.VIEW if hasattr(margin.place, "side") else Sort.LINE
    return PlaceTarget(str(margin.place), sort.value, x - wide / 2, y - tall / 2, wide, tall)
