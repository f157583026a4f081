"""What a piece tells beside the values of places: borders inside of regions, and items that it leaves out."""

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
"""A piece, or a kind of marks, that tells of nothing: its items and how often each occurs."""

_SILENT = frozenset({".", "0"})


def walls(rules: ir.Ruleset, filled: frozenset[str] = frozenset()) -> ir.Given | None:
    """A given set of links that boards may leave out, so that it may take borders inside of regions."""
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
    """What a piece that tells of nothing reads all the same."""
    parts = [text.source.text[at:end] for text, at, end in zip(texts, starts, ends, strict=True)]
    files = texts[0].format != "puzzlink"
    counted = Counter(item for part in parts for item in (part.replace("/", " ").split() if files else part))
    found = {item: amount for item, amount in counted.items() if item not in _SILENT}
    if found:
        yield word, tuple(sorted(found.items()))
