"""Components of a set of cells as shapes, compared with a bank.

Each placement of each shape of the bank becomes a formula: its cells are in the set, and its rim is not.  Such a
placement is a whole component, so no two overlap.  The components are the bank if each shape has as many placements as
copies, and each cell of the set lies in one.
"""

from collections.abc import Iterator

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.polyominoes import Bank, Squares, orientations
from puzzlelang.geometry.rectangle import ORTHOGONAL
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.values import Element, SetValue
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula


def bank_equals_components(board: GroundBoard, members: SetValue, bank: Bank) -> Formula:
    """The formula that the components of the set are the shapes of the bank."""
    cells = dict(members)
    covering: dict[Element, list[Formula]] = {cell: [] for cell in cells}
    parts: list[Formula] = []
    for shape, times in bank.shapes:
        found = []
        for place in _placements(board, cells, shape):
            here = _isolated_placement(board, cells, place)
            if here is not False:
                found.append(here)
                for cell in place:
                    covering[cell].append(here)
        parts.append(build.equal(build.count(found), times))
        if parts[-1] is False:
            return False
    parts += [build.disjunction((build.negation(here), *covering[cell])) for cell, here in cells.items()]
    return build.conjunction(parts)


def _placements(board: GroundBoard, cells: SetValue, shape: Squares) -> Iterator[tuple[Cell, ...]]:
    """All positions of the shape on the board, in each rotation and reflection."""
    for squares in orientations(shape):
        board.work(len(board.geometry.cells))
        for start in board.geometry.cells:
            place = board.geometry.steps(start, squares)
            if len(place) == len(squares) and all(cell in cells for cell in place):
                yield place


def _isolated_placement(board: GroundBoard, cells: SetValue, place: tuple[Cell, ...]) -> Formula:
    """The formula that the cells are in the set, and none beside them."""
    board.work(len(place))
    rim = dict.fromkeys(near for cell in place for near in board.geometry.steps(cell, ORTHOGONAL) if near not in place)
    outside = [build.negation(cells[cell]) for cell in rim if cell in cells]
    return build.conjunction((*(cells[cell] for cell in place), *outside))
