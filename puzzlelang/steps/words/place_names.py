"""Names of places in short: runs of cells as `R1C1–R1C5`, straight lines by their ends, borders by their cells."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from puzzlelang.geometry.places import Border, Link, Place, Square

FEWEST_OF_RUN = 3
"""Cells in a row or column that are named by the first and the last of them."""

BESIDE = ("above ", "below ", "left of ", "right of ")
"""How the name of a border at the rim begins."""


InLine = TypeVar("InLine", Square, Link)


def short_names(places: Sequence[Place], *, lines: bool = False) -> list[str]:
    """The names of places in their order, of borders those at the rim last; a run has the place of its first one.

    `lines`: links are drawn from cell to cell, so a straight run of them is named by its ends.
    """
    whole = [place for place in places if isinstance(place, Square)]
    if len(whole) == len(places):
        return [f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in _runs(whole, FEWEST_OF_RUN)]
    links = [place for place in places if isinstance(place, Link) and isinstance(place.first, Square)]
    if lines and len(links) == len(places):
        return [f"{run[0].first}-{run[-1].second}" for run in _runs(links, 2)]
    names = [_border_name(place) if isinstance(place, Border) else str(place) for place in places]
    return sorted(names, key=lambda name: name.startswith(BESIDE))


def _runs(places: Sequence[InLine], fewest: int) -> Iterator[list[InLine]]:
    """The places, with those that follow one another in a straight line together, if there are enough of them."""
    left = {place.lattice: place for place in places}
    for place in places:
        if place.lattice in left:
            run = max((_run(place, way, left) for way in _ways(place)), key=len)
            for one in (run := run if len(run) >= fewest else [place]):
                del left[one.lattice]
            yield run


def _ways(place: Square | Link) -> Sequence[tuple[int, int]]:
    """The ways in which a run goes on from a place, as moves on the lattice: cells both ways, links along theirs."""
    across, down = (0, 2), (2, 0)
    if isinstance(place, Square):
        return across, down
    return (across,) if place.lattice[0] % 2 else (down,)


def _run(place: InLine, way: tuple[int, int], left: Mapping[tuple[int, int], InLine]) -> list[InLine]:
    """The run along a way that a place is in, of places that are left."""
    result = list(_onward(place, -1, way, left))[::-1]
    result.append(place)
    result.extend(_onward(place, 1, way, left))
    return result


def _onward(place: InLine, sign: int, way: tuple[int, int], left: Mapping[tuple[int, int], InLine]) -> Iterator[InLine]:
    row, column = place.lattice
    while (one := left.get((row := row + sign * way[0], column := column + sign * way[1]))) is not None:
        yield one


def _border_name(border: Border) -> str:
    """`R1C1/R1C2`, or at the rim `above R1C1`."""
    if len(border.cells) > 1:
        return border.text
    (cell,) = border.cells
    (row, column), (middle, centre) = border.lattice, cell.lattice
    return f"{BESIDE[(row > middle) if row != middle else 2 + (column > centre)]}{cell}"
