"""Graph words: computed where the board decides the set, else formulas and nodes of the problem."""

import itertools
from collections.abc import Callable, Iterable
from typing import cast

from puzzlelang.geometry.places import Border, Cell, Corner, Covering, Group, Link, Place
from puzzlelang.ground import curves, graphs, nouns, shapes
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.interiors import interior
from puzzlelang.ground.values import (
    Compiled,
    Element,
    Frame,
    NumbersValue,
    OfSet,
    PiecesOf,
    RingOf,
    RunsOf,
    SetValue,
    ShapeOf,
    Value,
    as_place,
    as_set,
)
from puzzlelang.problem import build_graphs, build_rows
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import free_slots
from puzzlelang.typed.words.graph_words import ends_at


def word(graph_word: ir.GraphWord, arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
    """A graph word as a function of the frame."""
    if graph_word.name == "component" and ends_at(graph_word.arguments[1].type, graph_word.arguments[0].type):
        return _points_of_part(arguments, board)
    meaning = nouns.calling(graph_word, MEANINGS[graph_word.name](arguments, by, board))
    return _by_place(meaning, arguments[0]) if _is_of_one_graph(graph_word, board) else meaning


def _is_of_one_graph(graph_word: ir.GraphWord, board: GroundBoard) -> bool:
    """Whether a word is the component of a place in a set and under a relation that have no variables."""
    behind = (*graph_word.arguments[1:], *(() if graph_word.relation is None else (graph_word.relation,)))
    return graph_word.name == "component" and not any(free_slots(one, board.memo.slots) for one in behind)


def _by_place(meaning: Compiled, place: Compiled) -> Compiled:
    """A component, looked up once for each place."""
    known: dict[Value, Value] = {}

    def part(frame: Frame) -> Value:
        here = place(frame)
        result = known.get(here)
        if result is None:
            result = known[here] = meaning(frame)
        return result

    return part


Meaning = Callable[[list[Compiled], Compiled | None, GroundBoard], Compiled]
"""A function of the arguments and of the relation behind `by`, if any."""


def _matching(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
    left, right = map(as_set, arguments)
    pairs = None if by is None else as_set(by)
    return lambda frame: _pair_formula(left(frame), right(frame), None if pairs is None else pairs(frame), board)


def _stretches(arguments: list[Compiled], _by: Compiled | None, _board: GroundBoard) -> Compiled:
    line, members = cast("Callable[[Frame], Covering | SetValue]", arguments[0]), as_set(arguments[1])
    return lambda frame: _runs(_along(line(frame), members(frame)))


def _ring_stretches(arguments: list[Compiled], _by: Compiled | None, board: GroundBoard) -> Compiled:
    cell, members = cast("Callable[[Frame], Cell]", arguments[0]), as_set(arguments[1])
    return lambda frame: _ring(board, cell(frame), members(frame))


def _symmetric(arguments: list[Compiled], _by: Compiled | None, board: GroundBoard) -> Compiled:
    members, middle = as_set(arguments[0]), cast("Callable[[Frame], Cell | Link | Border | Corner]", arguments[1])
    return lambda frame: shapes.symmetric(board, members(frame), middle(frame))


def _fits_into(arguments: list[Compiled], _by: Compiled | None, board: GroundBoard) -> Compiled:
    one, other = map(as_set, arguments)
    return lambda frame: shapes.fits(board, one(frame), other(frame))


def _of_set(value: Callable[[SetValue], Value]) -> Meaning:
    """A word of one set only."""

    def meaning(arguments: list[Compiled], _by: Compiled | None, _board: GroundBoard) -> Compiled:
        (members,) = map(as_set, arguments)
        return lambda frame: value(members(frame))

    return meaning


def _pieces(arguments: list[Compiled], by: Compiled | None, _board: GroundBoard) -> Compiled:
    members, pairs = as_set(arguments[0]), None if by is None else as_set(by)
    return lambda frame: PiecesOf(members(frame), None if pairs is None else pairs(frame))


def _of_graph(value: Callable[[SetValue, Graph], Value]) -> Meaning:
    """A word of the graph of a set under a relation."""

    def meaning(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
        (members,) = arguments
        results = _graphs(members, by, board)
        return lambda frame: value(*results(frame))

    return meaning


def _graphs(members: Compiled, by: Compiled | None, board: GroundBoard) -> Callable[[Frame], tuple[SetValue, Graph]]:
    """The set and its graph under the relation."""
    those, pairs = as_set(members), None if by is None else as_set(by)

    def set_and_graph(frame: Frame) -> tuple[SetValue, Graph]:
        result = those(frame)
        return result, graphs.graph_of(board, result, None if pairs is None else pairs(frame))

    return set_and_graph


def _part(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
    place, around = as_place(arguments[0]), _graph_around(arguments[1], by, board)

    def part(frame: Frame) -> SetValue:
        here = place(frame)
        return graphs.component(here, around(here, frame))

    return part


def _points_of_part(arguments: list[Compiled], board: GroundBoard) -> Compiled:
    place, edges = as_place(arguments[0]), as_set(arguments[1])
    return lambda frame: graphs.component_along(board, place(frame), edges(frame))


def _distance(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
    first, second, around = as_place(arguments[0]), as_place(arguments[1]), _graph_around(arguments[2], by, board)

    def steps(frame: Frame) -> Term:
        here = first(frame)
        return graphs.distance(board, here, second(frame), around(here, frame))

    return steps


def _parts(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
    members, pairs = as_set(arguments[0]), None if by is None else as_set(by)

    def parts(frame: Frame) -> SetValue:
        return graphs.parts(graphs.graph_along(board, members(frame), None if pairs is None else pairs(frame)), "part")

    return parts


def _graph_around(members: Compiled, by: Compiled | None, board: GroundBoard) -> Callable[[Place, Frame], Graph]:
    """Return a function of a place and a frame: the graph in which the place is looked up.

    For a curve this is the graph of its points, unless the place is itself a link or border.
    """
    those, pairs = as_set(members), None if by is None else as_set(by)

    def graph_at(place: Place, frame: Frame) -> Graph:
        set_value, relation = those(frame), None if pairs is None else pairs(frame)
        return (graphs.graph_of if isinstance(place, Link | Border) else graphs.graph_along)(board, set_value, relation)

    return graph_at


def _acyclic(arguments: list[Compiled], _by: Compiled | None, board: GroundBoard) -> Compiled:
    (edges,) = map(as_set, arguments)
    return lambda frame: build_graphs.acyclic(graphs.edges_graph(board, edges(frame)))


def _of_curve(value: Callable[[curves.Curve], Value]) -> Meaning:
    """A word of a curve alone, cached for each curve."""

    def meaning(arguments: list[Compiled], _by: Compiled | None, board: GroundBoard) -> Compiled:
        (members,) = map(as_set, arguments)
        board.graphs = True
        return _memoise(value, members, board)

    return meaning


def _with_points(value: Callable[..., Formula]) -> Meaning:
    """A word of a curve and optional sets of points."""

    def meaning(arguments: list[Compiled], by: Compiled | None, board: GroundBoard) -> Compiled:
        if len(arguments) == 1:
            return _of_curve(value)(arguments, by, board)
        members, *points = map(as_set, arguments)
        board.graphs = True
        return lambda frame: value(board.curve(members(frame)), *(those(frame) for those in points))

    return meaning


def _memoise(value: Callable[[curves.Curve], Value], members: OfSet, board: GroundBoard) -> Compiled:
    """A value of a curve, cached for each set of edges."""
    known: dict[int, tuple[SetValue, Value]] = {}

    def kept(frame: Frame) -> Value:
        result = members(frame)
        if id(result) not in known:
            known[id(result)] = result, value(board.curve(result))
            board.work(len(result))
        return known[id(result)][1]

    return kept


# --------------------------------------------------------------------------------------------- pairs and stretches


def _pair_formula(left: SetValue, right: SetValue, pairs: SetValue | None, board: GroundBoard) -> Formula:
    relation = _neighbours(board, pairs)
    place = {thing: index for index, thing in enumerate(right)}
    edges = [
        (index, place[other]) for index, thing in enumerate(left) for other in relation.get(thing, ()) if other in place
    ]
    return build_rows.paired(_items(left), _items(right), edges)


def _neighbours(board: GroundBoard, pairs: SetValue | None) -> dict[Element, list[Element]]:
    known = board.memo.neighbours
    if id(pairs) not in known:
        grouped: dict[Element, list[Element]] = {}
        if pairs is None:
            for link in board.geometry.links:
                grouped.setdefault(link.first, []).append(link.second)
                grouped.setdefault(link.second, []).append(link.first)
        for pair in pairs or ():
            assert isinstance(pair, tuple)
            grouped.setdefault(pair[0], []).append(pair[1])
        known[id(pairs)] = pairs, grouped
    return known[id(pairs)][1]


def _items(members: SetValue) -> list[tuple[Place, Formula]]:
    return cast("list[tuple[Place, Formula]]", list(members.items()))


def _along(line: Covering | SetValue, members: SetValue) -> tuple[Formula, ...]:
    cells: Iterable[Element] = line if isinstance(line, dict) else line.cells
    if isinstance(line, Group):
        cells = line.members
    return tuple(members.get(cell, False) for cell in cells)


def _runs(items: tuple[Formula, ...]) -> RunsOf | NumbersValue:
    """The run lengths themselves if the board decides them."""
    if not all(isinstance(item, bool) for item in items):
        return RunsOf(items)
    return tuple(len(list(run)) for inside, run in itertools.groupby(items) if inside)


CLOCKWISE = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def _ring(board: GroundBoard, cell: Cell, members: SetValue) -> RingOf:
    geometry = board.geometry
    around = (geometry.at(cell.row + rows, cell.column + columns) for rows, columns in CLOCKWISE)
    return RingOf(tuple(False if other is None else members.get(other, False) for other in around))


MEANINGS: dict[str, Meaning] = {
    "paired": _matching,
    "runs": _stretches,
    "runs_around": _ring_stretches,
    "connected": _of_graph(lambda _, graph: build_graphs.connected(graph)),
    "component": _part,
    "distance": _distance,
    "components": _parts,
    "rectangle": _of_graph(shapes.rectangle),
    "square": _of_graph(shapes.square),
    "acyclic": _acyclic,
    "symmetric": _symmetric,
    "fits_into": _fits_into,
    "pieces": _pieces,
    "shape": _of_set(ShapeOf),
    "shape without turning": _of_set(lambda members: ShapeOf(members, turning=False)),
    "single_loop": _with_points(curves.single_loop),
    "loops": _with_points(curves.loops),
    "paths": _with_points(curves.paths),
    "touched": _of_curve(curves.touched_points),
    "turns": _of_curve(curves.turning_points),
    "ends": _of_curve(curves.end_points),
    "crossed": _of_curve(curves.crossed_points),
    "inside": _of_curve(interior),
}
"""What each word of `typed.words.graph_words` becomes."""
