"""Clauses to SMT-LIB 2.6 text without numbers, for solvers and logics that know Booleans only.

The clauses are those of `sat.numbered_clauses`, but any clauses will do that number the literals of the board first.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from puzzlelang.problem import captions
from puzzlelang.problem.record import Problem
from puzzlelang.smt import names

Clause = Sequence[int]

T = TypeVar("T")


def script(
    problem: Problem,
    board: Sequence[Sequence[int]],
    definitions: Sequence[Clause],
    constraints: Sequence[Sequence[Clause]],
    *,
    another: Clause | None = None,
    ask: bool = False,
) -> str:
    """Write a problem in the logic `QF_UF`, laid out as `to_script.script`; deterministic.

    `board[i]` are the numbers of the variable with index i: one for a member, else one for each value from the lowest
    on.  `constraints[i]` are the clauses of constraint i, whose conjunction is its one named assertion.  All other
    numbers are auxiliary; `definitions` say what they mean.  `another`: a clause that holds for other answers only.
    """
    symbols = names.symbols(problem)
    own = [direct or (whole,) for whole, direct in zip(symbols.whole, symbols.direct, strict=True)]
    taken = {*symbols.whole, *(name for direct in symbols.direct for name in direct), names.ANOTHER}
    called = {n: name for row in zip(board, own, strict=True) for n, name in zip(*row, strict=True)}
    meanings = (text for variable in problem.board for text in captions.values(variable))
    terms = list(_flat(own[: len(problem.board)]))
    table = zip(terms, meanings, strict=True)
    auxiliary = list(_auxiliary(called, taken, [*definitions, *_flat(constraints)]))
    lines = [
        *names.heading("QF_UF", table),
        *(f"(declare-fun {name} () Bool)" for name in (*_flat(own), *auxiliary)),
        *(f"(assert {_clause(called, clause)})" for clause in definitions),
    ]
    for constraint, clauses in zip(problem.constraints, constraints, strict=True):
        parts = [_clause(called, clause) for clause in clauses]
        written = parts[0] if len(parts) == 1 else names.application("and", parts) if parts else "true"
        name = names.assertion_name(taken, constraint)
        lines += ["", f"; {captions.origin(constraint)}", names.assertion(name, written, parts if parts[1:] else ())]
    if another is not None:
        lines += names.another(names.ANOTHER, _clause(called, another))
    return "\n".join([*lines, *names.ending(terms, ask)])


def _flat(rows: Iterable[Sequence[T]]) -> Iterator[T]:
    return (item for row in rows for item in row)


def _auxiliary(called: dict[int, str], taken: set[str], clauses: Sequence[Clause]) -> Iterator[str]:
    """Names for the numbers that have none yet, in the order in which they occur."""
    for literal in _flat(clauses):
        if abs(literal) not in called:
            called[abs(literal)] = names.fresh(taken, ("auxiliary", len(called)))
            yield called[abs(literal)]


def _clause(called: dict[int, str], clause: Clause) -> str:
    literals = [called[literal] if literal > 0 else f"(not {called[-literal]})" for literal in clause]
    if not literals:
        return "false"
    return literals[0] if len(literals) == 1 else names.application("or", literals)
