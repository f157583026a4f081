"""Tests proposed statements by a round trip: reads boards, and writes them again."""

import contextlib
from collections import Counter
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import outside
from puzzlelang.formats.guess.groups import IgnoredItems
from puzzlelang.formats.guess.search import Candidate
from puzzlelang.formats.guess.stretches import KUDAMONO, PieceText
from puzzlelang.puzzle import Puzzle
from puzzlelang.typed import ir


class Proposal(msgspec.Struct, frozen=True):
    """A statement and the boards that it reads; `writes`: whether it writes each back without loss.

    `ignored`: the items that it reads and ignores.  `unwritten`: items of files that it does not write, and how often.
    """

    reading: ir.Reading
    puzzles: tuple[Puzzle, ...]
    writes: bool
    ignored: tuple[IgnoredItems, ...] = ()
    unwritten: tuple[tuple[str, int], ...] = ()


def check_proposals(rules: ir.Ruleset, candidates: Sequence[Candidate], texts: Sequence[PieceText]) -> list[Proposal]:
    """The statements that read all texts as boards, those that also write them back first.

    Of these, those come last that fill places with other values than what is given there.
    """
    result = []
    for candidate in candidates:
        reading = candidate.reading
        own = msgspec.structs.replace(rules, readings=(reading,))
        with contextlib.suppress(Failed):
            named = outside.RecognisedType(texts[0].format, texts[0].type)
            puzzles = tuple(outside.read(own, text.source, named) for text in texts)
            lost = [_unwritten(own, puzzle, text) for puzzle, text in zip(puzzles, texts, strict=True)]
            whole = None if None in lost else sum((one for one in lost if one), Counter[str]())
            unwritten = tuple(sorted((whole or {}).items()))
            result.append(Proposal(reading, puzzles, whole is not None and not whole, candidate.ignored, unwritten))
    return sorted(result, key=lambda one: (not one.writes, any(_overwrites(one.reading, each) for each in one.puzzles)))


def _overwrites(reading: ir.Reading, puzzle: Puzzle) -> bool:
    """Whether a piece `fill` draws another value than the given one anywhere."""
    if puzzle.drawing is None:
        return False
    for piece in reading.pieces:
        if piece.word == "fill":
            names = dict.fromkeys(effect.name for layer in piece.layers for entry in layer for effect in entry.effects)
            given = {place: one for name in names for place, one in puzzle.givens.get(name, {}).items()}
            drawn = {place: one for name in names for place, one in puzzle.drawing.values.get(name, {}).items()}
            if any(given.get(place, one) != one for place, one in drawn.items()):
                return True
    return False


def _unwritten(rules: ir.Ruleset, puzzle: Puzzle, text: PieceText) -> Counter[str] | None:
    """Return the items of a file that are lost when its board is written; None if that fails or changes a link.

    Items in `_BLANKS` do not count.  Addresses of Penpa and Kudamono are written, but not compared.
    """
    try:
        again = outside.write(rules, puzzle, text.format, puzzle.drawing)
    except Failed:
        return None
    if text.format in ("penpa", KUDAMONO):
        return Counter()
    if text.format == "puzzlink":
        return Counter() if _link_body(again) == _link_body(text.source.text) else None
    return _items(text.source.text) - _items(again)


_BLANKS = frozenset({".", "0", "-1", "+", "-", "#"})
"""How files mark places about which nothing is said, that somebody knows to be without, or that are drawn."""


def _items(text: str) -> Counter[str]:
    """The frequency of each item of a file, without marks that a site writes in several ways."""
    return Counter(item for item in text.replace("/", " ").split() if item not in _BLANKS)


def _link_body(text: str) -> str:
    """Return a link without its host, blanks and the slashes at its end."""
    return "".join(text.partition("?")[2].split()).rstrip("/")
