"""Words about regions: cells side by side inside one of them, and links between two."""

from typing import cast

from puzzlelang.geometry.places import Cell, Covering
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.values import Component, Element, SetValue
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph


def adjacent_inside(board: GroundBoard, regions: SetValue) -> SetValue:
    """Every two cells side by side in one of the regions; cached with the set of regions, so that graphs are shared."""
    known = board.memo.inside
    if id(regions) not in known:
        known[id(regions)] = regions, _adjacent_inside(board, regions)
    return known[id(regions)][1]


def _adjacent_inside(board: GroundBoard, regions: SetValue) -> SetValue:
    set_value: SetValue = {}
    for region in regions:
        cells = dict.fromkeys(board.geometry.cells_of(cast("Covering", region)))
        for cell in cells:
            set_value.update({(cell, other): True for other in board.geometry.neighbours(cell) if other in cells})
    return set_value


def seams(board: GroundBoard, regions: SetValue) -> SetValue:
    """The links between two cells, each in a region, that no region holds both; cached with the set of regions.

    The areas of a partition to be found are given as a whole.
    """
    known = board.memo.seams
    if id(regions) not in known:
        area = next((region for region in regions if isinstance(region, Component)), None)
        result = _between_regions(board, regions) if area is None else _between_areas(board, area.graph)
        board.work(len(result))
        # The regions are kept with their seams, so that no other set gets their identity.
        known[id(regions)] = regions, result
    return known[id(regions)][1]


def _between_areas(board: GroundBoard, graph: Graph) -> SetValue:
    set_value: SetValue = {}
    for link in board.geometry.links:
        if link.first in graph.index and link.second in graph.index:
            first, second = graph.index[link.first], graph.index[link.second]
            apart = build.negation(build_graphs.joined(graph, first, second))
            set_value[link] = build.conjunction((graph.presence[first], graph.presence[second], apart))
    return _possible(set_value)


def _between_regions(board: GroundBoard, regions: SetValue) -> SetValue:
    holding: dict[Cell, dict[Element, Formula]] = {cell: {} for cell in board.geometry.cells}
    for region, here in regions.items():
        for cell in board.geometry.cells_of(cast("Covering", region)):
            holding[cell][region] = here
    set_value: SetValue = {}
    for link in board.geometry.links:
        first, second = holding[link.first], holding[link.second]
        both = build.disjunction([here for region, here in first.items() if region in second])
        sides = (build.disjunction(first.values()), build.disjunction(second.values()))
        set_value[link] = build.conjunction((*sides, build.negation(both)))
    return _possible(set_value)


def _possible(set_value: SetValue) -> SetValue:
    return {link: here for link, here in set_value.items() if here is not False}
