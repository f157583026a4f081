"""Shapes of sets of cells as ordinary formulas."""

from collections.abc import Mapping

from puzzlelang.problem import build
from puzzlelang.problem.record import Formula

Place = tuple[int, int]
"""Row and column."""

Drawn = Mapping[Place, Formula]
"""When each place belongs to a set; others do not."""


def same_shape(left: Drawn, right: Drawn) -> Formula:
    """State that a rotation, reflection and shift maps one set to the other; empty sets are equal."""
    ways: list[Formula] = [build.conjunction(build.negation(here) for here in (*left.values(), *right.values()))]
    for turned in _turned(left):
        ways.extend(_shifted(turned, right))
    return build.disjunction(ways)


def _turned(found: Drawn) -> list[dict[Place, Formula]]:
    """The eight images under turns and flips about the origin, without repeats."""
    at = dict(found)
    images = []
    for _ in range(4):
        at = {(column, -row): here for (row, column), here in at.items()}
        images += [at, {(row, -column): here for (row, column), here in at.items()}]
    return images


def _shifted(turned: Drawn, target: Drawn) -> list[Formula]:
    """For each shift with overlap: the shifted set is the target."""
    shifts = dict.fromkeys((r - row, c - column) for row, column in turned for r, c in target)
    found = []
    for down, right in shifts:
        moved = {(row + down, column + right): here for (row, column), here in turned.items()}
        parts: list[Formula] = [build.disjunction(moved.values())]
        for place in dict.fromkeys((*moved, *target)):
            parts.append(build.same(moved.get(place, False), target.get(place, False)))
            if parts[-1] is False:
                break
        found.append(build.conjunction(parts))
    return found
