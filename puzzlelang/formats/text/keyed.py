"""Reads blocks under the `[name]` of a given: pictures, and lists by side or name.

Lists are values of lines by side (`top: 1 2 . 3`), of regions, groups and directions by name (`a: 5 b: 12`).
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_words, nearest_word
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.gathered import places_by_name
from puzzlelang.formats.text.grid import SIDES, margin_places
from puzzlelang.formats.text.layout import ANY_MARK, OWN_SHAPES, is_pictured, set_symbol
from puzzlelang.formats.text.split import Block, TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS, ValueFault, kind_of, read_hint, read_value, sample
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Group, Place, Region
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Value
from puzzlelang.source import Span
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Find, FunctionKind, Given, GroupsKind, Item, PartitionKind, SetKind

_ENTRY = re.compile(r"(?<![^\s:=])([^\s:=]++)\s*+[:=]\s*+([^\s:=]++|=(?!\S))(?!\s*+[:=])")
"""Begins at words only and never gives back what it took, so long lines do not take long.

A value may be the sign `=`.
"""

_ALIASES = {"columns": "top", "rows": "left"}


class Listing(msgspec.Struct, eq=False):
    """Values of a list with their spans, places whose line was read, and all errors."""

    values: dict[Place, Value] = msgspec.field(default_factory=dict)
    spans: dict[Place, Span] = msgspec.field(default_factory=dict)
    problems: list[Diagnostic] = msgspec.field(default_factory=list)
    unknown: set[Place] = msgspec.field(default_factory=set)
    named: set[Place] = msgspec.field(default_factory=set)

    def put(self, place: Place, value: Value, span: Span) -> None:
        """Adds a value."""
        self.values[place] = value
        self.spans[place] = span


def is_keyed(item: Item, squares: bool = True) -> bool:
    """Whether an item's own block is a list: on squares where there is no picture, else of all but cells."""
    return sort_of(item) is not None and not is_pictured(item, squares)


def sides_of(item: Item, geometry: Geometry) -> tuple[str, ...]:
    """The possible sides of a list of hints; on lattices other than squares those of all lines."""
    if not isinstance(geometry, SquareGrid):
        if sort_of(item) is Sort.VIEW:
            return tuple(dict.fromkeys(view.side for view in geometry.views))
        return tuple(dict.fromkeys(line.kind for line in geometry.lines))
    sides = item.sides if isinstance(item, Given) else ()
    if sort_of(item) is Sort.VIEW:
        return sides or SIDES
    return sides or ("top", "left")


def read_listing(
    item: Item,
    block: Block,
    geometry: Geometry,
    partitions: Mapping[str, tuple[Region, ...]],
    groups: Mapping[str, tuple[Group, ...]],
) -> Listing:
    """The values in an item's own block."""
    result = Listing()
    sort = sort_of(item)
    if sort in {Sort.LINE, Sort.VIEW}:
        seen: set[str] = set()
        for row in block.written:
            _read_side(result, item, sort, row, geometry=geometry, seen=seen)
        return result
    known = places_by_label(item, geometry, partitions, groups)
    for row in block.written:
        if isinstance(item.kind, SetKind):
            _read_members(result, item, row, known)
        else:
            _read_entries(result, item, row, known)
    return result


def places_by_label(
    item: Item,
    geometry: Geometry,
    partitions: Mapping[str, tuple[Region, ...]],
    groups: Mapping[str, tuple[Group, ...]],
) -> Mapping[str, Place]:
    """The places of an item whose list is by name: regions, groups, paths or directions; links, borders and corners."""
    sort = sort_of(item)
    if sort is not None and sort in OWN_SHAPES and not isinstance(item.kind, GroupsKind):
        return places_by_name(sort, geometry)
    if isinstance(item.kind, GroupsKind):
        return {group.label: group for group in groups.get(item.name, ())}
    if sort in GATHERED and isinstance(item.kind, FunctionKind):
        return {group.label: group for group in groups.get(item.kind.partition or "", ())}
    regions = partitions.get(partition_of(item, tuple(partitions)) or "", ())
    if sort is Sort.DIRECTION:
        return {direction.name: direction for direction in geometry.directions}
    return {region.label: region for region in regions}


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
        case PartitionKind() | GroupsKind():
            return ValueFault("is no value", "write a grid")
        case _:
            return read_hint(item, tokens)


