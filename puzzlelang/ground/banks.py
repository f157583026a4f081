"""The connected parts of a set of cells as shapes, compared with a bank.

Every placement of every shape of the bank becomes a formula: its cells are in the set, and its rim is not.  Such a
placement is a connected part as a whole, so no two of them overlap, and the parts are the bank if each shape has as
many placements as it is there and each cell of the set lies in one.
"""

from collections.abc import Iterator

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.polyominoes import Bank, Squares, orientations
from puzzlelang.geometry.rectangle import ORTHOGONAL
from puzzlelang.ground.board import Board
from puzzlelang.ground.values import Element, SetValue
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula


def placed(board: Board, members: SetValue, bank: Bank) -> Formula:
    """The connected parts of the set are the shapes of the bank."""
    cells = dict(members)
    covering: dict[Element, list[Formula]] = {cell: [] for cell in cells}
    parts: list[Formula] = []
    for shape, times in bank.shapes:
        found = []
        for place in _placements(board, cells, shape):
            here = _alone(board, cells, place)
            if here is not False:
                found.append(here)
                for cell in place:
                    covering[cell].append(here)
        parts.append(build.equal(build.count(found), times))
        if parts[-1] is False:
            return False
    parts += [build.disjunction((build.negation(here), *covering[cell])) for cell, here in cells.items()]
    return build.conjunction(parts)


def _placements(board: Board, cells: SetValue, shape: Squares) -> Iterator[tuple[Cell, ...]]:
    """Wherever the shape fits, in each turn and flip."""
    for squares in orientations(shape):
        board.work(len(board.geometry.cells))
        for start in board.geometry.cells:
            place = board.geometry.steps(start, squares)
            if len(place) == len(squares) and all(cell in cells for cell in place):
                yield place


def _alone(board: Board, cells: SetValue, place: tuple[Cell, ...]) -> Formula:
    """The cells are in the set, and none beside them."""
    board.work(len(place))
    rim = dict.fromkeys(near for cell in place for near in board.geometry.steps(cell, ORTHOGONAL) if near not in place)
    outside = [build.negation(cells[cell]) for cell in rim if cell in cells]
    return build.conjunction((*(cells[cell] for cell in place), *outside))
