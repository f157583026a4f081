"""Tables: which values of two number variables a formula allows, and the clauses that say so.

A table is a set of bits, one for each pair of values.  A term is the set of pairs at which it has each value, so that a
formula of any operations is decided for all pairs at once.  Tables of formulas of the same shape are made once.

`table_clauses` has the clauses that say so.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import assert_never

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term, Variable
from puzzlelang.problem.traversal import PARTS

Values = Sequence[int]
Masks = dict[int, int]
"""For each value of a term the pairs at which it has this value."""

MOST_PAIRS = 4096
"""No larger table is made."""


class Space(msgspec.Struct, eq=False):
    """All pairs of values of two variables: the pair of the values i and j is bit `i * len(right) + j`.

    With one variable the second has the single value 0.  `known`: by identity of a node what was made of it.
    """

    variables: Sequence[Variable]
    left: Values
    right: Values
    known: dict[int, int] = msgspec.field(default_factory=dict)
    terms: dict[int, Masks] = msgspec.field(default_factory=dict)

    @property
    def full(self) -> int:
        """All pairs."""
        return (1 << len(self.left) * len(self.right)) - 1


def space(variables: Sequence[Variable], values: Sequence[Values]) -> Space:
    """Make the space of one or two variables with these values."""
    return Space(variables, values[0], values[1] if len(values) > 1 else (0,))


def truth(formula: Formula, of: Space) -> int:
    """Return the pairs at which a formula is true."""
    if isinstance(formula, bool):
        return of.full if formula else 0
    if id(formula) not in of.known:
        of.known[id(formula)] = _truth(formula, of)
    return of.known[id(formula)]


def _truth(formula: Formula, of: Space) -> int:
    match formula:
        case nodes.Not(part):
            return of.full & ~truth(part, of)
        case nodes.And(parts):
            return reduce(and_, (truth(part, of) for part in parts))
        case nodes.Or(parts):
            return reduce(or_, (truth(part, of) for part in parts))
        case nodes.Same(left, right):
            return of.full & ~(truth(left, of) ^ truth(right, of))
        case nodes.AtMost(term, bound):
            return reduce(or_, (mask for value, mask in masks(term, of).items() if value <= bound), 0)
        case nodes.Equal(term, value):
            return masks(term, of).get(value, 0)
        case nodes.Distinct(terms):
            return of.full & ~reduce(or_, _repeats([masks(term, of) for term in terms]), 0)
        case _:
            raise ValueError("a table is about numbers alone")


def _repeats(terms: Sequence[Masks]) -> Iterable[int]:
    for index, first in enumerate(terms):
        for second in terms[:index]:
            for value, mask in first.items():
                yield mask & second.get(value, 0)


def masks(term: Term, of: Space) -> Masks:
    """Return the pairs at which a term has each of its values."""
    if isinstance(term, int):
        return {term: of.full}
    if isinstance(term, nodes.Number):
        return _variable(term.variable, of)
    if id(term) not in of.terms:
        of.terms[id(term)] = _masks(term, of)
    return of.terms[id(term)]


def _variable(variable: Variable, of: Space) -> Masks:
    width = len(of.right)
    if variable is of.variables[0]:
        row = (1 << width) - 1
        return {value: row << (index * width) for index, value in enumerate(of.left)}
    column = reduce(or_, (1 << (index * width) for index in range(len(of.left))))
    return {value: column << index for index, value in enumerate(of.right)}


def _masks(term: Term, of: Space) -> Masks:
    match term:
        case nodes.Sum(counted, added, constant):
            parts = [_choose(truth(part, of), {factor: of.full}, {0: of.full}, of) for factor, part in counted]
            parts += [{factor * value: mask for value, mask in masks(part, of).items()} for factor, part in added]
            return reduce(lambda left, right: _combine(left, right, int.__add__), parts, {constant: of.full})
        case nodes.Product(left, right):
            return _combine(masks(left, of), masks(right, of), int.__mul__)
        case nodes.Quotient(left, right):
            return _combine(masks(left, of), masks(right, of), lambda a, b: a // b if b else 0)
        case nodes.Remainder(left, right):
            return _combine(masks(left, of), masks(right, of), lambda a, b: a % b if b else a)
        case nodes.Choice(condition, then, other):
            return _choose(truth(condition, of), masks(then, of), masks(other, of), of)
        case nodes.Extreme(greatest, items, empty):
            return _extreme(max if greatest else min, items, empty, of)
        case int() | nodes.Number() | nodes.ComponentSize():
            raise ValueError("a table is about numbers alone")
        case _:
            assert_never(term)


def _combine(left: Masks, right: Masks, operation: Callable[[int, int], int]) -> Masks:
    result: Masks = {}
    for a, first in left.items():
        for b, second in right.items():
            if both := first & second:
                value = operation(a, b)
                result[value] = result.get(value, 0) | both
    return result


def _choose(condition: int, then: Masks, other: Masks, of: Space) -> Masks:
    result = {value: mask & condition for value, mask in then.items() if mask & condition}
    for value, mask in other.items():
        if rest := mask & of.full & ~condition:
            result[value] = result.get(value, 0) | rest
    return result


def _extreme(pick: Callable[[int, int], int], items: Sequence[tuple[Formula, Term]], empty: int, of: Space) -> Masks:
    """Add one item after the other; `none` are the pairs at which nothing was present so far."""
    result: Masks = {}
    none = of.full
    for presence, term in items:
        here, seen = truth(presence, of), masks(term, of)
        both = _combine(result, {value: mask & here for value, mask in seen.items()}, pick)
        first = {value: mask & here & none for value, mask in seen.items()}
        kept = {value: mask & ~here for value, mask in result.items()}
        result = {}
        for one in (both, first, kept):
            for value, mask in one.items():
                if mask:
                    result[value] = result.get(value, 0) | mask
        none &= ~here
    if none:
        result[empty] = result.get(empty, 0) | none
    return result


Shape = object
"""What a formula or term consists of, but for which its variables are."""


def shape(node: Formula | Term, variables: Sequence[Variable]) -> Shape:
    """Return the shape of a node over these variables; nodes of the same shape have the same table."""
    match node:
        case bool() | int():
            return type(node) is bool, node
        case nodes.Number(variable):
            return "variable", variables.index(variable)
        case nodes.Not(part):
            return "not", shape(part, variables)
        case nodes.AtMost(term, number) | nodes.Equal(term, number):
            return type(node).__name__, number, shape(term, variables)
        case nodes.Sum(counted, added, constant):
            parts = [(factor, shape(part, variables)) for factor, part in (*counted, *added)]
            return "sum", constant, len(counted), *parts
        case nodes.Extreme(greatest, items, empty):
            return "extreme", greatest, empty, *(shape(part, variables) for item in items for part in item)
        case _:
            return type(node).__name__, *(shape(part, variables) for part in PARTS[type(node)](node))
