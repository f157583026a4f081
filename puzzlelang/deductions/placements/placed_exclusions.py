"""Claims that at most one vertex of a component is of some kind, such as that its numbers differ.

Said of each component by itself, they count all vertices that it may have.  Where components are placements, they are
said of pairs of vertices: two of the kind are in no common placement.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import exclusive, is_not_first, opposite
from puzzlelang.deductions.placements.dimension_tests import Membership
from puzzlelang.deductions.placements.placed_components import ComponentPlacements
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula

Key = tuple[object, ...]
"""The same for formulas about a vertex that say the same."""

Kind = Mapping[int, tuple[Key, Formula]]
"""By vertex the formula that it is of a kind, behind its key."""


class ExcludedPair(msgspec.Struct, frozen=True, eq=False):
    """Two formulas about vertices that are not both true where these are in one of the placements.

    `numbers`: lists of these placements, which other pairs share.
    """

    ends: tuple[int, int]
    first: Formula
    second: Formula
    numbers: list[Sequence[int]]


class PlacedExclusions:
    """Collects such claims of a graph whose components are placements."""

    def __init__(self, placed: ComponentPlacements) -> None:
        self.placed = placed
        self.pairs: dict[tuple[Key, Key], ExcludedPair] = {}
        self.conditions: dict[Key, Formula | None] = {}
        self.memberships: dict[int, Membership] = {}
        self.together: dict[tuple[int, bool], Mapping[tuple[int, int], Sequence[int]]] = {}
        self.edges = {frozenset((one, other)): when for one, other, when in placed.graph.edges}

    def take(self, claim: Formula) -> bool:
        """Collect a claim; False if it is none of these."""
        parts = claim.parts if isinstance(claim, nodes.Or) else (claim,)
        bodies = [part for part in parts if self._is_body(part)]
        if len(bodies) != 1:
            return False
        sums = traversal.together(bodies[0])
        vertex = self._vertex(parts, sums)
        if vertex is None:
            return False
        begins = False
        for part in parts:
            if is_not_first(part, self.placed.graph, vertex):
                begins = True
            elif part is not bodies[0] and not opposite(part, self.placed.graph.presence[vertex]):
                return False
        membership = self.memberships.get(vertex)
        if membership is None:
            membership = self.memberships[vertex] = Membership(self.placed.graph, vertex)
        kinds = [self._kind(membership, one) for one in sums]
        if any(kind is None for kind in kinds):
            return False
        for kind in kinds:
            self._exclude(vertex, begins, kind or {})
        return True

    def formulas(self) -> Iterable[Formula]:
        """Yield what the claims come to, one formula for all kinds of vertices with the same placements."""
        alike: dict[tuple[int, ...], list[ExcludedPair]] = {}
        for pair in self.pairs.values():
            alike.setdefault((*pair.ends, *map(id, pair.numbers)), []).append(pair)
        for pairs in alike.values():
            apart = build.conjunction(
                build.disjunction((build.negation(pair.first), build.negation(pair.second))) for pair in pairs
            )
            yield build.disjunction((build.negation(self._in_one(pairs[0])), apart))

    def _in_one(self, pair: ExcludedPair) -> Formula:
        """State that the two vertices are in one of the placements; where all count, the edge between them decides."""
        one, other = pair.ends
        numbers = dict.fromkeys(number for shared in pair.numbers for number in shared)
        when = self.edges.get(frozenset(pair.ends))
        if when is None or len(numbers) < len(self.placed.joined(one, other)):
            return self.placed.one_of(sorted(numbers))
        presence = self.placed.graph.presence
        return build.conjunction((presence[one], presence[other], when))

    def _is_body(self, part: Formula) -> bool:
        """Whether all conjuncts are sums of formulas one of which is true at most, among them some about the graph."""
        return all(
            isinstance(one, nodes.AtMost)
            and one.bound == 1
            and isinstance(one.term, nodes.Sum)
            and not one.term.added
            and not one.term.constant
            and all(factor == 1 for factor, _ in one.term.counted)
            for one in traversal.together(part)
        )

    def _vertex(self, parts: Sequence[Formula], sums: Sequence[Formula]) -> int | None:
        """The vertex whose component a claim is about."""
        for part in parts:
            match part:
                case nodes.Not(nodes.First(graph, vertex)) if graph is self.placed.graph:
                    return vertex
                case _:
                    pass
        common: set[int] | None = None
        for one in sums:
            for part in _summands(one):
                for formula in traversal.together(part):
                    if isinstance(formula, nodes.Joined) and formula.graph is self.placed.graph:
                        ends = {formula.first, formula.second}
                        common = ends if common is None else common & ends
        return common.pop() if common is not None and len(common) == 1 else None

    def _kind(self, membership: Membership, counted: Formula) -> Kind | None:
        """The vertices that a sum counts: each once, those of the component under a condition that is no graph's.

        What is counted in any case stands for the vertex itself.
        """
        result: dict[int, tuple[Key, Formula]] = {}
        for part in _summands(counted):
            members: list[int] = []
            rest: list[Formula] = []
            for formula in part.parts if type(part) is nodes.And else (part,):
                met = membership.vertices(formula)
                if met is not None and len(met) == 1:
                    members.extend(met)
                else:
                    rest.append(formula)
            if len(members) > 1:
                return None
            other = members[0] if members else membership.vertex
            if other in result:
                return None
            key = (other, *map(_key, rest))
            if key not in self.conditions:
                if any(traversal.about_graphs(formula, {}) for formula in rest):
                    return None
                condition = build.conjunction(rest)
                self.conditions[key] = None if exclusive(condition, self.placed.graph.presence[other]) else condition
            if (known := self.conditions[key]) is not None:
                result[other] = key, known
        return result

    def _exclude(self, vertex: int, begins: bool, kind: Kind) -> None:
        for (one, other), numbers in self._together(vertex, begins).items():
            if one in kind and other in kind:
                (first_key, first), (second_key, second) = kind[one], kind[other]
                key = first_key, second_key
                if key not in self.pairs:
                    self.pairs[key] = ExcludedPair((one, other), first, second, [])
                self.pairs[key].numbers.append(numbers)

    def _together(self, vertex: int, begins: bool) -> Mapping[tuple[int, int], Sequence[int]]:
        """Return by two vertices their common placements that contain a vertex, or that begin with it."""
        if (vertex, begins) not in self.together:
            result: dict[tuple[int, int], list[int]] = {}
            for number in self.placed.holding[vertex]:
                cells = sorted(self.placed.placements[number])
                if cells[0] == vertex or not begins:
                    for index, other in enumerate(cells):
                        for one in cells[:index]:
                            result.setdefault((one, other), []).append(number)
            self.together[vertex, begins] = result
        return self.together[vertex, begins]


def _summands(formula: Formula) -> Sequence[Formula]:
    match formula:
        case nodes.AtMost(nodes.Sum(counted)):
            return [part for _, part in counted]
        case _:
            return ()


def _key(formula: Formula) -> Key:
    match formula:
        case nodes.Holds(variable):
            return (variable.index,)
        case nodes.Not(part):
            return ("not", *_key(part))
        case nodes.Equal(nodes.Number(variable), value):
            return variable.index, value
        case _:
            return ("other", id(formula))
