"""The JSON of f-puzzles to a board: its size, its cells, and the fields with what each kind of entry holds."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.entries import Entry, number_or_text, whole_number
from puzzlelang.formats.fpuzzles.record import Board, BoardCell, Mark, Point, box_of, check_row, half_of, point_at
from puzzlelang.formats.located import LocatedValue, text_at
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.source import Source
from puzzlelang.typed.codecs import COSMETIC
from puzzlelang.typed.codecs import fpuzzles as fields

_REMARKS = frozenset(
    (
        "size", "grid", "solution", "negative", "title", "author", "ruleset", "successMessage", "disabledlogic",
        "truecandidatesoptions", "highlightConflicts", "fogofwar", "foglight",
    )
)  # fmt: skip
"""Fields that are read by themselves, and those that say nothing about the answer."""

_CELL_REMARKS = frozenset(("centerPencilMarks", "cornerPencilMarks", "highlight", "highlightArray"))
_CELL_KEYS = frozenset(("value", "given", "region", "givenPencilMarks", "c", "cArray"))

_METADATA = re.compile(r"(?P<name>[^: ]+):\s*(?P<text>\S.*)", re.DOTALL)
_INVISIBLE = re.compile(r"#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)", re.IGNORECASE)
_FOG = ("FOW", "FOGLIGHT")

_WHITE, _BLACK = "difference", "ratio"


def board_of(root: LocatedValue, source: Source) -> Board:
    """The board of a parsed text.  Raises `Failed` for what cannot be understood."""
    members = root.members
    size = _size(members)
    grid = [one for row in members["grid"].items for one in row.items]
    cells = [_cell(one, box_of(size, index)) for index, one in enumerate(grid)]
    parted = any(not one.silent and "region" in one.members for one in grid)
    marks = [*_colours(grid, size)]
    for name, result in members.items():
        if not result.silent and name not in _REMARKS:
            marks += _marks_of(name, result, size)
    marks += _negative(members.get("negative"))
    solution = _solution(members, size)
    marks.sort(key=lambda mark: mark.span.start)
    return Board(source, size, root.span, cells, parted, marks, solution, text_at(members, "ruleset"))


def _size(members: Mapping[str, LocatedValue]) -> int:
    """The number of rows and of columns.  Raises `Failed` if rows or cells are missing."""
    grid = members["grid"]
    size_field = members.get("size")
    size = len(grid.items) if size_field is None or size_field.silent else whole_number(size_field)
    if size < 1 or len(grid.items) != size:
        problem = f"the grid has {len(grid.items)} rows, and the size is {size}"
        raise fail("E203", problem if size > 0 else "the board has no cells", (size_field or grid).span)
    for number, row in enumerate(grid.items, 1):
        check_row(number, len(row.items), size, row.span)
    return size


def _cell(written: LocatedValue, box: int) -> BoardCell:
    """A cell, which lies in the usual box unless it states its region, or that it has none."""
    if written.silent:
        return BoardCell(written.span, region=box)
    members = {name: one for name, one in written.members.items() if name == "region" or not one.silent}
    for name, one in members.items():
        if name not in _CELL_KEYS | _CELL_REMARKS:
            raise fail("E204", f"`{name[:40]}` of a cell has no meaning that is known", one.span)
    value, region = members.get("value"), members.get("region")
    return BoardCell(
        written.span,
        None if value is None else whole_number(value),
        "given" in members,
        tuple(whole_number(one) for one in members["givenPencilMarks"].items) if "givenPencilMarks" in members else (),
        box if region is None else None if region.value is None else number_or_text(region),
    )


def _colours(grid: Sequence[LocatedValue], size: int) -> Iterator[Mark]:
    """The cells that have a colour of the setter's."""
    for index, one in enumerate(grid):
        for name in ("c", "cArray"):
            if not one.silent and name in one.members and not one.members[name].silent:
                yield Mark("colour", one.members[name].span, (point_at(size, index),))


