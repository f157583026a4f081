"""Labels for places that messages name: numbers of rows and columns, names of regions, groups and cells."""

from collections.abc import Iterator

from puzzlelang.geometry.places import Cell, Group, Region
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene import lettering
from puzzlelang.scene.figure import Primitive, Writing
from puzzlelang.scene.record import Highlight, Role, Scene, Tone
from puzzlelang.scene.spots import LETTER
from puzzlelang.scene.surroundings import Surroundings

_HEIGHT = 0.24
"""How high the numbers of rows and columns are."""

_GAP, _CLEAR = 0.1, 0.22
"""How far they lie from the board or its margins; how far from a rim on which something can be drawn."""

_EDGE = 0.04
"""What is left free beyond them."""

_SMALL = 0.2


def has_ruler(scene: Scene) -> bool:
    """Whether rows and columns are numbered: on squares, whose cells are named by them."""
    return scene.named and not isinstance(scene.geometry, Tiling)


def ruler_depths(scene: Scene) -> tuple[float, float]:
    """Return how deep the numbers of rows are beside the board and its margins, and those of columns above."""
    beside = _gap(scene, "left") + _width(f"R{scene.geometry.height}")
    return beside + _EDGE, _gap(scene, "top") + _HEIGHT + _EDGE


def _gap(scene: Scene, side: str) -> float:
    bare = all(margin.side != side for margin in scene.margins)
    return _CLEAR if bare and Sort.BORDER in scene.sorts else _GAP


def _width(text: str) -> float:
    return LETTER * _HEIGHT * len(text)


def place_names(others: Surroundings) -> Iterator[Primitive]:
    """Numbers beside rows and columns, names of highlighted regions and groups; on other lattices those of cells."""
    scene, frame = others.scene, others.frame
    if not scene.named:
        return
    if has_ruler(scene):
        geometry = scene.geometry
        left, top = -frame.end("left") - _gap(scene, "left"), -frame.end("top") - _gap(scene, "top")
        for row in range(1, geometry.height + 1):
            yield Writing(left - _width(f"R{row}") / 2, row - 0.5, f"R{row}", _HEIGHT, Tone.NAME)
        for column in range(1, geometry.width + 1):
            height = _fitting(f"C{column}", 0.9, _HEIGHT)
            yield Writing(column - 0.5, top - _HEIGHT / 2, f"C{column}", height, Tone.NAME)
    for mark in scene.marks():
        if not isinstance(mark, Highlight) or mark.role in (Role.GIVEN, Role.FOUND):
            continue
        match mark.at:
            case Region() | Group():
                cells = scene.geometry.cells_of(mark.at)
            case Cell() if isinstance(scene.geometry, Tiling):
                cells = (mark.at,)
            case _:
                continue
        if cells:
            (x, y), size = others.layout.point(cells[0].lattice), others.layout.scale(cells[0])
            name = str(mark.at)
            tone = lettering.readable(Tone.NAME, others.fill_under(cells[0]) or Tone.PAPER, dark=others.dark)
            yield Writing(x, y + 0.36 * size, name, _fitting(name, 0.85 * size, _SMALL * size), tone, bold=True)


def _fitting(text: str, width: float, height: float) -> float:
    """The height at which a text is no wider than that."""
    return min(height, width / (LETTER * len(text)))
