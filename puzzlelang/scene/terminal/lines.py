"""Draws borders, and lines from cell to cell, with box drawing characters on a sheet of characters."""

from collections.abc import Iterator, Mapping

import msgspec
from rich.cells import cell_len

from puzzlelang.geometry.places import Corner, Link
from puzzlelang.scene import spots
from puzzlelang.scene.record import GridLines, Regions, Role, Scene, Stroke, Tone
from puzzlelang.scene.terminal import characters

RESET = "\x1b[0m"


def width(text: str) -> int:
    """The display width of a text in columns."""
    return cell_len(text)


def pieces(text: str) -> list[str]:
    """Characters, each with the combining ones behind it."""
    texts: list[str] = []
    for character in text:
        if texts and not cell_len(character):
            texts[-1] += character
        else:
            texts.append(character)
    return texts


class TerminalSheet:
    """Characters by position; later writing replaces earlier."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, tuple[str, str]]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Writes a text from a column on; `style` has the parameters of an ANSI escape."""
        written = self._rows.setdefault(row, {})
        for piece in pieces(text):
            written[column] = piece, style
            for covered in range(column + 1, column + max(1, width(piece))):
                written[covered] = "", style
            column += max(1, width(piece))

    def at(self, row: int, column: int) -> str:
        """The character in a column, a blank if there is none."""
        return self._rows.get(row, {}).get(column, (" ", ""))[0]

    def text(self, *, colour: bool) -> str:
        """All rows from the first to the last, without blanks at their ends."""
        if not self._rows:
            return ""
        left = min(column for row in self._rows.values() for column in row)
        rows = range(min(self._rows), max(self._rows) + 1)
        return "\n".join(_row(self._rows.get(row, {}), left, colour=colour) for row in rows) + "\n"


def _row(written: Mapping[int, tuple[str, str]], left: int, *, colour: bool) -> str:
    result, styled = "", ""
    for column in range(left, max(written, default=left - 1) + 1):
        piece, look = written.get(column, (" ", ""))
        if colour and look != styled:
            result += (RESET if styled else "") + (f"\x1b[{look}m" if look else "")
            styled = look
        result += piece
    return result.rstrip() + (RESET if styled else "")


STYLES = {
    Tone.PEN: "94",
    Tone.SHADE: "94",
    Tone.INK: "1",
    Tone.FAINT: "2",
    Tone.GREY: "90",
    Tone.RED: "91",
    Tone.ORANGE: "33",
    Tone.YELLOW: "93",
    Tone.GREEN: "92",
    Tone.BLUE: "94",
    Tone.VIOLET: "95",
    Tone.BROWN: "33",
    Tone.CYAN: "96",
    Tone.PINK: "95",
}
"""Colours of terminals; other tones are those of plain text."""


def style(tone: Tone | None, role: Role) -> str:
    """The ANSI style of a tone, by default ink for givens and pen for drawn values."""
    return STYLES.get(tone or (Tone.PEN if role is Role.FOUND else Tone.INK), "")


Lattice = tuple[int, int]


_COUNTED = {
    "single line": (("━", "-"), ("┃", "|")),
    "double line": (("═", "="), ("║", "H")),
    "triple line": (("≡", "#"), ("┋", "#")),
}
"""Lines that differ by how many lie side by side: level and upright, in Unicode and ASCII."""


class TerminalPage(msgspec.Struct, frozen=True):
    """A terminal picture in progress: lattice place (row, column) is at (row, column * step); `plain`: in ASCII."""

    scene: Scene
    sheet: TerminalSheet
    step: int
    plain: bool

    def column(self, lattice: int) -> int:
        """The column of a lattice column."""
        return lattice * self.step

    @property
    def room(self) -> int:
        """The width of a cell in columns, without its borders."""
        return 2 * self.step - 1

    def is_in_use(self, row: int, column: int) -> bool:
        """Whether a column within a row of cells is in use; borders can be overwritten."""
        return row % 2 == 1 and self.sheet.at(row, column) != " "

    def box(self, arms: characters.Arms) -> str:
        """The box drawing character with these arms."""
        return characters.ascii_character(arms) if self.plain else characters.characters()[arms]


def draw(page: TerminalPage) -> None:
    """Draws all borders and lines."""
    weights = _weights(page.scene)
    _borders(page, weights)
    _lines(page, weights)


def _strokes(scene: Scene, *, through: bool) -> Iterator[Stroke]:
    """Strokes from cell to cell, or those that lie on borders."""
    for mark in scene.marks():
        if isinstance(mark, Stroke) and (isinstance(mark.at, Link) and not mark.shape.endswith("wall")) is through:
            yield mark


