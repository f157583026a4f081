"""Problem to DIMACS text, which any solver for clauses reads (as in the SAT competitions)."""

from collections.abc import Iterator

from puzzlelang.problem import captions
from puzzlelang.problem.record import Problem, Values
from puzzlelang.sat import numbered_clauses
from puzzlelang.sat.numbered_clauses import Clause, NumberedClauses


def text(problem: Problem, *, unique: Values | None = None) -> str:
    """Write a problem as DIMACS text; the same input gives the same text.

    Comments, all before the clauses as some programs want them there, tell what each number of the board stands for and
    which clauses come from which rule.  With `unique` the last clause asks for an answer different from that one.
    """
    result = numbered_clauses.number_clauses(problem)
    clauses = [*result.definitions, *(clause for own in result.constraints for clause in own)]
    comments = [*_table(problem, result), *_origins(problem, result)]
    if unique is not None:
        clauses.append(numbered_clauses.another(result.board, problem.board, unique))
        comments.append(f"{_clauses(len(clauses), 1)}: another answer than the one that is known")
    lines = [f"c {comment}" for comment in comments]
    lines.append(f"p cnf {result.top} {len(clauses)}")
    lines += [_clause_text(clause) for clause in clauses]
    return "\n".join([*lines, ""])


def _table(problem: Problem, numbered_clauses: NumberedClauses) -> Iterator[str]:
    yield "what stands for what on the board"
    for variable in problem.board:
        for number, meaning in zip(numbered_clauses.board[variable.index], captions.values(variable), strict=True):
            yield f"{number} = {meaning}"


def _origins(problem: Problem, numbered_clauses: NumberedClauses) -> Iterator[str]:
    yield "which clauses come from which rule"
    count = len(numbered_clauses.definitions)
    if count:
        yield f"{_clauses(1, count)}: the meaning of the other numbers"
    for constraint, own in zip(problem.constraints, numbered_clauses.constraints, strict=True):
        if own:
            yield f"{_clauses(count + 1, len(own))}: {captions.origin(constraint)}"
            count += len(own)


def _clauses(first: int, count: int) -> str:
    return f"clause {first}" if count == 1 else f"clauses {first} to {first + count - 1}"


def _clause_text(clause: Clause) -> str:
    return " ".join(map(str, (*clause, 0)))
