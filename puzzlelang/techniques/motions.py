"""Turns and flips of windows and of the literals in them."""

from collections.abc import Iterable
from itertools import product

import msgspec

from puzzlelang.geometry.places import WAYS
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Spot, Window, in_order

_NORMALS = dict(zip(SIDES, ((-1, 0), (0, -1), (1, 0), (0, 1)), strict=True))


class WindowMotion(msgspec.Struct, frozen=True):
    """Rows and columns turned around, then, if `across`, exchanged."""

    rows: bool
    columns: bool
    across: bool

    def way(self, down: int, right: int) -> tuple[int, int]:
        """The image of a step."""
        down, right = -down if self.rows else down, -right if self.columns else right
        return (right, down) if self.across else (down, right)

    def window(self, window: Window) -> Window:
        """The image of a window."""
        turned = {self.way(*_NORMALS[side]) for side in window.rims}
        rims = tuple(side for side in SIDES if _NORMALS[side] in turned)
        tall, wide = (window.columns, window.rows) if self.across else (window.rows, window.columns)
        return Window(tall, wide, rims, tuple(sorted(self._area(area, window) for area in window.areas)))

    def _area(self, area: Area, window: Window) -> Area:
        moved = (self._cell(row, column, window) for row, column in area.cells)
        return Area(tuple(sorted(moved)), area.whole)

    def _cell(self, row: int, column: int, window: Window) -> tuple[int, int]:
        result = self.spot(Spot("cell", row, column), window)
        return result.row, result.column

    def spot(self, spot: Spot, window: Window) -> Spot:
        """The image of a spot of a window; of a region that of its first cell."""
        if spot.sort == "region":
            here = next(area for area in window.areas if area.spot == spot)
            return self._area(here, window).spot
        row = 2 * window.rows - spot.row if self.rows else spot.row
        column = 2 * window.columns - spot.column if self.columns else spot.column
        return Spot(spot.sort, column, row) if self.across else Spot(spot.sort, row, column)

    def name(self, name: str) -> str:
        """The image of a direction's name; any other name is its own."""
        way = WAYS.get(name)
        if way is None:
            return name
        image = self.way(way.rows, way.columns)
        same = [other for other, one in WAYS.items() if (one.rows, one.columns) == image]
        return same[_spelling(name)]

    def fact(self, fact: Fact, window: Window) -> Fact:
        """The image of a fact in a window."""
        value = self.name(fact.value) if isinstance(fact.value, str) else fact.value
        return Fact(fact.name, self.spot(fact.spot, window), value, fact.holds)

    def pattern(self, pattern: Pattern) -> Pattern:
        """The image of a pattern."""
        premises, conclusions = (
            in_order(self.fact(fact, pattern.window) for fact in facts)
            for facts in (pattern.premises, pattern.conclusions)
        )
        return Pattern(self.window(pattern.window), premises, conclusions, pattern.direct)


def _spelling(name: str) -> int:
    """Return which of the names of a direction one is: `up` or `north`."""
    way = WAYS[name]
    return [other for other, one in WAYS.items() if one is way].index(name)


MOTIONS = tuple(WindowMotion(*flags) for flags in product((False, True), repeat=3))
"""All eight, the one that changes nothing first."""


def images(pattern: Pattern, motions: Iterable[WindowMotion]) -> list[Pattern]:
    """List the images of a pattern, each once."""
    return list(dict.fromkeys(motion.pattern(pattern) for motion in motions))
