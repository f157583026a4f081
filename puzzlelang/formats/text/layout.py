"""The layout of a board text, derived from the declarations of a ruleset alone."""

import enum
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.formats.text.values import BLANKS, DIRECTION_SPELLINGS, names, numeric
from puzzlelang.geometry.sorts import EDGES, Sort
from puzzlelang.puzzle import Value
from puzzlelang.typed.checks.kinds import sort_of, value_kind
from puzzlelang.typed.ir import (
    Base,
    Find,
    FunctionKind,
    Given,
    Item,
    PartitionKind,
    Ruleset,
    SetKind,
)

ANY_MARK = "#xX*1oO"
"""What counts as a mark in the own block of a set that has no symbol."""


class PictureShape(enum.Enum):
    """The layout of a grid of H x W cells in lines of text, with the size of that picture."""

    CELLS = "H x W"
    LINKS = "2H-1 x 2W-1, links between the cells"
    LATTICE = "2H+1 x 2W+1, corners and borders around the cells"
    CORNERS = "H+1 x W+1, corners only"


OWN_SHAPES: Mapping[Sort, tuple[PictureShape, ...]] = {
    Sort.CELL: (PictureShape.CELLS,),
    Sort.LINK: (PictureShape.LINKS,),
    Sort.BORDER: (PictureShape.LATTICE,),
    Sort.CORNER: (PictureShape.CORNERS, PictureShape.LATTICE),
}
"""How a block of its own looks for places of a sort; other sorts have lists instead of pictures."""


class PictureSpot(msgspec.Struct, frozen=True):
    """A kind of place in a picture; `level` distinguishes links and borders that lie along a row."""

    sort: Sort
    level: bool = True


def spot_at(sort: Sort, lattice: tuple[int, int]) -> PictureSpot:
    """The spot of a place: a link is level between left and right cells, a border between upper and lower ones."""
    row_odd = lattice[0] % 2 == 1
    return PictureSpot(sort, row_odd if sort is Sort.LINK else not row_odd) if sort in EDGES else PictureSpot(sort)


def is_pictured(item: Item, squares: bool = True) -> bool:
    """Whether an item's own block is a picture rather than a list; without `squares` only pictures of cells are."""
    sort = sort_of(item)
    return sort in OWN_SHAPES if squares else sort is Sort.CELL


def may_be_blank(item: Item) -> bool:
    """Whether a blank in a drawing means absence: for a set, what may stay empty, and areas of a set to be found."""
    kind = value_kind(item)
    areas = isinstance(item.kind, PartitionKind) and not item.kind.fixed
    return isinstance(item.kind, SetKind) or areas or (kind is not None and kind.absent)


def is_numeric(item: Item) -> bool:
    """Whether digits are values."""
    kind = value_kind(item)
    return kind is not None and numeric(kind)


def mark_at_spot(symbol: str, spot: PictureSpot) -> str:
    """The character of a mark at one spot: a mark of two has one along rows and one along columns."""
    if spot.sort in EDGES and len(symbol) == 2:
        return symbol[0] if spot.level else symbol[1]
    return symbol


def set_symbol(item: Item) -> str | None:
    """The symbol of a set: the declared one, else `-|` for links and borders; for a find `#`."""
    declared = dict(item.shown.symbols).get("")
    if declared is None and sort_of(item) in EDGES:
        return "-|"
    return "#" if declared is None and isinstance(item, Find) else declared


def marks(item: Item, spot: PictureSpot, own: bool = False) -> dict[str, Value]:
    """The tokens of values at a spot, without numbers and labels; `own` in the item's own block."""
    match item.kind:
        case SetKind():
            symbol = set_symbol(item)
            result: dict[str, Value] = {mark_at_spot(symbol, spot): True} if symbol else {}
            if item.shown.negation:
                result[mark_at_spot(item.shown.negation, spot)] = False
            if own and not dict(item.shown.symbols).get(""):
                result |= {mark: True for mark in ANY_MARK if mark not in result}
            return result
        case FunctionKind(value=value) if value.base is Base.NAME:
            chosen = {symbol for _, symbol in item.shown.symbols}  # a name is no pair of marks, even with two letters
            known = names(value, item.shown).items()
            return {mark_at_spot(symbol, spot) if symbol in chosen else symbol: name for symbol, name in known}
        case FunctionKind(value=value) if value.base is Base.NUMBER:
            return {mark_at_spot(symbol, spot): int(number) for number, symbol in item.shown.symbols}
        case FunctionKind(value=value) if value.base is Base.DIRECTION:
            return dict(DIRECTION_SPELLINGS)
        case _:
            return {}


def all_marks(item: Item) -> set[str]:
    """The marks of an item at all its spots."""
    sort = sort_of(item)
    return set() if sort is None else {*marks(item, PictureSpot(sort, True)), *marks(item, PictureSpot(sort, False))}


def has_digits(symbols: Iterable[str]) -> bool:
    """Whether a number could be mistaken for one of the symbols."""
    return any(symbol.isdigit() for symbol in symbols)


class _UsedMarks(msgspec.Struct, eq=False):
    """The symbols in use by sort of place, while items are chosen that can share one grid.

    `numbers` are the sorts of place that already have an item with numbers.
    """

    symbols: dict[Sort, set[str]] = msgspec.field(default_factory=dict)
    numbers: set[Sort] = msgspec.field(default_factory=set)

    def add(self, item: Item) -> bool:
        """Add an item if none of its symbols is in use at its sort of place; return whether it was added."""
        sort = sort_of(item)
        if sort is None or isinstance(item.kind, PartitionKind):
            return False
        used = self.symbols.setdefault(sort, {"?"})
        result = all_marks(item)
        if is_numeric(item):
            if sort in self.numbers or has_digits(used) or result & used:
                return False
            self.numbers.add(sort)
        elif not result or result & used or (sort in self.numbers and has_digits(result)):
            return False
        used |= result
        return True


