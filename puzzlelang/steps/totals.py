"""Counts that contradict each other only together: what some come to, within others that come to less.

The places of some counts lie among those of others, each in one of the first and one of the second; so the first come
to no more than the second.  All rows and all columns of a board are the usual case.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Origin
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.record import Case
from puzzlelang.steps.setting import World
from puzzlelang.steps.templates import Template, listed

Literal = tuple[int, int, bool]
"""A variable by index and one of its values; whether it has that value."""


class _Count(msgspec.Struct, frozen=True, eq=False):
    """How often what is open is true, between two bounds; None where there is no bound."""

    origin: Origin
    among: Counter[Literal]
    least: int | None
    most: int | None


def told(cases: Sequence[Case], known: World) -> str:
    """That the counts of some cases exceed those of the others; empty if that is not what is wrong."""
    counts = [_count(case, known) for case in cases]
    if None in counts:
        return ""
    sides = _sides([one for one in counts if one is not None])
    for first, second in (sides, sides[::-1]):
        wanted, most = [one.least for one in first], [one.most for one in second]
        inside = sum((one.among for one in first), Counter[Literal]())
        if None in wanted or None in most or inside - sum((one.among for one in second), Counter[Literal]()):
            continue
        least, limit = sum(one or 0 for one in wanted), sum(one or 0 for one in most)
        if first and second and least > limit:
            names = (listed((_name(one.origin) for one in side), "and") for side in (first, second))
            return Template.TOTALS.filled(
                False, **dict(zip(("first", "second"), names, strict=True)), least=least, limit=limit
            )
    return ""


def _name(origin: Origin) -> str:
    bound = " ".join(str(value) for _, value in origin.bindings)
    return bound or f"the rule {origin.rule.name}"


def _count(case: Case, known: World) -> _Count | None:
    match case.formula:
        case nodes.Equal(nodes.Sum(counted, (), constant), value):
            return _bounded(case.origin, counted, value - constant, value - constant, known)
        case nodes.AtMost(nodes.Sum(counted, (), constant), bound):
            return _bounded(case.origin, counted, None, bound - constant, known)
        case nodes.Paired(left, right):
            for one, other in ((left, right), (right, left)):
                fixed = [evaluate.truth(presence, known) for _, presence in one]
                if None not in fixed:
                    count = fixed.count(True)
                    return _bounded(case.origin, [(1, presence) for _, presence in other], count, count, known)
            return None
        case _:
            return None


def _bounded(
    origin: Origin, counted: Sequence[tuple[int, Formula]], least: int | None, most: int | None, known: World
) -> _Count | None:
    factors = {factor for factor, _ in counted}
    if factors == {-1}:
        least, most = (None if most is None else -most), (None if least is None else -least)
    elif factors != {1}:
        return None
    there, among = 0, Counter[Literal]()
    for _, part in counted:
        truth = evaluate.truth(part, known)
        literal = _literal(part)
        if truth is not None:
            there += truth
        elif literal is None:
            return None
        else:
            among[literal] += 1
    return _Count(origin, among, None if least is None else least - there, None if most is None else most - there)


def _literal(part: Formula) -> Literal | None:
    match part:
        case nodes.Holds(variable):
            return variable.index, 1, True
        case nodes.Not(inner):
            found = _literal(inner)
            return None if found is None else (found[0], found[1], not found[2])
        case nodes.Equal(nodes.Number(variable), value) if len(variables(part)) == 1:
            return variable.index, value, True
        case _:
            return None


def _sides(counts: Sequence[_Count]) -> tuple[list[_Count], list[_Count]]:
    """Two sides such that counts of one place stand on different ones, as far as that is possible."""
    side: dict[int, int] = {}
    for start in range(len(counts)):
        side.setdefault(start, 0)
        queue = [start]
        for one in queue:
            for other in range(len(counts)):
                if other not in side and counts[one].among & counts[other].among:
                    side[other] = 1 - side[one]
                    queue.append(other)
    first = [count for index, count in enumerate(counts) if side[index] == 0]
    return first, [count for index, count in enumerate(counts) if side[index] == 1]
