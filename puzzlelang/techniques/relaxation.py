"""Relaxation: the consequence for a window of a formula about a whole board.

A formula lies between two others that speak only of kept variables: `under` implies it, and it implies `over`,
whatever the other variables are.  Both are one object if nothing is lost.  The proof is by the structure of formulas:

- A kept variable stays; of any other nothing is known: under False, over True.
- A capped variable is known up to a number: instead of it there is the lesser of both.  So it is at least that, and at
  most that where it is less than the cap.  Two such are different unless both are the cap.
- Negation exchanges the two; `And`, `Or` and comparisons are monotone in their parts.
- A sum is at least what its kept part is at least, as long as no lost part can be negative, and at most what it would
  be with all lost parts true.  That number of lost parts is one of the sample: see `theory` for what is common to all.
- What is left of a matching are partners for all vertices none of whose possible partners is lost (`pairing`).
- Graphs: see `graph_relaxation`.  A statement of any other kind is dropped unless it speaks only of kept variables.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

import msgspec

from puzzlelang.problem import build, build_rows, build_shapes, nodes
from puzzlelang.problem.nodes import Formula, Term
from puzzlelang.techniques.bounds import (
    UNBOUND,
    UNKNOWN,
    Between,
    Bounds,
    Capped,
    at_most,
    distinct,
    equal,
    exact_formula,
    negated,
    same,
)

Build = Callable[[Sequence[Any]], Any]


class Relaxer(msgspec.Struct, frozen=True, eq=False):
    """Relaxes the formulas of one sample; `kept` has by index of a variable what it is now.

    `graphs` relaxes what speaks of graphs, `matching` matchings; both are given this record.  `known`: results by the
    identity of the original, which is kept with it.
    """

    kept: Mapping[int, Formula | Term | Capped]
    graphs: Callable[["Relaxer", Any], Any]
    matching: Callable[["Relaxer", nodes.Paired], Formula]
    known: dict[int, tuple[Any, Any]] = msgspec.field(default_factory=dict)

    def formula(self, formula: Formula) -> Between:
        """Relax a formula."""
        if isinstance(formula, bool):
            return Between(formula, formula)
        result: Between = self._once(formula, self._formula)
        return result

    def term(self, term: Term) -> Bounds:
        """Relax a term."""
        if isinstance(term, int):
            return Bounds(term, term)
        result: Bounds = self._once(term, self._term)
        return result

    def _once(self, node: Any, relax: Callable[[Any], Any]) -> Any:
        kept = self.known.get(id(node))
        if kept is None:
            kept = self.known[id(node)] = node, relax(node)
        return kept[1]

    def _formula(self, formula: Formula) -> Between:
        match formula:
            case nodes.Holds(variable):
                return exact_formula(self.kept.get(variable.index))
            case nodes.Not(part):
                return negated(self.formula(part))
            case nodes.And(parts):
                return self._all(parts, build.conjunction)
            case nodes.Or(parts):
                return self._all(parts, build.disjunction)
            case nodes.Same(left, right):
                return same(self.formula(left), self.formula(right))
            case nodes.AtMost(term, bound):
                return at_most(self.term(term), bound)
            case nodes.Equal(term, value):
                return equal(self.term(term), value)
            case nodes.Distinct(terms):
                return distinct([self.term(term) for term in terms])
            case nodes.Paired():
                return Between(False, self.matching(self, formula))
            case nodes.Runs() | nodes.InOrder() | nodes.SameShape():
                return self._row(formula)
            case bool():
                return Between(formula, formula)
            case _:
                result: Between = self.graphs(self, formula)
                return result

    def _all(self, parts: Sequence[Formula], join: Callable[[list[Formula]], Formula]) -> Between:
        bounds = [self.formula(part) for part in parts]
        over = join([part.over for part in bounds])
        return Between(over if all(part.exact for part in bounds) else join([part.under for part in bounds]), over)

    def _row(self, formula: nodes.Runs | nodes.InOrder | nodes.SameShape) -> Between:
        """Relax a statement about a row or about shapes: as it is, or not at all."""

        def kept(part: Formula) -> Formula:
            result = self.formula(part)
            if not result.exact:
                raise _LostError
            return result.over

        try:
            match formula:
                case nodes.Runs(items, lengths):
                    return exact_formula(build_rows.runs([kept(item) for item in items], lengths))
                case nodes.InOrder(entries, wanted):
                    rows = [(kept(here), [kept(one) for one in equals]) for here, equals in entries]
                    return exact_formula(build_rows.in_order(rows, wanted))
                case nodes.SameShape(left, right, equality):
                    one, other = ({cell: kept(here) for cell, here in side} for side in (left, right))
                    return exact_formula(build_shapes.same_shape(one, other, equality))
                case _:
                    assert_never(formula)
        except _LostError:
            return UNKNOWN

    def _term(self, term: Term) -> Bounds:
        match term:
            case nodes.Number(variable):
                here = self.kept.get(variable.index)
                if isinstance(here, Capped):
                    return Bounds(here.term, here.term, False, here.beyond, here)
                return UNBOUND if here is None else Bounds(here, here)  # type: ignore[arg-type]
            case nodes.Sum():
                return self._sum(term)
            case nodes.Product(left, right):
                return self._exactly((left, right), lambda parts: build.product(*parts))
            case nodes.Quotient(left, right):
                return self._exactly((left, right), lambda parts: build.quotient(*parts))
            case nodes.Remainder(left, right):
                return self._exactly((left, right), lambda parts: build.remainder(*parts))
            case nodes.Choice(condition, then, other):
                on = self.formula(condition)
                if not on.exact:
                    return UNBOUND
                return self._exactly((then, other), lambda parts: build.choice(on.over, *parts))
            case nodes.Extreme(greatest, items, empty):
                shown = [self.formula(here) for here, _ in items]
                if not all(here.exact for here in shown):
                    return UNBOUND
                present = [here.over for here in shown]
                terms = [item for _, item in items]
                return self._exactly(
                    terms, lambda parts: build.extreme(greatest, zip(present, parts, strict=True), empty)
                )
            case int():
                return Bounds(term, term)
            case _:
                result: Bounds = self.graphs(self, term)
                return result

    def _exactly(self, terms: Sequence[Term], make: Build) -> Bounds:
        bounds_of = [self.term(term) for term in terms]
        if not all(bounds.exact for bounds in bounds_of):
            return UNBOUND
        results = make([bounds.low for bounds in bounds_of])
        return Bounds(results, results)

    def _sum(self, term: nodes.Sum) -> Bounds:
        counted = [(factor, self.formula(part)) for factor, part in term.counted]
        added = [(factor, self.term(part)) for factor, part in term.added]
        lower = [(factor, part.under if factor > 0 else part.over) for factor, part in counted]
        upper = [(factor, part.over if factor > 0 else part.under) for factor, part in counted]
        lows = [(factor, part.low if factor > 0 else part.high) for factor, part in added]
        highs = [(factor, part.high if factor > 0 else part.low) for factor, part in added]
        below = [part.free_below if factor > 0 else part.free_above for factor, part in added]
        above = [part.free_above if factor > 0 else part.free_below for factor, part in added]
        low = _total(lower, lows, term.constant)
        if all(part.exact for _, part in counted) and all(part.exact for _, part in added):
            return Bounds(low, low)
        unknown = [(factor, part.capped) for factor, part in added if not isinstance(part.low, int)]
        if low is not None and not counted and len(unknown) == 1 and unknown[0][0] == 1 and unknown[0][1] is not None:
            constant = sum(factor * part.low for factor, part in added if isinstance(part.low, int))
            moved = Capped(low, unknown[0][1].cap + term.constant + constant)
            return Bounds(low, low, False, moved.beyond, moved)
        return Bounds(low, _total(upper, highs, term.constant), build.disjunction(below), build.disjunction(above))


class _LostError(Exception):
    """A part speaks of a variable that is not kept."""


def _total(
    counted: Sequence[tuple[int, Formula]], added: Sequence[tuple[int, Term | None]], constant: int
) -> Term | None:
    terms = [(factor, term) for factor, term in added if term is not None]
    return build.total(counted, terms, constant) if len(terms) == len(added) else None


def clauses(formula: Formula) -> list[Formula]:
    """Split a formula into conjuncts, also behind an `or`: what samples say differently takes no other along."""
    match formula:
        case nodes.And(parts):
            return [one for part in parts for one in clauses(part)]
        case nodes.Or(parts):
            split = [clauses(part) for part in parts]
            if sum(len(one) > 1 for one in split) != 1:
                return [formula]
            some = next(one for one in split if len(one) > 1)
            rest = [part for part, one in zip(parts, split, strict=True) if one is not some]
            return [build.disjunction((*rest, one)) for one in some]
        case nodes.Equal(nodes.Sum() as term, value) if len(term.counted) + len(term.added) > 1:
            return [build.at_most(term, value), build.negation(build.at_most(term, value - 1))]
        case _:
            return [formula]
