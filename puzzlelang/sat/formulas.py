"""Lowering of formulas to clauses (Tseitin).

A formula at the top is stated as it is.  Within another it gets a literal (Tseitin 1968), defined only in the
directions that matter where it occurs (Plaisted and Greenbaum 1986): "p implies the formula" is the formula stated
under the guard "not p", and "the formula implies p" is its opposite stated under the guard "p".

Example: `Or((Holds(a), And((Holds(b), Holds(c)))))` at the top has one part without a literal and so becomes its
clauses with a guard: `a b`, `a c`.
"""

from collections.abc import Sequence
from typing import assert_never

from puzzlelang.problem import automata, build_shapes, nodes
from puzzlelang.problem.record import AtMost, Equal, Formula, Not, Or, Term
from puzzlelang.sat import (
    compare,
    counting_differences,
    equal_terms,
    extremes,
    nested_parts,
    numbers,
    order_encoding,
    ready_literals,
    table_choice,
    table_clauses,
    terms,
    two_numbers,
    value_sets,
)
from puzzlelang.sat.clauses import FALSE, TRUE, ClauseMaker, Clauses, Guard, Literals, add, all_of, fresh
from puzzlelang.sat.directions import BOTH, CONVERSE, IMPLIED, IMPLIES
from puzzlelang.sat.global_constraints import (
    Exact,
    refuse_distinct,
    refuse_matching,
    refuse_runs,
    require_distinct,
    require_matching,
    require_runs,
)
from puzzlelang.sat.ready_literals import all_simple

_GUARDS = 3
"""A part is stated in place of getting a literal only under so many other literals.

Over the boards of `bench` it matters little: with 0 there are 0.7 % more clauses, with 1,000 0.2 % more, and CPU time
differs by 1 % (geometric mean), which is noise.  A bound keeps clauses short."""

_REPEATED = 6
"""The parts of a formula with a literal are repeated in a clause if there are no more."""


def literal(clauses: Clauses, formula: Formula, need: int) -> int:
    """Make a literal for the formula, defined at least in the directions needed."""
    if (simple := ready_literals.simple(clauses, formula)) is not None:
        return simple
    if type(formula) is Not:
        return -literal(clauses, formula.part, CONVERSE[need])
    if isinstance(formula, bool):
        return TRUE if formula else FALSE
    if type(formula) is nodes.Equal or type(formula) is nodes.AtMost:
        formula = equal_terms.representative(clauses, formula)
    key = id(formula)
    known = clauses.literals.get(key)
    if known is None:
        if (
            isinstance(formula, (AtMost, Equal))
            and _has_view(clauses, formula)
            and table_choice.table(clauses, (formula,), True) is None
        ):
            known = _comparison_literal(clauses, formula)
            clauses.stated[key] = BOTH
        else:
            known = fresh(clauses)
        clauses.literals[key] = known
    stated = clauses.stated.get(key, 0)
    clauses.stated[key] = stated | need
    if need & ~stated & IMPLIES:
        _define(clauses, formula, True, [-known])
    if need & ~stated & IMPLIED:
        _define(clauses, formula, False, [known])
    return known


def _has_view(clauses: Clauses, formula: nodes.AtMost | nodes.Equal) -> bool:
    """Whether to compare a term's view; a sum or an extreme gets one when it is compared a second time."""
    term = formula.term
    if ready_literals.is_equality(formula):
        return id(term) in clauses.views
    composed = isinstance(term, nodes.Sum) or extremes.is_plain(term)
    return not composed or id(term) in clauses.views or ready_literals.met(clauses, term)


def _comparison_literal(clauses: Clauses, formula: nodes.AtMost | nodes.Equal) -> int:
    seen = terms.view(clauses, formula.term, literal)
    if isinstance(formula, nodes.AtMost):
        return -order_encoding.at_least(seen, formula.bound + 1)
    return order_encoding.exact(clauses, seen, formula.value)


def state(clauses: Clauses, formula: Formula, truth: bool, guard: Guard) -> None:
    """State that the formula has this truth, where no literal of the guard is true.

    A long disjunction, or a conjunction that is false, is stated by its literal if it has one.  So is what is derived.
    """
    wide = isinstance(formula, Or if truth else nodes.And) and len(formula.parts) > _REPEATED
    if (wide and id(formula) in clauses.literals) or id(formula) in clauses.derived:
        known = literal(clauses, formula, IMPLIES if truth else IMPLIED)
        add(clauses, [*guard, known if truth else -known])
    elif truth and type(formula) is Or and (parts := all_simple(clauses, formula.parts, IMPLIES)) is not None:
        add(clauses, [*guard, *parts])  # most constraints are such clauses, which no table is for
    else:
        _state(clauses, formula, truth, guard)


