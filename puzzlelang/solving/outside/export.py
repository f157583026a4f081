"""Export a problem as text for other solvers."""

import enum
from collections.abc import Collection
from typing import assert_never

from puzzlelang.capacity import most_clauses
from puzzlelang.problem.record import Problem, Values


class Form(enum.Enum):
    """Forms of export; the values are their names on the command line."""

    INTEGERS = "lia"
    """SMT-LIB with integers: `QF_LIA`, or `QF_UF` if there are none."""
    BOOLEANS = "bool"
    """SMT-LIB with Booleans only: `QF_UF`."""
    VECTORS = "bv"
    """SMT-LIB with numbers as signed bit-vectors: `QF_BV`."""
    CLAUSES = "dimacs"
    """DIMACS."""


CLAUSAL = (Form.BOOLEANS, Form.CLAUSES)
"""The forms that are made of clauses."""


def text(
    problem: Problem, form: Form, *, unique: Values | None = None, ask: bool = False, without: Collection[str] = ()
) -> str:
    """Write a problem, and with `unique` that its answer differs from this one.

    Graph statements become formulas over auxiliary variables, which follow the variables of the board.
    `ask`: SMT-LIB text ends by asking for the values of the board; `without`: names of deductions not to be made.  The
    same input gives the same text.  Raises `Failed` if numbers are too great for bit-vectors, or clauses too many for
    the memory that there is.
    """
    if problem.graphs:
        from puzzlelang.solving import pipelines

        problem = pipelines.export(problem, without, most_clauses() if form in CLAUSAL else None)
    match form:
        case Form.INTEGERS | Form.VECTORS:
            from puzzlelang.smt import to_script

            return to_script.script(problem, unique=unique, ask=ask, vectors=form is Form.VECTORS)
        case Form.BOOLEANS:
            from puzzlelang.sat import numbered_clauses
            from puzzlelang.smt import to_boolean

            result = numbered_clauses.number_clauses(problem)
            other = None if unique is None else numbered_clauses.another(result.board, problem.board, unique)
            clauses = result.definitions, result.constraints
            return to_boolean.script(problem, result.board, *clauses, another=other, ask=ask)
        case Form.CLAUSES:
            from puzzlelang.sat import to_dimacs

            return to_dimacs.text(problem, unique=unique)
        case _:
            assert_never(form)
