"""Reads blocks under the `[name]` of a given: pictures, and lists by side or name.

Lists are values of lines by side (`top: 1 2 . 3`), of regions and directions by name (`a: 5 b: 12`).
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_words, nearest_word
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.draft import BoardTextDraft, needs_every_value, take_grid
from puzzlelang.formats.text.grid import SIDES, GridTask, Size, TokenGrid, labelled_places, margin_places
from puzzlelang.formats.text.layout import ANY_MARK, OWN_SHAPES, PictureShape, set_symbol
from puzzlelang.formats.text.picture import first_fitting
from puzzlelang.formats.text.row_cuts import kind_of
from puzzlelang.formats.text.split import Block, BoardTextParts, TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS, ValueFault, read_hint, read_value, sample
from puzzlelang.geometry.places import Place, Region
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Value
from puzzlelang.source import Span
from puzzlelang.typed.ir import Find, FunctionKind, Given, Item, PartitionKind, SetKind
from puzzlelang.typed.kinds import sort_of

_ENTRY = re.compile(r"(?<![^\s:=])([^\s:=]++)\s*+[:=]\s*+([^\s:=]++)(?!\s*+[:=])")
"""Begins at words only and never gives back what it took, so long lines do not take long."""

_ALIASES = {"columns": "top", "rows": "left"}


class Listing(msgspec.Struct, eq=False):
    """Values of a list with their spans, and all errors."""

    values: dict[Place, Value] = msgspec.field(default_factory=dict)
    spans: dict[Place, Span] = msgspec.field(default_factory=dict)
    problems: list[Diagnostic] = msgspec.field(default_factory=list)
    unknown: set[Place] = msgspec.field(default_factory=set)

    def put(self, place: Place, value: Value, span: Span) -> None:
        """Adds a value."""
        self.values[place] = value
        self.spans[place] = span


def is_keyed(item: Item) -> bool:
    """Whether an item's own block is a list."""
    return sort_of(item) is not None and sort_of(item) not in OWN_SHAPES


def sides_of(item: Item) -> tuple[str, ...]:
    """The possible sides of a list of hints."""
    sides = item.sides if isinstance(item, Given) else ()
    if sort_of(item) is Sort.VIEW:
        return sides or SIDES
    return sides or ("top", "left")


def read_listing(item: Item, block: Block, geometry: Geometry, partitions: Mapping[str, tuple[Region, ...]]) -> Listing:
    """The values in an item's own block."""
    found = Listing()
    sort = sort_of(item)
    if sort in {Sort.LINE, Sort.VIEW}:
        seen: set[str] = set()
        for row in block.written:
            _read_side(found, item, sort, row, geometry=geometry, seen=seen)
        return found
    regions = partitions.get(partition_of(item, tuple(partitions)) or "", ())
    known = labelled_places(Sort.DIRECTION if sort is Sort.DIRECTION else Sort.REGION, regions)
    for row in block.written:
        if isinstance(item.kind, SetKind):
            _read_members(found, row, known)
        else:
            _read_entries(found, item, row, known)
    return found


def partition_of(item: Item, partitions: Sequence[str]) -> str | None:
    """The partition of an item's regions; a set of regions belongs to the only partition."""
    named = item.kind.partition if isinstance(item.kind, FunctionKind) else None
    return named or next(iter(partitions), None)


def _value(item: Item, tokens: Sequence[TextToken]) -> Value | ValueFault | None:
    """The value of one token or list; for a set whether it is a mark."""
    match item.kind:
        case SetKind():
            symbol = set_symbol(item) or "#"
            text = tokens[0].text
            if text in BLANKS or (item.shown.negation and text == item.shown.negation):
                return None
            known = text == symbol or text in ANY_MARK
            return True if known else ValueFault("is no mark", f"write `{symbol}` or `.`")
        case PartitionKind():
            return ValueFault("is no value", "write a grid")
        case _:
            return read_hint(kind_of(item), item.shown, tokens)


def _read_side(
    found: Listing, item: Item, sort: Sort | None, row: TextRow, *, geometry: Geometry, seen: set[str]
) -> None:
    key, colon, rest = row.text.partition(":")
    sides = sides_of(item)
    side = _ALIASES.get(key.strip().lower(), key.strip().lower())
    first = row.tokens()[0]
    if not colon or side not in sides or sort is None:
        near = nearest_word(side, [*sides, *_ALIASES])
        advice = (
            f"did you mean `{near}:`?"
            if near and colon
            else f"begin with {join_words([f'`{s}:`' for s in sides], 'or')}"
        )
        found.problems.append(Diagnostic("E104", f"this line says no side for {item.name}", first.span, help=advice))
        return
    if side in seen:
        found.problems.append(Diagnostic("E107", f"`{side}` is there twice", first.span, help="keep one of them"))
        return
    seen.add(side)
    places = margin_places(geometry, sort, side)
    tokens = TextRow(row.source, row.start + len(key) + 1, rest).tokens()
    if len(tokens) == 1 != len(places) and len(tokens[0].text) == len(places) and "," not in tokens[0].text:
        tokens = tokens[0].characters()
    if len(tokens) != len(places):
        problem = f"`{side}` has {len(tokens)} values where {len(places)} are wanted"
        at = tokens[min(len(places), len(tokens) - 1)] if tokens else first
        advice = f"write {len(places)} values, with `.` for none"
        found.problems.append(Diagnostic("E102", problem, at.span, help=advice))
        return
    for place, token in zip(places, tokens, strict=True):
        _put(found, item, place, token, str(place))


