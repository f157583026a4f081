"""Lays out cells of terminal pictures, one row high: a fill, signs, numbers."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Group, GroupOfCells, Line, Place, Region, View
from puzzlelang.scene.record import Arrow, Denial, Fill, Highlight, Mark, Role, Scene, Sign, TextMark, Tone
from puzzlelang.scene.terminal import characters
from puzzlelang.scene.terminal.characters import ARMS, ARROWS, ROLE_STYLES, ROLES, SIGNS
from puzzlelang.scene.terminal.lines import STYLES, style, width

Piece = tuple[str, str]
"""A text and the ANSI parameters of its look."""

_AROUND = {"circle": "()", "ring": "()", "disc": "[]", "square": "[]", "block": "[]"}
"""What stands around a number for a sign that it stands on."""


class CellContent(msgspec.Struct):
    """Texts at the left, in the middle and at the right of a cell; its fill; a line through it.

    `role` is the sign of the cell's role; it takes the first column that no text needs.
    """

    left: list[Piece] = msgspec.field(default_factory=list)
    middle: list[Piece] = msgspec.field(default_factory=list)
    right: list[Piece] = msgspec.field(default_factory=list)
    fill: Piece | None = None
    arms: tuple[characters.Arms, Piece] | None = None
    role: Piece | None = None

    @property
    def width(self) -> int:
        """The columns that the texts need."""
        left, middle, right = _width(self.left), _width(self.middle), _width(self.right)
        if middle:
            return middle + 2 * (max(left, right) + int(bool(left or right or self.role)))
        return left + right + int(bool((left and right) or self.role))

    def placed(self, room: int) -> list[tuple[int, str, str]]:
        """Column, text and look of each text in a cell of so many columns."""
        result: list[tuple[int, str, str]] = []
        if self.fill is not None:
            result.append((0, self.fill[0] * room, self.fill[1]))
        if self.arms is not None:
            (_, right, _, left), (centre, look) = self.arms
            bar = "━" if not centre.isascii() else "="
            if left:
                result.append((0, bar * (room // 2), look))
            if right:
                result.append((room // 2 + 1, bar * (room // 2), look))
            result.append((room // 2, centre, look))
        taken: set[int] = set()
        for start, texts in (
            (0, self.left),
            ((room - _width(self.middle)) // 2 if self.middle else 0, self.middle),
            (room - _width(self.right), self.right),
        ):
            at = start
            for text, look in texts:
                result.append((at, text, look))
                at += width(text)
                taken.update(range(start, at))
        if self.role is not None:
            free = next((at for at in (0, *reversed(range(room))) if at not in taken), 0)
            result.append((free, *self.role))
        return result


def _width(texts: list[Piece]) -> int:
    return sum(width(text) for text, _ in texts)


def contents(scene: Scene, *, plain: bool) -> Mapping[Cell, CellContent]:
    """The content of each cell that is not empty."""
    result: dict[Cell, CellContent] = {}
    signs = {mark.at: mark.shape for mark in scene.marks() if isinstance(mark, Sign) and not mark.slot}
    texts = {mark.at for mark in scene.marks() if isinstance(mark, TextMark) and not mark.slot}
    for mark in sorted(scene.marks(), key=_order):
        if isinstance(mark, Fill | Sign | Arrow | TextMark | Denial) and isinstance(mark.at, Cell):
            content = result.setdefault(mark.at, CellContent())
            _add(content, mark, signs.get(mark.at, ""), mark.at in texts, plain=plain)
    for mark in scene.marks():
        if isinstance(mark, Highlight) and mark.role in ROLES:
            for cell in _cells(mark.at, scene.geometry):
                result.setdefault(cell, CellContent()).role = ROLES[mark.role][0], ROLE_STYLES[mark.role]
    return {cell: content for cell, content in result.items() if content.placed(3)}


def _cells(place: Place, geometry: Geometry) -> Sequence[Cell]:
    """The cells that a place is or has."""
    match place:
        case Cell():
            return (place,)
        case GroupOfCells() | Region() | Line() | View() | Group():
            return geometry.cells_of(place)
        case _:
            return ()


def _order(mark: Mark) -> int:
    """Return the sort key of a mark: found marks before given ones, which replace them, and arrows last."""
    return int(getattr(mark, "role", None) is Role.GIVEN) + 2 * int(isinstance(mark, Arrow))


def _add(
    content: CellContent, mark: Fill | Sign | Arrow | TextMark | Denial, sign: str, has_text: bool, *, plain: bool
) -> None:
    match mark:
        case Fill(soft=True):
            return
        case Fill(tone=tone, role=role):
            result = role is Role.FOUND
            character = ("#" if result else "%") if plain else ("█" if result else "▓")
            content.fill = character, STYLES.get(tone, "")
        case Sign(shape=shape) if shape in ARMS:
            arms = ARMS[shape]
            centre = characters.ascii_character(arms) if plain else characters.characters()[arms]
            content.arms = arms, (centre, style(mark.tone, mark.role))
        case Sign(shape=shape, slot=slot):
            if not (has_text and shape in _AROUND and not slot):
                _put(content, slot, SIGNS[shape][plain], style(mark.tone, mark.role), alone=True)
        case Arrow(way=way, slot=slot):
            text = ARROWS[way][plain]
            _put(content, slot, text, style(mark.tone, mark.role), alone=not has_text)
        case TextMark(parts=parts, slot=slot):
            text = ",".join(characters.texts(parts, plain=plain))
            if not slot and sign in _AROUND:
                text = f"{_AROUND[sign][0]}{text}{_AROUND[sign][1]}"
            _put(content, slot, text, style(mark.tone, mark.role), alone=False)
        case Denial():
            if not content.middle:
                content.middle = [("." if plain else "·", STYLES[Tone.PEN])]


def _put(content: CellContent, slot: str, text: str, look: str, *, alone: bool) -> None:
    """Put a text where its slot says; what stands `alone` replaces what was in the middle."""
    if "left" in slot or slot == "top":
        content.left.append((f",{text}" if content.left else text, look))
    elif slot and slot != "middle":
        content.right.append((f",{text}" if content.right else text, look))
    elif alone:
        content.middle = [(text, look)]
    else:
        content.middle.append((text, look))
