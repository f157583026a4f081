"""Tables of a board for grounding: its givens, checked against their declarations."""

import sys
from collections.abc import Callable, Iterable
from typing import cast

import msgspec

from puzzlelang.capacity import most_cases
from puzzlelang.diagnostics.record import Diagnostic, Failed, Label
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Direction, Group, Place, Region, sort_of_place
from puzzlelang.geometry.polyominoes import Bank, parse_bank
from puzzlelang.geometry.sorts import GATHERED, MEMBERS, Sort
from puzzlelang.ground.curves import Curve, curve_of
from puzzlelang.ground.memo import Memo, memo_of
from puzzlelang.ground.role_swap import AS_DECLARED, RoleSwap
from puzzlelang.ground.values import Component, Held, SetValue
from puzzlelang.problem.record import Formula, Kind, Term, Variable, VariableRole
from puzzlelang.puzzle import Puzzle, Unknown
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.expression_facts import NO_FACTS

TOO_MANY = (
    "conditions that the board decides belong behind `where`, where they leave cases out before they are made; "
    "go through what lies near, with `adjacent`, `next(c)` or one line at a time"
)
"""Advice about too many cases."""


class GroundBoard(msgspec.Struct, eq=False):
    """Tables by declared name, and the state of grounding.

    `sets`: given sets, partitions, groups and paths, and sets to be found; `functions`: given functions; `singles`:
    single values and options.  `regions`: the region of each cell; `unknowns`: the terms of functions to be found;
    `absent`: their number for "no value".  `memo`: shared values; `definitions`: constraints on the variables beside
    the rules; `graphs`, `shapes`: whether there is a graph, a
    comparison of the shapes of sets.  `steps`: bindings so far, `most`: their limit, `blamed`: makes the
    labels of the message when it is exceeded.  `watched`: if a set, it collects the spans of guards that were not false
    somewhere. `role_swap`: searched givens and a known answer; `presence`: by searched given the places where it has a
    value. `outside`: by partition to be found the cells that are in no area.  `finds` holds all variables by name and
    place, `variables` the same in order.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    geometry: Geometry
    sets: dict[str, SetValue] = msgspec.field(default_factory=dict)
    functions: dict[str, dict[Place, Held | Term]] = msgspec.field(default_factory=dict)
    singles: dict[str, Held | None] = msgspec.field(default_factory=dict)
    regions: dict[str, dict[Place, Region]] = msgspec.field(default_factory=dict)
    unknowns: dict[str, dict[Place, Term | Component]] = msgspec.field(default_factory=dict)
    absent: dict[str, int] = msgspec.field(default_factory=dict)
    memo: Memo = msgspec.field(default_factory=Memo)
    definitions: list[Formula] = msgspec.field(default_factory=list)
    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)
    steps: int = 0
    most: int = msgspec.field(default_factory=most_cases)
    blamed: Callable[[], Iterable[Label]] = tuple
    graphs: bool = False
    shapes: bool = False
    rule: ir.Rule | None = None
    watched: set[Span] | None = None
    role_swap: RoleSwap = AS_DECLARED
    presence: dict[str, SetValue] = msgspec.field(default_factory=dict)
    outside: dict[str, tuple[Cell, ...]] = msgspec.field(default_factory=dict)
    finds: dict[str, dict[Place, Variable]] = msgspec.field(default_factory=dict)
    variables: list[Variable] = msgspec.field(default_factory=list)

    def variable(
        self,
        name: str,
        place: Place,
        kind: Kind,
        low: int,
        high: int,
        names: tuple[str, ...] = (),
        role: VariableRole = VariableRole.FOUND,
        absent: int | None = None,
        letters: tuple[tuple[int, str], ...] = (),
    ) -> Variable:
        """A new variable of a find or searched given."""
        results = Variable(len(self.variables), name, place, kind, low, high, names, role, absent, letters)
        self.variables.append(results)
        self.finds.setdefault(name, {})[place] = results
        return results

    def places(self, sort: Sort, partition: str | None) -> Iterable[Place]:
        """All places of a sort in order; of regions, groups and paths those of the declaration."""
        if sort is Sort.REGION or sort in GATHERED:
            # A function has values at the regions of a given partition only, and these are places.
            return cast("Iterable[Place]", self.sets.get(partition, {}) if partition else ())
        return self.geometry.places(sort)

    def curve(self, members: SetValue) -> Curve:
        """A set of links or borders by the points they end at; cached with the set."""
        curves = self.memo.curves
        if id(members) not in curves:
            curves[id(members)] = curve_of(self.geometry, members)
        return curves[id(members)]

    def work(self, amount: int) -> None:
        """Count bindings; raises `Failed` at the rule's place when a board needs too many."""
        self.allow(amount)
        self.steps += amount

    def allow(self, amount: int) -> None:
        """Raises `Failed` at the rule's place if so many more bindings would exceed the limit."""
        if self.steps + amount > self.most:
            span = self.rule.span if self.rule else self.rules.source.first()
            problem = f"this board makes more than {self.most:,} cases of the rules, which is what memory can hold"
            self.most = sys.maxsize
            raise Failed([Diagnostic("E090", problem, span, help=TOO_MANY, labels=tuple(self.blamed()))])


