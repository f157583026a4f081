"""Scopes: formulas over one or two number variables and nothing else, which a table of values can decide."""

from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Term, Variable
from puzzlelang.problem.traversal import GRAPHS, LEAVES, PARTS

MOST_NODES = 200
"""A formula with more parts, repeated ones counted again, gets no table: telling its shape would take long."""


class Scope(msgspec.Struct, frozen=True, eq=False):
    """The scope of a formula: at most two variables in order, the number of parts, and whether it has arithmetic.

    Without arithmetic all parts are comparisons of single variables, which have literals.
    """

    variables: tuple[Variable, ...]
    size: int
    arithmetic: bool = False


Scopes = dict[int, Scope | None]
"""Scopes by identity of formulas and terms; None for those that speak of anything else, or of more variables."""


def has_numbers(problem: Problem) -> bool:
    """Return whether there is a number or a name to be found."""
    return any(variable.kind is not Kind.MEMBER for variable in problem.variables)


def scope(node: Formula | Term, known: Scopes) -> Scope | None:
    """Return the scope of a formula or term."""
    kind = type(node)
    if kind is nodes.Number:
        return Scope((node.variable,), 1)  # type: ignore[union-attr]
    if kind is int or kind is bool:
        return _CONSTANT
    if kind is nodes.Holds or kind in _OTHERS:
        return None
    key = id(node)
    if key not in known:
        compared = kind in _COMPARISONS and type(node.term) is not nodes.Number  # type: ignore[union-attr]
        known[key] = joined((scope(part, known) for part in PARTS[kind](node)), compared or kind is nodes.Distinct)
    return known[key]


def only_variable(formula: Formula) -> Variable | None:
    """Return the number variable that a formula of few parts is about, and nothing else; None if there is another."""
    result: Variable | None = None
    waiting: list[Formula | Term] = [formula]
    size = 0
    while waiting:
        node = waiting.pop()
        kind = type(node)
        size += 1
        if kind is nodes.Number:
            variable = node.variable  # type: ignore[union-attr]
            if result is not None and variable is not result:
                return None
            result = variable
        elif kind is nodes.Holds or kind in _OTHERS or size > MOST_NODES:
            return None
        elif kind is not int and kind is not bool:
            waiting.extend(PARTS[kind](node))
    return result


def joined(parts: Iterable[Scope | None], arithmetic: bool = False) -> Scope | None:
    """Join scopes; None if there would be more than two variables, or too many parts."""
    variables: tuple[Variable, ...] = ()
    size = 1
    for part in parts:
        if part is None:
            return None
        size += part.size
        arithmetic = arithmetic or part.arithmetic
        variables += tuple(one for one in part.variables if one not in variables)
        if len(variables) > 2 or size > MOST_NODES:
            return None
    return Scope(variables, size, arithmetic)


def best_pair(parts: Sequence[Formula], known: Scopes) -> tuple[tuple[Variable, ...], Sequence[int]]:
    """Find the two variables that most of these parts are about, and the positions of all parts about these alone.

    Nothing, if no part is arithmetic with two.
    """
    result = [scope(part, known) for part in parts]
    pairs: dict[frozenset[int], tuple[tuple[Variable, ...], int]] = {}
    for one in result:
        if one is not None and len(one.variables) == 2 and one.arithmetic:
            key = frozenset(variable.index for variable in one.variables)
            variables, times = pairs.get(key, (one.variables, 0))
            pairs[key] = variables, times + 1
    if not pairs:
        return (), ()
    chosen, _ = max(pairs.values(), key=lambda pair: pair[1])
    return chosen, [
        position
        for position, one in enumerate(result)
        if one is not None and one.variables and all(variable in chosen for variable in one.variables)
    ]


def relates_numbers(node: Formula | Term, known: Scopes, result: dict[int, bool]) -> bool:
    """Return whether a part of a node is arithmetic with two variables; `result` caches the results by identity."""
    kind = type(node)
    if kind is nodes.Not:
        return relates_numbers(node.part, known, result)  # type: ignore[union-attr]
    if kind in LEAVES or kind in _OTHERS:
        return False
    key = id(node)
    if key not in result:
        here = scope(node, known)
        if here is None:
            result[key] = any(relates_numbers(part, known, result) for part in PARTS[kind](node))
        else:
            result[key] = here.arithmetic and len(here.variables) == 2
    return result[key]


_CONSTANT = Scope((), 1)
_COMPARISONS = frozenset((nodes.AtMost, nodes.Equal))
_OTHERS = GRAPHS | {nodes.Paired, nodes.Runs, nodes.InOrder, nodes.SameShape}