# ------------------------------------------------------------------------------------------------- fields


def _marks_of(name: str, written: LocatedValue, size: int) -> Iterator[Mark]:
    """The marks of a field; one without a shape for switches, and if the field is not known."""
    read = _SHAPES.get(name)
    if read is None:
        yield Mark(name, written.span)
        return
    for entry in (Entry(name, one, size) for one in written.items if not one.silent):
        if not entry.silent:
            yield from read(entry)


def _negative(written: LocatedValue | None) -> Iterator[Mark]:
    """A switch for each kind of marks that stand wherever they could."""
    if written is not None and not written.silent:
        for one in written.items:
            yield Mark(f"negative {one.text}", one.span)


def _at_cell(entry: Entry) -> Iterator[Mark]:
    yield entry.mark("cell", cells=(entry.cell("cell"),))


def _at_cells(entry: Entry) -> Iterator[Mark]:
    yield entry.mark("cells", cells=entry.cells("cells"))


def _with_value(entry: Entry) -> Iterator[Mark]:
    """Some cells with what stands there; of white and black dots without a number 1 and 2."""
    usual = {_WHITE: 1, _BLACK: 2}.get(entry.field)
    value = entry.value()
    if entry.field == "xv":
        value = str(value).upper() if value is not None else None
    if entry.field == "xv" and value is None:
        entry.check("cells", "value")
        return
    yield entry.mark("cells", "value", cells=entry.cells("cells"), value=usual if value is None else value)


def _quad(entry: Entry) -> Iterator[Mark]:
    values = entry.member("values")
    numbers = () if values is None else tuple(whole_number(one) for one in values.items)
    if numbers:
        yield entry.mark("cells", "values", cells=entry.cells("cells"), value=numbers)


def _clone(entry: Entry) -> Iterator[Mark]:
    """A pair for each cell and its clone, but for cells that are their own."""
    first, second = entry.cells("cells"), entry.cells("cloneCells")
    if len(first) != len(second):
        raise fail("E203", f"{len(first)} cells have {len(second)} clones", entry.content.span)
    entry.check("cells", "cloneCells")
    for pair in zip(first, second, strict=True):
        if pair[0] != pair[1]:
            yield Mark(entry.field, entry.content.span, pair)


def _lines(entry: Entry) -> Iterator[Mark]:
    """Lines, which are cells in order; neighbours of whispers differ by half the size unless a number stands there."""
    usual = half_of(entry.size) if entry.field == fields.WHISPERS else None
    value = entry.value()
    allowed = ("lines", "cells", "value") if usual is not None else ("lines", "cells")
    lines = entry.lines() if entry.member("lines") is not None else (entry.cells("cells"),)
    yield entry.mark(*allowed, lines=lines, value=usual if value is None else value)


def _arrow(entry: Entry) -> Iterator[Mark]:
    """A bulb, whose cells stand as they are read, and lines that begin in it."""
    bulb = tuple(sorted(entry.cells("cells"), key=lambda point: (point[1], point[0])))
    lines = tuple(line for line in entry.lines() if len(line) > 1)
    for line in lines:
        if line[0] not in bulb:
            raise fail("E203", "this arrow does not begin in its bulb", entry.content.span)
    if lines:
        yield entry.mark("cells", "lines", cells=bulb, lines=lines)


