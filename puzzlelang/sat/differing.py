"""Number variables that certainly differ: groups, such as the rows of a Sudoku, and pairs."""

from collections.abc import Mapping, Sequence, Set
from itertools import combinations

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Problem, Variable
from puzzlelang.problem.traversal import together
from puzzlelang.sat import compare


class Group(msgspec.Struct, frozen=True, eq=False):
    """Variables whose values differ; `total` is their sum if they are as many as their values, else None."""

    indexes: frozenset[int]
    variables: Sequence[Variable]
    total: int | None = None


class Differing(msgspec.Struct, frozen=True, eq=False):
    """Groups of different numbers, by the index of a variable: its groups, and all variables that differ from it."""

    groups: Mapping[int, Sequence[Group]] = {}
    others: Mapping[int, Set[int]] = {}


def differing(problem: Problem, domains: Sequence[Sequence[int]]) -> Differing:
    """Return what the constraints of a problem state to differ, all of which hold, with these domains."""
    groups: dict[int, list[Group]] = {}
    others: dict[int, set[int]] = {}
    known: set[frozenset[int]] = set()
    stated = (*(one.formula for one in problem.constraints), *problem.definitions)
    for part in (part for formula in stated for part in together(formula)):
        if type(part) is nodes.Distinct:
            variables = [one.variable for one in part.terms if isinstance(one, nodes.Number)]
            indexes = frozenset(one.index for one in variables)
            if len(indexes) == len(variables) > 1 and indexes not in known:
                known.add(indexes)
                values = {value for index in indexes for value in domains[index]}
                group = Group(indexes, variables, sum(values) if len(values) == len(indexes) else None)
                for index in indexes:
                    groups.setdefault(index, []).append(group)
                    others.setdefault(index, set()).update(indexes)
        elif type(part) is nodes.Not and type(part.part) is nodes.Equal:
            pair = compare.difference(part.part)
            if pair is not None and pair[2] == 0:
                others.setdefault(pair[0].index, set()).add(pair[1].index)
                others.setdefault(pair[1].index, set()).add(pair[0].index)
    return Differing(groups, others)


def differ(known: Differing, variables: Sequence[Variable]) -> bool:
    """Return whether the values of these variables certainly differ."""
    pairs = combinations((variable.index for variable in variables), 2)
    return all(first != second and second in known.others.get(first, ()) for first, second in pairs)


def groups_among(known: Differing, variables: Sequence[Variable]) -> Sequence[Group]:
    """Return groups to which some of these variables belong: those that are stated, and some made of pairs."""
    stated = {id(group): group for one in variables for group in known.groups.get(one.index, ())}
    left, result = list(dict.fromkeys(variables)), []
    while left:
        clique: list[Variable] = []
        for one in left:
            if all(other.index in known.others.get(one.index, ()) for other in clique):
                clique.append(one)
        left = [one for one in left if one not in clique]
        if len(clique) > 1:
            result.append(Group(frozenset(one.index for one in clique), clique))
    return [*stated.values(), *result]
