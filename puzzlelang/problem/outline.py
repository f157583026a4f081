"""Outlines of problems: their finds without constraints, enough to read values back onto the board."""

from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.problem.nodes import Kind, Values
from puzzlelang.problem.partitions import labels, partial_partition
from puzzlelang.puzzle import Solution, Value


class FindVariables(msgspec.Struct, frozen=True):
    """One `find` on a board: what its values are, and the index of the variable of each place, in canonical order.

    `names` are those of an enumeration, `absent` is the value that says that a place stays empty.  `partition`: the
    places are links, and the values say which of them are cut, or cells, and the values say which of them are in a
    region.  Of a partition the cells in `outside` are in none.
    """

    kind: Kind
    names: tuple[str, ...]
    partition: bool
    places: Mapping[Place, int]
    absent: int | None = None
    outside: tuple[Cell, ...] = ()


class ProblemOutline(msgspec.Struct, frozen=True):
    """All finds by name."""

    geometry: Geometry
    finds: Mapping[str, FindVariables]

    def solution(self, values: Values) -> Solution:
        """Values read back onto the board; for a partition the name of its region for each cell."""
        result: dict[str, dict[Place, Value]] = {}
        for name, find in self.finds.items():
            read = {place: _read(find, values[index]) for place, index in find.places.items()}
            result[name] = labels(self.geometry, read, find.outside) if find.partition else read
        return Solution(result)

    def common(self, values: Values, kept: set[int]) -> dict[str, Mapping[Place, Value]]:
        """Return the values of the variables with an index in `kept`, by find and place, as in a partial drawing."""
        result: dict[str, Mapping[Place, Value]] = {}
        for name, find in self.finds.items():
            same = {place: _read(find, values[index]) for place, index in find.places.items() if index in kept}
            if find.partition:
                result[name] = partial_partition(self.geometry, same, find.places, find.outside)
            else:
                result[name] = same
        return result


def _read(find: FindVariables, value: bool | int) -> Value:
    if find.absent is not None and value == find.absent:
        return False
    match find.kind:
        case Kind.MEMBER:
            return bool(value)
        case Kind.NUMBER:
            return int(value)
        case Kind.NAME:
            return find.names[int(value)]
