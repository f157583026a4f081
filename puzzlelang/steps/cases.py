"""Cases of a problem: its constraints split into the smallest applications of a rule, and groups of these.

Arc consistency on two cases one by one loses nothing if they share only one variable.  If they share several, each case
may exclude no value and still relate them.  For example, two lines at a corner may be either both present or both
absent.  So `joint_groups` bundles a case with those that share at least two places with it.

Unary cases are facts about single places that hold whatever is elsewhere (node consistency), such as from a clue 0.
They are known from the start.  A presence becomes a step at once, an absence when a step depends on it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from puzzlelang.deductions.presolve import unguarded_formulas
from puzzlelang.geometry.places import Link
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph, Kind, Origin, Problem, Rule, VariableRole
from puzzlelang.problem.traversal import About, about_graphs, split, variables
from puzzlelang.source import NOWHERE
from puzzlelang.steps.record import CaseGroup, Fact, Inference, RuleCase, Step, Tier
from puzzlelang.steps.step_selection import merge_alike

_BORDERS = Rule("borders", "A border has different areas on its two sides", NOWHERE)
_MEMBERS = Rule("areas", "Only cells of the set that is cut are in an area", NOWHERE)


def cases(problem: Problem) -> tuple[RuleCase, ...]:
    """All cases in the order of the rules.

    A conjunction is split.  Parts about the same variables stay together, such as that no link or two meet in a cell.
    What links the borders of areas with each other counts as a rule as well.
    """
    about: About = {}
    found: list[RuleCase] = []
    formulas = unguarded_formulas(problem, about)
    pairs = [(formula, one.origin) for formula, one in zip(formulas, problem.constraints, strict=True)]
    pairs += [(formula, _of_areas(formula)) for formula in problem.definitions]
    for formula, origin in pairs:
        for part, indexes in _by_variables(formula):
            graph = about_graphs(part, about)
            found.append(RuleCase(len(found), part, origin, indexes, graph, _weight(part, len(indexes), graph)))
    return tuple(found)


def _of_areas(formula: Formula) -> Origin:
    """What a definition is called: what it says of borders, or of which cells are in areas."""
    rule = _BORDERS if any(isinstance(one.place, Link) for one in variables(formula)) else _MEMBERS
    return Origin(rule, rule.sentence, ())


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
    """How hard a case is to see: rules about few places, then counts and lines, then rules about the whole board."""
    if graph:
        return 8
    parts = formula.parts if isinstance(formula, nodes.And) else (formula,)
    if any(isinstance(part, nodes.Paired | nodes.InOrder) for part in parts):
        return 4
    if any(isinstance(part, nodes.Runs) for part in parts):
        return 3
    return 1 if size <= 4 else 2 if size <= 10 else 3


def case_groups(chosen: Sequence[RuleCase]) -> tuple[CaseGroup, ...]:
    """Groups: each case alone, each case with all others within its places, and all cases about the same component."""
    found = [CaseGroup(case.index, (case,), case.variables, case.graph, case.weight) for case in chosen]
    about = _by_variable(chosen)
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
            found.append(CaseGroup(len(found), (case, *within), case.variables, False, weight))
    for same in _same_component(chosen):
        indexes = tuple(dict.fromkeys(index for case in same for index in case.variables))
        found.append(CaseGroup(len(found), tuple(same), indexes, True, 1 + max(case.weight for case in same)))
    return tuple(found)


def _by_variable(chosen: Sequence[RuleCase]) -> dict[int, list[RuleCase]]:
    """For each variable the cases about it."""
    found: dict[int, list[RuleCase]] = {}
    for case in chosen:
        for index in case.variables:
            found.setdefault(index, []).append(case)
    return found


def _same_component(chosen: Sequence[RuleCase]) -> Iterator[list[RuleCase]]:
    """Sets of several cases about the component of one vertex."""
    found: dict[tuple[int, int], list[RuleCase]] = {}
    for case in chosen:
        if case.graph:
            vertices = {
                (id(one.graph), one.vertex) if isinstance(one, OF_PART) else None for one in split(case.formula)[1]
            }
            if len(vertices) == 1 and (vertex := vertices.pop()) is not None:
                found.setdefault(vertex, []).append(case)
    return (same for same in found.values() if len(same) > 1)


OF_PART = nodes.ComponentSize | nodes.Rectangle | nodes.First | nodes.HasShape
"""Statements about the component of one vertex."""


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
    """For each case the cases that share at least two places with it."""
    about = _by_variable(plain)
    found: dict[int, list[RuleCase]] = {}
    for case in plain:
        count = Counter(other for index in case.variables for other in about[index])
        found[case.index] = [other for other, shared in count.items() if shared > 1 and other is not case]
    return found


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
            indexes = tuple(dict.fromkeys(index for case in members for index in case.variables))
            weight = 1 + max(case.weight for case in members)
            yield CaseGroup(cases[0].index, members, indexes, True, weight), _incident_variables(graph, vertex)


def _incident_variables(graph: Graph, vertex: int) -> frozenset[int]:
    """Variables of the presence of a vertex and of its edges."""
    on = [graph.edges[position][2] for _, position in graph.neighbours[vertex]]
    return frozenset(variable.index for variable in variables(graph.presence[vertex], *on))


DecidedCases = Sequence[tuple[tuple[RuleCase, ...], Sequence[Fact]]]
"""Unary cases with the facts that they decide; several cases of one place if they do so only together."""


class UnarySteps:
    """The pending steps of unary cases, one for each place, until they are released."""

    def __init__(self, problem: Problem, cases: Sequence[RuleCase], decided: DecidedCases) -> None:
        self.problem = problem
        wide = {case.origin.rule.name for case in cases if len(case.variables) > 1}
        self._pending = [
            Step(Tier.DIRECT, tuple(facts), mine, (), (Inference(mine, (), tuple(facts)),))
            for mine, facts in decided
            if any(case.origin.rule.name in wide for case in mine) or any(self._member(fact) for fact in facts)
        ]

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw; a step by unary cases alone only if something is present there."""
        if not step.known and step.cases and all(len(case.variables) == 1 for case in step.cases):
            return any(map(self.is_positive, step.facts))
        return any(fact.holds or self.problem.variables[fact.variable].kind is Kind.MEMBER for fact in step.facts)

    @property
    def facts(self) -> list[Fact]:
        """All facts of pending steps."""
        return [fact for step in self._pending for fact in step.facts]

    @property
    def positive_facts(self) -> list[Fact]:
        """The pending facts that something is present."""
        return [fact for fact in self.facts if self.is_positive(fact)]

    def is_positive(self, fact: Fact) -> bool:
        """Whether a fact says that something is present: a member, a name, a number other than 0."""
        variable = self.problem.variables[fact.variable]
        if variable.kind is Kind.MEMBER:
            return self._member(fact)
        return fact.holds and fact.value != variable.absent and (fact.value > 0 or variable.kind is Kind.NAME)

    def _member(self, fact: Fact) -> bool:
        return self.problem.variables[fact.variable].kind is Kind.MEMBER and bool(fact.value) == fact.holds

    def discard(self, known: Sequence[Fact]) -> None:
        """Drop the pending steps about variables of known facts."""
        gone = {fact.variable for fact in known}
        self._pending = [step for step in self._pending if step.facts[0].variable not in gone]

    def release(self, wanted: Collection[Fact]) -> list[Step]:
        """The pending steps with any of the wanted facts, merged by sentence; they are no longer pending."""
        found = [step for step in merge_alike(self._pending) if any(fact in wanted for fact in step.facts)]
        self.discard([fact for step in found for fact in step.facts])
        return found
