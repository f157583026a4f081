"""What a certificate states: a board's rules, and that its answer is another one than this, as clauses."""

from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import pipelines
from puzzlelang.solving.outside import export


def statement(stated: Problem, answer: Values | None) -> str:
    """DIMACS text that has an answer exactly if the problem has one besides `answer`; with None, if it has any.

    No deduction is made, so nothing rests on one.  The same input gives the same text.  Raises `Failed` (E345) if the
    clauses would be too many.
    """
    return export.text(stated, export.Form.CLAUSES, unique=answer, without=pipelines.NAMES)
