"""Values to the JSON of f-puzzles: the inverse of `pieces`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from puzzlelang.diagnostics.nearest import join_quoted
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.fpuzzles import writing_gathered
from puzzlelang.formats.fpuzzles.points import point_of_cell, point_outside
from puzzlelang.formats.fpuzzles.record import box_of, name_of
from puzzlelang.formats.fpuzzles.writing_looks import add_looks, whisper_numbers
from puzzlelang.formats.pieces.codec import RawItem
from puzzlelang.formats.pieces.items_to_values import target
from puzzlelang.formats.pieces.puzzle_draft import declaration
from puzzlelang.formats.pieces.round_trip import HOLD_EVERYTHING
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite, items
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.places import Cell, Corner, Line, Link, Place, View
from puzzlelang.puzzle import Unknown
from puzzlelang.typed.codecs import fpuzzles as fields
from puzzlelang.typed.ir import FunctionKind, Given, PieceEntry, Reading, ReadPiece

Json = dict[str, Any]


def board_json(shown: PuzzleToWrite, reading: Reading) -> Json:
    """The board of a puzzle, with what is drawn.  Raises `Failed` for what it cannot say."""
    geometry = squares(shown.puzzle.geometry)
    if geometry.width != geometry.height:
        problem = f"this board has {geometry.height} rows and {geometry.width} columns"
        raise fail("E208", f"{problem}, and boards of f-puzzles are square")
    result: Json = {"size": geometry.width, "grid": [[{} for _ in row.cells] for row in geometry.rows]}
    _check_options(shown, reading)
    for piece in reading.pieces:
        WRITERS[piece.word](shown, piece, result)
    _check_known(result, reading)
    add_looks(result)
    if shown.words:
        result["ruleset"] = shown.words
    return result


def _check_known(value: Json, reading: Reading) -> None:
    """Raises `Failed` for a constraint that f-puzzles does not know, or would drop when it opens the board."""
    keys = {*value, *(f"negative {kind}" for kind in value.get("negative", ()))}
    entries = [entry for piece in reading.pieces if not piece.literal for entry in piece.layers[0]]
    unknown = [entry for entry in entries if entry.key in keys and entry.key in fields.UNKNOWN_TO_F_PUZZLES]
    if unknown:
        names = join_quoted(dict.fromkeys(effect.name for entry in unknown for effect in entry.effects))
        raise fail("E208", f"f-puzzles and SudokuPad have nothing for {names}", hint=HOLD_EVERYTHING)
    german, dutch = whisper_numbers(value["size"])
    for entry in value.get("whispers", ()):
        if entry.get("value", str(german)) not in (str(german), str(dutch)):
            problem = f"whispers of f-puzzles differ by {german} or {dutch} on a board of this size"
            raise fail(
                "E208",
                f"{problem}, and those at {entry['lines'][0][0]} differ by {entry['value']}",
                hint=HOLD_EVERYTHING,
            )


def _check_options(shown: PuzzleToWrite, reading: Reading) -> None:
    """Raises `Failed` for an option of which neither a switch nor its default says what the board says."""
    for option in shown.rules.options:
        value = shown.puzzle.options.get(option.name, option.default)
        flags = [piece for piece in reading.pieces if piece.word == "flag"]
        effects = [effect for piece in flags for entry in piece.layers[0] for effect in entry.effects]
        if value != option.default and (option.name, value) not in {(effect.name, effect.value) for effect in effects}:
            problem = f"a board of f-puzzles cannot hold all that the board says of `{option.name}` (`{value}`)"
            raise fail("E208", problem)


def values_of(shown: PuzzleToWrite, entry: PieceEntry, places: "list[Place]") -> Iterator[tuple[Place, RawItem]]:
    """The places of which an entry says something, with what it says: 1 for what has no value of its own.

    Raises `Failed` for `?`.
    """
    keyless = msgspec.structs.replace(entry, key=None)
    for place, value in zip(places, items(shown, (keyless,), places), strict=True):
        if value is not None:
            yield place, _field_value(shown, entry, value)


def _field_value(shown: PuzzleToWrite, entry: PieceEntry, value: RawItem) -> RawItem:
    """A value as f-puzzles has it: the symbol of a name."""
    if isinstance(value, Unknown) or (isinstance(value, tuple) and any(isinstance(one, Unknown) for one in value)):
        raise unwritable(value)
    item = next((declaration(shown.rules, effect.name) for effect in entry.effects if effect.value is None), None)
    if isinstance(item, Given) and isinstance(item.kind, FunctionKind) and isinstance(value, str):
        return dict(item.shown.symbols).get(value, value)
    return value


def unwritable(value: RawItem) -> Failed:
    """The error for a value that no board of f-puzzles can have."""
    return fail("E208", f"`{value}` cannot be written into a board of f-puzzles")


def field_of(entry: PieceEntry) -> tuple[str, str | None]:
    """The field that the key of an entry names, and the value behind it."""
    field, _, value = str(entry.key).partition(" ")
    return field, value or None


def _grid(value: Json, cell: Cell) -> Json:
    one: Json = value["grid"][cell.row - 1][cell.column - 1]
    return one


def _name(cell: Cell) -> str:
    return name_of(point_of_cell(cell))


# ---------------------------------------------------------------------------------------------- cells


def _givens(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    """Given numbers, and what is drawn: a whole answer as the setter's, else what somebody filled in."""
    cells = shown.puzzle.geometry.cells
    for cell, value in zip(cells, items(shown, piece.layers[0], cells), strict=True):
        if value is not None:
            _grid(result, cell).update(value=_number(value), given=True)
    if len(piece.layers) < 2:
        return
    drawn = items(shown, piece.layers[1], cells)
    if shown.solved and None not in drawn:
        result["solution"] = [_number(value) for value in drawn]
        return
    for cell, value in zip(cells, drawn, strict=True):
        if value is not None and "value" not in _grid(result, cell):
            _grid(result, cell)["value"] = _number(value)


