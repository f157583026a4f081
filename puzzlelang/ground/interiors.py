"""Cells enclosed by closed curves: an odd number of crossings from the outside (Jordan's theorem)."""

from collections.abc import Iterable, Mapping

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.holes import HoledTiling
from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.curves import Curve, touched_points
from puzzlelang.ground.values import SetValue
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula


def interior(curve: Curve) -> SetValue:
    """The cells enclosed by closed curves; those that a curve runs through are none."""
    if isinstance(curve.geometry, SquareGrid):
        return _along_rows(curve, curve.geometry)
    if any(isinstance(edge, Link) for edge in curve.members):
        return _beside_corners(curve)
    return _through_borders(curve)


def _along_rows(curve: Curve, geometry: SquareGrid) -> SetValue:
    """Count crossings from the left; a curve through cells is crossed where it passes to the row above."""
    through = any(isinstance(edge, Link) for edge in curve.members)
    result: SetValue = {}
    at = {edge.lattice: here for edge, here in curve.members.items() if isinstance(edge, Link | Border)}
    on = touched_points(curve) if through else {}
    for row in geometry.rows:
        odd: Formula = False
        for cell in row.cells:
            r, c = cell.lattice
            crossing = at.get((r - 1, c), False) if through else at.get((r, c - 1), False)
            if not through:
                odd = _parity_behind(odd, crossing)
            here = build.conjunction((odd, build.negation(on.get(cell, False)))) if through else odd
            if through:
                odd = _parity_behind(odd, crossing)
            if here is not False and geometry.at(cell.row, cell.column) is not None:
                result[cell] = here
    return result


def _through_borders(curve: Curve) -> SetValue:
    """Count the borders of the curve on a way from the outside to each cell."""
    geometry = _whole(curve.geometry)
    beside: dict[Cell, list[Border]] = {cell: [] for cell in geometry.cells}
    for border in geometry.borders:
        for cell in border.cells:
            beside[cell].append(border)
    odd: dict[Cell, Formula] = {}
    for start in geometry.cells:
        rim = [border for border in beside[start] if len(border.cells) == 1]
        if start in odd or not rim:
            continue
        odd[start] = curve.members.get(rim[0], False)
        waiting = [start]
        for cell in waiting:
            for border in beside[cell]:
                for other in border.cells:
                    if other not in odd:
                        odd[other] = _parity_behind(odd[cell], curve.members.get(border, False))
                        waiting.append(other)
    return _existing(curve.geometry, odd)


def _beside_corners(curve: Curve) -> SetValue:
    """Count the links of the curve on a way along borders from the outside to a corner of each cell."""
    geometry = _whole(curve.geometry)
    links = {link.lattice: here for link, here in curve.members.items() if isinstance(link, Link)}
    onward: dict[Corner, list[tuple[Corner, Formula]]] = {corner: [] for corner in geometry.corners}
    for border, (first, second) in geometry.border_ends.items():
        crossing = links.get(border.lattice, False)
        onward[first].append((second, crossing))
        onward[second].append((first, crossing))
    odd = _parities(geometry.corners, onward)
    on = touched_points(curve)
    results: dict[Cell, Formula] = {}
    for cell in geometry.cells:
        corner = geometry.corners_of(cell)[0]
        results[cell] = build.conjunction((odd[corner], build.negation(on.get(cell, False))))
    return _existing(curve.geometry, results)


def _parities(
    corners: Iterable[Corner], onward: Mapping[Corner, list[tuple[Corner, Formula]]]
) -> Mapping[Corner, Formula]:
    """The parity of each corner; the first of each piece of the board lies on its rim."""
    odd: dict[Corner, Formula] = {}
    for start in corners:
        if start in odd:
            continue
        odd[start] = False
        waiting = [start]
        for corner in waiting:
            for other, crossing in onward[corner]:
                if other not in odd:
                    odd[other] = _parity_behind(odd[corner], crossing)
                    waiting.append(other)
    return odd


def _parity_behind(odd: Formula, crossing: Formula) -> Formula:
    return build.negation(build.same(odd, crossing))


def _whole(geometry: Geometry) -> Geometry:
    return geometry.whole if isinstance(geometry, HoledTiling) else geometry


def _existing(geometry: Geometry, odd: Mapping[Cell, Formula]) -> SetValue:
    return {cell: odd[cell] for cell in geometry.cells if odd[cell] is not False}
