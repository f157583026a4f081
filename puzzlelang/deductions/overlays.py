"""Overlays: the component of one root fits into that of another by some turn and shift, which gets a variable.

As a statement about a graph, `Fits` or `Congruent` is cut for one pair of shapes after another.  Where both components
belong to roots, it is a choice among the ways to lay one on the other.  (The encoding of a subgraph isomorphism by
the image of one vertex, which fixes all others on a lattice.)

Claims of one root whose conditions exclude each other share the ways and an image: the component that is laid upon.
If the component that is laid upon has so many vertices more, these are counted, and no size is.

The clauses follow from the claims.  The statements are still held against each answer, so nothing rests on the clauses.
"""

from collections.abc import Iterator, Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.fixpoint import RootsByGraph
from puzzlelang.deductions.reachability import GraphFacts, Root, membership
from puzzlelang.geometry.motions import Equality
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs.abstraction import Leaf
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.sizes import linear
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph

MOST = 500_000
"""No more clauses are made for all overlays together; what would need more is left to cuts."""


class _LaidClaim(msgspec.Struct, frozen=True, eq=False):
    """A claim that under a condition the component of one root fits into that of another.

    `more`: how many more vertices the other has; None if nothing is said of that.  `compared`: the formula that says
    so.  `facts`: values of variables that the condition demands, by which conditions exclude each other.
    """

    graph: Graph
    root: Root
    other: Root
    equal: Equality
    more: int | None
    condition: Formula
    compared: Formula | None
    facts: Mapping[int, int]


class Alternative(msgspec.Struct, frozen=True, eq=False):
    """A component that is laid upon if the condition holds; `chosen` is the variable for this."""

    root: Root
    condition: Formula
    chosen: Formula


class Overlay(msgspec.Struct, frozen=True, eq=False):
    """A root's component and those that it may be laid upon, at most one of them in any answer.

    `image`: variables for the vertices of the component that is laid upon.  `rest`: for those of them that nothing is
    laid on; none if there are no such vertices.  `ways`: a variable for each way, with the images of the root's reach.
    """

    root: Root
    more: int | None
    alternatives: Sequence[Alternative]
    image: Mapping[int, Formula]
    rest: Mapping[int, Formula]
    ways: Sequence[tuple[Formula, Mapping[int, int]]]


def overlays(
    claims: Sequence[Formula], roots: RootsByGraph, about: traversal.About, auxiliaries: Auxiliaries
) -> tuple[Sequence[Overlay], Set[int]]:
    """Return the overlays that claims demand, and the identities of comparisons of sizes that they take care of."""
    groups: dict[tuple[int, Equality, int | None], list[_LaidClaim]] = {}
    for claim in claims:
        for one in _laid_claims(claim, roots, about):
            groups.setdefault((id(one.root), one.equal, one.more), []).append(one)
    results: list[Overlay] = []
    compared: set[int] = set()
    for group in groups.values():
        for together in _exclusive_classes(group):
            overlay = _overlay(together, auxiliaries)
            if overlay is not None:
                results.append(overlay)
                compared.update(id(one.compared) for one in together)
    return results, compared


def _laid_claims(claim: Formula, roots: RootsByGraph, about: traversal.About) -> Iterator[_LaidClaim]:
    alternatives = claim.parts if type(claim) is nodes.Or else (claim,)
    for one in alternatives:
        stated = traversal.together(one)
        for relation in stated:
            if not isinstance(relation, nodes.Fits | nodes.Congruent) or id(relation.graph) not in roots:
                continue
            known, around = roots[id(relation.graph)]
            first, second = (around.get(known.leader[vertex]) for vertex in (relation.first, relation.second))
            if first is None or second is None or first is second:
                continue
            others = [other for other in alternatives if other is not one]
            if any(traversal.about_graphs(other, about) for other in others):
                continue
            more, compared = (0, None) if isinstance(relation, nodes.Congruent) else _more(stated, relation)
            condition = build.conjunction(map(build.negation, others))
            facts = _facts(condition)
            yield _LaidClaim(known.graph, first, second, relation.equal, more, condition, compared, facts)


def _more(stated: Sequence[Formula], fits: nodes.Fits) -> tuple[int | None, Formula | None]:
    """How many more vertices the second component has, and the comparison that says so."""
    for one in stated:
        if type(one) is nodes.Equal and (result := linear(one.term)) is not None:
            factors = {size.vertex: factor for factor, size in result.sizes if size.graph is fits.graph}
            whole = all(counts_all(size) for _, size in result.sizes)
            plain = len(result.sizes) == 2 and not result.counted and not result.terms
            factor = factors.get(fits.second)
            if plain and whole and factor in (1, -1) and factors.get(fits.first) == -factor:
                more = factor * (one.value - result.constant)
                return (more, one) if more >= 0 else (None, None)
    return None, None


def _facts(condition: Formula) -> Mapping[int, int]:
    result: dict[int, int] = {}
    for part in traversal.together(condition):
        match part:
            case nodes.Holds(variable):
                result[variable.index] = 1
            case nodes.Not(nodes.Holds(variable)):
                result[variable.index] = 0
            case nodes.Equal(nodes.Number(variable), value):
                result[variable.index] = value
            case _:
                pass
    return result


