"""Reads and writes puzz.link URLs: the pieces of a `read` statement behind their frame."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.apply import read_whole, write_pieces
from puzzlelang.formats.pieces.bricks import brick_board, has_bricks, shape_of_bricks
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.flags import take_flags, write_flags
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.puzzlink import frame
from puzzlelang.formats.puzzlink.codecs import CODECS, GROWN
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

__all__ = ["CODECS", "HOST", "read", "type_of", "write"]

HOST = "https://puzz.link/p?"

type_of = frame.type_of


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a URL.  Raises `Failed` at the first wrong character.

    Spans of a URL with escapes such as `%2F` refer to its plain form.
    """
    plain = frame.decode_escapes(source.text)
    source = source if plain == source.text else Source(source.name, plain)
    result = frame.split(source)
    geometry, start = _board(rules, reading, result)
    draft = PuzzleDraft(rules, source, geometry)
    take_flags(draft, reading, result.flags)
    reader = TextReader(source, start, len(source.text.rstrip()))
    board = BoardContext(geometry, result.flags.text, reading.type)
    # puzz.link puts a slash behind a URL that would end with a full stop.
    read_whole(draft, reading, reader, board, CODECS, ending="/")
    return draft.puzzle()


def _board(rules: Ruleset, reading: Reading, url_frame: frame.UrlFrame) -> tuple[Geometry, int]:
    """The board, and where its pieces begin."""
    if not has_bricks(reading):
        grown = _extra_lines(reading)
        return sized_board(rules, url_frame.height + grown, url_frame.width + grown, url_frame.size), url_frame.start
    shape, _, rest = url_frame.rest.text.partition("/")
    span = Span(url_frame.rest.source, url_frame.rest.start, url_frame.rest.start + len(shape))
    return brick_board(rules, url_frame.height, url_frame.width, span, url_frame.size), url_frame.rest.end - len(rest)


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as a URL without its drawing.  Raises `Failed` if the URL has no letters for it."""
    board, letters = shown.puzzle.geometry, write_flags(shown, reading)
    if has_bricks(reading):
        (width, shape), height = shape_of_bricks(board), board.height
        start = f"{shape}/"
    else:
        geometry, grown, start = squares(board), _extra_lines(reading), ""
        width, height = geometry.width - grown, geometry.height - grown
        if width < 1 or height < 1:
            raise fail("E208", "the board has no cells beside those of its first row and column")
    body = start + write_pieces(shown, reading, BoardContext(board, letters, reading.type), CODECS)
    before = f"{letters}/" if letters else ""
    return f"{HOST}{reading.type}/{before}{width}/{height}/{body}{'/' if body.endswith('.') else ''}"


def _extra_lines(reading: Reading) -> int:
    """The number of rows and columns that the board has more than the URL says."""
    return int(any(piece.word in GROWN and not piece.literal for piece in reading.pieces))
