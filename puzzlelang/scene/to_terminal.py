"""A scene as text for a terminal: each cell is a few columns wide and one row high, with lines between.

In boxes, light lines are the grid and heavy ones regions; where lines are drawn through cells or along borders these
are heavy and regions light, so that both are told apart without colour.
"""

from collections.abc import Iterator

from puzzlelang.geometry import Border, Cell, Corner, Group, Line, Link, Place, Region, View
from puzzlelang.scene.record import Arrow, Denial, Highlight, Margin, Role, Scene, Sign, Text, Tone
from puzzlelang.scene.terminal import cells, lines, margins
from puzzlelang.scene.terminal.characters import ARROWS, ROLES, SIGNS, UPRIGHT
from puzzlelang.scene.terminal.lines import Page
from puzzlelang.scene.terminal.sheet import Sheet, style, width

ROLE_STYLES = {
    Role.WRONG: "97;41",
    Role.READS: "30;46",
    Role.FORCES: "30;42",
    Role.SUPPORTS: "30;43",
    Role.DIFFERS: "97;45",
    Role.UNDECIDED: "2",
}


def terminal(scene: Scene, *, plain: bool = False, colour: bool = False) -> str:
    """The picture as lines of text, below it captions and what the signs of roles mean; `plain`: in ASCII."""
    held = cells.contents(scene, plain=plain)
    longest = max((content.width for content in held.values()), default=1)
    page = Page(scene, Sheet(), max(2, (longest + 2) // 2), plain)
    lines.draw(page)
    for cell, content in held.items():
        start = page.column(cell.lattice[1]) - page.room // 2
        for at, text, look in content.placed(page.room):
            page.sheet.put(cell.lattice[0], start + at, text, look)
    for mark in scene.marks():
        match mark:
            case Sign() | Arrow() | Text() | Denial() if not isinstance(mark.at, Cell | Margin):
                _between(page, mark, mark.at)
            case Highlight() if mark.role in ROLES:
                _highlight(page, mark.at, mark.role)
            case _:
                pass
    margins.draw(page)
    below = [*scene.captions, *_legend(scene)]
    return page.sheet.text(colour=colour) + "".join(f"{line}\n" for line in below)


def _legend(scene: Scene) -> Iterator[str]:
    """What the signs of roles mean that are there."""
    there = {mark.role for mark in scene.marks() if isinstance(mark, Highlight)}
    told = [f"{sign} {word}" for role, (sign, word) in ROLES.items() if role in there]
    if told:
        yield "   ".join(told)


def columns(text: str) -> int:
    """The columns that the longest line of a text without colours takes."""
    return max(map(width, text.splitlines()), default=0)


def _between(page: Page, mark: Sign | Arrow | Text | Denial, place: Border | Link | Corner) -> None:
    """What stands on links, borders and corners."""
    row, column = place.lattice
    look = style(Tone.PEN if isinstance(mark, Denial) else mark.tone, mark.role)
    match mark:
        case Sign(shape=shape):
            table = SIGNS if row % 2 == 1 or shape not in UPRIGHT else UPRIGHT
            text = table[shape][page.plain]
        case Arrow(way=way):
            text = ARROWS[way][page.plain]
        case Text(parts=parts):
            text = ",".join(parts)
        case _:
            text = "x" if page.plain else "×"
    page.sheet.put(row, page.column(column) - (width(text) - 1) // 2, text, look)


def _highlight(page: Page, place: Place, role: Role) -> None:
    """A sign at the left of each cell that plays a role, or in the middle of other places."""
    match place:
        case Border(lattice=(row, column)) | Link(lattice=(row, column)) | Corner(lattice=(row, column)):
            page.sheet.put(row, page.column(column), ROLES[role][0], ROLE_STYLES[role])
        case Cell():
            _mark(page, place, role)
        case Group() | Region() | Line() | View():
            for cell in page.scene.geometry.cells_of(place):
                _mark(page, cell, role)
        case _:
            pass


def _mark(page: Page, cell: Cell, role: Role) -> None:
    row, column = cell.lattice
    page.sheet.put(row, page.column(column) - page.room // 2, ROLES[role][0], ROLE_STYLES[role])