def _read_side(
    listing: Listing, item: Item, sort: Sort | None, row: TextRow, *, geometry: Geometry, seen: set[str]
) -> None:
    key, colon, rest = row.text.partition(":")
    sides = sides_of(item, geometry)
    side = _ALIASES.get(key.strip().lower(), key.strip().lower())
    first = row.tokens()[0]
    if not colon or side not in sides or sort is None:
        near = nearest_word(side, [*sides, *_ALIASES])
        advice = (
            f"did you mean `{near}:`?"
            if near and colon
            else f"begin with {join_words([f'`{s}:`' for s in sides], 'or')}"
        )
        listing.problems.append(Diagnostic("E104", f"this line says no side for {item.name}", first.span, help=advice))
        return
    if side in seen:
        listing.problems.append(Diagnostic("E107", f"`{side}` is there twice", first.span, help="keep one of them"))
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
        listing.problems.append(Diagnostic("E102", problem, at.span, help=advice))
        return
    for place, token in zip(places, tokens, strict=True):
        _put(listing, item, place, token, str(place))


def _put(listing: Listing, item: Item, place: Place, token: TextToken, where: str) -> None:
    if token.text == "?" and isinstance(item, Find):
        listing.unknown.add(place)
        return
    value = _value(item, [token])
    if isinstance(value, ValueFault):
        problem = f"the {item.name} `{token.text}` of {where} {value.reason}"
        listing.problems.append(Diagnostic("E106", problem, token.span, help=value.help))
    elif value is not None:
        listing.put(place, value, token.span)


def _read_entries(listing: Listing, item: Item, row: TextRow, known: Mapping[str, Place]) -> None:
    """Every `name: value` or `name=value` of a line."""
    end = 0
    for entry in _ENTRY.finditer(row.text):
        if row.text[end : entry.start()].strip():
            break
        end = entry.end()
        name, value = row.token(*entry.span(1)), row.token(*entry.span(2))
        place = known.get(name.text)
        if place is None:
            listing.problems.append(_unknown_name(name, known, item))
        elif place in listing.named:
            problem = f"`{name.text}` is there twice"
            listing.problems.append(Diagnostic("E107", problem, name.span, help="keep one of the values"))
        else:
            listing.named.add(place)
            _put(listing, item, place, value, name.text)
    if row.text[end:].strip():
        rest = TextRow(row.source, row.start + end, row.text[end:]).tokens()[0]
        kind = kind_of(item)
        after = [token.text for token in TextRow(row.source, row.start + end, row.text[end:]).tokens()][1:2]
        apart = rest.text in known and after and not isinstance(read_value(item, after[0]), ValueFault)
        line = f"{rest.text}: {after[0]}" if apart else f"{next(iter(known), 'a')}: {sample(kind, item.shown)}"
        advice = f"write `{line}`" if apart else f"write lines such as `{line}`"
        listing.problems.append(Diagnostic("E106", f"`{rest.text}` is no `name: value`", rest.span, help=advice))


def _read_members(listing: Listing, item: Item, row: TextRow, known: Mapping[str, Place]) -> None:
    """The members of a set; of one to be found also `name: ?`."""
    text = row.text
    for entry in _ENTRY.finditer(row.text) if isinstance(item, Find) else ():
        if (place := known.get(entry[1])) is not None and entry[2] == "?":
            listing.unknown.add(place)
            text = text[: entry.start()] + " " * (entry.end() - entry.start()) + text[entry.end() :]
    for token in TextRow(row.source, row.start, text).tokens():
        place = known.get(token.text)
        if place is None:
            listing.problems.append(_unknown_name(token, known, item))
        else:
            listing.put(place, True, token.span)


def _unknown_name(token: TextToken, known: Mapping[str, Place], item: Item) -> Diagnostic:
    some = [f"`{label}`" for label in list(known)[:12]]
    first = "draw the regions first"
    if sort_of(item) in GATHERED and isinstance(item.kind, FunctionKind):
        first = f"list the places of each in a block `[{item.kind.partition}]`"
    advice = did_you_mean(token.text, known) or (f"the board has {join_words(some)}" if some else first)
    return Diagnostic("E113", f"there is no `{token.text}` on the board", token.span, help=advice)
