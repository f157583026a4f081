"""Rooms: sets of spots as bits, into which other sets are fitted by shifts.

Each shift is a bit.  Those that lay one spot inside are the room's bits, shifted; those that lay all inside are what
these have in common.  (The bit-parallel search for a pattern, Baeza-Yates and Gonnet 1992, in two dimensions.)
"""

from collections.abc import Collection, Iterable, Sequence

from puzzlelang.geometry.mesh import Spot


class Room:
    """A set of spots, a bit for each in a row of bits for each face.

    Rows are twice as wide as the room, so that no shift carries a spot from one row into the next.
    """

    def __init__(self, spots: Collection[Spot]) -> None:
        self.size = len(spots)
        down, right = (min((one[axis] for one in spots), default=0) for axis in (0, 1))
        self.width = max((one[1] for one in spots), default=0) - right + 1
        self.stride = 2 * self.width
        self.faces: dict[int, int] = {}
        for row, column, face in spots:
            bit = 1 << ((row - down) * self.stride + column - right)
            self.faces[face] = self.faces.get(face, 0) | bit

    def holds(self, spots: Sequence[Spot]) -> bool:
        """Return whether some shift puts the spots, at least one, inside the room."""
        down, right = (min(one[axis] for one in spots) for axis in (0, 1))
        shifts = -1
        for row, column, face in spots:
            if column - right >= self.width:
                return False
            shifts &= self.faces.get(face, 0) >> ((row - down) * self.stride + column - right)
            if not shifts:
                return False
        return True

    def holds_any(self, images: Iterable[Sequence[Spot]]) -> bool:
        """Return whether some shift puts one of the images inside the room."""
        return any(map(self.holds, images))
