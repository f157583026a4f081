"""Reads board text as a puzzle, and drawings in texts of their own.

The order: header lines, the main block (its size is the board's), blocks of pictures with partitions among them, blocks
of lists, missing parts, and last the drawing, which needs the board.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.formats.holes import cut_regions, imply_missing_cells
from puzzlelang.formats.squares import must_be_square
from puzzlelang.formats.text.blocks import block_grid, block_name, read_blocks
from puzzlelang.formats.text.draft import BoardTextDraft, may_be_missing, take_grid, take_hints
from puzzlelang.formats.text.drawing import Pencil, draw_block, draw_grid
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.headers import (
    ANSWER,
    SIZE,
    check_blocks,
    check_size,
    lattice_of,
    read_headers,
    single_values,
)
from puzzlelang.formats.text.keyed import is_keyed, places_by_label
from puzzlelang.formats.text.layout import Layout, PictureShape, PictureSpot, answer, layout
from puzzlelang.formats.text.picture import read_grid
from puzzlelang.formats.text.split import Block, BoardTextParts, rows_of, split
from puzzlelang.formats.text.tilings import read_tiling
from puzzlelang.formats.text.tokens import Legend, Meaning, legend, plausibility
from puzzlelang.formats.text.values import kind_of, sample
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.sorts import GATHERED, RECTANGLE, Sort
from puzzlelang.geometry.square_grid import SquareGrid, square_grid
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Item, Ruleset


class _Reading(msgspec.Struct, frozen=True):
    """A board that was read, and where its drawing is: over `grid` (None if not there), or in blocks of `sheet`."""

    puzzle: Puzzle
    sheet: BoardTextParts
    layout: Layout
    grid: TokenGrid | None


def read(rules: Ruleset, source: Source) -> Puzzle:
    """Reads the puzzle of a board text with its drawing.  Raises `Failed` with all errors."""
    result = _read_board(rules, source, None)
    drawing = _drawing(result, rules, result.puzzle)
    return result.puzzle if drawing is None else msgspec.structs.replace(result.puzzle, drawing=drawing)


def read_drawing(rules: Ruleset, puzzle: Puzzle, source: Source) -> Drawing:
    """Reads an answer from its own text: a bare grid, one with the board's margins, blocks, or a whole drawn board."""
    sheet = _split(rules, source)
    if sheet.headers or any(block.name and rules.given(block.name.text) for block in sheet.blocks):
        return _from_board(rules, puzzle, source)
    try:
        return _from_drawing(rules, puzzle, source, sheet)
    except Failed as failed:
        # A grid with blocks may also be the board, with the answer below it.
        if sheet.main.written and sheet.blocks:
            with contextlib.suppress(Failed):
                return _from_board(rules, puzzle, source)
        raise failed


def _from_drawing(rules: Ruleset, puzzle: Puzzle, source: Source, sheet: BoardTextParts) -> Drawing:
    draft = BoardTextDraft(rules, source)
    sheet = check_blocks(draft, sheet)
    pencil = Pencil(rules, puzzle)
    if sheet.main.written:
        draw_block(pencil, msgspec.structs.replace(sheet.main, name=None), "the drawing", bare=True)
    for block in sheet.blocks:
        draw_block(pencil, block, block_name(block))
    if not sheet.main.written and not sheet.blocks and not draft.problems:
        advice = "draw one row for each row of the board"
        draft.report(Diagnostic("E105", "there is no drawing", source.first(), help=advice))
    if draft.problems or pencil.problems:
        raise Failed([*draft.problems, *pencil.problems])
    return pencil.drawing()


def _from_board(rules: Ruleset, puzzle: Puzzle, source: Source) -> Drawing:
    """The drawing on a whole board, which must be the same board."""
    result = _read_board(rules, source, puzzle.geometry)
    if givens_key(result.puzzle) != givens_key(puzzle):
        advice = "draw the answer over an unchanged board"
        raise fail("E111", "the drawing is on another board", source.first(), hint=advice)
    drawing = _drawing(result, rules, puzzle)
    if drawing is None:
        raise fail("E105", "nothing is drawn on this board", source.first(), hint="draw the answer")
    return drawing


