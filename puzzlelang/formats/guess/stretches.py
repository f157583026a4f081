"""Splits a text into its head and stretches, with the items of each and the pieces that could read it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.guess.entries import key_of
from puzzlelang.formats.kudamono import address
from puzzlelang.formats.kudamono.codecs import FIELDS
from puzzlelang.formats.kudamono.marks import NUMBERED, AddressReader
from puzzlelang.formats.pieces.codec import BoardContext, Borders, Codec, Layer
from puzzlelang.formats.pieces.flags import CHOICES
from puzzlelang.formats.pieces.places import from_links, ordered_links
from puzzlelang.formats.pieces.puzzle_draft import declaration
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink import frame, url
from puzzlelang.formats.pzprv3 import codecs, file
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import Piece, Target
from puzzlelang.typed.codecs.formats import FORMATS

SELF_DESCRIBING = ("puzzlink", "pzprv3")
"""The formats whose texts can be opened without rules: they state type and size."""

KUDAMONO = "kudamono"
"""A format whose texts are fields, so that pieces may come in any order."""


def _with_letters(board: BoardContext) -> BoardContext:
    """The board of a piece that fills no numbers: then its letters are marks, and none of them is a number."""
    assert board.rules is not None
    entries = [entry for layer in board.layers for entry in layer]
    items = [declaration(board.rules, effect.name) for entry in entries for effect in entry.effects]
    kinds = [getattr(item, "kind", None) for item in items]
    if any(isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBER for kind in kinds):
        return board
    letters = tuple(ir.PieceEntry(letter, (), entry.span) for entry in entries[:1] for letter in NUMBERED)
    return msgspec.structs.replace(board, layers=tuple((*layer, *letters) for layer in board.layers))


def _length_codec(codec: Codec, field: str) -> Codec:
    """A codec of a field, behind which the reader has moved on by as many characters as the field has."""

    def decode(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        assert isinstance(reader, AddressReader)
        span = reader.fields.get(field)
        result = codec.decode(reader, counts, _with_letters(board))
        reader.at += len(span.text) if span else 0
        return result

    return msgspec.structs.replace(codec, decode=decode)


CODECS: dict[str, dict[str, Codec]] = {
    "puzzlink": url.CODECS,
    "pzprv3": codecs.CODECS,
    KUDAMONO: {word: _length_codec(address.CODECS[word], field) for word, field in FIELDS.items()},
}

FRAMING = frozenset({"bricks", "kakuro", "square", "sums"})
"""Pieces that change how the size before all pieces is read, so that the search cannot try them."""


def searchable_pieces(name: str) -> list[tuple[str, Piece]]:
    """The pieces of a format that can be tried without knowing more of a statement."""
    return [
        (word, piece)
        for word, piece in FORMATS[name].pieces.items()
        if word not in (*CHOICES, *FRAMING, "bank") and not piece.spells and not piece.packs
    ]


class PieceText(msgspec.Struct, frozen=True):
    """A text with its head parsed; pieces begin at `start`, the size of a `square` one is one number."""

    format: str
    type: str
    source: Source
    board: BoardContext
    letters: Span
    start: int
    square: bool = False

    def reader(self, at: int | None = None) -> TextReader:
        """A reader of the pieces' text, from `at` or from their beginning."""
        text = self.source.text
        if self.format == KUDAMONO:
            return address.board_reader(self.source, self.start if at is None else at)
        end = len(text.rstrip()) if self.format == "puzzlink" else file.end_of_pieces(text)
        return TextReader(self.source, self.start if at is None else at, end)

    def is_over(self, at: int) -> bool:
        """Whether nothing is left to read from there on but ends of lines."""
        reader = self.reader(at)
        return reader.done if self.format == KUDAMONO else not reader.rest.strip("/ \t\r\n")


def read_head(name: str, source: Source) -> PieceText:
    """Parses the head of a text.  Raises `Failed` if the text is of another format or its size is wrong."""
    kind = (url if name == "puzzlink" else file).type_of(source.text)
    if kind is None:
        raise fail("E202", f"this is no text of the format `{name}`", source.first(), hint="`formats` lists them all")
    if name == "puzzlink":
        plain = frame.decode_escapes(source.text)
        source = source if plain == source.text else Source(source.name, plain)
        result = frame.split(source)
        return _piece_text(name, kind, source, (result.height, result.width), result.flags, result.start, 0)
    height, width, letters, version, start = file.read_header(source)
    text = _piece_text(name, kind, source, (height, width or height), letters, start, version)
    return msgspec.structs.replace(text, square=width is None)


def read_address(source: Source, rules: ir.Ruleset) -> PieceText:
    """An address of Kudamono, whose pieces ask the rules what they are about.  Raises `Failed` without a size."""
    kind = address.type_of(source.text) or ""
    head = address.read_head(source)
    if len(head.size) != 2:
        raise fail("E203", "only boards of squares have proposals", head.at)
    height, width = head.size
    if not 0 < height * width <= most_cells():
        raise fail("E203", f"a board of {height} x {width} cannot be read", head.at)
    board = BoardContext(SquareGrid(height, width), "", kind, head.version, rules=rules)
    return PieceText(KUDAMONO, kind, head.source, board, head.source.span(0, 0), 0)


def _piece_text(
    name: str, kind: str, source: Source, size: tuple[int, int], letters: Span, start: int, version: int
) -> PieceText:
    if not 0 < size[0] * size[1] <= most_cells():
        raise fail("E203", f"a board of {size[0]} x {size[1]} cannot be read", source.first())
    return PieceText(name, kind, source, BoardContext(SquareGrid(*size), letters.text, kind, version), letters, start)


