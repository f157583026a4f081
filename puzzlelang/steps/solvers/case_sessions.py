"""Solver sessions over a few cases, with a budget of work."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from puzzlelang.graphs.abstraction import Abstraction
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Constraint, Formula, Problem, VariableRole
from puzzlelang.problem.traversal import split
from puzzlelang.solving import lazy_graphs, pipelines
from puzzlelang.solving.cadical import CadicalSession, SearchBias
from puzzlelang.solving.engine import CONFLICTS, Engine, Fixed, Outcome, Session, Undecided
from puzzlelang.steps.record import RuleCase, bits, is_single, value


class Effort(msgspec.Struct):
    """The budget for cases with graphs, in conflicts; each call of the solver counts as 20 more, see `cadical.CALL`.

    So results depend on no clock.  `left`: what remains of the budget.  `undecided_count`: the number of queries for
    which it was too small.  `query_count`: the number of queries to cases without graphs.  `trials`: what trials of
    fewer cases or facts without graphs took so far, in the same unit.
    """

    left: int
    undecided_count: int = 0
    query_count: int = 0
    trials: int = 0


class Sessions(msgspec.Struct, frozen=True, eq=False):
    """A solver with some cases, with or without selectors for them."""

    session: Session
    loaded: CadicalSession

    def solve(self, effort: Effort, most: int, active: Sequence[int] | None = None, free: int | None = None) -> Outcome:
        """Solve under the assumptions; `Undecided` if the budget or `most` is spent.

        Cases without graphs have no budget, and no limit but `free` conflicts.
        """
        bias = self.loaded.bias
        if bias is None:
            self.loaded.bias = trial = None if free is None else SearchBias(free)
            outcome = self.session.solve((), active)
            self.loaded.bias = None
            effort.trials += 0 if trial is None or free is None else free - trial.conflicts
            effort.undecided_count += isinstance(outcome, Undecided)
            return outcome
        bias.conflicts = given = max(0, min(most, effort.left))
        outcome = self.session.solve((), active) if given else Undecided(CONFLICTS)
        effort.left -= given - bias.conflicts
        effort.undecided_count += isinstance(outcome, Undecided)
        return outcome


def load_cases(problem: Problem, chosen: Sequence[RuleCase], cores: bool, bias: SearchBias | None = None) -> Sessions:
    """Load the cases as constraints into a solver; with `cores` each has a selector by its position.

    `bias`: preferred values and the budget.  With graphs the definitions nearby are loaded as well, such as that the
    borders of areas are closed.
    """
    constraints = tuple(Constraint(case.formula, case.origin) for case in chosen)
    graphs = any(case.graph for case in chosen)
    near = {index for case in chosen for index in case.deciding}
    definitions = [one for one, about in _definitions(problem) if near.issuperset(about)] if graphs else ()
    part = msgspec.structs.replace(
        problem, constraints=constraints, definitions=tuple(definitions), grounded=constraints, graphs=graphs
    )
    loaded: list[CadicalSession] = []

    def load(prepared: Problem, with_cores: bool) -> CadicalSession:
        loaded.append(CadicalSession(prepared, with_cores, bias, links=False))
        return loaded[0]

    if not graphs:
        session: Session = load(part, cores)
    else:
        prepared = pipelines.cores(part) if cores else pipelines.lazy(part, (pipelines.DETOURS,))
        if bias is not None:
            bias.wishes = [*bias.wishes, *_true_statements(prepared.abstraction, bias.wishes)]
        session = lazy_graphs.session(Engine("cases", load), prepared)
    result = {index for case in chosen for index in case.variables}
    added = {
        one.index for one in loaded[0].problem.variables if one.role in (VariableRole.JOINED, VariableRole.STATEMENT)
    }
    loaded[0].read = frozenset(result | added)
    return Sessions(session, loaded[0])


@lru_cache(maxsize=2)
def _definitions(problem: Problem) -> Sequence[tuple[Formula, frozenset[int]]]:
    """The definitions, each with its variables outside of graphs."""
    return [(one, frozenset(variable.index for variable in split(one)[0])) for one in problem.definitions]


def _true_statements(abstraction: Abstraction, wishes: Fixed) -> Fixed:
    """Whether the statements about graphs are true where the wishes are; else a solver sets them first, and amiss."""
    values: list[bool | int | None] = [None] * (abstraction.board + len(abstraction.atoms))
    for index, one in wishes:
        values[index] = one
    truths = evaluate.truths([atom for atom, _ in abstraction.atoms], tuple(values))
    pairs = zip(abstraction.atoms, truths, strict=True)
    return [(variable.index, truth) for (_, variable), truth in pairs if truth is not None]


def domain_literals(loaded: CadicalSession, problem: Problem, index: int, mask: int) -> list[int]:
    """Literals that restrict a variable to the values of its mask."""
    variable = problem.variables[index]
    width = variable.high - variable.low + 1
    if mask == (1 << width) - 1:
        return []
    if is_single(mask):
        return [loaded.value_is(variable, value(variable, mask))]
    out = ~mask & ((1 << width) - 1)
    return [-loaded.value_is(variable, value(variable, one)) for one in bits(out)]
