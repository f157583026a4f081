"""Groups and paths of cells, their numbers, and arrows: values to fields.  The inverse of `gathered`."""

from collections.abc import Iterator
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.from_fpuzzles import DIAGONAL, along
from puzzlelang.formats.fpuzzles.points import point_of_cell
from puzzlelang.formats.fpuzzles.record import Point, half_of, name_of
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.geometry.places import Cell, Group
from puzzlelang.puzzle import Unknown
from puzzlelang.typed.codecs import fpuzzles as fields
from puzzlelang.typed.ir import PieceEntry, Reading, ReadPiece

Json = dict[str, Any]


def write_gathered(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    """The groups or paths of each given, in the first field that names it."""
    written: set[str] = set()
    for entry in piece.layers[0]:
        field = str(entry.key)
        for name in (effect.name for effect in entry.effects if effect.name not in written):
            written.add(name)
            for group in shown.puzzle.groups.get(name, ()):
                one = _entry(field, points_of(group), result["size"], ordered=piece.word == "paths")
                if len(piece.layers) > 1 and (value := _value(shown, piece.layers[1], group)) is not None:
                    one["value"] = value
                result.setdefault(field, []).append(one)


def with_usual_numbers(shown: PuzzleToWrite, reading: Reading) -> PuzzleToWrite:
    """A puzzle whose whispers all have a number: without one it is half of the greatest digit there, and so here."""
    givens = {name: dict(values) for name, values in shown.puzzle.givens.items()}
    half = half_of(shown.puzzle.geometry.width)
    for piece in reading.pieces:
        if piece.word != "paths" or len(piece.layers) < 2:
            continue
        names = [effect.name for entry in piece.layers[0] if entry.key == fields.WHISPERS for effect in entry.effects]
        paths = [path for name in names for path in shown.puzzle.groups.get(name, ())]
        for effect in (effect for entry in piece.layers[1] for effect in entry.effects):
            givens[effect.name] = {**dict.fromkeys(paths, half), **givens.get(effect.name, {})}
    return msgspec.structs.replace(shown, puzzle=msgspec.structs.replace(shown.puzzle, givens=givens))


def points_of(group: Group) -> tuple[Point, ...]:
    """The cells of a group or path."""
    return tuple(point_of_cell(cell) for cell in group.members if isinstance(cell, Cell))


def _value(shown: PuzzleToWrite, entries: tuple[PieceEntry, ...], group: Group) -> str | None:
    """The number of a group or path, None if it has none.  Raises `Failed` for `?`."""
    for effect in (effect for entry in entries for effect in entry.effects):
        value = shown.puzzle.givens.get(effect.name, {}).get(group)
        if isinstance(value, Unknown):
            raise fail("E208", f"`{value}` cannot be written into a board of f-puzzles")
        if value is not None:
            return str(value)
    return None


def _entry(field: str, points: tuple[Point, ...], size: int, *, ordered: bool) -> Json:
    cells = list(map(name_of, points))
    if field == "clone":
        if len(cells) != 2:
            raise fail("E208", f"clones are two cells, and here are {len(cells)}")
        return {"cells": cells[:1], "cloneCells": cells[1:]}
    if field in fields.DIAGONALS:
        start, way = _diagonal(points, size)
        return {"cell": name_of(start), "cells": cells, "direction": way}
    return {"lines": [cells]} if ordered else {"cells": cells}


def _diagonal(points: tuple[Point, ...], size: int) -> tuple[Point, str]:
    """The place outside before a diagonal, and its direction.  Raises `Failed` for cells that are no whole diagonal."""
    for way, step in DIAGONAL.items():
        start = (points[0][0] - step[0], points[0][1] - step[1])
        outside = min(start) < 1 or max(start) > size
        if outside and tuple(along(start, step, size)) == points:
            return start, way
    raise fail("E208", f"the line from {name_of(points[0])} is no diagonal across the board")


def write_arrows(shown: PuzzleToWrite, piece: ReadPiece, value: Json) -> None:
    """Each bulb with the arrows that begin in it."""
    pills, arrows = (list(_points_by_name(shown, layer)) for layer in piece.layers)
    for pill in pills:
        lines = [list(map(name_of, line)) for line in arrows if line[0] in pill]
        value.setdefault("arrow", []).append({"cells": list(map(name_of, pill)), "lines": lines})


def _points_by_name(shown: PuzzleToWrite, entries: tuple[PieceEntry, ...]) -> Iterator[tuple[Point, ...]]:
    for name in dict.fromkeys(effect.name for entry in entries for effect in entry.effects):
        yield from map(points_of, shown.puzzle.groups.get(name, ()))
