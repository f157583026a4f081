"""Finds what a piece holds besides values of places: borders inside regions, and items that it ignores."""

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang.formats.guess.stretches import PieceText
from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.codec import Layer
from puzzlelang.geometry.places import Link, Region
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Key
from puzzlelang.typed import ir

LeftOut = tuple[str, tuple[tuple[str, int], ...]]
"""A piece without targets, or a kind of Penpa marks that is ignored: its items and how often each occurs."""

_SILENT = frozenset({".", "0"})


def walls(rules: ir.Ruleset, filled: frozenset[str] = frozenset()) -> ir.Given | None:
    """Return the first given set of links with a default that is not in `filled`; None if there is none.

    Borders inside regions can be read as this set.
    """
    for given in rules.givens:
        links = isinstance(given.kind, ir.SetKind) and given.kind.sort is Sort.LINK
        if links and given.default is not None and given.name not in filled:
            return given
    return None


def stands_inside(regions: Sequence[Region], places: Sequence[Key], layer: Layer) -> bool:
    """Whether a layer has a border with the same region on both sides."""
    told = zip(places, layer, strict=True)
    cut = {
        place: one.span
        for place, one in told
        if isinstance(place, Link) and one is not None and one.value not in (0, "0", "-1")
    }
    return bool(inner_walls.walls_inside_regions(regions, cut))


def left_out(texts: Sequence[PieceText], starts: Sequence[int], ends: Sequence[int], word: str) -> Iterator[LeftOut]:
    """Yield `word` with the items that a piece without targets reads, and how often each occurs.

    `starts` and `ends` are the offsets of the piece in each text.  The items `.` and `0` do not count; if there are no
    others, nothing is yielded.
    """
    parts = [text.source.text[at:end] for text, at, end in zip(texts, starts, ends, strict=True)]
    files = texts[0].format != "puzzlink"
    counted = Counter(item for part in parts for item in (part.replace("/", " ").split() if files else part))
    found = {item: amount for item, amount in counted.items() if item not in _SILENT}
    if found:
        yield word, tuple(sorted(found.items()))