def empty_board(
    rules: ir.Ruleset, puzzle: Puzzle, watched: set[Span] | None = None, role_swap: RoleSwap = AS_DECLARED
) -> GroundBoard:
    """A board without entries, for the cells that exist.  Raises `Failed` if there are none."""
    geometry = puzzle.board_without(rules.missing)
    if not geometry.cells:
        raise Failed([Diagnostic("E158", f"every cell of the board is in `{rules.missing}`", puzzle.source.first())])
    memo = memo_of(NO_FACTS if rules.facts is None else rules.facts)
    return GroundBoard(rules, puzzle, geometry, memo=memo, watched=watched, role_swap=role_swap)


def hold_given(board: GroundBoard, name: str, kind: ir.DeclaredType) -> bool:
    """Enter a given that the puzzle mentions; False if it does not mention it."""
    match kind:
        case ir.PartitionKind():
            if name not in board.puzzle.partitions:
                return False
            hold_partition(board, name, board.puzzle.partitions[name])
            if not kind.absent:
                _check_cut(board, name)
            return True
        case ir.GroupsKind():
            groups = board.puzzle.groups.get(name, ())
            _check_members(board, name, groups)
            board.sets[name] = dict.fromkeys(groups, True)
            return True
        case ir.SetKind():
            if name not in board.puzzle.givens:
                return False
            members = board.puzzle.givens[name]
            board.sets[name] = {key: True for key in members if key is not None}
            return True
        case ir.FunctionKind(value=value):
            result = board.puzzle.givens.get(name, {})
            board.functions[name] = {
                key: ground_value(raw, value, board, name, key) for key, raw in result.items() if key is not None
            }
            return True
        case ir.SingleKind(value):
            result = board.puzzle.givens.get(name, {})
            if None in result:
                board.singles[name] = ground_value(result[None], value, board, name, None)
                return True
            if value.absent:
                board.singles[name] = None
                return True
            return False


def hold_partition(board: GroundBoard, name: str, regions: Iterable[Region]) -> None:
    """Enter a partition."""
    cells = {region: board.geometry.cells_of(region) for region in regions}
    board.sets[name] = {region: True for region, those in cells.items() if those}
    board.regions[name] = {cell: region for region, those in cells.items() for cell in those}


def _check_cut(board: GroundBoard, name: str) -> None:
    """Report cells in no region: a board text may leave cells blank only where there are none."""
    bare = [cell for cell in board.geometry.cells if cell not in board.regions[name]]
    if bare:
        problem = f"`{name}` has no region for {bare[0]}" + f" and {len(bare) - 1} more" * (len(bare) > 1)
        board.diagnostics.append(Diagnostic("E154", problem, board.puzzle.span(name, None)))


