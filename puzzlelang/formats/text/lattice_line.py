"""The line `lattice: triangle from R1C2`: the lattice of a board, and which of its faces stands at the top left.

Rows and columns of a lattice are counted from 1.  Where nothing is said, the first is at the top left; rows of
hexagons are recognised by their indentation alone.
"""

import re

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.split import Header
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.typed.ir import Ruleset

LATTICE = "lattice"

_VALUE = re.compile(r"(?P<name>\S+)(?:\s+from\s+R(?P<row>\d{1,3})C(?P<column>\d{1,3}))?", re.ASCII)


class LatticeLine(msgspec.Struct, frozen=True):
    """The name of a lattice, and the row and column of it where a board begins, from 0, or None."""

    name: str
    start: tuple[int, int] | None = None


def read_lattice(rules: Ruleset, value: str) -> LatticeLine | None:
    """Return what a value of the line says, None if it is none."""
    result = _VALUE.fullmatch(value)
    if result is None or result["name"] not in rules.lattices:
        return None
    start = (int(result["row"]) - 1, int(result["column"]) - 1) if result["row"] else None
    if start is not None and (min(start) < 0 or not begins_anywhere(result["name"])):
        return None
    return LatticeLine(result["name"], start)


def begins_anywhere(name: str) -> bool:
    """Whether a board of the lattice may say where it begins: one of shifted rows shows it."""
    return name != RECTANGLE and not any(lattice(name).shifts)


def lattice_problem(rules: Ruleset, header: Header) -> Diagnostic | None:
    """Return what is wrong with the line, None if nothing is."""
    if read_lattice(rules, header.value.text):
        return None
    name, *behind = header.value.text.split() or [""]
    span = header.value.span if name else header.key.span
    if name not in rules.lattices:
        hint = did_you_mean(name, rules.lattices) or f"boards of {rules.title} have {join_quoted(rules.lattices, 'or')}"
        return Diagnostic("E106", f"`{name}` is no lattice of these boards", span, help=hint)
    if begins_anywhere(name):
        hint = f"such as `{LATTICE}: {name} from R1C2`: the first row of the lattice, and its second column"
        return Diagnostic("E106", f"`{' '.join(behind)}` does not say where the board begins", span, help=hint)
    problem = f"a board of the lattice `{name}` does not say where it begins"
    return Diagnostic("E106", problem, span, help=f"write `{LATTICE}: {name}` alone")


def write_lattice(rules: Ruleset, board: Geometry) -> str:
    """The line of a board, "" if it needs none."""
    start = ""
    if isinstance(board, Tiling) and begins_anywhere(board.lattice) and (board.first or board.left):
        start = f" from R{board.first + 1}C{board.left + 1}"
    return f"{LATTICE}: {board.lattice}{start}\n" if start or board.lattice != rules.lattices[0] else ""
