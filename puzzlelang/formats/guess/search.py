"""Best-first search, with a limit, for sequences of pieces that read texts whole and fit the declarations."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import combinations, count, product

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.guess.entries import EntryProposal, entry, fit, sites
from puzzlelang.formats.guess.groups import (
    IgnoredItems,
    fit_both,
    fit_group,
    free_wall_links,
    ignored_items,
    is_inside_region,
)
from puzzlelang.formats.guess.names import members_of
from puzzlelang.formats.guess.stretches import CODECS, PieceText, searchable_pieces
from puzzlelang.formats.pieces.codec import Borders, Codec, Layer
from puzzlelang.formats.pieces.layers import gather_items
from puzzlelang.formats.pieces.places import from_labels, from_links, places
from puzzlelang.geometry.places import Cell, Link, Region
from puzzlelang.puzzle import Key
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.checks.readings import target_of
from puzzlelang.typed.codecs.codec import OUTSIDE, PLACES, Piece, Target
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.ir import Item

MOST_STEPS = 3000
"""How many pieces are tried in all before the search ends."""

_UNUSED = 3  # what it costs to leave a given without a layer
_MOST_TOGETHER = 3  # givens that are looked for in one grid
_RARE = frozenset({"innermarks", "kakuru", "marks"})  # pieces that few types use, and that read much of what others do
_SELDOM = 2  # what it costs to fill a set that most boards leave out
_GRID = PLACES | OUTSIDE

_Site = tuple[Item, ...]
"""The declarations that one layer could fill: one alone, or several that share a grid."""


class PartialReading(msgspec.Struct, frozen=True):
    """A state of the search: the offset in each text, the names of filled targets, the regions of each text.

    `ignored`: pieces without targets, each with the items that it ignores.
    """

    pieces: tuple[ir.ReadPiece, ...]
    at: tuple[int, ...]
    cost: int
    filled: frozenset[str]
    regions: tuple[dict[str, tuple[Region, ...]], ...]
    ignored: tuple[IgnoredItems, ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """A statement that may read texts, with what it leaves out."""

    reading: ir.Reading
    ignored: tuple[IgnoredItems, ...] = ()


def proposals(rules: ir.Ruleset, texts: Sequence[PieceText]) -> list[Candidate]:
    """Statements that read all the texts to their end, the likeliest first; perhaps none within `MOST_STEPS`.

    The texts are of one format and type.  What is given is the same in all drawings of a board, so where texts differ
    something to be found is likelier, if all are drawings of one board.
    """
    first = texts[0]
    finished: list[tuple[int, int, PartialReading]] = []
    order = count()
    start = PartialReading((), tuple(text.start for text in texts), 0, frozenset(), tuple({} for _ in texts))
    waiting = [(0, next(order), start)]
    steps = 0
    seen: set[object] = set()
    while waiting and steps < MOST_STEPS:
        _, __, state = heapq.heappop(waiting)
        if all(text.is_over(at) for text, at in zip(texts, state.at, strict=True)):
            finished.append((state.cost + _unfilled_cost(rules, state), next(order), state))
            continue
        for further in _successors(rules, texts, state):
            steps += 1
            if further is None:
                continue
            mark = (further.at, further.filled, tuple(piece.word for piece in further.pieces))
            if mark not in seen:
                seen.add(mark)
                heapq.heappush(waiting, (further.cost + _unread_cost(texts, further), next(order), further))
    best = [state for _, __, state in sorted(finished, key=lambda one: one[:2])]
    span = first.source.first()
    front = _front_pieces(rules, first)
    return [
        Candidate(ir.Reading(first.format, first.type, (*front, *state.pieces), span), state.ignored) for state in best
    ]


def _unfilled_cost(rules: ir.Ruleset, state: PartialReading) -> int:
    """Return the cost of the givens without a default that are not filled yet."""
    return _UNUSED * sum(given.name not in state.filled and given.default is None for given in rules.givens)


def _unread_cost(texts: Sequence[PieceText], state: PartialReading) -> int:
    """The unread rest of the texts in tenths: the search prefers states that read most."""
    whole = sum(text.reader().end - text.start for text in texts)
    left = sum(text.reader(at).end - at for text, at in zip(texts, state.at, strict=True))
    return 10 * left // max(1, whole)


def _front_pieces(rules: ir.Ruleset, text: PieceText) -> tuple[ir.ReadPiece, ...]:
    """Return a piece for a square size, or for letters behind the size that choose the first option's last value."""
    letters = text.letters.text
    if text.square:
        return (ir.ReadPiece("square", False, (), text.letters),)
    if not letters:
        return ()
    option = next(iter(rules.options), None)
    values = [(letters, option.members[-1]), ("", option.default)] if option else [(letters, None), ("", None)]
    span = text.letters
    entries = tuple(
        ir.PieceEntry(key, (ir.Effect(option.name, value, span),) if option else (), span) for key, value in values
    )
    return (ir.ReadPiece("flag", False, (entries,), span),)


