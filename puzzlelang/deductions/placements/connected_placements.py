"""Enumeration of the connected sets of vertices that a component of bounded size can be, by patterns of links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.truth_tables import TruthTables
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.problem import evaluate, nodes, traversal
from puzzlelang.problem.record import Formula, Graph

MOST_STEPS = 800_000
"""No more steps are made by a search for placements."""

MOST_PLACEMENTS = 100_000
"""No more placements are listed."""


class Surroundings(msgspec.Struct, frozen=True, eq=False):
    """The surroundings of components: sets of vertices are integers, with a bit for each vertex.

    `beside`: the neighbours of each vertex.  `patterns`: the sets of neighbours that its component may contain; None
    if nothing is known.  `absent`: vertices outside of all components.  `present`: vertices that are in some component.
    `divided`: every vertex is in a component, so the patterns of vertices around a component must fit as well.
    `apart`: for each vertex those that are in other components than it; empty if nothing is known.
    """

    beside: Sequence[int]
    patterns: Sequence[Sequence[int]] | None
    absent: int
    present: int
    divided: bool
    apart: Sequence[int] = ()


def surroundings(
    graph: Graph,
    units: UnitPropagation,
    patterns: Sequence[Sequence[int]] | None = None,
    apart: Sequence[int] = (),
    *,
    divided: bool,
) -> Surroundings:
    """The surroundings of components of a graph, with what is known of its vertices."""
    known = [units.of(here) for here in graph.presence]
    return Surroundings(
        [sum(1 << other for other in beside) for beside in graph.beside],
        patterns,
        absent=sum(1 << vertex for vertex, here in enumerate(known) if here is False),
        present=sum(1 << vertex for vertex, here in enumerate(known) if here is True),
        divided=divided,
        apart=apart,
    )


class Growth:
    """Grows components from their first vertices, each set once (after Redelmeier 1981).

    A step takes a neighbour of the set or leaves it out for good.  Each is checked against the patterns around it.
    `bound`: the vertices that lack some pattern.
    """

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.steps = 0
        self.placements: list[int] = []
        self.known: dict[tuple[int, int, int], bool] = {}
        patterns = enumerate(around.patterns or ())
        lacking = (vertex for vertex, sets in patterns if len(sets) < 1 << around.beside[vertex].bit_count())
        self.bound = sum(1 << vertex for vertex in lacking)

    def all_from(self, sizes: Mapping[int, tuple[int, int]]) -> Sequence[int] | None:
        """List the sets by their first vertex, each with its least and greatest size; None if there are too many."""
        for done, (vertex, (least, most)) in enumerate(sizes.items(), 1):
            outside = (1 << vertex) - 1 | self.around.absent
            if not outside >> vertex & 1 and self._inside(vertex, 0, outside):
                self._grow(1 << vertex, outside, self.around.beside[vertex] & ~outside, 1, least, most)
            share = MOST_STEPS * (3 * done + len(sizes)) // (4 * len(sizes))
            if self.steps > share or len(self.placements) > MOST_PLACEMENTS:
                return None
        return self.placements

    def _grow(self, inside: int, outside: int, open_: int, size: int, least: int, most: int) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
        if size == most or not open_:
            if size >= least and self._can_be_whole(inside, outside | open_, open_):
                self.placements.append(inside)
            return
        bit = open_ & -open_
        vertex = bit.bit_length() - 1
        more, beside = inside | bit, self.around.beside[vertex]
        if (
            not (self.around.apart and self.around.apart[vertex] & inside)
            and self._inside(vertex, more, outside)
            and self._fits(beside & inside, more, outside)
        ):
            self._grow(more, outside, (open_ | beside & ~outside & ~more) ^ bit, size + 1, least, most)
        outside |= bit
        if self._outside(vertex, inside) and self._fits(beside & inside, inside, outside):
            self._grow(inside, outside, open_ ^ bit, size, least, most)

    def _can_be_whole(self, inside: int, outside: int, rim: int) -> bool:
        """Whether the set can be a whole component."""
        if not self._fits(inside, inside, outside):
            return False
        if not self.around.divided:
            return not self.around.present & rim
        return all(self._inside(vertex, 0, inside) for vertex in bits(rim & self.bound))

    def _fits(self, changed: int, inside: int, outside: int) -> bool:
        left = changed & self.bound
        while left:
            bit = left & -left
            if not self._inside(bit.bit_length() - 1, inside, outside):
                return False
            left ^= bit
        return True

    def _inside(self, vertex: int, inside: int, outside: int) -> bool:
        """Whether a pattern of a vertex of the set contains its neighbours inside and none outside."""
        if self.around.patterns is None or not self.bound >> vertex & 1:
            return True
        beside = self.around.beside[vertex]
        key = vertex, inside & beside, outside & beside
        if key not in self.known:
            _, have, lack = key
            self.known[key] = any(not (have & ~one or lack & one) for one in self.around.patterns[vertex])
        return self.known[key]

    def _outside(self, vertex: int, inside: int) -> bool:
        """Whether a vertex beside the set can be outside of it."""
        if not self.around.divided:
            return not self.around.present >> vertex & 1
        return self._inside(vertex, 0, inside)


def bits(number: int) -> Iterator[int]:
    """Yield the vertices of a set."""
    while number:
        bit = number & -number
        yield bit.bit_length() - 1
        number ^= bit


def supported(placements: Sequence[int], around: Surroundings) -> Sequence[int]:
    """Drop placements of a partition without which some vertex keeps no placement (arc consistency).

    A placement that meets all placements of a vertex, and does not contain it, leaves none to it.  Each round asks all
    vertices; it is the last one if few placements were dropped.
    """
    while True:
        holding = [0] * len(around.beside)
        ones: list[list[int]] = [[] for _ in around.beside]
        for number, one in enumerate(placements):
            here, left = 1 << number, one
            while left:
                bit = left & -left
                vertex = bit.bit_length() - 1
                holding[vertex] |= here
                ones[vertex].append(one)
                left ^= bit
        gone = 0
        for vertex in range(len(ones)):
            gone |= _in_the_way(vertex, ones, holding, (1 << len(placements)) - 1)
        kept = [one for number, one in enumerate(placements) if not gone >> number & 1] if gone else placements
        if len(placements) - len(kept) <= len(placements) // 200:
            return kept
        placements = kept


def _in_the_way(vertex: int, ones: Sequence[Sequence[int]], holding: Sequence[int], every: int) -> int:
    """The numbers of the placements, as bits, that meet all placements of a vertex and do not contain it.

    `ones`: the placements of each vertex, `holding` their numbers.  Few of them, drawn from all, mostly leave none.
    """
    result = every & ~holding[vertex]
    for one in (*ones[vertex][::_STRIDE], *ones[vertex]):
        meeting, left = 0, one
        while left:
            bit = left & -left
            meeting |= holding[bit.bit_length() - 1]
            left ^= bit
        result &= meeting
        if not result:
            break
    return result


_STRIDE = 16
"""Of a vertex's placements one of so many is asked first."""


