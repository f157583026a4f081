"""Reads answers drawn by hand: tokens of a grid, or entries of a list, as values of finds."""

from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.formats.text.draft import BoardTextDraft, take_hints, unreadable
from puzzlelang.formats.text.grid import SORTS, GridTask, PicturePlace, Size, TokenGrid, picture_places, place_name
from puzzlelang.formats.text.keyed import is_keyed, read_listing
from puzzlelang.formats.text.lattice_rows import block_rows
from puzzlelang.formats.text.layout import (
    OWN_SHAPES,
    Layout,
    PictureShape,
    PictureSpot,
    answer,
    layout,
    may_be_blank,
    spot_at,
)
from puzzlelang.formats.text.picture import first_fitting
from puzzlelang.formats.text.split import Block, TextToken
from puzzlelang.formats.text.tokens import Legend, Meaning, legend, plausibility
from puzzlelang.formats.text.values import ValueFault
from puzzlelang.geometry.places import Corner, Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import UNKNOWN, Drawing, Puzzle, Value
from puzzlelang.source import Span
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Find, Item, PartitionKind, Ruleset


class Pencil(msgspec.Struct, eq=False):
    """The values drawn so far, their board, and all errors."""

    rules: Ruleset
    puzzle: Puzzle
    values: dict[str, dict[Place, Value]] = msgspec.field(default_factory=dict)
    spans: dict[tuple[str, Place], Span] = msgspec.field(default_factory=dict)
    problems: list[Diagnostic] = msgspec.field(default_factory=list)
    report_keys: set[tuple[str, str]] = msgspec.field(default_factory=set)
    labels: dict[tuple[str, Place], str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        regions = [region for partition in self.puzzle.partitions.values() for region in partition]
        self.labels = {(region.partition, cell): region.label for region in regions for cell in region.cells}

    def report(self, problem: Diagnostic, cause: str) -> None:
        """Adds an error, once for each cause."""
        if (problem.code, cause) not in self.report_keys:
            self.report_keys.add((problem.code, cause))
            self.problems.append(problem)

    def put(self, find: Item, place: Place, value: Value, span: Span) -> None:
        """Adds a value of a find."""
        self.values[find.name][place] = value
        self.spans[find.name, place] = span

    def drawing(self) -> Drawing:
        """Builds the drawing."""
        return Drawing(self.values, self.spans)


def draw_grid(
    pencil: Pencil,
    grid: TokenGrid,
    shape: PictureShape,
    finds: Sequence[Find],
    board: Layout,
    *,
    own: bool,
    clues: bool,
) -> None:
    """Read a picture's tokens as values of the finds.

    Symbols of the board's own givens may be repeated where the board has them.  A `?` leaves the place undecided; with
    `clues` it is a repeated clue where the board has one that says `?`.
    """
    for find in finds:
        pencil.values[find.name] = {}
    geometry = pencil.puzzle.geometry
    for sort in SORTS[shape]:
        here = [find for find in finds if sort_of(find) is sort]
        legends: dict[PictureSpot, tuple[Legend, Legend]] = {}
        for place in picture_places(geometry, sort):
            token = grid.tokens.get(place.lattice)
            spot = spot_at(sort, place.lattice)
            if spot not in legends:
                legends[spot] = legend(here, spot, own), legend(board.main, spot)
            if token is not None and token.text == "?" and here and not (clues and _asks(pencil.puzzle, board, place)):
                continue
            drawn = legends[spot][0].read(token.text) if token is not None else None
            if isinstance(drawn, ValueFault) and token is not None:
                _check_repeated(pencil, place, token, legends[spot], drawn)
            _settle(pencil, here, place, drawn if isinstance(drawn, Meaning) else None, token)


def _settle(
    pencil: Pencil, finds: Sequence[Find], place: Place, drawn: Meaning | None, token: TextToken | None
) -> None:
    """Store the drawn value for its find; other finds that may be blank get False (absent) at this place."""
    for find in finds:
        span = token.span if token is not None else pencil.puzzle.source.first()
        if drawn is not None and drawn.item is find:
            pencil.put(find, place, drawn.value, span)
        elif may_be_blank(find):
            pencil.put(find, place, False, span)


def _asks(puzzle: Puzzle, board: Layout, place: Place) -> bool:
    return any(puzzle.givens.get(given.name, {}).get(place) in (UNKNOWN, (UNKNOWN,)) for given in board.main)


def _check_repeated(
    pencil: Pencil, place: PicturePlace, token: TextToken, legends: tuple[Legend, Legend], wrong: ValueFault
) -> None:
    """Report a token that is no value of a find, unless it repeats what the board has at this place.

    The legends are of the finds and of the board.
    """
    if token.text == "+" and isinstance(place, Corner):
        return
    own, board = legends
    result = board.read(token.text)
    if not isinstance(result, Meaning):
        if isinstance(result, ValueFault):
            pencil.report(unreadable(token, place_name(place), own.with_advice(wrong, token.text)), token.text)
        return
    name, puzzle = result.item.name, pencil.puzzle
    if isinstance(result.item.kind, PartitionKind):
        agrees = pencil.labels.get((name, place)) == token.text
        # A letter that names no region at all is a wrong symbol rather than a changed board.
        if not agrees and token.text not in {region.label for region in puzzle.partitions.get(name, ())}:
            pencil.report(unreadable(token, place_name(place), own.with_advice(wrong, token.text)), token.text)
            return
    else:
        agrees = puzzle.givens.get(name, {}).get(place) == result.value
    if not agrees:
        pencil.report(
            Diagnostic(
                "E111",
                f"the drawing has the {name} `{token.text}` at {place_name(place)}, the board has not",
                token.span,
                help="draw the answer over an unchanged board, or write `.` there",
                labels=(Label(puzzle.spans[name, place], "on the board"),) if (name, place) in puzzle.spans else (),
            ),
            str(place),
        )


def known_size(pencil: Pencil) -> Size:
    """The size of the board that the drawing belongs to."""
    return Size(pencil.puzzle.geometry.height, pencil.puzzle.geometry.width)


def draw_block(pencil: Pencil, block: Block, where: str, *, bare: bool = False) -> None:
    """Read an `[answer]` block, the block of one find, or a `bare` grid, which may have the margins of the board."""
    find = None if block.name is None else pencil.rules.find(block.name.text)
    geometry = pencil.puzzle.geometry
    squares = isinstance(geometry, SquareGrid)
    if find is not None and is_keyed(find, squares):
        _draw_listing(pencil, find, block)
        return
    board = layout(pencil.rules, squares=squares)
    if find is None:
        group = answer(pencil.rules, squares)
        finds, shapes = group.finds, group.shapes
    else:
        sort = sort_of(find)
        finds, shapes = (find,), OWN_SHAPES[sort] if sort is not None else ()
    rows = block.written
    if not rows or not shapes:
        span = block.name.span if block.name is not None else pencil.puzzle.span("", None)
        pencil.report(
            Diagnostic("E105", f"{where} has no grid", span, help="draw one row for each row of the board"), ""
        )
        return
    if isinstance(geometry, Tiling):
        shape, grid = PictureShape.CELLS, block_rows(block, geometry, where)
    else:
        shape, grid = first_fitting([_task(pencil, block, shape, finds, where=where, bare=bare) for shape in shapes])
    for problem in grid.problems:
        pencil.report(problem, str(len(pencil.problems)))
    if not grid.problems:
        draw_grid(pencil, grid, shape, finds, board, own=find is not None, clues=bare)
        if bare:
            check_hints(pencil, grid, board)


def _task(
    pencil: Pencil, block: Block, shape: PictureShape, finds: Sequence[Find], *, where: str, bare: bool
) -> GridTask:
    board = layout(pencil.rules)
    items: list[Item] = [*finds, *board.main]
    return GridTask(
        shape,
        block.rows,
        known_size(pencil),
        board.sides if bare and shape is PictureShape.CELLS else {},
        True,
        plausibility(legend(finds, PictureSpot(Sort.CELL)), legend(board.main, PictureSpot(Sort.CELL))),
        [item for item in items if sort_of(item) is Sort.LINK],
        where,
        block.indentation if block.name is not None else None,
    )


def check_hints(pencil: Pencil, grid: TokenGrid, board: Layout) -> None:
    """Hints in the margins of a drawing must be those of the board."""
    draft = BoardTextDraft(pencil.rules, pencil.puzzle.source)
    take_hints(draft, pencil.puzzle.geometry, grid, board)
    for problem in draft.problems:
        if problem.code == "E106":
            pencil.report(problem, str(problem.span))
    for (name, place), span in draft.spans.items():
        if draft.givens[name][place] != pencil.puzzle.givens.get(name, {}).get(place):
            message = f"the drawing has another {name} for {place} than the board"
            pencil.report(Diagnostic("E111", message, span, help="leave the margins as they are on the board"), message)


_LISTED = (Sort.LINE, Sort.VIEW, Sort.LINK, Sort.BORDER, Sort.CORNER)
"""Places where a list says that there is nothing by not naming them."""


def _draw_listing(pencil: Pencil, find: Find, block: Block) -> None:
    result = read_listing(find, block, pencil.puzzle.geometry, pencil.puzzle.partitions, pencil.puzzle.groups)
    pencil.problems.extend(result.problems)
    pencil.values[find.name] = dict(result.values)
    pencil.spans.update({(find.name, place): span for place, span in result.spans.items()})
    if may_be_blank(find):
        sort = sort_of(find)
        geometry = pencil.puzzle.geometry
        for place in geometry.places(sort) if sort in _LISTED else ():
            if place not in result.values and place not in result.unknown:
                pencil.values[find.name][place] = False
