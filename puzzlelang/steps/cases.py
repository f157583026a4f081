"""The cases of a problem: its constraints, taken apart as far as a person does."""

from collections.abc import Iterator, Sequence

from puzzlelang.deductions.presolve import unguarded_formulas
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Origin, Problem, Rule, VariableRole
from puzzlelang.problem.traversal import About, about_graphs, split, variables
from puzzlelang.source import NOWHERE
from puzzlelang.steps.record import Case, Group

_DEFINED = Rule("borders", "A border has different areas on its two sides", NOWHERE)


def cases(stated: Problem) -> tuple[Case, ...]:
    """All cases in the order of the rules.

    A conjunction is taken apart, and parts about the same variables stay together, such as that no link or two meet in
    a cell.  What ties the borders of areas together counts as a rule as well.
    """
    about: About = {}
    found: list[Case] = []
    formulas = unguarded_formulas(stated, about)
    pairs = [(formula, one.origin) for formula, one in zip(formulas, stated.constraints, strict=True)]
    pairs += [(formula, Origin(_DEFINED, _DEFINED.sentence, ())) for formula in stated.definitions]
    for formula, origin in pairs:
        for part, indexes in _grouped(formula):
            graph = about_graphs(part, about)
            found.append(Case(len(found), part, origin, indexes, graph, _weight(part, len(indexes), graph)))
    return tuple(found)


def _grouped(formula: Formula) -> Iterator[tuple[Formula, tuple[int, ...]]]:
    groups: dict[frozenset[int], tuple[list[Formula], tuple[int, ...]]] = {}
    for part in _parts(formula):
        indexes = tuple(variable.index for variable in variables(part))
        groups.setdefault(frozenset(indexes), ([], indexes))[0].append(part)
    for parts, indexes in groups.values():
        yield build.conjunction(parts), indexes


def _parts(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, nodes.And):
        for part in formula.parts:
            yield from _parts(part)
    else:
        yield formula


def _weight(formula: Formula, size: int, graph: bool) -> int:
    """Rules about few places are seen first, then counts and lines, then what takes a look at the whole board."""
    if graph:
        return 8
    parts = formula.parts if isinstance(formula, nodes.And) else (formula,)
    if any(isinstance(part, nodes.Paired | nodes.InOrder) for part in parts):
        return 4
    if any(isinstance(part, nodes.Runs) for part in parts):
        return 3
    return 1 if size <= 4 else 2 if size <= 10 else 3


def groups(chosen: Sequence[Case]) -> tuple[Group, ...]:
    """Each case alone, then each with all others about places of its own alone, then all about the same part."""
    found = [Group(case.index, (case,), case.variables, case.graph, case.weight) for case in chosen]
    about: dict[int, list[Case]] = {}
    for case in chosen:
        for index in case.variables:
            about.setdefault(index, []).append(case)
    seen: set[frozenset[int]] = set()
    for case in chosen:
        own = frozenset(case.variables)
        if case.graph or len(own) < 2 or own in seen:
            continue
        near = dict.fromkeys(one for index in case.variables for one in about[index])
        within = [one for one in near if one is not case and not one.graph and own.issuperset(one.variables)]
        within = [one for one in within if len(one.variables) > 1]
        if within:
            seen.add(own)
            weight = 1 + max(one.weight for one in (case, *within))
            found.append(Group(len(found), (case, *within), case.variables, False, weight))
    for same in _of_parts(chosen):
        indexes = tuple(dict.fromkeys(index for case in same for index in case.variables))
        found.append(Group(len(found), tuple(same), indexes, True, 1 + max(case.weight for case in same)))
    return tuple(found)


def _of_parts(chosen: Sequence[Case]) -> Iterator[list[Case]]:
    """Several cases about the part of one vertex."""
    found: dict[tuple[int, int], list[Case]] = {}
    for case in chosen:
        if case.graph:
            said = {(id(one.graph), one.vertex) if isinstance(one, OF_PART) else None for one in split(case.formula)[1]}
            if len(said) == 1 and (vertex := said.pop()) is not None:
                found.setdefault(vertex, []).append(case)
    return (same for same in found.values() if len(same) > 1)


OF_PART = nodes.ComponentSize | nodes.Rectangle | nodes.First
"""What is said of the part of one vertex."""


def of_board(stated: Problem) -> Sequence[int]:
    """The indexes of the variables that a person draws."""
    return [variable.index for variable in stated.variables if variable.role is VariableRole.FOUND]
