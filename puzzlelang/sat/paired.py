"""Perfect matchings between what is present on two sides, by the literals that say it is present."""

from collections.abc import Sequence

from puzzlelang.sat.clauses import Clauses, Guard, Literals, add, fresh, several
from puzzlelang.sat.counting import at_least, at_most_one

Edges = Sequence[tuple[int, int]]
"""Pairs of a position on the left and one on the right that may be partners."""


def require(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """There is a perfect matching: a literal for each edge, one true at everything present.

    An edge needs both of its ends; this and "at most one" hold without the guard, as no edge has to be used then.
    """
    used = several(clauses, len(edges))
    at_left: list[list[int]] = [[] for _ in left]
    at_right: list[list[int]] = [[] for _ in right]
    for edge, (a, b) in zip(used, edges, strict=True):
        add(clauses, [-edge, left[a]])
        add(clauses, [-edge, right[b]])
        at_left[a].append(edge)
        at_right[b].append(edge)
    for presences, used_at in ((left, at_left), (right, at_right)):
        for presence, partners in zip(presences, used_at, strict=True):
            at_most_one(clauses, partners, [])
            add(clauses, [*guard, -presence, *partners])


def refuse(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """There is no perfect matching: some present things of one side have too few partners (Hall 1935).

    This is complete, as two matchings that serve one side each give one that serves both (Mendelsohn and Dulmage 1958).
    """
    short = fresh(clauses), fresh(clauses)
    _too_few(clauses, left, right, edges, [-short[0]])
    _too_few(clauses, right, left, [(b, a) for a, b in edges], [-short[1]])
    add(clauses, [*guard, *short])


def _too_few(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """Some of the left side, all present, are more than all who are present and may be partner of one of them."""
    chosen = several(clauses, len(left))
    partners = several(clauses, len(right))
    for one, presence in zip(chosen, left, strict=True):
        add(clauses, [-one, presence])
    for a, b in edges:
        add(clauses, [-chosen[a], -right[b], partners[b]])
    at_least(clauses, [*chosen, *(-one for one in partners)], len(partners) + 1, guard)
