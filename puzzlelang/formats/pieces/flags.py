"""Letters or names that choose a variant of the rules: `flag("r": level tank, "": level pool)`."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.source import Span
from puzzlelang.typed import ir

FLAG = "flag"

NAMES = "flags"
"""The piece with names, which have commas between them."""

CHOICES = frozenset({FLAG, NAMES})
"""Pieces that stand for no part of a board: each format finds their letters or names where it has them."""


def take_flags(draft: PuzzleDraft, reading: ir.Reading, span: Span) -> None:
    """Sets the options that the letters at `span` (perhaps none) name.  Raises `Failed` for an unknown one."""
    left = span.text
    for entries in _layers(reading):
        chosen = next((entry for entry in entries if entry.key and str(entry.key) in left), None)
        if chosen is not None:
            left = left.replace(str(chosen.key), "", 1)
        for entry in entries:
            if entry is chosen or (chosen is None and entry.key == ""):
                draft.options.update({effect.name: str(effect.value) for effect in entry.effects})
    left = left.strip(", ")
    if left:
        known = ", ".join(f"`{entry.key}`" for entries in _layers(reading) for entry in entries if entry.key)
        hint = f"of the letters of the type `{reading.type}` they know {known}" if known else ""
        hint = hint or f"they read the type `{reading.type}` without letters only"
        raise fail("E203", f"the rules know no variant `{left}`", span, hint=hint)


def write_flags(shown: PuzzleToWrite, reading: ir.Reading) -> str:
    """The letters or names for the options of a puzzle."""
    result = []
    for entries in _layers(reading):
        fitting = [entry for entry in entries if all(_is_chosen(shown, effect) for effect in entry.effects)]
        # Letters that mean nothing are written only where others do not fit.
        result += [str(entry.key or "") for entry in sorted(fitting, key=lambda entry: not entry.effects)[:1]]
    between = "," if any(piece.word == NAMES for piece in reading.pieces) else ""
    return between.join(filter(None, result))


def _layers(reading: ir.Reading) -> list[tuple[ir.PieceEntry, ...]]:
    return [layer for piece in choices(reading) for layer in piece.layers]


def choices(reading: ir.Reading) -> list[ir.ReadPiece]:
    """The pieces of a statement that choose variants."""
    return [piece for piece in reading.pieces if piece.word in CHOICES and not piece.literal]


def _is_chosen(shown: PuzzleToWrite, effect: ir.Effect) -> bool:
    option = next(option for option in shown.rules.options if option.name == effect.name)
    return shown.puzzle.options.get(option.name, option.default) == effect.value