MOST_STRETCHES = 12
_MOST_SAMPLES = 3
_TWICE = frozenset({"fill", "lastcells", "walled", "doubled", "pairs", "word"})
"""Pieces that read what others read one by one, or in a looser way."""


class PieceCandidate(msgspec.Struct, frozen=True):
    """A piece that reads up to `end`; the possible targets of its layers.

    `sample`: the first items that it reads there, of the first layer, with their places.
    """

    word: str
    layers: tuple[frozenset[Target], ...]
    end: int
    sample: tuple[str, ...] = ()


class Stretch(msgspec.Struct, frozen=True):
    """A part of a text with the frequency of each item, and the pieces that could read it, the longest first."""

    start: int
    end: int
    items: tuple[tuple[str, int], ...]
    fitting: tuple[PieceCandidate, ...]


def stretches(text: PieceText) -> list[Stretch]:
    """The stretches of a text in order.

    Those of a link are the parts between slashes, and the rest behind borders.  The rest of a part becomes a stretch
    only if one more piece could read it.
    """
    stretchs: list[Stretch] = []
    starts, regions = [text.start], 0
    while starts and len(stretchs) < MOST_STRETCHES:
        at = starts.pop(0)
        if text.is_over(at):
            continue
        rest = text.reader(at).rest
        fitting = tuple(sorted(_fitting(text, at, regions), key=lambda one: -one.end))
        regions = regions or _regions(text, at, fitting)
        if text.format == "puzzlink":
            end = at + len(rest.partition("/")[0])
            on = {last: _continues(text, last, end, regions) for last in {one.end for one in fitting if one.end <= end}}
            fitting = tuple(one for one in fitting if on.get(one.end))
            starts = sorted({*starts, *(one.end for one in fitting if one.word == "border" and one.end < end), end + 1})
        else:
            end = max((one.end for one in fitting if one.word not in _TWICE), default=at + len(rest))
            starts = [end]
        if end > at:
            stretchs.append(Stretch(at, end, _items(text, at, end), fitting))
    return stretchs


def _continues(text: PieceText, at: int, end: int, regions: int) -> bool:
    """Whether nothing is left of a part, or one piece reads the rest of it."""
    return at == end or any(one.end == end for one in _fitting(text, at, regions))


def _items(text: PieceText, start: int, end: int) -> tuple[tuple[str, int], ...]:
    part = text.source.text[start:end]
    counted = Counter(part if text.format == "puzzlink" else part.replace("/", " ").split())
    return tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def _fitting(text: PieceText, at: int, regions: int) -> Iterator[PieceCandidate]:
    for word, piece in searchable_pieces(text.format):
        yield from _ends(text, at, word, piece, regions)


def _ends(text: PieceText, at: int, word: str, piece: Piece, regions: int) -> Iterator[PieceCandidate]:
    """Yield a candidate for each offset at which the piece can end, with the targets of its layers that lead there."""
    codec = CODECS[text.format][word]
    span = text.source.first()
    amount = max(piece.least, 1) if piece.layers else 0
    result: dict[int, list[tuple[Target, ...]]] = {}
    samples: dict[int, tuple[str, ...]] = {}
    for targets in product(*(sorted(layer, key=list(Target).index) for layer in piece.layers[:amount])):
        reader = text.reader(at)
        layers = tuple((ir.PieceEntry(None, (), span),) for _ in targets)
        counts = [_amount(text, target, codec, regions) for target in targets]
        try:
            if 0 in counts:
                continue
            read = codec.decode(reader, counts, msgspec.structs.replace(text.board, layers=layers))
        except Failed:
            continue
        if reader.at > at:
            result.setdefault(reader.at, []).append(targets)
            samples.setdefault(reader.at, _sample(text, targets[0], read[0]) if targets and read else ())
    for end, ways in result.items():
        yield PieceCandidate(word, tuple(map(frozenset, zip(*ways, strict=True))), end, samples[end])


def _sample(text: PieceText, target: Target, layer: Layer) -> tuple[str, ...]:
    """The first items of a layer, with the places at which they stand."""
    board = text.board.geometry
    there: Sequence[object] = ()
    if target in (Target.LINKS, Target.PARTITION):
        there = ordered_links(board)
    elif target is Target.CELLS:
        there = board.cells
    items = [(index, one.value) for index, one in enumerate(layer) if one is not None]
    named = len(there) == len(layer)
    first = items[:_MOST_SAMPLES]
    return tuple(f"{key_of(value)} at {there[index]}" if named else key_of(value) for index, value in first)


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
        case Target.GROUPS | Target.PATHS | Target.GROUP_VALUES | Target.PATH_VALUES:
            return 0


def _regions(text: PieceText, at: int, fitting: tuple[PieceCandidate, ...]) -> int:
    """The number of regions that the borders make, 0 if there are none."""
    for one in fitting:
        if one.word not in ("border", "rooms", "borders"):
            continue
        codec = CODECS[text.format][one.word]
        board = text.board.geometry
        (layer, *_) = codec.decode(text.reader(at), [len(board.links)], text.board)
        if codec.labels and not isinstance(layer, Borders):
            return len({item.value for item in layer if item is not None})
        cut = {link for link, item in zip(ordered_links(board), layer, strict=True) if item is not None}
        return len(from_links(board, "", cut))
    return 0
