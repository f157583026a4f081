"""Lowering of problems to clauses, for every SAT solver.

Variables of the lowering never decide whether values of the problem's variables are an answer: for each answer there is
a way to set them, for anything else there is none.  So answers are excluded, and fixed, by the latter alone.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.capacity import too_many_clauses
from puzzlelang.problem.record import Kind, Problem, Variable
from puzzlelang.sat import numbers, pigeonholes
from puzzlelang.sat.chain_links import add_links
from puzzlelang.sat.clauses import FALSE, Clauses, fresh_literals
from puzzlelang.sat.differing import Differing, differing
from puzzlelang.sat.domains import Narrowed, narrow, whole
from puzzlelang.sat.formulas import state
from puzzlelang.sat.scopes import Scopes, has_numbers

PLAIN = 10_000
"""Clauses up to which a board is lowered without tables: they take longer to find than they save."""


def lower(problem: Problem, selectors: bool, most: int | None = None) -> tuple[Clauses, list[int]]:
    """Lower a problem to clauses; with `selectors` each constraint holds only if its literal is true.

    A board of more than `PLAIN` clauses is lowered again, with tables.  Raises `Failed` (E345) as soon as there are
    more than `most` clauses.
    """
    if has_numbers(problem):
        numbered = _Numbers(Narrowed(whole(problem.variables))) if selectors else _numbers(problem)
        found = _lower(problem, selectors, PLAIN if most is None else min(PLAIN, most), numbered, tabled=False)
        found = found or _lower(problem, selectors, most, numbered, tabled=True)
    else:
        found = _lower(problem, selectors, most, _Numbers(Narrowed(whole(problem.variables))), tabled=False)
    if found is None:
        raise too_many_clauses()
    return found


class _Numbers(msgspec.Struct, frozen=True):
    """What is known of numbers before lowering, as in `Clauses`."""

    narrowed: Narrowed
    differing: Differing = Differing()
    scopes: Scopes = {}


def _numbers(problem: Problem) -> _Numbers:
    scopes: Scopes = {}
    narrowed = narrow(problem, scopes)
    return _Numbers(narrowed, differing(problem, narrowed.domains), scopes)


def _lower(
    problem: Problem, selectors: bool, most: int | None, numbered: _Numbers, *, tabled: bool
) -> tuple[Clauses, list[int]] | None:
    """The clauses and selectors; None as soon as there are more than `most` clauses."""
    number = len(problem.variables)
    clauses = Clauses([0] * number, [None] * number, [None] * number, tabled=tabled)
    clauses.domains, clauses.differing = numbered.narrowed.domains, numbered.differing
    clauses.scopes = numbered.scopes
    members = [variable.index for variable in problem.variables if variable.kind is Kind.MEMBER]
    for index, literal in zip(members, fresh_literals(clauses, len(members)), strict=True):
        clauses.members[index] = literal
    chosen = fresh_literals(clauses, len(problem.constraints) if selectors else 0)
    ends: list[int] = []
    for index, constraint in enumerate(problem.constraints):
        before, rule = len(clauses.pending), constraint.origin.rule.name
        if id(constraint.formula) not in numbered.narrowed.known:
            state(clauses, constraint.formula, True, [-chosen[index]] if selectors else [])
        ends.append(len(clauses.pending))
        clauses.by_rule[rule] = clauses.by_rule.get(rule, 0) + len(clauses.pending) - before
        if most is not None and len(clauses.pending) > most:
            return None
    for formula in problem.definitions:
        state(clauses, formula, True, [])
        if most is not None and len(clauses.pending) > most:
            return None
    for chain in numbered.narrowed.chains:
        add_links(clauses, problem.variables, chain)
    if not selectors:
        pigeonholes.add_consequences(clauses, problem, ends)
    return clauses, chosen


def by_selector(clauses: Clauses, selectors: Sequence[int]) -> Iterator[tuple[int | None, list[int]]]:
    """Yield pending clauses without selectors and `FALSE`, each with its constraint's index, or None."""
    owners = {selector: index for index, selector in enumerate(selectors)}
    for clause in clauses.pending:
        owner = next((owners[-literal] for literal in clause if -literal in owners), None)
        yield owner, [literal for literal in clause if literal != FALSE and -literal not in owners]


def value_is(clauses: Clauses, variable: Variable, value: bool | int) -> tuple[int, ...]:
    """Make literals that are all true exactly if the variable has this value."""
    if variable.kind is Kind.MEMBER:
        literal = clauses.members[variable.index]
        return (literal if value else -literal,)
    return numbers.equals(clauses, variable, int(value))
