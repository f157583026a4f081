"""A ruleset and a puzzle to a problem: quantifiers unfolded over the places of the board.

For `every c in cells with c.clue: count(mine & around(c)) = c.clue` and a clue 2 at R1C1 this makes the constraint
`Equal(Sum of Holds(mine at R1C2), …, 2)` with the origin (rule, its sentence with R1C1 filled in, c = R1C1).
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.geometry import Place, Region
from puzzlelang.ground import areas, estimate, unfold
from puzzlelang.ground.board import Board, made, places, raw
from puzzlelang.ground.compile import expression, number_of, set_of
from puzzlelang.ground.givens import fill_in
from puzzlelang.ground.values import Frame
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Constraint, Kind, Problem, Rule, Variable, VariableRole
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Span
from puzzlelang.typed import ir

Sought = tuple[dict[str, dict[Place, Variable]], list[Variable]]
"""Of each find the variables by place, and all variables in order."""


def ground(rules: ir.Ruleset, puzzle: Puzzle, watched: set[Span] | None = None) -> Problem:
    """The problem of solving `puzzle` by `rules`; into `watched` go the places of guards that let something through.

    Raises `Failed` if a given does not fit its declaration (range, domain, missing value), if a hint asks for more than
    its line can hold, and if the board makes too many cases.
    """
    board = made(rules, puzzle, watched)
    frame: Frame = [None] * rules.slots
    fill_in(board, frame)
    sought = _finds(board, frame)
    if board.diagnostics:
        raise Failed(board.diagnostics)
    constraints: list[Constraint] = []
    stated: list[Rule] = []

    def size(domain: ir.Expression) -> int:
        return len(set_of(domain, board, frame))

    for rule in rules.rules:
        board.rule = rule
        if rule.condition is not None and expression(rule.condition, board)(frame) is not True:
            continue
        board.blamed = partial(estimate.labels, rule.body, size)
        board.allow(estimate.bindings(rule.body, size))
        origin = Rule(rule.name, rule.text, rule.span)
        stated.append(origin)
        constraints.extend(unfold.constraints(rule, origin, board, frame))
    if board.diagnostics:
        raise Failed(board.diagnostics)
    return _problem(board, sought, constraints, stated)


def _problem(board: Board, sought: Sought, constraints: Sequence[Constraint], stated: Sequence[Rule]) -> Problem:
    finds, variables = sought
    rules, hidden = board.rules, frozenset(find.name for find in board.rules.hidden)
    cut = frozenset(find.name for find in (*rules.finds, *rules.hidden) if isinstance(find.kind, ir.PartitionKind))
    definitions = tuple(formula for formula in board.definitions if formula is not True)
    kept = tuple(constraints)
    return Problem(
        board.geometry, finds, tuple(variables), kept, tuple(stated), cut, definitions, board.graphs, kept, hidden
    )


def completed(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the defaults that the rules state for what it does not say.

    A puzzle that does not fit the declarations is left as it is: whoever grounds it is told why.
    """
    try:
        board = made(rules, puzzle)
        fill_in(board, [None] * rules.slots)
    except Failed:
        return puzzle
    givens, partitions = dict(puzzle.givens), dict(puzzle.partitions)
    for given in rules.givens:
        name, kind = given.name, given.kind
        if given.default is None:
            continue
        match kind:
            case ir.PartitionKind() if name not in partitions:
                partitions[name] = tuple(place for place in board.sets[name] if isinstance(place, Region))
            case ir.SetKind() if name not in givens:
                givens[name] = {place: True for place in board.sets[name] if isinstance(place, Place)}
            case ir.SingleKind(value) if None not in givens.get(name, {}):
                givens[name] = {None: raw(board.singles[name], value)}
            case _:
                pass
    return msgspec.structs.replace(puzzle, givens=givens, partitions=partitions)


def _finds(board: Board, frame: Frame) -> Sought:
    finds: dict[str, dict[Place, Variable]] = {}
    variables: list[Variable] = []
    for find in (*board.rules.finds, *board.rules.hidden):
        role = VariableRole.HIDDEN if find.hidden else VariableRole.FOUND
        if isinstance(find.kind, ir.PartitionKind):
            finds[find.name] = areas.partition(board, find.name, role, variables)
            continue
        kind, low, high, names = _range_of(find, board, frame)
        absent = None
        if isinstance(find.kind, ir.FunctionKind) and find.kind.value.absent:
            low, high = (low, high + 1) if kind is Kind.NAME else (low - 1, high)
            absent = board.absent[find.name] = high if kind is Kind.NAME else low
        partition = getattr(find.kind, "partition", None)
        regions = board.sets.get(partition, {}) if partition else {}
        domain = places(board.geometry, find.kind.sort, regions)  # type: ignore[arg-type]
        if find.kind.domain is not None:
            inside = set_of(find.kind.domain, board, frame)
            domain = [place for place in domain if inside.get(place, False) is True]
        made: dict[Place, Variable] = {}
        for place in domain:
            made[place] = Variable(len(variables), find.name, place, kind, low, high, names, role, absent)
            variables.append(made[place])
        finds[find.name] = made
        if kind is Kind.MEMBER:
            board.sets[find.name] = {place: nodes.Holds(variable) for place, variable in made.items()}
        elif low == high:
            board.unknowns[find.name] = dict.fromkeys(made, low)
        else:
            board.unknowns[find.name] = {place: nodes.Number(variable, low, high) for place, variable in made.items()}
    return finds, variables


MOST = 1_000_000_000
"""Greatest number that can be looked for, and the greatest below 0."""


def _range_of(find: ir.Find, board: Board, frame: Frame) -> tuple[Kind, int, int, tuple[str, ...]]:
    if not isinstance(find.kind, ir.FunctionKind):
        return Kind.MEMBER, 0, 1, ()
    value = find.kind.value
    if value.base is ir.Base.NAME:
        return Kind.NAME, 0, len(value.members) - 1, value.members
    assert value.low is not None
    assert value.high is not None
    low, high = number_of(value.low, board, frame), number_of(value.high, board, frame)
    if max(abs(low), abs(high)) > MOST:
        message = f"`{find.name}` can be more than {MOST:,}, or less than its negative"
        raise Failed([Diagnostic("E087", message, value.low.span.to(value.high.span))])
    if low > high:
        raise Failed([Diagnostic("E085", f"`{find.name}` has no value between {low} and {high}", value.low.span)])
    return Kind.NUMBER, low, high, ()
