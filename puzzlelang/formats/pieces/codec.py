"""Codecs: each piece reads a stretch of text as items of places, and writes items as text; names of types.

The vocabulary of pieces for rule files, and what each may fill, is in `typed.codecs`; here each piece of the same name
says how it reads and writes.
"""

from collections.abc import Callable, Sequence

import msgspec

from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Span
from puzzlelang.typed.ir import PieceEntry, Ruleset

RawItem = int | str | Unknown | tuple[int | Unknown, ...] | None
"""What an outside format says of one place, before rules give it a meaning; None where it says nothing."""


class PlacedItem(msgspec.Struct, frozen=True):
    """An item with its span."""

    value: RawItem
    span: Span


Layer = Sequence[PlacedItem | None]
"""An item for each place, in the order of the places; None where nothing is said."""


class Borders(list[PlacedItem | None]):
    """A layer of marks for links, from a codec that decodes other texts as labels of regions."""


class BoardContext(msgspec.Struct, frozen=True):
    """The context of a codec besides the text: the board, letters at its size (`flags`), type and version of the text.

    `order`: its cells as the text goes through them, where that is not their reading order.  `any_order`: it tells
    the place of each item, so that the order of places does not matter.
    `layers` are the entries of the current piece, layer by layer; `rules` declare the names in them.
    `with_walls`: borders inside regions must be written, which labels of regions cannot state.
    """

    board: Geometry
    flags: str = ""
    type: str = ""
    version: int = 0
    layers: tuple[tuple[PieceEntry, ...], ...] = ()
    rules: Ruleset | None = None
    with_walls: bool = False
    order: tuple[Cell, ...] = ()
    any_order: bool = False

    @property
    def geometry(self) -> SquareGrid:
        """The board of a codec that knows squares only.  Raises `Failed` for another lattice."""
        return squares(self.board)


Decode = Callable[[TextReader, Sequence[int], BoardContext], Sequence[Layer]]
"""Reads items; takes the number of places of each layer (0 for one that the rules do not use, if that is written
at all), returns it.  Raises `Failed`."""

Encode = Callable[[Sequence[Sequence[RawItem]], BoardContext], str]
"""The text of layers; what `Decode` reads back."""


class Codec(msgspec.Struct, frozen=True):
    """A codec: `decode` reads, `encode` writes.

    `labels`: a layer that fills a partition has a label for each cell, not a mark for each link.
    `spread`: a layer that fills regions has an item for each cell; that of a region stands in one of its cells.
    `by_rows`: regions stand in the reading order of their first cells, not in column order.
    """

    decode: Decode
    encode: Encode
    labels: bool = False
    spread: bool = False
    by_rows: bool = False


def silent_key(entries: Sequence[PieceEntry]) -> RawItem:
    """Return the key of the first entry that states nothing (it has no effects); None if there is none."""
    return next((str(entry.key) for entry in entries if entry.key and not entry.effects), None)


ALIASES = {
    "akari": "lightup", "bijutsukan": "lightup", "slitherlink": "slither", "masyu": "mashu", "pearl": "mashu",
    "hashi": "hashikake", "bridges": "hashikake", "numberlink": "numlin", "numlin_bit": "numlin", "hakyukoka": "ripple",
    "yajirin": "yajilin", "yajirin-regions": "yajilin-regions", "bag": "cave", "corral": "cave", "correl": "cave",
    "snakes": "hebi", "rome": "roma", "bossanova": "bosanowa", "skyscraper": "skyscrapers", "building": "skyscrapers",
    "fillomino01": "fillomino", "bnuuyhop": "bunnyhop", "heyawacky": "heyawake", "sato": "satogaeri",
    "suraromu": "slalom",
}  # fmt: skip
"""Other words for a type, and the one that `read` statements use."""
