"""Pieces about groups and paths of cells: cages, thermometers, arrows; and cages that lines enclose."""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.frame import Frame, Point
from puzzlelang.formats.penpa.marks import PenpaMark, PenpaMarks
from puzzlelang.formats.penpa.sheet import PenpaSheet
from puzzlelang.formats.pieces.codec import PlacedItem
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.geometry.places import Cell, Group, region_names
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Span
from puzzlelang.typed.codecs.penpa import CAGE_SIDES, CAGES, KINDS, SMALL
from puzzlelang.typed.ir import PieceEntry, ReadPiece

CAGE_LINES, ARROWS = KINDS["cage"], KINDS["arrows"]


def read_gathered(draft: PuzzleDraft, piece: ReadPiece, sheet: PenpaSheet) -> None:
    """Adds the groups or paths of a piece to the draft, and their numbers.  Raises `Failed`."""
    match piece.word:
        case "groups":
            marks = _marks(sheet, CAGES)
            for given in _names(piece.layers[0]):
                groups = _add(draft, given, [(mark.cells, mark.item.span) for mark in marks], ordered=False)
                for total in _names(entry for layer in piece.layers[1:] for entry in layer):
                    _read_totals(draft, total, groups, sheet)
        case "paths":
            for entry in piece.layers[0]:
                marks = _marks(sheet, str(entry.key))
                for given in _names([entry]):
                    _add(draft, given, [(mark.cells, mark.item.span) for mark in marks], ordered=True)
        case _:
            marks = _marks(sheet, ARROWS)
            bulbs = {mark.cells[0]: mark.item.span for mark in marks}
            for given in _names(piece.layers[0]):
                _add(draft, given, [((point,), span) for point, span in bulbs.items()], ordered=True)
            for given in _names(piece.layers[1]):
                _add(draft, given, [(mark.cells, mark.item.span) for mark in marks], ordered=True)


def _marks(sheet: PenpaSheet, kind: str) -> list[PenpaMark]:
    result = [mark for mark in sheet.question.others if mark.kind == kind]
    for mark in result:
        sheet.take_mark(mark)
    return result


def _names(entries: Iterable[PieceEntry]) -> list[str]:
    return list(dict.fromkeys(effect.name for entry in entries for effect in entry.effects))


def _add(
    draft: PuzzleDraft, name: str, result: Sequence[tuple[tuple[Point, ...], Span]], *, ordered: bool
) -> list[Group]:
    """Adds groups or paths to those of a given.  Raises `Failed` for cells beside the board, and a path that stays."""
    cells = {cell.lattice: cell for cell in draft.geometry.cells}
    known = draft.groups.get(name, ())
    labels = [label for label, _ in zip(region_names(), range(len(known) + len(result)), strict=False)]
    added: list[Group] = []
    for (points, span), label in zip(result, labels[len(known) :], strict=True):
        if not cells.keys() >= set(points):
            raise fail("E203", f"what `{name}` is read from leaves the board", span)
        members = [cells[point] for point in points]
        if ordered and any(first is second for first, second in pairwise(members)):
            raise fail("E204", f"what `{name}` is read from stays in one cell", span)
        if not ordered:
            members = sorted(dict.fromkeys(members), key=lambda cell: cell.index)
        group = Group(len(known) + len(added), name, label, tuple(members), ordered)
        draft.spans[name, group] = span
        added.append(group)
    draft.groups[name] = (*known, *added)
    return added


def _read_totals(draft: PuzzleDraft, name: str, groups: Sequence[Group], sheet: PenpaSheet) -> None:
    """The small number at the top left of a cell of each group.  Raises `Failed` for texts, and for a second number."""
    for group in groups:
        marks = [sheet.question.at(SMALL[0], cell.lattice) for cell in group.members if isinstance(cell, Cell)]
        totals = [mark for mark in marks if mark is not None]
        if len(totals) > 1:
            raise fail("E204", "a second number in this cage means nothing", totals[1].item.span)
        for mark in totals:
            value = mark.item.value
            if not isinstance(value, int | Unknown):
                raise fail("E204", f"`{value}` is no value of {name}", mark.item.span)
            draft.givens.setdefault(name, {})[group] = value
            draft.spans[name, group] = sheet.take_mark(mark).span


def write_gathered(shown: PuzzleToWrite, piece: ReadPiece) -> str:
    """The inverse of `read_gathered`, as lines of JSON."""
    groups = shown.puzzle.groups
    match piece.word:
        case "groups":
            written = [
                _line(CAGES, _points(group)) for name in _names(piece.layers[0]) for group in groups.get(name, ())
            ]
            for name in _names(entry for layer in piece.layers[1:] for entry in layer):
                for group, value in shown.puzzle.givens.get(name, {}).items():
                    assert isinstance(group, Group)
                    written.append(json.dumps([0, SMALL[0], _points(group)[0], str(value)]) + "\n")
        case "paths":
            named = [(str(entry.key), name) for entry in piece.layers[0] for name in _names([entry])]
            first = {name: key for key, name in reversed(named)}
            written = [_line(kind, _points(path)) for name, kind in first.items() for path in groups.get(name, ())]
        case _:
            written = [
                _line(ARROWS, _points(path)) for name in _names(piece.layers[1]) for path in groups.get(name, ())
            ]
    return "".join(written)


def _points(group: Group) -> list[Point]:
    return [cell.lattice for cell in group.members if isinstance(cell, Cell)]


def _line(kind: str, points: Sequence[Point]) -> str:
    return json.dumps([0, kind, points[0], ";".join(f"{row},{column}" for row, column in points)]) + "\n"


# ------------------------------------------------------------------------------------------------- lines around cages


def with_cages(frame: Frame, marks: PenpaMarks) -> PenpaMarks:
    """The marks with a cage in place of lines that enclose one; with all such lines if one encloses none.

    A cage that the text lists as well is there once.
    """
    lines = [mark for mark in marks.others if mark.kind == CAGE_LINES]
    sides: dict[Point, set[Point]] = {}
    for mark in lines:
        if not mark.cells:
            return marks
        for cell in mark.cells:
            sides.setdefault(cell, set())
        first, last = sorted(map(int, str(mark.item.value).split()))
        if len(set(mark.cells)) == 1 and (first, last) in CAGE_SIDES:
            sides[mark.cells[0]].add(CAGE_SIDES[first, last])
    spans = {cell: mark.item.span for mark in reversed(lines) for cell in mark.cells}
    cages: list[PenpaMark] = []
    done: set[Point] = set()
    for start in sorted(sides):
        if start in done:
            continue
        cells = _enclosed_points(start, sides, frame)
        if cells is None:
            return marks
        done |= set(cells)
        cages.append(PenpaMark(CAGES, None, PlacedItem(CAGES, spans[start]), tuple(sorted(cells))))
    others = [mark for mark in marks.others if mark.kind != CAGE_LINES]
    known = {frozenset(mark.cells) for mark in others if mark.kind == CAGES}
    return PenpaMarks(marks.placed, [*others, *(cage for cage in cages if frozenset(cage.cells) not in known)])


def _enclosed_points(start: Point, sides: dict[Point, set[Point]], frame: Frame) -> set[Point] | None:
    """The cells that are reached through sides without a line; None if they reach beyond the board."""
    result, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for down, right in CAGE_SIDES.values():
            if (down, right) in sides.get((row, column), ()):
                continue
            cell = (row + down, column + right)
            if not frame.inside(cell):
                return None
            if cell not in result:
                result.add(cell)
                waiting.append(cell)
    return result
