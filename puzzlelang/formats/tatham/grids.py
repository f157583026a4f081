"""Boards of game IDs on other lattices: how the program walks a lattice, and so which of its faces a board has.

A file of `rules/lattices/tatham/` is called like a type of grid, `t7`, with `_` and its description if it has one.  Its
walk goes through columns and rows of a board, row by row, and makes the same faces in each block of them:

    lattice   the lattice
    block     how many columns and rows a block has
    across    how far the block on the right is, in steps of the lattice: [across, down]
    down      the same for the block below
    runs      what is made in all columns of a row, before anything of the next run; `extra` columns more than others
    faces     in order: `column` and `row` in the block, `face` of the unit cell, and how far `at` it lies
    unless    when there is no such face: at each of these sides at once, such as "right top"; "not-left" is elsewhere
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import msgspec

from puzzlelang import resources
from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.places import check_lattice
from puzzlelang.geometry.cut_outs import CutOut, Face, cut_out
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import UNIT
from puzzlelang.source import Span
from puzzlelang.typed.ir import Ruleset

Step = tuple[int, int]
"""Steps of a lattice, across and down."""

KIND = re.compile(r"t\d+", re.ASCII)
"""A type of grid among the letters behind a size."""

SQUARES = "t0"


class WalkFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face that a walk makes at a column and a row of each block, both counted from 1."""

    face: int
    at: Step = (0, 0)
    column: int = 1
    row: int = 1
    unless: tuple[str, ...] = ()

    def is_there(self, sides: Mapping[str, bool]) -> bool:
        """Whether the face is made at a place that lies at these sides of a board."""
        return not any(all(sides[word] for word in words.split()) for words in self.unless)


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a walk in the columns of a row, one after another."""

    faces: tuple[WalkFace, ...]
    extra: int = 0


class Walk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order in which the program goes through a lattice."""

    lattice: str
    across: Step
    down: Step
    runs: tuple[Run, ...]
    block: Step = (1, 1)

    def faces(self, width: int, height: int) -> Iterator[Face]:
        """The faces of a board of a size, in order."""
        shape = lattice(self.lattice)
        for row in range(height):
            for run in self.runs:
                wide = width + run.extra
                for column in range(wide):
                    sides = _sides(column, row, wide, height)
                    (right, x), (below, y) = divmod(column, self.block[0]), divmod(row, self.block[1])
                    across = right * self.across[0] + below * self.down[0]
                    down = right * self.across[1] + below * self.down[1]
                    for one in run.faces:
                        if (one.column - 1, one.row - 1) == (x, y) and one.is_there(sides):
                            yield shape.place_of(one.face, across + one.at[0], down + one.at[1])

    def extent(self, board: Tiling) -> tuple[float, float]:
        """Return how many columns and rows the middles of the cells of a board are apart, at most."""
        shape = board.shape
        (ax, ay), (bx, by) = (
            (right * shape.across[0] + below * shape.down[0], below * shape.down[1])
            for right, below in (self.across, self.down)
        )
        area = (ax * by - ay * bx) * UNIT
        middles = [cell.lattice for cell in board.cells]
        columns = [(x * by - y * bx) / area * self.block[0] for y, x in middles]
        rows = [(y * ax - x * ay) / area * self.block[1] for y, x in middles]
        return max(columns) - min(columns), max(rows) - min(rows)

    def most_faces(self, width: int, height: int) -> int:
        """No board of a size has more faces."""
        return sum((width + run.extra) * height * len(run.faces) for run in self.runs)


def _sides(column: int, row: int, width: int, height: int) -> Mapping[str, bool]:
    at = {"left": column == 0, "right": column == width - 1, "top": row == 0, "bottom": row == height - 1}
    return at | {f"not-{side}": not there for side, there in at.items()}