def _exclusive_classes(claims: Sequence[_LaidClaim]) -> Sequence[Sequence[_LaidClaim]]:
    """Divide claims so that any two conditions in a class exclude each other."""
    results: list[list[_LaidClaim]] = []
    for claim in claims:
        fitting = (one for one in results if all(_exclusive(claim.facts, other.facts) for other in one))
        own = next(fitting, None)
        if own is None:
            results.append([claim])
        else:
            own.append(claim)
    return results


def _exclusive(left: Mapping[int, int], right: Mapping[int, int]) -> bool:
    return any(left[index] != right[index] for index in left.keys() & right.keys())


def _overlay(claims: Sequence[_LaidClaim], auxiliaries: Auxiliaries) -> Overlay | None:
    """The overlay of some claims about one root whose conditions exclude each other; None if it takes too much."""
    root, more = claims[0].root, claims[0].more
    members = membership(root)
    upon = sorted({vertex for one in claims for vertex in membership(one.other)})
    ways = list(_ways(root.known, root.vertex, list(members), upon, claims[0].equal))
    clauses = len(ways) * (len(members) + (0 if more is None else 2 * len(upon))) + 2 * len(upon) * len(claims)
    if auxiliaries.clauses + clauses > MOST:
        return None
    auxiliaries.spend(clauses)
    alternatives = [Alternative(one.other, one.condition, auxiliaries.member("laid", None)) for one in claims]
    image = {vertex: auxiliaries.member("image", None) for vertex in upon}
    rest = {vertex: auxiliaries.member("rest", None) for vertex in upon} if more else {}
    chosen = [(auxiliaries.member("way", None), way) for way in ways]
    return Overlay(root, more, alternatives, image, rest, chosen)


def _ways(
    known: GraphFacts, root: int, members: Sequence[int], upon: Sequence[int], equal: Equality
) -> Iterator[Mapping[int, int]]:
    """Yield the turns and shifts that lay the root on one of some vertices, as maps of its reach into these."""
    spots = {vertex: place.spot for vertex, place in enumerate(known.graph.places) if isinstance(place, Cell)}
    at = {spots[vertex]: vertex for vertex in upon}
    for motion in equal.motions:
        turned = {vertex: motion(spots[vertex]) for vertex in members}
        row, column, face = turned[root]
        for target in upon:
            down, right, other = spots[target][0] - row, spots[target][1] - column, spots[target][2]
            if other == face:
                moved = {vertex: at.get((r + down, c + right, f)) for vertex, (r, c, f) in turned.items()}
                yield {vertex: image for vertex, image in moved.items() if image is not None}


def overlay_clauses(every: Sequence[Overlay], leaf: Leaf) -> Iterator[Formula]:
    """State the overlays, over what stands for memberships."""
    for one in every:
        yield from _image(one, leaf)
        members = {vertex: leaf(belongs) for vertex, belongs in membership(one.root).items()}
        for way, images in one.ways:
            yield from _laid(one, members, way, images)
        yield from _rest(one)


def _image(overlay: Overlay, leaf: Leaf) -> Iterator[Formula]:
    """The image is the component that is laid upon, and some way leads there."""
    ways = [way for way, _ in overlay.ways]
    for one in overlay.alternatives:
        yield build.disjunction((build.negation(one.condition), one.chosen))
        off = build.negation(one.chosen)
        yield build.disjunction((off, *ways))
        members = {vertex: leaf(belongs) for vertex, belongs in membership(one.root).items()}
        for vertex, here in overlay.image.items():
            belongs = members.get(vertex, False)
            yield build.disjunction((off, build.negation(belongs), here))
            yield build.disjunction((off, belongs, build.negation(here)))


def _laid(
    overlay: Overlay, members: Mapping[int, Formula], way: Formula, images: Mapping[int, int]
) -> Iterator[Formula]:
    """One way lays all members on the image; what it lays nothing on is the rest."""
    off, image = build.negation(way), overlay.image
    for vertex, belongs in members.items():
        there = image[images[vertex]] if vertex in images else False
        yield build.disjunction((off, build.negation(belongs), there))
    if overlay.more is None:
        return
    sources = {there: members[vertex] for vertex, there in images.items()}
    for vertex, here in image.items():
        source = sources.get(vertex, False)
        if overlay.rest:
            yield build.disjunction((off, build.negation(here), source, overlay.rest[vertex]))
            yield build.disjunction((off, build.negation(overlay.rest[vertex]), build.negation(source)))
        else:
            yield build.disjunction((off, build.negation(here), source))


def _rest(overlay: Overlay) -> Iterator[Formula]:
    """The rest belongs to the image, and has so many vertices as the image has more."""
    if not overlay.rest or overlay.more is None:
        return
    count = build.total((1, one) for one in overlay.rest.values())
    enough = build.negation(build.at_most(count, overlay.more - 1))
    yield build.at_most(count, overlay.more)
    for vertex, one in overlay.rest.items():
        yield build.disjunction((build.negation(one), overlay.image[vertex]))
    for alternative in overlay.alternatives:
        yield build.disjunction((build.negation(alternative.chosen), enough))
