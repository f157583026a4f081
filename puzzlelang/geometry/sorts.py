"""Kinds of places and names of directions, for types, which know no board."""

import enum
from collections.abc import Mapping


class Sort(enum.Enum):
    """The kinds of places on a board; the value is the word for one of them."""

    CELL = "cell"
    BORDER = "border"
    LINK = "link"
    CORNER = "corner"
    LINE = "line"
    VIEW = "view"
    REGION = "region"
    GROUP = "group of cells"
    GIVEN_GROUP = "group"
    PATH = "path"
    DIRECTION = "direction"


COMPASS: Mapping[str, tuple[int, int]] = {
    "up": (-1, 0),
    "up right": (-1, 1),
    "right": (0, 1),
    "down right": (1, 1),
    "down": (1, 0),
    "down left": (1, -1),
    "left": (0, -1),
    "up left": (-1, -1),
}
"""The eight ways clockwise, as (rows, columns)."""

WINDS: Mapping[str, str] = {
    "north": "up",
    "northeast": "up right",
    "east": "right",
    "southeast": "down right",
    "south": "down",
    "southwest": "down left",
    "west": "left",
    "northwest": "up left",
}
"""The same ways by the names of winds."""

COMPASS_NAMES: Mapping[str, tuple[int, int]] = {
    **{name.replace(" ", "_"): move for name, move in COMPASS.items()},
    **{name: COMPASS[way] for name, way in WINDS.items()},
}
"""Names of values that are ways, as (rows, columns)."""

DIRECTIONS: tuple[str, ...] = tuple(name.replace(" ", "_") for name in COMPASS)
"""The values that directions may have, each on some lattice."""

DIRECTION_NAMES = tuple(name for name, move in COMPASS.items() if 0 in move)
"""The four ways along the lines of the board, clockwise from `up`."""

RECTANGLE = "rectangle"
"""The name of the lattice of squares, which has no file."""

SIDES = ("top", "left", "bottom", "right")
"""The sides of a board, those that lines use first in front."""

GATHERED = frozenset({Sort.GIVEN_GROUP, Sort.PATH})
"""Places that a board gathers from others: sets of them, and lists in order."""

MEMBERS = (Sort.CELL, Sort.LINK, Sort.BORDER, Sort.CORNER)
"""What groups and paths are made of."""

EDGES = frozenset({Sort.LINK, Sort.BORDER})
"""Places between two points, which lie along a row or along a column."""

STRAIGHT_WAYS = frozenset(name for name, move in COMPASS_NAMES.items() if 0 in move)
"""Names of values that are ways along the lines of the board."""

NAMED_DIRECTIONS = frozenset(DIRECTION_NAMES)
"""The same for look-ups: names of an enumeration that can be compared with a direction."""
