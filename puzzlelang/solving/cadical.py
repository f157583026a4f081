"""The fast engine: problem to clauses to CaDiCaL, incremental, with cores."""

from collections.abc import Callable, Sequence

import msgspec

from puzzlelang.problem.record import Constraint, Formula, Kind, Problem, Values, Variable
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses, fresh
from puzzlelang.sat.formulas import state
from puzzlelang.sat.from_problem import lower, phases, value_is
from puzzlelang.solving import clause_solver
from puzzlelang.solving.engine import CONFLICTS, Counts, Engine, Fixed, Outcome, Sat, Undecided, Unsat

CALL = 20
"""What each call counts, in conflicts: answers that get graphs wrong take time though they take no conflicts."""

PROPAGATIONS = 5000
"""So many propagations count as a conflict at least, as they take the time of a search."""

SLICE = 200
"""Conflicts after which propagations are counted."""


class SearchBias(msgspec.Struct):
    """Bias of a search: `wishes` are preferred values (phases), `conflicts` the budget that is left.

    Calls and propagations take from it as well: see `CALL` and `PROPAGATIONS`.  If `firm`, all literals of a number
    lean to its value, so that it is the first that is tried; else only those that say it.  If `plain`, the
    solver has all its ways to an answer, which overrule wishes: see `clause_solver.DECIDING`.
    """

    conflicts: int
    wishes: Fixed = ()
    firm: bool = False
    plain: bool = False


class CadicalSession:
    """A problem loaded into CaDiCaL, which has all clauses but the pending ones.

    `selectors[i]` switches constraint i on; the list is empty without `cores`.  `delivered` counts the clauses that the
    solver has.  `added` keeps the added formulas alive, as `clauses` finds nodes by `id`.  `excluding` is the selector
    of all blocking clauses, None if there are none since the last `forget`.  `assumed` are further assumptions of every
    search; `failed` are those of them in the last unsat core.  `read`: indexes of the variables to read from an answer,
    None for all; the others are returned as False.  `numbers`: the variables that are no members.
    `phase_variables`: solver variables that already have a phase.
    """

    def __init__(self, problem: Problem, cores: bool, bias: SearchBias | None = None, *, links: bool = True) -> None:
        self.bias = bias
        self.phases: Fixed | None = None
        self.problem = problem
        self.cores = cores
        self.clauses, self.selectors = lower(problem, cores, links=links)
        solver = clause_solver.new() if bias is None or bias.plain else clause_solver.new_biased()
        self.solver: clause_solver.Solver | None = solver
        self.numbers = [variable for variable in problem.variables if variable.kind is not Kind.MEMBER]
        self.delivered = 0
        self.added: list[Formula] = []
        self.excluding: int | None = None
        self.assumed: Sequence[int] = ()
        self.failed: frozenset[int] = frozenset()
        self.read: frozenset[int] | None = None
        self.phase_variables: set[int] = set()
        _deliver(self)

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search for an answer: see `Session.solve`.  Returns `Undecided` only with a `bias`.

        Raises `KeyboardInterrupt` on Ctrl-C, after which the session is closed.
        """
        if active is not None and not self.cores:
            raise ValueError("constraints can be chosen only in a session opened for cores")
        assumptions = self._assumptions(fixed, active)
        try:
            result = self._search(assumptions)
        except KeyboardInterrupt:
            self.solver = None
            raise
        if result is None:
            return Undecided(CONFLICTS)
        if result:
            return Sat(_values(self, clause_solver.assignment(_deliver(self))))
        if not self.cores and not self.assumed:
            return Unsat()
        failed = set(clause_solver.failed_assumptions(_deliver(self), assumptions))
        self.failed = frozenset(failed.intersection(self.assumed))
        if not self.cores:
            return Unsat()
        return Unsat(tuple(index for index, literal in enumerate(self.selectors) if literal in failed))

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:
        """Search within a budget: see `Session.attempt`.  Gives up at once with a `bias`, which has its own budget."""
        if self.bias is not None:
            return Undecided(CONFLICTS)
        result = clause_solver.solve_within(_deliver(self), self._assumptions(fixed, None), conflicts)
        if result is None:
            return Undecided(CONFLICTS)
        return Sat(_values(self, clause_solver.assignment(_deliver(self)))) if result else Unsat()

    def _assumptions(self, fixed: Fixed, active: Sequence[int] | None) -> list[int]:
        """All that one search assumes."""
        assumptions = self._selectors(active)
        for index, value in fixed:
            assumptions += value_is(self.clauses, self.problem.variables[index], value)
        if self.excluding is not None:
            assumptions.append(self.excluding)
        return [*assumptions, *self.assumed]

    def _selectors(self, active: Sequence[int] | None) -> list[int]:
        """Selectors as assumptions: each constraint on or off, so that no search branches on those that are off."""
        if active is None:
            return list(self.selectors)
        chosen = [-literal for literal in self.selectors]
        for index in active:
            chosen[index] = self.selectors[index]
        return chosen

    def value_is(self, variable: Variable, value: int) -> int:
        """Make the literal "the variable has this value"."""
        if variable.kind is Kind.MEMBER:
            return self.clauses.members[variable.index] * (1 if value else -1)
        return numbers.exact(self.clauses, variable, value)

    def disjunction(self, literals: Sequence[int]) -> int:
        """Make a selector: assuming it demands that one of these literals is true."""
        wanted = fresh(self.clauses)
        self.clauses.pending.append([-wanted, *literals])
        return wanted

    def retire(self, literal: int) -> None:
        """Retire a selector: it is never assumed again."""
        self.clauses.pending.append([-literal])

    def prefer(self, literals: Sequence[int]) -> None:
        """Prefer these literals in the next answers, as phases."""
        new = [literal for literal in literals if abs(literal) not in self.phase_variables]
        clause_solver.bias(_deliver(self), new)
        self.phase_variables.update(map(abs, new))
        clause_solver.flip_bias(_deliver(self), literals)

    def _search(self, assumptions: list[int]) -> bool | None:
        """Search; None if the budget of conflicts does not suffice."""
        bias = self.bias
        if bias is None:
            return clause_solver.solve(_deliver(self), assumptions)
        if self.phases is not bias.wishes:
            self.phases, signs_of = bias.wishes, phases if bias.firm else value_is
            signs = [
                one
                for index, value in self.phases
                for one in signs_of(self.clauses, self.problem.variables[index], value)
            ]
            clause_solver.bias(_deliver(self), signs)
        bias.conflicts -= CALL
        solver, result = _deliver(self), None
        while result is None:
            before = clause_solver.statistics(solver)
            result = clause_solver.solve_within(solver, assumptions, min(SLICE, max(1, bias.conflicts)))
            after = clause_solver.statistics(solver)
            conflicts, propagations = (after[name] - before[name] for name in ("conflicts", "propagations"))
            bias.conflicts -= max(conflicts, propagations // PROPAGATIONS)
            if bias.conflicts <= 0:
                break
        return result if result is False or bias.conflicts > 0 else None

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer by a blocking clause under the selector `excluding`: see `Session.exclude`."""
        if self.excluding is None:
            self.excluding = fresh(self.clauses)
        differs: list[int] = [-self.excluding]
        for index in among:
            differs += (-one for one in value_is(self.clauses, self.problem.variables[index], values[index]))
        self.clauses.pending.append(differs)

    def forget(self) -> None:
        """Retire the selector of all blocking clauses: see `Session.forget`."""
        if self.excluding is not None:
            self.clauses.pending.append([-self.excluding])
            self.excluding = None

    def watch(self, listen: Callable[[], None]) -> None:
        """Ignore the listener: a search is a single call of the solver."""

    def add(self, formulas: Sequence[Formula]) -> None:
        """Lower formulas to clauses that hold from now on: see `Session.add`."""
        self.added.extend(formulas)
        for formula in formulas:
            state(self.clauses, formula, True, [])

    def add_constraints(self, constraints: Sequence[Constraint]) -> None:
        """Lower further constraints, each with a selector, in a session with `cores`."""
        for one in constraints:
            self.selectors.append(fresh(self.clauses))
            self.added.append(one.formula)
            state(self.clauses, one.formula, True, [-self.selectors[-1]])

    def counts(self) -> Counts:
        """Return sizes and work: see `Session.counts`.  `work` is empty once the solver is gone (closed, or Ctrl-C)."""
        sizes = {"literals": self.clauses.top, "clauses": self.delivered}
        work = {} if self.solver is None else clause_solver.statistics(self.solver)
        return Counts(sizes, work, clauses=self.clauses.by_rule, forms=self.clauses.forms)

    def close(self) -> None:
        """Free the solver: see `Session.close`."""
        if self.solver is not None:
            clause_solver.delete(self.solver)
            self.solver = None


