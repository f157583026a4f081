"""Lowering of problems to encodings: each ground node to its family of formulas.

Not(And(Holds(a), Holds(b)))   two tents that touch    (not (and tent_R1C1 tent_R1C2))
Equal(Sum(...), 3)             the clue of a row       (= (+ (ite tent_R1C1 1 0) ...) 3)
"""

from typing import assert_never

from puzzlelang.problem import automata, build, build_shapes, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Term, Variable
from puzzlelang.smt import arithmetic, global_constraints, names
from puzzlelang.smt.arithmetic import BoundedNumber
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import (
    FNode,
    FormulaMaker,
    Lowering,
    boolean,
    collect_definitions,
    conjunction,
    in_range,
    integer,
)


def encoding(problem: Problem) -> Encoding:
    """Lower a problem; the same input gives the same nodes in the same order."""
    lowering = Lowering()
    named = zip(problem.variables, names.whole(lowering.taken, problem.variables), strict=True)
    symbols = tuple(_symbol(lowering, variable, name) for variable, name in named)
    ranges = tuple(
        in_range(lowering, symbols[variable.index], variable.low, variable.high)
        for variable in problem.variables
        if variable.kind is not Kind.MEMBER
    )
    lowering.symbols.extend(symbols)
    formulas = tuple(_with_definitions(lowering, constraint.formula) for constraint in problem.constraints)
    definitions = tuple(_with_definitions(lowering, formula) for formula in problem.definitions)
    taken = frozenset(lowering.taken)
    return Encoding(lowering.environment, symbols, ranges, formulas, taken, lowering.spans, definitions, lowering)


def lower_further(encoded: Encoding, formula: Formula) -> FNode:
    """Lower one more formula over the problem's variables, with the definitions that it needs."""
    return _with_definitions(encoded.lowering, formula)


def _symbol(lowering: Lowering, variable: Variable, name: str) -> FNode:
    if variable.kind is Kind.MEMBER:
        return boolean(lowering, name)
    return integer(lowering, name, variable.low, variable.high)


def _with_definitions(lowering: Lowering, formula: Formula) -> FNode:
    with collect_definitions(lowering) as definitions:
        main = _lower_asserted(lowering, formula)
    return conjunction(lowering, [main, *definitions])


def _lower_asserted(lowering: Lowering, formula: Formula) -> FNode:
    """Lower a formula that must be true: one witness suffices for a matching or for its absence."""
    match formula:
        case nodes.And(parts):
            return conjunction(lowering, [_lower_asserted(lowering, part) for part in parts])
        case nodes.Paired():
            return global_constraints.matching(lowering, _sides(lowering, formula))
        case nodes.Not(nodes.Paired() as part):
            return global_constraints.no_matching(lowering, _sides(lowering, part))
        case _:
            return lower(lowering, formula)


def lower(lowering: Lowering, formula: Formula) -> FNode:
    """Lower a formula; its definitions join those being collected."""
    if isinstance(formula, bool):
        return lowering.make.Bool(formula)
    if formula not in lowering.lowered:
        with collect_definitions(lowering) as definitions:
            node = _formula(lowering, formula)
        lowering.lowered[formula] = node, tuple(definitions)
    node, needed = lowering.lowered[formula]
    lowering.needed[-1].update(dict.fromkeys(needed))
    return node


