"""Gives places the values of marks, and refuses a second value of a place."""

from collections.abc import Iterable

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.record import Mark
from puzzlelang.formats.pieces.codec import PlacedItem, RawItem
from puzzlelang.formats.pieces.items_to_values import apply_item
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft, declaration
from puzzlelang.formats.text.values import names
from puzzlelang.geometry.places import Place
from puzzlelang.typed.ir import FunctionKind, Given, PieceEntry, ReadPiece

Entries = tuple[PieceEntry, ...]


def fill(draft: PuzzleDraft, entry: PieceEntry, result: Iterable[tuple[Place, Mark, RawItem]], what: str) -> None:
    """Gives places the values of marks.  Raises `Failed` for a value that does not fit, and for a second one."""
    keyless = msgspec.structs.replace(entry, key=None)
    items: dict[Place, PlacedItem] = {}
    for place, mark, value in result:
        one = PlacedItem(_by_symbol(draft, entry, 1 if value is None else value), mark.span)
        if place in items and items[place].value != one.value:
            raise fail("E204", f"a second `{mark.field}` at {place} says something else", mark.span)
        _check_free(draft, entry, place, mark)
        items[place] = one
    apply_item(draft, (keyless,), list(items), list(items.values()), what=what, drawing=False)


def _check_free(draft: PuzzleDraft, entry: PieceEntry, place: Place, mark: Mark) -> None:
    """Raises `Failed` for a place that has another value already."""
    for effect in entry.effects:
        item = declaration(draft.rules, effect.name)
        known = draft.givens.get(effect.name, {}).get(place)
        if isinstance(item, Given) and isinstance(item.kind, FunctionKind) and known not in (None, effect.value):
            problem = f"`{mark.field}` at {place} would be a second value of `{effect.name}`, which is `{known}` there"
            raise fail("E204", problem, mark.span)


def _by_symbol(draft: PuzzleDraft, entry: PieceEntry, value: RawItem) -> RawItem:
    """The name of the value for whose symbol a text stands; numbers and other texts as they are."""
    item = next((declaration(draft.rules, effect.name) for effect in entry.effects if effect.value is None), None)
    if isinstance(item, Given) and isinstance(item.kind, FunctionKind) and isinstance(value, str):
        return names(item.kind.value, item.shown).get(value, value)
    return value


def entries_of(piece: ReadPiece) -> Entries:
    """The entries of the first layer of a piece."""
    return piece.layers[0]
