"""Parts of a count each of which implies the one before it, such as what is seen along a line, cell by cell.

Where a count is compared with a small number, the parts far along a line add nothing: with one of them true, the parts
before it are more than that number already.  And the parts along a line are their count in unary, so that only the
counts of lines are to be added up.

A place that is known, such as a white cell of a clue, makes a part equal to the one before it, or false.  So a line of
which places are known has fewer counts.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import And, Formula, Holds, Problem
from puzzlelang.problem.traversal import together
from puzzlelang.sat.clauses import FALSE, TRUE, OrderEncoding

FEW = 8
"""A count of fewer parts is stated part by part, as that takes few clauses."""

KnownMembers = Mapping[int, bool]
"""The truth of members that constraints state, by the index of the variable."""


def known_members(problem: Problem) -> KnownMembers:
    """Return the members that constraints by themselves make true or false; only where all of these hold."""
    result: dict[int, bool] = {}
    for formula in (one.formula for one in problem.constraints):
        for part in together(formula):
            if type(part) is Holds:
                result[part.variable.index] = True
            elif type(part) is nodes.Not and type(part.part) is Holds:
                result[part.part.variable.index] = False
    return result


def rows_of(parts: Iterable[Formula], most: int) -> list[list[Formula]]:
    """Split parts into rows, each part of which implies the one before it, without those behind `most` others.

    The number of true parts stays the same, or it was and is `most` or more.
    """
    result: list[list[Formula]] = []
    length = 0
    before: Formula | None = None
    for part in parts:
        length = length + 1 if before is not None and _added(part, before) else 1
        if length == 1:
            result.append([part])
        elif length <= most:
            result[-1].append(part)
        before = part
    return result


class Step(msgspec.Struct, frozen=True):
    """A row has `count` true parts at least if its part `first` is true: if `added` is, and the step before it."""

    count: int
    first: Formula
    added: tuple[Formula, ...]


def steps_of(rows: Iterable[Sequence[Formula]], most: int, known: KnownMembers) -> list[list[Step]]:
    """Return the steps of each row, without those that known members make equal or false, or that lie beyond `most`.

    A first step to which nothing is added is a count that is certain.
    """
    result = [_steps(row, known) for row in rows]
    certain = sum(_least(steps) for steps in result)
    for steps in result:
        left = most - certain + _least(steps)
        enough = next((place for place, step in enumerate(steps, 1) if step.count >= left), len(steps))
        del steps[enough:]
    return result


def view(steps: Sequence[Step], literals: Sequence[int]) -> OrderEncoding:
    """Return the count of a row by the literals of its steps; TRUE for one that is certain."""
    if literals and literals[0] == TRUE:
        return OrderEncoding([step.count for step in steps], [*literals, FALSE])
    return OrderEncoding([0, *(step.count for step in steps)], [TRUE, *literals, FALSE])


def _least(steps: Sequence[Step]) -> int:
    return steps[0].count if steps and not steps[0].added else 0


def _steps(row: Sequence[Formula], known: KnownMembers) -> list[Step]:
    result: list[Step] = []
    before: Formula | None = None
    for count, part in enumerate(row, 1):
        added = together(part) if before is None else _added(part, before)
        open_parts = tuple(one for one in added if _truth(one, known) is not True)
        if any(_truth(one, known) is False for one in open_parts):
            break
        if open_parts or not result:
            result.append(Step(count, part, open_parts))
        else:
            result[-1] = Step(count, result[-1].first, result[-1].added)
        before = part
    return result


def _truth(part: Formula, known: KnownMembers) -> bool | None:
    if type(part) is Holds:
        return known.get(part.variable.index)
    if type(part) is nodes.Not and type(part.part) is Holds:
        truth = known.get(part.part.variable.index)
        return None if truth is None else not truth
    return None


def _added(part: Formula, before: Formula) -> Sequence[Formula]:
    """Return what a conjunction adds to another one that it begins with, or with the parts of which; else nothing."""
    if type(part) is not And:
        return ()
    if part.parts[0] is before:
        return part.parts[1:]
    if type(before) is And and part.parts[: len(before.parts)] == before.parts:  # nodes are equal if they are the same
        return part.parts[len(before.parts) :]
    return ()
