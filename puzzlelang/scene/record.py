"""Scenes: marks at places, in layers, with their role for the reader, independent of output formats."""

import enum
from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Line, Link, Place, View
from puzzlelang.geometry.polyominoes import Squares
from puzzlelang.geometry.sorts import Sort


class Role(enum.Enum):
    """The role of a mark or a place.  Each looks different without colour as well."""

    GIVEN = "given"
    FOUND = "found"
    WRONG = "wrong"
    READS = "reads"
    FORCES = "forces"
    SUPPORTS = "supports"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    NAMED = "named"
    """A region or a group that a message names; only its name is shown."""


class Tone(enum.Enum):
    """The purpose of a colour; a theme assigns the colour.  Below `PEN` are the colours of `draw` statements."""

    INK = "ink"
    PAPER = "paper"
    FAINT = "faint"
    SHADE = "shade"
    """Cells that somebody filled."""
    PEN = "pen"
    """Lines, signs and numbers that somebody drew."""
    NAME = "name"
    """Names of places beside the board and within it."""
    BLACK = "black"
    WHITE = "white"
    GREY = "grey"
    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"
    BROWN = "brown"
    CYAN = "cyan"
    PINK = "pink"
    SOFT_BLUE = "soft blue"
    SOFT_GREEN = "soft green"
    SOFT_YELLOW = "soft yellow"
    SOFT_PINK = "soft pink"
    SOFT_VIOLET = "soft violet"
    SOFT_CYAN = "soft cyan"
    SOFT_GREY = "soft grey"
    PALE_GREY = "pale grey"
    PALE_RED = "pale red"
    PALE_ORANGE = "pale orange"
    PALE_YELLOW = "pale yellow"
    PALE_GREEN = "pale green"
    PALE_BLUE = "pale blue"
    PALE_VIOLET = "pale violet"
    PALE_BROWN = "pale brown"
    PALE_CYAN = "pale cyan"
    PALE_PINK = "pale pink"


SOFT = (
    Tone.SOFT_BLUE,
    Tone.SOFT_YELLOW,
    Tone.SOFT_GREEN,
    Tone.SOFT_PINK,
    Tone.SOFT_VIOLET,
    Tone.SOFT_CYAN,
    Tone.SOFT_GREY,
)
"""Tones for areas that lie side by side."""

PALE: Mapping[Tone, Tone] = {
    Tone.GREY: Tone.PALE_GREY,
    Tone.RED: Tone.PALE_RED,
    Tone.ORANGE: Tone.PALE_ORANGE,
    Tone.YELLOW: Tone.PALE_YELLOW,
    Tone.GREEN: Tone.PALE_GREEN,
    Tone.BLUE: Tone.PALE_BLUE,
    Tone.VIOLET: Tone.PALE_VIOLET,
    Tone.BROWN: Tone.PALE_BROWN,
    Tone.CYAN: Tone.PALE_CYAN,
    Tone.PINK: Tone.PALE_PINK,
}
"""The tone of a path in a colour: what stands on it is as legible as on paper."""


class Margin(msgspec.Struct, frozen=True):
    """A place outside the grid, at a line or a view.  `level` counts from the grid outwards, from 0."""

    side: str
    place: Line | View
    level: int


Spot = Cell | Border | Link | Corner | Margin
"""Where a sign or a text can stand."""


class Fill(msgspec.Struct, frozen=True):
    """A filled cell; with `soft` the whole cell in a tone that everything can be read on.

    `divided`: a line parts a text in the top right corner from one in the bottom left.
    """

    at: Cell
    tone: Tone
    role: Role
    soft: bool = False
    divided: bool = False


class Sign(msgspec.Struct, frozen=True):
    """A sign or an icon: `shape` is a word of `typed.words.look_words`, `slot` and `size` too."""

    at: Spot
    shape: str
    tone: Tone | None
    slot: str
    size: str
    role: Role


