"""Lists the content of a Penpa text by kind, with pieces that could read it, for authors of `read` statements."""

from collections import Counter
from collections.abc import Iterator

from puzzlelang.formats.penpa.file import read_square_sheet, type_of
from puzzlelang.formats.penpa.frame import PenpaFrame, Point
from puzzlelang.formats.penpa.marks import PenpaMark, PenpaMarks
from puzzlelang.source import Source
from puzzlelang.typed.codecs.codec import Target
from puzzlelang.typed.codecs.penpa import PIECES, SMALL

_MOST_SHOWN = 12

_READERS = {
    "surface": ("surface", "shaded", "blocks", "castle"),
    "numbers": ("numbers", "digits", "arrows", "blocks", "castle"),
    "symbols": ("symbols", "inequalities"),
    **{kind: (kind,) for kind in (*SMALL, "lines", "edges", "cages", "thermos")},
}
"""The pieces that read marks of a kind; others are left out by `besides`."""

_CELLS, _BORDERS, _CORNERS, _BESIDE = "cells", "borders and links", "corners", "beside the board"
_TARGETS = {
    _CELLS: {Target.CELLS, Target.REGIONS},
    _BORDERS: {Target.BORDERS, Target.LINKS, Target.PARTITION},
    _CORNERS: {Target.CORNERS},
    _BESIDE: {Target.LINES, Target.VIEWS, Target.SINGLE},
}


def overview(source: Source) -> str:
    """The size, then each kind of marks in puzzle and answer: places, items, pieces that could read them.

    Raises `Failed` for a text that cannot be read.
    """
    frame, question, answer, _ = read_square_sheet(source)
    kind = type_of(source.text)
    lines = [f"{f'type {kind}' if kind else 'no type'}, {frame.height} rows, {frame.width} columns"]
    room = {"above": frame.top, "below": frame.below, "left": frame.left, "right": frame.right}
    beside = [f"{amount} {where}" for where, amount in room.items() if amount]
    lines += [f"cells beside the board: {', '.join(beside)}"] if beside else []
    lines += [f"cells that are missing: {len(frame.missing)}"] if frame.missing else []
    for title, marks in (("puzzle", question), ("answer", answer)):
        for name, result in _kinds(marks):
            lines += ["", f"{title}, {name}: {len(result)}", *_describe(frame, name, result)]
    return "\n".join(lines)


def _kinds(marks: PenpaMarks) -> Iterator[tuple[str, list[PenpaMark]]]:
    result: dict[str, list[PenpaMark]] = {}
    for mark in marks.every():
        result.setdefault(mark.kind, []).append(mark)
    yield from result.items()


def _describe(frame: PenpaFrame, kind: str, marks: list[PenpaMark]) -> Iterator[str]:
    """The items at each sort of places, how often each occurs, and what could read them there."""
    sorts: dict[str, list[PenpaMark]] = {}
    for mark in marks:
        sorts.setdefault(_sort(frame, mark.at), []).append(mark)
    for sort, result in sorts.items():
        counted = Counter(str(mark.item.value) for mark in result).most_common()
        items = [f"`{item}` x{amount}" for item, amount in counted[:_MOST_SHOWN]]
        yield f"  {sort}: {', '.join([*items, '…'] if len(counted) > len(items) else items)}"
        readers = [word for word in _READERS.get(kind, ()) if _reads(word, sort)]
        yield f"    {', '.join(readers)}" if readers else f'    besides("{kind}": nothing)'


def _sort(frame: PenpaFrame, at: Point | None) -> str:
    if at is None:
        return _CELLS
    row, column = at
    if not (0 <= row <= 2 * frame.height and 0 <= column <= 2 * frame.width):
        return _BESIDE
    return _CELLS if row % 2 and column % 2 else _BORDERS if (row + column) % 2 else _CORNERS


def _reads(word: str, sort: str) -> bool:
    grouped = word in ("cages", "thermos")
    return grouped or any(layer & _TARGETS[sort] for layer in PIECES[word].layers)
