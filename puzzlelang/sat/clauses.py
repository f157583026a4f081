"""Clauses under construction, and the literals that parts of the problem already have.

A literal is a non-zero integer, negative for "not".  `TRUE` and `FALSE` are literals too, so that no lowering needs a
case for what is known; `add` drops them.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

TRUE = 1
FALSE = -1

Literals = Sequence[int]
Guard = list[int]
"""Literals put into every clause that demands something: the demand counts only where all of them are false."""


class OrderEncoding(msgspec.Struct, frozen=True, eq=False):
    """A term in order encoding (Crawford and Baker 1994; Tamura, Taga, Kitagawa and Banbara 2009).

    `values` ascend and hold all that the term can be.  `least[i]` says "at least values[i]": it begins with TRUE, and
    one more at its end is FALSE, so `least[i + 1]` always reads "more than values[i]".
    """

    values: Sequence[int]
    least: Literals


class Clauses(msgspec.Struct, eq=False):
    """Clauses and literals made so far.

    `pending` are clauses not yet delivered to a solver; `top` is the last solver variable in use.  Per problem variable
    i: `members[i]` is the literal of a member, `orders[i]` the order literals, `exacts[i]` the literals "has this
    value" from the lowest value on.  `values` has these by (i, value) where they are conjunctions of order literals.
    By `id` of a node: `literals`, the directions `stated` of their definitions, `views`, and `met`, the nodes seen
    before, `derived`, the conjunctions that other clauses make true.  `gates` maps a conjunction to its literal.
    `by_rule` counts the clauses of each rule's constraints, `forms` the comparisons in each form that was chosen.
    `domains[i]` are the values that variable i may have, `known` the members that are true or false in any case,
    `differing` the variables whose values differ, `definitions` the formulas that hold in any case, `implications` the
    members that imply others by these (`nested_sums`; None until a sum asks for them).
    `scopes`, `plans`, `chosen_forms`, `counts`, `counted`, `group_sums`, `stated_differences`, `numbered`,
    `numbers_of_forms`, `compared`, `comparisons`, `equal_views` and `spelled` are caches of the modules that use them.
    """

    members: list[int]
    orders: list[OrderEncoding | None]
    exacts: list[Literals | None]
    values: dict[tuple[int, int], int] = msgspec.field(default_factory=dict)
    pending: list[list[int]] = msgspec.field(default_factory=lambda: [[TRUE]])
    top: int = TRUE
    literals: dict[int, int] = msgspec.field(default_factory=dict)
    stated: dict[int, int] = msgspec.field(default_factory=dict)
    met: set[int] = msgspec.field(default_factory=set)
    derived: frozenset[int] = frozenset()
    views: dict[int, OrderEncoding] = msgspec.field(default_factory=dict)
    gates: dict[tuple[int, ...], int] = msgspec.field(default_factory=dict)
    by_rule: dict[str, int] = msgspec.field(default_factory=dict)
    forms: dict[str, int] = msgspec.field(default_factory=dict)
    domains: Sequence[Sequence[int]] = ()
    known: Mapping[int, bool] = msgspec.field(default_factory=dict)
    scopes: dict[int, Any] = msgspec.field(default_factory=dict)
    plans: dict[object, Any] = msgspec.field(default_factory=dict)
    chosen_forms: dict[object, Any] = msgspec.field(default_factory=dict)
    tabled: bool = False
    differing: Any = None
    definitions: Sequence[Any] = ()
    implications: frozenset[tuple[int, int]] | None = None
    group_sums: dict[object, OrderEncoding] = msgspec.field(default_factory=dict)
    counts: dict[tuple[int, ...], OrderEncoding] = msgspec.field(default_factory=dict)
    counted: set[tuple[int, ...]] = msgspec.field(default_factory=set)
    stated_differences: set[object] = msgspec.field(default_factory=set)
    numbered: dict[int, tuple[Any, int]] = msgspec.field(default_factory=dict)
    numbers_of_forms: dict[object, int] = msgspec.field(default_factory=dict)
    compared: set[int] = msgspec.field(default_factory=set)
    comparisons: dict[tuple[str, int, int], Any] = msgspec.field(default_factory=dict)
    equal_views: dict[int, OrderEncoding] = msgspec.field(default_factory=dict)
    spelled: dict[int, Any] = msgspec.field(default_factory=dict)


def fresh(clauses: Clauses) -> int:
    """Make a new literal."""
    clauses.top += 1
    return clauses.top


def fresh_literals(clauses: Clauses, number: int) -> list[int]:
    """Make `number` new literals with consecutive numbers."""
    first = clauses.top + 1
    clauses.top += number
    return list(range(first, first + number))


def count_form(clauses: Clauses, name: str, times: int = 1) -> None:
    """Count comparisons in a form that was chosen, for `Clauses.forms`."""
    clauses.forms[name] = clauses.forms.get(name, 0) + times


def add(clauses: Clauses, clause: list[int]) -> None:
    """Add a clause, unless it is true anyway."""
    if TRUE in clause:
        return
    if FALSE in clause:
        clause = [literal for literal in clause if literal != FALSE]
    clauses.pending.append(clause)


def add_each(clauses: Clauses, guard: Guard, parts: Iterable[int]) -> None:
    """Add a clause for each of these literals, under the same guard."""
    if TRUE in guard:
        return
    kept = [literal for literal in guard if literal != FALSE]
    clauses.pending += [[*kept, part] if part != FALSE else [*kept] for part in parts if part != TRUE]


def all_of(clauses: Clauses, parts: Literals) -> int:
    """Make a literal equivalent to the conjunction; the same for the same parts."""
    kept = tuple(sorted({part for part in parts if part != TRUE}))
    if FALSE in kept or any(-part in kept for part in kept if part > 0):
        return FALSE
    if len(kept) < 2:
        return kept[0] if kept else TRUE
    if (known := clauses.gates.get(kept)) is not None:
        return known
    result = clauses.gates[kept] = fresh(clauses)
    clauses.pending.extend([-result, part] for part in kept)
    clauses.pending.append([result, *(-part for part in kept)])
    return result


def any_of(clauses: Clauses, parts: Literals) -> int:
    """Make a literal equivalent to the disjunction."""
    return -all_of(clauses, [-part for part in parts])


def if_then_else(clauses: Clauses, condition: int, then: int, other: int) -> int:
    """Make a literal equal to `then` where the condition holds, and to `other` where it does not."""
    if then == other:
        return then
    if condition in (TRUE, FALSE):
        return then if condition == TRUE else other
    if then in (TRUE, FALSE):
        return any_of(clauses, (condition, other)) if then == TRUE else all_of(clauses, (-condition, other))
    if other in (TRUE, FALSE):
        return any_of(clauses, (-condition, then)) if other == TRUE else all_of(clauses, (condition, then))
    result = fresh(clauses)
    clauses.pending += (
        [-condition, -then, result],
        [-condition, then, -result],
        [condition, -other, result],
        [condition, other, -result],
        [-then, -other, result],
        [then, other, -result],
    )
    return result


class ClauseMaker(msgspec.Struct, frozen=True):
    """Makes literals for `problem.automata`."""

    clauses: Clauses

    def constant(self, truth: bool) -> int:
        """The literal that is always true, or always false."""
        return TRUE if truth else FALSE

    def negation(self, part: int) -> int:
        """The opposite literal."""
        return -part

    def conjunction(self, parts: Literals) -> int:
        """Make a literal equivalent to the conjunction; see `all_of`."""
        return all_of(self.clauses, parts)

    def disjunction(self, parts: Literals) -> int:
        """Make a literal equivalent to the disjunction; see `any_of`."""
        return any_of(self.clauses, parts)

    def if_then_else(self, condition: int, then: Literals, other: int) -> int:
        """Make a literal equal to the conjunction `then` where the condition holds, else to `other`."""
        return if_then_else(self.clauses, condition, all_of(self.clauses, then), other)


def chain(clauses: Clauses, least: Literals) -> None:
    """State that each of these order literals implies the one before it."""
    for lower, higher in pairwise(least):
        add(clauses, [-higher, lower])
