"""Converts items of outside formats to values of givens, options and finds, by the entries of a `read` statement."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.codec import Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.keys import fill
from puzzlelang.formats.pieces.places import from_labels
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft, ReadItem, declaration
from puzzlelang.formats.text.layout import may_be_blank
from puzzlelang.formats.text.values import ValueFault, checked_list, read_bank
from puzzlelang.geometry.places import Cell, Link
from puzzlelang.geometry.polyominoes import BANKS
from puzzlelang.geometry.sorts import DIRECTIONS
from puzzlelang.puzzle import UNKNOWN, Key, Unknown, Value
from puzzlelang.typed.checks.readings import NOTHING
from puzzlelang.typed.ir import (
    Base,
    Effect,
    Find,
    FunctionKind,
    Given,
    Item,
    Option,
    PartitionKind,
    PieceEntry,
    Ruleset,
    SetKind,
    SingleKind,
    ValueKind,
)


def target(rules: Ruleset, entries: Sequence[PieceEntry]) -> ReadItem | None:
    """The target of a layer: the first declaration that its entries name, None if they name nothing."""
    return next((declaration(rules, effect.name) for entry in entries for effect in entry.effects), None)


def apply_item(
    draft: PuzzleDraft, entries: Sequence[PieceEntry], places: Sequence[Key], layer: Layer, *, what: str, drawing: bool
) -> None:
    """Converts the items of a layer to values.  Raises `Failed` for an item without a meaning.

    `what` names the piece in messages.  In a `drawing` sets to be found hold nothing but marked places, and optional
    values are absent elsewhere.
    """
    item = target(draft.rules, entries)
    if isinstance(item, Given | Find) and isinstance(item.kind, PartitionKind):
        parting, walls = inner_walls.split_entries(draft.rules, entries)
        _take_partition(draft, item, places, _partition_layer(draft, parting, places, layer, what), walls)
        return
    if isinstance(item, Given):
        for name in {effect.name for entry in entries for effect in entry.effects}:
            if draft.rules.given(name):
                draft.givens.setdefault(name, {})
    for place, one in zip(places, layer, strict=True):
        entry = entry_of(entries, one)
        if drawing:
            _leave_out(draft, entries, place, says=entry is None or bool(entry.effects))
        if one is not None:
            if entry is None:
                raise _meaningless_error(draft, one, entries, what)
            inside = fill(entry.key, one.value)
            inner_item = one if inside is None else PlacedItem(inside, one.span)
            for effect in entry.effects:
                _apply(draft, effect, entry, place, inner_item)
            draft.mark(entry, place)
        elif entry is not None:
            for effect in entry.effects:
                _apply(draft, effect, entry, place, PlacedItem("", draft.source.first()))


def _leave_out(draft: PuzzleDraft, entries: Sequence[PieceEntry], place: Key, *, says: bool) -> None:
    """Store False (absent) for finds that may be blank and have no value at the place yet.

    If `says` is False (the item has an entry without effects), only sets are filled.
    """
    for entry in entries:
        for effect in entry.effects:
            item = draft.rules.find(effect.name)
            if item is None or place is None or not may_be_blank(item):
                continue
            if says or isinstance(item.kind, SetKind):
                draft.drawn.setdefault(item.name, {}).setdefault(place, False)


def entry_of(entries: Sequence[PieceEntry], item: PlacedItem | None) -> PieceEntry | None:
    """The entry of an item: the one with its key, one whose pattern it matches, or the one without a key."""
    key = "" if item is None else _key(item.value)
    exact = next((entry for entry in entries if entry.key is not None and str(entry.key) == key), None)
    if exact is not None or item is None:
        return exact
    of_form = next((entry for entry in entries if fill(entry.key, item.value) is not None), None)
    return of_form or next((entry for entry in entries if entry.key is None and not entry.skip), None)


def _key(value: RawItem) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


def _meaningless_error(draft: PuzzleDraft, one: PlacedItem, entries: Sequence[PieceEntry], what: str) -> Failed:
    key, item = _key(one.value), target(draft.rules, entries)
    known = ", ".join(f"`{entry.key}`" for entry in entries if entry.key is not None)
    holds = f"{what} may hold {known}; " if known else ""
    return fail("E204", f"`{key}` means nothing here", one.span, hint=f"{holds}{advice(key, item)}")


def advice(key: str, item: ReadItem | None) -> str:
    """Advice for authors of rules on how to give an item a meaning."""
    entries = [f'`"{key}": {effect}`' for effect in (_sample_effect(item), NOTHING) if effect]
    return f"if boards may hold it, the `read` statement has an entry such as {' or '.join(entries)}"


def _sample_effect(item: ReadItem | None) -> str:
    """A sample of what an entry says of something, "" for nothing."""
    match item:
        case Given(kind=SetKind()) | Find(kind=SetKind()):
            return item.name
        case Option():
            return f"{item.name} {item.members[0]}"
        case Given(kind=FunctionKind(value=kind) | SingleKind(value=kind)) | Find(kind=FunctionKind(value=kind)):
            samples = {Base.NAME: kind.members[:1], Base.DIRECTION: ("up",), Base.SHAPES: tuple(BANKS)[:1]}
            return f"{item.name} {'unknown' if kind.unknown else next(iter(samples.get(kind.base, ())), 0)}"
        case _:
            return ""


def _apply(draft: PuzzleDraft, effect: Effect, entry: PieceEntry, place: Key, one: PlacedItem) -> None:
    item = declaration(draft.rules, effect.name)
    match item:
        case Option():
            draft.options[item.name] = str(effect.value)
        case Given(kind=SetKind()) | Find(kind=SetKind()):
            keyless = entry.key is None
            draft.put(item, place, effect.value is not False and not (keyless and one.value in (0, "0")), one.span)
        case Given(kind=FunctionKind(value=kind) | SingleKind(value=kind)) | Find(kind=FunctionKind(value=kind)):
            value = one.value if effect.value is None else UNKNOWN if effect.value == "?" else effect.value
            draft.put(item, place, value is not False and _fitting(item, kind, value, one), one.span)
        case _:
            raise AssertionError("partitions are filled as a whole")


def _fitting(item: Item, kind: ValueKind, value: RawItem, source_item: PlacedItem) -> Value:
    """An item as a value of a function.  Raises `Failed` if it is none."""
    match value:
        case Unknown() if kind.unknown:
            return (value,) if kind.base is Base.NUMBERS else value
        case int() if kind.base is Base.NUMBER:
            return value
        case int() if kind.base is Base.NUMBERS:
            return (value,) if value else ()
        case tuple() if kind.base is Base.NUMBERS and (
            kind.unknown or not any(isinstance(one, Unknown) for one in value)
        ):
            numbers = checked_list(kind, value)
            if isinstance(numbers, ValueFault):
                raise fail("E204", f"`{_key(value)}` {numbers.reason}", source_item.span, hint=numbers.help)
            return numbers
        case str() if kind.base is Base.SHAPES:
            read = read_bank(value)
            if isinstance(read, ValueFault):
                raise fail("E204", f"`{value}` is no value of {item.name}: it {read.reason}", source_item.span)
            return read
        case str() if value in (DIRECTIONS if kind.base is Base.DIRECTION else kind.members):
            return value
        case str() if kind.base is Base.NUMBER and value.isascii() and value.isdigit() and len(value) < 7:
            return int(value)
        case _:
            key = _key(value)
            raise fail("E204", f"`{key}` is no value of {item.name}", source_item.span, hint=advice(key, item))


def _partition_layer(
    draft: PuzzleDraft, entries: Sequence[PieceEntry], places: Sequence[Key], layer: Layer, what: str
) -> Layer:
    """Return the layer of a partition, with None for items whose entries state no border or label.

    In an entry without a key, 0 is no border.  Raises `Failed` for an item without an entry.
    """
    result: list[PlacedItem | None] = []
    for place, one in zip(places, layer, strict=True):
        entry = entry_of(entries, one)
        if one is not None and entry is None:
            raise _meaningless_error(draft, one, entries, what)
        none = entry is None or not entry.effects
        if one is not None and entry is not None and entry.key is None and isinstance(place, Link):
            none = one.value in (0, "0")
        result.append(None if none else one)
    return result


def _take_partition(draft: PuzzleDraft, item: Item, places: Sequence[Key], layer: Layer, walls: Given | None) -> None:
    entries = [(place, entry) for place, entry in zip(places, layer, strict=True) if entry is not None]
    if places and isinstance(places[0], Cell):
        labels = {place: str(one.value) for place, one in entries if isinstance(place, Cell)}
        regions = from_labels(item.name, labels)
        draft.put_regions(item, regions, drawn=len(regions) > 1)
    else:
        draft.put_borders(item, {place: one.span for place, one in entries if isinstance(place, Link)}, walls)
    if isinstance(item, Find):
        return
    for place, one in entries:
        if isinstance(place, Cell):
            draft.spans[item.name, place] = one.span
    if walls is not None and walls.default is None:
        draft.givens.setdefault(walls.name, {})
