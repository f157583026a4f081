"""Writes a puzzle as JSON for other programs: what it holds, place by place."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from puzzlelang.formats.json_board.arrangement import arranged, rows_of_cells
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Group, Place, Region, place_text
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Drawing, Key, Puzzle, Solution, Unknown, Value
from puzzlelang.typed.ir import Find, FunctionKind, GroupsKind, Item, PartitionKind, Ruleset, SetKind, SingleKind

Json = object
AskValue = Callable[[Place], Value | None]


def puzzle(rules: Ruleset, board: Puzzle, answer: Drawing | Solution | None = None) -> Mapping[str, Json]:
    """Title, size, options, `givens`, `regions` (a grid of labels for each partition), `groups`, a drawn `answer`.

    Cells are a list of rows, `null` where there is nothing; lines are `columns` and `rows`; views are by side;
    links and borders are `vertical` (row by row) and `horizontal`; what belongs to regions, groups and paths is by
    label.  On another `lattice` than squares links, borders and corners are by name, `from` is where in the lattice the
    board begins, and `absent` are the places in its rows without a cell.  Givens that the board does not
    mention are left out.
    """
    content: dict[str, Json] = {
        "puzzle": rules.title,
        **_lattice(board.geometry),
        "rows": board.geometry.height,
        "columns": board.geometry.width,
        "options": {option.name: board.options.get(option.name, option.default) for option in rules.options},
        "givens": {
            given.name: _values_json(given, board, board.givens[given.name])
            for given in rules.givens
            if given.name in board.givens
        },
        "regions": {name: _labels(board.geometry, regions) for name, regions in board.partitions.items()},
        **({"groups": _groups(board)} if board.groups else {}),
    }
    if answer is not None and any(answer.values.values()):
        content["answer"] = {
            find.name: _values_json(find, board, dict[Key, Value](answer.values[find.name].items()))
            for find in rules.finds
            if find.name in answer.values
        }
    return content


def _lattice(geometry: Geometry) -> Mapping[str, Json]:
    """Return which lattice a board has, unless it is squares, and what part of it."""
    if not isinstance(geometry, Tiling):
        return {}
    begin = {"from": f"R{geometry.first + 1}C{geometry.left + 1}"} if geometry.first or geometry.left else {}
    absent = [f"R{row}C{column}" for row, column in sorted(geometry.absent)]
    return {"lattice": geometry.lattice, **begin, **({"absent": absent} if absent else {})}


def text(content: Json, indent: str = "") -> str:
    """JSON text in ASCII, with a line for each row of a grid."""
    inner = indent + "  "
    match content:
        case dict() if content:
            parts = [f"{_scalar(name)}: {text(value, inner)}" for name, value in content.items()]
        case list() if any(isinstance(part, dict | list) for part in content):
            parts = [text(part, inner) for part in content]
        case _:
            return _scalar(content)
    opening, closing = "{}" if isinstance(content, dict) else "[]"
    lines = f",\n{inner}".join(parts)
    return f"{opening}\n{inner}{lines}\n{indent}{closing}"


def _scalar(content: Json) -> str:
    return json.dumps(content)


def _labels(geometry: Geometry, regions: Sequence[Region]) -> Json:
    label = {cell: region.label for region in regions for cell in region.cells}
    return [[None if cell is None else label.get(cell) for cell in row] for row in rows_of_cells(geometry)]


def _groups(board: Puzzle) -> Json:
    """Return for each declaration the names of the places of each group or path, by label."""
    return {
        name: {group.label: [place_text(one) for one in group.members] for group in groups}
        for name, groups in board.groups.items()
    }


def _values_json(item: Item, board: Puzzle, values: Mapping[Key, Value]) -> Json:
    """All values of a given or a find, in the form of its places."""
    match item.kind:
        case SingleKind():
            return _plain(values.get(None))
        case PartitionKind():
            return _values(Sort.CELL, board, (), values.get)
        case FunctionKind(sort=sort, partition=partition):
            named = (board.groups if sort in GATHERED else board.partitions).get(partition or "", ())
            return _values(sort, board, named, values.get)
        case GroupsKind():
            raise AssertionError("groups are no values of places")
        case SetKind(sort=sort):
            regions = [region for regions in board.partitions.values() for region in regions]
            absent = None if isinstance(item, Find) else False
            return _values(sort, board, regions, lambda place: values.get(place, absent))
        case _:
            assert_never(item.kind)


def _values(sort: Sort, board: Puzzle, regions: Sequence[Region | Group], ask: AskValue) -> Json:
    return arranged(sort, board.geometry, regions, lambda place: _plain(ask(place)))


def _plain(value: Value | None) -> Json:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Unknown) else value
