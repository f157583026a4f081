"""All of some terms different, by what says of each term and value that the term has the value."""

from collections.abc import Mapping, Sequence

from puzzlelang.sat.clauses import Clauses, Guard, add, fresh
from puzzlelang.sat.counting import at_least, at_most_one

Exact = Mapping[int, int]
"""For each value that a term can have the literal "it has this value"."""


def _by_value(terms: Sequence[Exact]) -> list[list[int]]:
    users: dict[int, list[int]] = {}
    for term in terms:
        for value, literal in term.items():
            users.setdefault(value, []).append(literal)
    return [users[value] for value in sorted(users)]


def require(clauses: Clauses, terms: Sequence[Exact], guard: Guard) -> None:
    """No value twice; where there are as many values as terms, also each value once."""
    users = _by_value(terms)
    for literals in users:
        at_most_one(clauses, literals, guard)
        if len(users) == len(terms):
            add(clauses, [*guard, *literals])


def refuse(clauses: Clauses, terms: Sequence[Exact], guard: Guard) -> None:
    """Some value twice."""
    repeated = []
    for literals in _by_value(terms):
        if len(literals) > 1:
            witness = fresh(clauses)
            at_least(clauses, literals, 2, [-witness])
            repeated.append(witness)
    add(clauses, [*guard, *repeated])
