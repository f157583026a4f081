"""Writes a scene as text for a terminal: each cell is a few columns wide and one row high, with lines between.

In boxes, light lines are the grid and heavy ones regions; where lines are drawn through cells or along borders these
are heavy and regions light, so that both differ without colour.
"""

from collections.abc import Iterator

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene.record import Arrow, Denial, Highlight, Margin, Role, Scene, Sign, TextMark, Tone
from puzzlelang.scene.terminal import cells, lines, rows
from puzzlelang.scene.terminal.characters import ARROWS, ROLE_STYLES, ROLES, SIGNS, UPRIGHT, texts
from puzzlelang.scene.terminal.lines import TerminalPage, TerminalSheet, style, width


def terminal(scene: Scene, *, plain: bool = False, colour: bool = False) -> str:
    """The picture as lines of text, below it captions, groups and paths, and the legend of roles; `plain`: in ASCII."""
    if isinstance(scene.geometry, Tiling):
        return _on_lattice(scene, scene.geometry, plain=plain, colour=colour)
    held = cells.contents(scene, plain=plain)
    longest = max((content.width for content in held.values()), default=1)
    page = TerminalPage(scene, TerminalSheet(), max(2, (longest + 2) // 2), plain)
    lines.draw(page)
    for cell, content in held.items():
        start = page.column(cell.lattice[1]) - page.room // 2
        for at, text, look in content.placed(page.room):
            page.sheet.put(cell.lattice[0], start + at, text, look)
    between = {}
    for mark in scene.marks():
        if isinstance(mark, Sign | Arrow | TextMark | Denial) and not isinstance(mark.at, Cell | Margin):
            between[mark.at] = _edge_mark(page, mark, mark.at)
    for mark in scene.marks():
        match mark:
            case Highlight(Border() | Link() | Corner() as place, role) if role in ROLES:
                _highlight(page, place, role, between.get(place, ""))
            case _:
                pass
    draw_margins(page)
    below = [*scene.captions, *scene.lists, *_legend(scene)]
    return page.sheet.text(colour=colour) + "".join(f"{line}\n" for line in below)


def is_drawable(scene: Scene) -> bool:
    """Whether there is a picture of characters, and not only lists below the advice how to get one."""
    return not isinstance(scene.geometry, Tiling) or scene.geometry.lattice in rows.ROWS


def _on_lattice(scene: Scene, board: Tiling, *, plain: bool, colour: bool) -> str:
    """Cells as rows of characters where they lie in rows, what lies between them as lists."""
    sheet, above = TerminalSheet(), ""
    if is_drawable(scene):
        rows.draw(sheet, scene, board, plain=plain)
    else:
        above = f"{rows.need_of_picture(board)}\n"
    below = [*rows.lists(scene, plain=plain), *scene.captions, *scene.lists, *_legend(scene)]
    return above + sheet.text(colour=colour) + "".join(f"{line}\n" for line in below)


def _legend(scene: Scene) -> Iterator[str]:
    """The legend of the signs of roles in the picture."""
    there = {mark.role for mark in scene.marks() if isinstance(mark, Highlight)}
    entries = [f"{sign} {word}" for role, (sign, word) in ROLES.items() if role in there]
    if entries:
        yield "   ".join(entries)


def columns(text: str) -> int:
    """The display width of the longest line of a text without colours."""
    return max(map(width, text.splitlines()), default=0)


def _edge_mark(page: TerminalPage, mark: Sign | Arrow | TextMark | Denial, place: Border | Link | Corner) -> str:
    """The mark on a link, a border or a corner."""
    row, column = place.lattice
    look = _style(mark)
    match mark:
        case Sign(shape=shape):
            table = SIGNS if row % 2 == 1 or shape not in UPRIGHT else UPRIGHT
            text = table[shape][page.plain]
        case Arrow(way=way):
            text = ARROWS[way][page.plain]
        case TextMark(parts=parts):
            text = ",".join(texts(parts, plain=page.plain))
        case _:
            text = "x" if page.plain else "×"
    page.sheet.put(row, page.column(column) - (width(text) - 1) // 2, text, look)
    return text


def _highlight(page: TerminalPage, place: Border | Link | Corner, role: Role, there: str) -> None:
    """Draw the sign of a role in the middle of a place, or in a free column beside the text `there`.

    If no column is free, the text is drawn in the style of the role.
    """
    row, column = place.lattice[0], page.column(place.lattice[1])
    start = column - (width(there) - 1) // 2
    free = [at for at in (start + width(there), start - 1) if not page.is_in_use(row, at)] if there else [column]
    if free:
        page.sheet.put(row, free[0], ROLES[role][0], ROLE_STYLES[role])
    else:
        page.sheet.put(row, start, there, ROLE_STYLES[role])


def draw_margins(page: TerminalPage) -> None:
    """Draws all hints in the margins, each level of a side as deep as its longest."""
    held = {
        mark.at: (tuple(_parts(mark, plain=page.plain)), _style(mark))
        for mark in page.scene.marks()
        if isinstance(mark, TextMark | Sign | Arrow | Denial) and isinstance(mark.at, Margin)
    }
    start = _starts(page)
    for margin, (parts, look) in held.items():
        at = start[margin.side, margin.level]
        cell = margin.place.cells[0]
        if margin.side in ("top", "bottom"):
            first = -at - len(parts) if margin.side == "top" else 2 * page.scene.geometry.height + 1 + at
            for index, part in enumerate(parts):
                column = page.column(2 * cell.column - 1) - (width(part) - 1) // 2
                page.sheet.put(first + index, column, part, look)
        else:
            text = " ".join(parts)
            right = page.column(2 * page.scene.geometry.width) + 2 + at
            column = -1 - at - width(text) if margin.side == "left" else right
            page.sheet.put(2 * cell.row - 1, column, text, look)


def _starts(page: TerminalPage) -> dict[tuple[str, int], int]:
    """The distance of each level of a side from the grid."""
    deep = {(margin.side, margin.level): 0 for margin in page.scene.margins}
    for mark in page.scene.marks():
        if isinstance(mark, TextMark | Sign | Arrow | Denial) and isinstance(mark.at, Margin):
            parts = tuple(_parts(mark, plain=page.plain))
            size = len(parts) if mark.at.side in ("top", "bottom") else width(" ".join(parts)) + 1
            deep[mark.at.side, mark.at.level] = max(size, deep[mark.at.side, mark.at.level])
    return {(side, level): sum(deep[side, inner] for inner in range(level)) for side, level in deep}


def _style(mark: TextMark | Sign | Arrow | Denial) -> str:
    return style(Tone.PEN if isinstance(mark, Denial) else mark.tone, mark.role)


def _parts(mark: TextMark | Sign | Arrow | Denial, *, plain: bool) -> Iterator[str]:
    match mark:
        case Denial():
            yield "x" if plain else "×"
        case TextMark(parts=parts):
            yield from texts(parts, plain=plain)
        case Sign(shape=shape):
            yield SIGNS[shape][plain]
        case Arrow(way=way):
            yield ARROWS[way][plain]
