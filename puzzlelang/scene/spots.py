"""Computes positions in a figure of squares: one cell is one unit, the grid begins at (0, 0)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.scene.figure import Point
from puzzlelang.scene.record import Margin, Regions, Scene, Spot

LETTER = 0.62
"""How wide a letter is at most, of its height."""

Segment = tuple[Point, Point]


def point(lattice: tuple[int, int]) -> Point:
    """The point (x, y) of a lattice place."""
    return lattice[1] / 2, lattice[0] / 2


def ends(place: Border | Link, *, across: bool = False) -> Segment:
    """The ends of a stroke along a border, or from cell to cell; `across` a link, along its border."""
    x, y = point(place.lattice)
    level = (place.lattice[0] % 2 == 1) if isinstance(place, Link) else (place.lattice[0] % 2 == 0)
    if across and isinstance(place, Link):
        level = not level
    return ((x - 0.5, y), (x + 0.5, y)) if level else ((x, y - 0.5), (x, y + 0.5))


def cut_links(mark: Regions, scene: Scene) -> list[Link]:
    """The links between the regions of a partition."""
    owner = {cell: index for index, group in enumerate(mark.groups) for cell in group}
    links = scene.geometry.links
    if mark.partial:
        links = tuple(link for link in links if link.first in owner and link.second in owner)
    return [link for link in links if owner.get(link.first) != owner.get(link.second)]


def join_segments(segments: Iterable[Segment]) -> list[Segment]:
    """Joins level or upright segments that continue each other, each from its lesser end; oblique ones stay."""
    result: list[Segment] = []
    rows: dict[float, list[tuple[float, float]]] = {}
    columns: dict[float, list[tuple[float, float]]] = {}
    for (x, y), (right, down) in segments:
        if y == down:
            rows.setdefault(y, []).append((x, right))
        elif x == right:
            columns.setdefault(x, []).append((y, down))
        else:
            result.append(((x, y), (right, down)))
    for level, lines in ((True, rows), (False, columns)):
        for fixed, pieces in sorted(lines.items()):
            pieces.sort()
            start, end = pieces[0]
            for low, high in [*pieces[1:], (float("inf"), 0.0)]:
                if low > end:
                    result.append(((start, fixed), (end, fixed)) if level else ((fixed, start), (fixed, end)))
                    start, end = low, high
                end = max(end, high)
    return result


class Hint(msgspec.Struct, frozen=True):
    """The place of a hint at the end of an oblique line: its middle, width and height, and the end of the line."""

    middle: Point
    size: Point
    start: Point

    def letters(self) -> Iterator[Point]:
        """The middle and the corners of its text."""
        (x, y), (wide, tall) = self.middle, self.size
        yield x, y
        yield from ((x + 0.4 * a * wide, y + 0.4 * b * tall) for a in (-1, 1) for b in (-1, 1))

    def covers(self, other: "Hint") -> bool:
        """Whether both overlap."""
        (x, y), (right, down) = self.middle, other.middle
        return all(
            2 * abs(one - two) < a + b
            for one, two, a, b in zip((x, y), (right, down), self.size, other.size, strict=True)
        )


class MarginFrame(msgspec.Struct, frozen=True):
    """The depth of margins: for each side the distances at which its levels begin, and its end.

    `at` is the point of a lattice place; `outside` has the margins that are not beside rows and columns.
    """

    edges: Mapping[str, tuple[float, ...]]
    height: float
    width: float
    at: Callable[[tuple[int, int]], Point] = point
    outside: Mapping[Margin, Hint] = {}

    def middle(self, spot: Spot) -> Point:
        """The point on which a sign or a text stands."""
        match spot:
            case Cell() | Border() | Link() | Corner():
                return self.at(spot.lattice)
            case Margin() if spot in self.outside:
                return self.outside[spot].middle
            case Margin(side, place, level):
                near, far = self.edges[side][level : level + 2]
                away = (near + far) / 2
                cell = place.cells[0]
                along = cell.column - 0.5 if side in ("top", "bottom") else cell.row - 0.5
                if side == "top":
                    return along, -away
                if side == "bottom":
                    return along, self.height + away
                return (-away if side == "left" else self.width + away), along

    def depth(self, margin: Margin) -> float:
        """The depth of a margin's level."""
        near, far = self.edges[margin.side][margin.level : margin.level + 2]
        return far - near

    def end(self, side: str) -> float:
        """The distance from the grid to the end of a side."""
        return self.edges[side][-1]


def outline(cells: Sequence[Cell], inset: float) -> list[Segment]:
    """The outline of cells, moved inwards by a distance."""
    inside = {(cell.row, cell.column) for cell in cells}
    result: list[Segment] = []
    for cell in cells:
        r, c = cell.row, cell.column
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) in inside:
                continue
            low, high = (_reach(inside, r, c, dr, dc, sign) * inset for sign in (-1, 1))
            if dr:
                y = r - 0.5 + dr * (0.5 - inset)
                result.append(((c - 1 + low, y), (c - high, y)))
            else:
                x = c - 0.5 + dc * (0.5 - inset)
                result.append(((x, r - 1 + low), (x, r - high)))
    return result


def _reach(inside: set[tuple[int, int]], row: int, column: int, down: int, right: int, sign: int) -> int:
    """The turn of an outline at one end of a side: inwards (1), straight on (0) or outwards (-1)."""
    beside = (row + sign * abs(right), column + sign * abs(down))
    if beside not in inside:
        return 1
    return -1 if (beside[0] + down, beside[1] + right) in inside else 0
