"""Reads blocks under the `[name]` of a given: pictures, groups, then lists."""

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.draft import BoardTextDraft, needs_every_value, take_grid
from puzzlelang.formats.text.gathered import read_groups
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid, margin_places
from puzzlelang.formats.text.keyed import Listing, is_keyed, partition_of, places_by_label, read_listing, sides_of
from puzzlelang.formats.text.lattice_rows import block_rows
from puzzlelang.formats.text.layout import OWN_SHAPES, PictureShape
from puzzlelang.formats.text.picture import first_fitting
from puzzlelang.formats.text.split import Block, BoardTextParts
from puzzlelang.formats.text.values import BLANKS
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import FunctionKind, Given, GroupsKind, Item, PartitionKind


def block_name(block: Block) -> str:
    """The name of a block in messages."""
    return f"block [{block.name.text}]" if block.name is not None else "the board"


def block_grid(
    block: Block, given: Item, size: Size, geometry: Geometry | None = None
) -> tuple[PictureShape, TokenGrid]:
    """The grid of a block that is the picture of one given or find."""
    sort = sort_of(given)
    if isinstance(geometry, Tiling):
        return PictureShape.CELLS, block_rows(block, geometry, block_name(block))
    edges = [given] if sort is Sort.LINK else []
    plausible = BLANKS.__contains__ if edges else lambda _: True
    shapes = OWN_SHAPES[sort] if sort is not None else ()
    rows, inside = block.rows, block.indentation
    return first_fitting(
        [GridTask(shape, rows, size, {}, False, plausible, edges, block_name(block), inside) for shape in shapes]
    )


def read_blocks(draft: BoardTextDraft, sheet: BoardTextParts, geometry: Geometry) -> None:
    """Reads the blocks of givens, pictures and groups first: lists may refer to regions and groups that those show."""
    size = Size(geometry.height, geometry.width)
    lists: list[tuple[Given, Block]] = []
    for block in sheet.blocks:
        given = draft.rules.given(block.name.text) if block.name is not None else None
        if given is None:
            continue
        if isinstance(given.kind, GroupsKind):
            _take_groups(draft, given.name, given.kind, block, geometry)
        elif is_keyed(given, isinstance(geometry, SquareGrid)):
            lists.append((given, block))
        elif not block.written:
            _empty_block(draft, given, block)
        else:
            shape, grid = block_grid(block, given, size, geometry)
            for problem in grid.problems:
                draft.report(problem)
            if not grid.problems:
                where = block_name(block)
                take_grid(draft, geometry, grid, shape=shape, givens=(given,), where=where, own=True)
    for given, block in lists:
        if _partition_missing(draft, given):
            draft.givens[given.name] = {}
            continue
        listing = read_listing(given, block, geometry, draft.partitions, draft.groups)
        draft.givens[given.name] = {}
        for place, value in listing.values.items():
            draft.put(given.name, place, value, listing.spans[place])
        for problem in listing.problems:
            draft.report(problem)
        _check_complete(draft, given, block, listing, geometry)


def _take_groups(draft: BoardTextDraft, name: str, kind: GroupsKind, block: Block, geometry: Geometry) -> None:
    result = read_groups(name, kind, block, geometry)
    for problem in result.problems:
        draft.report(problem)
    if not result.problems:
        draft.groups[name] = tuple(result.groups)
    for group, span in result.spans.items():
        draft.spans[name, group] = span


def _partition_missing(draft: BoardTextDraft, given: Given) -> bool:
    """Return whether `given` has values for regions or groups that could not be read, which was reported elsewhere."""
    if sort_of(given) in GATHERED and isinstance(given.kind, FunctionKind):
        mentioned = any(name == given.kind.partition for name, _ in draft.spans)
        return mentioned and given.kind.partition not in draft.groups
    name = partition_of(given, [g.name for g in draft.rules.givens if isinstance(g.kind, PartitionKind)])
    return sort_of(given) is Sort.REGION and name not in draft.partitions


def _empty_block(draft: BoardTextDraft, given: Given, block: Block) -> None:
    """Read an empty block as no values; report an error if every place needs one."""
    if isinstance(given.kind, PartitionKind):
        draft.partitions[given.name] = ()
    else:
        draft.givens[given.name] = {}
    if needs_every_value(given) and block.name is not None:
        problem = f"block [{given.name}] is empty"
        draft.report(Diagnostic("E108", problem, block.name.span, help="draw one row for each row of the board"))


def _check_complete(draft: BoardTextDraft, given: Given, block: Block, listing: Listing, geometry: Geometry) -> None:
    if not needs_every_value(given) or listing.problems or block.name is None:
        return
    sort = sort_of(given)
    places: list[Place] = []
    if sort in {Sort.LINE, Sort.VIEW}:
        places = [place for side in sides_of(given, geometry) for place in margin_places(geometry, sort, side)]
    elif sort is not None:
        places = list(places_by_label(given, geometry, draft.partitions, draft.groups).values())
    missing = [str(place) for place in places if place not in listing.values]
    if missing:
        more = f", nor {len(missing) - 1} more" if len(missing) > 1 else ""
        problem = f"{missing[0]} has no {given.name}{more}"
        draft.report(Diagnostic("E112", problem, block.name.span, help="write a value for it in this block"))