def _successors(
    rules: ir.Ruleset, texts: Sequence[PieceText], state: PartialReading
) -> Iterator[PartialReading | None]:
    """Every piece that could come next, with everything that it could fill; None for each that does not fit."""
    span = texts[0].source.first()
    slashed = all(text.reader(at).peek() == "/" for text, at in zip(texts, state.at, strict=True))
    if slashed and texts[0].format == "puzzlink":
        pieces = (*state.pieces, ir.ReadPiece("/", True, (), span))
        yield msgspec.structs.replace(state, pieces=pieces, at=tuple(at + 1 for at in state.at))
    name = texts[0].format
    draws = FORMATS[name].draws
    declared = sites(rules, draws=draws)
    inside = free_wall_links(rules, state.filled)
    for word, piece in searchable_pieces(name):
        codec = CODECS[name][word]
        for amount in range(piece.least, len(piece.layers) + 1):
            for items in _assignments(declared, piece, amount, state.filled, draws=draws):
                yield _extend(texts, state, word, codec, items, inside if piece.walls else None)


def _assignments(
    declared: Sequence[tuple[Target, Item]],
    piece: Piece,
    amount: int,
    filled: frozenset[str],
    *,
    draws: bool,
) -> Iterator[tuple[_Site, ...]]:
    """The possible targets of a piece's layers that are not filled yet."""
    choices: list[list[_Site]] = []
    for allowed in piece.layers[:amount]:
        free = [item for target, item in declared if target in allowed and item.name not in filled]
        givens, finds = ([item for item in free if isinstance(item, kind)] for kind in (ir.Given, ir.Find))
        both = product(givens, finds) if draws and allowed <= {Target.CELLS, Target.REGIONS} else ()
        together = _groups(givens, finds if both else ()) if allowed <= _GRID else ()
        choices.append([*((item,) for item in free), *both, *together])
    for items in product(*choices):
        names = [item.name for site in items for item in site]
        if len(set(names)) == len(names):
            yield items


def _groups(givens: Sequence[Item], finds: Sequence[Item]) -> Iterator[_Site]:
    """Several things given that share one grid, perhaps with something drawn."""
    for amount in range(2, min(len(givens), _MOST_TOGETHER) + 1):
        for some in combinations(givens, amount):
            if len({target_of(item) for item in some}) == 1:
                yield some
                yield from ((*some, find) for find in finds)


def _extend(
    texts: Sequence[PieceText],
    state: PartialReading,
    word: str,
    codec: Codec,
    filling: tuple[_Site, ...],
    inside: ir.Given | None,
) -> PartialReading | None:
    """Return the state after one more piece; None if it fails to read, reads nothing, or its items do not fit.

    `inside` is the set of links that can take borders inside of given regions.
    """
    read: list[list[Layer]] = []
    ends, regions = [], []
    walled = False
    span = texts[0].source.first()
    items = [site[0] for site in filling]
    # Pieces ask what they are about where the board has rules.
    asks = texts[0].board.rules is not None
    about = [tuple(ir.Effect(item.name, None, span) for item in site if asks) for site in filling]
    plain = tuple((ir.PieceEntry(None, effects, span),) for effects in about)
    for text, at, known in zip(texts, state.at, state.regions, strict=True):
        reader = text.reader(at)
        board = msgspec.structs.replace(text.board, layers=plain)
        places_of_items = [_places(item, text, known, codec) for item in items]
        try:
            layers = list(codec.decode(reader, [len(those) for those in places_of_items], board))
            by_links = msgspec.structs.replace(codec, labels=False)
            places_of_items = [
                _places(item, text, known, by_links) if isinstance(layer, Borders) else those
                for item, those, layer in zip(items, places_of_items, layers, strict=False)
            ]
            if codec.spread:
                layers = [gather_items(those, layer) for those, layer in zip(places_of_items, layers, strict=False)]
        except Failed:
            return None
        if any(len(those) != len(layer) for those, layer in zip(places_of_items, layers, strict=False)):
            return None
        read.append(layers)
        ends.append(reader.at)
        regions.append(known | _partitions(text, items, places_of_items, layers))
        if inside is not None and items and isinstance(items[0], ir.Given) and items[0].name in regions[-1]:
            walled = walled or is_inside_region(regions[-1][items[0].name], places_of_items[0], layers[0])
    fits = [_fit(site, [layers[index] for layers in read], span) for index, site in enumerate(filling)]
    if tuple(ends) == state.at or None in fits:
        return None
    cost = state.cost + sum(one.cost for one in fits if one)
    cost += _rarity(word, filling) + _drawing_cost(texts, filling, read)
    entries = tuple(one.entries for one in fits if one)
    filled = state.filled | {item.name for site in filling for item in site}
    if walled and inside is not None:
        entries = ((*entries[0], entry(None, inside, None, span)), *entries[1:])
        filled |= {inside.name}
    ignored = state.ignored if filling else (*state.ignored, *ignored_items(texts, state.at, ends, word))
    pieces = (*state.pieces, ir.ReadPiece(word, False, entries, span))
    return PartialReading(pieces, tuple(ends), cost, filled, tuple(regions), ignored)