def _check_members(board: GroundBoard, name: str, groups: Iterable[Group]) -> None:
    """Report groups without places, or with some that the board has not, as their cells are missing."""
    here = {sort: set(board.geometry.places(sort)) for sort in MEMBERS}
    for group in groups:
        if not group.members:
            problem = f"{group} has no places"
            board.diagnostics.append(Diagnostic("E153", problem, board.puzzle.span(name, group)))
        gone = next((one for one in group.members if one not in here[sort_of_place(one)]), None)
        if gone is not None:
            problem = f"{gone} of {group} is not on the board"
            board.diagnostics.append(Diagnostic("E153", problem, board.puzzle.span(name, group)))


def ground_value(raw: object, kind: ir.ValueKind, board: GroundBoard, name: str, key: Place | None) -> Held:
    """The ground form of a value of the puzzle."""
    match kind.base, raw:
        case _, Unknown():
            return raw
        case ir.Base.NUMBER, int():
            return int(raw)
        case ir.Base.NUMBERS, tuple():
            return raw
        case ir.Base.NAME, str() if raw in kind.members:
            return kind.members.index(raw)
        case ir.Base.DIRECTION, str() if (way := _direction(board, raw)) is not None:
            return way
        case ir.Base.SHAPES, str():
            try:
                return parse_bank(raw)
            except ValueError as error:
                message = f"`{raw}` is no value of `{name}`: it {error}"
                raise Failed([Diagnostic("E152", message, board.puzzle.span(name, key))]) from None
        case _:
            raise Failed([Diagnostic("E152", f"`{raw}` is no value of `{name}`", board.puzzle.span(name, key))])


def raw(value: Held | None, kind: ir.ValueKind) -> int | str | Unknown | tuple[int | Unknown, ...]:
    """The value of the puzzle for a ground value: the inverse of `ground_value`."""
    match value:
        case Direction():
            return value.value
        case Bank(text=text):
            return text
        case int() if kind.base is ir.Base.NAME:
            return kind.members[value]
        case _:
            assert value is not None, "only a value that is absent is None"
            return value


def _direction(board: GroundBoard, name: str) -> Direction | None:
    return next((way for way in board.geometry.directions if way.value == name), None)


def check_domain(board: GroundBoard, name: str, domain: SetValue) -> None:
    """Report values that lie outside of the part of the board they belong to."""
    for key in board.functions.get(name, {}):
        if domain.get(key, False) is not True:
            board.diagnostics.append(
                Diagnostic("E153", f"there can be no `{name}` at {key}", board.puzzle.span(name, key))
            )


def check_range(board: GroundBoard, name: str, low: int, high: int) -> None:
    """Report numbers outside of the declared range."""
    values: list[tuple[Place | None, object]] = list(board.functions.get(name, {}).items())
    if name in board.singles:
        values.append((None, board.singles[name]))
    for key, value in values:
        if isinstance(value, int) and not low <= value <= high:
            where = f" at {key}" if key is not None else ""
            board.diagnostics.append(
                Diagnostic(
                    "E150",
                    f"`{name}`{where} is {value}, but lies between {low} and {high}",
                    board.puzzle.span(name, key),
                )
            )


def check_total(board: GroundBoard, name: str, kind: ir.FunctionKind, domain: Iterable[object]) -> None:
    """Report places that must have a value and have none."""
    if kind.value.absent:
        return
    values = board.functions[name]
    lacking = [place for place in domain if place not in values]
    if lacking:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        span: Span = board.puzzle.span(name, None)
        board.diagnostics.append(
            Diagnostic(
                "E154",
                f"`{name}` has no value for {lacking[0]}{more}",
                span,
                help="add it to the board, or add `?` to the type in the rules if it may be absent",
            )
        )


def regions_of(name: str, groups: Iterable[object], span: Span) -> tuple[Region, ...]:
    """Groups of cells as the regions of a partition; each cell lies in one at most."""
    results: list[Region] = []
    taken: set[Cell] = set()
    for group in groups:
        cells: tuple[Cell, ...] = getattr(group, "cells", ())
        if taken & set(cells):
            raise Failed([Diagnostic("E155", f"the regions of `{name}` overlap", span)])
        taken.update(cells)
        results.append(Region(len(results), name, str(len(results) + 1), cells))
    return tuple(results)