DIAGONAL = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""The directions of diagonals, as (rows, columns)."""


def _diagonal(entry: Entry) -> Iterator[Mark]:
    """The cells of a diagonal, with what stands outside in front of them."""
    clue, way = entry.member("cell"), entry.member("direction")
    named_cells = entry.cells("cells") if entry.member("cells") is not None else ()
    result = named_cells
    if clue is not None and way is not None:
        if way.text not in DIAGONAL:
            raise way.wrong("one of UL, UR, DL, DR")
        result = tuple(along(entry.outside("cell"), DIAGONAL[way.text], entry.size))
        if named_cells and sorted(named_cells) != sorted(result):
            raise fail("E203", "these cells are not those of the diagonal that the clue stands at", entry.content.span)
    if not result:
        raise fail("E203", "no diagonal begins here", entry.content.span)
    yield entry.mark("cell", "cells", "direction", "value", lines=(result,), value=entry.value())


def along(start: Point, step: Point, size: int) -> Iterator[Point]:
    """The cells of the board from a place on, without that place."""
    row, column = start[0] + step[0], start[1] + step[1]
    while 1 <= row <= size and 1 <= column <= size:
        yield row, column
        row, column = row + step[0], column + step[1]


def _outside(entry: Entry) -> Iterator[Mark]:
    value = entry.value()
    point = entry.outside("cell")
    entry.check("cell", "value")
    if value is not None:
        yield entry.mark("cell", "value", cells=(point,), value=value)


def _cosmetic(entry: Entry) -> Iterator[Mark]:
    """A drawing; metadata in the guise of a cage are none, nor is fog."""
    value = entry.value()
    if entry.field == "cage" and (value in _FOG or _is_metadata(entry, str(value))):
        return
    yield entry.drawing(value)


def _is_metadata(entry: Entry, value: str) -> bool:
    """Whether a hidden cage holds metadata of the puzzle, as `title: …`."""
    colours = [entry.member(name) for name in ("fontC", "outlineC")]
    unseen = all(one is None or _INVISIBLE.fullmatch(str(one.value)) for one in colours)
    return (entry.member("cells") is None or unseen) and _METADATA.fullmatch(value) is not None


_SHAPES: Mapping[str, Callable[[Entry], Iterator[Mark]]] = {
    "even": _at_cell, "odd": _at_cell, "minimum": _at_cell, "maximum": _at_cell,
    "rowindexer": _at_cells, "columnindexer": _at_cells, "boxindexer": _at_cells, "countingcircle": _at_cell,
    "killercage": _with_value, "extraregion": _at_cells, "clone": _clone,
    _WHITE: _with_value, _BLACK: _with_value, "xv": _with_value, "quadruple": _quad,
    **dict.fromkeys(fields.PATH_FIELDS, _lines), "arrow": _arrow, "littlekillersum": _diagonal,
    **dict.fromkeys(fields.OUTSIDE, _outside),
    **dict.fromkeys(COSMETIC, _cosmetic),
}  # fmt: skip
"""How the entries of each field are read; all others have no meaning that is known."""


# ------------------------------------------------------------------------------------------------- the answer


def _solution(members: Mapping[str, LocatedValue], size: int) -> dict[int, int]:
    """The setter's answer by the index of the cell, as far as it is stated.  Raises `Failed` for another length."""
    result = members.get("solution")
    if result is None or result.silent:
        return _solution_in_cage(members.get("cage"), size)
    digits: Sequence[object] = result.value if isinstance(result.value, str) else [one.value for one in result.items]
    if len(digits) != size * size:
        raise fail("E203", f"the answer has {len(digits)} cells, and the board has {size * size}", result.span)
    return _numbers(digits)


def _solution_in_cage(cages: LocatedValue | None, size: int) -> dict[int, int]:
    """The answer as the text of a cage without cells."""
    for cage in [] if cages is None or cages.silent else cages.items:
        value = None if cage.silent else cage.members.get("value")
        metadata = _METADATA.fullmatch(str(value.value)) if value is not None else None
        if metadata is not None and metadata["name"] == "solution" and len(metadata["text"]) == size * size:
            return _numbers(metadata["text"])
    return {}


def _numbers(digits: Sequence[object]) -> dict[int, int]:
    texts = [str(one) for one in digits]
    fitting = {
        at: text for at, text in enumerate(texts) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    }
    return {at: int(text) for at, text in fitting.items() if int(text)}