def _main_givens(rules: Ruleset, own: frozenset[str]) -> tuple[Given, ...]:
    shown = [given for given in rules.givens if not given.own_block]
    at_cells = [given for given in shown if sort_of(given) is Sort.CELL]
    if at_cells and isinstance(at_cells[0].kind, PartitionKind):
        # The partition has the grid alone if all others are sparse names or missing cells (blank in it).
        dense = [given for given in at_cells if given.name != rules.missing and not _sparse(given)]
        at_cells = dense if len(dense) == 1 else at_cells
    plain = [given for given in at_cells if not isinstance(given.kind, PartitionKind)]
    used = _UsedMarks()
    chosen: list[Given] = [given for given in sorted(plain, key=is_numeric) if used.add(given)]
    # Rows of links differ from rows of cells by their symbols, which must not be those of cells, and no numbers.
    at_links = [
        given for given in shown if sort_of(given) is Sort.LINK and not is_numeric(given) and not _optional(given)
    ]
    cell_marks = used.symbols.get(Sort.CELL, set())
    chosen += [given for given in at_links if not all_marks(given) & cell_marks and used.add(given)]
    if not at_cells and not chosen:
        at_corners = [given for given in shown if sort_of(given) is Sort.CORNER]
        return tuple(given for given in at_corners[:1] if given.name not in own)
    if len(at_cells) == 1 and not plain:
        chosen += at_cells
    return tuple(given for given in chosen if given.name not in own)


def _sparse(given: Given) -> bool:
    kind = value_kind(given)
    return kind is not None and kind.base is Base.NAME and kind.absent


def _overlay(rules: Ruleset, shape: PictureShape, main: Sequence[Given]) -> tuple[Find, ...]:
    if shape not in {PictureShape.CELLS, PictureShape.LINKS} or any(
        isinstance(given.kind, PartitionKind) for given in main
    ):
        return ()
    used = _UsedMarks()
    for given in main:
        used.add(given)
    wanted = {Sort.CELL, Sort.LINK} if shape is PictureShape.LINKS else {Sort.CELL}
    return tuple(
        find for find in rules.finds if sort_of(find) in wanted and _drawable_on_board(find) and used.add(find)
    )


def _drawable_on_board(find: Find) -> bool:
    """Return whether a find may be drawn over the board: all values are numbers or have symbols, none of them blank."""
    chosen = dict(find.shown.symbols)
    if BLANKS.intersection(chosen.values()):
        return False
    if isinstance(find.kind, SetKind):
        return bool(chosen)
    kind = value_kind(find)
    return is_numeric(find) or (kind is not None and set(kind.members) == set(chosen))


def _optional(given: Given) -> bool:
    """Return whether a given is a set with a default and without a symbol, which the main grid need not show."""
    return isinstance(given.kind, SetKind) and given.default is not None and not given.shown.symbols


class Layout(msgspec.Struct, frozen=True):
    """The assignment of the main block: `main` givens, `sides` with margins, `overlay` finds to be drawn over."""

    shape: PictureShape
    main: tuple[Given, ...]
    sides: Mapping[str, Given]
    overlay: tuple[Find, ...]


def layout(rules: Ruleset, own: frozenset[str] = frozenset(), squares: bool = True) -> Layout:
    """The layout of the main block, with the givens in `own` in blocks of their own; without `squares` cells only."""
    if not squares:
        own |= {given.name for given in rules.givens if sort_of(given) is not Sort.CELL}
    main = _main_givens(rules, own)
    shape = PictureShape.CELLS
    if any(sort_of(given) is Sort.LINK for given in main):
        shape = PictureShape.LINKS
    elif any(sort_of(given) is Sort.CORNER for given in main):
        shape = PictureShape.CORNERS
    sides: dict[str, Given] = {}
    for given in rules.givens:
        if shape is PictureShape.CELLS and given.name not in own and value_kind(given) is not None:
            for side in given.sides:
                sides.setdefault(side, given)
    return Layout(shape, main, sides, _overlay(rules, shape, main))


class AnswerLayout(msgspec.Struct, frozen=True):
    """The finds that share an `[answer]` block, and its possible shapes, the one to write first."""

    finds: tuple[Find, ...]
    shapes: tuple[PictureShape, ...]


def answer(rules: Ruleset, squares: bool = True) -> AnswerLayout:
    """The answer block of a ruleset; other finds have blocks under their own names, without `squares` all but cells."""
    pictured = [find for find in rules.finds if is_pictured(find, squares)]
    if pictured and isinstance(pictured[0].kind, PartitionKind):
        return AnswerLayout((pictured[0],), (PictureShape.CELLS,))
    used = _UsedMarks()
    around = any(sort_of(find) in {Sort.BORDER, Sort.CORNER} for find in pictured)
    chosen = tuple(find for find in pictured if not (around and sort_of(find) is Sort.LINK) and used.add(find))
    sorts = {sort_of(find) for find in chosen}
    if Sort.BORDER in sorts or sorts == {Sort.CELL, Sort.CORNER}:
        return AnswerLayout(chosen, (PictureShape.LATTICE,))
    if Sort.CORNER in sorts:
        return AnswerLayout(chosen, (PictureShape.CORNERS, PictureShape.LATTICE))
    if Sort.LINK in sorts:
        return AnswerLayout(chosen, (PictureShape.LINKS,))
    linked = layout(rules).shape is PictureShape.LINKS
    return AnswerLayout(chosen, (PictureShape.CELLS, PictureShape.LINKS) if linked else (PictureShape.CELLS,))
