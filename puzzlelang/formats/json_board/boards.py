"""Reads the board of a JSON text: its lattice, size, beginning and missing cells."""

import re
from collections.abc import Mapping

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.located import LocatedValue
from puzzlelang.formats.pieces.places import blank_board
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.source import Span
from puzzlelang.typed.ir import Ruleset

_CELL = re.compile(r"R([1-9][0-9]{0,5})C([1-9][0-9]{0,5})")


def board(rules: Ruleset, members: Mapping[str, LocatedValue], at: Span) -> Geometry:
    """The board of these members, without values.  Raises `Failed` if the rules have no such board."""
    height, width = (_side(members, name, at) for name in ("rows", "columns"))
    lattice_field = members.get("lattice")
    name = RECTANGLE if lattice_field is None else lattice_field.text
    if name not in rules.lattices:
        hint = did_you_mean(name, rules.lattices) or f"boards of {rules.title} have {join_quoted(rules.lattices, 'or')}"
        span = at if lattice_field is None else lattice_field.span
        raise fail("E106", f"`{name}` is no lattice of these boards", span, hint=hint)
    if name == RECTANGLE:
        for field in ("from", "absent"):
            if field in members:
                raise fail("E106", f"a board of squares has no `{field}`", members[field].span, hint="leave it out")
        return blank_board(rules, height, width)
    start = _cell(members["from"]) if "from" in members else (1, 1)
    absent = frozenset(_cell(one) for one in members["absent"].items) if "absent" in members else frozenset()
    whole = Tiling(height, width, shape=lattice(name), first=start[0] - 1, left=start[1] - 1)
    blank_board(rules, height, width, whole)  # checks the size
    return Tiling(height, width, shape=lattice(name), first=start[0] - 1, left=start[1] - 1, absent=absent)


def _side(members: Mapping[str, LocatedValue], name: str, at: Span) -> int:
    if name not in members:
        raise fail("E105", f"the board does not say how many {name} it has", at, hint=f"add `{name}`")
    result = members[name]
    if not isinstance(result.value, int) or isinstance(result.value, bool):
        raise result.wrong("a number")
    return result.value


def _cell(written: LocatedValue) -> tuple[int, int]:
    named = _CELL.fullmatch(written.text)
    if named is None:
        raise written.wrong("the name of a cell, such as `R1C2`")
    return int(named[1]), int(named[2])
