"""Clauses for other programs: literals of the board first, under fixed numbers.

A member has one number.  A number or name has one for each value, from the lowest on: "it is this value".  These come
first, in the order of the variables, so that answers can be read without lowering anything.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.capacity import most_clauses
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import TRUE, Clauses, add, fresh
from puzzlelang.sat.from_problem import by_selector, lower

Clause = tuple[int, ...]


class NumberedClauses(msgspec.Struct, frozen=True, eq=False):
    """Clauses over the numbers 1 to `top`, none of which is a constant.

    `board[i]` are the numbers of the variable with index i.  `definitions` define all other numbers, and state that
    each variable has one value; alone they exclude no board.  `constraints[i]` are the clauses of constraint i: none if
    it is always true, an empty clause if it is never true.
    """

    board: tuple[tuple[int, ...], ...]
    definitions: tuple[Clause, ...]
    constraints: tuple[tuple[Clause, ...], ...]
    top: int


def number_clauses(problem: Problem) -> NumberedClauses:
    """Lower a problem to numbered clauses; the same input gives the same clauses in the same order.

    Each constraint is lowered under a selector of its own.  Clauses with the selector belong to the constraint, and the
    selector is removed from them.  All other clauses are definitions, which several constraints may share.  Raises
    `Failed` (E345) for more clauses than fit into memory.
    """
    clauses, selectors = lower(problem, True, most_clauses())
    direct = [tuple(_direct(clauses, variable)) for variable in problem.variables]
    board = board_numbers(problem.variables)
    known = {old: new for olds, news in zip(direct, board, strict=True) for old, new in zip(olds, news, strict=True)}
    definitions: list[Clause] = []
    constraints: list[list[Clause]] = [[] for _ in selectors]
    for owner, literals in by_selector(clauses, selectors):
        kept = dict.fromkeys(literals)
        if TRUE in kept or any(-literal in kept for literal in kept):
            continue
        renamed = tuple(_renumber(known, literal) for literal in kept)
        (definitions if owner is None else constraints[owner]).append(renamed)
    return NumberedClauses(board, tuple(definitions), tuple(map(tuple, constraints)), len(known))


def board_numbers(variables: Iterable[Variable]) -> tuple[tuple[int, ...], ...]:
    """Number the board's literals: one for a member, else one for each value."""
    result: list[tuple[int, ...]] = []
    top = 0
    for variable in variables:
        count = 1 if variable.kind is Kind.MEMBER else variable.high - variable.low + 1
        result.append(tuple(range(top + 1, top + 1 + count)))
        top += count
    return tuple(result)


def another(board: Sequence[tuple[int, ...]], variables: Iterable[Variable], values: Values) -> Clause:
    """Make the blocking clause: an answer differs from this one."""
    return tuple(_differs(board[variable.index], variable, values[variable.index]) for variable in variables)


def _differs(own: tuple[int, ...], variable: Variable, value: bool | int) -> int:
    if variable.kind is Kind.MEMBER:
        return -own[0] if value else own[0]
    return -own[value - variable.low]


def _direct(clauses: Clauses, variable: Variable) -> Iterator[int]:
    """Yield a positive literal for membership, or one for each value.  A constant or negative one gets a new alias."""
    if variable.kind is Kind.MEMBER:
        yield clauses.members[variable.index]
        return
    for value in range(variable.low, variable.high + 1):
        literal = numbers.exact(clauses, variable, value)
        if literal > TRUE:
            yield literal
            continue
        own = fresh(clauses)
        add(clauses, [-own, literal])
        add(clauses, [own, -literal])
        yield own


def _renumber(known: dict[int, int], literal: int) -> int:
    number = known.setdefault(abs(literal), len(known) + 1)
    return number if literal > 0 else -number
