"""Drawings that are left out on purpose, though a rule may stand behind them."""

from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.formats.fpuzzles.file import kept_board
from puzzlelang.source import Source
from puzzlelang.typed.ir import PieceEntry, Reading, ReadPiece, Ruleset

FORMAT, BESIDES = "fpuzzles", "besides"


def without_drawings(rules: Ruleset, kinds: Collection[str]) -> Ruleset:
    """Rules whose `read` statements for boards of setters leave out these kinds of drawings besides their own."""
    return msgspec.structs.replace(rules, readings=tuple(_without(reading, kinds) for reading in rules.readings))


def _without(reading: Reading, kinds: Collection[str]) -> Reading:
    if reading.format != FORMAT or not kinds:
        return reading
    entries = tuple(PieceEntry(kind, (), reading.span) for kind in kinds)
    piece = ReadPiece(BESIDES, False, (entries,), reading.span)
    return msgspec.structs.replace(reading, pieces=(*reading.pieces, piece))


def drawings(source: Source, kinds: Collection[str]) -> Mapping[str, int]:
    """Return how many drawings of these kinds a board has, but for those that only show what a constraint says."""
    marks = kept_board(source).marks
    result = Counter(mark.field for mark in marks if mark.field in kinds and not mark.draws)
    return {kind: result[kind] for kind in kinds if result[kind]}
