"""Reads and writes killer Sudokus in one line, such as `3x3::k:2561:2561:…:`, a number for each of the 81 cells.

A number is 256 times the sum of the cage and an index, so that the cells of a cage have one number; a cell without a
cage has an index alone.  `d` between the colons says that the long diagonals hold no digit twice.  Sudoku programs
such as SumoCue and JSudoku share this form.
"""

import re
from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.apply import read_whole, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.flags import take_flags, write_flags
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.squares import squares
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Reading, Ruleset

_START = re.compile(r"[\s\ufeff]*+3x3:(?P<letters>[a-z]{0,3}):k:(?=\d)")
_SIDE, _CELLS, _BASE = 9, 81, 256


def type_of(text: str) -> str | None:
    """Empty for such a line, None for other texts."""
    return "" if _START.match(text) else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a line.  Raises `Failed` at the first wrong character."""
    result = _START.match(source.text)
    if result is None:
        raise fail("E202", "this is no killer Sudoku in one line", source.first(), hint="such as `3x3::k:2561:…`")
    geometry = sized_board(rules, _SIDE, _SIDE, source.first())
    draft, reader = PuzzleDraft(rules, source, geometry), TextReader(source, result.end(), len(source.text.rstrip()))
    take_flags(draft, reading, source.span(*result.span("letters")))
    read_whole(draft, reading, reader, BoardContext(geometry, result["letters"], reading.type), CODECS, ending=":")
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes the line of a puzzle without its drawing.  Raises `Failed` for what a line cannot say."""
    geometry = squares(shown.puzzle.geometry)
    if (geometry.height, geometry.width) != (_SIDE, _SIDE):
        raise fail("E208", f"a killer Sudoku in one line has 9 rows and columns, not {geometry.height}")
    context = BoardContext(geometry, "", reading.type)
    return f"3x3:{write_flags(shown, reading)}:k:{write_pieces(shown, reading, context, CODECS)}:"


def _read_cages(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """The number of each cell that lies in a cage; the sum of each cage, in the order of their first cells."""
    labels: list[PlacedItem | None] = []
    sums: dict[int, PlacedItem] = {}
    for index in range(_CELLS):
        if index:
            reader.literal(":")
        start = reader.at
        number = reader.number("the cage of a cell")
        span = reader.span(start)
        caged = number >= _BASE
        labels.append(PlacedItem(number, span) if caged else None)
        if caged:
            sums.setdefault(number, PlacedItem(number // _BASE, span))
    cages: Layer = list(sums.values())
    return [labels, cages][: len(counts)]


def _write_cages(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `_read_cages`.  Raises `Failed` for a cage without a sum."""
    sums = list(layers[1]) if len(layers) > 1 else []
    indices = list(dict.fromkeys(label for label in layers[0] if label is not None))
    result, free = [], len(indices)
    for label in layers[0]:
        if label is None:
            result.append(str(free))
            free += 1
            continue
        index = indices.index(label)
        total = sums[index] if index < len(sums) else None
        if not isinstance(total, int) or total < 1:
            raise fail("E208", "a cage without a sum cannot be written into a killer Sudoku in one line")
        result.append(str(_BASE * total + index))
    return ":".join(result)


CODECS: dict[str, Codec] = {"cages": Codec(_read_cages, _write_cages, labels=True, by_rows=True)}
