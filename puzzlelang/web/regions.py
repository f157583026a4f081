"""Edits of regions, cell by cell."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from string import ascii_letters

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place, Region
from puzzlelang.puzzle import Key, Puzzle, Value


def paint_regions(
    name: str, before: Sequence[Region], touched: Sequence[Place], label: str | None, *, back: bool
) -> tuple[Region, ...]:
    """The regions of a partition after cells were touched, in the order of their first cells.

    The cells join the region of the first one; a single cell becomes a region of its own, and so do cells of one
    region that do not fill it.  With a `label` they get that one, with `back` none.
    """
    labels = {cell: region.label for region in before for cell in region.cells}
    cells = [place for place in touched if isinstance(place, Cell)]
    around = next((region for region in before if set(cells) <= set(region.cells)), None)
    if label is None and not back and around is not None:
        label = _new(labels) if set(cells) < set(around.cells) else around.label
    for cell in cells:
        labels.pop(cell, None) if back else labels.update({cell: _label(labels, cells, label)})
    return _regions(name, labels)


def paint_labels(
    values: Mapping[Place, Value], touched: Sequence[Place], label: str | None, *, back: bool
) -> dict[Place, Value]:
    """The labels of a partition to be found after cells were touched; see `paint_regions`, `back` leaves cells open.

    Cells of one region stay in it, as whoever draws goes over them again.
    """
    labels = {place: str(value) for place, value in values.items() if isinstance(place, Cell) and value is not False}
    cells = [place for place in touched if isinstance(place, Cell)]
    for cell in cells:
        labels.pop(cell, None) if back or label == "" else labels.update({cell: _label(labels, cells, label)})
    return {cell: name for cell, name in labels.items()}  # noqa: C416


def _label(labels: Mapping[Cell, str], cells: Sequence[Cell], wanted: str | None) -> str:
    if wanted:
        return wanted
    first = labels.get(cells[0])
    if len(cells) > 1 and first is not None:
        return first
    return _new(labels)


def _new(labels: Mapping[Cell, str]) -> str:
    """A label that no cell has."""
    return next(name for name in _names() if name not in labels.values())


def _names() -> Iterator[str]:
    yield from ascii_letters
    for number in count(1):
        yield from (f"{letter}{number}" for letter in ascii_letters)


def _regions(name: str, labels: Mapping[Cell, str]) -> tuple[Region, ...]:
    result: dict[str, list[Cell]] = {}
    for cell in sorted(labels, key=lambda cell: cell.index):
        result.setdefault(labels[cell], []).append(cell)
    return tuple(Region(index, name, label, tuple(cells)) for index, (label, cells) in enumerate(result.items()))


def replace_regions(puzzle: Puzzle, name: str, parts: tuple[Region, ...]) -> Puzzle:
    """The puzzle with other regions of a partition; what belongs to a region stays with its label."""
    by_label = {region.label: region for region in parts}

    def key(place: Key) -> Key:
        if isinstance(place, Region) and place.partition == name:
            return by_label.get(place.label)
        return place

    def follows(place: Key) -> bool:
        return not (isinstance(place, Region) and place.partition == name) or place.label in by_label

    givens = {
        given: {key(place): value for place, value in values.items() if follows(place)}
        for given, values in puzzle.givens.items()
    }
    return msgspec.structs.replace(puzzle, givens=givens, partitions={**puzzle.partitions, name: parts})


def stretch_regions(puzzle: Puzzle, board: Geometry) -> dict[str, tuple[Region, ...]]:
    """The partitions of a puzzle on a board of another size: new cells go with the nearest old one."""
    old = puzzle.geometry
    result = {}
    for name, regions in puzzle.partitions.items():
        labels = {cell: region.label for region in regions for cell in region.cells}
        after = {}
        for cell in board.cells:
            near = old.at(min(cell.row, old.height), min(cell.column, old.width))
            if near in labels:
                after[cell] = labels[near]
        result[name] = _regions(name, after)
    return result


def cover_board(name: str, before: Sequence[Region], board: Geometry, without: Collection[Place]) -> tuple[Region, ...]:
    """Return the regions, extended to all cells of the board but those in `without`.

    A cell in no region joins the region of the cell before it in reading order.
    """
    labels = {cell: region.label for region in before for cell in region.cells}
    last = before[0].label if before else "a"
    for cell in board.cells:
        if cell not in without:
            last = labels.setdefault(cell, last)
    return _regions(name, {cell: label for cell, label in labels.items() if cell not in without})
