"""Names of places beside what messages point to: numbers of rows and columns, and names of regions, groups, cells."""

from collections.abc import Iterator

from puzzlelang.geometry.places import Cell, Group, Region
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene import lettering
from puzzlelang.scene.figure import Primitive, Writing
from puzzlelang.scene.record import Highlight, Role, Scene, Tone
from puzzlelang.scene.spots import LETTER
from puzzlelang.scene.surroundings import Surroundings

RULER = 0.42
"""How deep the numbers of rows and columns are beside the board and its margins."""

_HEIGHT = 0.26
_SMALL = 0.2


def has_ruler(scene: Scene) -> bool:
    """Whether rows and columns are numbered: on squares, whose cells are named by them."""
    return scene.named and not isinstance(scene.geometry, Tiling)


def place_names(others: Surroundings) -> Iterator[Primitive]:
    """Numbers beside rows and columns, names of highlighted regions and groups; on other lattices those of cells."""
    scene, frame = others.scene, others.frame
    if not scene.named:
        return
    if has_ruler(scene):
        geometry = scene.geometry
        left, top = -frame.end("left") - RULER / 2, -frame.end("top") - RULER / 2
        for row in range(1, geometry.height + 1):
            yield Writing(left, row - 0.5, f"R{row}", _fitting(f"R{row}", RULER, _HEIGHT), Tone.NAME)
        for column in range(1, geometry.width + 1):
            yield Writing(column - 0.5, top, f"C{column}", _HEIGHT, Tone.NAME)
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
