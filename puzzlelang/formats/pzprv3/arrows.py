"""Numbers with arrows."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import Board, Layer, Raw, Told
from puzzlelang.formats.pieces.reader import Reader
from puzzlelang.formats.pzprv3.lines import BLANK, NOT_SAID, Token, chunks, grid, joined, number, spelled
from puzzlelang.puzzle import UNKNOWN

_DIRECTIONS = ("0", "up", "down", "left", "right")
"""What the first number says, 0 that there is no arrow."""


def read_arrows(reader: Reader, _: Sequence[int], board: Board) -> Sequence[Layer]:
    """For each cell a blank, or the number of a direction, a comma and a number."""
    rows = grid(reader, board.geometry.height, board.geometry.width, "cells")
    arrows: list[Told | None] = []
    clues: list[Told | None] = []
    for token in (token for row in rows for token in row):
        if token.blank:
            arrows.append(None)
            clues.append(None)
            continue
        direction, clue = _parts(token)
        arrows.append(Told(_DIRECTIONS[direction], token.span) if direction else None)
        clues.append(Told(UNKNOWN if clue == NOT_SAID else number(Token(clue, token.span)), token.span))
    return [arrows, clues]


def _parts(token: Token) -> tuple[int, str]:
    direction, comma, clue = token.text.rpartition(",")
    if not comma:
        return 0, clue
    if direction not in [str(index) for index in range(len(_DIRECTIONS))]:
        problem = f"`{direction}` is no direction"
        raise fail("E203", problem, token.span, hint="1 is up, 2 down, 3 left, 4 right, 0 none")
    return int(direction), clue


def write_arrows(layers: Sequence[Sequence[Raw]], board: Board) -> str:
    """What `read_arrows` reads.  Raises `Failed` for an arrow without a number."""
    found = []
    for cell, direction, clue in zip(board.geometry.cells, *layers, strict=True):
        if clue is None and direction is not None:
            raise fail("E208", f"the arrow at {cell} has no number, and this format has no room for that")
        index = 0 if direction is None else _DIRECTIONS.index(str(direction))
        found.append(BLANK if clue is None else f"{index},{spelled(clue)}")
    return joined(map(spelled, row) for row in chunks(found, board.geometry.width))
