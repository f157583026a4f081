"""Grids of cells on a lattice that is not one of squares: where a row begins says which cells it has.

Rows of hexagons are shifted by half a cell, so cells stand two columns apart at least.  Without such shifts every
column may be a cell.  A place before the first cell of a row, between two or behind the last has no cell.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.layout import PictureShape
from puzzlelang.formats.text.split import Block, TextRow, TextToken
from puzzlelang.geometry.lattices import Lattice
from puzzlelang.geometry.tiling import Tiling


class _PlacedRow(msgspec.Struct, frozen=True):
    """A row of text with its tokens by half columns of the board, from the left end of the whole text."""

    row: TextRow
    tokens: Mapping[int, TextToken]


def read_rows(
    task: GridTask, lattice: Lattice, known: Tiling | None, begin: tuple[int, int] = (0, 0)
) -> tuple[Tiling, TokenGrid]:
    """The board that rows of cells show, and their tokens by lattice place; `known` is the board if it has one already.

    `begin` is the row and the column of the lattice at the top left; shifted rows show it by themselves.
    Raises `Failed` if the rows show no board, or another one than the known.
    """
    width = known.width if known else task.size.width
    rows = _place_rows(
        [row for row in task.rows if not row.blank], task, lattice, width, len(known.cells) if known else 0
    )
    start = min(min(row.tokens) for row in rows)
    first, left = ((start - min(rows[0].tokens)) % 2, 0) if any(lattice.shifts) else begin
    result: dict[tuple[int, int], TextToken] = {}
    for number, placed in enumerate(rows):
        shift = lattice.shifts[(number + first) % lattice.period]
        for half, token in placed.tokens.items():
            column, odd = divmod(half - start - shift, 2)
            if odd:
                raise Failed([_uneven(task, token)])
            result[number + 1, column + 1] = token
    if known is None:
        width = max(column for _, column in result)
        if len(rows) * width > (most := most_cells()):
            problem = (
                f"a board of {len(rows)} x {width} may have more than {most:,} cells, which is what memory can hold"
            )
            raise fail("E110", problem, rows[-1].row.tokens()[-1].span, hint="use a smaller board")
        places = {(row, column) for row in range(1, len(rows) + 1) for column in range(1, width + 1)}
        absent = frozenset(places - result.keys())
        board = Tiling(len(rows), width, shape=lattice, first=first, left=left, absent=absent)
    else:
        board = known
        _check_same(task, rows, result, board)
    tokens = {cell.lattice: result[cell.row, cell.column] for cell in board.cells}
    return board, TokenGrid(board.height, board.width, tokens)


def block_rows(block: Block, board: Tiling, where: str) -> TokenGrid:
    """The tokens of a block that is the picture of a given or find on the cells of a board; `where` names the block."""
    cells = Counter(cell.row for cell in board.cells)
    words = [len(row.tokens()) for row in block.rows if not row.blank]
    apart = words == [cells[row] for row in sorted(cells)]  # else each character is a cell
    task = GridTask(PictureShape.CELLS, block.rows, Size(), {}, False, lambda _: apart, (), where)
    try:
        return read_rows(task, board.shape, board)[1]
    except Failed as failed:
        return TokenGrid(board.height, board.width, problems=tuple(failed.diagnostics))


def _place_rows(
    rows: Sequence[TextRow], task: GridTask, lattice: Lattice, width: int | None, cells: int
) -> list[_PlacedRow]:
    words = [row.tokens() for row in rows]
    if not any(lattice.shifts):
        single = [tuple(character for word in line for character in word.characters()) for line in words]
        fits = cells == sum(map(len, single)) != sum(map(len, words))
        apart = width == 1 or any(len(line) > 1 for line in words)  # else cells stand side by side, perhaps digits
        by_word, by_sign = (
            all(task.plausible(one.text) for line in lines for one in line) for lines in (words, single)
        )
        if fits or not by_word or (by_sign and not apart):
            words = single
    columns = [[row.column(word) for word in line] for row, line in zip(rows, words, strict=True)]
    steps = [later - earlier for line in columns for earlier, later in pairwise(line)]
    step = min(steps, default=2 if any(lattice.shifts) else 1)
    if any(lattice.shifts) and step % 2:
        line = next(line for line in words if len(line) > 1)
        advice = "write the cells of a row two columns apart, or four, and shift every other row by half of that"
        problem = f"the cells of {task.where} stand {step} columns apart, so no row is shifted by half a cell"
        raise Failed([Diagnostic("E101", problem, line[1].span, help=advice)])
    least = min(line[0] for line in columns)
    extent = max(line[-1] for line in columns) - least
    step = _step(step, extent, width, 1 + any(lattice.shifts)) if width else step
    placed = []
    for row, line, starts in zip(rows, words, columns, strict=True):
        at: dict[int, TextToken] = {}
        for word, column in zip(line, starts, strict=True):
            half, rest = divmod(2 * (column - least), step)
            if rest:
                raise Failed([_uneven(task, word)])
            at[half] = word
        placed.append(_PlacedRow(row, at))
    return placed


def _step(most: int, extent: int, width: int, least: int) -> int:
    """Return how many columns apart cells stand in text of a known width: `most`, or less if none are side by side."""
    fitting = (step for step in range(most, 0, -least) if most % step == 0 and extent // step + 1 == width)
    return next(fitting, most)


def _uneven(task: GridTask, token: TextToken) -> Diagnostic:
    advice = "write the cells of all rows equally far apart; on hexagons every other row is shifted by half of that"
    return Diagnostic("E101", f"`{token.text}` stands between two cells of {task.where}", token.span, help=advice)


def _check_same(
    task: GridTask, rows: Sequence[_PlacedRow], result: Mapping[tuple[int, int], TextToken], board: Tiling
) -> None:
    last = rows[-1].row.tokens()[-1]
    if len(rows) != board.height:
        problem = f"{task.where} has {len(rows)} rows of cells where {board.height} are wanted"
        raise Failed([Diagnostic("E114", problem, last.span, help="draw the same cells as the board has")])
    there = {(cell.row, cell.column) for cell in board.cells}
    if surplus := [token for place, token in result.items() if place not in there]:
        problem = f"`{surplus[0].text}` stands where the board has no cell"
        raise Failed([Diagnostic("E101", problem, surplus[0].span, help="draw the same cells as the board has")])
    if lacking := sorted(there - result.keys()):
        row, column = lacking[0]
        span = rows[row - 1].row.tokens()[-1].span
        problem = f"row {row} of {task.where} has no cell at place {column}"
        raise Failed([Diagnostic("E101", problem, span, help="draw the same cells as the board has")])


def tells_width(board: Tiling) -> bool:
    """Whether rows of cells say where they stand: two cells of a row are side by side, or each row has one only."""
    places = {(cell.row, cell.column) for cell in board.cells}
    return len({row for row, _ in places}) == len(places) or any((row, column + 1) in places for row, column in places)


def paint_rows(board: Tiling, tokens: Mapping[tuple[int, int], str], blank: str) -> str:
    """The rows of cells with their tokens, the inverse of `read_rows`; cells without a token are blank.

    Raises `Failed` for a row without cells, which no text can show.
    """
    if empty := set(range(1, board.height + 1)) - {cell.row for cell in board.cells}:
        problem = f"row {min(empty)} of the board has no cell, and board text has no such rows"
        raise fail("E208", problem, hint="a picture shows the board: `puzzlelang draw`")
    shown = {(cell.row, cell.column): tokens.get(cell.lattice, blank) for cell in board.cells}
    longest = max(map(len, shown.values()), default=1)
    shifted = any(board.shape.shifts)
    apart = longest + 1 + (longest + 1) % 2 if shifted else 1 if longest == 1 else longest + 1
    lines = _lines(board, shown, apart)
    words = [line.split() for line in lines]
    if apart == 1 and max(map(len, words)) > 1 and all(word.isdigit() for line in words for word in line):
        lines = _lines(board, shown, 2)  # else digits side by side would be one number
    least = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "".join(line[least:].rstrip() + "\n" for line in lines)


def _lines(board: Tiling, shown: Mapping[tuple[int, int], str], apart: int) -> list[str]:
    lines = []
    for row in range(1, board.height + 1):
        shift = board.shape.shifts[(row - 1 + board.first) % board.shape.period]
        cells = (shown.get((row, column), "").ljust(apart) for column in range(1, board.width + 1))
        lines.append(" " * (shift * apart // 2) + "".join(cells))
    return lines
