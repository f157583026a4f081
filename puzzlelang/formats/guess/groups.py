"""Proposes entries for several declarations in one grid, and for what a piece holds besides values of places."""

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang.formats.guess import names
from puzzlelang.formats.guess.entries import NOT, EntryProposal, fit, in_range, key_of
from puzzlelang.formats.guess.stretches import PieceText
from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.codec import Layer, RawItem
from puzzlelang.geometry.places import Link, Region
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Key, Unknown
from puzzlelang.source import Span
from puzzlelang.typed import ir


def fit_both(given: ir.Given, find: ir.Find, layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    """Return entries for a given and a find that share one grid; None if the items do not fit both.

    Items that begin with a digit, and the items `-` and `?`, go to the given; all others go to the find.  For two sets,
    the last key in sorted order goes to the find if all others are in `NOT`.
    """
    items = [[one for one in layer if one is not None] for layer in layers]
    values = {key_of(one.value): one.value for layer in items for one in layer}
    signs = {key for key in values if not key[0].isdigit() and key not in ("-", "?")}
    if not signs - set(NOT) and isinstance(given.kind, ir.SetKind) and isinstance(find.kind, ir.SetKind):
        signs |= set(sorted(values, reverse=True)[:1])
    if not signs or signs == set(values):
        return None
    parts = [
        fit(item, [[one for one in layer if (key_of(one.value) in signs) == drawn] for layer in items], span)
        for item, drawn in ((find, True), (given, False))
    ]
    if parts[0] is None or parts[1] is None:
        return None
    # What is given stands first: it is written where both are said.
    last = [entry for part in reversed(parts) if part for entry in part.entries]
    keys = {
        drawn: next((key for key in values if (key in signs) == drawn and key not in NOT), None) for drawn in (0, 1)
    }
    whole = [
        ir.PieceEntry(keys[entry in parts[0].entries], entry.effects, span)
        if entry.key is None and isinstance((find if entry in parts[0].entries else given).kind, ir.SetKind)
        else entry
        for entry in last
    ]
    return EntryProposal(tuple(whole), parts[0].cost + parts[1].cost)


def fit_group(items: Sequence[ir.Item], layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    """Return entries for declarations that share one grid, at most one of them a find; None if one gets no items.

    Numbers go to the declaration with numbers whose range admits them.  The other items go to the declaration that they
    match by meaning, then one to each set, then to the one enumeration.
    """
    given_items = [one for layer in layers for one in layer if one is not None]
    values = {key_of(one.value): one.value for one in given_items}
    shares = _shares(items, values)
    if shares is None:
        return None
    entries: list[ir.PieceEntry] = []
    cost = 0
    for item, keys in zip(items, shares, strict=True):
        mine = [[one for one in layer if one is not None and key_of(one.value) in keys] for layer in layers]
        part = fit(item, mine, span)
        if part is None:
            return None
        first = next((key for key in keys if key not in NOT), keys[0])
        plain = isinstance(item.kind, ir.SetKind) or (entries and _has_default(entries) and _has_default(part.entries))
        entries += [
            ir.PieceEntry(first, one.effects, span) if one.key is None and plain else one for one in part.entries
        ]
        cost += part.cost
    return EntryProposal(tuple(sorted(entries, key=lambda one: one.key is None)), cost + len(items))


def _has_default(entries: Sequence[ir.PieceEntry]) -> bool:
    return any(entry.key is None for entry in entries)


def _shares(items: Sequence[ir.Item], values: dict[str, RawItem]) -> list[list[str]] | None:
    """Return the keys of the items for each declaration; None if one gets none, or if a key is left over."""
    shares: dict[str, list[str]] = {item.name: [] for item in items}
    kinds = {item.name: item.kind for item in items}
    numeric = [item for item in items if _numbers(item) is not None]
    named = [item for item in items if names.members_of(item)]
    sets = [item for item in items if isinstance(item.kind, ir.SetKind)]
    if len(numeric) > 1 or len(named) > 1 or len(numeric) + len(named) + len(sets) < len(kinds):
        return None
    left: list[str] = []
    for key, value in values.items():
        sure = [item for item in sets if names.names_set(item, key)]
        sure += [
            item for item in named if names.name_of_mark(key, (key,), names.members_of(item), names.plain_symbols(item))
        ]
        wanted = next((item for item in numeric if _fits(item, key, value)), None)
        if wanted is not None and not (sure and isinstance(value, str)):
            shares[wanted.name].append(key)
        elif len(sure) == 1:
            shares[sure[0].name].append(key)
        else:
            left.append(key)
    drawn = next((item for item in sets if isinstance(item, ir.Find)), None)
    if drawn is not None:
        shares[drawn.name] += [key for key in left if key in NOT]
        left = [key for key in left if key not in NOT]
    # What is drawn is looked for last, as most texts have it behind the rest.
    for item in sorted(sets, key=lambda one: isinstance(one, ir.Find)):
        if not set(shares[item.name]) - set(NOT) and left:
            shares[item.name].append(left.pop(0))
    if named:
        shares[named[0].name] += left
        left = []
    result = [shares[item.name] for item in items]
    return None if left or not all(result) else result


def _numbers(item: ir.Item) -> ir.ValueKind | None:
    match item.kind:
        case ir.FunctionKind(value=kind) if kind.base in (ir.Base.NUMBER, ir.Base.NUMBERS):
            return kind
        case _:
            return None


def _fits(item: ir.Item, key: str, value: RawItem) -> bool:
    """Whether `item` is a declaration with numbers that admits this value."""
    kind = _numbers(item)
    if kind is None:
        return False
    if isinstance(value, Unknown) or key == "-":
        return kind.unknown
    return (isinstance(value, int) and in_range(kind, [value])) or (
        isinstance(value, tuple) and kind.base is ir.Base.NUMBERS
    )


IgnoredItems = tuple[str, tuple[tuple[str, int], ...]]
"""A piece without targets, or a kind of Penpa marks that is ignored: its items and how often each occurs."""

_SILENT = frozenset({".", "0"})


def free_wall_links(rules: ir.Ruleset, filled: frozenset[str] = frozenset()) -> ir.Given | None:
    """Return the first given set of links with a default that is not in `filled`; None if there is none.

    Borders inside regions can be read as this set.
    """
    for given in rules.givens:
        links = isinstance(given.kind, ir.SetKind) and given.kind.sort is Sort.LINK
        if links and given.default is not None and given.name not in filled:
            return given
    return None


def is_inside_region(regions: Sequence[Region], places: Sequence[Key], layer: Layer) -> bool:
    """Whether a layer has a border with the same region on both sides."""
    borders = zip(places, layer, strict=True)
    cut = {
        place: one.span
        for place, one in borders
        if isinstance(place, Link) and one is not None and one.value not in (0, "0", "-1")
    }
    return bool(inner_walls.walls_inside_regions(regions, cut))


def ignored_items(
    texts: Sequence[PieceText], starts: Sequence[int], ends: Sequence[int], word: str
) -> Iterator[IgnoredItems]:
    """Yield `word` with the items that a piece without targets reads, and how often each occurs.

    `starts` and `ends` are the offsets of the piece in each text.  The items `.` and `0` do not count; if there are no
    others, nothing is yielded.
    """
    parts = [text.source.text[at:end] for text, at, end in zip(texts, starts, ends, strict=True)]
    files = texts[0].format != "puzzlink"
    counted = Counter(item for part in parts for item in (part.replace("/", " ").split() if files else part))
    result = {item: amount for item, amount in counted.items() if item not in _SILENT}
    if result:
        yield word, tuple(sorted(result.items()))
