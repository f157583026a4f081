"""Reads pictures with links, borders or corners, where every character has its place, and chooses among shapes."""

from collections.abc import Sequence
from typing import assert_never

import msgspec

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.cells import read_cells
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.layout import PictureShape, PictureSpot, all_marks, is_numeric, marks
from puzzlelang.formats.text.spaced_picture import misplaced_token, read_spaced
from puzzlelang.formats.text.split import TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS
from puzzlelang.geometry.sorts import Sort


def read_grid(task: GridTask) -> TokenGrid:
    """The tokens of a block by lattice place, with the size of the board that they show."""
    match task.shape:
        case PictureShape.CELLS:
            return read_cells(task)
        case PictureShape.LINKS:
            return read_spaced(task) or _links(task)
        case PictureShape.LATTICE:
            return read_spaced(task) or _lattice(task)
        case PictureShape.CORNERS:
            return _corners(task)
        case _:
            assert_never(task.shape)


def first_fitting(tasks: Sequence[GridTask]) -> tuple[PictureShape, TokenGrid]:
    """The grid in the first shape that fits; if none does, in the first shape, with its errors."""
    grids = [(task.shape, read_grid(task)) for task in tasks]
    return next(((shape, grid) for shape, grid in grids if not grid.problems), grids[0])


def _corners(task: GridTask) -> TokenGrid:
    size = task.size
    higher = None if size.height is None else size.height + 1
    wider = None if size.width is None else size.width + 1
    result = read_cells(msgspec.structs.replace(task, size=Size(higher, wider, size.square), sides={}))
    tokens = {(row - 1, column - 1): token for (row, column), token in result.tokens.items()}
    problems = result.problems
    if result.height < 2 or result.width < 2:
        span = next(row for row in task.rows if not row.blank).tokens()[0].span
        advice = "a board of one cell has 2 x 2 corners"
        problems = problems or (
            Diagnostic("E105", f"{task.where} has no cells between its corners", span, help=advice),
        )
    return TokenGrid(max(1, result.height - 1), max(1, result.width - 1), tokens, problems=problems)


def _characters(row: TextRow, start: int) -> dict[int, TextToken]:
    """Characters by their column right of `start`, blanks of the text left out."""
    return {
        index - start: row.token(index, index + 1)
        for index, character in enumerate(row.text)
        if index >= start and not character.isspace()
    }