def _fit(site: _Site, layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    match site:
        case (ir.Given() as given, ir.Find() as find):
            return fit_both(given, find, layers, span)
        case (item,):
            return fit(item, layers, span)
        case _:
            return fit_group(site, layers, span)


def _rarity(word: str, filling: Sequence[_Site]) -> int:
    """The cost of a piece: higher if it leaves everything out, may be absent, or has a better alternative there."""
    apart = any(target_of(item) in OUTSIDE for site in filling for item in site) and word == "number16"
    between = any(target_of(item) in (Target.LINKS, Target.BORDERS) for site in filling for item in site)
    signs = word in ("bits", "circle", "empty") and any(isinstance(site[0].kind, ir.FunctionKind) for site in filling)
    numbers = signs and not any(members_of(item) for site in filling for item in site)
    rare = word.startswith("last") or word in _RARE
    odd = between and word in ("bits", "empty")
    return 2 + 2 * (not filling) + rare + apart + numbers + odd + _SELDOM * any(map(_may_be_left_out, filling))


def _may_be_left_out(site: _Site) -> bool:
    """Whether a layer fills nothing but one given set with a default."""
    match site:
        case (ir.Given(kind=ir.SetKind(), default=default),):
            return default is not None
        case _:
            return False


def _places(item: Item, text: PieceText, known: dict[str, tuple[Region, ...]], codec: Codec) -> Sequence[Key]:
    return places(item, text.board.geometry, known, labels=codec.labels, by_rows=codec.by_rows)


def _partitions(
    text: PieceText, items: Sequence[Item], places_of_items: Sequence[Sequence[Key]], layers: Sequence[Layer]
) -> dict[str, tuple[Region, ...]]:
    """The regions of the partitions that a piece fills."""
    areas: dict[str, tuple[Region, ...]] = {}
    for item, asked_places, layer in zip(items, places_of_items, layers, strict=False):
        if not isinstance(item.kind, ir.PartitionKind):
            continue
        items_at = [(place, one) for place, one in zip(asked_places, layer, strict=True) if one is not None]
        labels = {place: str(one.value) for place, one in items_at if isinstance(place, Cell)}
        cut = {place for place, one in items_at if isinstance(place, Link) and one.value not in (0, "0")}
        areas[item.name] = from_labels(item.name, labels) if labels else from_links(text.board.geometry, item.name, cut)
    return areas


def _drawing_cost(texts: Sequence[PieceText], filling: Sequence[_Site], read: Sequence[Sequence[Layer]]) -> int:
    """Return a cost: between drawings of one board, layers of finds should differ, and layers of givens should not."""
    cost = 0
    for index, site in enumerate(filling):
        contents = {tuple(str(one and one.value) for one in layers[index]) for layers in read}
        drawn = isinstance(site[-1], ir.Find)
        empty = all(one is None for layers in read for one in layers[index])
        if len(texts) > 1:
            cost += 0 if empty or drawn == (len(contents) > 1) else 4
        else:
            cost += drawn and not empty and len(site) < 2
    return cost
