"""The pieces of boards of Sudoku setters: marks to values.  `writing` is the inverse."""

import math
from collections.abc import Callable, Mapping

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles import gathered
from puzzlelang.formats.fpuzzles.filling import entries_of, fill
from puzzlelang.formats.fpuzzles.points import cell_at, point_of_cell, point_outside
from puzzlelang.formats.fpuzzles.record import Point, box_shape, name_of
from puzzlelang.formats.fpuzzles.sheet import Sheet
from puzzlelang.formats.pieces.codec import PlacedItem
from puzzlelang.formats.pieces.items_to_values import apply_item, target
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft, declaration
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.places import Place
from puzzlelang.typed.ir import Effect, Find, Given, Option, PartitionKind, ReadPiece


def read_piece(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Reads a piece of a statement into the draft.  Raises `Failed`."""
    READERS[piece.word](draft, piece, sheet)


# ---------------------------------------------------------------------------------------------- cells


def _givens(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Given numbers; in the second layer those that somebody filled in, else the answer, with the given ones."""
    board, cells = sheet.board, draft.geometry.cells
    items = [PlacedItem(one.value, one.span) if one.value is not None else None for one in board.cells]
    given = [item if one.given else None for one, item in zip(board.cells, items, strict=True)]
    apply_item(draft, entries_of(piece), cells, given, what="`givens`", drawing=False)
    answer = [
        PlacedItem(value, board.span) if (value := board.solution.get(at)) else given[at] for at in range(len(cells))
    ]
    drawn = items if items != given else answer
    if len(piece.layers) > 1 and drawn != given:
        apply_item(draft, piece.layers[1], cells, drawn, what="`givens`", drawing=False)


def _candidates(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    result = [
        PlacedItem(tuple(dict.fromkeys(one.candidates)), one.span) if one.candidates else None
        for one in sheet.board.cells
    ]
    apply_item(draft, entries_of(piece), draft.geometry.cells, result, what="`candidates`", drawing=False)


def _regions(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """The region of each cell; the usual boxes are read if the rules have no boxes of their own.  Raises `Failed`."""
    board, item = sheet.board, target(draft.rules, entries_of(piece))
    assert isinstance(item, Given | Find) and isinstance(item.kind, PartitionKind)  # noqa: PT018
    # Rules state boxes by the square root; where that is no side of a box, f-puzzles has other ones.
    usual = box_shape(board.size)[0] == math.isqrt(board.size)
    if not board.parted and usual and isinstance(item, Given) and item.default is not None:
        return
    result = [None if one.region is None else PlacedItem(one.region, one.span) for one in board.cells]
    for index, one in enumerate(result):
        if one is None and not item.kind.absent:
            problem = f"{draft.geometry.cells[index]} lies in no region, and `{item.name}` has one for each cell"
            raise fail("E204", problem, board.cells[index].span)
    apply_item(draft, entries_of(piece), draft.geometry.cells, result, what="`regions`", drawing=False)


def _at_cells(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    for entry in entries_of(piece):
        marks = list(sheet.take(entry))
        result = [(cell_at(squares(draft.geometry), point), mark, mark.value) for mark in marks for point in mark.cells]
        fill(draft, entry, result, "`cells`")


# ---------------------------------------------------------------------------------------------- between cells


def _between(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Marks on links or at corners.  Raises `Failed` for cells with no such place between them."""
    taken = [(entry, list(sheet.take(entry))) for entry in entries_of(piece)]
    known: dict[frozenset[Point], Place] = {}
    if any(marks for _, marks in taken):  # most boards have none, and these places are many
        places = draft.geometry.links if piece.word == "links" else draft.geometry.corners
        known = {frozenset(map(point_of_cell, place.cells)): place for place in places}
    for entry, marks in taken:
        for mark in marks:
            if frozenset(mark.cells) not in known:
                cells = ", ".join(map(name_of, mark.cells[:4]))
                raise fail("E204", f"`{mark.field}` cannot stand between {cells}", mark.span)
        result = [(known[frozenset(mark.cells)], mark, mark.value) for mark in marks]
        fill(draft, entry, result, f"`{piece.word}`")


# ---------------------------------------------------------------------------------------------- outside


def _outside(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Clues beside lines: of lines those at either end, of views those where they are seen from."""
    geometry = squares(draft.geometry)
    known = {point_outside(geometry, view): view if piece.word == "views" else view.line for view in geometry.views}
    for entry in entries_of(piece):
        marks = list(sheet.take(entry))
        for mark in marks:
            if mark.cells[0] not in known:
                raise fail("E204", f"`{mark.field}` stands beside no row and no column", mark.span)
        fill(draft, entry, [(known[mark.cells[0]], mark, mark.value) for mark in marks], f"`{piece.word}`")


# ---------------------------------------------------------------------------------------------- the whole board


def _flag(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Sets options: those of the switches that are on, or those of the key `""` if none is; defaults stay unsaid."""
    on = [entry for entry in entries_of(piece) if entry.key and list(sheet.take(entry))]
    for entry in on or [entry for entry in entries_of(piece) if entry.key == ""]:
        effects = [effect for effect in entry.effects if not _is_default(draft, effect)]
        draft.options.update({effect.name: str(effect.value) for effect in effects})


def _is_default(draft: PuzzleDraft, effect: Effect) -> bool:
    option = declaration(draft.rules, effect.name)
    return isinstance(option, Option) and option.default == effect.value


def _besides(_: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    for entry in entries_of(piece):
        list(sheet.take(entry))


READERS: Mapping[str, Callable[[PuzzleDraft, ReadPiece, Sheet], None]] = {
    "givens": _givens,
    "regions": _regions,
    "candidates": _candidates,
    "flag": _flag,
    "cells": _at_cells,
    "links": _between,
    "corners": _between,
    "groups": gathered.read_gathered,
    "paths": gathered.read_gathered,
    "arrows": gathered.read_arrows,
    "lines": _outside,
    "views": _outside,
    "besides": _besides,
}
"""How each piece reads."""
