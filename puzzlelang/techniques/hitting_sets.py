"""The smallest sets of premises that no counterexample survives.

Premises force a conclusion if every answer without the conclusion breaks one of them.  So each such answer gives a
set: the premises that it breaks, one of which has to be chosen.  A smallest choice is a candidate; if it has another
answer without the conclusion, that gives the next set (implicit hitting sets: Ignatiev, Previti, Liffiton and
Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015).
"""

from collections.abc import Iterable, Sequence

from puzzlelang.solving import clause_solver


class HittingSets:
    """Chooses at most `most` of `amount` things, by number from 0."""

    def __init__(self, amount: int, most: int) -> None:
        self.amount = amount
        self.solver = clause_solver.new()
        self.over = _counter(self.solver, amount, most)

    def choice(self, most: int) -> list[int] | None:
        """Choose at most so many; None if no choice is left."""
        if not clause_solver.solve(self.solver, [-literal for literal in self.over[most:]]):
            return None
        truths = clause_solver.assignment(self.solver)
        return [at for at in range(self.amount) if at < len(truths) and truths[at] > 0]

    def hit(self, some: Iterable[int]) -> None:
        """From now on one of these is chosen."""
        clause_solver.add(self.solver, [[at + 1 for at in some]])

    def avoid(self, together: Iterable[int]) -> None:
        """From now on not all of these are chosen."""
        clause_solver.add(self.solver, [[-at - 1 for at in together]])

    def close(self) -> None:
        """Free the solver."""
        clause_solver.delete(self.solver)


def _counter(solver: clause_solver.Solver, amount: int, most: int) -> Sequence[int]:
    """Literals of which the one at n follows from n + 1 chosen things (Sinz 2005); all get a phase of false."""
    columns = most + 1
    before: list[int] = []
    clauses: list[list[int]] = []
    top = amount
    for at in range(1, amount + 1):
        here = [top + 1 + column for column in range(columns)]
        top += columns
        clauses.append([-at, here[0]])
        for column in range(columns if before else 0):
            clauses.append([-before[column], here[column]])
            if column:
                clauses.append([-at, -before[column - 1], here[column]])
        before = here
    clause_solver.bias(solver, [-literal for literal in range(1, top + 1)])
    clause_solver.add(solver, clauses)
    return before