def _number(value: RawItem) -> int:
    if not isinstance(value, int):
        raise unwritable(value)
    return value


def _candidates(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    for entry in piece.layers[0]:
        for cell, value in values_of(shown, entry, list(shown.puzzle.geometry.cells)):
            assert isinstance(cell, Cell)
            _grid(result, cell)["givenPencilMarks"] = list(value) if isinstance(value, tuple) else [value]


def _regions(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    """The number of the region of each cell, unless all are the usual boxes."""
    cells = shown.puzzle.geometry.cells
    item = target(shown.rules, piece.layers[0])
    if item is None or item.name not in shown.puzzle.partitions:
        return
    labels = items(shown, piece.layers[0], cells)
    boxes = [box_of(result["size"], index) for index in range(len(cells))]
    if None not in labels and len(set(zip(labels, boxes, strict=True))) == len(set(labels)) == len(set(boxes)):
        return
    for cell, value in zip(cells, labels, strict=True):
        _grid(result, cell)["region"] = value


def _at_cells(shown: PuzzleToWrite, piece: ReadPiece, value: Json) -> None:
    for entry in piece.layers[0]:
        field, _ = field_of(entry)
        cells = [
            _name(cell)
            for cell, _ in values_of(shown, entry, list(shown.puzzle.geometry.cells))
            if isinstance(cell, Cell)
        ]
        if cells:
            one = [{"cells": cells}] if field.endswith("indexer") else [{"cell": cell} for cell in cells]
            value.setdefault(field, []).extend(one)


# ---------------------------------------------------------------------------------------------- between, outside


def _between(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    geometry = squares(shown.puzzle.geometry)
    places: list[Place] = list(geometry.links if piece.word == "links" else geometry.corners)
    for entry in piece.layers[0]:
        field, keyed = field_of(entry)
        for place, value in values_of(shown, entry, places):
            assert isinstance(place, Link | Corner)
            one: Json = {"cells": [_name(cell) for cell in place.cells]}
            if field in fields.QUADS:
                one["values"] = list(value) if isinstance(value, tuple) else [value]
            else:
                one["value"] = str(value) if keyed is None else keyed
            result.setdefault(field, []).append(one)


def _outside(shown: PuzzleToWrite, piece: ReadPiece, result: Json) -> None:
    geometry = squares(shown.puzzle.geometry)
    places: list[Place] = list(geometry.views if piece.word == "views" else geometry.columns + geometry.rows)
    for entry in piece.layers[0]:
        field, keyed = field_of(entry)
        for place, value in values_of(shown, entry, places):
            assert isinstance(place, View | Line)
            one = {"cell": name_of(point_outside(geometry, place)), "value": str(value) if keyed is None else keyed}
            result.setdefault(field, []).append(one)


# ---------------------------------------------------------------------------------------------- the whole board


def _flag(shown: PuzzleToWrite, piece: ReadPiece, value: Json) -> None:
    options = {option.name: shown.puzzle.options.get(option.name, option.default) for option in shown.rules.options}
    for entry in piece.layers[0]:
        if entry.key and entry.effects and all(options[effect.name] == effect.value for effect in entry.effects):
            field, kind = field_of(entry)
            if kind is None:
                value[field] = True
            else:
                value.setdefault(field, []).append(kind)


def _besides(_: PuzzleToWrite, __: ReadPiece, ___: Json) -> None:
    """Writes nothing."""


WRITERS: Mapping[str, Callable[[PuzzleToWrite, ReadPiece, Json], None]] = {
    "givens": _givens,
    "regions": _regions,
    "candidates": _candidates,
    "flag": _flag,
    "cells": _at_cells,
    "links": _between,
    "corners": _between,
    "groups": writing_gathered.write_gathered,
    "paths": writing_gathered.write_gathered,
    "arrows": writing_gathered.write_arrows,
    "lines": _outside,
    "views": _outside,
    "besides": _besides,
}
"""How each piece is written."""