class Arrow(msgspec.Struct, frozen=True):
    """An arrow so many rows down and columns right."""

    at: Spot
    way: tuple[int, int]
    tone: Tone | None
    slot: str
    size: str
    role: Role


class TextMark(msgspec.Struct, frozen=True):
    """Numbers or symbols as text; several `parts` share their place, as the numbers of one clue do."""

    at: Spot
    parts: tuple[str, ...]
    tone: Tone | None
    slot: str
    size: str
    role: Role


class Stroke(msgspec.Struct, frozen=True):
    """A stroke along a border, or along a link from cell to cell; the shape `wall` lies across its link."""

    at: Border | Link
    shape: str
    tone: Tone | None
    role: Role


class Regions(msgspec.Struct, frozen=True):
    """A partition: `shape` says how its regions are distinguished.  Cells in no group are in no region.

    `partial`: of these cells nobody knows yet where they belong, so that nothing parts them from others.
    """

    groups: tuple[tuple[Cell, ...], ...]
    shape: str
    tone: Tone | None
    role: Role
    partial: bool = False


class Outline(msgspec.Struct, frozen=True):
    """The outline of a group of cells.

    `level` counts from the borders of the cells inwards, as outlines of groups that overlap lie beside each other;
    `variant` counts declarations with the same look, which differ in it.
    """

    cells: tuple[Cell, ...]
    shape: str
    tone: Tone | None
    level: int
    variant: int
    role: Role


class Route(msgspec.Struct, frozen=True):
    """A path through lattice places in order; `variant` as of an `Outline`."""

    at: tuple[tuple[int, int], ...]
    shape: str
    tone: Tone | None
    variant: int
    role: Role


class Denial(msgspec.Struct, frozen=True):
    """A mark for "nothing here" by the solver: a dot in a cell, a small cross elsewhere."""

    at: Spot
    role: Role


class Highlight(msgspec.Struct, frozen=True):
    """A place with a role, whatever else is drawn there."""

    at: Place
    role: Role


Mark = Fill | Sign | Arrow | TextMark | Stroke | Regions | Outline | Route | Denial | Highlight
"""Whatever a picture consists of."""


LAYERS: Mapping[str, tuple[type[Mark], ...]] = {
    "ground": (Fill,),
    "lines": (Regions, Outline, Route, Stroke),
    "signs": (Sign, Arrow, Denial),
    "roles": (Highlight,),
    "texts": (TextMark,),
}
"""The layers from below, and the marks that lie in each."""


class GridLines(enum.Enum):
    """The lines of the board itself."""

    LINES = "lines between cells"
    FAINT = "faint lines, as lines are drawn through cells"
    TRACES = "hardly any lines, as several lines side by side are drawn through cells"
    DOTS = "corners only, as lines are drawn along borders"


class Layer(msgspec.Struct, frozen=True):
    """Marks that lie beside each other; later layers lie above earlier ones."""

    name: str
    marks: tuple[Mark, ...]


class Scene(msgspec.Struct, frozen=True):
    """A picture of a board.

    `geometry` is without the cells that do not exist.  `captions` are lines below the board, such as values that have
    no place; `banks` are the shapes of those that name some, as they are drawn.  `lists` say what groups and paths
    consist of, for output that does not draw them.  `sorts` are the places that declarations speak of, margins by their
    sides in `sides`.
    """

    title: str
    geometry: Geometry
    grid: GridLines
    layers: tuple[Layer, ...]
    captions: tuple[str, ...] = ()
    sorts: frozenset[Sort] = frozenset()
    margins: tuple[Margin, ...] = ()
    lists: tuple[str, ...] = ()
    banks: Mapping[str, tuple[Squares, ...]] = {}
    named: bool = False
    """Rows and columns have their numbers beside the board, as messages speak of them."""

    def marks(self) -> tuple[Mark, ...]:
        """All marks, from the lowest layer up."""
        return tuple(mark for layer in self.layers for mark in layer.marks)
