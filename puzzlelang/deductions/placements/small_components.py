"""Placements of components whose sizes are bounded: connected sets of vertices."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims, ComponentClaim, covers_every_component, graphs, is_not_first
from puzzlelang.deductions.placements.connected_placements import (
    Growth,
    bits,
    neighbour_patterns,
    supported,
    surroundings,
)
from puzzlelang.deductions.placements.marked_rectangles import is_exact, separated_pair
from puzzlelang.deductions.placements.placed_cases import compare_by_cases
from puzzlelang.deductions.placements.placed_claims import placed_claims
from puzzlelang.deductions.placements.placed_components import ComponentPlacements
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import build, build_graphs, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph

MOST_SIZE = 12
"""No placements of more vertices are listed."""

MOST_UNKNOWN = 6
"""No placements of more vertices are listed where little is known of what surrounds the vertices."""

LINKS = 2
"""Components of at most so many vertices are links, which have variables already."""

MOST_LITERALS = 600_000
"""No more conditions of placements are stated."""


Counted = tuple[int, int, int]
"""Vertices as bits, the least and the greatest number of them in a component."""


class SmallComponents(msgspec.Struct, frozen=True, eq=False):
    """A graph whose components have bounded sizes.

    `sizes`: least and greatest size by the first vertex of a component.  `first`, `any`: further sizes, as the counted
    vertices, the least and the greatest number of them, for components that begin at a vertex or contain it.
    `in_pieces`: borders take the board apart into pieces of these sizes.
    `settled`: the claims that follow where each component is a placement.
    """

    graph: Graph
    sizes: Mapping[int, tuple[int, int]]
    first: Mapping[int, Sequence[Counted]]
    any: Mapping[int, Sequence[Counted]]
    settled: Sequence[Formula]
    in_pieces: bool = False


def small_components(claims: Claims) -> Iterator[Implication]:
    """Deduce that every present vertex lies in a possible placement, where sizes of components are bounded.

    A placement is a connected set of vertices that satisfies the claims about sizes, and the formulas about links of
    single vertices.  It is a component if its vertices are joined and those beside it are not.  (Exact cover by
    placements, as Knuth 2000 has it of polyominoes.)

    Two placements with a common vertex are never both components, and some placement of it is one.  So that a placement
    is one follows from what the formulas say of the others.
    """
    units: UnitPropagation | None = None
    pieces = small_pieces(claims)
    for graph, component_claims in (
        *graphs(claims),
        *((one, ()) for key, one in pieces.items() if key not in claims.parts),
    ):
        small = _small_components(graph, component_claims, claims, id(graph) in pieces)
        if small is None:
            continue
        if units is None:
            units = claims.units()
        placements = _placements(small, claims, units)
        conditions = None if placements is None else _conditions(graph, placements)
        if conditions is None:
            continue
        placed = ComponentPlacements(graph, *conditions)
        rewritten, gone = placed_claims(placed, claims, small.settled)
        settled = [*small.settled, *gone]
        formulas = [one for one in (*placed.cover(), *rewritten) if one is not True]
        yield Implication(formulas, settled, settled, placed.derived())


def _small_components(
    graph: Graph, component_claims: Sequence[ComponentClaim], claims: Claims, in_pieces: bool
) -> SmallComponents | None:
    if graph.exact is None and any(when is not True for _, _, when in graph.edges):
        return None
    if any(traversal.about_graphs(when, {}) for when in traversal.conditions(graph)):
        return None
    read = _Sizes().read
    bounds = [
        one for one in component_claims if _whole(one) and (size := read(one)) is not None and size[2] <= MOST_SIZE
    ]
    sizes = _of_pieces(graph) if in_pieces else {}
    if not in_pieces and not covers_every_component(graph, bounds):
        return None
    first: dict[int, list[Counted]] = {}
    anywhere: dict[int, list[Counted]] = {}
    settled: list[Formula] = []
    for one in component_claims:
        counted = read(one)
        if counted is None:
            continue
        begins = any(is_not_first(part, graph, one.vertex) for part in _parts(one.claim))
        if not (begins and _whole(one)):  # `sizes` says the same of the component that begins there
            (first if begins else anywhere).setdefault(one.vertex, []).append(counted)
        if begins or one.claim is not one.statement or graph.presence[one.vertex] is True:
            settled.append(one.claim)
        if _whole(one):
            least, most = sizes.get(one.vertex, (1, MOST_SIZE))
            sizes[one.vertex] = max(least, counted[1]), min(most, counted[2])
    settled += [claim for claim in claims.stated if is_exact(claim, graph)]
    if max((most for _, most in sizes.values()), default=0) <= LINKS:
        return None
    return SmallComponents(graph, dict(sorted(sizes.items())), first, anywhere, settled, in_pieces)


def _of_pieces(graph: Graph) -> dict[int, tuple[int, int]]:
    """Sizes of areas that lie in one piece of the board each."""
    pieces = build_graphs.widest_parts(graph)
    count = Counter(pieces)
    return {vertex: (1, count[piece]) for vertex, piece in enumerate(pieces)}


def small_pieces(claims: Claims) -> Mapping[int, Graph]:
    """Partitions of a board in small pieces, where claims compare an area with several, by their identity."""
    partitions = {id(one.graph): one.graph for one in map(separated_pair, claims.stated) if one is not None}
    return {
        key: graph
        for key, graph in partitions.items()
        if max(_of_pieces(graph).values())[1] <= MOST_SIZE and compare_by_cases(graph, claims.stated)
    }


def _parts(claim: Formula) -> Sequence[Formula]:
    return claim.parts if isinstance(claim, nodes.Or) else (claim,)


def _whole(one: ComponentClaim) -> bool:
    """Whether the claim is about the number of all vertices of the component."""
    match one.statement:
        case nodes.Equal(ComponentSize() as size) | nodes.AtMost(ComponentSize() as size):
            return counts_all(size)
        case _:
            return False


class _Sizes:
    """Reads sizes of components that count vertices under no condition; those that count the same share a set."""

    def __init__(self) -> None:
        self.sets: dict[int, int | None] = {}

    def read(self, one: ComponentClaim) -> Counted | None:
        """The counted vertices, the least and the greatest number of them; None for other claims."""
        match one.statement:
            case nodes.Equal(ComponentSize(_, _, counted), value):
                least, most = value, value
            case nodes.AtMost(ComponentSize(_, _, counted), bound):
                least, most = 0, bound
            case _:
                return None
        if id(counted) not in self.sets:
            plain = all(when is True for _, when in counted)
            self.sets[id(counted)] = sum(1 << vertex for vertex, _ in counted) if plain else None
        among = self.sets[id(counted)]
        return None if among is None else (among, least, most)


def _placements(small: SmallComponents, claims: Claims, units: UnitPropagation) -> Sequence[int] | None:
    """List the placements, as sets of bits; None if there are too many."""
    graph = small.graph
    patterns = None
    if graph.exact is not None:
        patterns = neighbour_patterns(graph, claims.plain, units)
        if patterns is None:
            return None
    apart = _apart(graph, claims)
    if max(most for _, most in small.sizes.values()) > MOST_UNKNOWN and not (
        small.in_pieces or _is_known(graph, patterns) or 4 * sum(map(bool, apart)) >= len(graph.places)
    ):
        return None
    around = surroundings(graph, units, patterns, apart, divided=graph.exact is not None)
    grown = Growth(around).all_from(small.sizes)
    if grown is None:
        return None
    tested = sum(1 << vertex for vertex in small.any)
    fitting = [one for one in grown if _fits(small, one, tested)]
    return supported(fitting, around) if around.divided else fitting


def _apart(graph: Graph, claims: Claims) -> Sequence[int]:
    """For each vertex those that claims keep out of its component; empty if there are none."""
    result = [0] * len(graph.places)
    for claim in claims.stated:
        match claim:
            case nodes.Not(nodes.Joined(other, first, second)) if other is graph:
                result[first] |= 1 << second
                result[second] |= 1 << first
            case _:
                pass
    return result if any(result) else ()


def _is_known(graph: Graph, patterns: Sequence[Sequence[int]] | None) -> bool:
    """Whether the surroundings of a quarter of the vertices are restricted."""
    if patterns is None:
        return False
    pairs = zip(patterns, graph.beside, strict=True)
    return 4 * sum(len(sets) < 1 << len(around) for sets, around in pairs) >= len(graph.places)


def _fits(small: SmallComponents, placement: int, tested: int) -> bool:
    """Whether a placement has all sizes that are known."""
    first = (placement & -placement).bit_length() - 1
    counts = [*small.first.get(first, ()), *(one for vertex in bits(placement & tested) for one in small.any[vertex])]
    return all(least <= (placement & among).bit_count() <= most for among, least, most in counts)


def _conditions(graph: Graph, placements: Sequence[int]) -> tuple[list[list[int]], list[Formula]] | None:
    """The vertices of each placement, and the formula that it is a component; None if the formulas are too long."""
    cells = [list(bits(one)) for one in placements]
    whole: list[Formula] = []
    literals = 0
    conditions = _of_areas(graph) if graph.exact is not None else _of_members(graph)
    for one, vertices in zip(placements, cells, strict=True):
        parts = conditions(one, vertices)
        literals += len(parts)
        if literals > MOST_LITERALS:
            return None
        whole.append(build.conjunction(parts))
    return cells, whole


Conditions = Callable[[int, Sequence[int]], Sequence[Formula]]


def _of_areas(graph: Graph) -> Conditions:
    """Conditions of areas: the links inside are not cut, and those to the outside are."""
    steps: list[list[tuple[int, Formula, Formula]]] = [[] for _ in graph.places]
    for (first, second), when in (graph.exact or {}).items():
        cut = build.negation(when)
        steps[first].append((1 << second, when, cut))
        steps[second].append((1 << first, True, cut))
    return lambda one, vertices: [
        when if one & other else cut for vertex in vertices for other, when, cut in steps[vertex]
    ]


def _of_members(graph: Graph) -> Conditions:
    """Conditions of components of a set: the cells are present, and those beside them are absent."""
    absent = [build.negation(here) for here in graph.presence]

    def conditions(one: int, vertices: Sequence[int]) -> Sequence[Formula]:
        rim = dict.fromkeys(other for vertex in vertices for other in graph.beside[vertex] if not one >> other & 1)
        return [*(graph.presence[vertex] for vertex in vertices), *(absent[other] for other in rim)]

    return conditions
