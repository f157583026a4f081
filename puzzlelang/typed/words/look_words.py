"""The closed vocabulary of `draw` statements: each word with its meaning and the declarations that it fits."""

import enum
from collections.abc import Iterable, Mapping

import msgspec

from puzzlelang.geometry.sorts import COMPASS, DIRECTION_NAMES


class LookTarget(enum.Enum):
    """A kind of value that a look can belong to; messages use the value as its name."""

    CELLS = "cells"
    LINKS = "links"
    BORDERS = "borders"
    CORNERS = "corners"
    MARGINS = "lines or views"
    REGIONS = "regions"
    GROUPS = "groups"
    PATHS = "paths"
    PARTITION = "a partition"


class ShapeWord(msgspec.Struct, frozen=True):
    """A word for a shape: its description on one line, and its targets."""

    meaning: str
    fits: frozenset[LookTarget]


POINTS = frozenset({LookTarget.CELLS, LookTarget.LINKS, LookTarget.BORDERS, LookTarget.CORNERS, LookTarget.MARGINS})
CELLS, LINKS = frozenset({LookTarget.CELLS}), frozenset({LookTarget.LINKS})
STROKES = frozenset({LookTarget.LINKS, LookTarget.BORDERS})
PARTITION = frozenset({LookTarget.PARTITION})
GROUPS, PATHS = frozenset({LookTarget.GROUPS}), frozenset({LookTarget.PATHS})

NUMBER_TARGETS = POINTS | {LookTarget.REGIONS}

SUFFIXES = {"sum": "+", "difference": "−", "product": "×", "quotient": "÷"}
"""Shapes that are numbers, with what stands behind them."""

TURNS = ("up right", "up left", "down left", "down right")

_BASIC = {
    "circle": "a circle; with a number, around it",
    "disc": "a filled circle",
    "dot": "a small filled circle",
    "ring": "a circle within a circle",
    "square": "a square; with a number, around it",
    "block": "a filled square",
    "diamond": "a filled square on its corner",
    "triangle": "a filled triangle",
    "hexagon": "a filled hexagon",
    "cross": "two strokes, as in x",
    "plus": "two strokes, as in +",
    "minus": "a level stroke",
    "equals": "two level strokes",
    "bar": "an upright stroke",
    "bars": "two upright strokes",
    "tick": "a check mark",
}

_ICONS = {
    "alien": "a head with large eyes",
    "bird": "a bird",
    "bomb": "a round bomb with a fuse",
    "cactus": "a cactus",
    "cloud": "a cloud",
    "cow": "the head of a cow",
    "flag": "a flag on a pole",
    "gem": "a cut stone",
    "ghost": "a ghost",
    "house": "a house",
    "lighthouse": "a lighthouse",
    "mine": "a round mine with spikes",
    "moon": "a crescent",
    "mountain": "a mountain with snow",
    "pin": "a pin",
    "planet": "a planet with a ring",
    "queen": "a crown",
    "rock": "a rock",
    "sheep": "a sheep",
    "snowflake": "a star of six arms",
    "star": "a star of five points",
    "sun": "a sun with rays",
    "tent": "a tent",
    "tree": "a tree",
    "vampire": "a face with fangs",
    "wolf": "the head of a wolf",
    "zombie": "a face with stitches",
}

_IN_CELLS = {
    "diagonal": "a line from the top left to the bottom right",
    "antidiagonal": "a line from the bottom left to the top right",
    "level": "a line from the left to the right border",
    "upright": "a line from the top to the bottom border",
    "crossing": "both of these lines",
    "wave": "water",
    "divided": "the cell filled, and cut from the top left to the bottom right where numbers stand beside that line",
    "ship middle": "the middle of a ship",
    "ship single": "a ship of one cell",
}

