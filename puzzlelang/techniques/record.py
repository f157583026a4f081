"""Patterns: in a window, wherever it stands, premises force conclusions."""

import enum
from collections.abc import Iterable

import msgspec

SIDES = ("top", "left", "bottom", "right")
"""The sides of a window, in the order of their names everywhere here."""


class Spot(msgspec.Struct, frozen=True, order=True):
    """A place by its sort and its lattice coordinates from the top left of a window, whose first cell is at (1, 1)."""

    sort: str
    row: int
    column: int


class Area(msgspec.Struct, frozen=True, order=True):
    """Cells of a window that are in one region; if it is `whole`, no others are.

    `cells` are lattice coordinates in order.  Areas of a window side by side are in different regions.
    """

    cells: tuple[tuple[int, int], ...]
    whole: bool = False

    @property
    def spot(self) -> Spot:
        """The spot of its region: that of its first cell."""
        return Spot("region", *self.cells[0])


class Window(msgspec.Struct, frozen=True, order=True):
    """Cells in rows and columns, of which the sides in `rims` lie at the rim of the board; of the others any may.

    `areas`: what is known of regions; a cell in none of them is in any region that is not whole.
    """

    rows: int
    columns: int
    rims: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()

    @property
    def cells(self) -> int:
        """The number of its cells."""
        return self.rows * self.columns

    def has(self, spot: "Spot") -> bool:
        """Return whether a spot near it is on the board, as far as its rims tell; a link has a cell on either side."""
        beyond = 1 if spot.sort == "link" else 0
        gaps = (spot.row, spot.column, 2 * self.rows - spot.row, 2 * self.columns - spot.column)
        return all(gap >= beyond for side, gap in zip(SIDES, gaps, strict=True) if side in self.rims)

    def holds(self, row: int, column: int) -> bool:
        """Return whether the cell with these lattice coordinates lies in it."""
        return 0 < row < 2 * self.rows and 0 < column < 2 * self.columns


class Presence(enum.Enum):
    """Whether a place is in a set, or has a value of a given, whichever."""

    PRESENT = "present"
    ABSENT = "absent"


class Fact(msgspec.Struct, frozen=True):
    """A value of a given or a find at a spot; with `holds` False it is not this value."""

    name: str
    spot: Spot
    value: Presence | int | str
    holds: bool = True

    @property
    def order(self) -> tuple[str, Spot, str, bool]:
        """Return what facts are sorted by."""
        return self.name, self.spot, f"{self.value}", self.holds


def in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Sort facts by name, place and value."""
    return tuple(sorted(facts, key=lambda fact: fact.order))


class Pattern(msgspec.Struct, frozen=True):
    """Premises that force conclusions; `direct`: a single case of a rule says so."""

    window: Window
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    direct: bool = False

    def moved(self, down: int, right: int) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """The premises and conclusions where the window lies so many rows down and columns right."""
        premises, conclusions = (
            tuple(msgspec.structs.replace(fact, spot=_move(fact.spot, down, right)) for fact in facts)
            for facts in (self.premises, self.conclusions)
        )
        return premises, conclusions


def _move(spot: Spot, down: int, right: int) -> Spot:
    return Spot(spot.sort, spot.row + 2 * down, spot.column + 2 * right)
