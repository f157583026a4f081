"""Reads boards in any form: board text, JSON, or an outside format that is detected."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.text import read as board_text
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

if TYPE_CHECKING:
    from puzzlelang.formats.outside import RecognisedType

_SUSPECT = re.compile(
    r"[\s\ufeff]*+(pzprv3|SAVEFILE|\(|\{|\S*[/?]|\S+\s*\Z|(?:catalogue|title|by|copyright|license|width|height)[ \t]"
    r"|\.[.\s]*+(?<=\.)(?:~|[A-Z]\w*+~|[A-Z][a-z]\w*+\s*+\.))"
)
"""How texts of outside formats begin, or a text of one word; what this misses is board text."""


_LINK = re.compile(
    r"[\s\ufeff]*(?P<link>\w+://(?P<site>[^\s/?#]+)\S*|(?P<host>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?/\S*\?\S*)\s*"
)
"""A link and nothing else, with `http://` or without."""


class BoardSource(msgspec.Struct, frozen=True):
    """A text with its outside format, None for board text."""

    source: Source
    outside_type: "RecognisedType | None"

    @property
    def names_type(self) -> bool:
        """Whether the text says which rules it is about, by its type of puzzle or by its form alone."""
        return self.outside_type is not None and self.outside_type.names_rules


def board_source(source: Source, rules: Ruleset | None = None) -> BoardSource:
    """Detects the format of a text; with `rules`, those without a mark count only if the rules read them."""
    return BoardSource(source, detect_format(source.text, rules))


def detect_format(text: str, rules: Ruleset | None = None) -> "RecognisedType | None":
    """The outside format of a text, None for board text.  Format modules are loaded only for candidates."""
    if not _SUSPECT.match(text):
        return None
    from puzzlelang.formats import outside

    return outside.recognise_type(text, rules)


def read(rules: Ruleset, source: Source, size: tuple[int, int] | None = None) -> Puzzle:
    """Reads the puzzle in a text of any form; `size` is (rows, columns), for texts that do not have it.

    Raises `Failed` with every error, also if the board is not of that size.
    """
    puzzle = _of_json(rules, source) or _outside(rules, source, size)
    if puzzle is None:
        puzzle = board_text.read(rules, source)
    result = (puzzle.geometry.height, puzzle.geometry.width)
    if size is not None and result != size:
        problem = f"this board has {_shape(result)}, and {_shape(size)} were asked for"
        raise fail("E205", problem, source.first(), hint="leave the size out: this text says it itself")
    return puzzle


def read_drawing(rules: Ruleset, puzzle: Puzzle, source: Source) -> Drawing | None:
    """Reads the drawing on a puzzle from a text; None for a text of an outside format without a drawing.

    Raises `Failed` with every error, also if it is drawn on another board.
    """
    board = puzzle.geometry
    other = _of_json(rules, source) or _outside(rules, source, (board.height, board.width))
    if other is None:
        return board_text.read_drawing(rules, puzzle, source)
    from puzzlelang.formats.pieces import round_trip

    if not round_trip.is_same_puzzle(rules, puzzle, other):
        advice = "draw the answer over an unchanged board"
        raise fail("E111", "the drawing is on another board", source.first(), hint=advice)
    return None if other.drawing is None else transfer_drawing(other.drawing, other, puzzle)


def transfer_drawing(drawing: Drawing, board: Puzzle, onto: Puzzle) -> Drawing:
    """Moves a drawing to an equal puzzle, whose places are other objects."""
    counterparts = dict[Place, Place](zip(_places(board), _places(onto), strict=True))
    for name, regions in board.partitions.items():
        counterparts.update(zip(regions, onto.partitions.get(name, ()), strict=False))
    for name, groups in board.groups.items():
        counterparts.update(zip(groups, onto.groups.get(name, ()), strict=False))
    values = {
        find: {counterparts.get(place, place): value for place, value in places.items()}
        for find, places in drawing.values.items()
    }
    return Drawing(
        values, {(find, counterparts.get(place, place)): span for (find, place), span in drawing.spans.items()}
    )


def _places(puzzle: Puzzle) -> Sequence[Place]:
    board = puzzle.geometry
    return [*board.cells, *board.links, *board.borders, *board.corners, *board.lines, *board.views]


_JSON = re.compile(r'[\s\ufeff]*+\{\s*+"')
"""How an object of JSON begins; whether it is a board of ours is known where such boards are read."""


def _of_json(rules: Ruleset, source: Source) -> Puzzle | None:
    """The puzzle of a text that is our JSON; None for other texts."""
    if not _JSON.match(source.text):
        return None
    from puzzlelang.formats.json_board import read as json_board

    return json_board.read(rules, source) if json_board.is_board(source.text) else None


def _outside(rules: Ruleset, source: Source, size: tuple[int, int] | None) -> Puzzle | None:
    result = detect_format(source.text, rules)
    if result is None:
        _check_link(source)
        return None
    from puzzlelang.formats import outside

    return outside.read(rules, source, result, size)


def _check_link(source: Source) -> None:
    """Raises `Failed` for a text that is nothing but a link, in which no board was found."""
    result = _LINK.fullmatch(source.text)
    if result is None:
        return
    known = (
        "links such as `https://puzz.link/p?TYPE/COLUMNS/ROWS/…` are read, from puzz.link, pzv.jp and their relatives"
    )
    known += ", `…/penpa-edit/#m=edit&p=…`, and boards of f-puzzles, SudokuPad and SudokuMaker"
    other = "of other sites the game ID, the task or the saved file"
    message = f"this looks like a link of {result['site'] or result['host']}, and no board is found in it"
    raise fail("E202", message, source.span(*result.span("link")), hint=f"{known}; {other}")


def _shape(size: tuple[int, int]) -> str:
    return f"{size[0]} rows and {size[1]} columns"
