"""Shapes of placements: those that are shifted to each other are told apart from others by one number each."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality, Shape, images, shifted


class PlacedShapes(msgspec.Struct, frozen=True, eq=False):
    """The `shapes` of placements, the same for all that are equal, and by placement which of them it has."""

    shapes: Sequence[Shape]
    numbers: Sequence[int]

    def by_shape(self, placements: Iterable[int]) -> Mapping[Shape, Sequence[int]]:
        """Return some of the placements by shape."""
        result: dict[int, list[int]] = {}
        for one in placements:
            result.setdefault(self.numbers[one], []).append(one)
        return {self.shapes[shape]: ones for shape, ones in result.items()}


def placed_shapes(spots: Mapping[int, Spot], placements: Sequence[Sequence[int]], equal: Equality) -> PlacedShapes:
    """Return the shapes of placements, whose vertices stand at `spots`.

    Spots get bits, unit cell by unit cell and row by row, in rows twice as wide as the board.  So a shift of a
    placement is a shift of its bits, and nothing else is.
    """
    top, left = (min((spot[axis] for spot in spots.values()), default=0) for axis in (0, 1))
    width = 2 * max((spot[1] - left + 1 for spot in spots.values()), default=1)
    faces = max((spot[2] + 1 for spot in spots.values()), default=1)
    bits = {
        vertex: 1 << ((down - top) * width + right - left) * faces + face
        for vertex, (down, right, face) in spots.items()
    }
    known: dict[int, int] = {}
    numbered: dict[Shape, int] = {}
    numbers: list[int] = []
    for placement in placements:
        whole = sum([bits[vertex] for vertex in placement])
        first = (whole & -whole).bit_length() - 1
        key = whole >> first - first % faces
        number = known.get(key)
        if number is None:
            shape = images(shifted(spots[vertex] for vertex in placement), equal)[0]
            number = known[key] = numbered.setdefault(shape, len(numbered))
        numbers.append(number)
    return PlacedShapes([*numbered], numbers)
