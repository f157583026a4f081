"""Boards on a lattice as text: hexagons and triangles as rows of characters, what lies between cells as lists.

Rows of hexagons are shifted by half a cell, as in board text.
"""

from collections.abc import Iterator

from puzzlelang.geometry.places import Border, Cell, Corner, Link, place_text
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene.record import (
    Arrow,
    Denial,
    Highlight,
    Margin,
    Mark,
    Regions,
    Role,
    Scene,
    Sign,
    Spot,
    Stroke,
    TextMark,
)
from puzzlelang.scene.terminal import cells
from puzzlelang.scene.terminal.characters import ARROWS, ROLES, SIGNS, texts
from puzzlelang.scene.terminal.lines import TerminalSheet, width

ROWS = frozenset({"hexagon", "triangle"})
"""The lattices whose cells are drawn as rows of characters."""

_LONGEST = 100
"""How long a line of names gets."""


def draw(sheet: TerminalSheet, scene: Scene, board: Tiling, *, plain: bool) -> None:
    """Draws the cells in rows; an empty cell is a dot."""
    held = cells.contents(scene, plain=plain)
    room = max((content.width for content in held.values()), default=1) | 1
    step = room + 1
    for cell in board.cells:
        shift = board.shape.shifts[(cell.row - 1 + board.first) % board.shape.period]
        start = (cell.column - 1) * step + shift * step // 2
        texts = held[cell].placed(room) if cell in held else []
        if not any(text.strip() for _, text, _ in texts):
            sheet.put(cell.row, start + room // 2, "." if plain else "·", "2")
        for at, text, look in texts:
            sheet.put(cell.row, start + at, text, look)


def need_of_picture(board: Tiling) -> str:
    """Return what is said instead of a picture of characters."""
    return f"{board.shape.title}: for a picture run `puzzlelang draw RULES BOARD -o FILE.svg`, or `solve --as svg`"


def lists(scene: Scene, *, plain: bool) -> Iterator[str]:
    """Lines that name what is not in rows of cells: by place, for marks without text by mark."""
    named: dict[str, list[str]] = {}
    for mark in scene.marks():
        for name, place in _named_line(mark, plain=plain):
            named.setdefault(name, []).append(place)
    for name, places in named.items():
        yield from _wrap(f"{name}:", list(dict.fromkeys(places)))


def _named_line(mark: Mark, *, plain: bool) -> Iterator[tuple[str, str]]:
    """The name of a line of the lists, and what stands in it."""
    match mark:
        case Stroke(at, shape, _, role):
            yield f"{shape}{_given_note(role)}", place_text(at)
        case Regions(groups, _, _, role, partial=False):
            for number, group in enumerate(groups, 1):
                yield from ((f"area {number}{_given_note(role)}", str(cell)) for cell in group)
        case TextMark(at=at, parts=parts) if not isinstance(at, Cell):
            yield _spot(at), ",".join(texts(parts, plain=plain))
        case Sign(at=at, shape=shape) if not isinstance(at, Cell):
            yield SIGNS[shape][plain], _spot(at)
        case Arrow(at=at, way=way) if not isinstance(at, Cell):
            yield ARROWS[way][plain], _spot(at)
        case Denial(at=at) if not isinstance(at, Cell):
            yield "nothing", _spot(at)
        case Highlight(Border() | Link() | Corner() as place, role) if role in ROLES:
            yield ROLES[role][1], place_text(place)
        case _:
            return


def _given_note(role: Role) -> str:
    return " (given)" if role is Role.GIVEN else ""


def _spot(spot: Spot) -> str:
    return str(spot.place) if isinstance(spot, Margin) else place_text(spot)


def _wrap(name: str, places: list[str]) -> Iterator[str]:
    line = name
    for place in places:
        if width(line) + 1 + width(place) > _LONGEST:
            yield line
            line = " " * len(name)
        line += f" {place}"
    yield line
