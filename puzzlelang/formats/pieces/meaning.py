"""Items of outside formats to values of givens, options and finds, as the entries of a `read` statement say."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import Layer, Raw, Told
from puzzlelang.formats.pieces.regions import from_labels, from_links
from puzzlelang.formats.text.values import Wrong, read_bank
from puzzlelang.geometry import Cell, Geometry, Link, Place, Region
from puzzlelang.puzzle import UNKNOWN, Drawing, Key, Puzzle, Unknown, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import (
    Base,
    Builtin,
    Constant,
    Effect,
    Entry,
    Find,
    FunctionKind,
    Given,
    Option,
    PartitionKind,
    Ruleset,
    SetKind,
    SingleKind,
    ValueKind,
)

Item = Given | Find | Option


class Draft(msgspec.Struct, eq=False):
    """A puzzle while an outside format is read."""

    rules: Ruleset
    source: Source
    geometry: Geometry
    givens: dict[str, dict[Key, Value]] = msgspec.field(default_factory=dict)
    partitions: dict[str, tuple[Region, ...]] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    spans: dict[tuple[str, Key], Span] = msgspec.field(default_factory=dict)
    drawn: dict[str, dict[Place, Value]] = msgspec.field(default_factory=dict)
    drawn_spans: dict[tuple[str, Place], Span] = msgspec.field(default_factory=dict)
    marked: bool = False

    def put(self, item: Given | Find, key: Key, value: Value, span: Span) -> None:
        """Note a value; what a set of givens says of places outside it is left out."""
        if isinstance(item, Find):
            assert key is not None
            self.drawn.setdefault(item.name, {})[key] = value
            self.drawn_spans[item.name, key] = span
        elif value is not False:
            self.givens.setdefault(item.name, {})[key] = value
            self.spans[item.name, key] = span

    def mark(self, name: str, key: Key) -> None:
        """Note that something is drawn, if this is a find and the value no mere absence from a set."""
        if key is not None and self.drawn.get(name, {}).get(key, False) is not False:
            self.marked = True

    def puzzle(self) -> Puzzle:
        """What was read.  In a drawing that marks anything, what is not marked belongs to no set."""
        drawing = None
        if self.marked:
            drawing = Drawing(self.drawn, self.drawn_spans)
        return Puzzle(
            self.source, self.geometry, self.givens, self.partitions, self.options, self.spans, drawing=drawing
        )


def declared(rules: Ruleset, name: str) -> Item:
    """What a name of a `read` statement stands for."""
    found = rules.given(name) or rules.find(name)
    return found or next(option for option in rules.options if option.name == name)


def target(rules: Ruleset, entries: Sequence[Entry]) -> Item | None:
    """What a layer is about: the first thing its entries name, None if they name nothing."""
    return next((declared(rules, effect.name) for entry in entries for effect in entry.effects), None)


# ------------------------------------------------------------------------------------------------------- reading


def take(
    draft: Draft, entries: Sequence[Entry], places: Sequence[Key], layer: Layer, *, what: str, drawing: bool
) -> None:
    """Give the items of a layer their meaning.  Raises `Failed` for an item that means nothing.

    `what` names the piece in messages; in a `drawing` a set that is to be found holds nothing that is not told.
    """
    item = target(draft.rules, entries)
    if isinstance(item, Given | Find) and isinstance(item.kind, PartitionKind):
        _take_partition(draft, item, places, layer)
        return
    if isinstance(item, Given):
        for name in {effect.name for entry in entries for effect in entry.effects}:
            if draft.rules.given(name):
                draft.givens.setdefault(name, {})
    for place, told in zip(places, layer, strict=True):
        if drawing:
            _leave_out(draft, entries, place)
        entry = _entry(entries, told)
        if told is not None:
            if entry is None:
                raise _meaningless(told, entries, what)
            for effect in entry.effects:
                _apply(draft, effect, entry, place, told)
                draft.mark(effect.name, place)
        elif entry is not None:
            for effect in entry.effects:
                _apply(draft, effect, entry, place, Told("", draft.source.first()))


def _leave_out(draft: Draft, entries: Sequence[Entry], place: Key) -> None:
    for entry in entries:
        for effect in entry.effects:
            item = draft.rules.find(effect.name)
            if item is not None and isinstance(item.kind, SetKind) and place is not None:
                draft.drawn.setdefault(item.name, {}).setdefault(place, False)


def _entry(entries: Sequence[Entry], told: Told | None) -> Entry | None:
    """The entry that says what an item means: the one with its key, else the one without a key."""
    key = "" if told is None else _key(told.value)
    exact = next((entry for entry in entries if entry.key is not None and str(entry.key) == key), None)
    return exact or (None if told is None else next((entry for entry in entries if entry.key is None), None))


def _key(value: Raw) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


def _meaningless(told: Told, entries: Sequence[Entry], what: str) -> Failed:
    known = ", ".join(f"`{entry.key}`" for entry in entries if entry.key is not None)
    return fail(
        "E204", f"`{_key(told.value)}` means nothing here", told.span, hint=f"{what} may hold {known}" if known else ""
    )


def _apply(draft: Draft, effect: Effect, entry: Entry, place: Key, told: Told) -> None:
    item = declared(draft.rules, effect.name)
    match item:
        case Option():
            draft.options[item.name] = str(effect.value)
        case Given(kind=SetKind()) | Find(kind=SetKind()):
            keyless = entry.key is None
            draft.put(item, place, effect.value is not False and not (keyless and told.value in (0, "0")), told.span)
        case Given(kind=FunctionKind(value=kind) | SingleKind(value=kind)) | Find(kind=FunctionKind(value=kind)):
            value = told.value if effect.value is None else UNKNOWN if effect.value == "?" else effect.value
            draft.put(item, place, _fitting(item, kind, value, told), told.span)
        case _:
            raise AssertionError("partitions are filled as a whole")


def _fitting(item: Given | Find, kind: ValueKind, value: Raw, told: Told) -> Value:
    """An item as a value of a function.  Raises `Failed` if it is none."""
    match value:
        case Unknown() if kind.unknown:
            return (value,) if kind.base is Base.NUMBERS else value
        case int() if kind.base is Base.NUMBER:
            return value
        case int() if kind.base is Base.NUMBERS:
            return (value,) if value else ()
        case tuple() if kind.base is Base.NUMBERS and (kind.unknown or UNKNOWN not in value):
            return value
        case str() if kind.base is Base.SHAPES:
            read = read_bank(value)
            if isinstance(read, Wrong):
                raise fail("E204", f"`{value}` is no value of {item.name}: it {read.reason}", told.span)
            return read
        case str() if value in kind.members or kind.base is Base.DIRECTION:
            return value
        case str() if kind.base is Base.NUMBER and value.isascii() and value.isdigit() and len(value) < 7:
            return int(value)
        case _:
            raise fail("E204", f"`{_key(value)}` is no value of {item.name}", told.span)


def _take_partition(draft: Draft, item: Given | Find, places: Sequence[Key], layer: Layer) -> None:
    told = [(place, told) for place, told in zip(places, layer, strict=True) if told is not None]
    cut: set[Link] = set()
    if places and isinstance(places[0], Cell):
        labels = {place: str(told.value) for place, told in told if isinstance(place, Cell)}
        regions = from_labels(item.name, labels)
    else:
        cut = {place for place, told in told if told.value not in (0, "0") and isinstance(place, Link)}
        regions = from_links(draft.geometry, item.name, cut)
    if isinstance(item, Find):
        draft.marked = draft.marked or len(regions) > 1 or bool(cut)
        label: dict[Place, str] = {cell: region.label for region in regions for cell in region.cells}
        for cell, name in label.items():
            draft.put(item, cell, name, draft.source.first())
        # A border with the same region on both sides is in no partition, but it is what was drawn.
        for link in cut:
            if label.get(link.first) == label.get(link.second):
                draft.put(item, link, True, draft.source.first())
        return
    draft.partitions[item.name] = regions
    for place, one in told:
        if isinstance(place, Cell):
            draft.spans[item.name, place] = one.span


# ------------------------------------------------------------------------------------------------------- writing


class Shown(msgspec.Struct, frozen=True):
    """What is written: a puzzle, and a drawing or an answer if there is one."""

    rules: Ruleset
    puzzle: Puzzle
    drawn: Mapping[str, Mapping[Place, Value]]


def items(shown: Shown, entries: Sequence[Entry], places: Sequence[Key]) -> list[Raw]:
    """The item of each place; None where no entry says what is there.  The inverse of `take`."""
    item = target(shown.rules, entries)
    if isinstance(item, Given | Find) and isinstance(item.kind, PartitionKind):
        return _partition_items(shown, item, places)
    return [_item(shown, entries, place) for place in places]


def _item(shown: Shown, entries: Sequence[Entry], place: Key) -> Raw:
    for entry in entries:
        if entry.key is not None:
            if entry.effects and all(_holds(shown, effect, place) for effect in entry.effects):
                return None if entry.key == "" else entry.key
            continue
        free = [effect for effect in entry.effects if effect.value is None and not _is_set(shown.rules, effect)]
        if all(_holds(shown, effect, place) for effect in entry.effects):
            return 1 if not free else _value(shown, free[0].name, place)
    return None


def _is_set(rules: Ruleset, effect: Effect) -> bool:
    item = declared(rules, effect.name)
    return not isinstance(item, Option) and isinstance(item.kind, SetKind)


def _value(shown: Shown, name: str, place: Key) -> Value | None:
    if shown.rules.find(name):
        return shown.drawn.get(name, {}).get(place) if place is not None else None
    value = shown.puzzle.givens.get(name, {}).get(place)
    given = shown.rules.given(name)
    if value is None and place is None and given is not None and isinstance(given.default, Constant):
        return given.default.value
    if value is None and place is None and given is not None and isinstance(given.default, Builtin):
        return given.default.name
    return value


def _holds(shown: Shown, effect: Effect, place: Key) -> bool:
    item = declared(shown.rules, effect.name)
    if isinstance(item, Option):
        return shown.puzzle.options.get(item.name, item.default) == effect.value
    value = _value(shown, effect.name, place)
    if isinstance(item.kind, SetKind):
        if effect.value is False:
            return value is False if isinstance(item, Find) else not value
        return bool(value)
    if effect.value is None:
        return value is not None
    return value in (UNKNOWN, (UNKNOWN,)) if effect.value == "?" else value == effect.value


def _partition_items(shown: Shown, item: Given | Find, places: Sequence[Key]) -> list[Raw]:
    label: dict[Place, str] = {}
    drawn = shown.drawn.get(item.name, {}) if isinstance(item, Find) else {}
    if isinstance(item, Find):
        label = {cell: str(value) for cell, value in drawn.items()}
    else:
        for region in shown.puzzle.partitions.get(item.name, ()):
            label.update(dict.fromkeys(region.cells, region.label))
    order = {
        name: index
        for index, name in enumerate(dict.fromkeys(label[c] for c in shown.puzzle.geometry.cells if c in label))
    }
    found: list[Raw] = []
    for place in places:
        match place:
            case Link(first=first, second=second):
                found.append(1 if label.get(first) != label.get(second) or drawn.get(place) else None)
            case Cell() if place in label:
                found.append(order[label[place]])
            case _:
                found.append(None)
    return found
