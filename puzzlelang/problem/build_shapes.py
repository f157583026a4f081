"""Constructors of statements about the shapes of sets of cells, and these spelled out cell by cell."""

from collections.abc import Callable, Iterable, Mapping

from puzzlelang.geometry import motions
from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula

Members = Mapping[Cell, Formula]
"""When each cell belongs to a set; others do not."""


def same_shape(left: Members, right: Members, equal: Equality) -> Formula:
    """State that two sets have equal shapes; empty sets are equal."""
    sides = [{cell: here for cell, here in side.items() if here is not False} for side in (left, right)]
    known = [side for side in sides if all(here is True for here in side.values())]
    if len(known) == 2:
        return motions.shape(sides[0], equal) == motions.shape(sides[1], equal)
    if known:
        return has_shape(sides[1] if sides[0] is known[0] else sides[0], motions.shape(known[0], equal), equal)
    if sides[0].keys() == sides[1].keys() and all(here is sides[1][cell] for cell, here in sides[0].items()):
        return True
    for one, other in (sides, sides[::-1]):
        if sum(here is True for here in one.values()) > len(other):
            return False
    return nodes.SameShape(tuple(sides[0].items()), tuple(sides[1].items()), equal)


def fits(left: Members, right: Members, equal: Equality) -> Formula:
    """State that some turn, flip and shift puts one set inside the other; the empty set fits everywhere."""
    one = {cell.spot: here for cell, here in left.items() if here is not False}
    other = {cell.spot: here for cell, here in right.items() if here is not False}
    ways = [build.conjunction(build.negation(here) for here in one.values())]
    for motion in equal.motions:
        turned = {motion(place): here for place, here in one.items()}
        shifts = ((i - k, j - n) for k, n, face in turned for i, j, there in other if face == there)
        for down, beside in dict.fromkeys(shifts):
            moved = ((here, other.get((i + down, j + beside, face), False)) for (i, j, face), here in turned.items())
            ways.append(build.conjunction(build.disjunction((build.negation(here), there)) for here, there in moved))
    return build.disjunction(ways)


def has_shape(members: Members, shape: Shape, equal: Equality) -> Formula:
    """State that a set has this shape: of the places that the shape fits, it is one."""
    at = {cell.spot: here for cell, here in members.items()}
    least = sum(here is True for here in at.values())
    if not shape:
        return build.conjunction(build.negation(here) for here in at.values())
    if not least <= len(shape) <= len(at):
        return False
    outside = {place: build.negation(here) for place, here in at.items()}
    ways = []
    for place in placements(shape, at, equal):
        inside = dict.fromkeys(place)
        ways.append(build.conjunction([at[one] if one in inside else outside[one] for one in at]))
    return build.disjunction(ways)


def placements(shape: Shape, among: Mapping[Spot, object], equal: Equality) -> Iterable[Shape]:
    """All spots that a shape can lie on, in each turn and flip, within some spots."""
    for image in motions.images(shape, equal):
        (down, right, face), *_ = image
        for start in among:
            if start[2] == face:
                below, beside = start[0] - down, start[1] - right
                place = tuple((i + below, j + beside, other) for i, j, other in image)
                if all(one in among for one in place):
                    yield place


def spelled_out(same_shape: nodes.SameShape) -> Formula:
    """The formula that some turn, flip and shift maps one set onto the other, cell by cell."""
    kept: Formula | None = same_shape.__dict__.get("spelled_out")
    if kept is None:
        kept = same_shape.__dict__["spelled_out"] = _spell_out(same_shape)
    return kept


def _spell_out(same_shape: nodes.SameShape) -> Formula:
    left, right = ({cell.spot: here for cell, here in side} for side in (same_shape.left, same_shape.right))
    same = _shared_equivalences()
    ways: dict[tuple[int, ...], Formula] = {}  # by its equivalences, as several turns may lay the cells alike
    for motion in same_shape.equal.motions:
        turned = {motion(place): here for place, here in left.items()}
        shifts = ((i - k, j - n) for k, n, one in turned for i, j, other in right if one == other)
        for down, beside in dict.fromkeys(shifts):
            moved = {(i + down, j + beside, face): here for (i, j, face), here in turned.items()}
            parts = [
                same(moved.get(place, False), right.get(place, False)) for place in dict.fromkeys((*moved, *right))
            ]
            if False not in parts:
                ways.setdefault(tuple(sorted(map(id, parts))), build.conjunction(parts))
    some = build.disjunction(left.values())
    none = build.conjunction(build.negation(here) for here in (*left.values(), *right.values()))
    return build.disjunction((none, build.conjunction((some, build.disjunction(ways.values())))))


_Same = Callable[[Formula, Formula], Formula]


def _shared_equivalences() -> _Same:
    """`build.same` that makes each equivalence once, as many shifts share it."""
    known: dict[tuple[int, int], Formula] = {}

    def same(one: Formula, other: Formula) -> Formula:
        key = id(one), id(other)
        if key not in known:
            known[key] = build.same(one, other)
        return known[key]

    return same