MOST_NEIGHBOURS = 8
"""No patterns of more neighbours are listed."""


def neighbour_patterns(graph: Graph, plain: Iterable[Formula], units: UnitPropagation) -> list[list[int]] | None:
    """List for each vertex the sets of neighbours, as bits of vertices, that its component may contain.

    The graph is a partition.  A formula whose variables are all about links of one vertex decides which sets are left:
    a number of borders around a cell is one.  None if a vertex has too many neighbours.
    """
    exact = graph.exact or {}
    result: list[list[int]] = []
    for vertex, around in enumerate(graph.beside):
        if len(around) > MOST_NEIGHBOURS:
            return None
        sets = [0]
        for other in around:
            known = units.of(exact[min(vertex, other), max(vertex, other)])
            without = sets if known is not True else []
            sets = [*without, *(one | 1 << other for one in sets)] if known is not False else without
        result.append(sets)
    links = links_by_variable(graph)
    for vertex, formulas in _local_formulas(links, plain).items():
        used = [one.index for one in traversal.variables(*formulas)]
        ends = [(index, sum(links[index]) - vertex) for index in used]  # the neighbour that each link leads to
        result[vertex] = patterns_where(formulas, result[vertex], ends)
    return result


def patterns_where(formulas: Sequence[Formula], sets: Sequence[int], ends: Sequence[tuple[int, int]]) -> list[int]:
    """The sets of neighbours with which formulas about links of a vertex hold: those are joined, and no others.

    `ends`: the variables of all links that the formulas are about, which say that these are cut, and the neighbour
    that each leads to.
    """
    known = TruthTables([index for index, _ in ends])
    table, left = known.every, []
    for formula in formulas:
        one = known.table(formula)
        if one is None:
            left.append(formula)
        else:
            table &= one
    rows = {one: sum(1 << position for position, (_, other) in enumerate(ends) if not one >> other & 1) for one in sets}
    kept = [one for one in sets if table >> rows[one] & 1]
    if not left:
        return kept
    values: list[bool | None] = [None] * (1 + max((index for index, _ in ends), default=-1))
    return [one for one in kept if _hold(left, one, ends, values)]


def links_by_variable(graph: Graph) -> Mapping[int, tuple[int, int]]:
    """The two vertices of the link that a variable cuts, by the variable's index."""
    return {
        when.part.variable.index: ends
        for ends, when in (graph.exact or {}).items()
        if isinstance(when, nodes.Not) and isinstance(when.part, nodes.Holds)
    }


def _local_formulas(links: Mapping[int, tuple[int, int]], plain: Iterable[Formula]) -> Mapping[int, Sequence[Formula]]:
    """The formulas about links of one vertex only, by that vertex."""
    result: dict[int, list[Formula]] = {}
    for formula in plain:
        for part in traversal.together(formula):
            ends = _common_ends(links, part)
            for vertex in ends or ():
                result.setdefault(vertex, []).append(part)
    return result


def _common_ends(links: Mapping[int, tuple[int, int]], formula: Formula) -> Set[int]:
    """The vertices at which all links lie that a formula is about; none if it is about anything else."""
    common: frozenset[int] | None = None
    variables: set[int] = set()
    seen: set[int] = set()
    waiting: list[traversal.Node] = [formula]
    while waiting:
        node = waiting.pop()
        if type(node) is nodes.Holds or type(node) is nodes.Number:
            ends = links.get(node.variable.index)
            if ends is None:
                return frozenset()
            variables.add(node.variable.index)
            common = frozenset(ends) if common is None else common.intersection(ends)
            if not common or len(variables) > MOST_NEIGHBOURS:
                return frozenset()
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.extend(traversal.PARTS[type(node)](node))
    return common or frozenset()


def _hold(formulas: Sequence[Formula], joined: int, ends: Iterable[tuple[int, int]], values: list[bool | None]) -> bool:
    """Whether formulas about links of a vertex hold if these neighbours are in its component, and no others."""
    for index, other in ends:
        values[index] = not joined >> other & 1
    return all(evaluate.truth(formula, values) is not False for formula in formulas)
