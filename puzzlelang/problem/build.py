"""Constructors of nodes without graphs, but for `build_rows`: each simplifies as it builds.

What is known disappears here (fixed cells, ranges, counts that are decided), so that no solver sees it.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from puzzlelang.problem import nodes
from puzzlelang.problem.absorption import without_implied
from puzzlelang.problem.place_values import numeral
from puzzlelang.problem.record import And, Formula, Not, Or, Sum, Term
from puzzlelang.problem.shared_comparisons import shared_comparison


def negation(part: Formula) -> Formula:
    """Negate a formula."""
    if type(part) is Not:
        return part.part
    if part is True or part is False:
        return not part
    return Not(part)


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Conjoin formulas; True for none.  A formula beside others that are known stays the same node."""
    kept: list[Formula] = []
    whole: Formula = True
    for part in parts:
        if type(part) is And:
            kept.extend(part.parts)
            whole = part
        elif part is False:
            return False
        elif part is not True:
            kept.append(part)
    if len(kept) < 2:
        return kept[0] if kept else True
    return whole if type(whole) is And and len(whole.parts) == len(kept) else And(tuple(kept))


def nested_conjunction(parts: Iterable[Formula]) -> Formula:
    """Conjoin formulas, each `And` among them kept as one part, for parts that others share."""
    kept = [part for part in parts if part is not True]
    if any(part is False for part in kept):
        return False
    if len(kept) < 2:
        return kept[0] if kept else True
    return nodes.And(tuple(kept))


