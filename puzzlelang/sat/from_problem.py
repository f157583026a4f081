"""Lowering of problems to clauses, for every SAT solver.

Variables of the lowering never decide whether values of the problem's variables are an answer: for each answer there is
a way to set them, for anything else there is none.  So answers are excluded, and fixed, by the latter alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil

import msgspec

from puzzlelang.capacity import too_many_clauses
from puzzlelang.problem.record import Formula, Kind, Problem, Variable
from puzzlelang.sat import nested_parts, numbers, pigeonholes
from puzzlelang.sat.chain_links import add_links
from puzzlelang.sat.clauses import FALSE, Clauses, fresh_literals
from puzzlelang.sat.differing import Differing, differing
from puzzlelang.sat.directions import BOTH
from puzzlelang.sat.domains import RemainingValues, narrow, whole
from puzzlelang.sat.formulas import state
from puzzlelang.sat.scopes import Scopes, has_numbers, relates_numbers

PLAIN = 10_000
"""Clauses up to which a board is lowered without tables: they take longer to find than they save."""

RELATING = 4
"""A board is lowered with tables if a part of its clauses, at least one of so many, relates two numbers."""

SAMPLES = 4
"""So many formulas that relate two numbers are lowered both ways, to see what tables save."""

SAVING = 0.5
"""A board is lowered with tables if these leave at most this part of the literals in the clauses of the samples."""


def lower(
    problem: Problem, selectors: bool, most: int | None = None, *, links: bool = True
) -> tuple[Clauses, list[int]]:
    """Lower a problem to clauses; with `selectors` each constraint holds only if its literal is true.

    With `links` chains of numbers get literals for what follows what, which pay off in a long search alone.

    A board of more than `PLAIN` clauses is lowered again, with tables, if these save many.  Raises `Failed`
    (E345) as soon as there are more than `most` clauses.
    """
    if has_numbers(problem):
        numbered = _Numbers(_left_by_definitions(problem)) if selectors else _numbers(problem)
        if not links:
            numbered = msgspec.structs.replace(numbered, narrowed=msgspec.structs.replace(numbered.narrowed, chains=()))
        result = _lower(problem, selectors, most, numbered, look=PLAIN)
        result = result or _lower(problem, selectors, most, numbered, tabled=True)
    else:
        result = _lower(problem, selectors, most, _Numbers(RemainingValues(whole(problem.variables))))
    if result is None:
        raise too_many_clauses()
    return result


class _Numbers(msgspec.Struct, frozen=True):
    """Knowledge about numbers before lowering, as in `Clauses`."""

    narrowed: RemainingValues
    differing: Differing = Differing()
    scopes: Scopes = {}


def _left_by_definitions(problem: Problem) -> RemainingValues:
    """The values that definitions leave, which hold whatever constraints are given up."""
    return narrow(msgspec.structs.replace(problem, constraints=()))


def _numbers(problem: Problem) -> _Numbers:
    narrowed = narrow(problem)
    return _Numbers(narrowed, differing(problem, narrowed.domains), {})


def _lower(
    problem: Problem,
    selectors: bool,
    most: int | None,
    numbered: _Numbers,
    *,
    tabled: bool = False,
    look: int | None = None,
) -> tuple[Clauses, list[int]] | None:
    """The clauses and selectors; None as soon as there are more than `most` clauses.

    Also None if there are more than `look` clauses, and then four times as many each time, and tables would save many.
    """
    clauses = _begin(problem, numbered, tabled=tabled)
    if not selectors:
        clauses.known = nested_parts.known_members(problem)
    _state_derived(clauses, problem.derived)
    chosen = fresh_literals(clauses, len(problem.constraints) if selectors else 0)
    rules = [one.origin.rule.name for one in problem.constraints]
    formulas = [*(one.formula for one in problem.constraints), *problem.definitions]
    ends: list[int] = []
    for index, formula in enumerate(formulas):
        before = len(clauses.pending)
        if id(formula) not in numbered.narrowed.known:
            state(clauses, formula, True, [-chosen[index]] if index < len(chosen) else [])
        size = len(clauses.pending)
        ends.append(size)
        if index < len(rules):
            clauses.by_rule[rules[index]] = clauses.by_rule.get(rules[index], 0) + size - before
        if most is not None and size > most:
            return None
        if look is not None and size > look:
            relating = _relating(formulas, ends, size / RELATING, numbered.scopes)
            if relating and _tables_pay(problem, numbered, relating, clauses.known):
                return None
            look = 4 * size
    for chain in numbered.narrowed.chains:
        add_links(clauses, problem.variables, chain)
    if not selectors:
        pigeonholes.add_consequences(clauses, problem, ends[: len(rules)])
    return clauses, chosen


def _state_derived(clauses: Clauses, formulas: Sequence[Formula]) -> None:
    """Make a literal for each conjunction that other clauses make true; it implies the conjunction."""
    for formula, literal in zip(formulas, fresh_literals(clauses, len(formulas)), strict=True):
        state(clauses, formula, True, [-literal])
        clauses.literals[id(formula)] = literal
        clauses.stated[id(formula)] = BOTH
    clauses.derived = frozenset(map(id, formulas))


def _begin(problem: Problem, numbered: _Numbers, *, tabled: bool) -> Clauses:
    number = len(problem.variables)
    clauses = Clauses([0] * number, [None] * number, [None] * number, tabled=tabled)
    clauses.domains, clauses.differing = numbered.narrowed.domains, numbered.differing
    clauses.scopes, clauses.definitions = numbered.scopes, problem.definitions
    members = [variable.index for variable in problem.variables if variable.kind is Kind.MEMBER]
    for index, literal in zip(members, fresh_literals(clauses, len(members)), strict=True):
        clauses.members[index] = literal
    return clauses


def _relating(formulas: Sequence[Formula], ends: Sequence[int], wanted: float, scopes: Scopes) -> list[Formula]:
    """The formulas that relate two numbers, if they have so many clauses; those of formula i end before `ends[i]`.

    The longest come first, and no more are looked at than decide it.
    """
    result: list[Formula] = []
    known: dict[int, bool] = {}
    sizes = [end - begin for begin, end in pairwise((0, *ends))]
    left, related = sum(sizes), 0
    for index in sorted(range(len(sizes)), key=lambda one: -sizes[one]):
        if related >= wanted or related + left < wanted:
            break
        left -= sizes[index]
        if relates_numbers(formulas[index], scopes, known):
            related += sizes[index]
            result.append(formulas[index])
    return result if related >= wanted else []


def _tables_pay(problem: Problem, numbered: _Numbers, formulas: Sequence[Formula], known: Mapping[int, bool]) -> bool:
    """Lower some of the formulas with tables and without; whether tables leave far fewer literals."""
    samples = formulas[:: ceil(len(formulas) / SAMPLES)]
    sizes: list[int] = []
    for tabled in (False, True):
        clauses = _begin(problem, numbered, tabled=tabled)
        clauses.known = known
        for formula in samples:
            state(clauses, formula, True, [])
        sizes.append(sum(map(len, clauses.pending)))
    return sizes[1] <= SAVING * sizes[0]


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


FEW_VALUES = 3
"""A number of so many values is led to one by the literals that say it."""


def phases(clauses: Clauses, variable: Variable, value: bool | int) -> Sequence[int]:
    """Make literals that lead a search to this value of the variable, as phases."""
    literals = value_is(clauses, variable, value)
    if variable.kind is Kind.MEMBER or len(clauses.domains[variable.index]) <= FEW_VALUES:
        return literals
    return (*literals, *numbers.signs(clauses, variable, int(value)))