def _formula(lowering: Lowering, formula: Formula) -> FNode:
    make = lowering.make
    match formula:
        case bool():
            return make.Bool(formula)
        case nodes.Holds(variable):
            return lowering.symbols[variable.index]
        case nodes.Not(part):
            return make.Not(lower(lowering, part))
        case nodes.And(parts):
            return make.And([lower(lowering, part) for part in parts])
        case nodes.Or(parts):
            return _any(lowering, parts)
        case nodes.Same(left, right):
            return make.Iff(lower(lowering, left), lower(lowering, right))
        case nodes.AtMost(term, bound):
            return arithmetic.at_most(lowering, _parts(lowering, term), bound)
        case nodes.Equal(term, value):
            return arithmetic.equal(lowering, _parts(lowering, term), value)
        case nodes.Distinct(terms):
            return global_constraints.distinct(lowering, [_with_bounds(lowering, term) for term in terms])
        case nodes.Paired():
            return global_constraints.matching_symbol(lowering, _sides(lowering, formula))
        case nodes.Runs(items, lengths):
            return global_constraints.runs(lowering, [lower(lowering, item) for item in items], lengths)
        case nodes.InOrder(entries, wanted):
            lines = [(lower(lowering, here), [lower(lowering, one) for one in equals]) for here, equals in entries]
            return automata.in_order(FormulaMaker(lowering), lines, wanted)
        case nodes.SameShape():
            return lower(lowering, build_shapes.spelled_out(formula))
        case _:
            if isinstance(formula, nodes.GraphStatement):
                raise ValueError("graphs are unfolded before")
            assert_never(formula)


def _any(lowering: Lowering, parts: tuple[Formula, ...]) -> FNode:
    """A disjunction; of negations only, as one negated conjunction, which takes fewer nodes."""
    inner = [part.part for part in parts if isinstance(part, nodes.Not)]
    if len(inner) == len(parts):
        return lowering.make.Not(lowering.make.And([lower(lowering, part) for part in inner]))
    return lowering.make.Or([lower(lowering, part) for part in parts])


def _sides(lowering: Lowering, formula: nodes.Paired) -> global_constraints.Sides:
    left = tuple(lower(lowering, presence) for _, presence in formula.left)
    right = tuple(lower(lowering, presence) for _, presence in formula.right)
    return global_constraints.Sides(left, right, formula.edges)


def lower_term(lowering: Lowering, term: Term) -> FNode:
    """Lower a term to an integer node; its definitions join those being collected."""
    if isinstance(term, int):
        return lowering.make.Int(term)
    if term not in lowering.lowered:
        with collect_definitions(lowering) as definitions:
            node = _term(lowering, term)
        lowering.lowered[term] = node, tuple(definitions)
    node, needed = lowering.lowered[term]
    lowering.needed[-1].update(dict.fromkeys(needed))
    return node


def _term(lowering: Lowering, term: Term) -> FNode:
    match term:
        case int():
            return lowering.make.Int(term)
        case nodes.Number(variable):
            return lowering.symbols[variable.index]
        case nodes.Sum():
            return arithmetic.number(lowering, _parts(lowering, term))
        case nodes.Product(left, right, low, high):
            return arithmetic.product(lowering, _with_bounds(lowering, left), _with_bounds(lowering, right), low, high)
        case nodes.Quotient(left, right, low, high):
            return arithmetic.quotient(lowering, _with_bounds(lowering, left), _with_bounds(lowering, right), low, high)
        case nodes.Remainder(left, right, low, high):
            return arithmetic.remainder(
                lowering, _with_bounds(lowering, left), _with_bounds(lowering, right), low, high
            )
        case nodes.Choice(condition, then, other):
            return lowering.make.Ite(
                lower(lowering, condition), lower_term(lowering, then), lower_term(lowering, other)
            )
        case nodes.Extreme(greatest, items, empty, low, high):
            present = [(lower(lowering, presence), _with_bounds(lowering, item)) for presence, item in items]
            return arithmetic.extreme(lowering, greatest, present, empty, (low, high))
        case nodes.ComponentSize():
            raise ValueError("graphs are unfolded before")
        case _:
            assert_never(term)


def _with_bounds(lowering: Lowering, term: Term) -> BoundedNumber:
    low, high = build.bounds(term)
    return BoundedNumber(lower_term(lowering, term), low, high)


def _parts(lowering: Lowering, term: Term) -> arithmetic.Parts:
    """View a term as a sum, of one number if it is none."""
    if not isinstance(term, nodes.Sum):
        return arithmetic.parts(lowering, (), ((1, lower_term(lowering, term)),), 0)
    counted = [(factor, lower(lowering, part)) for factor, part in term.counted]
    added = [(factor, lower_term(lowering, part)) for factor, part in term.added]
    return arithmetic.parts(lowering, counted, added, term.constant)