def _weights(scene: Scene) -> dict[Lattice, int]:
    """The weight of each border."""
    geometry = scene.geometry
    regions = [mark for mark in scene.marks() if isinstance(mark, Regions) and mark.shape != "tubes"]
    # Where cages lie within rooms, rooms are heavy and cages light, and the grid is left out.
    nested = {mark.shape for mark in regions} > {"rooms"}
    inner = 1 if scene.grid is GridLines.LINES and not nested else 0
    wall = 2 if scene.grid is GridLines.LINES else 1
    rim = 0 if scene.grid is GridLines.DOTS else wall if regions else 1
    result = {b.lattice: inner if len(geometry.cells_of(b)) == 2 else rim for b in geometry.borders}
    for mark in regions:
        weight = 1 if nested and mark.shape != "rooms" else wall
        result |= {link.lattice: max(weight, result[link.lattice]) for link in spots.cut_links(mark, scene)}
    return result | {mark.at.lattice: 2 for mark in _strokes(scene, through=False)}


def _borders(page: TerminalPage, weights: Mapping[Lattice, int]) -> None:
    looks = {mark.at.lattice: style(mark.tone, mark.role) for mark in _strokes(page.scene, through=False)}
    for mark in page.scene.marks():
        if isinstance(mark, Regions) and mark.role is Role.FOUND:
            looks |= {link.lattice: style(mark.tone, mark.role) for link in spots.cut_links(mark, page.scene)}
    for (row, column), weight in weights.items():
        look = looks.get((row, column), "2" if weight < 2 else "")
        if row % 2 == 0:
            page.sheet.put(row, page.column(column - 1) + 1, page.box((0, weight, 0, weight)) * page.room, look)
        else:
            page.sheet.put(row, page.column(column), page.box((weight, 0, weight, 0)), look)
    for corner in page.scene.geometry.corners:
        _corner(page, corner, weights, looks)


def _corner(page: TerminalPage, corner: Corner, weights: Mapping[Lattice, int], looks: Mapping[Lattice, str]) -> None:
    row, column = corner.lattice
    around = _lattice_neighbours(row, column)
    up, right, down, left = (weights.get(place, 0) for place in around)
    text = page.box((up, right, down, left))
    if text == " " and page.scene.grid is GridLines.DOTS:
        text = "." if page.plain else "·"
    look = next((looks[place] for place in around if place in looks), "2" if max(up, right, down, left) < 2 else "")
    page.sheet.put(row, page.column(column), text, look)


def _lattice_neighbours(row: int, column: int) -> tuple[Lattice, Lattice, Lattice, Lattice]:
    """The lattice places above, right of, below and left of one."""
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def _line_count_sign(page: TerminalPage, mark: Stroke, *, upright: bool) -> str:
    """The character of one of several lines side by side; empty for other lines."""
    return _COUNTED[mark.shape][upright][page.plain] if mark.shape in _COUNTED else ""


def _most(page: TerminalPage, marks: list[Stroke], *, upright: bool) -> str:
    """The character of the stroke with the most lines; empty if there is none that is counted."""
    order = list(_COUNTED)
    counted = [mark for mark in marks if mark.shape in _COUNTED]
    most = max(counted, key=lambda mark: order.index(mark.shape), default=None)
    return "" if most is None else _line_count_sign(page, most, upright=upright)


def _lines(page: TerminalPage, weights: Mapping[Lattice, int]) -> None:
    """Lines from cell to cell: through the middles of cells, and over the borders between."""
    strokes = {mark.at.lattice: mark for mark in _strokes(page.scene, through=True)}
    for (row, column), mark in strokes.items():
        weight, look = weights.get((row, column), 0), style(mark.tone, mark.role)
        upright = row % 2 == 0
        text = _line_count_sign(page, mark, upright=upright) or page.box((2, 0, 2, 0) if upright else (0, 2, 0, 2))
        if not upright:
            page.sheet.put(row, page.column(column - 1) + 1, text * page.room, look)
        arms = (2, weight, 2, weight) if upright else (weight, 2, weight, 2)
        crossing = page.box(arms) if weight and mark.shape not in _COUNTED else text
        page.sheet.put(row, page.column(column), crossing, look)
    for cell in page.scene.geometry.cells:
        row, column = cell.lattice
        around = _lattice_neighbours(row, column)
        up, right, down, left = (2 * int(place in strokes) for place in around)
        if up or right or down or left:
            those = [strokes[place] for place in around if place in strokes]
            text = page.box((up, right, down, left))
            if not (up or down) or not (left or right):
                text = _most(page, those, upright=bool(up or down)) or text
            elif page.plain and all(mark.shape in _COUNTED for mark in those):
                text = "+"
            page.sheet.put(row, page.column(column), text, style(those[0].tone, those[0].role))
        elif page.scene.grid in (GridLines.FAINT, GridLines.TRACES):
            page.sheet.put(row, page.column(column), "." if page.plain else "·", "2")
