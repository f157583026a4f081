"""Lists the parts of a puzz.link address, and statements and pieces as text, for authors of `read` statements."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang import pipeline, readers, resources
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.formats.guess.stretches import PieceCandidate, PieceText, Stretch, stretches
from puzzlelang.syntax import inline_text, tree
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import Target

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


_MOST_FILES, _MOST_PARTS, _MOST_PIECES, _MOST_ENDS = 2, 4, 3, 1
_SELDOM = frozenset({Target.BORDERS, Target.CORNERS, Target.LINKS, Target.SINGLE})
_READ = re.compile(r'^read puzzlink "[^"\n]*":(.*(?:\n[ \t].*)*)', re.MULTILINE)


def link(piece_text: PieceText) -> Iterator[str]:
    """Type and size, which rule files read the type, and each part with the likeliest pieces that could read it."""
    board = piece_text.board.geometry
    letters = f", letters at the size: {piece_text.letters.text}" if piece_text.letters.text.strip() else ""
    yield f"type {piece_text.type}, {board.height} rows, {board.width} columns{letters}"
    yield from _files(piece_text)
    uses = _uses()
    parts = stretches(piece_text)
    for part in parts[:_MOST_PARTS]:
        yield from _part(piece_text, part, uses)
    if len(parts) > _MOST_PARTS:
        yield f"and {len(parts) - _MOST_PARTS} more parts"


def _files(piece_text: PieceText) -> Iterator[str]:
    """The rule files that read the type, with their statements."""
    try:
        paths = readers.Readers().candidates(boards.board_source(piece_text.source))
    except Failed:
        yield f"no rule file of the library reads the type {piece_text.type}"
        return
    for path in paths[:_MOST_FILES]:
        for reading in pipeline.load(str(path)).readings:
            if (reading.format, reading.type) == (piece_text.format, piece_text.type):
                yield f"{path.stem} reads it: {' '.join(statement(reading).split())}"
    if len(paths) > _MOST_FILES:
        yield f"and {len(paths) - _MOST_FILES} more files read it"


def _uses() -> Counter[str]:
    """Count, for each word of a piece, the `read` statements of the library that use it."""
    counted: Counter[str] = Counter()
    for path in resources.library_files():
        for pieces in _READ.findall(path.read_text(encoding="utf-8")):
            counted.update(set(re.findall(r"\b(\w+)\(", pieces)))
    return counted


def _part(piece_text: PieceText, part: Stretch, uses: Counter[str]) -> Iterator[str]:
    """A part, then what could read all of it, and what could read its beginning."""
    text = piece_text.source.text
    items = ", ".join(f"{item} x{amount}" for item, amount in part.items)
    yield f"{shorten(text[part.start : part.end])}: {items if len(part.items) <= 8 else f'{items[:40]}…'}"
    ranked = sorted(part.fitting, key=lambda one: (-_likely(one, uses), one.word))
    whole = [one for one in ranked if one.end >= part.end]
    started = [one for one in ranked if one.end < part.end]
    if whole:
        yield f"  all: {_piece_list(whole)}"
    # What follows borders is a part of its own, so they are shown in any case.
    ends = dict.fromkeys(one.end for one in sorted(started, key=lambda one: one.word != "border"))
    for end in list(ends)[:_MOST_ENDS]:
        rest = shorten(text[end : part.end])
        yield f"  up to {rest}: {_piece_list([one for one in started if one.end == end])}"
    if not part.fitting:
        yield "  no piece reads this by itself; `letters` and `packed` need details"


def _likely(fitting: PieceCandidate, uses: Counter[str]) -> float:
    """Return how often the library uses such a piece, times 0.1 if it has no layer or the first is in `_SELDOM`."""
    usual = bool(fitting.layers) and not fitting.layers[0] <= _SELDOM
    return uses[fitting.word] * (1 if usual else 0.1)


def _piece_list(fitting: Sequence[PieceCandidate]) -> str:
    """Pieces, the first with a sample of what it reads."""
    first, *rest = fitting
    sample = f" ({', '.join(first.sample)}, …)" if first.sample else ""
    more = len(rest) - _MOST_PIECES
    texts = [signature(first) + sample, *map(signature, rest[:_MOST_PIECES])]
    return ", ".join(texts) + (f" and {more} more" if more > 0 else "")
