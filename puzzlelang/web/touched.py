"""What touched places stand for: themselves, what lies between them, or the regions and groups that hold them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Corner, Group, Place, Region
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.puzzle import Puzzle
from puzzlelang.typed import ir
from puzzlelang.typed.looks import appearance
from puzzlelang.web import groups


class Gathering(msgspec.Struct, frozen=True):
    """The regions or groups that a declaration is about, all by name.

    `meant` are those that a touched place stands for, `shown` the cells of each that show its value.
    """

    meant: Mapping[str, tuple[str, ...]]
    shown: Mapping[str, tuple[str, ...]]


def target_places(sort: Sort, partition: str | None, touched: Sequence[Place], puzzle: Puzzle) -> list[Place]:
    """Return the places of a sort that touched places stand for; they were touched one after another.

    A path over cells stands for the links between them, a path over corners for the borders, and a cell for its region,
    or for a group or path that holds it.
    """
    match sort:
        case Sort.LINK if any(isinstance(place, Cell) for place in touched):
            return _between(touched, {(link.first, link.second): link for link in puzzle.geometry.links})
        case Sort.BORDER if any(isinstance(place, Corner) for place in touched):
            return _between(touched, _ends(puzzle.geometry))
        case Sort.GIVEN_GROUP | Sort.PATH:
            return groups.groups_at(puzzle.groups.get(partition or "", ()), touched)
        case Sort.REGION:
            regions = [
                region for name, result in puzzle.partitions.items() if partition in (None, name) for region in result
            ]
            return list(
                dict.fromkeys(
                    region for place in touched for region in regions if place is region or place in region.cells
                )
            )
        case _:
            return list(touched)


def _between(touched: Sequence[Place], ways: Mapping[tuple[Place, Place], Place]) -> list[Place]:
    result = [ways.get((first, second)) or ways.get((second, first)) for first, second in pairwise(touched)]
    return [way for way in result if way is not None]


def _ends(board: Geometry) -> Mapping[tuple[Place, Place], Place]:
    corners = {corner.lattice: corner for corner in board.corners}
    result: dict[tuple[Place, Place], Place] = {}
    for border in board.borders:
        row, column = border.lattice
        down = row % 2
        first, second = corners[row - down, column - (1 - down)], corners[row + down, column + (1 - down)]
        result[first, second] = border
    return result


def gathering(rules: ir.Ruleset, item: ir.Item, puzzle: Puzzle) -> Gathering | None:
    """The regions or groups of a declaration; None if its values belong to places that are touched themselves.

    A value stands in the first cell, or fills all of them.
    """
    kind = item.kind
    sort = kind.sort if isinstance(kind, ir.SetKind | ir.FunctionKind) else None
    if sort is None or sort not in (*GATHERED, Sort.REGION):
        return None
    partition = kind.partition if isinstance(kind, ir.FunctionKind) else None
    touchable: dict[Place, None] = {}
    for region in (region for parts in puzzle.partitions.values() for region in parts):
        touchable |= dict.fromkeys(region.cells)
    for group in (group for parts in puzzle.groups.values() for group in parts):
        touchable |= dict.fromkeys(group.members)
    meant = {str(place): target_places(sort, partition, [place], puzzle) for place in touchable}
    look = appearance(rules, item)
    filled = look.others.shape == "fill" or any(one.shape == "fill" for one in look.each.values())
    wholes = dict.fromkeys(whole for wholes in meant.values() for whole in wholes if isinstance(whole, Region | Group))
    board = puzzle.board_without(rules.missing)
    shown = {str(whole): board.cells_of(whole)[: None if filled else 1] for whole in wholes}
    return Gathering(
        {place: tuple(map(str, wholes)) for place, wholes in meant.items() if wholes},
        {whole: tuple(map(str, cells)) for whole, cells in shown.items()},
    )
