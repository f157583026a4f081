"""Variables of finds, and of givens that are searched."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.ground import areas
from puzzlelang.ground.board import GroundBoard, ground_value
from puzzlelang.ground.compile import set_of, term_of
from puzzlelang.ground.role_swap import SearchedGiven, presence_name
from puzzlelang.ground.values import Component, Frame, SetValue
from puzzlelang.problem import build, nodes
from puzzlelang.problem.nodes import EMPTY
from puzzlelang.problem.record import Kind, Term, VariableRole
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Value
from puzzlelang.typed import ir
from puzzlelang.typed.looks import letters

MOST = 1_000_000_000
"""Bound of the absolute value of numbers to be found."""


Ranged = tuple[Kind, int, int, tuple[str, ...]]
"""Kind, least and greatest value, and names of an enumeration."""


def declare_finds(board: GroundBoard, frame: Frame) -> None:
    """Enter the finds, as variables or as the known answer.

    Raises `Failed` for an empty range, and for an answer that lacks some values.
    """
    every = (*board.rules.finds, *board.rules.hidden)
    for find in sorted(every, key=_parts_a_find):
        role = VariableRole.HIDDEN if find.hidden else VariableRole.FOUND
        answer = None if board.role_swap.answer is None else board.role_swap.answer.values.get(find.name)
        match find.kind:
            case ir.PartitionKind(domain=domain):
                within = None if domain is None else set_of(domain, board, frame)
                areas.partition(board, find.name, role, answer, within)
            case ir.SetKind():
                places = _domain(board, find.kind, frame)
                board.sets[find.name] = _members(board, find.name, places, role, answer)
            case ir.FunctionKind(value=value):
                _function(board, find.name, find.kind, _range_of(find.name, value, board, frame), frame, role, answer)
            case _:
                assert_never(find.kind)


def _parts_a_find(find: ir.Find) -> bool:
    """Whether a find is a partition of what other finds decide, and so comes after them."""
    return isinstance(find.kind, ir.PartitionKind) and not find.kind.fixed


def _function(
    board: GroundBoard,
    name: str,
    declared: ir.FunctionKind,
    ranged: Ranged,
    frame: Frame,
    role: VariableRole,
    answer: Mapping[Place, Value] | None,
) -> None:
    kind, low, high, names = ranged
    absent = None
    if declared.value.absent:
        low, high = (low, high + 1) if kind is Kind.NAME else (low - 1, high)
        absent = board.absent[name] = high if kind is Kind.NAME else low
    domain = _domain(board, declared, frame)
    if answer is not None:
        _check_answer(name, domain, answer, board)
        board.unknowns[name] = {place: _held_value(answer[place], names, absent) for place in domain}
        _state_range(board, declared.value, frame, board.unknowns[name].values(), absent)
        return
    signs = _letters_of(name, board)
    result = {place: board.variable(name, place, kind, low, high, names, role, absent, signs) for place in domain}
    board.finds.setdefault(name, {})
    board.unknowns[name] = {
        place: low if low == high else nodes.Number(one, low, high) for place, one in result.items()
    }
    _state_range(board, declared.value, frame, board.unknowns[name].values(), absent)


def _state_range(
    board: GroundBoard, value: ir.ValueKind, frame: Frame, terms: Iterable[Term | Component], absent: int | None
) -> None:
    """Add that these values of a find keep to its range, where an end of it depends on a searched given."""
    if not board.role_swap.givens or value.low is None or value.high is None:
        return
    low, high = term_of(value.low, board, frame), term_of(value.high, board, frame)
    for term in terms if not (isinstance(low, int) and isinstance(high, int)) else ():
        assert not isinstance(term, Component)
        there = build.conjunction((build.at_most(low, term), build.at_most(term, high)))
        missing = False if absent is None else build.equal(term, absent)
        board.definitions.append(build.disjunction((missing, there)))


def _check_answer(name: str, domain: list[Place], answer: Mapping[Place, Value], board: GroundBoard) -> None:
    """Raises `Failed` for an answer that lacks places of this board."""
    lacking = next((place for place in domain if place not in answer), None)
    if lacking is not None:
        raise Failed([Diagnostic("E154", f"the answer has no `{name}` at {lacking}", board.puzzle.span(name, None))])


def _held_value(value: Value, names: tuple[str, ...], absent: int | None) -> int:
    """The ground form of a value of an answer."""
    if value is False:
        assert absent is not None
        return absent
    if isinstance(value, str):
        return names.index(value)
    assert isinstance(value, int)
    return value


def _members(
    board: GroundBoard, name: str, domain: list[Place], role: VariableRole, answer: Mapping[Place, Value] | None = None
) -> SetValue:
    if answer is not None:
        _check_answer(name, domain, answer, board)
        return {place: True for place in domain if answer[place] is True}
    board.finds.setdefault(name, {})
    return {place: nodes.Holds(board.variable(name, place, Kind.MEMBER, 0, 1, (), role)) for place in domain}


def declare_searched_given(board: GroundBoard, given: ir.Given, searched: SearchedGiven, frame: Frame) -> None:
    """Enter a searched given as variables.  Raises `Failed` for an empty range, or a value that does not fit."""
    name, kind, role = given.name, given.kind, VariableRole.FOUND
    match kind:
        case ir.SetKind():
            board.sets[name] = _members(board, name, _domain(board, kind, frame), role)
        case ir.FunctionKind(value=value) if searched.values is not None:
            searched_values = searched.values
            domain = [place for place in _domain(board, kind, frame) if place in searched_values]
            board.functions[name] = {
                place: ground_value(searched_values[place], value, board, name, place) for place in domain
            }
            board.presence[name] = _members(board, presence_name(name), domain, role)
        case ir.FunctionKind(value=value):
            domain = _domain(board, kind, frame) if searched.at is None else list(searched.at)
            if searched.at is not None:
                board.presence[name] = dict.fromkeys(domain, True)
            elif value.absent:
                board.presence[name] = _members(board, presence_name(name), domain, role)
            if not searched.valued:
                unsaid = (SEVERAL,) if value.base is ir.Base.NUMBERS else UNKNOWN
                board.functions[name] = dict.fromkeys(domain, unsaid)
                return
            ranged = _range_of(name, value, board, frame, searched)
            board.functions[name] = dict(_values(board, name, domain, ranged))
        case _:
            raise ValueError(f"`{name}` cannot be looked for")


def _values(board: GroundBoard, name: str, domain: list[Place], ranged: Ranged) -> Mapping[Place, Term]:
    kind, low, high, names = ranged
    board.finds.setdefault(name, {})
    role, signs = VariableRole.FOUND, _letters_of(name, board)
    result = {place: board.variable(name, place, kind, low, high, names, role, None, signs) for place in domain}
    return {place: low if low == high else nodes.Number(one, low, high) for place, one in result.items()}


def _letters_of(name: str, board: GroundBoard) -> tuple[tuple[int, str], ...]:
    """The letters that boards show in place of the numbers of a declaration; a cell with a blank is called empty."""
    item = board.rules.find(name) or board.rules.given(name)
    if item is None or not isinstance(item.kind, ir.FunctionKind) or item.kind.value.members:
        return ()
    shown = {number: EMPTY for number, symbol in item.shown.symbols if symbol == "." and item.kind.sort is Sort.CELL}
    return tuple((int(number), text) for number, text in {**shown, **letters(item)}.items())


def _domain(board: GroundBoard, kind: ir.SetKind | ir.FunctionKind, frame: Frame) -> list[Place]:
    """The places of a declaration in order."""
    everywhere = board.places(kind.sort, kind.partition if isinstance(kind, ir.FunctionKind) else None)
    if kind.domain is None:
        return list(everywhere)
    inside = set_of(kind.domain, board, frame)
    return [place for place in everywhere if inside.get(place, False) is True]


def _range_of(
    name: str, value: ir.ValueKind, board: GroundBoard, frame: Frame, searched: SearchedGiven | None = None
) -> Ranged:
    """The range of the values of a function; a number without a range has that of its `searched` given.

    Where an end depends on a searched given the range is as wide as any values of that make it.
    """
    match value.base:
        case ir.Base.NAME:
            return Kind.NAME, 0, len(value.members) - 1, value.members
        case ir.Base.DIRECTION:
            named = tuple(way.value for way in board.geometry.directions)
            return Kind.NAME, 0, len(named) - 1, named
        case _:
            pass
    if value.low is None or value.high is None:
        assert searched is not None
        return Kind.NUMBER, searched.least, searched.most, ()
    low, _ = build.bounds(term_of(value.low, board, frame))
    _, high = build.bounds(term_of(value.high, board, frame))
    if max(abs(low), abs(high)) > MOST:
        message = f"`{name}` can be more than {MOST:,}, or less than its negative"
        raise Failed([Diagnostic("E087", message, value.low.span.to(value.high.span))])
    if low > high:
        raise Failed([Diagnostic("E085", f"`{name}` has no value between {low} and {high}", value.low.span)])
    return Kind.NUMBER, low, high, ()
