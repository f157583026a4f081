"""Relaxation of matchings: partners near the window.

The pairs of a matching on the whole board that lie near the window are a variable each: who is in one is present, and
in no other.  A vertex all of whose possible partners are near has to be in one.  The matching itself gives such values,
so nothing that is said here is wrong on any board.
"""

from collections.abc import Callable, Container, Sequence

from puzzlelang.geometry.places import Place
from puzzlelang.problem import build, nodes
from puzzlelang.problem.nodes import Formula
from puzzlelang.techniques.relaxation import Relaxer

Matching = Sequence[tuple[Place, Formula, bool]]
"""What is left of a matching: places of both sides in turn, whether each is present, and whether partners were lost."""


def partners(
    state: Relaxer,
    node: nodes.Paired,
    near: Container[Place],
    pair: Callable[[Matching, Place, Place], Formula],
) -> Formula:
    """State that pairs of places `near` the window are a part of a matching; `pair` is the variable of two."""
    kept: list[dict[int, Formula]] = []
    for side in (node.left, node.right):
        bounds = {at: state.formula(here) for at, (place, here) in enumerate(side) if place in near}
        kept.append({at: result.over for at, result in bounds.items() if result.exact})
    inner = [edge for edge in node.edges if edge[0] in kept[0] and edge[1] in kept[1]]
    outer = set(node.edges) - set(inner)
    lost = [{edge[one] for edge in outer} for one in (0, 1)]
    sides = (node.left, node.right)
    matching = [(sides[one][at][0], here, at in lost[one]) for one in (0, 1) for at, here in kept[one].items()]
    chosen = {edge: pair(matching, node.left[edge[0]][0], node.right[edge[1]][0]) for edge in inner}
    claims = [
        build.disjunction((build.negation(taken), kept[one][edge[one]]))
        for edge, taken in chosen.items()
        for one in (0, 1)
    ]
    for one in (0, 1):
        for at, here in kept[one].items():
            some = [taken for edge, taken in chosen.items() if edge[one] == at]
            claims.append(build.at_most(build.count(some), 1))
            if at not in lost[one]:
                claims.append(build.disjunction((build.negation(here), *some)))
    return build.conjunction(claims)
