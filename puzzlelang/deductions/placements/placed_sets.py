"""Placements of sets that are in one piece and whose shapes are compared."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.placements.connected_placements import Growth, bits, surroundings
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.geometry.motions import Equality, Shape, images, shifted
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph, Term

MOST_SIZE = 8
"""No placements of more cells are listed."""

MOST_LITERALS = 600_000
"""No more conditions of placements are stated for all sets together."""

Key = frozenset[int]
"""A set by the identities of the conditions of its cells."""


class _PlacedSet(msgspec.Struct, frozen=True, eq=False):
    """The places that a set can be: for each its cells, and the formula that the set is there.

    `empty`: the formula that it has no cell.
    """

    connected: nodes.Connected
    placements: Sequence[Sequence[int]]
    whole: Sequence[Formula]
    empty: Formula
    shapes: dict[Equality, Mapping[Shape, Formula]] = msgspec.field(default_factory=dict)

    def cover(self) -> Formula:
        """State that the set is at one of its places."""
        return build.disjunction((*self.whole, self.empty))

    def by_shape(self, equal: Equality) -> Mapping[Shape, Formula]:
        """Return by each shape that the set can have: that it has it."""
        if equal not in self.shapes:
            result: dict[Shape, list[Formula]] = {}
            cells = self.connected.graph.places
            for vertices, here in zip(self.placements, self.whole, strict=True):
                spots = shifted(cell.spot for cell in (cells[vertex] for vertex in vertices) if isinstance(cell, Cell))
                result.setdefault(images(spots, equal)[0], []).append(here)
            self.shapes[equal] = {shape: build.disjunction(ways) for shape, ways in result.items()}
        return self.shapes[equal]


def placed_sets(claims: Claims) -> Iterator[Implication]:
    """Deduce that a set is at one of its places, where its shape is compared, and it is small and in one piece.

    Then two such sets have equal shapes if both have one of the shapes that both can have.  (Exact cover by placements,
    as Knuth 2000 has it of polyominoes.)
    """
    if not claims.shapes:
        return
    comparisons, compared = _comparisons(claims)
    placed = _placed_sets(claims, compared)
    if not placed:
        return

    def formula(_: Rewriter, one: Formula) -> Formula | None:
        if isinstance(one, nodes.SameShape):
            left, right = placed.get(_key(one.left)), placed.get(_key(one.right))
            return one if left is None or right is None else _alike(left, right, one.equal)
        return one if isinstance(one, nodes.GraphStatement) else None

    def term(_: Rewriter, one: Term) -> Term | None:
        return one if isinstance(one, nodes.ComponentSize) else None

    state = Rewriter(formula, term, about={id(one): (one, True) for one in compared})
    results = [rewrite.rewrite_formula(state, claim) for claim in comparisons]
    changed = [(new, old) for new, old in zip(results, comparisons, strict=True) if new is not old]
    settled = [*(one.connected for one in placed.values()), *(old for _, old in changed)]
    covers = [one.cover() for one in placed.values()]
    yield Implication([one for one in (*covers, *(new for new, _ in changed)) if one is not True], settled, settled)


def _comparisons(claims: Claims) -> tuple[list[Formula], list[nodes.SameShape]]:
    """The claims that compare shapes of sets, and the comparisons, each once."""
    compared: dict[int, nodes.SameShape] = {}
    known: dict[int, bool] = {}

    def compares(node: traversal.Node) -> bool:
        if type(node) in traversal.LEAVES:
            return False
        if id(node) not in known:
            if isinstance(node, nodes.SameShape):
                compared[id(node)] = node
            inner = [compares(part) for part in traversal.PARTS[type(node)](node)]  # all, so that each is met
            known[id(node)] = any(inner) or id(node) in compared
        return known[id(node)]

    parts = (part for one in claims.plain for part in traversal.together(one))
    return [claim for claim in (*claims.stated, *parts) if compares(claim)], list(compared.values())


def _key(side: Sequence[tuple[Cell, Formula]]) -> Key:
    return frozenset(id(here) for _, here in side)


def _placed_sets(claims: Claims, compared: Sequence[nodes.SameShape]) -> Mapping[Key, _PlacedSet]:
    """The sets of these comparisons that have few places."""
    wanted = {_key(side): len(side) for one in compared for side in (one.left, one.right)}
    pieces: dict[Key, nodes.Connected] = {}
    for one in claims.connected.values():
        pieces.setdefault(frozenset(map(id, one.graph.presence)), one)
    if not any(key in pieces for key in wanted):
        return {}
    sizes = _sizes(claims, wanted)
    units = claims.units()
    placed: dict[Key, _PlacedSet] = {}
    literals = 0
    for key, size in wanted.items():
        if key in pieces and len(key) == size == len(pieces[key].graph.places):
            results = _placed_set(pieces[key], sizes.get(key, (0, size)), units)
            literals += 0 if results is None else sum(map(len, results.placements))
            if results is not None and literals <= MOST_LITERALS:
                placed[key] = results
    return placed


def _sizes(claims: Claims, wanted: Mapping[Key, int]) -> Mapping[Key, tuple[int, int]]:
    """The least and the greatest size of sets, where claims bound it."""
    sizes: dict[Key, tuple[int, int]] = {}
    for claim in (part for one in claims.plain for part in traversal.together(one)):
        bound = _bound(claim)
        if bound is not None and (key := frozenset(map(id, bound[0]))) in wanted:
            least, most = sizes.get(key, (0, wanted[key]))
            sizes[key] = max(least, bound[1]), min(most, bound[2])
    return sizes


def _bound(claim: Formula) -> tuple[Sequence[Formula], int, int] | None:
    """Conditions of which a claim bounds the number of true ones, and the bounds; None for other claims."""
    match claim:
        case nodes.Or(parts):
            return parts, 1, len(parts)
        case nodes.Equal(nodes.Sum(counted, (), constant), value):
            least, most = value - constant, value - constant
        case nodes.AtMost(nodes.Sum(counted, (), constant), bound):
            least, most = 0, bound - constant
        case nodes.Not(nodes.AtMost(nodes.Sum(counted, (), constant), bound)):
            least, most = bound + 1 - constant, len(counted)
        case _:
            return None
    if any(factor != 1 for factor, _ in counted) or constant:
        return None
    return [part for _, part in counted], least, most


def _placed_set(connected: nodes.Connected, size: tuple[int, int], units: UnitPropagation) -> _PlacedSet | None:
    """The places of a set in one piece; None if there are too many, or what surrounds its cells is not known."""
    graph, (least, most) = connected.graph, size
    plain = all(when is True for _, _, when in graph.edges) and not any(map(_about_graphs, graph.presence))
    if not plain or most > MOST_SIZE or not all(isinstance(cell, Cell) for cell in graph.places):
        return None
    around = surroundings(graph, units, divided=False)
    grown = Growth(around).all_from(dict.fromkeys(range(len(graph.places)), (max(least, 1), most)))
    if grown is None:
        return None
    places = [one for one in grown if not around.present & ~one]
    empty = least == 0 and not around.present and build.conjunction(map(build.negation, graph.presence))
    return _PlacedSet(connected, [list(bits(one)) for one in places], _whole(graph, places, least == most), empty)


def _about_graphs(formula: Formula) -> bool:
    return traversal.about_graphs(formula, {})


def _whole(graph: Graph, places: Sequence[int], exact: bool) -> list[Formula]:
    """The formula of each place that the set is there: its cells are present, and all others absent.

    If the number of cells is known (`exact`), it says that of the others.
    """
    absent = [build.negation(here) for here in graph.presence]
    pairs = list(zip(graph.presence, absent, strict=True))
    return [
        build.conjunction(
            [
                here if one >> vertex & 1 else away
                for vertex, (here, away) in enumerate(pairs)
                if not exact or one >> vertex & 1
            ]
        )
        for one in places
    ]


def _alike(left: _PlacedSet, right: _PlacedSet, equal: Equality) -> Formula:
    """State that two sets have one of the shapes that both can have, or no cell."""
    one, other = left.by_shape(equal), right.by_shape(equal)
    ways = [build.nested_conjunction((here, other[shape])) for shape, here in one.items() if shape in other]
    return build.disjunction((build.conjunction((left.empty, right.empty)), *ways))
