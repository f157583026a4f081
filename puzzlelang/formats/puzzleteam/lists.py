"""Pieces of Puzzle Team tasks with an item for every place: hints, runs, regions.

Each `scan_…` reads as far as its piece goes, for any size of the board; each `write_…` is its inverse.
"""

from collections.abc import Callable, Sequence

from puzzlelang.capacity import most_cells
from puzzlelang.formats.pieces.codec import BoardContext, Encode, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzleteam.gaps import number, unwritable_error

Scan = Callable[[TextReader], Sequence[Layer]]
"""Reads the layers of a piece as far as the text goes on with it.  Raises `Failed`."""


def scan_list(between: str, what: str) -> Scan:
    """Numbers with a separator; `what` names one of them in messages."""

    def scan(reader: TextReader) -> Sequence[Layer]:
        result: list[PlacedItem | None] = [_number(reader, what)]
        most = most_cells()
        while reader.peek() == between:
            reader.at += 1
            result.append(_number(reader, what))
            if len(result) > most + 1:
                raise reader.wrong(f"no board has more than {most:,} cells")
        return [result]

    return scan


def _number(reader: TextReader, what: str) -> PlacedItem:
    start = reader.at
    return PlacedItem(reader.number(what), reader.span(start))


def write_list(between: str) -> Encode:
    """The inverse of `scan_list`."""

    def write(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        (layer,) = layers
        return between.join(map(number, layer))

    return write


def write_labels(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """Region labels counted from 1 in the order of first cells: the inverse of `scan_list`."""
    (layer,) = layers
    if not all(isinstance(value, int) for value in layer):
        raise unwritable_error(None, "the number of a region")
    return ",".join(number(value + 1) for value in layer if isinstance(value, int))


def scan_runs(reader: TextReader) -> Sequence[Layer]:
    """Return for each line its runs with `.` between them, `/` between lines; nothing or 0 for a line without runs."""
    result: list[PlacedItem | None] = [_runs(reader)]
    most = most_cells()
    while reader.peek() == "/":
        reader.at += 1
        result.append(_runs(reader))
        if len(result) > most + 1:
            raise reader.wrong(f"no board has more than {most:,} cells")
    return [result]


def _runs(reader: TextReader) -> PlacedItem:
    start = reader.at
    if reader.done or reader.peek() == "/":
        return PlacedItem((0,), reader.span(start))
    runs = [reader.number("the length of a run")]
    while reader.peek() == ".":
        reader.at += 1
        runs.append(reader.number("the length of a run"))
    return PlacedItem(tuple(runs), reader.span(start))


def write_runs(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `scan_runs`."""
    (layer,) = layers
    return "/".join(_written_runs(value) for value in layer)


def _written_runs(value: RawItem) -> str:
    runs = value if isinstance(value, tuple) else (value,)
    return ".".join(number(run) for run in runs)
