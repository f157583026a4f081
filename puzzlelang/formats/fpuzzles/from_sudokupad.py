"""The JSON of SudokuPad to a board: givens, regions, cages and the answer are certain; all else is drawing.

Its packed form has short names (`located` reads the rest of it).  What is drawn becomes cosmetic marks.  `scf` is plain
Sudoku in a text of digits with runs of empty cells.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.entries import number_or_text, whole_number
from puzzlelang.formats.fpuzzles.record import Board, BoardCell, Mark, Point, box_of, check_row, point_at
from puzzlelang.formats.located import LocatedValue
from puzzlelang.source import Source, Span

_SHORT = {
    "cages": "ca", "cells": "ce", "arrows": "a", "overlays": "o", "underlays": "u", "value": "v", "lines": "l",
    "regions": "re", "wayPoints": "wp", "color": "c", "text": "te", "rounded": "r", "center": "ct", "title": "t",
}  # fmt: skip
"""The short names of the members that are read."""

_METADATA = re.compile(r"(?P<name>[A-Za-z]+):\s*(?P<text>.*)", re.DOTALL)
_SILENT = frozenset(
    (
        "id", "cellSize", "cs", "settings", "foglight", "triggereffect", "fogofwar", "cells", "ce", "regions", "re",
        "cages", "ca", "metadata", "version", "title", "t", "author", "rules",
    )
)  # fmt: skip
_DIAGONAL_COLOUR = "#34BBE6"
_DIAGONAL_MEMBERS = frozenset(("wayPoints", "wp", "color", "c", "thickness", "th"))
_SWITCHES = ("antiknight", "antiking")
_CAGE_MEMBERS = frozenset(
    (
        "style", "borderColor", "c1", "backgroundColor", "c2", "fontC", "outlineC", "fontSize", "fs", "color", "c",
        "cells", "ce", "value", "v", "sum", "unique", "hidden",
    )
)  # fmt: skip


def member(written: LocatedValue, name: str) -> LocatedValue | None:
    """A member by its name or its short name; None if it says nothing."""
    members = written.members
    one = members.get(name, members.get(_SHORT.get(name, name)))
    return None if one is None or one.silent else one


def _items(written: LocatedValue, name: str) -> Sequence[LocatedValue]:
    one = member(written, name)
    return () if one is None else one.items


def board_of(root: LocatedValue, source: Source) -> Board:
    """The board of a parsed text.  Raises `Failed` for what cannot be understood."""
    rows = _items(root, "cells")
    size = len(rows)
    if not size:
        raise fail("E203", "the board has no cells", root.span)
    for number, row in enumerate(rows, 1):
        check_row(number, len(row.items), size, row.span)
    regions = _regions(root, size)
    cells = [
        _cell(one, regions.get(point_at(size, at))) for at, one in enumerate(one for row in rows for one in row.items)
    ]
    texts = _metadata(root)
    marks = [*_marks(root, size), *_switches(root)]
    marks.sort(key=lambda mark: mark.span.start)
    return Board(
        source, size, root.span, cells, True, marks, _solution(texts.get("solution", ""), size), texts.get("rules", "")
    )


def _cell(written: LocatedValue, region: int | None) -> BoardCell:
    value = None if written.silent else member(written, "value")
    return BoardCell(written.span, None if value is None else whole_number(value), value is not None, (), region)


def _point(written: LocatedValue, size: int) -> Point:
    """A cell written as `[row, column]`, both from 0.  Raises `Failed` beyond the board."""
    numbers = [whole_number(one) for one in written.items]
    if len(numbers) != 2 or max(numbers) >= size:
        raise fail("E203", "this is no cell of the board", written.span)
    return numbers[0] + 1, numbers[1] + 1


def _regions(root: LocatedValue, size: int) -> dict[Point, int]:
    """The region of each cell that lies in one.  Raises `Failed` for a cell of two."""
    result: dict[Point, int] = {}
    for number, region in enumerate(_items(root, "regions")):
        for one in region.items:
            point = _point(one, size)
            if result.setdefault(point, number) != number:
                raise fail("E204", "a cell lies in two regions", one.span)
    return result


# ---------------------------------------------------------------------------------------------- what is written as text


def _metadata(root: LocatedValue) -> Mapping[str, str]:
    """Texts about the puzzle by name: in cages without cells, in old boards, or by themselves."""
    result: dict[str, str] = {}
    for cage in _items(root, "cages"):
        if metadata := _metadata_match(cage):
            result[metadata["name"]] = "\n".join(filter(None, (result.get(metadata["name"], ""), metadata["text"])))
    return {**result, **{name: one.value for name, one in _about(root).items() if isinstance(one.value, str)}}


def _about(root: LocatedValue) -> Mapping[str, LocatedValue]:
    """The members of the metadata."""
    metadata = member(root, "metadata")
    return {} if metadata is None else metadata.members


def _metadata_match(cage: LocatedValue) -> "re.Match[str] | None":
    value = None if cage.silent else member(cage, "value")
    text = None if value is None or member(cage, "cells") is not None else value.value
    return _METADATA.fullmatch(text) if isinstance(text, str) else None


def _solution(text: str, size: int) -> dict[int, int]:
    if len(text) != size * size:
        return {}
    return {at: int(sign) for at, sign in enumerate(text) if sign.isascii() and sign.isdigit() and sign != "0"}


def _switches(root: LocatedValue) -> Iterator[Mark]:
    """Rules that are switched on: in the metadata, or in the list `global`."""
    for name, one in _about(root).items():
        if one.value is True or (name in _SWITCHES and not one.silent):
            yield Mark(name, one.span)
    for one in _items(root, "global"):
        yield Mark(one.text, one.span)


# ---------------------------------------------------------------------------------------------- what is drawn


def _marks(root: LocatedValue, size: int) -> Iterator[Mark]:
    for cage in _items(root, "cages"):
        if not cage.silent and _metadata_match(cage) is None:
            yield from _cage(cage, size)
    for name in ("lines", "arrows"):
        for one in _items(root, name):
            if name == "lines" and (field := _long_diagonal(one, size)):
                yield Mark(field, one.span)
            elif not one.silent:
                points = [point for step in _items(one, "wayPoints") for point in _near(step, size)]
                yield Mark("line", one.span, tuple(points))
    for name in ("underlays", "overlays"):
        for one in _items(root, name):
            if not one.silent:
                yield _shape(one, size)
    known = {"lines", "arrows", "underlays", "overlays", "global"}
    known |= {_SHORT[name] for name in known if name in _SHORT}
    for name, one in root.members.items():
        if name not in known | _SILENT and not one.silent:
            yield Mark(name, one.span)


def _long_diagonal(line: LocatedValue, size: int) -> str:
    """The field of a line that SudokuPad itself takes for a diagonal of different digits; empty for any other."""
    if line.silent or any(name not in _DIAGONAL_MEMBERS and not one.silent for name, one in line.members.items()):
        return ""
    colour = member(line, "color")
    if colour is None or str(colour.value).upper() != _DIAGONAL_COLOUR:
        return ""
    steps = _items(line, "wayPoints")
    ends = [[one.value for one in step.items] for step in steps if isinstance(step.value, list)]
    for field, corners in (("diagonal-", [[0, 0], [size, size]]), ("diagonal+", [[0, size], [size, 0]])):
        if len(steps) == 2 and ends in (corners, corners[::-1]):
            return field
    return ""


def _cage(cage: LocatedValue, size: int) -> Iterator[Mark]:
    """A cage: with a sum or of different numbers it is a rule, else a drawing; nothing if it is hidden without both."""
    cells = tuple(_point(one, size) for one in _items(cage, "cells"))
    total = member(cage, "sum") or member(cage, "value")
    value = None if total is None else number_or_text(total)
    unique = member(cage, "unique") is not None
    plain = all(name in _CAGE_MEMBERS or one.silent for name, one in cage.members.items())
    if not cells or (member(cage, "hidden") is not None and not unique and value is None):
        return
    if plain and isinstance(value, int) and (unique or member(cage, "sum") is not None):
        yield Mark("killercage", cage.span, cells, value=value)
    elif plain and unique and value is None:
        yield Mark("extraregion", cage.span, cells)
    else:
        yield Mark("cage", cage.span, cells, value=value)


def _shape(one: LocatedValue, size: int) -> Mark:
    """A text, a circle or a rectangle."""
    center, text = member(one, "center"), member(one, "text")
    points = tuple(_near(center, size)) if center is not None else ()
    if text is not None:
        return Mark("text", one.span, points, value=number_or_text(text))
    return Mark("circle" if member(one, "rounded") is not None else "rectangle", one.span, points)


def _near(written: LocatedValue, size: int) -> Iterator[Point]:
    """The cell at a place of a drawing, if there is one."""
    numbers = [one.value for one in written.items] if isinstance(written.value, list) else []
    if len(numbers) == 2 and all(isinstance(one, int | float) and math.isfinite(one) for one in numbers):
        row, column = (math.floor(one) + 1 for one in numbers if isinstance(one, int | float))
        if 1 <= row <= size and 1 <= column <= size:
            yield row, column


# ---------------------------------------------------------------------------------------------- plain texts

_SCF_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_WINDOWS = [
    tuple((row + down, column + right) for down in range(3) for right in range(3))
    for row in (2, 6)
    for column in (2, 6)
]
"""The cells of the four further regions of a windoku."""


def plain_board(span: Span) -> Board:
    """The board of the text behind `scf`: each sign is a digit with up to five empty cells behind it.

    Raises `Failed` for another sign, or another number of cells than 81.
    """
    source, text = span.source, span.text
    digits, star, rest = text.partition("*")
    values: list[tuple[int, Span]] = []
    for at, sign in enumerate(digits):
        here = source.span(span.start + at, span.start + at + 1)
        if sign not in _SCF_SIGNS:
            raise fail("E203", f"`{sign}` stands for no digit", here)
        zeros, digit = divmod(_SCF_SIGNS.index(sign), 10)
        values += [(digit, here), *[(0, here)] * zeros]
    if len(values) != 81:
        raise fail("E203", f"this has {len(values)} cells, and the board has 81", span)
    cells = [BoardCell(here, digit or None, bool(digit), (), box_of(9, at)) for at, (digit, here) in enumerate(values)]
    marks = _constraints(span.source, span.start + len(digits) + len(star), rest)
    return Board(source, 9, span, cells, False, list(marks))


def _constraints(source: Source, start: int, text: str) -> Iterator[Mark]:
    """The constraints of a plain board, a letter each; titles and authors end at a star that no other one follows."""
    at = 0
    while at < len(text):
        here = source.span(start + at, start + at + 1)
        if text[at] in "ta":
            ended = re.compile(r"(?:[^*]|\*\*)*+\*?").match(text, at + 1)
            assert ended is not None
            at = ended.end()
            continue
        match text[at]:
            case "x":
                yield from (Mark(field, here) for field in ("diagonal+", "diagonal-"))
            case "w":
                yield from (Mark("extraregion", here, window) for window in _WINDOWS)
            case other:
                yield Mark(other, here)
        at += 1