def givens_key(puzzle: Puzzle) -> object:
    """The information on a board in a form that can be compared between boards."""
    return (
        (puzzle.geometry.lattice, *(cell.lattice for cell in puzzle.geometry.cells)),
        {name: {str(key): value for key, value in values.items()} for name, values in puzzle.givens.items() if values},
        {name: {r.label: [c.index for c in r.cells] for r in regions} for name, regions in puzzle.partitions.items()},
        {
            name: {g.label: [str(one) for one in g.members] for g in groups}
            for name, groups in puzzle.groups.items()
            if groups
        },
        puzzle.options,
    )


def _split(rules: Ruleset, source: Source) -> BoardTextParts:
    squares = lattice_of(rules, rows_of(source)).name == RECTANGLE

    def keyed(name: str) -> bool:
        item = rules.given(name) or rules.find(name)
        return item is not None and is_keyed(item, squares)

    return split(source, keyed)


def _read_board(rules: Ruleset, source: Source, geometry: Geometry | None) -> _Reading:
    """Read everything but the drawing; the board is `geometry` itself if that has the right size."""
    draft = BoardTextDraft(rules, source)
    sheet = check_blocks(draft, _split(rules, source))
    lattice = lattice_of(rules, rows_of(source))
    size = read_headers(draft, sheet, square=must_be_square(rules) and lattice.name == RECTANGLE)
    own = frozenset(block.name.text for block in sheet.blocks if block.name and rules.given(block.name.text))
    result = layout(rules, own, lattice.name == RECTANGLE)
    if lattice.name == RECTANGLE:
        grid = _main_grid(sheet, result, size)
        geometry = _geometry(draft, sheet, grid, size, geometry)
    else:
        geometry, grid = read_tiling(draft, sheet, result, size, lattice, geometry)
    drawn = False
    if grid is not None:
        drawn = take_grid(
            draft,
            geometry,
            grid,
            shape=result.shape,
            givens=result.main,
            where="the board",
            overlay=result.overlay,
        )
        take_hints(draft, geometry, grid, result)
    read_blocks(draft, sheet, geometry)
    _check_missing(draft, sheet, result, grid, geometry)
    if draft.problems:
        raise Failed(draft.problems)
    puzzle = cut_regions(rules, imply_missing_cells(rules, draft.puzzle(geometry)))
    puzzle = msgspec.structs.replace(puzzle, cells=_cells(rules, sheet, result, grid, geometry))
    return _Reading(puzzle, sheet, result, grid if drawn else None)


def _cells(
    rules: Ruleset, sheet: BoardTextParts, layout: Layout, grid: TokenGrid | None, geometry: Geometry
) -> Mapping[Cell, Span]:
    """The position of each cell in the main grid, unless an answer stands in a block of its own."""
    apart = any(block.name and (block.name.text == ANSWER or rules.find(block.name.text)) for block in sheet.blocks)
    if grid is None or apart or layout.shape is not PictureShape.CELLS:
        return {}
    at = {cell: grid.tokens.get(cell.lattice) for cell in geometry.cells}
    return {cell: token.span for cell, token in at.items() if token is not None}


def _main_grid(sheet: BoardTextParts, layout: Layout, size: Size) -> TokenGrid | None:
    if not sheet.main.written:
        return None
    legends = [
        legend(items, PictureSpot(sort)) for items in (layout.main, layout.overlay) for sort in (Sort.CELL, Sort.CORNER)
    ]
    drawn: tuple[Item, ...] = (*layout.main, *layout.overlay)
    edges = [item for item in drawn if sort_of(item) is Sort.LINK]
    plausible = plausibility(*legends)
    if layout.shape is PictureShape.LINKS and not _cells_may_be_unknown(layout, legends):
        plausible = _without_question(plausible)
    return read_grid(GridTask(layout.shape, sheet.main.rows, size, layout.sides, False, plausible, edges, "the board"))