def _deliver(session: CadicalSession) -> clause_solver.Solver:
    """Deliver pending clauses, and return the solver."""
    if session.solver is None:
        raise ValueError("the session is closed")
    clause_solver.add(session.solver, session.clauses.pending)
    session.delivered += len(session.clauses.pending)
    session.clauses.pending.clear()
    return session.solver


def _values(session: CadicalSession, truths: Sequence[int]) -> list[bool | int]:
    """Read a value for each variable; a literal that is in no clause counts as false."""
    signed = [0, *truths, *(-literal for literal in range(len(truths) + 1, session.clauses.top + 1))]
    members = session.clauses.members
    if session.read is not None:
        return _read_values(session, session.read, signed)
    values: list[bool | int] = [signed[member] > 0 for member in members]
    for variable in session.numbers:
        values[variable.index] = _number(session.clauses, variable, signed)
    return values


def _read_values(session: CadicalSession, read: frozenset[int], signed: Sequence[int]) -> list[bool | int]:
    result: list[bool | int] = [False] * len(session.problem.variables)
    for index in read:
        variable, member = session.problem.variables[index], session.clauses.members[index]
        result[index] = (
            signed[member] > 0 if variable.kind is Kind.MEMBER else _number(session.clauses, variable, signed)
        )
    return result


def _number(clauses: Clauses, variable: Variable, signed: Sequence[int]) -> int:
    """Read a value from exact or order literals.  One with neither is in no clause and gets the lowest value left."""
    exacts, ordered = clauses.exacts[variable.index], clauses.orders[variable.index]
    values = clauses.domains[variable.index]
    if exacts is not None:
        for place, one in enumerate(exacts):
            if signed[abs(one)] == one:
                return values[place]
        raise ValueError(f"{variable.name} has no value")
    if ordered is not None:  # of the literals that are at least a value each implies those before it
        least, low, high = ordered.least, 1, len(ordered.least) - 1
        while low < high:
            middle = (low + high) // 2
            one = least[middle]
            if signed[abs(one)] == one:
                low = middle + 1
            else:
                high = middle
        return values[low - 1]
    return values[0]


ENGINE = Engine("cadical", CadicalSession)
"""CaDiCaL 1.9.5 (Biere, Fazekas, Fleury and Heisinger) by python-sat."""


def biased_engine(bias: SearchBias) -> Engine:
    """Make an engine of CaDiCaL with this bias, which may be changed between two questions."""
    return Engine("cadical", lambda problem, cores: CadicalSession(problem, cores, bias))
