"""Statements, texts and pieces as a person reads them."""

from collections.abc import Sequence

from puzzlelang.diagnostics.nearest import listed
from puzzlelang.formats.guess.stretches import Fitting
from puzzlelang.syntax import spelled, tree
from puzzlelang.typed import ir

_WIDE = 100


def statement(reading: ir.Reading) -> str:
    """A `read` statement in the standard form."""
    pieces = [spelled.piece(_as_tree(piece)) for piece in reading.pieces]
    head = f'read {reading.format} "{reading.type}":'
    line = f"{head} {', '.join(pieces)}"
    return line if len(line) <= _WIDE else f"{head}\n  " + ",\n  ".join(pieces)


def _as_tree(piece: ir.Piece) -> tree.Piece:
    """A piece as it would have been written."""
    if piece.literal:
        return tree.Piece(tree.Text(piece.word, piece.span), (), piece.span)
    layers = tuple(tuple(_entry(entry) for entry in layer) for layer in piece.layers)
    return tree.Piece(tree.Word(piece.word, piece.span), layers, piece.span)


def _entry(entry: ir.Entry) -> tree.Entry:
    effects = tuple(_effect(effect) for effect in entry.effects)
    nothing = tree.Effect(tree.Word("nothing", entry.span), None, entry.span)
    return tree.Entry(entry.key, effects or (nothing,), entry.span)


def _effect(effect: ir.Effect) -> tree.Effect:
    value = "unknown" if effect.value == "?" else effect.value
    word = tree.Word(value, effect.span) if isinstance(value, str) else value
    return tree.Effect(tree.Word(effect.name, effect.span), word, effect.span)


def shortened(text: str) -> str:
    """A part of a text in one line."""
    line = " / ".join(part.strip() for part in text.strip().splitlines()) if "\n" in text.strip() else text.strip()
    return f"`{line}`" if len(line) <= _WIDE else f"`{line[: _WIDE // 2]} … {line[-10:]}`"


def signature(fitting: Fitting) -> str:
    """A piece with what its layers could be about."""
    layers: Sequence[str] = [listed(sorted(target.value for target in layer), "or") for layer in fitting.layers]
    return f"{fitting.word}({'; '.join(layers)})" if layers else fitting.word
