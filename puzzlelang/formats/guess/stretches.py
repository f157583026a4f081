"""A text cut into stretches, with the items of each and the pieces that could read it."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.guess.opened import CODECS, FRAMING, PieceText
from puzzlelang.formats.pieces.codec import Borders, Codec
from puzzlelang.formats.pieces.flags import CHOICES
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.regions import from_links
from puzzlelang.typed import ir
from puzzlelang.typed.codecs import FORMATS
from puzzlelang.typed.codecs.codec import Piece, Target

MOST_STRETCHES = 12
_TWICE = frozenset({"fill", "lastcells", "walled", "doubled", "pairs", "word"})
"""Pieces that read what others read one by one, or in a looser way."""


class PieceCandidate(msgspec.Struct, frozen=True):
    """A piece that reads on from somewhere up to `end`; what its layers could be about."""

    word: str
    layers: tuple[frozenset[Target], ...]
    end: int


class Stretch(msgspec.Struct, frozen=True):
    """A part of a text, how often each item occurs in it, and what could read from its start, the longest first."""

    start: int
    end: int
    items: tuple[tuple[str, int], ...]
    fitting: tuple[PieceCandidate, ...]


def stretches(text: PieceText) -> list[Stretch]:
    """The stretches of a text in order.

    Those of a link are the parts between slashes, and what follows borders; of what could read a beginning only that is
    told behind which one piece more reads the rest of the part.
    """
    found: list[Stretch] = []
    starts, regions = [text.start], 0
    while starts and len(found) < MOST_STRETCHES:
        at = starts.pop(0)
        rest = text.reader(at).rest
        if not rest.strip("/ \t\r\n"):
            continue
        fitting = tuple(sorted(_fitting(text, at, regions), key=lambda one: -one.end))
        regions = regions or _regions(text, at, fitting)
        if text.format == "puzzlink":
            end = at + len(rest.partition("/")[0])
            on = {last: _goes_on(text, last, end, regions) for last in {one.end for one in fitting if one.end <= end}}
            fitting = tuple(one for one in fitting if on.get(one.end))
            starts = sorted({*starts, *(one.end for one in fitting if one.word == "border" and one.end < end), end + 1})
        else:
            end = max((one.end for one in fitting if one.word not in _TWICE), default=at + len(rest))
            starts = [end]
        if end > at:
            found.append(Stretch(at, end, _items(text, at, end), fitting))
    return found


def _goes_on(text: PieceText, at: int, end: int, regions: int) -> bool:
    """Whether nothing is left of a part, or one piece reads the rest of it."""
    return at == end or any(one.end == end for one in _fitting(text, at, regions))


def _items(text: PieceText, start: int, end: int) -> tuple[tuple[str, int], ...]:
    told = text.source.text[start:end]
    counted = Counter(told if text.format == "puzzlink" else told.replace("/", " ").split())
    return tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def _fitting(text: PieceText, at: int, regions: int) -> Iterator[PieceCandidate]:
    for word, piece in FORMATS[text.format].pieces.items():
        if word in CHOICES or word in FRAMING or piece.spells or piece.packs or word == "bank":
            continue
        yield from _ends(text, at, word, piece, regions)


def _ends(text: PieceText, at: int, word: str, piece: Piece, regions: int) -> Iterator[PieceCandidate]:
    """Where a piece ends, for everything that the layers it must have could be about."""
    codec = CODECS[text.format][word]
    span = text.source.first()
    amount = max(piece.least, 1) if piece.layers else 0
    found: dict[int, list[tuple[Target, ...]]] = {}
    for targets in product(*(sorted(layer, key=list(Target).index) for layer in piece.layers[:amount])):
        reader = text.reader(at)
        layers = tuple((ir.PieceEntry(None, (), span),) for _ in targets)
        counts = [_amount(text, target, codec, regions) for target in targets]
        try:
            if 0 not in counts:
                codec.decode(reader, counts, msgspec.structs.replace(text.board, layers=layers))
        except Failed:
            continue
        if reader.at > at:
            found.setdefault(reader.at, []).append(targets)
    for end, ways in found.items():
        yield PieceCandidate(word, tuple(map(frozenset, zip(*ways, strict=True))), end)


def _amount(text: PieceText, target: Target, codec: Codec, regions: int) -> int:
    board = text.board.geometry
    match target:
        case Target.CELLS:
            return len(board.cells)
        case Target.LINKS:
            return len(board.links)
        case Target.BORDERS:
            return len(board.borders)
        case Target.CORNERS:
            return len(board.corners)
        case Target.LINES:
            return len(board.columns) + len(board.rows)
        case Target.VIEWS:
            return len(board.views)
        case Target.REGIONS:
            return len(board.cells) if codec.spread else regions
        case Target.PARTITION:
            return len(board.cells) if codec.labels else len(board.links)
        case Target.SINGLE | Target.OPTION:
            return 1


def _regions(text: PieceText, at: int, fitting: tuple[PieceCandidate, ...]) -> int:
    """How many regions the borders make that may be told of here, 0 if there are none."""
    for one in fitting:
        if one.word not in ("border", "rooms", "borders"):
            continue
        codec = CODECS[text.format][one.word]
        board = text.board.geometry
        (layer, *_) = codec.decode(text.reader(at), [len(board.links)], text.board)
        if codec.labels and not isinstance(layer, Borders):
            return len({told.value for told in layer if told is not None})
        cut = {link for link, told in zip(ordered_links(board), layer, strict=True) if told is not None}
        return len(from_links(board, "", cut))
    return 0