def prefixes(parts: Sequence[Formula]) -> Iterator[Formula]:
    """Yield the conjunction of the first 1, 2, … parts; stop at a part that is False.

    A prefix of n parts contains the conjunction of earlier blocks of about sqrt(n) parts as one part.  So all prefixes
    together have about n * sqrt(n) parts, and their depth is at most about sqrt(n).
    """
    block = math.isqrt(len(parts)) + 1
    before: Formula = True
    waiting: list[Formula] = []
    for part in parts:
        if part is False:
            return
        if part is not True:
            waiting.append(part)
        shared = nodes.And((before, *waiting)) if isinstance(before, nodes.And) and waiting else None
        here = conjunction([before, *waiting]) if shared is None else shared
        yield here
        if len(waiting) == block:
            before, waiting = here, []


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Disjoin formulas; False for none.  A formula beside others that are known stays the same node."""
    kept: list[Formula] = []
    whole: Formula = False
    for part in parts:
        if type(part) is Or:
            kept.extend(part.parts)
            whole = part
        elif part is True:
            return True
        elif part is not False:
            kept.append(part)
    if len(kept) < 2:
        return kept[0] if kept else False
    return whole if type(whole) is Or and len(whole.parts) == len(kept) else Or(tuple(kept))


def same(left: Formula, right: Formula) -> Formula:
    """State an equivalence."""
    if isinstance(left, bool):
        return right if left else negation(right)
    if isinstance(right, bool):
        return left if right else negation(left)
    if left is right:
        return True
    return nodes.Same(left, right)


def bounds(term: Term) -> tuple[int, int]:
    """Bound a term by the ranges of its variables: least and greatest value."""
    return (term, term) if isinstance(term, int) else (term.low, term.high)


def total(counted: Iterable[tuple[int, Formula]], added: Iterable[tuple[int, Term]] = (), constant: int = 0) -> Term:
    """Add up coefficient times formula (as 0 or 1) and coefficient times term."""
    formulas: list[tuple[int, Formula]] = []
    terms: list[tuple[int, Term]] = []
    for summand in counted:
        factor, formula = summand
        if formula is True:
            constant += factor
        elif formula is not False and factor:
            formulas.append(summand)
    for factor, term in added:
        if isinstance(term, int):
            constant += factor * term
        elif factor and type(term) is Sum:
            constant += factor * term.constant
            formulas.extend([(factor * inner, part) for inner, part in term.counted])
            terms.extend([(factor * inner, part) for inner, part in term.added])
        elif factor:
            terms.append((factor, term))
    if not formulas and len(terms) < 2 and constant == 0 and (not terms or terms[0][0] == 1):
        return terms[0][1] if terms else 0
    if not formulas and not terms:
        return constant
    low = high = constant
    for factor, _ in formulas:
        if factor < 0:
            low += factor
        else:
            high += factor
    for factor, term in terms:
        least, most = bounds(term)
        low, high = low + factor * (least if factor > 0 else most), high + factor * (most if factor > 0 else least)
    return nodes.Sum(tuple(formulas), tuple(terms), constant, low, high)


def count(parts: Iterable[Formula]) -> Term:
    """Count the true parts."""
    formulas: list[tuple[int, Formula]] = []
    certain = 0
    for part in parts:
        if part is True:
            certain += 1
        elif part is not False:
            formulas.append((1, part))
    return nodes.Sum(tuple(formulas), (), certain, certain, certain + len(formulas)) if formulas else certain


def product(left: Term, right: Term) -> Term:
    """Multiply two terms."""
    if isinstance(left, int):
        return total((), ((left, right),))
    if isinstance(right, int):
        return total((), ((right, left),))
    corners = [a * b for a in bounds(left) for b in bounds(right)]
    return nodes.Product(left, right, min(corners), max(corners))


def quotient(left: Term, right: Term) -> Term:
    """Divide, rounded down; 0 where right is 0."""
    if isinstance(left, int) and isinstance(right, int):
        return left // right if right else 0
    low, high = bounds(left)
    divisors = [d for d in (*bounds(right), -1, 1) if d and bounds(right)[0] <= d <= bounds(right)[1]]
    corners = [value // divisor for value in (low, high) for divisor in divisors]
    if bounds(right)[0] <= 0 <= bounds(right)[1]:
        corners.append(0)
    return nodes.Quotient(left, right, min(corners), max(corners))


def remainder(left: Term, right: Term) -> Term:
    """Take the remainder, from 0; left itself where right is 0.  Right is never negative."""
    if isinstance(left, int) and isinstance(right, int):
        return left % right if right else left
    low, high = bounds(left)
    least, most = bounds(right)
    if least == 0:
        return nodes.Remainder(left, right, min(low, 0), max(high, most - 1))
    return nodes.Remainder(left, right, 0, most - 1)


def choice(condition: Formula, then: Term, other: Term) -> Term:
    """Choose `then` if the condition holds, else `other`."""
    if isinstance(condition, bool):
        return then if condition else other
    if isinstance(then, int) and isinstance(other, int):
        return total(((then - other, condition),), (), other)
    (a, b), (c, d) = bounds(then), bounds(other)
    return nodes.Choice(condition, then, other, min(a, c), max(b, d))


def extreme(greatest: bool, items: Iterable[tuple[Formula, Term]], empty: int) -> Term:
    """Take the least or greatest of the present terms; `empty` if there is none."""
    present = [(presence, term) for presence, term in items if presence is not False]
    if not present:
        return empty
    if len(present) == 1 and present[0][0] is True:
        return present[0][1]
    pick = max if greatest else min
    if all(presence is True and isinstance(term, int) for presence, term in present):
        return pick(bounds(term)[0] for _, term in present)
    low = min(bounds(term)[0] for _, term in present)
    high = max(bounds(term)[1] for _, term in present)
    certain = [bounds(term) for presence, term in present if presence is True]
    if not certain:
        low, high = min(low, empty), max(high, empty)
    elif greatest:
        low = max(least for least, _ in certain)
    else:
        high = min(most for _, most in certain)
    return nodes.Extreme(greatest, tuple(present), empty, low, high)


def at_most(left: Term, right: Term) -> Formula:
    """State that left is at most right."""
    if isinstance(right, int):
        return _bound_by_parts(left, right)
    if isinstance(left, int):
        return negation(_bound_by_parts(right, left - 1))
    return _bound_by_parts(total((), ((1, left), (-1, right))), 0)


def _bound_by_parts(term: Term, bound: int) -> Formula:
    low, high = bounds(term)
    if high <= bound:
        return True
    if low > bound:
        return False
    if type(term) is Sum and not term.added and term.constant:
        return _bound_by_parts(
            nodes.Sum(term.counted, (), 0, low - term.constant, high - term.constant), bound - term.constant
        )
    if type(term) is Sum and not term.added and all(factor == 1 for factor, _ in term.counted):
        parts = [part for _, part in term.counted]
        if bound == 0:
            return conjunction(negation(part) for part in parts)
        if bound == len(parts) - 1:
            return disjunction(negation(part) for part in parts)
    return shared_comparison(nodes.AtMost, term, bound)


def equal(left: Term, right: Term) -> Formula:
    """State that two terms have the same value."""
    if isinstance(left, int):
        left, right = right, left
    if isinstance(left, int):
        return left == right
    if not isinstance(right, int):
        if left is right:
            return True
        left, right = total((), ((1, left), (-1, right))), 0
        if isinstance(left, int):
            return left == 0
    return _value_formula(left, right)


def _value_formula(term: Term, value: int) -> Formula:
    low, high = bounds(term)
    if low == high or not low <= value <= high:
        return low == value == high
    if type(term) is Sum and (split := numeral(term, value)) is not None:
        rest = equal(total((), split.others), split.value)
        return conjunction((*(equal(place, digit) for place, digit in split.places), rest))
    if type(term) is Sum and not term.added:
        if value == low:
            return conjunction(negation(part) if factor > 0 else part for factor, part in without_implied(term.counted))
        if value == high:
            return conjunction(part if factor > 0 else negation(part) for factor, part in term.counted)
        if term.constant:
            term = nodes.Sum(term.counted, (), 0, low - term.constant, high - term.constant)
            return nodes.Equal(term, value - (low - term.low))
    return shared_comparison(nodes.Equal, term, value)


def distinct(terms: Iterable[Term]) -> Formula:
    """State that all values differ."""
    items = tuple(terms)
    known = [term for term in items if isinstance(term, int)]
    if len(set(known)) < len(known):
        return False
    if len(items) - len(known) == 0 or len(items) < 2:
        return True
    ranges = [bounds(term) for term in items]
    if max(high for _, high in ranges) - min(low for low, _ in ranges) + 1 < len(items):
        return False
    if len(items) == 2:
        return negation(equal(items[0], items[1]))
    return nodes.Distinct(items)
