"""Problem to encoding: which family of formulas each ground node becomes.

Not(And(Holds(a), Holds(b)))   two tents that touch    (not (and tent_R1C1 tent_R1C2))
Equal(Sum(...), 3)             the clue of a row       (= (+ (ite tent_R1C1 1 0) ...) 3)
"""

from typing import assert_never

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Term, Variable
from puzzlelang.smt import arithmetic, distinct, matching, names, runs, sums
from puzzlelang.smt.arithmetic import Bounded
from puzzlelang.smt.draft import Draft, FNode, boolean, both, collecting, integer, within
from puzzlelang.smt.encoding import Encoding


def encoding(stated: Problem) -> Encoding:
    """The whole problem; the same input gives the same nodes in the same order."""
    draft = Draft()
    named = zip(stated.variables, names.whole(draft.taken, stated.variables), strict=True)
    symbols = tuple(_symbol(draft, variable, name) for variable, name in named)
    ranges = tuple(
        within(draft, symbols[variable.index], variable.low, variable.high)
        for variable in stated.variables
        if variable.kind is not Kind.MEMBER
    )
    draft.symbols.extend(symbols)
    formulas = tuple(_stated(draft, constraint.formula) for constraint in stated.constraints)
    definitions = tuple(_stated(draft, formula) for formula in stated.definitions)
    taken = frozenset(draft.taken)
    logic = _logic(draft)
    return Encoding(draft.environment, symbols, ranges, formulas, taken, logic, draft.spans, definitions, draft)


def further(encoded: Encoding, formula: Formula) -> FNode:
    """One more formula over the variables of the problem, with the definitions that it needs."""
    return _stated(encoded.draft, formula)


def _symbol(draft: Draft, variable: Variable, name: str) -> FNode:
    if variable.kind is Kind.MEMBER:
        return boolean(draft, name)
    return integer(draft, name, variable.low, variable.high)


def _logic(draft: Draft) -> str:
    return "QF_LIA" if draft.make.int_constants else "QF_UF"


def _stated(draft: Draft, formula: Formula) -> FNode:
    with collecting(draft) as definitions:
        main = _asserted(draft, formula)
    return both(draft, [main, *definitions])


def _asserted(draft: Draft, formula: Formula) -> FNode:
    """The formula where it has to be true: one witness is enough for a matching or for the lack of one."""
    match formula:
        case nodes.And(parts):
            return both(draft, [_asserted(draft, part) for part in parts])
        case nodes.Paired():
            return matching.matching(draft, _sides(draft, formula))
        case nodes.Not(nodes.Paired() as part):
            return matching.violated(draft, _sides(draft, part))
        case _:
            return lowered(draft, formula)


def lowered(draft: Draft, formula: Formula) -> FNode:
    """The formula wherever it stands; its definitions join those being collected."""
    if isinstance(formula, bool):
        return draft.make.Bool(formula)
    if formula not in draft.lowered:
        with collecting(draft) as definitions:
            node = _formula(draft, formula)
        draft.lowered[formula] = node, tuple(definitions)
    node, needed = draft.lowered[formula]
    draft.needed[-1].update(dict.fromkeys(needed))
    return node


def _formula(draft: Draft, formula: Formula) -> FNode:
    make = draft.make
    match formula:
        case bool():
            return make.Bool(formula)
        case nodes.Holds(variable):
            return draft.symbols[variable.index]
        case nodes.Not(part):
            return make.Not(lowered(draft, part))
        case nodes.And(parts):
            return make.And([lowered(draft, part) for part in parts])
        case nodes.Or(parts):
            return _any(draft, parts)
        case nodes.Same(left, right):
            return make.Iff(lowered(draft, left), lowered(draft, right))
        case nodes.AtMost(term, bound):
            return sums.at_most(draft, _parts(draft, term), bound)
        case nodes.Equal(term, value):
            return sums.equal(draft, _parts(draft, term), value)
        case nodes.Distinct(terms):
            return distinct.distinct(draft, [_bounded(draft, term) for term in terms])
        case nodes.Paired():
            return matching.matched(draft, _sides(draft, formula))
        case nodes.Runs(items, lengths):
            return runs.runs(draft, [lowered(draft, item) for item in items], lengths)
        case nodes.Connected() | nodes.Joined() | nodes.First() | nodes.Acyclic() | nodes.Rectangle():
            raise ValueError("graphs are unfolded before")
        case _:
            assert_never(formula)


def _any(draft: Draft, parts: tuple[Formula, ...]) -> FNode:
    """A disjunction; of negations only, as one negated conjunction, which takes fewer nodes."""
    inner = [part.part for part in parts if isinstance(part, nodes.Not)]
    if len(inner) == len(parts):
        return draft.make.Not(draft.make.And([lowered(draft, part) for part in inner]))
    return draft.make.Or([lowered(draft, part) for part in parts])


def _sides(draft: Draft, formula: nodes.Paired) -> matching.Sides:
    left = tuple(lowered(draft, presence) for _, presence in formula.left)
    right = tuple(lowered(draft, presence) for _, presence in formula.right)
    return matching.Sides(left, right, formula.edges)


def term_lowered(draft: Draft, term: Term) -> FNode:
    """The term as an integer node; its definitions join those being collected."""
    if isinstance(term, int):
        return draft.make.Int(term)
    if term not in draft.lowered:
        with collecting(draft) as definitions:
            node = _term(draft, term)
        draft.lowered[term] = node, tuple(definitions)
    node, needed = draft.lowered[term]
    draft.needed[-1].update(dict.fromkeys(needed))
    return node


def _term(draft: Draft, term: Term) -> FNode:
    match term:
        case int():
            return draft.make.Int(term)
        case nodes.Number(variable):
            return draft.symbols[variable.index]
        case nodes.Sum():
            return sums.number(draft, _parts(draft, term))
        case nodes.Product(left, right, low, high):
            return arithmetic.product(draft, _bounded(draft, left), _bounded(draft, right), low, high)
        case nodes.Quotient(left, right, low, high):
            return arithmetic.quotient(draft, _bounded(draft, left), _bounded(draft, right), low, high)
        case nodes.Remainder(left, right, low, high):
            return arithmetic.remainder(draft, _bounded(draft, left), _bounded(draft, right), low, high)
        case nodes.Choice(condition, then, other):
            return draft.make.Ite(lowered(draft, condition), term_lowered(draft, then), term_lowered(draft, other))
        case nodes.Extreme(greatest, items, empty, low, high):
            present = [(lowered(draft, presence), _bounded(draft, item)) for presence, item in items]
            return arithmetic.extreme(draft, greatest, present, empty, (low, high))
        case nodes.PartSize():
            raise ValueError("graphs are unfolded before")
        case _:
            assert_never(term)


def _bounded(draft: Draft, term: Term) -> Bounded:
    low, high = build.bounds(term)
    return Bounded(term_lowered(draft, term), low, high)


def _parts(draft: Draft, term: Term) -> sums.Parts:
    """A term as a sum, of one number if it is none."""
    if not isinstance(term, nodes.Sum):
        return sums.parts(draft, (), ((1, term_lowered(draft, term)),), 0)
    counted = [(factor, lowered(draft, part)) for factor, part in term.counted]
    added = [(factor, term_lowered(draft, part)) for factor, part in term.added]
    return sums.parts(draft, counted, added, term.constant)
