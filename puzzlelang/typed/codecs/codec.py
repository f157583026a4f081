"""Signatures of codec pieces for the checker of rules files; `formats` has the codecs under the same names."""

import enum

import msgspec

NUMBERED_DIRECTIONS = ("up", "down", "left", "right")
"""The directions in the order in which files number them, from 1 on."""


class Target(enum.Enum):
    """A kind of declaration that a layer can fill; messages use the value as its name."""

    CELLS = "cells"
    LINKS = "links"
    BORDERS = "borders"
    CORNERS = "corners"
    LINES = "lines"
    VIEWS = "views"
    REGIONS = "regions"
    PARTITION = "a partition"
    GROUPS = "groups"
    PATHS = "paths"
    GROUP_VALUES = "values of groups"
    PATH_VALUES = "values of paths"
    SINGLE = "a single value"
    OPTION = "an option"


class Piece(msgspec.Struct, frozen=True):
    """One word of `read` statements: `layers` lists, for each layer between its parentheses, what it may fill.

    `least`: how many layers must be written.  `meaning`: one line for people who write rules files.  `runs`: letters
    that stand for runs of places without an item, so they are never keys.  `sample`: rows x columns, a blank, and a
    text that the piece reads completely on such a board.  `spells`: the statement itself says which letters are runs.
    `packs`: every layer after the first needs the keys 0, 1, 2 and so on.  `holds`: a regular expression for all items,
    empty if any text is an item.  `walls`: a layer that fills a partition may end with a keyless entry for a set of
    links.  These links are the borders that have the same region on both sides.
    `whole`: every text says what the piece fills, if only by leaving it out, so no default is assumed.
    `keyed`: the key of each entry of the first layer names what it reads, so none may be left out.
    `gathers`: the first layer is about one declaration of groups or paths of cells if there is a second, which then has
    values of these.
    """

    layers: tuple[frozenset[Target], ...]
    meaning: str
    least: int = 1
    runs: str = ""
    sample: str = ""
    spells: bool = False
    packs: bool = False
    holds: str = ""
    walls: bool = False
    keyed: bool = False
    gathers: bool = False
    whole: bool = False


class OutsideFormat(msgspec.Struct, frozen=True):
    """An outside format: its pieces; `draws` if its texts hold drawings, so that entries may name finds.

    `remarks`: the type that a text names is a remark of its author, so rules of another type may read it.
    `alone`: the texts name no type, and their form alone decides which rules may be meant: any that read the format.
    """

    title: str
    pieces: dict[str, Piece]
    draws: bool = False
    remarks: bool = False
    alone: bool = False


NUMBERS = r"\d+|\?"
"""The items of a piece that reads numbers, which may be `?`."""
ENTRIES = r"[^\s.]\S*|\.\S+"
"""The items of a piece that reads what stands between blanks, where a dot alone is none."""
PLACES = frozenset({Target.CELLS, Target.LINKS, Target.BORDERS, Target.CORNERS, Target.REGIONS})
CELLS = frozenset({Target.CELLS})
LINKS = frozenset({Target.LINKS})
CORNERS = frozenset({Target.CORNERS})
LINES = frozenset({Target.LINES})
VIEWS = frozenset({Target.VIEWS})
REGIONS = frozenset({Target.REGIONS})
PARTITION = frozenset({Target.PARTITION})
OUTSIDE = frozenset({Target.LINES, Target.VIEWS})
GROUPS = frozenset({Target.GROUPS})
PATHS = frozenset({Target.PATHS})
GROUP_VALUES = frozenset({Target.GROUP_VALUES})
PATH_VALUES = frozenset({Target.PATH_VALUES})
SINGLE = frozenset({Target.SINGLE})
OPTION = frozenset({Target.OPTION})
BORDERS = frozenset({Target.PARTITION, Target.LINKS, Target.BORDERS})
"""What borders between cells fill: a partition they make, or the borders (or links they cut) themselves."""
LABELS = frozenset({Target.PARTITION, Target.CELLS})
"""A name for each cell: of its region, or a value of its own."""
