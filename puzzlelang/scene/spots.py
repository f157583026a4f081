"""Computes positions in a figure: one cell is one unit, the grid begins at (0, 0)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.sorts import SIDES, Sort
from puzzlelang.scene.figure import PlaceTarget, Point
from puzzlelang.scene.record import Margin, Regions, Scene, Spot, TextMark

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
    return [link for link in scene.geometry.links if owner.get(link.first) != owner.get(link.second)]


def join_segments(segments: Iterable[Segment]) -> list[Segment]:
    """Joins horizontal or vertical segments that continue each other; each runs from its lesser end."""
    found: list[Segment] = []
    for level in (True, False):
        lines: dict[float, list[tuple[float, float]]] = {}
        for (x, y), (right, down) in segments:
            if (y == down) is level:
                lines.setdefault(y if level else x, []).append((x, right) if level else (y, down))
        for fixed, pieces in sorted(lines.items()):
            pieces.sort()
            start, end = pieces[0]
            for low, high in [*pieces[1:], (float("inf"), 0.0)]:
                if low > end:
                    found.append(((start, fixed), (end, fixed)) if level else ((fixed, start), (fixed, end)))
                    start, end = low, high
                end = max(end, high)
    return found


class MarginFrame(msgspec.Struct, frozen=True):
    """The depth of margins: for each side the distances at which its levels begin, and its end."""

    edges: Mapping[str, tuple[float, ...]]
    height: int
    width: int

    def middle(self, spot: Spot) -> Point:
        """The point on which a sign or a text stands."""
        match spot:
            case Cell() | Border() | Link() | Corner():
                return point(spot.lattice)
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


def frame(scene: Scene) -> MarginFrame:
    """Margins as deep as their longest texts need, and a little air around the board."""
    needed: dict[tuple[str, int], float] = {}
    for margin in scene.margins:
        needed.setdefault((margin.side, margin.level), 0.75)
    for mark in scene.marks():
        if isinstance(mark, TextMark) and isinstance(mark.at, Margin):
            spot = mark.at.side, mark.at.level
            needed[spot] = max(needed[spot], _room(mark.parts, mark.at.side))
    edges: dict[str, tuple[float, ...]] = {}
    for side in SIDES:
        found = [0.0]
        for level in range(len([key for key in needed if key[0] == side])):
            found.append(found[-1] + needed[side, level])
        edges[side] = tuple(found)
    return MarginFrame(edges, scene.geometry.height, scene.geometry.width)


LIST_HEIGHT = 0.5
"""How high the numbers of a list in a margin are."""


def _room(parts: Sequence[str], side: str) -> float:
    if len(parts) == 1:
        return 0.75 if side in ("top", "bottom") else max(0.75, 0.2 + LETTER * 0.55 * len(parts[0]))
    if side in ("top", "bottom"):
        return 0.2 + LIST_HEIGHT * len(parts)
    return 0.2 + sum(list_widths(parts))


def list_widths(parts: Sequence[str]) -> list[float]:
    """The width of each number of a list beside the others."""
    return [LETTER * LIST_HEIGHT * len(part) + 0.16 for part in parts]


def outline(cells: Sequence[Cell], inset: float) -> list[Segment]:
    """The outline of cells, moved inwards by a distance."""
    inside = {(cell.row, cell.column) for cell in cells}
    found: list[Segment] = []
    for cell in cells:
        r, c = cell.row, cell.column
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) in inside:
                continue
            low, high = (_reach(inside, r, c, dr, dc, sign) * inset for sign in (-1, 1))
            if dr:
                y = r - 0.5 + dr * (0.5 - inset)
                found.append(((c - 1 + low, y), (c - high, y)))
            else:
                x = c - 0.5 + dc * (0.5 - inset)
                found.append(((x, r - 1 + low), (x, r - high)))
    return found


def _reach(inside: set[tuple[int, int]], row: int, column: int, down: int, right: int, sign: int) -> int:
    """The turn of an outline at one end of a side: inwards (1), straight on (0) or outwards (-1)."""
    beside = (row + sign * abs(right), column + sign * abs(down))
    if beside not in inside:
        return 1
    return -1 if (beside[0] + down, beside[1] + right) in inside else 0


TARGET_REACH = 0.2
"""How far from a border, a link or a corner still means it."""


def targets(scene: Scene, frame: MarginFrame) -> Iterator[PlaceTarget]:
    """The rectangles in which a pointer selects places: cells first, so that borders and links lie above.

    Names of places are those of messages.
    """
    geometry = scene.geometry
    for margin in scene.margins:
        yield _in_margin(margin, frame)
    for cell in geometry.cells:
        yield PlaceTarget(str(cell), Sort.CELL.value, cell.column - 1, cell.row - 1, 1, 1)
    for sort, places in ((Sort.BORDER, geometry.borders), (Sort.LINK, geometry.links)):
        for place in places if sort in scene.sorts else ():
            (x, y), (right, down) = ends(place, across=True)
            width, height = max(right - x, 2 * TARGET_REACH), max(down - y, 2 * TARGET_REACH)
            x, y = point(place.lattice)
            yield PlaceTarget(str(place), sort.value, x - width / 2, y - height / 2, width, height)
    if Sort.CORNER in scene.sorts:
        for corner in geometry.corners:
            x, y = point(corner.lattice)
            yield PlaceTarget(
                str(corner), Sort.CORNER.value, x - TARGET_REACH, y - TARGET_REACH, 2 * TARGET_REACH, 2 * TARGET_REACH
            )


def _in_margin(margin: Margin, frame: MarginFrame) -> PlaceTarget:
    x, y = frame.middle(margin)
    depth = frame.depth(margin)
    wide, tall = (1.0, depth) if margin.side in ("top", "bottom") else (depth, 1.0)
    sort = Sort.VIEW if hasattr(margin.place, "side") else Sort.LINE
    return PlaceTarget(str(margin.place), sort.value, x - wide / 2, y - tall / 2, wide, tall)
