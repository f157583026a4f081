"""The cases of a problem: its constraints, taken apart as far as a person does."""

from collections.abc import Iterator, Sequence

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Origin, Problem, Rule, VariableRole
from puzzlelang.problem.traversal import About, about_graphs, variables
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
    pairs = [(one.formula, one.origin) for one in stated.constraints]
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
    """Each case alone, then each with the others that are only about places of its own, if there are any."""
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
    return tuple(found)


def of_board(stated: Problem) -> Sequence[int]:
    """The indexes of the variables that a person draws."""
    return [variable.index for variable in stated.variables if variable.role is VariableRole.FOUND]
