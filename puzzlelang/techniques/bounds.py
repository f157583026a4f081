"""What a formula or a term lies between, and what follows of comparisons.

The rules here are those of monotone formulas: see `relaxation` for their proof.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from puzzlelang.problem import build
from puzzlelang.problem.nodes import Formula, Term


class Between(msgspec.Struct, frozen=True, eq=False):
    """Two formulas about kept variables: `under` implies the original, which implies `over`."""

    under: Formula
    over: Formula

    @property
    def exact(self) -> bool:
        """Whether both are the original."""
        return self.under is self.over


UNKNOWN = Between(False, True)


class Capped(msgspec.Struct, frozen=True, eq=False):
    """The lesser of a number and `cap`, as a term."""

    term: Term
    cap: int

    @property
    def beyond(self) -> Formula:
        """State that the number may be more."""
        return build.equal(self.term, self.cap)


class Bounds(msgspec.Struct, frozen=True, eq=False):
    """Terms between which a term lies; None without a bound.

    Where `free_below` holds it may be less than `low`, where `free_above` holds more than `high`.  `capped`: both are
    this, and it is the same as far as that goes.
    """

    low: Term | None
    high: Term | None
    free_below: Formula = False
    free_above: Formula = False
    capped: Capped | None = None

    def exact_for(self, value: int) -> bool:
        """Whether both are the original in a comparison with this value."""
        return self.exact or (self.capped is not None and value < self.capped.cap)

    @property
    def exact(self) -> bool:
        """Whether both are the original."""
        unbound = self.free_below is not False or self.free_above is not False
        return not unbound and self.low is not None and _is_same_term(self.low, self.high)


UNBOUND = Bounds(None, None)


def _is_same_term(left: Term | None, right: Term | None) -> bool:
    return left is right or (isinstance(left, int) and isinstance(right, int) and left == right)


def exact_formula(formula: Any) -> Between:
    """What is known exactly; nothing is known of None."""
    return UNKNOWN if formula is None else Between(formula, formula)


def negated(between: Between) -> Between:
    """Negate: what is above is now below."""
    under = build.negation(between.over)
    return Between(under, under if between.exact else build.negation(between.under))


def same(left: Between, right: Between) -> Between:
    """State that both are true or both are false."""
    if left.exact and right.exact:
        return exact_formula(build.same(left.over, right.over))
    either = build.disjunction
    both = build.conjunction
    no = build.negation
    under = either((both((left.under, right.under)), both((no(left.over), no(right.over)))))
    over = both((either((no(left.under), right.over)), either((left.over, no(right.under)))))
    return Between(under, over)


def distinct(terms: Sequence[Bounds]) -> Between:
    """State that terms differ, as far as they are known."""
    known = [bounds.low for bounds in terms if bounds.exact and bounds.low is not None]
    capped = [bounds.capped for bounds in terms if bounds.capped is not None]
    pairs = [
        (one, other) for at, one in enumerate(capped) for other in (*known, *(later.term for later in capped[at + 1 :]))
    ]
    apart = [build.disjunction((one.beyond, build.distinct((one.term, other)))) for one, other in pairs]
    over = build.conjunction((build.distinct(known), *apart))
    return Between(over if len(known) == len(terms) else False, over)


def at_most(term: Bounds, bound: int) -> Between:
    """State that a term is at most a number."""
    if term.exact_for(bound) and term.low is not None:
        return exact_formula(build.at_most(term.low, bound))
    over = True if term.low is None else build.disjunction((term.free_below, build.at_most(term.low, bound)))
    sure = build.negation(term.free_above)
    under = False if term.high is None else build.conjunction((sure, build.at_most(term.high, bound)))
    return Between(under, over)


def equal(term: Bounds, value: int) -> Between:
    """State that a term is a number: of one that is not known exactly, that it is at most and at least that."""
    if term.exact_for(value) and term.low is not None:
        return exact_formula(build.equal(term.low, value))
    least, most = negated(at_most(term, value - 1)), at_most(term, value)
    return Between(build.conjunction((least.under, most.under)), build.conjunction((least.over, most.over)))
