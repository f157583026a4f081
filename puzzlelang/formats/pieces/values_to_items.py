"""Converts values of givens, options and finds to items of outside formats, by the entries of a `read` statement."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.codec import RawItem, silent_key
from puzzlelang.formats.pieces.items_to_values import target
from puzzlelang.formats.pieces.keys import is_open, unfill
from puzzlelang.formats.pieces.puzzle_draft import declaration
from puzzlelang.formats.text.layout import may_be_blank
from puzzlelang.geometry.places import Cell, Link, Place
from puzzlelang.puzzle import UNKNOWN, Key, Puzzle, Value
from puzzlelang.typed.ir import (
    Builtin,
    Constant,
    Effect,
    Find,
    Given,
    Item,
    Option,
    PartitionKind,
    PieceEntry,
    Ruleset,
    SetKind,
)


class PuzzleToWrite(msgspec.Struct, frozen=True):
    """A puzzle to write, perhaps with a drawing, which is `solved` if it is a whole answer.

    `empty`: in a drawing, the format reads a place without an item as left empty, for finds that may stay empty.
    `words`: the rules of the board for people.
    """

    rules: Ruleset
    puzzle: Puzzle
    drawn: Mapping[str, Mapping[Place, Value]]
    solved: bool = False
    empty: bool = False
    words: str = ""


def items(shown: PuzzleToWrite, entries: Sequence[PieceEntry], places: Sequence[Key]) -> list[RawItem]:
    """The item of each place; None where no entry fits.  The inverse of `items_to_values.apply_item`."""
    item = target(shown.rules, entries)
    if isinstance(item, Given | Find) and isinstance(item.kind, PartitionKind):
        parting, walls = inner_walls.split_entries(shown.rules, entries)
        key = next((entry.key for entry in parting if entry.effects), None)
        result = _partition_items(shown, item, places, inner_walls.inner_walls(walls, shown.puzzle.givens))
        return [key if one is not None and key is not None else one for one in result]
    return [_item(shown, entries, place) for place in places]


def _item(shown: PuzzleToWrite, entries: Sequence[PieceEntry], place: Key) -> RawItem:
    """The item of the entry that says most of what is at the place; of several the first."""
    best: RawItem = None
    most = 0
    for entry in entries:
        count = _matched_values(shown, entry, place)
        if count <= most:
            continue
        item = _item_text(shown, entry, place)
        if item is not None or entry.key == "":
            best, most = item, count
    return silent_key(entries) if best is None and not most and _reads_as_decided(shown, entries, place) else best


def _reads_as_decided(shown: PuzzleToWrite, entries: Sequence[PieceEntry], place: Key) -> bool:
    """Return whether a place without an item would be read as decided, though the drawing leaves it undecided.

    Or as having a given that the board does not have there.
    """
    for entry in entries:
        if entry.key == "" and not any(shown.rules.find(effect.name) for effect in entry.effects):
            return True
        for effect in entry.effects:
            find = shown.rules.find(effect.name)
            leaves = find is not None and shown.empty and may_be_blank(find) and not isinstance(find.kind, SetKind)
            if (
                find is not None
                and (leaves or entry.key == "")
                and effect.name in shown.drawn
                and _value(shown, effect.name, place) is None
            ):
                return True
    return False


def _item_text(shown: PuzzleToWrite, entry: PieceEntry, place: Key) -> RawItem:
    """Return the item that an entry writes at a place; None if that is "", or if its pattern does not fit the value."""
    free = [effect for effect in entry.effects if effect.value is None and not _is_set(shown.rules, effect)]
    if isinstance(entry.key, str) and is_open(entry.key):
        return unfill(entry.key, _value(shown, free[0].name, place)) if free else entry.key
    if entry.key is not None:
        return entry.key or None
    return 1 if not free else _value(shown, free[0].name, place)


def _matched_values(shown: PuzzleToWrite, entry: PieceEntry, place: Key) -> int:
    """The number of values at the place that an entry states, 0 if it does not fit."""
    finds = [effect for effect in entry.effects if shown.rules.find(effect.name)]
    undrawn = [effect for effect in finds if _value(shown, effect.name, place) is None]
    left = undrawn if len(finds) < len(entry.effects) else []
    remaining = [effect for effect in entry.effects if effect not in left]
    return len(remaining) if all(_holds(shown, effect, place) for effect in remaining) else 0


def _is_set(rules: Ruleset, effect: Effect) -> bool:
    item = declaration(rules, effect.name)
    return not isinstance(item, Option) and isinstance(item.kind, SetKind)


def _value(shown: PuzzleToWrite, name: str, place: Key) -> Value | None:
    if shown.rules.find(name):
        return shown.drawn.get(name, {}).get(place) if place is not None else None
    value = shown.puzzle.givens.get(name, {}).get(place)
    given = shown.rules.given(name)
    if value is None and place is None and given is not None and isinstance(given.default, Constant):
        return given.default.value
    if value is None and place is None and given is not None and isinstance(given.default, Builtin):
        return given.default.name
    return value


def _holds(shown: PuzzleToWrite, effect: Effect, place: Key) -> bool:
    item = declaration(shown.rules, effect.name)
    if isinstance(item, Option):
        return shown.puzzle.options.get(item.name, item.default) == effect.value
    value = _value(shown, effect.name, place)
    if effect.value is False:
        return value is False if isinstance(item, Find) else not value
    if isinstance(item.kind, SetKind):
        return bool(value)
    if value is False:
        return False
    if effect.value is None:
        return value is not None
    return value in (UNKNOWN, (UNKNOWN,)) if effect.value == "?" else value == effect.value


def _partition_items(
    shown: PuzzleToWrite, item: Item, places: Sequence[Key], walls: Collection[Place]
) -> list[RawItem]:
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
    raw_items: list[RawItem] = []
    for place in places:
        match place:
            case Link(first=first, second=second):
                apart = label.get(first) != label.get(second) or place in walls
                raw_items.append(1 if apart or drawn.get(place) else None)
            case Cell() if place in label:
                raw_items.append(order[label[place]])
            case _:
                raw_items.append(None)
    return raw_items
