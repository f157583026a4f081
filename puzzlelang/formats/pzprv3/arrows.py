"""Numbers with arrows."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import Board, Layer, Raw, Told
from puzzlelang.formats.pieces.reader import Reader
from puzzlelang.formats.pzprv3.lines import BLANK, NOT_SAID, Token, chunks, grid, joined, number, spelled
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.typed.codecs.codec import NUMBERED_DIRECTIONS

_DIRECTIONS = ("0", *NUMBERED_DIRECTIONS)
"""What the first number says, 0 that there is no arrow."""


def read_arrows(reader: Reader, counts: Sequence[int], board: Board) -> Sequence[Layer]:
    """For each cell a blank, or the number of a direction, a comma and a number; a colour behind a second comma."""
    rows = grid(reader, board.geometry.height, board.geometry.width, "cells")
    layers: list[list[Told | None]] = [[] for _ in counts]
    for token in (token for row in rows for token in row):
        if token.blank:
            found: list[Told | None] = [None] * len(counts)
        else:
            found = _told(token, coloured=len(counts) == 3)
        for layer, item in zip(layers, found, strict=True):
            layer.append(item)
    return layers


def _told(token: Token, *, coloured: bool) -> list[Told | None]:
    text, colour = token.text, []
    if coloured:
        text, comma, last = text.rpartition(",")
        if not comma:
            raise fail("E203", f"`{token.text}` names no colour", token.span, hint="it stands behind a second comma")
        colour = [Told(number(Token(last, token.span)), token.span)]
    direction, clue = _parts(Token(text, token.span))
    arrow = Told(_DIRECTIONS[direction], token.span) if direction else None
    return [arrow, Told(UNKNOWN if clue == NOT_SAID else number(Token(clue, token.span)), token.span), *colour]


def _parts(token: Token) -> tuple[int, str]:
    direction, comma, clue = token.text.rpartition(",")
    if not comma:
        return 0, clue
    if direction not in [str(index) for index in range(len(_DIRECTIONS))]:
        problem = f"`{direction}` is no direction"
        raise fail("E203", problem, token.span, hint="1 is up, 2 down, 3 left, 4 right, 0 none")
    return int(direction), clue


def write_arrows(layers: Sequence[Sequence[Raw]], board: Board) -> str:
    """What `read_arrows` reads; an arrow or a colour without a number has `?`.

    Raises `Failed` for a number without a colour where all have one.
    """
    found = []
    for cell, direction, clue, *colour in zip(board.geometry.cells, *layers, strict=True):
        told = [item for item in colour if item is not None]
        if clue is None and direction is None and not told:
            found.append(BLANK)
            continue
        if len(told) < len(colour):
            raise fail("E208", f"the number at {cell} has no colour, and this format has no room for that")
        index = 0 if direction is None else _DIRECTIONS.index(str(direction))
        found.append(",".join([str(index), *map(spelled, (UNKNOWN if clue is None else clue, *told))]))
    return joined(map(spelled, row) for row in chunks(found, board.geometry.width))
