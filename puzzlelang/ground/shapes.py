"""Shape words: rectangles, squares, symmetry, congruence, components compared with a bank.

For a bank, each placement of each of its shapes becomes a formula: its cells are in the set, and its rim is not.  Such
a placement is a whole component, so no two overlap.  The components are the bank if each shape has as many placements
as copies, and each cell of the set lies in one.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import cast

from puzzlelang.geometry.motions import equality, half_turn, images, shifted
from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.polyominoes import Bank, Squares, orientations
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.values import Element, PiecesOf, SetValue, ShapeOf
from puzzlelang.problem import build, build_graphs, build_shapes
from puzzlelang.problem.record import Formula, Graph, Term


def rectangle(members: SetValue, whole: Graph) -> Formula:
    """The formula that the set is a rectangle; `whole` is its graph.

    A connected set is a rectangle exactly if no block of two by two cells holds three of them.
    """
    if isinstance(members, ComponentSet) and members.within is None:
        return build_graphs.rectangle(members.graph, members.vertex)
    some = build.disjunction(members.values())
    return build.conjunction((some, build_graphs.connected(whole), *_blocks(members)))


def _blocks(members: SetValue) -> list[Formula]:
    at = {(cell.row, cell.column): here for cell, here in members.items() if isinstance(cell, Cell)}
    starts = {(row - down, column - right) for row, column in at for down in (0, 1) for right in (0, 1)}
    result = []
    for row, column in sorted(starts):
        block = [at.get((row + down, column + right), False) for down in (0, 1) for right in (0, 1)]
        result.append(build.negation(build.equal(build.count(block), 3)))
    return result


def square(members: SetValue, whole: Graph) -> Formula:
    """The formula of a rectangle with as many rows as columns.

    A rectangle has as many rows as it has cells in the column of any of its cells.
    """
    component = isinstance(members, ComponentSet) and members.within is None
    rows, columns = (
        _side(cast("ComponentSet", members), axis) if component else _extent(members, axis) for axis in (0, 1)
    )
    return build.conjunction((rectangle(members, whole), build.equal(rows, columns)))


def _side(component: ComponentSet, axis: int) -> Term:
    """The rows (or columns) of a component that is a rectangle: as many as it has cells in line with one."""
    own = component.graph.places[component.vertex]
    if not isinstance(own, Cell):
        return _extent(component, axis)
    cells = [place for place in component.places() if isinstance(place, Cell)]
    if axis == 0:
        return build.count(component.get(cell, False) for cell in cells if cell.column == own.column)
    return build.count(component.get(cell, False) for cell in cells if cell.row == own.row)


def _extent(members: SetValue, axis: int) -> Term:
    """The number of rows (or columns) with a cell of the set."""
    lines: dict[int, list[Formula]] = {}
    for cell, here in members.items():
        if isinstance(cell, Cell):
            lines.setdefault((cell.row, cell.column)[axis], []).append(here)
    return build.count(build.disjunction(parts) for parts in lines.values())


def symmetric(board: GroundBoard, members: SetValue, middle: Cell | Link | Border | Corner) -> Formula:
    """The formula that the set is invariant under half a turn; cells that it lays on no cell are not in the set."""
    turn = half_turn(middle)
    parts = []
    for cell, here in members.items():
        if isinstance(cell, Cell):
            image = None if turn is None else board.geometry.cell_by_spot.get(turn(cell))
            there = members.get(image, False) if image is not None else False
            # Where both may belong, the pair is met twice, and said once.
            if there is False or (image is not None and cell.index < image.index):
                parts.append(build.same(here, there))
    return build.conjunction(parts)


def same_shape(board: GroundBoard, left: ShapeOf, right: ShapeOf) -> Formula:
    """The formula that both sets have equal shapes; two empty sets are equal."""
    one, other = left.members, right.members
    equal = equality(board.geometry, turning=left.turning)
    if isinstance(one, ComponentSet) and isinstance(other, ComponentSet) and one.graph is other.graph:
        cells = one.graph.has_cells_only
        if cells and one.within is None and other.within is None:
            return build_graphs.congruent(one.graph, one.vertex, other.vertex, equal)
    board.shapes = True
    sets = _cells(one), _cells(other)
    key = (equal, *(tuple((cell, id(here)) for cell, here in result.items()) for result in sets))
    if key not in board.memo.shapes:
        board.memo.shapes[key] = sets, build_shapes.same_shape(*sets, equal)
    return board.memo.shapes[key][1]


def fits(board: GroundBoard, one: SetValue, other: SetValue) -> Formula:
    """The formula that shifting alone puts one set inside the other."""
    equal = equality(board.geometry, turning=False)
    if isinstance(one, ComponentSet) and isinstance(other, ComponentSet) and one.graph is other.graph:
        cells = one.graph.has_cells_only
        if cells and one.within is None and other.within is None:
            return build_graphs.fits(one.graph, one.vertex, other.vertex, equal)
    board.work(len(one) * len(other))
    return build_shapes.fits(_cells(one), _cells(other), equal)


def has_shape(board: GroundBoard, shape_of: ShapeOf, squares: Squares) -> Formula:
    """The formula that a set has the shape of some squares."""
    members, equal = shape_of.members, equality(board.geometry, turning=shape_of.turning)
    shape = images(shifted((row, column, 0) for row, column in squares), equal)[0]
    whole = isinstance(members, ComponentSet) and members.within is None
    if isinstance(members, ComponentSet) and whole and members.graph.has_cells_only:
        return build_graphs.has_shape(members.graph, members.vertex, shape, equal)
    board.work(len(members) * len(shape))
    return build_shapes.has_shape(_cells(members), shape, equal)


def _cells(members: SetValue) -> dict[Cell, Formula]:
    return {cell: here for cell, here in members.items() if isinstance(cell, Cell)}


def pieces_of_bank(board: GroundBoard, pieces: PiecesOf, bank: Bank, *, whole: bool) -> Formula:
    """The formula that the components of the set are the shapes of the bank: all of them if `whole`, else some."""
    cells, near = dict(pieces.cells), _near(board, pieces.joined)
    absent = {cell: build.negation(here) for cell, here in cells.items()}
    covering: dict[Element, list[Formula]] = {cell: [] for cell in cells}
    parts: list[Formula] = []
    for shape, times in bank.shapes:
        result = []
        for place in _placements(board, cells, shape):
            here = _isolated_placement(board, cells, absent, place, near)
            if here is not False:
                result.append(here)
                for cell in place:
                    covering[cell].append(here)
        parts.append((build.equal if whole else build.at_most)(build.count(result), times))
        if parts[-1] is False:
            return False
    parts += [build.disjunction((none, *covering[cell])) for cell, none in absent.items()]
    return build.conjunction(parts)


def _placements(board: GroundBoard, cells: SetValue, shape: Squares) -> Iterator[tuple[Cell, ...]]:
    """All positions of the shape on the board, in each rotation and reflection."""
    geometry = board.geometry
    assert isinstance(geometry, SquareGrid)
    for squares in orientations(shape):
        board.work(len(geometry.cells))
        for start in geometry.cells:
            place = geometry.steps(start, squares)
            if len(place) == len(squares) and all(cell in cells for cell in place):
                yield place


_Near = Callable[[Cell], Iterable[Element]]


def _near(board: GroundBoard, joined: SetValue | None) -> _Near:
    """The cells that a cell is joined with, by a known relation or side by side."""
    if joined is None:
        return cache(board.geometry.neighbours)
    result: dict[Element, dict[Element, None]] = {}
    for pair in joined:
        assert isinstance(pair, tuple)
        for one, other in (pair, pair[::-1]):
            result.setdefault(one, {})[other] = None
    return lambda cell: result.get(cell, {})


def _isolated_placement(
    board: GroundBoard, cells: SetValue, absent: SetValue, place: tuple[Cell, ...], near: _Near
) -> Formula:
    """The formula that the cells are in the set, and none joined with them; false if they are not in one piece."""
    board.work(len(place))
    reached: dict[Element, None] = {place[0]: None}
    rim: dict[Element, None] = {}
    ahead = [place[0]]
    while ahead:
        for other in near(ahead.pop()):
            if other in place and other not in reached and isinstance(other, Cell):
                reached[other] = None
                ahead.append(other)
            elif other not in place:
                rim[other] = None
    if len(reached) < len(place):
        return False
    outside = [absent[cell] for cell in rim if cell in absent]
    return build.conjunction((*(cells[cell] for cell in place), *outside))
