"""Paired marks: a partition each of whose areas holds exactly two marks, and which sizes each two of these allow.

What is claimed of the sizes at marks, and of two marks that are joined, is read as a table: for each two marks the
sizes of an area that holds both.  (A constraint as the tuples that it allows, as in table constraints.)
`paired_labels` states the partition over the first mark of each area.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import assert_never

import msgspec

from puzzlelang.deductions.claims import Claims, ComponentClaim, covers_every_component, graphs
from puzzlelang.deductions.placements.marked_rectangles import is_exact
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Holds

Interval = tuple[int, int]
"""The least and the greatest of some sizes that follow each other."""


class PairedMarks(msgspec.Struct, frozen=True, eq=False):
    """A partition each of whose areas holds two of the `marks`.

    `allowed`: the sizes of an area with two marks, the smaller vertex first; no area holds the others.  `settled`: the
    claims that say no more than that.
    """

    graph: Graph
    marks: Sequence[int]
    allowed: Mapping[tuple[int, int], Sequence[Interval]]
    settled: Sequence[Formula]


def paired_marks(claims: Claims, about: traversal.About) -> Iterator[PairedMarks]:
    """Yield the partitions of all vertices in which each area is claimed to hold two marks."""
    for graph, component_claims in graphs(claims):
        if graph.exact is None or any(here is not True for here in graph.presence):
            continue
        if any(traversal.about_graphs(when, about) for when in traversal.conditions(graph)):
            continue
        marks, settled = _two_each(graph, component_claims)
        if marks:
            yield _with_sizes(graph, sorted(marks), settled, claims)


def _two_each(graph: Graph, component_claims: Sequence[ComponentClaim]) -> tuple[Set[int], list[Formula]]:
    """Find vertices of which each area holds exactly two, and the claims that say so; nothing if there are none."""
    groups: dict[frozenset[int], list[ComponentClaim]] = {}
    certain: dict[int, frozenset[int]] = {}  # most claims count the same vertices
    for one in component_claims:
        match one.statement:
            case nodes.Equal(ComponentSize(_, _, counted), 2):
                if id(counted) not in certain:
                    alike = all(when is True for _, when in counted)
                    certain[id(counted)] = frozenset(vertex for vertex, _ in counted) if alike else frozenset()
                if marks := certain[id(counted)]:
                    groups.setdefault(marks, []).append(one)
            case _:
                pass
    for marks, ones in groups.items():
        if len(marks) < len(graph.places) and covers_every_component(graph, ones):
            return marks, [one.claim for one in ones]
    return frozenset(), []


def _with_sizes(graph: Graph, marks: Sequence[int], settled: list[Formula], claims: Claims) -> PairedMarks:
    at, reader = set(marks), _Reader(graph, marks)
    alone: dict[int, list[Formula]] = {mark: [] for mark in marks}
    pairs: dict[tuple[int, int], list[Formula]] = {}
    done = set(map(id, settled))
    for claim in claims.stated:
        if id(claim) in done:
            continue
        if is_exact(claim, graph):
            settled.append(claim)
            continue
        vertices = reader.vertices(claim)
        if not vertices or not vertices <= at:
            continue
        if len(vertices) == 1:
            alone[min(vertices)].append(claim)
            settled.append(claim)
        elif len(vertices) == 2 and reader.holds_if_apart(claim):
            pairs.setdefault((min(vertices), max(vertices)), []).append(claim)
            settled.append(claim)
    allowed = {
        (one, other): sizes
        for place, one in enumerate(marks)
        for other in marks[place + 1 :]
        if (sizes := reader.sizes([*alone[one], *alone[other], *pairs.get((one, other), ())]))
    }
    return PairedMarks(graph, marks, allowed, settled)


class _Reader:
    """Reads formulas about the sizes at marks and about two marks that are joined.

    `edges`: by variable the two neighbours that it is about, and its value where they are joined.
    """

    def __init__(self, graph: Graph, marks: Sequence[int]) -> None:
        self.graph = graph
        self.edges: dict[int, tuple[frozenset[int], bool]] = {}
        for first, second, when in graph.edges:
            plain = when.part if isinstance(when, nodes.Not) else when
            if first in marks and second in marks and isinstance(plain, Holds):
                self.edges[plain.variable.index] = frozenset((first, second)), plain is when

    def vertices(self, formula: Formula) -> Set[int] | None:
        """The vertices whose whole areas a formula sizes, or that it joins; None if it says more."""
        match formula:
            case nodes.And() | nodes.Or() | nodes.Same() | nodes.Not():
                numbers: set[int] = set()
                for part in _parts(formula):
                    inner = self.vertices(part)
                    if inner is None:
                        return None
                    numbers |= inner
                return numbers
            case nodes.AtMost(ComponentSize() as size) | nodes.Equal(ComponentSize() as size):
                return {size.vertex} if size.graph is self.graph and counts_all(size) else None
            case nodes.Joined(graph, first, second):
                return {first, second} if graph is self.graph else None
            case Holds(variable) if variable.index in self.edges:
                return self.edges[variable.index][0]
            case _:
                return None

    def holds_if_apart(self, claim: Formula) -> bool:
        """Return whether a claim about two vertices plainly holds if they are not joined."""
        for part in claim.parts if isinstance(claim, nodes.Or) else ():
            plain = part.part if isinstance(part, nodes.Not) else part
            if isinstance(plain, nodes.Joined) and plain is not part:
                return True
            if isinstance(plain, Holds) and self.edges[plain.variable.index][1] is (plain is not part):
                return True
        return False

    def sizes(self, claims: Sequence[Formula]) -> Sequence[Interval]:
        """The sizes, from 2 on, with which all claims hold of two vertices in one area.

        The truth of a claim changes only at the numbers that sizes are compared with.
        """
        most = len(self.graph.places)
        changes = {2, most + 1}
        for claim in claims:
            changes.update(number for number in _threshold_sizes(claim) if 2 < number <= most)
        intervals: list[Interval] = []
        begins = sorted(changes)
        for low, beyond in pairwise(begins):
            if all(self.holds(claim, low) for claim in claims):
                first = intervals.pop()[0] if intervals and intervals[-1][1] + 1 == low else low
                intervals.append((first, beyond - 1))
        return intervals

    def holds(self, formula: Formula, size: int) -> bool:
        """The truth of a formula, all of whose vertices are in one area of that size."""
        match formula:
            case nodes.And(parts):
                return all(self.holds(part, size) for part in parts)
            case nodes.Or(parts):
                return any(self.holds(part, size) for part in parts)
            case nodes.Same(left, right):
                return self.holds(left, size) == self.holds(right, size)
            case nodes.Not(part):
                return not self.holds(part, size)
            case nodes.AtMost(_, bound):
                return size <= bound
            case nodes.Equal(_, value):
                return size == value
            case nodes.Joined():
                return True
            case Holds(variable):
                return self.edges[variable.index][1]
            case _:
                raise ValueError("the formula is about more than sizes and joined vertices")


def _parts(formula: nodes.And | nodes.Or | nodes.Same | nodes.Not) -> Sequence[Formula]:
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            return parts
        case nodes.Same(left, right):
            return left, right
        case nodes.Not(part):
            return (part,)
        case _:
            assert_never(formula)


def _threshold_sizes(formula: Formula) -> Iterator[int]:
    """The sizes at which a formula of sizes may change its truth."""
    match formula:
        case nodes.And() | nodes.Or() | nodes.Same() | nodes.Not():
            for part in _parts(formula):
                yield from _threshold_sizes(part)
        case nodes.AtMost(_, bound):
            yield bound + 1
        case nodes.Equal(_, value):
            yield from (value, value + 1)
        case _:
            pass
