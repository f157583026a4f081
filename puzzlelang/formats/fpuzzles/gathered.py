"""Groups and paths of cells, the numbers of these, and arrows with their bulbs: marks to values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.filling import entries_of, fill
from puzzlelang.formats.fpuzzles.points import cell_at
from puzzlelang.formats.fpuzzles.record import Mark, Point, name_of
from puzzlelang.formats.fpuzzles.sheet import Sheet
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft, declaration
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.places import Group, region_names
from puzzlelang.typed.ir import Given, GroupsKind, PieceEntry, ReadPiece

Gathered = tuple[Mark, Sequence[Point]]
"""A mark with the cells of one of its groups or paths."""


def read_gathered(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """Groups or paths of each field, and if there is a second layer their numbers.

    Raises `Failed` for a number that no layer takes.
    """
    ordered = piece.word == "paths"
    for entry in entries_of(piece):
        marks = list(sheet.take(entry))
        result = [(mark, cells) for mark in marks for cells in (mark.lines if ordered else (mark.cells,)) if cells]
        for given in _givens(draft, [entry]):
            groups = _add(draft, given, result, ordered=ordered)
            if len(piece.layers) > 1:
                entries = [(group, mark, mark.value) for group, (mark, _) in zip(groups, result, strict=True)]
                for values in piece.layers[1]:
                    fill(draft, values, [one for one in entries if one[2] is not None], f"`{piece.word}`")
        if len(piece.layers) < 2:
            _check_silent(marks, piece.word)


def _check_silent(marks: Iterable[Mark], word: str) -> None:
    for mark in marks:
        if mark.value is not None:
            hint = f"the `{word}` of the `read` statement has a second layer for such numbers"
            raise fail("E204", f"`{mark.value}` of `{mark.field}` means nothing here", mark.span, hint=hint)


def read_arrows(draft: PuzzleDraft, piece: ReadPiece, sheet: Sheet) -> None:
    """The bulbs of arrows, each once, and the arrows, which begin in them.

    An arrow belongs to the bulbs that hold its first cell.  Raises `Failed` for one that would belong to two.
    """
    marks = [mark for mark in sheet.board.marks if mark.field == "arrow"]
    sheet.consumed.update(map(id, marks))
    bulbs = list({mark.cells: (mark, mark.cells) for mark in reversed(marks)}.values())[::-1]
    shared = Counter(point for _, cells in bulbs for point in dict.fromkeys(cells))
    for mark in marks:
        for line in mark.lines:
            if shared[line[0]] > 1:
                raise fail("E204", f"two bulbs share {name_of(line[0])}, where an arrow begins", mark.span)
    pills, arrows = (_givens(draft, layer) for layer in piece.layers)
    for given in pills:
        _add(draft, given, bulbs, ordered=True)
    for given in arrows:
        _add(draft, given, [(mark, line) for mark in marks for line in mark.lines], ordered=True)


def _givens(draft: PuzzleDraft, entries: Iterable[PieceEntry]) -> list[Given]:
    """The declarations of groups or paths that entries name."""
    named = [declaration(draft.rules, effect.name) for entry in entries for effect in entry.effects]
    return [item for item in named if isinstance(item, Given) and isinstance(item.kind, GroupsKind)]


def _add(draft: PuzzleDraft, given: Given, gathereds: Sequence[Gathered], *, ordered: bool) -> list[Group]:
    """Adds groups or paths to those of a given, each with a label.  Raises `Failed` for a path that stays."""
    known = draft.groups.get(given.name, ())
    labels = [label for label, _ in zip(region_names(), range(len(known) + len(gathereds)), strict=False)]
    added: list[Group] = []
    for (mark, points), label in zip(gathereds, labels[len(known) :], strict=True):
        cells = [cell_at(squares(draft.geometry), point) for point in points]
        if ordered:
            for first, second in pairwise(cells):
                if first is second:
                    raise fail("E204", f"a line of `{mark.field}` stays at {first}", mark.span)
        else:
            cells = sorted(dict.fromkeys(cells), key=lambda cell: cell.index)
        group = Group(len(known) + len(added), given.name, label, tuple(cells), ordered)
        draft.spans[given.name, group] = mark.span
        added.append(group)
    draft.groups[given.name] = (*known, *added)
    return added
