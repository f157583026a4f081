"""Cases of a problem: its constraints split into the smallest applications of a rule, and groups of these.

Arc consistency on two cases one by one loses nothing if they share only one variable.  If they share several, each case
may exclude no value and still relate them.  For example, two lines at a corner may be either both present or both
absent.  So `joint_groups` bundles a case with those that share at least two places with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.deductions.presolve import unguarded_formulas
from puzzlelang.geometry.places import Link
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph, Kind, Origin, Problem, Rule, VariableRole
from puzzlelang.problem.traversal import About, about_graphs, split, variables
from puzzlelang.source import NOWHERE
from puzzlelang.steps.cases import families
from puzzlelang.steps.cases.seen_as_one import seen_as_one
from puzzlelang.steps.cases.surroundings import OF_PART, surroundings
from puzzlelang.steps.cases.touched_cells import TOUCHED, says_touched
from puzzlelang.steps.record import CaseGroup, RuleCase
from puzzlelang.steps.templates import named_text

_BORDERS = Rule("borders", "A border has different areas on its two sides", NOWHERE)
_MEMBERS = Rule("areas", "Only cells of the set that is cut are in an area", NOWHERE)


def cases(problem: Problem) -> tuple[RuleCase, ...]:
    """All cases in the order of the rules.

    A conjunction is split.  Parts about the same variables stay together, such as that no link or two meet in a cell.
    What links the borders of areas with each other counts as a rule as well.
    """
    about: About = {}
    rule_cases: list[RuleCase] = []
    formulas = unguarded_formulas(problem, about)
    pairs = [(formula, one.origin) for formula, one in zip(formulas, problem.constraints, strict=True)]
    pairs += [(formula, _of_areas(formula)) for formula in problem.definitions]
    for formula, origin in pairs:
        for part, indexes in _by_variables(formula):
            graph = about_graphs(part, about)
            weight = 1 if origin.rule is TOUCHED else _weight(part, len(indexes), graph)
            of_numbers = not graph and any(problem.variables[index].kind is not Kind.MEMBER for index in indexes)
            application = _application(origin) if of_numbers and len(indexes) > 1 else ""
            deciding = surroundings(part, indexes) if graph else indexes
            rule_cases.append(RuleCase(len(rule_cases), part, origin, indexes, deciding, graph, weight, application))
    return tuple(rule_cases)


def _of_areas(formula: Formula) -> Origin:
    """Return what a definition is called: what it says of borders, or of which cells are in areas."""
    rule = _BORDERS if any(isinstance(one.place, Link) for one in variables(formula)) else _MEMBERS
    return Origin(rule, rule.sentence, ())


def _application(origin: Origin) -> str:
    """Return what names an application of a rule that may have several cases; empty if its sentence names nothing."""
    return f"{origin.rule.name}: {origin.sentence}" if named_text(origin) else ""


def _by_variables(formula: Formula) -> Iterator[tuple[Formula, tuple[int, ...]]]:
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
    """Return how hard a case is to see: rules about few places, then counts and lines, then the whole board."""
    if graph:
        return 8
    parts = formula.parts if isinstance(formula, nodes.And) else (formula,)
    if any(isinstance(part, nodes.Paired | nodes.InOrder) for part in parts):
        return 4
    if any(isinstance(part, nodes.Runs) for part in parts):
        return 3
    return 1 if size <= 4 else 2 if size <= 10 else 3


def case_groups(chosen: Sequence[RuleCase]) -> tuple[CaseGroup, ...]:
    """Groups: each case alone, with all others within its places, and all cases about the same component.

    A case that says that numbers differ counts as far as these are among the places: what else differs from them does
    not matter, as all have the same values.
    """
    result = [CaseGroup(case.index, (case,), case.deciding, case.graph, case.weight) for case in chosen]
    about = _by_variable([case for case in chosen if not case.graph and len(case.variables) > 1])
    differing = {case: frozenset(clique) for case in chosen if not case.graph and (clique := families.differing(case))}
    seen: set[tuple[RuleCase, ...]] = set()
    for base in (*((case,) for case in chosen), *seen_as_one(chosen)):
        indexes = tuple(dict.fromkeys(index for case in base for index in case.variables))
        if base[0].graph or len(indexes) < 2:
            continue
        large = base[0] in differing and len(indexes) > MOST_DIFFERING
        within = [] if large else _within(base, indexes, about, differing)
        for cases in (base, (*base, *within)):
            key = tuple(sorted(cases, key=lambda one: one.index))
            if len(cases) > 1 and key not in seen:
                seen.add(key)
                several = sum(not says_touched(one) for one in cases) > 1
                weight = several + max(one.weight for one in cases)
                result.append(CaseGroup(len(result), cases, indexes, False, weight))
    for same in _same_component(chosen):
        indexes = tuple(dict.fromkeys(index for case in same for index in case.deciding))
        result.append(CaseGroup(len(result), tuple(same), indexes, True, 1 + max(case.weight for case in same)))
    return tuple(result)


def widest(groups: Sequence[CaseGroup]) -> list[CaseGroup]:
    """The groups whose cases are not all in a larger group, which excludes whatever they do."""
    having: dict[RuleCase, set[int]] = {}
    for group in groups:
        for case in group.cases:
            having.setdefault(case, set()).add(group.index)
    result = []
    for group in groups:
        around = set.intersection(*(having[case] for case in group.cases))
        if all(len(groups[other].cases) <= len(group.cases) for other in around):
            result.append(group)
    return result


MOST_DIFFERING = 16
"""That more numbers than this differ is not seen together with what else is said of them."""


def _within(
    base: Sequence[RuleCase],
    indexes: Sequence[int],
    about: Mapping[int, Sequence[RuleCase]],
    differing: Mapping[RuleCase, frozenset[int]],
) -> list[RuleCase]:
    """The other cases within the places of some cases, and those that say that some of these places differ.

    `about` has for each place the cases without graphs about several places.
    """
    own, near = frozenset(indexes), dict.fromkeys(one for index in indexes for one in about[index])
    near = dict.fromkeys(one for one in near if one not in base)
    within = [one for one in near if own.issuperset(one.variables)]
    shared = (one for one in near if one in differing and len(differing[one]) <= MOST_DIFFERING)
    within += [one for one in shared if one not in within and len(own & differing[one]) > 1]
    return _not_implied(base, own, within, differing)


def _not_implied(
    base: Sequence[RuleCase],
    own: frozenset[int],
    within: Sequence[RuleCase],
    differing: Mapping[RuleCase, frozenset[int]],
) -> list[RuleCase]:
    """The cases without those that only say that variables differ of which the base, or another, already says so."""
    kept = list[RuleCase]()
    cliques = [differing[case] for case in base if case in differing]
    for one in sorted(within, key=lambda one: -len(own & differing.get(one, own))):
        if one not in differing:
            kept.append(one)
        elif not any(own & differing[one] <= clique for clique in cliques):
            cliques.append(differing[one])
            kept.append(one)
    return sorted(kept, key=lambda one: one.index)


def _by_variable(chosen: Sequence[RuleCase]) -> dict[int, list[RuleCase]]:
    """Return for each variable the cases about it."""
    result: dict[int, list[RuleCase]] = {}
    for case in chosen:
        for index in case.variables:
            result.setdefault(index, []).append(case)
    return result


def _same_component(chosen: Sequence[RuleCase]) -> Iterator[list[RuleCase]]:
    """Sets of several cases about the component of one vertex."""
    result: dict[tuple[int, int], list[RuleCase]] = {}
    for case in chosen:
        if case.graph:
            vertices = {
                (id(one.graph), one.vertex) if isinstance(one, OF_PART) else None for one in split(case.formula)[1]
            }
            if len(vertices) == 1 and (vertex := vertices.pop()) is not None:
                result.setdefault(vertex, []).append(case)
    return (same for same in result.values() if len(same) > 1)


def drawn_variables(problem: Problem) -> Sequence[int]:
    """The indexes of the variables that a person draws."""
    return [variable.index for variable in problem.variables if variable.role is VariableRole.FOUND]


MOST_VARIABLES = 40
"""Joint groups about more places than this are left out, as no person sees them."""


def joint_groups(chosen: Sequence[RuleCase]) -> Iterator[CaseGroup]:
    """Joint groups of cases without graphs: each case with all that share two places with it.

    A group within another is left out.
    """
    plain = [case for case in chosen if not case.graph and 1 < len(case.variables) <= MOST_VARIABLES]
    near = _sharing_two(plain)
    for case in plain:
        around = near[case.index]
        if not around or any(_is_subsumed(case, around, near[other.index], other) for other in around):
            continue
        members = (case, *around)
        indexes = tuple(dict.fromkeys(index for one in members for index in one.variables))
        if len(indexes) <= MOST_VARIABLES:
            yield CaseGroup(case.index, members, indexes, False, 1 + max(one.weight for one in members))


def _sharing_two(plain: Sequence[RuleCase]) -> dict[int, list[RuleCase]]:
    """Return for each case the cases that share at least two places with it."""
    about = _by_variable(plain)
    result: dict[int, list[RuleCase]] = {}
    for case in plain:
        count = Counter(other for index in case.variables for other in about[index])
        result[case.index] = [other for other, shared in count.items() if shared > 1 and other is not case]
    return result


def _is_subsumed(case: RuleCase, around: Sequence[RuleCase], others: Sequence[RuleCase], centre: RuleCase) -> bool:
    """Whether the group of a case lies within that of another case; of two equal groups the later one does."""
    held = {case, *around} <= {centre, *others}
    return held and (len(around) < len(others) or centre.index < case.index)


def component_groups(chosen: Sequence[RuleCase]) -> Iterator[tuple[CaseGroup, frozenset[int]]]:
    """Yield groups that combine what a component has to contain with the sizes of the components that could be it.

    Such a group has the cases that count certain vertices in one vertex's component, and the cases about the sizes of
    the counted vertices' components.  With each comes the set of variables of the vertex and its edges.  So all
    numbers that a cell could belong to are considered together.
    """
    about: dict[tuple[int, int], dict[RuleCase, None]] = {}
    holding: dict[tuple[int, int], tuple[Graph, list[RuleCase], dict[int, None]]] = {}
    for case in chosen:
        sizes = [one for one in split(case.formula)[1] if isinstance(one, nodes.ComponentSize)] if case.graph else []
        for one in sizes:
            at = id(one.graph), one.vertex
            about.setdefault(at, {})[case] = None
            if len(one.counted) < len(one.graph.places):
                _, cases, held = holding.setdefault(at, (one.graph, [], {}))
                cases.append(case)
                held.update((vertex, None) for vertex, _ in one.counted if vertex != one.vertex)
    for (graph_id, vertex), (graph, cases, held) in holding.items():
        others = [case for other in held for case in about.get((graph_id, other), ())]
        members = tuple(dict.fromkeys([*cases, *others]))
        if len(members) > len(cases):
            indexes = tuple(dict.fromkeys(index for case in members for index in case.deciding))
            weight = 1 + max(case.weight for case in members)
            yield CaseGroup(cases[0].index, members, indexes, True, weight), _incident_variables(graph, vertex)


def _incident_variables(graph: Graph, vertex: int) -> frozenset[int]:
    """Variables of the presence of a vertex and of its edges."""
    on = [graph.edges[position][2] for _, position in graph.neighbours[vertex]]
    return frozenset(variable.index for variable in variables(graph.presence[vertex], *on))
