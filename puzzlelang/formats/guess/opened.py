"""A text up to where its pieces begin: type, size, letters for variants."""

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Codec
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink import frame, url
from puzzlelang.formats.pzprv3 import codecs, file
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.source import Source, Span

FORMATS = ("puzzlink", "pzprv3")
"""The formats whose texts can be opened without rules: they tell type and size."""

CODECS: dict[str, dict[str, Codec]] = {"puzzlink": url.CODECS, "pzprv3": codecs.CODECS}

FRAMING = frozenset({"kakuro", "square", "sums"})
"""Pieces that change the size that stands before them, so that nobody can guess them from behind it."""


class PieceText(msgspec.Struct, frozen=True):
    """A text whose pieces begin at `start`; the size of a `square` one is one number."""

    format: str
    type: str
    source: Source
    board: BoardContext
    letters: Span
    start: int
    square: bool = False

    def reader(self, at: int | None = None) -> TextReader:
        """A reader of what the pieces hold, from `at` or from their beginning."""
        text = self.source.text
        end = len(text.rstrip()) if self.format == "puzzlink" else file.end_of_pieces(text)
        return TextReader(self.source, self.start if at is None else at, end)


def read_head(name: str, source: Source) -> PieceText:
    """The parts before the pieces.  Raises `Failed` if the text is of another format or its size is wrong."""
    kind = (url if name == "puzzlink" else file).type_of(source.text)
    if kind is None:
        raise fail("E202", f"this is no text of the format `{name}`", source.first(), hint="`formats` lists them all")
    if name == "puzzlink":
        plain = frame.decode_escapes(source.text)
        source = source if plain == source.text else Source(source.name, plain)
        found = frame.split(source)
        return _made(name, kind, source, (found.height, found.width), found.flags, found.start, 0)
    height, width, letters, version, start = file.read_header(source)
    made = _made(name, kind, source, (height, width or height), letters, start, version)
    return msgspec.structs.replace(made, square=width is None)


def _made(
    name: str, kind: str, source: Source, size: tuple[int, int], letters: Span, start: int, version: int
) -> PieceText:
    if not 0 < size[0] * size[1] <= most_cells():
        raise fail("E203", f"a board of {size[0]} x {size[1]} cannot be read", source.first())
    return PieceText(name, kind, source, BoardContext(Geometry(*size), letters.text, kind, version), letters, start)
