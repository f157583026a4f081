"""The places of a layer in the order of outside formats, and regions from labels or borders."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.squares import must_be_square, squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.places import Border, Cell, Link, Place, Region, region_names
from puzzlelang.geometry.sorts import RECTANGLE, Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.source import Span
from puzzlelang.typed.ir import (
    Builtin,
    Find,
    FunctionKind,
    GroupsKind,
    Item,
    LetValue,
    PartitionKind,
    Ruleset,
    SetKind,
    SetOperation,
    SingleKind,
    Symbol,
    SymbolRole,
)

_FREE = frozenset({Sort.LINK, Sort.BORDER, Sort.CORNER})
"""Sorts whose places on any lattice a text may list one by one."""


def places(
    item: Item,
    geometry: Geometry,
    partitions: Mapping[str, Sequence[Region]],
    *,
    labels: bool,
    by_rows: bool = False,
    order: Sequence[Cell] = (),
    any_order: bool = False,
) -> Sequence[Place | None]:
    """Return the places of a layer that fills `item`: one None for a single value.

    Lines are columns from the left, then rows from the top.  Views go by side: top, bottom, left, right.  For links and
    borders see `ordered_links` and `ordered_borders`.  A partition has links, or cells if `labels`.  Regions stand in
    column order of their first cells, with `by_rows` in reading order; cells in the reading order or the given `order`.
    Groups and paths are no places of the board.  Raises `Failed` for any places but cells and regions of another
    lattice, unless `any_order` will do.
    """
    match item.kind:
        case SingleKind():
            return (None,)
        case PartitionKind():
            if labels or (any_order and isinstance(geometry, Tiling)):
                return (order or geometry.cells) if labels else geometry.links
            return ordered_links(squares(geometry))
        case GroupsKind():
            return ()
        case SetKind(sort) | FunctionKind(sort=sort):
            partition = item.kind.partition if isinstance(item.kind, FunctionKind) else None
            regions = partitions.get(partition, ()) if partition else tuple(chain.from_iterable(partitions.values()))
            if sort is Sort.CELL:
                return order or geometry.cells
            if any_order and isinstance(geometry, Tiling) and sort in _FREE:
                return geometry.places(sort)
            if sort is Sort.REGION:
                return regions if by_rows else _by_columns(regions)
            return _of_sort(sort, squares(geometry))


def _by_columns(regions: Sequence[Region]) -> Sequence[Region]:
    return sorted(regions, key=lambda region: min((cell.column, cell.row) for cell in region.cells))


def _of_sort(sort: Sort, geometry: SquareGrid) -> Sequence[Place]:
    match sort:
        case Sort.LINK:
            return ordered_links(geometry)
        case Sort.BORDER:
            return ordered_borders(geometry)
        case Sort.CORNER:
            return geometry.corners
        case Sort.LINE:
            return geometry.columns + geometry.rows
        case Sort.VIEW:
            return geometry.views
        case _:
            raise AssertionError("regions and groups are no places of a board")


def ordered_links(geometry: SquareGrid) -> Sequence[Link]:
    """Links between left and right row by row, then those between above and below row by row."""
    return sorted(geometry.links, key=lambda link: (link.lattice[0] % 2 == 0, link.lattice))


def ordered_borders(geometry: SquareGrid) -> Sequence[Border]:
    """Vertical borders row by row, then horizontal ones row by row, rim included."""
    return sorted(geometry.borders, key=lambda border: (border.lattice[0] % 2 == 0, border.lattice))


def rim_borders(geometry: SquareGrid) -> Sequence[int]:
    """Return for each view the index in `ordered_borders` of the border that it looks through."""
    height, width = geometry.height, geometry.width
    across = height * (width + 1)
    top = range(across, across + width)
    bottom = range(across + height * width, across + (height + 1) * width)
    return [*top, *bottom, *range(0, across, width + 1), *range(width, across, width + 1)]


def spot(geometry: SquareGrid, row: object, column: object) -> int | None:
    """The index of the cell in that row and column, both counted from 1; None if the board has none there."""
    return next((cell.index for cell in geometry.cells if (cell.row, cell.column) == (row, column)), None)


def lattice_slots(geometry: SquareGrid) -> dict[tuple[int, int], tuple[int, int]]:
    """Return for each point inside the rim, in reading order, its layer (cells, links, corners) and its index there."""
    result = {cell.lattice: (0, cell.index) for cell in geometry.cells}
    result |= {link.lattice: (1, index) for index, link in enumerate(ordered_links(geometry))}
    result |= {corner.lattice: (2, corner.index) for corner in geometry.corners if len(corner.cells) == 4}
    return dict(sorted(result.items()))


def from_links(
    geometry: Geometry, partition: str, cut: Collection[Link], alone: Collection[Cell] = ()
) -> tuple[Region, ...]:
    """The connected components of the board without the links that borders cut, in the order of first cells.

    Each cell of `alone` is cut off from all others.
    """
    off = [link for link in geometry.links if link.first in alone or link.second in alone] if alone else []
    return _name_regions(partition, geometry.components_without({*cut, *off}))


def cells_outside(find: Find, rules: Ruleset, cells: Sequence[Cell], holds: Callable[[str, Cell], bool]) -> set[Cell]:
    """The cells that are left out of the part of the board that a find cuts into regions.

    `holds` says whether a set has a cell.

    The part is a found or given set, or all cells without one; a part that is stated otherwise leaves out none here.
    """
    part = find.kind.domain if isinstance(find.kind, PartitionKind) else None
    if isinstance(part, LetValue):
        part = next((let.body for let in rules.lets if let.name == part.name), None)
    match part:
        case Symbol(role=SymbolRole.FIND | SymbolRole.GIVEN, name=name):
            return {cell for cell in cells if not holds(name, cell)}
        case SetOperation(
            operator="-",
            left=Builtin(name="cells"),
            right=Symbol(role=SymbolRole.FIND | SymbolRole.GIVEN, name=name),
        ):
            return {cell for cell in cells if holds(name, cell)}
        case _:
            return set()


def from_labels(partition: str, labels: Mapping[Cell, str]) -> tuple[Region, ...]:
    """The cells of equal label, connected or not, in the order of first cells, with new names."""
    parts: dict[str, list[Cell]] = {}
    for cell, label in sorted(labels.items(), key=lambda item: item[0].index):
        parts.setdefault(label, []).append(cell)
    return _name_regions(partition, list(parts.values()))


def with_holes(
    geometry: Geometry, partition: str, parts: Sequence[Region], holes: Collection[Cell]
) -> tuple[Region, ...]:
    """Add a region for each connected group of `holes`, the cells in no part; regions come in the order of cells."""
    groups = [list(part.cells) for part in parts]
    rest = dict.fromkeys(sorted(holes, key=lambda cell: cell.index))
    while rest:
        group = [next(iter(rest))]
        del rest[group[0]]
        for cell in group:
            beside = [other for other in geometry.neighbours(cell) if other in rest]
            group += beside
            for other in beside:
                del rest[other]
        groups.append(group)
    ordered = sorted((sorted(group, key=lambda cell: cell.index) for group in groups), key=lambda group: group[0].index)
    return _name_regions(partition, ordered)


def _name_regions(partition: str, parts: list[list[Cell]]) -> tuple[Region, ...]:
    named = zip(region_names(), parts, strict=False)
    return tuple(Region(index, partition, name, tuple(part)) for index, (name, part) in enumerate(named))


def check_lattice(rules: Ruleset, name: str, span: Span | None) -> None:
    """Raises `Failed` if the rules have no boards of a lattice."""
    if name not in rules.lattices:
        there = join_quoted(rules.lattices, "or")
        problem = f"the board has the lattice `{name}`, and boards of {rules.title} have {there}"
        raise fail("E203", problem, span, hint=did_you_mean(name, rules.lattices))


def sized_board(rules: Ruleset, height: int, width: int, span: Span | None) -> SquareGrid:
    """A board of squares of that size.  Raises `Failed` if it has no cells, too many, or must be square and is not."""
    _check_size(height, width, span)
    if must_be_square(rules) and height != width:
        problem = f"the board is {height} rows by {width} columns, and boards of {rules.title} are square"
        raise fail("E109", problem, span)
    return SquareGrid(height, width)


def blank_board(rules: Ruleset, height: int, width: int, like: Geometry | None = None, name: str = "") -> Geometry:
    """A board of that size, of the lattice of another one or of that `name`, else the usual one of the rules.

    The usual one is squares, or else the first lattice that the rules name.

    Raises `Failed` as `sized_board` does.
    """
    usual = name or (RECTANGLE if RECTANGLE in rules.lattices else rules.lattices[0])
    if (like.lattice if like is not None else usual) == RECTANGLE:
        return sized_board(rules, height, width, None)
    _check_size(height, width, None)
    if isinstance(like, Tiling):
        return Tiling(height, width, shape=like.shape, first=like.first, left=like.left)
    return Tiling(height, width, shape=lattice(usual))


def _check_size(height: int, width: int, span: Span | None) -> None:
    if height < 1 or width < 1:
        raise fail("E203", "the board has no cells", span)
    if height * width > (most := most_cells()):
        problem = f"a board of {height} x {width} has more than {most:,} cells, which is what memory can hold"
        raise fail("E110", problem, span, hint="use a smaller board")
