"""Marks between cells that somebody made for himself, where a type has only cells drawn."""

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.links import all_borders
from puzzlelang.typed.ir import FunctionKind, Reading, Ruleset, SetKind
from puzzlelang.typed.types import Sort


def draws_between(rules: Ruleset, reading: Reading) -> bool:
    """Whether the type has something between cells drawn, so that marks there are no asides."""
    entries = (entry for piece in reading.pieces for layer in piece.layers for entry in layer)
    finds = [rules.find(effect.name) for entry in entries for effect in entry.effects]
    kinds = [find.kind for find in finds if find is not None]
    return any(not isinstance(kind, SetKind | FunctionKind) or kind.sort in (Sort.LINK, Sort.BORDER) for kind in kinds)


def skip_asides(reader: TextReader, board: BoardContext) -> None:
    """Move behind such marks, which newer texts have as their last lines; stay where something else stands."""
    start = reader.at
    try:
        marks = all_borders(reader, board)
    except Failed:
        reader.at = start
        return
    if any(told is not None and not isinstance(told.value, int) for told in marks):
        reader.at = start