def _links(task: GridTask) -> TokenGrid:
    """Rows of cells and rows of links in turn; a row of links that is empty may be missing."""
    start = min(row.indentation for row in task.rows if not row.blank)
    rows = _trim(task.rows)
    edges = frozenset[str]().union(*map(all_marks, task.edges))
    level = frozenset(mark for item in task.edges for mark in marks(item, PictureSpot(Sort.LINK, True)))
    lines = _close_up([_characters(row, start) for row in rows], edges, level)
    digits = "0123456789" if any(map(is_numeric, task.edges)) else ""
    unknown_mark = "" if task.plausible("?") else "?"
    if _alternate(lines, task, edges.union(digits, unknown_mark)):
        between = [bool(index % 2) for index in range(len(lines))]
    else:
        kept = [index for index, line in enumerate(lines) if line]
        rows, lines = [rows[index] for index in kept], [lines[index] for index in kept]
        between = _link_rows(lines, edges.union(unknown_mark, (digit for digit in digits if not task.plausible(digit))))
    size = task.size
    height = sum(not flag for flag in between)
    cells = [line for line, flag in zip(lines, between, strict=True) if not flag]
    width = size.width or max(max(line) // 2 + 1 for line in cells)
    tokens: dict[tuple[int, int], TextToken] = {}
    problems: list[Diagnostic] = []
    number = 0
    for row, line, flag in zip(rows, lines, between, strict=True):
        number += not flag
        line = _without_crossings(line, edges) if flag else line
        away = [token for index, token in line.items() if index > 2 * width - 2 or (flag and index % 2)]
        if not flag and (missing := [index for index in range(0, 2 * width - 1, 2) if index not in line]):
            problems.append(_short(task, row, number, len(range(0, 2 * width - 1, 2)) - len(missing), width))
        elif away:
            problems.append(misplaced_token(task, away[0]))
        else:
            tokens |= {(2 * number - 1 + flag, index + 1): token for index, token in line.items()}
    if size.height is not None and height != size.height:
        problems.append(_wrong_height(task, rows[-1], height, size.height))
    return TokenGrid(height, width, tokens, problems=tuple(problems))


def _close_up(
    lines: list[dict[int, TextToken]], edges: frozenset[str], level: frozenset[str]
) -> list[dict[int, TextToken]]:
    """Return the lines without the spaces between tokens, if the picture is spaced (`. < . . 3`).

    It is spaced if all odd columns are empty, and a full row has a link where a tight picture has a cell.
    """
    if any(index % 2 for line in lines for index in line):
        return lines
    for line in lines:
        full = 0 in line and line[0].text not in edges and len(line) == max(line) // 2 + 1
        if full and any(index % 4 == 2 and token.text in level for index, token in line.items()):
            return [{index // 2: token for index, token in line.items()} for line in lines]
    return lines


def _trim(rows: Sequence[TextRow]) -> list[TextRow]:
    """The lines from the first to the last that is not blank."""
    written = [index for index, row in enumerate(rows) if not row.blank]
    return list(rows[written[0] : written[-1] + 1])


def _alternate(lines: Sequence[dict[int, TextToken]], task: GridTask, signs: frozenset[str]) -> bool:
    """Return whether every other line is a row of links, as in a picture that leaves none of them out.

    A known height decides by the number of lines.  On a square board the width decides, unless a row of links looks
    like cells.  Otherwise each row of links must be empty, have gaps or have symbols of links, or no line has a gap.
    """
    cells, others, size = lines[::2], lines[1::2], task.size
    if len(lines) % 2 == 0 or not all(cells):
        return False
    if size.height is not None:
        return len(cells) == size.height
    width = size.width or max(max(line) for line in cells) // 2 + 1
    if size.square:
        return len(cells) == width and not any(_like_cells(line, width, task, signs) for line in others)
    full = all(index in line for line in cells for index in range(0, 2 * width - 1, 2))
    shown = all(not line or _gaps(line) or (_only_links(line, signs) and _has_sign(line, signs)) for line in others)
    tight = width > 1 and all(len(line) == max(line, default=0) + 1 == 2 * width - 1 for line in lines)
    return full and (shown or (tight and all(_only_links(line, signs) for line in others)))


def _like_cells(line: dict[int, TextToken], width: int, task: GridTask, signs: frozenset[str]) -> bool:
    """Whether a line can be a row of cells and no row of links."""
    texts = [line[index].text for index in range(0, 2 * width - 1, 2) if index in line]
    return len(texts) == width and all(map(task.plausible, texts)) and not _only_links(line, signs)


def _gaps(line: dict[int, TextToken]) -> bool:
    return any(index not in line for index in range(0, max(line), 2))


def _has_sign(line: dict[int, TextToken], signs: frozenset[str]) -> bool:
    return any(token.text in signs for token in line.values())


def _without_crossings(line: dict[int, TextToken], signs: frozenset[str]) -> dict[int, TextToken]:
    """Return a row of links without the blanks in the columns where no link lies."""
    return {index: token for index, token in line.items() if not index % 2 or token.text not in BLANKS - signs}


def _only_links(line: dict[int, TextToken], signs: frozenset[str]) -> bool:
    kept = _without_crossings(line, signs)
    return not any(index % 2 for index in kept) and {token.text for token in kept.values()} <= signs | BLANKS | {"?"}


def _link_rows(lines: Sequence[dict[int, TextToken]], signs: frozenset[str]) -> list[bool]:
    """Return for each line whether it is a row of links: after a row of cells, only links, with a symbol or a gap."""
    result: list[bool] = []
    for line in lines:
        marked = _gaps(line) or _has_sign(line, signs)
        result.append(bool(result) and not result[-1] and marked and _only_links(line, signs))
    return result


def _lattice(task: GridTask) -> TokenGrid:
    """Read a picture with a line for each lattice row; empty lines at its start and end may be missing or surplus."""
    size = task.size
    rows = list(task.rows)
    while rows and rows[-1].blank:
        rows.pop()
    bare = [row for row in rows if not row.blank]
    later = rows[rows.index(bare[0]) :]
    height = size.height or max(1, (len(later) - 1) // 2)
    for choice in (rows, later, bare):
        if len(choice) == 2 * height + 1:
            rows = choice
            break
    else:
        rows = rows if len(rows) == 2 * height else later
    start = min(row.indentation for row in bare)
    if task.indentation is not None and not any(row.text[start : start + 1] == "+" for row in bare):
        start = min(start, task.indentation)  # the whole left rim may be empty: then the block's name shows where it is
    lines = [_characters(row, start) for row in rows]
    longest = max(max(line, default=0) for line in lines)
    width = size.width or max(1, longest // 2)
    problems: list[Diagnostic] = []
    if len(rows) not in {2 * height, 2 * height + 1}:
        problems.append(_wrong_rows(task, bare[-1], len(rows), 2 * height + 1))
    tokens: dict[tuple[int, int], TextToken] = {}
    for number, line in enumerate(lines):
        away = [token for index, token in line.items() if index > 2 * width]
        if away and not problems:
            problems.append(misplaced_token(task, away[0]))
        tokens |= {(number, index): token for index, token in line.items() if index <= 2 * width}
    return TokenGrid(height, width, tokens, problems=tuple(problems))


def _short(task: GridTask, row: TextRow, number: int, result: int, width: int) -> Diagnostic:
    return Diagnostic(
        "E101",
        f"row {number} of {task.where} has {result} cells at their places, the board has {width}",
        row.tokens()[-1].span,
        "the row ends here",
        "write one character for each cell and one, or a space, between two of them; `.` is an empty cell",
    )


def _wrong_rows(task: GridTask, last: TextRow, number: int, wanted: int) -> Diagnostic:
    return Diagnostic(
        "E114",
        f"{task.where} has {number} rows where {wanted} are wanted",
        last.tokens()[-1].span,
        help=f"write {wanted} rows, drawn as {task.shape.value} for a board of H rows and W columns",
    )


def _wrong_height(task: GridTask, last: TextRow, number: int, wanted: int) -> Diagnostic:
    return Diagnostic(
        "E114",
        f"{task.where} has {number} rows of cells where {wanted} are wanted",
        last.tokens()[-1].span,
        help=f"write {2 * wanted - 1} rows: {wanted} of cells, and a row of links between every two of them",
    )