SHAPES: Mapping[str, ShapeWord] = {
    "nothing": ShapeWord("not drawn at all", POINTS | STROKES | PARTITION | GROUPS | PATHS | {LookTarget.REGIONS}),
    "text": ShapeWord("its number, or the symbol of board texts, as text", POINTS | {LookTarget.REGIONS}),
    **{word: ShapeWord(f"its number, with {sign} behind it", NUMBER_TARGETS) for word, sign in SUFFIXES.items()},
    "fill": ShapeWord("the cell filled", CELLS | GROUPS | {LookTarget.REGIONS, LookTarget.PARTITION}),
    **{word: ShapeWord(meaning, POINTS) for word, meaning in {**_BASIC, **_ICONS}.items()},
    "bulb": ShapeWord("a light bulb; of a path a soft band with a bulb at its first place", POINTS | PATHS),
    **{word: ShapeWord(meaning, CELLS) for word, meaning in _IN_CELLS.items()},
    **{f"bend {turn}": ShapeWord(f"a line that joins {turn.replace(' ', ' and ')}", CELLS) for turn in TURNS},
    **{f"half {turn}": ShapeWord(f"half of the cell filled: {turn}", CELLS) for turn in TURNS},
    **{f"ship {way}": ShapeWord(f"the end of a ship: {way}", CELLS) for way in DIRECTION_NAMES},
    **{f"ship {turn}": ShapeWord(f"a corner of a ship: {turn}", CELLS) for turn in TURNS},
    "arrow": ShapeWord("an arrow; where it points, its value says; of a path: a head at its end", POINTS | PATHS),
    **{f"arrow {way}": ShapeWord(f"an arrow: {way}", POINTS) for way in COMPASS},
    "line": ShapeWord("a stroke: from cell to cell, along the border, or along a path", STROKES | PATHS),
    "single line": ShapeWord("one stroke, where others are several side by side", STROKES),
    "double line": ShapeWord("two strokes side by side", STROKES),
    "triple line": ShapeWord("three strokes side by side", STROKES),
    "dashed line": ShapeWord("a dashed stroke", STROKES | PATHS),
    "line on": ShapeWord("a stroke from cell to cell that points to the lower or right one", LINKS),
    "line back": ShapeWord("a stroke from cell to cell that points to the upper or left one", LINKS),
    "wall": ShapeWord("a thick stroke between both cells", STROKES),
    "dashed wall": ShapeWord("a dashed stroke between both cells", STROKES),
    "less": ShapeWord("an angle open to the lower or right cell, which is larger", LINKS),
    "greater": ShapeWord("an angle open to the upper or left cell, which is larger", LINKS),
    "rooms": ShapeWord(
        "thick borders around regions; of values in cells, each value and thick borders between different ones",
        PARTITION | CELLS,
    ),
    "areas": ShapeWord("thick borders, and a soft colour for each region", PARTITION),
    "cages": ShapeWord("dashed lines inside each region or group", PARTITION | GROUPS),
    "frames": ShapeWord("a thin line inside each region or group", PARTITION | GROUPS),
    "tube": ShapeWord("a soft band along a path", PATHS),
    "tubes": ShapeWord("a soft band through the cells of each region", PARTITION),
}

COLOURS = (
    "black",
    "white",
    "grey",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "violet",
    "brown",
    "cyan",
    "pink",
)

SLOTS: Mapping[str, tuple[float, float]] = {
    "middle": (0, 0),
    "top": (0, -1),
    "bottom": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "top left": (-1, -1),
    "top right": (1, -1),
    "bottom left": (-1, 1),
    "bottom right": (1, 1),
}
"""Where something stands in its cell, as (right, down) from the middle."""

SIZES: Mapping[str, float] = {"small": 0.6, "large": 1.3}
"""Words for a size, with the factor."""

LONGEST = 3
"""The most words that name one thing."""


def all_words() -> tuple[str, ...]:
    """Every word or group of words, shapes first."""
    return (*SHAPES, *COLOURS, *SLOTS, *SIZES)


def first_of(words: Iterable[str]) -> str:
    """The longest known group of words at the beginning, empty if there is none."""
    known = {*all_words()}
    ahead = list(words)[:LONGEST]
    return next((group for n in range(len(ahead), 0, -1) if (group := " ".join(ahead[:n])) in known), "")
