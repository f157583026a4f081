"""Finds the size of a board whose task does not say it: sizes that fit the text, and a test of the clues."""

from collections.abc import Sequence

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import count_of, join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import Layer, PlacedItem
from puzzlelang.formats.pieces.items_to_values import target
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzleteam.codecs import SCANS
from puzzlelang.formats.squares import must_be_square
from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Span
from puzzlelang.typed.ir import FunctionKind, Given, PartitionKind, Reading, Ruleset, SetKind

Size = tuple[int, int]
"""Rows and columns."""

COUNTING = ("counts", "hints", "runs")
"""Pieces whose columns and rows count the same cells."""

SHOWN = 6
"""So many possible sizes a message names."""


class SizedLayer(msgspec.Struct, frozen=True):
    """A layer that was read without the size, and the sort of its places."""

    word: str
    sort: Sort
    layer: Layer


def measure(rules: Ruleset, reading: Reading, reader: TextReader) -> list[SizedLayer] | None:
    """Reads all pieces of a text without the size; None if that cannot be done.  Raises `Failed` for broken text."""
    result = []
    for piece in reading.pieces:
        if piece.literal:
            reader.literal(piece.word)
            continue
        if piece.word not in SCANS:
            return None
        layers = SCANS[piece.word](reader)
        for entries, layer in zip(piece.layers, layers, strict=False):
            item = target(rules, entries)
            if isinstance(item, Given):
                sort = item.kind.sort if isinstance(item.kind, SetKind | FunctionKind) else Sort.CELL
                assert isinstance(item.kind, SetKind | FunctionKind | PartitionKind)
                result.append(SizedLayer(piece.word, sort, layer))
    if not reader.done:
        raise reader.wrong(f"`{reader.rest[:20]}` is more than the rules read here")
    return result or None


def choose_size(rules: Ruleset, pieces: Sequence[SizedLayer], wanted: Size | None, span: Span) -> Size:
    """The size of the board: `wanted` if it fits, else the one the clues decide, else the only square one.

    Raises `Failed` if no size fits, or several do and nothing decides.
    """
    possible = [size for size in _fitting(pieces) if not must_be_square(rules) or size[0] == size[1]]
    if not possible:
        kind = "square board" if must_be_square(rules) else "board"
        amounts = join_words(dict.fromkeys(_place_count_text(piece) for piece in pieces))
        raise fail("E203", f"no {kind} has {amounts}", span)
    if wanted is not None:
        if wanted not in possible:
            rows, columns = wanted
            message = f"this task does not fit a board of {rows} rows by {columns} columns"
            raise fail("E205", message, span, hint=f"it fits {_size_names(possible)}")
        return wanted
    for decide in (_counts_agree, _regions_connected):
        left = [size for size in possible if decide(pieces, size)]
        possible = left or possible
    square = [size for size in possible if size[0] == size[1]]
    if len(possible) == 1 or square:
        return square[0] if square else possible[0]
    raise unknown_size_error(span, f"this task fits boards of {_size_names(possible)}")


def unknown_size_error(span: Span, message: str) -> Failed:
    """The error that asks for the size."""
    return fail("E205", message, span, hint="say how many rows and columns there are: `--size ROWSxCOLUMNS`")


def _place_count_text(piece: SizedLayer) -> str:
    amount = len(piece.layer)
    return count_of(amount, piece.sort.value)


def _size_names(sizes: Sequence[Size]) -> str:
    nearest = sorted(sizes, key=lambda size: abs(size[0] - size[1]))
    names = [f"{rows}x{columns}" for rows, columns in nearest]
    return join_words(names) if len(names) <= SHOWN else ", ".join([*names[:SHOWN], "…"])


def _fitting(pieces: Sequence[SizedLayer]) -> list[Size]:
    """Every size for which each piece has an item for every place, from few rows to many."""
    if not pieces:
        return []
    amount = len(pieces[0].layer)
    sizes = [(rows, _columns(pieces[0].sort, amount, rows)) for rows in range(1, amount + 1)]
    return [
        size
        for size in sizes
        if size[1] > 0
        and size[0] * size[1] <= most_cells()
        and all(_amount(piece.sort, *size) == len(piece.layer) for piece in pieces)
    ]


def _columns(sort: Sort, amount: int, rows: int) -> int:
    """Return the number of columns of a board with so many rows and `amount` places, rounded down."""
    match sort:
        case Sort.CORNER:
            return amount // (rows + 1) - 1
        case Sort.LINE:
            return amount - rows
        case _:
            return amount // rows


def _amount(sort: Sort, rows: int, columns: int) -> int:
    match sort:
        case Sort.CORNER:
            return (rows + 1) * (columns + 1)
        case Sort.LINE:
            return rows + columns
        case _:
            return rows * columns


# ---------------------------------------------------------------------------------------- what a task decides


def _counts_agree(pieces: Sequence[SizedLayer], size: Size) -> bool:
    """Whether hints of columns and of rows add up to the same, and each has room in its line."""
    rows, columns = size
    for piece in pieces:
        if piece.word in COUNTING:
            down, across = piece.layer[:columns], piece.layer[columns:]
            if sum(map(_sum, down)) != sum(map(_sum, across)):
                return False
            if any(_room(item) > rows for item in down) or any(_room(item) > columns for item in across):
                return False
    return True


def _sum(item: PlacedItem | None) -> int:
    return sum(_numbers(item))


def _room(item: PlacedItem | None) -> int:
    """The least number of cells for a hint: runs have a gap between them."""
    numbers = _numbers(item)
    return sum(numbers) + max(0, len(numbers) - 1)


def _numbers(item: PlacedItem | None) -> list[int]:
    value = None if item is None else item.value
    return [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, int)]


def _regions_connected(pieces: Sequence[SizedLayer], size: Size) -> bool:
    return all(_labels_connected(piece.layer, size[1]) for piece in pieces if piece.word == "labels")


def _labels_connected(layer: Layer, columns: int) -> bool:
    """Whether the cells of each label can be reached from one another through borders."""
    label = [None if item is None else item.value for item in layer]
    seen: set[int] = set()
    parts = 0
    for start in range(len(label)):
        if start in seen:
            continue
        parts += 1
        seen.add(start)
        part = [start]
        for at in part:
            for other in _neighbours(at, columns, len(label)):
                if other not in seen and label[other] == label[at]:
                    seen.add(other)
                    part.append(other)
    return parts == len(set(label))


def _neighbours(at: int, columns: int, amount: int) -> list[int]:
    result = [other for other in (at - columns, at + columns) if 0 <= other < amount]
    result += [at - 1] if at % columns else []
    return result + ([at + 1] if (at + 1) % columns else [])
