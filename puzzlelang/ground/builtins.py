"""Builtins: the meaning of the words of `typed.words.builtins` as functions of evaluated arguments."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import TypeVar, cast

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import (
    Border,
    Cell,
    Corner,
    Covering,
    Direction,
    Group,
    Link,
    Member,
    Place,
    View,
)
from puzzlelang.geometry.polyominoes import BANKS, parse_bank
from puzzlelang.geometry.sorts import DIRECTION_NAMES
from puzzlelang.geometry.square_grid import SquareGrid, leaps
from puzzlelang.ground import curves, paths, regions
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import component_at
from puzzlelang.ground.values import Component, Element, SetValue, Value
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.puzzle import Unknown

Meaning = Callable[..., Value]
"""A function of evaluated arguments, whose types `typed` has checked."""


def values(board: GroundBoard) -> dict[str, Callable[[], Value]]:
    """Constants and properties of the board by name, computed on use."""
    geometry = board.geometry
    return {
        "cells": lambda: certain_set(geometry.cells),
        "rows": lambda: certain_set(_squares(board).rows),
        "columns": lambda: certain_set(_squares(board).columns),
        "lines": lambda: certain_set(geometry.lines),
        "views": lambda: certain_set(geometry.views),
        "borders": lambda: certain_set(geometry.borders),
        "links": lambda: certain_set(geometry.links),
        "corners": lambda: certain_set(geometry.corners),
        "directions": lambda: certain_set(geometry.directions),
        "diagonals": lambda: certain_set(_squares(board).diagonals),
        "adjacent": lambda: _relation(geometry, geometry.neighbours),
        "touching": lambda: _relation(geometry, geometry.around),
        "width": lambda: geometry.width,
        "height": lambda: geometry.height,
        **{name: partial(_direction, geometry, name) for name in DIRECTION_NAMES},
        "crosswise": lambda: _crosswise(geometry),
        **{name: partial(parse_bank, name) for name in BANKS},
    }


def functions(board: GroundBoard) -> Mapping[str, Meaning]:
    """Words with arguments by name, made once for a board."""
    board.memo.meanings = board.memo.meanings or _functions(board)
    return board.memo.meanings


def _functions(board: GroundBoard) -> dict[str, Meaning]:
    """`most` is how many places along a line are looked at, all of them if it is not there."""
    geometry = board.geometry
    return {
        "row": lambda cell: cell.row,
        "column": lambda cell: cell.column,
        "number": lambda line: line.number,
        "line": lambda view: view.line,
        "first": lambda place: place.members[0] if isinstance(place, Group) else place.first,
        "last": lambda path: path.members[-1],
        "second": lambda link: link.second,
        "next": lambda place, where=None: _next(board, place, where),
        "around": lambda cell: certain_set(geometry.around(cell)),
        "ray": lambda cell, direction: certain_set(geometry.ray(cell, direction)),
        "ray until": lambda cell, way, stop, most=None: _ray(geometry.ray(cell, way)[:most], stop, until=True),
        "ray while": lambda cell, way, stay, most=None: _ray(geometry.ray(cell, way)[:most], stay, until=False),
        "straight": lambda place, way, edges, most=None: curves.reached_straight(board.curve(edges), place, way, most),
        "between": lambda first, second: certain_set(geometry.between(first, second)),
        "before": lambda place, line: _before(geometry, line, place),
        "along path": paths.steps,
        "mirrored": paths.mirrored,
        "windows along": paths.windows,
        "stretches by": lambda path, regions: _stretches(board, path, regions),
        "holding": paths.holding,
        "visits": paths.members,
        "windows": lambda tall, wide: certain_set(_squares(board).windows(_size(tall), _size(wide))),
        "boxes": lambda tall, wide: certain_set(_squares(board).boxes(_size(tall), _size(wide))),
        "leap": lambda far, near: _moves(board, leaps(abs(far), abs(near))),
        "lines": lambda cell: certain_set(geometry.lines_of(cell)),
        "views": lambda place: certain_set(
            view for view in geometry.views if view.line is place or place in view.cells
        ),
        "borders": lambda place, side=None: _borders(board, place, side),
        "links": lambda place: _links(board, place),
        "seams": lambda groups: regions.seams(board, groups),
        "along": lambda edges: _of_edges(board, edges, board.memo.along, curves.adjacent_points),
        "strands": lambda edges: _of_edges(board, edges, board.memo.strands, curves.consecutive_edges),
        "corners": lambda place, side=None: certain_set(geometry.corners_of(place, side)),
        "cells": lambda place: _cells(geometry, place),
        "opposite": geometry.opposite,
        "clockwise": geometry.clockwise,
        "abs": _absolute,
        "root": lambda number: math.isqrt(number) if number > 0 else 0,
        "copies": lambda number, given: 0 if isinstance(given, Unknown) else sum(one == number for one in given),
        "min": lambda *numbers: build.extreme(False, [(True, number) for number in numbers], 0),
        "max": lambda *numbers: build.extreme(True, [(True, number) for number in numbers], 0),
        "pairs": lambda elements: _pairs(board, elements),
        "within": lambda groups: regions.adjacent_inside(board, groups),
    }


def _squares(board: GroundBoard) -> SquareGrid:
    """The board, for words that only rectangles have."""
    assert isinstance(board.geometry, SquareGrid)
    return board.geometry


def _direction(geometry: Geometry, name: str) -> Direction:
    return next(way for way in geometry.directions if way.name == name)


def _cells(geometry: Geometry, place: Covering | Component | SetValue) -> SetValue:
    if isinstance(place, dict):
        return place
    if isinstance(place, Component):
        return {} if place.empty else component_at(place.graph, place.vertex)
    if isinstance(place, Group):
        return paths.members(place)
    return certain_set(geometry.cells_of(place))


def certain_set(elements: Iterable[Element]) -> SetValue:
    """A set whose elements certainly belong."""
    return dict.fromkeys(elements, True)


def _next(board: GroundBoard, place: Cell | Corner, where: Direction | View | Group | SetValue | None) -> SetValue:
    """The adjacent places: all, in a direction, next in a view or a path, or along the edges of a set."""
    if isinstance(where, dict):
        return curves.neighbours(board.curve(where), place)
    geometry, cell = board.geometry, cast("Cell", place)  # corners have edges only
    match where:
        case Group():
            return paths.behind(where, place)
        case Direction():
            onward = geometry.towards(cell, where)
            return {} if onward is None else {onward: True}
        case View():
            cells = geometry.cells_of(where)
            behind = cells.index(cell) + 1 if cell in cells else len(cells)
            return certain_set(cells[behind : behind + 1])
        case None:
            return certain_set(geometry.neighbours(cell))


def _moves(board: GroundBoard, moves: Iterable[tuple[int, int]]) -> SetValue:
    taken, geometry = tuple(moves), _squares(board)
    return _relation(geometry, lambda cell: geometry.steps(cell, taken))


def _relation(geometry: Geometry, others: Callable[[Cell], Iterable[Cell]]) -> SetValue:
    return {(cell, other): True for cell in geometry.cells for other in others(cell)}


def _ray(cells: Iterable[Cell], stop: SetValue, *, until: bool) -> SetValue:
    going: list[Formula] = []
    for cell in cells:
        there = stop.get(cell, False)
        here = build.negation(there) if until else there
        if here is False:
            break
        going.append(here)
    return dict(zip(cells, build.prefixes(going), strict=False))


def _before(geometry: Geometry, line: View | Group, cell: Cell) -> SetValue:
    if isinstance(line, Group):
        return paths.in_front(line, cell)
    cells = geometry.cells_of(line)
    return certain_set(cells[: cells.index(cell)]) if cell in cells else {}


def _stretches(board: GroundBoard, path: Group, regions: SetValue) -> SetValue:
    """The stretches of a path, kept with the regions, so that they are the same places wherever they are asked for."""
    known = board.memo.stretches
    if (path, id(regions)) not in known:
        sets = [frozenset(_cells(board.geometry, cast("Covering", region))) for region in regions]
        known[path, id(regions)] = regions, paths.stretches(path, cast("list[frozenset[Member]]", sets))
    return known[path, id(regions)][1]


def _size(number: int) -> int:
    if number < 1:
        raise ValueError(f"a size of {number}")
    return number


def _pairs(board: GroundBoard, elements: SetValue) -> SetValue:
    items = cast("list[tuple[Place | Component, Formula]]", list(elements.items()))
    board.work(len(items) ** 2)
    if all(here is True for _, here in items):
        places = [place for place, _ in items]
        return {(a, b): True for a in places for b in places if a is not b}
    return {(a, b): build.conjunction((here, there)) for a, here in items for b, there in items if a is not b}


def _borders(board: GroundBoard, place: Cell | Corner | SetValue, side: Direction | None) -> SetValue:
    at, borders = board.memo.borders_at, board.geometry.borders
    if isinstance(place, Cell):
        geometry = board.geometry
        ends = None if side is None else list(geometry.corners_of(place, side))
        near = _edges_at(at, borders, (place,))
        return certain_set(one for one in near if ends is None or list(geometry.corners_of(one)) == ends)
    if not isinstance(place, dict):
        return certain_set(border for border in place.borders if board.geometry.cells_of(border))
    set_value: SetValue = {}
    for border in _edges_at(at, borders, place):
        inside = [place.get(cell, False) for cell in border.cells]
        crossed = build.negation(build.same(inside[0], inside[1] if len(inside) == 2 else False))
        if crossed is not False:
            set_value[border] = crossed
    return set_value


def _crosswise(geometry: Geometry) -> SetValue:
    set_value: SetValue = {}
    for cell in geometry.cells:
        first, second, third, last = geometry.corners_of(cell)
        for pair in ((first, last), (last, first), (second, third), (third, second)):
            set_value[pair] = True
    return set_value


def _links(board: GroundBoard, place: Cell | SetValue) -> SetValue:
    at, links = board.memo.links_at, board.geometry.links
    if isinstance(place, Cell):
        return certain_set(_edges_at(at, links, (place,)))
    begin = board.memo.links_from
    if not begin:
        for link in links:
            begin.setdefault(link.first, []).append(link)
    within = [link for cell in place if cell in begin for link in begin[cell] if link.second in place]
    within.sort(key=attrgetter("index"))
    set_value: SetValue = {}
    for link in within:
        first, second = place[link.first], place[link.second]
        set_value[link] = second if first is True else build.conjunction((first, second))
    return set_value


Edge = TypeVar("Edge", Link, Border)


def _edges_at(at: dict[Cell, list[Edge]], edges: Iterable[Edge], cells: Iterable[Element]) -> list[Edge]:
    """The links or borders at any of the cells, in order; `at` caches those of each cell."""
    if not at:
        for edge in edges:
            for cell in edge.cells:
                at.setdefault(cell, []).append(edge)
    result = {edge: None for cell in cells if isinstance(cell, Cell) for edge in at.get(cell, ())}
    return sorted(result, key=attrgetter("index"))


def _of_edges(
    board: GroundBoard,
    edges: SetValue,
    results: dict[int, tuple[SetValue, SetValue]],
    relation: Callable[[curves.Curve], SetValue],
) -> SetValue:
    """A relation of a set of links or borders; cached with the set."""
    if id(edges) not in results:
        result = relation(board.curve(edges))
        board.work(len(result))
        # The set is kept with its relation, so that no other set gets its identity.
        results[id(edges)] = edges, result
    return results[id(edges)][1]


def _absolute(number: Term) -> Term:
    if isinstance(number, int):
        return abs(number)
    return build.extreme(True, [(True, number), (True, build.total((), ((-1, number),)))], 0)
