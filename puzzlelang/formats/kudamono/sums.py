"""Words with their sums on a sheet that has two more columns: the weights, then each letter once.

On the sheet `p` stands between two letters of a word, and `e` before the number that they sum up to.  `x` is no cell.
The board is what stands left of the weights and the empty column before them, down to the last word.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.kudamono.marks import AddressReader, read_marks, write_marks
from puzzlelang.formats.kudamono.orders import Point, cell_points, link_points
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.source import Span
from puzzlelang.typed.ir import Reading

SUMS = "sums"

_CELLS, _SIGNS = "L", "L-MATH"
_PLUS, _EQUALS, _NO_CELL = "p", "e", "x"
_BESIDE = 4
"""The columns beside the board: the weights and the letters, each behind an empty one."""


class Sheet(msgspec.Struct, frozen=True):
    """The size of the board in the corner of a sheet, its marks by row and column, weights and letters from the top."""

    height: int
    width: int
    marks: Mapping[Point, PlacedItem]
    weights: Sequence[PlacedItem]
    letters: Sequence[PlacedItem]


def has_sums(reading: Reading) -> bool:
    """Whether the board of a statement is a part of its sheet."""
    return any(piece.word == SUMS for piece in reading.pieces)


def read_sheet(reader: AddressReader) -> Sheet:
    """Parses the marks of a sheet.  Raises `Failed` without columns of weights and letters."""
    part = reader.field(_CELLS)
    whole = Span(part.source, part.at, part.end)
    marks = {
        (point[0] // 2, point[1] // 2): mark
        for point, mark in read_marks(part, cell_points(_sheet_context(reader)), set()).items()
        if mark.value != _NO_CELL
    }
    columns = sorted({column for _, column in marks})
    if len(columns) < 3 or columns[-1] - columns[-2] < 2 or columns[-2] - columns[-3] < 2:
        problem = "behind the words should stand a column of weights and one of letters, each behind an empty one"
        raise fail("E203", problem, whole)
    *_, weights, letters = columns
    width = weights - 1
    board = {point: mark for point, mark in marks.items() if point[1] < width}
    beside = ([marks[point] for point in sorted(marks) if point[1] == column] for column in (weights, letters))
    return Sheet(max(row for row, _ in board) + 1, width, board, *beside)


def _sheet_context(reader: AddressReader) -> BoardContext:
    return BoardContext(SquareGrid(*reader.size), version=reader.version)


def read_sums(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Letters, sums and the list of weights.  Raises `Failed` for other signs than those of sums."""
    assert isinstance(reader, AddressReader)
    sheet = read_sheet(reader)
    signs = read_marks(reader.field(_SIGNS), link_points(_sheet_context(reader)), {_PLUS, _EQUALS})
    _check_signs(sheet, signs)
    _check_letters(sheet)
    marks = [sheet.marks.get((cell.row - 1, cell.column - 1)) for cell in board.board.cells]
    letters = [
        mark and PlacedItem(ord(str(mark.value)) - 64, mark.span) if _is_letter(mark) else None for mark in marks
    ]
    sums = [None if _is_letter(mark) else mark for mark in marks]
    return [letters, sums, [_weights(sheet)]]


def _weights(sheet: Sheet) -> PlacedItem:
    numbers = []
    for mark in sheet.weights:
        if not isinstance(mark.value, int):
            raise _wrong("here should stand a weight, a number", mark.span)
        numbers.append(mark.value)
    return PlacedItem(tuple(numbers), sheet.weights[-1].span.to(sheet.weights[0].span))


def _is_letter(mark: PlacedItem | None) -> bool:
    return mark is not None and isinstance(mark.value, str) and len(mark.value) == 1 and "A" <= mark.value <= "Z"


def _check_signs(sheet: Sheet, signs: Mapping[Point, PlacedItem]) -> None:
    wanted = dict(_signs_between({point: _is_letter(mark) for point, mark in sheet.marks.items()}))
    for point, mark in signs.items():
        if wanted.get(point) != mark.value:
            raise _wrong("here should stand `p` between two letters of a word, or `e` before its sum", mark.span)
    for point in wanted:
        if point not in signs:
            span = sheet.marks[point[0] // 2, point[1] // 2].span
            raise _wrong("no sign stands between this and what is left of it", span)


def _signs_between(letters: Mapping[Point, bool]) -> Iterator[tuple[Point, str]]:
    """The points between marks side by side, and the signs that stand there; `letters` are places with letters."""
    for (row, column), letter in letters.items():
        if letters.get((row, column - 1)):
            yield (2 * row + 1, 2 * column), _PLUS if letter else _EQUALS


def _check_letters(sheet: Sheet) -> None:
    written = {mark.value for mark in sheet.marks.values() if _is_letter(mark)}
    for mark in sheet.letters:
        if mark.value not in written:
            raise _wrong("this letter stands in no word, or twice in its column", mark.span)
        written.remove(mark.value)
    for mark in sheet.marks.values():
        if mark.value in written:
            raise _wrong("this letter is missing in the column of letters", mark.span)


def _wrong(problem: str, span: Span) -> Failed:
    return fail("E203", problem, span, hint="of this genre sums of letters are read, and no other signs")


def write_sums(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_sums`, with the size of the sheet.  Raises `Failed` without weights."""
    letters, sums, (weights,) = items
    if not isinstance(weights, tuple) or not weights:
        raise fail("E208", "a sheet of sums has a list of weights")
    grid = board.geometry
    shown: dict[Point, RawItem] = {}
    for cell, letter, total in zip(grid.cells, letters, sums, strict=True):
        if letter is not None and total is not None:
            raise fail("E208", f"{cell} has a letter and a sum, and there is room for one mark")
        if letter is not None or total is not None:
            shown[cell.row - 1, cell.column - 1] = chr(64 + letter) if isinstance(letter, int) else total
    signs = dict(_signs_between({point: isinstance(mark, str) for point, mark in shown.items()}))
    words = list(dict.fromkeys(value for value in shown.values() if isinstance(value, str)))
    shown |= {(row, grid.width + 1): weight for row, weight in enumerate(weights)}
    shown |= {(row, grid.width + 3): letter for row, letter in enumerate(words)}
    size = (max(grid.height, len(weights), len(words)), grid.width + _BESIDE)
    sheet = BoardContext(SquareGrid(*size))
    cells = {(2 * row + 1, 2 * column + 1): _NO_CELL for row in range(size[0]) for column in range(size[1])}
    marks = cells | {(2 * row + 1, 2 * column + 1): mark for (row, column), mark in shown.items()}
    written = write_marks(marks, cell_points(sheet)), write_marks(signs, link_points(sheet))
    return f"&W={size[1]}x{size[0]}&{_CELLS}={written[0]}&{_SIGNS}={written[1]}"