def _cells_may_be_unknown(layout: Layout, legends: Sequence[Legend]) -> bool:
    """Return whether a `?` can stand in a cell; if not, every `?` stands for a link."""
    return any(sort_of(find) is Sort.CELL for find in layout.overlay) or any(
        isinstance(key.read("?"), Meaning) for key in legends
    )


def _without_question(plausible: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda text: text != "?" and plausible(text)


def _geometry(
    draft: BoardTextDraft, sheet: BoardTextParts, grid: TokenGrid | None, size: Size, wanted: Geometry | None
) -> Geometry:
    """Return the board, of the size in the header, else of the main block, else of the first block with a picture.

    If `wanted` has this size, it is returned.  Raises `Failed` for an invalid size, or if there is none.
    """
    result = None
    if size.height and size.width:
        result = (size.height, size.width)
    elif grid is not None:
        result = (grid.height, grid.width)
    for problem in grid.problems if grid is not None else ():
        draft.report(problem)
    for block in () if result else sheet.blocks:
        item = _item(draft.rules, block)
        if item is not None and not is_keyed(item) and block.written:
            picture = block_grid(block, item, size)[1]
            result = (picture.height, picture.width)
            break
    if result is None and draft.problems and any(header.key.text == SIZE for header in sheet.headers):
        raise Failed(draft.problems)  # the size was read and found wrong
    if result is None:
        tokens = [token for block in sheet.blocks for token in [block.name] if token is not None]
        span = tokens[0].span if tokens else draft.source.first()
        advice = "draw the cells, one row a line, with `.` for an empty one; or write `size: 6x6`"
        draft.report(Diagnostic("E105", "there is no grid", span, help=advice))
        raise Failed(draft.problems)
    span = next((row.tokens()[-1].span for row in reversed(sheet.main.written)), draft.source.first())
    if not check_size(draft, *result, span, square=size.square):
        raise Failed(draft.problems)
    if isinstance(wanted, SquareGrid) and (wanted.height, wanted.width) == result:
        return wanted
    return square_grid(*result)


def _item(rules: Ruleset, block: Block) -> Item | None:
    """Return the given or find that a block belongs to; for `[answer]` the first find in it."""
    name = block.name.text if block.name is not None else ""
    group = answer(rules).finds
    return rules.given(name) or rules.find(name) or (group[0] if name == ANSWER and group else None)


def _check_missing(
    draft: BoardTextDraft, sheet: BoardTextParts, result: Layout, grid: TokenGrid | None, geometry: Geometry
) -> None:
    """Report the required givens that the text does not mention; wrong values were reported before."""
    reported = {given.name for side, given in result.sides.items() if grid is not None}
    reported |= {block.name.text for block in sheet.blocks if block.name is not None}
    reported |= {header.key.text for header in sheet.headers}
    rules = draft.rules
    for given in rules.givens:
        name = given.name
        if name in draft.givens or name in draft.partitions or name in reported or may_be_missing(rules, given):
            continue
        if sort_of(given) in GATHERED and not places_by_label(given, geometry, draft.partitions, draft.groups):
            continue  # a board has no groups unless it says which
        single = given in single_values(draft.rules)
        shown = f"`{name}: {sample(kind_of(given), given.shown)}` above the grid" if single else f"a block `[{name}]`"
        if given in layout(draft.rules).main and grid is None:
            shown = f"the grid with {name}, or {shown}"
        draft.report(Diagnostic("E108", f"the board says nothing of {name}", draft.source.first(), help=f"add {shown}"))


def _drawing(reading: _Reading, rules: Ruleset, puzzle: Puzzle) -> Drawing | None:
    """The drawing on a board, over its grid and in blocks; None if there is none."""
    pencil = Pencil(rules, puzzle)
    if reading.grid is not None:
        shown = reading.layout
        draw_grid(pencil, reading.grid, shown.shape, shown.overlay, shown, own=False, clues=True)
    for block in reading.sheet.blocks:
        if block.name is not None and rules.given(block.name.text) is None:
            draw_block(pencil, block, block_name(block))
    if pencil.problems:
        raise Failed(pencil.problems)
    return pencil.drawing() if pencil.values else None
