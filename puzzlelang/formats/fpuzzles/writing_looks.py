"""Drawings of constraints that only userscripts of f-puzzles know: SudokuPad and plain f-puzzles show these instead.

Colours, widths and names are those which such a script writes beside its fields (dclamage/SudokuSolver,
`fpuzzles-newconstraints.js`; Lockout Lines have a script of their own).  By the name it takes them for its own again.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from puzzlelang.formats.fpuzzles.record import half_of

Json = dict[str, Any]


class _Line(msgspec.Struct, frozen=True):
    """The look of a line: its colour and width, and circles on its first cell (1), or on both ends (2)."""

    name: str
    colour: str
    width: float
    circles: int = 0
    circle: float = 0.85


_LINES: Mapping[str, _Line] = {
    "renban": _Line("Renban", "#F067F0", 0.25),
    "entropicline": _Line("Entropic Line", "#FFCCAA", 0.15625),
    "modularline": _Line("Modular Line", "#33BBBB", 0.15625),
    "regionsumline": _Line("Region Sum Line", "#2ECBFF", 0.15625),
    "nabner": _Line("Nabner", "#C9C883", 0.25),
    "doublearrow": _Line("Double Arrow", "#C54B8B", 0.15, circles=2),
    "zipperline": _Line("Zipper Line", "#CDB1EC", 0.15625),
    "slowthermometer": _Line("Slow Thermometer", "#6495ED", 0.3, circles=1, circle=0.8),
    "lockout": _Line("", "#A0A0F0", 0.1, circles=2),
}
_GERMAN, _DUTCH = _Line("German Whispers", "#67F067", 0.1875), _Line("Dutch Whispers", "#FF9A00", 0.1875)
_CAGES = {
    "rowindexer": ("Row Indexer", "#7CC77C"), "columnindexer": ("Column Indexer", "#C77C7C"),
    "boxindexer": ("Box Indexer", "#7C7CC7"),
}  # fmt: skip
_OUTSIDE = {"xsum": ("X Sum", "\u25ef"), "skyscraper": ("Skyscraper", "\u25af")}
_BLACK = "#000000"


def whisper_numbers(size: int) -> tuple[int, int]:
    """Return by how much neighbours on German and on Dutch whispers differ, the only ones that f-puzzles keeps."""
    return half_of(size), half_of(size) - 1


def add_looks(result: Json) -> None:
    """Adds the drawings of the constraints of a board."""
    drawn: dict[str, list[Json]] = {"line": [], "circle": [], "cage": [], "text": []}
    for field, look in _LINES.items():
        for entry in result.get(field, ()):
            _draw_line(drawn, entry, look)
    for entry in result.get("whispers", ()):
        _draw_line(drawn, entry, _DUTCH if entry.get("value") == str(whisper_numbers(result["size"])[1]) else _GERMAN)
    for field, (name, colour) in _CAGES.items():
        for entry in result.get(field, ()):
            drawn["cage"].append({"cells": entry["cells"], "outlineC": colour, "fontC": _BLACK, "fromConstraint": name})
    for field, (name, symbol) in _OUTSIDE.items():
        for entry in result.get(field, ()):
            drawn["text"] += [
                {"cells": [entry["cell"]], "value": value, "fontC": _BLACK, "size": size, "fromConstraint": name}
                for value, size in ((symbol, 1.2), (entry["value"], 0.7))
            ]
    result.update({kind: marks for kind, marks in drawn.items() if marks})


def _draw_line(drawn: dict[str, list[Json]], entry: Json, look: _Line) -> None:
    origin: Json = {"fromConstraint": look.name} if look.name else {"isLLConstraint": True}
    drawn["line"].append({"lines": entry["lines"], "outlineC": look.colour, "width": look.width, **origin})
    size = {"width": look.circle, "height": look.circle}
    for cell in _ends(entry, look.circles):
        drawn["circle"].append({"cells": [cell], "baseC": look.colour, "outlineC": look.colour, **size, **origin})


def _ends(entry: Json, count: int) -> Iterator[str]:
    for line in entry["lines"]:
        yield from (line[0], line[-1])[:count]
