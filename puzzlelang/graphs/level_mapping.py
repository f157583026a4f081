"""Level mappings: connectivity encoded by ranks, labels, forests and cycles over auxiliary variables.

Each vertex has a rank.  A vertex may inherit a property only from a neighbour of lower rank.  So vertices on a cycle
cannot justify each other.  (Level mappings: Janhunen 2004, "Representing normal programs with clauses"; for graphs:
Gebser, Janhunen and Rintanen 2014, "SAT modulo graphs".)
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.capacity import too_many_clauses
from puzzlelang.geometry.places import Place
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph, Kind, Term, Variable, VariableRole


class Auxiliaries(msgspec.Struct, eq=False):
    """Auxiliary variables behind those of the board, with their definitions.

    `clauses`: estimated number of clauses of the encoding so far; `most`: their limit, None for no limit.
    """

    variables: list[Variable]
    definitions: list[Formula]
    clauses: int = 0
    most: int | None = None

    def spend(self, clauses: int) -> None:
        """Account for clauses to be made.  Raises `Failed` (E345) if there are more than allowed."""
        self.clauses += clauses
        if self.most is not None and self.clauses > self.most:
            raise too_many_clauses()

    def member(self, word: str, place: Place | None) -> Formula:
        """Make a Boolean variable; without a place if it is about no single one."""
        return nodes.Holds(self._new(word, place, Kind.MEMBER, 0, 1))

    def number(self, word: str, place: Place, low: int, high: int) -> Term:
        """Make a number variable from `low` to `high`; the value itself if there is only one."""
        return low if low == high else nodes.Number(self._new(word, place, Kind.NUMBER, low, high), low, high)

    def named(self, word: str, place: Place | None, formula: Formula) -> Formula:
        """Make a new variable equivalent to the formula (Tseitin); return constants and `Holds` unchanged."""
        if isinstance(formula, bool | nodes.Holds):
            return formula
        result = self.member(word, place)
        self.definitions.append(build.same(result, formula))
        return result

    def either(self, *parts: Formula) -> None:
        """State a clause: at least one of the parts is true."""
        stated = build.disjunction(parts)
        if stated is not True:
            self.definitions.append(stated)

    def _new(self, word: str, place: Place | None, kind: Kind, low: int, high: int) -> Variable:
        variable = Variable(len(self.variables), word, place, kind, low, high, role=VariableRole.ENCODING)
        self.variables.append(variable)
        return variable


def reachable(auxiliaries: Auxiliaries, graph: Graph, sources: Sequence[Formula]) -> list[Formula]:
    """Encode per vertex whether it is reachable from a source; the condition of a source must imply its presence.

    Reached vertices pass it on along every edge that is on.  A reached vertex is a source or has a reached neighbour of
    lower rank.  So the encoding is exact in both directions.
    """
    size = len(graph.places)
    auxiliaries.spend(_comparisons(graph))
    within = _near(graph, [source is not False for source in sources])
    alone = [_is_same(source, here) for source, here in zip(sources, graph.presence, strict=True)]
    formulas: list[Formula] = []
    rank: list[Term] = []
    for vertex, place in enumerate(graph.places):
        inner = within[vertex] and not alone[vertex]
        formulas.append(
            auxiliaries.member("reached", place) if inner else graph.presence[vertex] if within[vertex] else False
        )
        rank.append(auxiliaries.number("rank", place, 0, size - 1) if inner else 0)
    for first, second, when in graph.edges:
        for here, there in ((first, second), (second, first)):
            off = build.negation(when), build.negation(graph.presence[there])
            auxiliaries.either(build.negation(formulas[here]), *off, formulas[there])
    for vertex in range(size):
        if within[vertex] and not alone[vertex]:
            auxiliaries.either(build.negation(sources[vertex]), formulas[vertex])
            auxiliaries.either(build.negation(formulas[vertex]), graph.presence[vertex])
            reasons = [
                build.conjunction((graph.edges[edge][2], formulas[other], _below(rank[other], rank[vertex])))
                for other, edge in graph.neighbours[vertex]
            ]
            auxiliaries.either(build.negation(formulas[vertex]), sources[vertex], *reasons)
    return formulas


def expand(auxiliaries: Auxiliaries, graph: Graph, reached: Sequence[Formula]) -> list[Formula]:
    """Encode per vertex whether it is in the set or one edge away from it."""
    formulas: list[Formula] = []
    for vertex, (place, here) in enumerate(zip(graph.places, graph.presence, strict=True)):
        beside = [build.conjunction((graph.edges[edge][2], reached[other])) for other, edge in graph.neighbours[vertex]]
        now = build.disjunction((reached[vertex], build.conjunction((here, build.disjunction(beside)))))
        formulas.append(now if now is reached[vertex] else auxiliaries.named("reached", place, now))
    return formulas


def _is_same(source: Formula, here: Formula) -> bool:
    """Whether a vertex is a source whenever it is present."""
    return source is here or (source is True and here is True)


def _near(graph: Graph, sources: Sequence[bool]) -> list[bool]:
    """Vertices that a path could join with a source."""
    near = list(sources)
    queue = [vertex for vertex, source in enumerate(sources) if source]
    for vertex in queue:
        for other, _ in graph.neighbours[vertex]:
            if not near[other]:
                near[other] = True
                queue.append(other)
    return near


def _comparisons(graph: Graph) -> int:
    """Number of clauses that compare ranks of neighbours: one for each rank and direction of an edge."""
    return 2 * len(graph.edges) * len(graph.places)


def _below(lower: Term, higher: Term) -> Formula:
    return build.at_most(build.total((), ((1, lower), (-1, higher))), -1)


def first_present(auxiliaries: Auxiliaries, graph: Graph) -> list[Formula]:
    """Encode per vertex whether it is the first present one; a certain vertex may stand in for the first."""
    certain = next((vertex for vertex, here in enumerate(graph.presence) if here is True), None)
    if certain is not None:
        return [vertex == certain for vertex in range(len(graph.presence))]
    formulas: list[Formula] = []
    before: Formula = False
    for vertex, (place, here) in enumerate(zip(graph.places, graph.presence, strict=True)):
        formulas.append(here if before is False else build.conjunction((here, build.negation(before))))
        if vertex + 1 < len(graph.places):
            before = _or(auxiliaries, before, here, place)
    return formulas


def _or(auxiliaries: Auxiliaries, before: Formula, here: Formula, place: Place) -> Formula:
    """A variable for a disjunction, so that formulas do not grow deeper with the board."""
    if before is False:
        return here
    result = auxiliaries.member("before", place)
    auxiliaries.either(build.negation(before), result)
    auxiliaries.either(build.negation(here), result)
    auxiliaries.either(build.negation(result), before, here)
    return result


class ComponentLabels(msgspec.Struct, frozen=True):
    """Component labels: per present vertex the first vertex of its component; any number for absent ones.

    `lower[v]` lists (neighbour, condition): the neighbour is present, its edge is on, and its rank is lower than that
    of v.  From each vertex any chain of such steps ends at the first vertex of the component.
    """

    label: list[Term]
    lower: list[list[tuple[int, Formula]]]


def component_labels(auxiliaries: Auxiliaries, graph: Graph) -> ComponentLabels:
    """Encode the component labels of a graph.

    Labels are equal along edges that are on, and at most the vertex's own number.  A vertex without a neighbour of
    lower rank has its own number as label.  So the label of a component is the number of one of its vertices, and of
    the first.
    """
    size = len(graph.places)
    auxiliaries.spend(2 * _comparisons(graph))
    least = _least(graph)
    label = [auxiliaries.number("label", place, least[vertex], vertex) for vertex, place in enumerate(graph.places)]
    rank = [auxiliaries.number("rank", place, 0, size - 1) for place in graph.places]
    for first, second, when in graph.edges:
        there = (graph.presence[first], graph.presence[second], when)
        auxiliaries.either(*map(build.negation, there), build.equal(label[first], label[second]))
    lower: list[list[tuple[int, Formula]]] = []
    for vertex, here in enumerate(graph.presence):
        steps = [
            (other, build.conjunction((graph.presence[other], graph.edges[edge][2], _below(rank[other], rank[vertex]))))
            for other, edge in graph.neighbours[vertex]
        ]
        auxiliaries.either(build.negation(here), build.equal(label[vertex], vertex), *(reason for _, reason in steps))
        lower.append(steps)
    return ComponentLabels(label, lower)


def _least(graph: Graph) -> list[int]:
    """Per vertex the first that a path could join it with."""
    least = list(range(len(graph.places)))
    for start in range(len(least)):
        if least[start] == start:
            queue = [start]
            for vertex in queue:
                for other, _ in graph.neighbours[vertex]:
                    if least[other] > start:
                        least[other] = start
                        queue.append(other)
    return least


def acyclic(auxiliaries: Auxiliaries, graph: Graph) -> Formula:
    """Encode acyclicity as a variable: if true, ranks prove it; if false, a chosen cycle refutes it.

    Ranks differ along every edge, and each vertex has at most one neighbour of lower rank.  In a cycle the vertex of
    the highest rank would have two.  A refutation chooses some edges such that no vertex has exactly one of them.
    """
    auxiliaries.spend(_comparisons(graph))
    result = auxiliaries.member("acyclic", None)
    rank = [auxiliaries.number("rank", place, 0, len(graph.places) - 1) for place in graph.places]
    lower: list[list[Formula]] = [[] for _ in graph.places]
    ring: list[list[Formula]] = [[] for _ in graph.places]
    for first, second, when in graph.edges:
        on = (graph.presence[first], graph.presence[second], when)
        off = [build.negation(part) for part in on]
        falls, rises = _below(rank[second], rank[first]), _below(rank[first], rank[second])
        auxiliaries.either(build.negation(result), *off, falls, rises)
        lower[first].append(build.conjunction((*on, falls)))
        lower[second].append(build.conjunction((*on, rises)))
        chosen = auxiliaries.member("ring", None)
        for part in on:
            auxiliaries.either(build.negation(chosen), part)
        ring[first].append(chosen)
        ring[second].append(chosen)
    for below, around in zip(lower, ring, strict=True):
        auxiliaries.either(build.negation(result), build.at_most(build.count(below), 1))
        auxiliaries.either(build.negation(build.equal(build.count(around), 1)))
    auxiliaries.either(result, *(chosen for around in ring for chosen in around))
    return result
