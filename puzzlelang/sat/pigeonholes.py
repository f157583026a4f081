"""Pigeonholes: groups of which at most one literal is true, and so exactly one, as there are no more groups than that.

On a Dominosa each cell belongs to one domino, so their number is known; each pair of numbers occurs at most once, and
there are as many pairs.  Resolution cannot count (Haken 1985), so the clauses that follow are added.  The groups are
found among the clauses, as in Biere, Le Berre, Lonca and Manthey (2014).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from puzzlelang.problem.record import Kind, Problem, VariableRole
from puzzlelang.sat.clauses import Clauses, count_form

MOST = 8
"""The largest clause that is looked at as a group of which one literal is true."""

LEAST = 2_000
"""With fewer clauses a search is short whatever it cannot count, and groups are not looked for."""

Pair = frozenset[int]
"""Two literals that are not both true."""


def add_consequences(clauses: Clauses, problem: Problem, ends: Sequence[int]) -> None:
    """Add that one literal of each group is true, where that follows from the number of groups.

    The clauses of the constraint i end before `ends[i]`.  Groups are what the clauses of one rule make of the literals,
    so that a pair which two rules exclude belongs to groups of both.
    """
    if len(clauses.pending) < LEAST:
        return
    board = {
        clauses.members[one.index]
        for one in problem.variables
        if one.kind is Kind.MEMBER and one.role is VariableRole.FOUND
    }
    if not board or not ends:
        return
    by_rule = _by_rule(clauses, problem, ends, board)
    if len(by_rule) < 2:  # one rule for what is exactly one, another for what is at most one
        return
    stated = clauses.pending[: ends[-1]]
    groups = _groups(stated, set().union(*by_rule.values()))
    if not groups:
        return
    # A group of two is one of the opposite literals as well; what matters are those of the larger groups.
    opposite = {-literal for group in groups if len(group) > 2 for literal in group}
    groups = [group for group in groups if not group & opposite]
    times = Counter(literal for group in groups for literal in group)
    if len(set(times.values())) != 1:
        return
    total, rest = divmod(len(groups), next(iter(times.values())))
    wide = {frozenset(clause) for clause in stated if len(clause) <= MOST}
    for pairs in by_rule.values():
        cliques = _cliques(sorted(times, key=abs), pairs)
        if rest == 0 and cliques is not None and len(cliques) == total:
            new = [clique for clique in cliques if frozenset(clique) not in wide]
            clauses.pending.extend(new)
            if new:
                count_form(clauses, "pigeonholes", len(new))


def _groups(stated: Iterable[Sequence[int]], conflicts: Collection[Pair]) -> list[Pair]:
    """The clauses of which any two literals exclude each other; most fail at the first two."""
    excluded = frozenset().union(*conflicts)
    short = (
        clause
        for clause in stated
        if 1 < len(clause) <= MOST
        and clause[0] in excluded
        and clause[1] in excluded
        and frozenset(clause[:2]) in conflicts
    )
    wide = dict.fromkeys(map(frozenset, short))
    return [one for one in wide if len(one) > 1 and all(frozenset(two) in conflicts for two in combinations(one, 2))]


def _by_rule(clauses: Clauses, problem: Problem, ends: Sequence[int], board: Collection[int]) -> dict[str, set[Pair]]:
    """The pairs of literals of the board that the clauses of each rule exclude."""
    signed = {*board, *(-literal for literal in board)}
    short = [
        (position, clause)
        for position, clause in enumerate(clauses.pending[: ends[-1]])
        if len(clause) == 2 and clause[0] in signed and clause[1] in signed
    ]
    result: dict[str, set[Pair]] = {}
    number, end, pairs = -1, 0, set[Pair]()
    for position, (one, other) in short:
        if position >= end:
            while end <= position:
                number += 1
                end = ends[number]
            pairs = result.setdefault(problem.constraints[number].origin.rule.name, set())
        if abs(one) != abs(other):
            pairs.add(frozenset((-one, -other)))
    return result


def _cliques(literals: Iterable[int], pairs: Collection[Pair]) -> list[list[int]] | None:
    """Split literals into parts, in each of which any two are a pair; None if there are other pairs."""
    part = {literal: [literal] for literal in literals}
    within = [sorted(pair, key=abs) for pair in pairs if all(literal in part for literal in pair)]
    for first, second in sorted(within):
        small, large = sorted((part[first], part[second]), key=len)
        if small is large:
            continue
        large += small
        if len(large) * (len(large) - 1) > 2 * len(within):  # more pairs than there are
            return None
        part.update(dict.fromkeys(small, large))
    parts = {id(one): one for one in part.values()}.values()
    result = [sorted(one, key=abs) for one in parts]
    size = sum(len(one) * (len(one) - 1) // 2 for one in result)
    return result if size == len(within) else None
