"""A ruleset and a puzzle to a problem: quantifiers unfolded over the places of the board.

For `every c in cells with c.clue: count(mine & around(c)) = c.clue` and a clue 2 at R1C1 this makes the constraint
`Equal(Sum of Holds(mine at R1C2), …, 2)` with the origin (rule, its sentence with R1C1 filled in, c = R1C1).
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place, Region
from puzzlelang.ground import finds, unfold
from puzzlelang.ground.board import GroundBoard, empty_board, raw
from puzzlelang.ground.compile import expression, set_of
from puzzlelang.ground.givens import read_givens
from puzzlelang.ground.lists import family
from puzzlelang.ground.role_swap import AS_DECLARED, RoleSwap
from puzzlelang.ground.values import BagOf, Component, Frame, as_family
from puzzlelang.problem.record import Constraint, Graph, Problem, Rule
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.source import Span
from puzzlelang.typed import ir


def ground(
    rules: ir.Ruleset, puzzle: Puzzle, watched: set[Span] | None = None, role_swap: RoleSwap = AS_DECLARED
) -> Problem:
    """Return the problem of solving `puzzle` by `rules`.

    `watched` collects the spans of guards that were not false somewhere.  `role_swap`: givens to search, and an answer
    that is known instead.  Raises `Failed` if a given does not fit its declaration (range, domain, missing value).
     Also raises it if a hint exceeds its line, or if the board makes too many cases.
    """
    board = empty_board(rules, puzzle, watched, role_swap)
    frame: Frame = [None] * rules.slots
    read_givens(board, frame)
    finds.declare_finds(board, frame)
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
        board.blamed = partial(unfold.labels, rule.body, size)
        board.allow(unfold.bindings(rule.body, size))
        origin = Rule(rule.name, rule.text, rule.span)
        stated.append(origin)
        constraints.extend(unfold.constraints(rule, origin, board, frame))
    _forget_functions(board)
    if board.diagnostics:
        raise Failed(board.diagnostics)
    return _problem(board, constraints, stated)


def _problem(board: GroundBoard, constraints: Sequence[Constraint], stated: Sequence[Rule]) -> Problem:
    hidden = frozenset(find.name for find in board.rules.hidden)
    definitions = tuple(formula for formula in board.definitions if formula is not True)
    kept = tuple(constraints)
    return Problem(
        board.geometry,
        board.finds,
        tuple(board.variables),
        kept,
        tuple(stated),
        board.outside,
        definitions,
        board.graphs,
        board.shapes,
        kept,
        hidden,
        _held_graphs(board),
    )


def _forget_functions(board: GroundBoard) -> None:
    """Drop what was compiled, so that the board is freed without a search for cycles (see `Memo`)."""
    board.memo.forget_functions()
    board.blamed = tuple


def _held_graphs(board: GroundBoard) -> tuple[Graph, ...]:
    """The graphs of sets, relations, curves and partitions."""
    memo = board.memo
    result = [*memo.alike.values(), *(graph for _, graph in memo.relations.values())]
    result += [graph for curve in memo.curves.values() for graph in curve.graphs()]
    areas = (next(iter(places.values()), None) for places in board.unknowns.values())
    return (*result, *(area.graph for area in areas if isinstance(area, Component)))


def known_list(rules: ir.Ruleset, puzzle: Puzzle, listed: ir.Expression, answer: Solution) -> tuple[int, ...] | None:
    """The numbers that a list of values without free variables has in an answer, None if the answer leaves some open.

    A `bag` is sorted.  Raises `Failed` as `ground` does.
    """
    board = empty_board(rules, puzzle, None, RoleSwap({}, answer))
    frame: Frame = [None] * rules.slots
    read_givens(board, frame)
    finds.declare_finds(board, frame)
    value = as_family(expression(listed, board))(frame)
    pairs = family(value, listed.span)
    numbers = [term for there, term in pairs if there is not False and isinstance(term, int)]
    if board.diagnostics or len(numbers) < sum(there is not False for there, _ in pairs):
        return None
    return tuple(sorted(numbers) if isinstance(value, BagOf) else numbers)


def with_defaults(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle completed by the defaults of the rules.

    A puzzle that does not fit the declarations is unchanged; grounding reports why.
    """
    try:
        board = empty_board(rules, puzzle)
        read_givens(board, [None] * rules.slots)
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
                if board.singles[name] is not None:  # a value that may be absent is, whatever else it would be
                    givens[name] = {None: raw(board.singles[name], value)}
            case _:
                pass
    return msgspec.structs.replace(puzzle, givens=givens, partitions=partitions)


def without_defaults(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """Return an equivalent puzzle without the values that equal their defaults.

    Only puzzles from an outside format change, as such a format may have to write defaults.
    """
    return own_values(rules, puzzle) if puzzle.outside else puzzle


def own_values(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """Return an equivalent puzzle with only the values that differ from their defaults."""
    stated = {option.name: option.default for option in rules.options}
    options = {name: value for name, value in puzzle.options.items() if stated.get(name) != value}
    less = msgspec.structs.replace(puzzle, options=options)
    for given in rules.givens:
        if given.default is None:
            continue
        trial = msgspec.structs.replace(
            less,
            givens={name: values for name, values in less.givens.items() if name != given.name},
            partitions={name: regions for name, regions in less.partitions.items() if name != given.name},
        )
        if _same(with_defaults(rules, trial), puzzle, given.name):
            less = trial
    return less


def _same(puzzle: Puzzle, other: Puzzle, name: str) -> bool:
    """Whether two puzzles agree on a given; regions are compared by their cells, not by name."""
    if name in puzzle.partitions or name in other.partitions:
        here, there = (
            {region.cells for region in one.partitions[name]} if name in one.partitions else None
            for one in (puzzle, other)
        )
        return here == there
    return puzzle.givens.get(name) == other.givens.get(name)
