"""Which places somebody meant who touched others."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from puzzlelang.geometry.places import Cell, Corner, Place
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Puzzle


def meant(sort: Sort, partition: str | None, touched: Sequence[Place], puzzle: Puzzle) -> list[Place]:
    """Return the places of a sort that touched places stand for; they were touched one after another.

    A path over cells stands for the links between them, a path over corners for the borders, and a cell for its region.
    """
    match sort:
        case Sort.LINK if any(isinstance(place, Cell) for place in touched):
            return _between(touched, {(link.first, link.second): link for link in puzzle.geometry.links})
        case Sort.BORDER if any(isinstance(place, Corner) for place in touched):
            return _between(touched, _ends(puzzle.geometry))
        case Sort.REGION:
            regions = [
                region for name, found in puzzle.partitions.items() if partition in (None, name) for region in found
            ]
            return list(
                dict.fromkeys(
                    region for place in touched for region in regions if place is region or place in region.cells
                )
            )
        case _:
            return list(touched)


def _between(touched: Sequence[Place], ways: Mapping[tuple[Place, Place], Place]) -> list[Place]:
    found = [ways.get((first, second)) or ways.get((second, first)) for first, second in pairwise(touched)]
    return [way for way in found if way is not None]


def _ends(board: Geometry) -> Mapping[tuple[Place, Place], Place]:
    corners = {corner.lattice: corner for corner in board.corners}
    found: dict[tuple[Place, Place], Place] = {}
    for border in board.borders:
        row, column = border.lattice
        down = row % 2
        first, second = corners[row - down, column - (1 - down)], corners[row + down, column + (1 - down)]
        found[first, second] = border
    return found
