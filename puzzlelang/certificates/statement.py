"""The statement of a certificate as clauses: the rules of a board, and that its answer differs from this one."""

from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import pipelines
from puzzlelang.solving.outside import export


def statement(stated: Problem, answer: Values | None) -> str:
    """DIMACS text, satisfiable exactly if the problem has an answer besides `answer`; with None, if it has any.

    It contains no deductions, so nothing depends on one.  The same input gives the same text.  Raises `Failed` (E345)
    if there would be too many clauses.
    """
    return export.text(stated, export.Form.CLAUSES, unique=answer, without=pipelines.NAMES)
