"""Words about the shape of a set of cells."""

from puzzlelang.geometry import Cell, Corner, Geometry, Link
from puzzlelang.ground.parts import Reached
from puzzlelang.ground.values import SetValue, ShapeOf
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph, Term


def rectangle(members: SetValue, whole: Graph) -> Formula:
    """The set fills a rectangle; `whole` is its graph.

    A set in one piece is a rectangle exactly if no block of two by two cells holds three of them.
    """
    if isinstance(members, Reached) and members.within is None:
        return build_graphs.rectangle(members.graph, members.vertex)
    some = build.disjunction(members.values())
    return build.conjunction((some, build_graphs.connected(whole), *_blocks(members)))


def _blocks(members: SetValue) -> list[Formula]:
    at = {(cell.row, cell.column): here for cell, here in members.items() if isinstance(cell, Cell)}
    starts = {(row - down, column - right) for row, column in at for down in (0, 1) for right in (0, 1)}
    found = []
    for row, column in sorted(starts):
        block = [at.get((row + down, column + right), False) for down in (0, 1) for right in (0, 1)]
        found.append(build.negation(build.equal(build.count(block), 3)))
    return found


def square(members: SetValue, whole: Graph) -> Formula:
    """A rectangle that touches as many rows as columns."""
    return build.conjunction((rectangle(members, whole), build.equal(_spread(members, 0), _spread(members, 1))))


def _spread(members: SetValue, axis: int) -> Term:
    """How many rows (or columns) the set touches."""
    lines: dict[int, list[Formula]] = {}
    for cell, here in members.items():
        if isinstance(cell, Cell):
            lines.setdefault((cell.row, cell.column)[axis], []).append(here)
    return build.count(build.disjunction(parts) for parts in lines.values())


def symmetric(geometry: Geometry, members: SetValue, middle: Cell | Link | Corner) -> Formula:
    """Each cell of the set has its image under half a turn in the set."""
    row, column = middle.lattice
    parts = []
    for cell, here in members.items():
        if isinstance(cell, Cell):
            image = geometry.at(row - cell.row + 1, column - cell.column + 1)
            there = members.get(image, False) if image is not None else False
            # Where both may belong, the pair is met twice, and said once.
            if there is False or (image is not None and cell.index < image.index):
                parts.append(build.same(here, there))
    return build.conjunction(parts)


def same_shape(left: ShapeOf, right: ShapeOf) -> Formula:
    """Some turn, flip and shift makes one set the other; two empty sets are equal."""
    empty = build.conjunction(build.negation(here) for _, here in (*left.items, *right.items))
    ways: list[Formula] = [empty]
    target = {(cell.row, cell.column): here for cell, here in right.items}
    for turned in _turned(left):
        ways.extend(_shifted(turned, target))
    return build.disjunction(ways)


def _turned(found: ShapeOf) -> list[dict[tuple[int, int], Formula]]:
    """The eight images under turns and flips about the origin, without repeats."""
    at = {(cell.row, cell.column): here for cell, here in found.items}
    images = []
    for _ in range(4):
        at = {(column, -row): here for (row, column), here in at.items()}
        images += [at, {(row, -column): here for (row, column), here in at.items()}]
    return images


def _shifted(turned: dict[tuple[int, int], Formula], target: dict[tuple[int, int], Formula]) -> list[Formula]:
    """For each shift under which both overlap: the shifted set is the target."""
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
