"""Graph words: computed where the board decides the set, a node of the problem where it is to be found."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry import ORTHOGONAL, Cell, Group
from puzzlelang.ground import build
from puzzlelang.ground.board import Board, SetValue
from puzzlelang.ground.compare import RunsOf
from puzzlelang.ground.problem import Formula
from puzzlelang.typed import ir

Compiled = Callable[[list[Any]], Any]
Neighbours = dict[Any, list[Any]]


def word(name: str, arguments: list[Compiled], by: Compiled | None, found: ir.Word, board: Board) -> Compiled:
    """A graph word as a function of the frame."""
    relation = _relation(by, board)
    match name:
        case "paired":
            left, right = arguments
            return lambda frame: _paired(left(frame), right(frame), relation(frame))
        case "runs":
            line, members = arguments
            return lambda frame: _runs(_along(line(frame), members(frame)))
        case "component":
            cell, members = arguments
            return lambda frame: _component(cell(frame), _given(members(frame), found), relation(frame))
        case "components":
            (members,) = arguments
            return lambda frame: dict.fromkeys(_components(_given(members(frame), found), relation(frame), board), True)
        case "connected":
            (members,) = arguments
            return lambda frame: len(_split(_given(members(frame), found), relation(frame))) <= 1
        case _:
            raise fail("E082", f"`{name}` cannot be solved yet", found.span, hint="the word is known, but not built")


def _relation(by: Compiled | None, board: Board) -> Callable[[list[Any]], Neighbours]:
    """Neighbours by place under the relation after `by`, else those side by side."""
    made: dict[int, tuple[Any, Neighbours]] = {}
    standard: Neighbours = {}

    def neighbours(frame: list[Any]) -> Neighbours:
        if by is None:
            if not standard:
                standard.update({cell: list(board.geometry.steps(cell, ORTHOGONAL)) for cell in board.geometry.cells})
            return standard
        pairs = by(frame)
        if id(pairs) not in made:
            grouped: Neighbours = {}
            for first, second in pairs:
                grouped.setdefault(first, []).append(second)
            made[id(pairs)] = pairs, grouped
        return made[id(pairs)][1]

    return neighbours


def _given(members: SetValue, found: ir.Word) -> SetValue:
    if all(here is True for here in members.values()):
        return members
    raise fail(
        "E082",
        f"`{found.name}` of a set that is to be found cannot be solved yet",
        found.span,
        hint="over givens the word is computed from the board",
    )


def _paired(left: SetValue, right: SetValue, relation: Neighbours) -> Formula:
    place = {thing: index for index, thing in enumerate(right)}
    edges = [
        (index, place[other]) for index, thing in enumerate(left) for other in relation.get(thing, ()) if other in place
    ]
    return build.paired(_items(left), _items(right), edges)


def _items(members: SetValue) -> list[Any]:
    return list(members.items())


def _along(line: Any, members: SetValue) -> tuple[Formula, ...]:
    cells: Iterable[object] = line if isinstance(line, dict) else line.cells
    return tuple(members.get(cell, False) for cell in cells)


def _runs(items: tuple[Formula, ...]) -> RunsOf | tuple[int, ...]:
    """The lengths themselves if the board decides them."""
    if not all(isinstance(item, bool) for item in items):
        return RunsOf(items)
    return tuple(len(list(run)) for inside, run in itertools.groupby(items) if inside)


def _component(cell: Cell, members: SetValue, relation: Neighbours) -> SetValue:
    """The part of the set that is reached from the cell, which may itself lie outside: then nothing is."""
    if cell not in members:
        return {}
    reached = dict.fromkeys([cell], True)
    queue = [cell]
    for here in queue:
        for other in relation.get(here, ()):
            if other in members and other not in reached:
                reached[other] = True
                queue.append(other)
    return {place: True for place in members if place in reached}


def _split(members: SetValue, relation: Neighbours) -> list[SetValue]:
    parts: list[SetValue] = []
    seen: set[object] = set()
    for cell in members:
        if cell not in seen:
            assert isinstance(cell, Cell)
            parts.append(_component(cell, members, relation))
            seen.update(parts[-1])
    return parts


def _components(members: SetValue, relation: Neighbours, board: Board) -> Iterable[Group]:
    key = ("components", frozenset(members), frozenset((a, b) for a, others in relation.items() for b in others))

    def make() -> tuple[Group, ...]:
        parts = [tuple(part) for part in _split(members, relation)]
        return tuple(Group(index, f"the part at {part[0]}", part) for index, part in enumerate(parts))  # type: ignore[arg-type]

    return board.geometry.grown(key, make)
