"""Reads the main block of a board whose lattice is not one of squares."""

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats.text.blocks import block_name
from puzzlelang.formats.text.draft import BoardTextDraft
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.headers import check_size
from puzzlelang.formats.text.lattice_line import LatticeLine
from puzzlelang.formats.text.lattice_rows import read_rows
from puzzlelang.formats.text.layout import Layout, PictureShape, PictureSpot
from puzzlelang.formats.text.split import Block, BoardTextParts
from puzzlelang.formats.text.tokens import legend, plausibility
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.lattices import Lattice
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.typed.checks.kinds import sort_of


def read_tiling(
    draft: BoardTextDraft, sheet: BoardTextParts, layout: Layout, size: Size, line: LatticeLine, wanted: Geometry | None
) -> tuple[Tiling, TokenGrid | None]:
    """The board, of the cells in the main block, else in the first block of rows, else of the size in the header.

    `line` is what the text says of the lattice.  `wanted` is returned if the text shows the same cells.  Raises
    `Failed` if there is no board, or another one.
    """
    shape, start = lattice(line.name), line.start or (0, 0)
    known = wanted if isinstance(wanted, Tiling) and _begins(wanted, shape, start) else None
    cells = PictureSpot(Sort.CELL)
    plausible = plausibility(legend(layout.main, cells), legend(layout.overlay, cells))
    if sheet.main.written:
        task = GridTask(PictureShape.CELLS, sheet.main.rows, size, {}, False, plausible, (), "the board")
        board, grid = read_rows(task, shape, known, start)
        _check(draft, board.height, board.width, sheet)
        return board, grid
    if known is not None:
        return known, None
    if size.height and size.width:
        return Tiling(size.height, size.width, shape=shape, first=start[0], left=start[1]), None
    for block in sheet.blocks:
        item = None if block.name is None else draft.rules.given(block.name.text) or draft.rules.find(block.name.text)
        if block.name is not None and block.written and item is not None and sort_of(item) is Sort.CELL:
            return read_rows(_of_block(block, size), shape, None, start)[0], None
    advice = "draw the cells row by row, with `.` for an empty one; or write `size: 6x6`"
    span = next((block.name.span for block in sheet.blocks if block.name is not None), draft.source.first())
    raise Failed([*draft.problems, Diagnostic("E105", "there is no grid", span, help=advice)])


def _begins(board: Tiling, shape: Lattice, start: tuple[int, int]) -> bool:
    """Whether a board has that lattice and begins there; shifted rows show it in the text."""
    return board.shape is shape and (any(shape.shifts) or (board.first, board.left) == start)


def _check(draft: BoardTextDraft, height: int, width: int, sheet: BoardTextParts) -> None:
    last = sheet.main.written[-1].tokens()[-1]
    if not check_size(draft, height, width, last.span):
        raise Failed(draft.problems)


def _of_block(block: Block, size: Size) -> GridTask:
    """The cells of a block that shows the board: if no row has several words, each character is a cell."""
    apart = any(len(row.tokens()) > 1 for row in block.rows)
    return GridTask(PictureShape.CELLS, block.rows, size, {}, False, lambda _: apart, (), block_name(block))