def _state(clauses: Clauses, formula: Formula, truth: bool, guard: Guard) -> None:
    if (simple := ready_literals.simple(clauses, formula)) is not None:
        add(clauses, [*guard, simple if truth else -simple])
        return
    if clauses.tabled and guard and equal_terms.met_in_table(clauses, formula):
        known = literal(clauses, formula, IMPLIES if truth else IMPLIED)
        add(clauses, [*guard, known if truth else -known])
        return
    _define(clauses, formula, truth, guard)


def _define(clauses: Clauses, formula: Formula, truth: bool, guard: Guard) -> None:
    """State a formula that is no literal, and not by a literal of its own."""
    if clauses.tabled and (result := table_choice.table(clauses, (formula,), truth)) is not None:
        table_clauses.require(clauses, *result, guard)
        return
    match formula:
        case nodes.Or(parts) | nodes.And(parts):
            if (type(formula) is nodes.Or) == truth:
                _any(clauses, parts, truth, guard)
            elif not ready_literals.state_each(clauses, parts, truth, guard):
                for part in parts:
                    state(clauses, part, truth, guard)
        case nodes.Equal() | nodes.AtMost():
            _compare(clauses, formula, truth, guard)
        case nodes.Not(part):
            state(clauses, part, not truth, guard)
        case bool() | nodes.Holds():
            own = literal(clauses, formula, BOTH)
            add(clauses, [*guard, own if truth else -own])
        case nodes.Same(left, right):
            _same(clauses, left, right, truth, guard)
        case nodes.Distinct(terms):
            (require_distinct if truth else refuse_distinct)(clauses, [_exact(clauses, term) for term in terms], guard)
        case nodes.Paired(left, right, edges):
            first, second = ([literal(clauses, presence, BOTH) for _, presence in side] for side in (left, right))
            (require_matching if truth else refuse_matching)(clauses, first, second, edges, guard)
        case nodes.Runs(items, lengths):
            line = [literal(clauses, item, BOTH) for item in items]
            (require_runs if truth else refuse_runs)(clauses, line, lengths, guard)
        case nodes.InOrder(entries, wanted):
            lines = [
                (literal(clauses, here, BOTH), [literal(clauses, one, BOTH) for one in equals])
                for here, equals in entries
            ]
            own = automata.in_order(ClauseMaker(clauses), lines, wanted)
            add(clauses, [*guard, own if truth else -own])
        case nodes.SameShape():
            state(clauses, build_shapes.spelled_out(formula), truth, guard)
        case _:
            if isinstance(formula, nodes.GraphStatement):
                raise ValueError("graphs are unfolded before")
            assert_never(formula)


def _any(clauses: Clauses, parts: tuple[Formula, ...], truth: bool, guard: Guard) -> None:
    """State a disjunction; a single part without a literal is stated under the others as a guard."""
    if (simple := all_simple(clauses, parts, IMPLIES if truth else IMPLIED)) is not None:
        add(clauses, [*guard, *simple] if truth else [*guard, *(-known for known in simple)])
        return
    if truth and (supported := compare.shared_variable(parts)) is not None:
        y, others = supported
        rest = [part for position, part in enumerate(parts) if position not in others]
        compare.one_of(clauses, y, others.values(), [*guard, *(literal(clauses, part, IMPLIES) for part in rest)])
        return
    if clauses.tabled and (result := table_choice.table_of_some(clauses, parts, truth)) is not None:
        table, positions = result
        need, sign = (IMPLIES, 1) if truth else (IMPLIED, -1)
        left = [part for position, part in enumerate(parts) if position not in positions]
        table_clauses.require(clauses, *table, [*guard, *(sign * literal(clauses, part, need) for part in left)])
        return
    rest = [part for part in parts if not ready_literals.is_literal(clauses, part)]
    in_place = (
        len(rest) == 1
        and len(guard) + len(parts) <= _GUARDS + 1
        and not ready_literals.met(clauses, rest[0])
        and not (len(guard) + len(parts) > 2 and _is_wide(rest[0], truth))
    )
    inner = rest[0] if in_place else None
    need, sign = (IMPLIES, 1) if truth else (IMPLIED, -1)
    clause = [*guard, *(sign * literal(clauses, part, need) for part in parts if part is not inner)]
    if inner is None:
        add(clauses, clause)
    elif TRUE not in clause:
        state(clauses, inner, truth, [one for one in clause if one != FALSE])


def _is_wide(part: Formula, truth: bool) -> bool:
    """Whether stating a part takes many clauses, in which a literal of its own is shorter than a guard."""
    return isinstance(part, nodes.And if truth else Or) and len(part.parts) > _REPEATED


