"""Letters that choose a variant of the rules: `flag("r": level tank, "": level pool)`."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.meaning import Draft, Shown
from puzzlelang.source import Span
from puzzlelang.typed import ir

FLAG = "flag"


def take_flags(draft: Draft, reading: ir.Reading, span: Span) -> None:
    """Set the options that the letters at `span` (perhaps none) ask for.  Raises `Failed` for one without a meaning."""
    left = span.text
    for entries in _layers(reading):
        chosen = next((entry for entry in entries if entry.key and str(entry.key) in left), None)
        if chosen is not None:
            left = left.replace(str(chosen.key), "", 1)
        for entry in entries:
            if entry is chosen or (chosen is None and entry.key == ""):
                draft.options.update({effect.name: str(effect.value) for effect in entry.effects})
    if left:
        known = ", ".join(f"`{entry.key}`" for entries in _layers(reading) for entry in entries if entry.key)
        hint = f"known are {known}" if known else ""
        raise fail("E203", f"the rules know no variant `{left}`", span, hint=hint)


def flags(shown: Shown, reading: ir.Reading) -> str:
    """The letters for the options of a puzzle."""
    found = ""
    for entries in _layers(reading):
        for entry in entries:
            if all(_chosen(shown, effect) for effect in entry.effects):
                found += str(entry.key or "")
                break
    return found


def _layers(reading: ir.Reading) -> list[tuple[ir.Entry, ...]]:
    return [layer for piece in reading.pieces if piece.word == FLAG for layer in piece.layers]


def _chosen(shown: Shown, effect: ir.Effect) -> bool:
    option = next(option for option in shown.rules.options if option.name == effect.name)
    return shown.puzzle.options.get(option.name, option.default) == effect.value
