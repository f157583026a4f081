"""Reads and writes boards of Sudoku setters: addresses of f-puzzles, SudokuPad and SudokuMaker, and their JSON."""

import functools
import json
from collections.abc import Mapping

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats import located
from puzzlelang.formats.fpuzzles import (
    addresses,
    from_fpuzzles,
    from_iss,
    from_sudokumaker,
    from_sudokupad,
    pieces,
    writing,
    writing_gathered,
)
from puzzlelang.formats.fpuzzles.record import Board
from puzzlelang.formats.fpuzzles.sheet import Sheet
from puzzlelang.formats.located import LocatedValue
from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Reading, Ruleset

CODECS: Mapping[str, Codec] = {}
"""None: marks are no stretches of a text, so `pieces` read them and `writing` writes them."""

TYPE = "sudoku"
"""The only type of such boards."""


def type_of(text: str) -> str | None:
    """`sudoku` for an address of these programs or for what one packs, None for other texts."""
    return TYPE if addresses.find_wrapping(Source("", text)) is not None else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of an address or of JSON, and what is drawn, else the setter's answer.

    Spans refer to the unpacked text.  Raises `Failed`, also for a mark that the statement does not read.
    """
    board = kept_board(source)
    geometry = sized_board(rules, board.size, board.size, board.span)
    draft, sheet = PuzzleDraft(rules, board.source, geometry), Sheet(board)
    for piece in reading.pieces:
        if piece.literal:
            raise fail("E203", f"a board of f-puzzles holds no `{piece.word}`", board.span)
        pieces.read_piece(draft, piece, sheet)
    sheet.check_all_read(reading)
    return draft.puzzle()


@functools.lru_cache(maxsize=1)
def kept_board(source: Source) -> Board:
    """The board of a text, which several statements of several rule files may read in turn."""
    return read_board(source)


def read_board(source: Source, depth: int = 0) -> Board:
    """The board that a text wraps; `depth` is 1 for one that is packed inside of another.  Raises `Failed`."""
    wrapping = addresses.find_wrapping(source)
    if wrapping is None:
        raise fail("E202", "this is no board of a Sudoku setter's program", source.first())
    if not wrapping.kind:
        raise addresses.unheld_error(wrapping)
    if wrapping.kind == "json":
        return _board_of(located.parse(source), source, depth)
    if wrapping.kind == addresses.ISS:
        return from_iss.board_of(source)
    if wrapping.kind == f"{addresses.ISS} address":
        return from_iss.board_of(addresses.iss_text(wrapping))
    if wrapping.kind == "scf":
        return from_sudokupad.plain_board(wrapping.span)
    failure = None
    try:
        for text in addresses.unpack(wrapping):
            try:
                root = located.parse(text)
            except Failed as failed:
                failure = failure or failed
                continue
            return _board_of(root, text, depth)
    except Failed as failed:
        raise failure or failed from None
    raise failure or addresses.unheld_error(wrapping)


def _board_of(root: LocatedValue, source: Source, depth: int = 0) -> Board:
    """The board of a parsed text, by the members that show whose form it is.  Raises `Failed`."""
    members = root.members
    if "grid" in members:
        return from_fpuzzles.board_of(root, source)
    if "puzzle" in members or "constraints" in members:
        return from_sudokumaker.board_of(root, source)
    if "puzzles" in members and not depth:
        packed = members["puzzles"].items
        if len(packed) != 1:
            raise fail("E202", f"this holds {len(packed)} boards, and one is read", root.span)
        inner = packed[0].members.get("puzzle", packed[0])
        return read_board(Source(f"{source.name} (inside)", inner.text), depth + 1)
    if "cells" in members or "ce" in members:
        return from_sudokupad.board_of(root, source)
    raise fail("E202", "this is no board of f-puzzles, SudokuPad or SudokuMaker", root.span)


with_usual_numbers = writing_gathered.with_usual_numbers


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as an address of f-puzzles, with what is drawn.  Raises `Failed` for what that cannot say."""
    return addresses.f_puzzles_address(_json(shown, reading))


def _json(shown: PuzzleToWrite, reading: Reading) -> str:
    return json.dumps(writing.board_json(shown, reading), separators=(",", ":"), ensure_ascii=False)


def rewrapped(address: str, form: str) -> str:
    """An address that `write` made, in another form."""
    wrapping = addresses.find_wrapping(Source("", address))
    assert wrapping is not None
    text = next(addresses.unpack(wrapping)).text
    return addresses.sudokupad_address(text) if form == SUDOKUPAD else text + "\n"


SUDOKUPAD, AS_JSON = "sudokupad", "fpuzzles-json"
"""Other forms in which a board is written."""
