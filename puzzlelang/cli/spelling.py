"""Statements, texts and pieces as a person reads them."""

from collections.abc import Sequence

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.formats.guess.stretches import PieceCandidate
from puzzlelang.syntax import inline_text, tree
from puzzlelang.typed import ir

_WIDE = 100


def statement(reading: ir.Reading) -> str:
    """A `read` statement in the standard form."""
    pieces = [inline_text.piece(_as_tree(piece)) for piece in reading.pieces]
    head = f'read {reading.format} "{reading.type}":'
    line = f"{head} {', '.join(pieces)}"
    return line if len(line) <= _WIDE else f"{head}\n  " + ",\n  ".join(pieces)


def _as_tree(piece: ir.ReadPiece) -> tree.PieceSyntax:
    """A piece as it would have been written."""
    if piece.literal:
        return tree.PieceSyntax(tree.QuotedText(piece.word, piece.span), (), piece.span)
    layers = tuple(tuple(_entry(entry) for entry in layer) for layer in piece.layers)
    return tree.PieceSyntax(tree.Identifier(piece.word, piece.span), layers, piece.span)


def _entry(entry: ir.PieceEntry) -> tree.EntrySyntax:
    effects = tuple(_effect(effect) for effect in entry.effects)
    nothing = tree.EffectSyntax(tree.Identifier("nothing", entry.span), None, entry.span)
    return tree.EntrySyntax(entry.key, effects or (nothing,), entry.span)


def _effect(effect: ir.Effect) -> tree.EffectSyntax:
    value = "unknown" if effect.value == "?" else effect.value
    word = tree.Identifier(value, effect.span) if isinstance(value, str) else value
    return tree.EffectSyntax(tree.Identifier(effect.name, effect.span), word, effect.span)


def shorten(text: str) -> str:
    """A part of a text in one line."""
    line = " / ".join(part.strip() for part in text.strip().splitlines()) if "\n" in text.strip() else text.strip()
    return f"`{line}`" if len(line) <= _WIDE else f"`{line[: _WIDE // 2]} … {line[-10:]}`"


def signature(fitting: PieceCandidate) -> str:
    """A piece with what its layers could be about."""
    layers: Sequence[str] = [join_words(sorted(target.value for target in layer), "or") for layer in fitting.layers]
    return f"{fitting.word}({'; '.join(layers)})" if layers else fitting.word