def _same(clauses: Clauses, left: Formula, right: Formula, truth: bool, guard: Guard) -> None:
    """State an equivalence, or its negation if `truth` is False.  Only one side needs a literal."""
    if ready_literals.is_literal(clauses, right):
        left, right = right, left
    known = literal(clauses, left, BOTH)
    if ready_literals.is_literal(clauses, right) or len(guard) >= _GUARDS or ready_literals.met(clauses, right):
        other = literal(clauses, right, BOTH)
        other = other if truth else -other
        add(clauses, [*guard, -known, other])
        add(clauses, [*guard, known, -other])
    else:
        state(clauses, right, truth, [*guard, -known])
        state(clauses, right, not truth, [*guard, known])


def _exact(clauses: Clauses, term: Term) -> Exact:
    match term:
        case nodes.Number(variable):
            return {value: numbers.exact(clauses, variable, value) for value in clauses.domains[variable.index]}
        case _:
            seen = terms.view(clauses, term, literal)
            return {value: order_encoding.exact(clauses, seen, value) for value in seen.values}


def _compare(clauses: Clauses, formula: compare.Comparison, truth: bool, guard: Guard) -> None:
    term = formula.term
    if isinstance(term, nodes.Extreme) and id(term) not in clauses.views and extremes.is_plain(term):
        spelled = clauses.spelled.get(id(formula))
        if spelled is None:
            spelled = clauses.spelled[id(formula)] = extremes.spelled_out(clauses, formula, term)
        state(clauses, spelled, truth, guard)
    elif not isinstance(term, nodes.Sum):
        known = literal(clauses, formula, BOTH)
        add(clauses, [*guard, known if truth else -known])
    elif id(term) in clauses.views:
        known = _comparison_literal(clauses, formula)
        add(clauses, [*guard, known if truth else -known])
    elif not term.added and all(factor == 1 for factor, _ in term.counted):
        _count(clauses, formula, term, truth, guard)
    elif not term.added and all(factor in (1, -1) for factor, _ in term.counted):
        literals = _signed_literals(clauses, formula, term, truth)
        negative = sum(factor < 0 for factor, _ in term.counted)
        if negative < len(literals) and len(literals) > counting_differences.FEW:
            counting_differences.state(clauses, formula, term, literals, guard, truth=truth)
        else:
            compare.count(clauses, formula, literals, term.constant - negative, guard, truth=truth)
    elif truth and value_sets.state(clauses, formula, guard):
        return
    elif pair := compare.offset_of_variables(clauses, formula, truth):
        compare.offset_by(clauses, pair, guard, truth)
    elif not two_numbers.state(clauses, formula, guard, truth=truth):
        parts = terms.parts(clauses, term, literal, compare.bounds(formula) if truth and not guard else None)
        compare.total(clauses, formula, parts, guard, truth=truth)


def _count(clauses: Clauses, formula: compare.Comparison, term: nodes.Sum, truth: bool, guard: Guard) -> None:
    """State how many parts are true."""
    need = _need(formula, truth)
    most = max(1, compare.bounds(formula)[1] - term.constant + 1)
    rows = nested_parts.rows_of((part for _, part in term.counted), most)
    size = sum(map(len, rows))
    if size < nested_parts.FEW or 2 * len(rows) > size:
        flat = [literal(clauses, part, need) for row in rows for part in row]
        compare.count(clauses, formula, flat, term.constant, guard, truth=truth)
    else:
        steps = nested_parts.steps_of(rows, most, clauses.known)
        views = [nested_parts.view(row, _literals_of_steps(clauses, row, need)) for row in steps]
        constant = [order_encoding.constant(term.constant)] if term.constant else []
        compare.total(clauses, formula, [*views, *constant], guard, truth=truth)


def _literals_of_steps(clauses: Clauses, steps: Sequence[nested_parts.Step], need: int) -> list[int]:
    """Make the literals of steps; where they are made of members, each of the one before it and what is added."""
    result = [TRUE]
    for step in steps:
        known = ready_literals.all_simple(clauses, step.added)
        if known is None or clauses.stated.get(id(step.first), 0) & need == need:
            result.append(literal(clauses, step.first, need))
        else:
            result.append(all_of(clauses, (result[-1], *known)))
    return result[1:]


def _signed_literals(clauses: Clauses, formula: compare.Comparison, term: nodes.Sum, truth: bool) -> Literals:
    """Return a literal to count for each part.  A part p with factor -1 gets "not p", as -p = (not p) - 1."""
    need = _need(formula, truth)
    needs = {1: need, -1: CONVERSE[need]}
    return [factor * literal(clauses, part, needs[factor]) for factor, part in term.counted]


def _need(formula: compare.Comparison, truth: bool) -> int:
    return BOTH if isinstance(formula, nodes.Equal) else IMPLIED if truth else IMPLIES