@cache
def walks() -> Mapping[str, Walk]:
    """The walk of each type of grid, with `_` and its description if there is one: newer types of a lattice first."""
    result = {path.stem: path for path in _folder().iterdir() if path.suffix == ".toml" and KIND.match(path.stem)}
    return {name: _walk(result[name]) for name in sorted(result, key=lambda name: ("_" not in name, name))}


@cache
def _walk(path: Path) -> Walk:
    import tomllib  # milliseconds that a board of squares does not need

    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Walk)


@cache
def without_period() -> Mapping[str, str]:
    """The types of grid that have no walk through a lattice, each with its title."""
    import tomllib

    return tomllib.loads((_folder() / "without_period.toml").read_text(encoding="utf-8"))


def _folder() -> Path:
    return resources.folder("rules") / "lattices" / "tatham"


class TypeOfGrid(msgspec.Struct, frozen=True):
    """A type of grid in a game ID, and the description of the grid before the `_`, None without one."""

    name: str
    description: str | None
    span: Span


def tiled_board(rules: Ruleset, kind: TypeOfGrid, width: int, height: int, size: Span) -> CutOut:
    """The board of a type and a size, its cells in the order of the walk.

    Raises `Failed` for a type that is not known or that the rules have no boards of, and for a wrong size.
    """
    walk = _known_walk(rules, kind)
    if walk.most_faces(width, height) > (most := most_cells()):
        problem = f"a board of {height} x {width} may have more than {most:,} cells, which is what memory can hold"
        raise fail("E110", problem, size, hint="use a smaller board")
    faces = list(walk.faces(width, height))
    if not faces:
        raise fail("E203", "the board has no cells", size)
    return cut_out(lattice(walk.lattice), faces)


def _known_walk(rules: Ruleset, kind: TypeOfGrid) -> Walk:
    if title := without_period().get(kind.name):
        problem = f"a grid of {title} has no period, so it cannot be read"
        raise fail("E203", problem, kind.span, hint=f"the types of grid that are read are {_types()}")
    walk = walks().get("_".join(filter(None, (kind.name, kind.description))))
    if walk is None and kind.name in walks():
        raise fail("E203", f"`{kind.description}` describes no grid of the type `{kind.name}`", kind.span)
    if walk is None:
        hint = f"the types of grid that are read are {_types()}"
        raise fail("E203", f"`{kind.name}` is no type of grid that is known", kind.span, hint=hint)
    check_lattice(rules, walk.lattice, kind.span)
    return walk


def _types() -> str:
    numbers = sorted({int(name.partition("_")[0][1:]) for name in walks()})
    return join_words([f"`t{number}`" for number in (0, *numbers)])


class Outline(msgspec.Struct, frozen=True):
    """The type and the size that make a board, the description of the grid, and the cells in order."""

    kind: str
    description: str
    width: int
    height: int
    order: tuple[Cell, ...]


def written_outline(board: Tiling) -> Outline:
    """The type and the size that make a board.  Raises `Failed` if no walk goes through just these cells."""
    fitting = ((name, walk) for name, walk in walks().items() if walk.lattice == board.lattice)
    for name, walk in fitting:
        wide, high = walk.extent(board)
        for width, height in product(_near(wide), _near(high)):
            faces = list(walk.faces(width, height))
            if len(faces) != len(board.cells):
                continue
            results = cut_out(board.shape, faces)
            if _is_same(board, results.board):
                order = tuple(board.cells[cell.index] for cell in results.cells.values())
                kind, sign, description = name.partition("_")
                return Outline(kind, f"{description}_" if sign else "", width, height, order)
    problem = f"no game ID has a board of the lattice `{board.lattice}` with this outline"
    raise fail("E208", problem, hint="board text and JSON have every lattice, and boards of any outline")


def _near(size: float) -> range:
    return range(max(1, round(size) - 1), round(size) + 4)


def _is_same(board: Tiling, other: Tiling) -> bool:
    return all(getattr(board, name) == getattr(other, name) for name in ("height", "width", "first", "left", "absent"))