def _put(found: Listing, item: Item, place: Place, token: TextToken, where: str) -> None:
    if token.text == "?" and isinstance(item, Find):
        found.unknown.add(place)
        return
    value = _value(item, [token])
    if isinstance(value, ValueFault):
        problem = f"the {item.name} `{token.text}` of {where} {value.reason}"
        found.problems.append(Diagnostic("E106", problem, token.span, help=value.help))
    elif value is not None:
        found.put(place, value, token.span)


def _read_entries(found: Listing, item: Item, row: TextRow, known: Mapping[str, Place]) -> None:
    """Every `name: value` or `name=value` of a line."""
    end = 0
    for entry in _ENTRY.finditer(row.text):
        if row.text[end : entry.start()].strip():
            break
        end = entry.end()
        name, value = row.token(*entry.span(1)), row.token(*entry.span(2))
        place = known.get(name.text)
        if place is None:
            found.problems.append(_unknown_name(name, known))
        elif place in found.values or place in found.unknown:
            problem = f"`{name.text}` is there twice"
            found.problems.append(Diagnostic("E107", problem, name.span, help="keep one of the values"))
        else:
            _put(found, item, place, value, name.text)
    if row.text[end:].strip():
        rest = TextRow(row.source, row.start + end, row.text[end:]).tokens()[0]
        kind = kind_of(item)
        after = [token.text for token in TextRow(row.source, row.start + end, row.text[end:]).tokens()][1:2]
        apart = rest.text in known and after and not isinstance(read_value(kind, item.shown, after[0]), ValueFault)
        line = f"{rest.text}: {after[0]}" if apart else f"{next(iter(known), 'a')}: {sample(kind, item.shown)}"
        advice = f"write `{line}`" if apart else f"write lines such as `{line}`"
        found.problems.append(Diagnostic("E106", f"`{rest.text}` is no `name: value`", rest.span, help=advice))


def _read_members(found: Listing, row: TextRow, known: Mapping[str, Place]) -> None:
    for token in row.tokens():
        place = known.get(token.text)
        if place is None:
            found.problems.append(_unknown_name(token, known))
        else:
            found.put(place, True, token.span)


def _unknown_name(token: TextToken, known: Mapping[str, Place]) -> Diagnostic:
    some = [f"`{label}`" for label in list(known)[:12]]
    advice = did_you_mean(token.text, known) or (
        f"the board has {join_words(some)}" if some else "draw the regions first"
    )
    return Diagnostic("E113", f"there is no `{token.text}` on the board", token.span, help=advice)


def block_name(block: Block) -> str:
    """The name of a block in messages."""
    return f"block [{block.name.text}]" if block.name is not None else "the board"


def block_grid(block: Block, given: Item, size: Size) -> tuple[PictureShape, TokenGrid]:
    """The grid of a block that is the picture of one given or find."""
    sort = sort_of(given)
    edges = [given] if sort is Sort.LINK else []
    plausible = BLANKS.__contains__ if edges else lambda _: True
    shapes = OWN_SHAPES[sort] if sort is not None else ()
    rows, inside = block.rows, block.indentation
    return first_fitting(
        [GridTask(shape, rows, size, {}, False, plausible, edges, block_name(block), inside) for shape in shapes]
    )


def read_blocks(draft: BoardTextDraft, sheet: BoardTextParts, geometry: Geometry) -> None:
    """Reads the blocks of givens, pictures first: lists may refer to regions that those show."""
    size = Size(geometry.height, geometry.width)
    lists: list[tuple[Given, Block]] = []
    for block in sheet.blocks:
        given = draft.rules.given(block.name.text) if block.name is not None else None
        if given is None:
            continue
        if is_keyed(given):
            lists.append((given, block))
        elif not block.written:
            _empty_block(draft, given, block)
        else:
            shape, grid = block_grid(block, given, size)
            for problem in grid.problems:
                draft.report(problem)
            if not grid.problems:
                where = block_name(block)
                take_grid(draft, geometry, grid, shape=shape, givens=(given,), where=where, own=True)
    for given, block in lists:
        if _partition_missing(draft, given):
            draft.givens[given.name] = {}
            continue
        listing = read_listing(given, block, geometry, draft.partitions)
        draft.givens[given.name] = {}
        for place, value in listing.values.items():
            draft.put(given.name, place, value, listing.spans[place])
        for problem in listing.problems:
            draft.report(problem)
        _check_complete(draft, given, block, listing, geometry)


def _partition_missing(draft: BoardTextDraft, given: Given) -> bool:
    """Return whether `given` has values for regions, but the board has no such partition (reported elsewhere)."""
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


def _check_complete(draft: BoardTextDraft, given: Given, block: Block, found: Listing, geometry: Geometry) -> None:
    if not needs_every_value(given) or found.problems or block.name is None:
        return
    sort = sort_of(given)
    places: list[Place] = []
    if sort in {Sort.LINE, Sort.VIEW}:
        places = [place for side in sides_of(given) for place in margin_places(geometry, sort, side)]
    elif sort is not None:
        regions = draft.partitions.get(partition_of(given, list(draft.partitions)) or "", ())
        places = list(labelled_places(sort, regions).values())
    missing = [str(place) for place in places if place not in found.values]
    if missing:
        more = f", nor {len(missing) - 1} more" if len(missing) > 1 else ""
        problem = f"{missing[0]} has no {given.name}{more}"
        draft.report(Diagnostic("E112", problem, block.name.span, help="write a value for it in this block"))
