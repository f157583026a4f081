"""Warns about `read` statements: items that never occur, values that cannot be written."""

import re
from collections.abc import Iterator, Sequence

from puzzlelang.diagnostics.nearest import join_quoted
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import NUMBERED_DIRECTIONS, Piece
from puzzlelang.typed.codecs.formats import FORMATS

_MORE = re.compile(r"(\d+)\+\*")
_NUMBERED = frozenset({"arrows", "stacked"})
"""Pieces of files that know `-` for an unknown number."""


def reading_warnings(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    """Warnings about the `read` statements of a checked ruleset."""
    for reading in rules.readings:
        pieces = FORMATS[reading.format].pieces
        for piece in reading.pieces:
            for layer in () if piece.literal else piece.layers:
                yield from _unreachable(layer, piece.word, pieces[piece.word])
                entries = layer[:-1] if _walls(rules, layer) else layer
                yield from _unreachable_entries(entries, piece.word, pieces[piece.word])
        yield from _unwritable(rules, reading)
        yield from _regions_too_early(rules, reading)


def _walls(rules: ir.Ruleset, layer: Sequence[ir.PieceEntry]) -> bool:
    """Whether the last entry takes the borders inside of regions, so that two entries without a key are meant."""
    given = [rules.given(effect.name) for entry in layer for effect in entry.effects]
    kinds = [item.kind for item in given if item is not None]
    return len(kinds) > 1 and isinstance(kinds[0], ir.PartitionKind) and isinstance(kinds[-1], ir.SetKind)


def _unreachable(layer: Sequence[ir.PieceEntry], word: str, shape: Piece) -> Iterator[Diagnostic]:
    """Keys of items that the piece never reads, and keys that stand in the layer twice."""
    seen: set[str] = set()
    for entry in layer:
        key = None if entry.key is None else str(entry.key)
        if key is not None and key in seen:
            problem = f"`{key}` stands twice in this layer, and only the first entry is used"
            yield Diagnostic("W084", problem, entry.span, help="join what both say with `and`, or leave one out")
        elif key and shape.holds and "*" not in key and not re.fullmatch(shape.holds, key):
            hint = '`""` is the key for places without an item' if key == "." else f"it reads {shape.meaning}"
            yield Diagnostic("W084", f"`{word}` never reads an item `{key}`", entry.span, help=hint)
        seen |= {key} if key is not None else set()


def _unreachable_entries(layer: Sequence[ir.PieceEntry], word: str, shape: Piece) -> Iterator[Diagnostic]:
    """Warn about entries that get no items, because another entry of the layer takes them all."""
    keyless = [entry for entry in layer if entry.key is None]
    for entry in keyless[1:]:
        hint = "give the items that this one means a key, or join both with `and`"
        yield Diagnostic("W081", f"an entry before takes all items of `{word}` without a key", entry.span, help=hint)
    for index, entry in enumerate(layer):
        by = next((other for other in layer if other is not entry and _takes(other, entry, layer, index, shape)), None)
        if by is not None:
            hint = f"write `{entry.key}` before `{by.key}`" if "*" in str(by.key) else f"leave out `{by.key}`"
            yield Diagnostic(
                "W081", f"`{by.key}` takes every item that `{entry.key}` stands for", entry.span, help=hint
            )


def _takes(
    other: ir.PieceEntry, entry: ir.PieceEntry, layer: Sequence[ir.PieceEntry], index: int, shape: Piece
) -> bool:
    """Whether the key of `other` takes every item that the key of `entry`, which has a `*`, stands for."""
    if not isinstance(other.key, str) or not isinstance(entry.key, str) or "*" not in entry.key[1:] + entry.key[:-1]:
        return False
    front, _, back = entry.key.partition("*")
    if "*" not in other.key:
        return shape.spells and bool(other.key) and other.key == front
    if _MORE.fullmatch(entry.key) or _MORE.fullmatch(other.key) or other.key == "*":
        return False
    before = any(one is other for one in layer[:index])
    mine, _, end = other.key.partition("*")
    return before and not shape.spells and front.startswith(mine) and back.endswith(end)


def _unwritable(rules: ir.Ruleset, reading: ir.Reading) -> Iterator[Diagnostic]:
    """Values of givens for which the statement has no item."""
    layers = [(piece, layer) for piece in reading.pieces for layer in piece.layers]
    for given in rules.givens:
        mine = [
            (piece, entry, effect)
            for piece, layer in layers
            for entry in layer
            for effect in entry.effects
            if effect.name == given.name
        ]
        if not mine or not isinstance(given.kind, ir.FunctionKind):
            continue
        kind = given.kind.value
        values = {effect.value for _, _, effect in mine}
        names = NUMBERED_DIRECTIONS if kind.base is ir.Base.DIRECTION else kind.members
        missing = [] if None in values else [name for name in names if name not in values]
        plain = reading.format == "pzprv3" and kind.base is ir.Base.NUMBER
        if kind.unknown and "?" not in values and plain and not {piece.word for piece, _, _ in mine} & _NUMBERED:
            missing.append("unknown")
        if missing:
            sample = f'such as `"-": {given.name} {missing[0]}`'
            problem = f"no item stands for `{given.name}` {join_quoted(missing)}"
            hint = f"a board that has it cannot be written, nor read; add an entry, {sample}"
            yield Diagnostic("W082", problem, mine[0][2].span, help=hint)


def _regions_too_early(rules: ir.Ruleset, reading: ir.Reading) -> Iterator[Diagnostic]:
    """Warn about pieces with values of regions that stand before the piece which reads those regions.

    Where a piece has an item for each cell, regions may be read later.
    """
    effects = [
        (index, effect)
        for index, piece in enumerate(reading.pieces)
        for layer in piece.layers
        for entry in layer
        for effect in entry.effects
    ]
    first = {effect.name: index for index, effect in reversed(effects)}
    for index, effect in effects:
        if reading.format == "pzprv3" and reading.pieces[index].word == "cells":
            continue
        given = rules.given(effect.name)
        partition = given.kind.partition if given and isinstance(given.kind, ir.FunctionKind) else None
        if partition is not None and first.get(partition, -1) > index:
            problem = f"`{effect.name}` belongs to the regions of `{partition}`, which are read only later"
            hint = f"no region is known here, so nothing is read: the piece that fills `{partition}` stands first"
            yield Diagnostic("W083", problem, effect.span, help=hint)
