"""Hints beside the board: lists above and below stand one number a row, those at the sides in a row."""

from collections.abc import Iterator

from puzzlelang.scene.record import Arrow, Margin, Sign, TextMark
from puzzlelang.scene.terminal.characters import ARROWS, SIGNS
from puzzlelang.scene.terminal.lines import TerminalPage
from puzzlelang.scene.terminal.sheet import style, width


def draw(page: TerminalPage) -> None:
    """All hints, each level of a side as deep as its longest."""
    held = {
        mark.at: (tuple(_parts(mark, plain=page.plain)), style(mark.tone, mark.role))
        for mark in page.scene.marks()
        if isinstance(mark, TextMark | Sign | Arrow) and isinstance(mark.at, Margin)
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
    """How far from the grid each level of a side begins."""
    deep = {(margin.side, margin.level): 0 for margin in page.scene.margins}
    for mark in page.scene.marks():
        if isinstance(mark, TextMark | Sign | Arrow) and isinstance(mark.at, Margin):
            parts = tuple(_parts(mark, plain=page.plain))
            size = len(parts) if mark.at.side in ("top", "bottom") else width(" ".join(parts)) + 1
            deep[mark.at.side, mark.at.level] = max(size, deep[mark.at.side, mark.at.level])
    return {(side, level): sum(deep[side, inner] for inner in range(level)) for side, level in deep}


def _parts(mark: TextMark | Sign | Arrow, *, plain: bool) -> Iterator[str]:
    match mark:
        case TextMark(parts=parts):
            yield from parts
        case Sign(shape=shape):
            yield SIGNS[shape][plain]
        case Arrow(way=way):
            yield ARROWS[way][plain]
