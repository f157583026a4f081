"""Many parts that are compared by shape: what each looks like from each of its cells, said once for all comparisons.

Two parts have one shape if from some cell of the second all lies as it does from a cell of the first, once it is turned
or flipped.  That takes eight formulas for each two cells, each about as many places as there are cells; shifting each
part over each other one would take as many for each comparison.
"""

from collections.abc import Callable
from itertools import product

import msgspec

from puzzlelang.graphs import grid
from puzzlelang.graphs.level_mapping import Made
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph

Image = tuple[int, int, int, int]

IMAGES: tuple[Image, ...] = tuple(
    (a, b, c, d) for a, b, c, d in product((-1, 0, 1), repeat=4) if a * c + b * d == 0 and (a * d - b * c) in (-1, 1)
)
"""Turns and flips: a step down and to the right becomes (a * down + b * right, c * down + d * right)."""


class Pictures(msgspec.Struct, frozen=True, eq=False):
    """What was said so far about a graph whose vertices are cells; `joined` says whether two are in one part."""

    made: Made
    graph: Graph
    joined: Callable[[int, int], Formula]
    alike: dict[tuple[int, int, Image], Formula] = msgspec.field(default_factory=dict)
    together: dict[tuple[int, int], Formula] = msgspec.field(default_factory=dict)

    def congruent(self, first: int, second: int) -> Formula:
        """Some turn, flip and shift makes one part the other; two parts that are not there are equal."""
        here = self.graph.presence[first], self.graph.presence[second]
        ways = [build.conjunction(map(build.negation, here))]
        for other in grid.at(self.graph).values():
            there = self._joined(second, other)
            if there is not False:
                looks = build.disjunction([self._alike(first, other, image) for image in IMAGES])
                ways.append(build.conjunction((here[0], there, looks)))
        return build.disjunction(ways)

    def _alike(self, first: int, second: int, image: Image) -> Formula:
        """The part of one cell, seen from there and turned, is that of another one, seen from that."""
        if first > second:
            a, b, c, d = image
            first, second, image = second, first, (a, c, b, d)  # the way back
        key = first, second, image
        if key not in self.alike:
            at = grid.at(self.graph)
            place = {vertex: place for place, vertex in at.items()}
            (row, column), (down, right), (a, b, c, d) = place[first], place[second], image
            steps = {(r - row, q - column): None for r, q in at}
            steps |= {(a * (r - down) + c * (q - right), b * (r - down) + d * (q - right)): None for r, q in at}
            self.made.spend(2 * len(steps))
            parts: list[Formula] = []
            for r, q in steps:
                one, other = at.get((row + r, column + q)), at.get((down + a * r + b * q, right + c * r + d * q))
                parts.append(build.same(self._joined(first, one), self._joined(second, other)))
            self.alike[key] = build.conjunction(parts)
        return self.alike[key]

    def _joined(self, first: int, second: int | None) -> Formula:
        """Whether two vertices are joined, if there is a second one; the same node whenever it is asked."""
        if second is None:
            return False
        key = min(first, second), max(first, second)
        if key not in self.together:
            self.together[key] = self.joined(*key)
        return self.together[key]
