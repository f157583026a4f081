"""Records of a book, before it has pages."""

from collections.abc import Mapping

import msgspec

from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.typed.ir import Ruleset

MILLIMETRE = 72 / 25.4
"""In points."""

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210 * MILLIMETRE, 297 * MILLIMETRE), "letter": (612.0, 792.0)}
"""Sizes of paper in points."""

GRIDS: Mapping[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""How so many boards stand on a page: (columns, rows)."""


class BookEntry(msgspec.Struct, frozen=True):
    """A board of a book, with its answer if one is known."""

    rules: Ruleset
    puzzle: Puzzle
    answer: Solution | Drawing | None = None


class Chapter(msgspec.Struct, frozen=True):
    """Boards of one puzzle, with the numbers that they have in the whole book."""

    rules: Ruleset
    entries: tuple[tuple[int, BookEntry], ...]


class Book(msgspec.Struct, frozen=True):
    """A book: title (empty for none), paper, how many boards stand on a page, entries in their order."""

    title: str
    paper: str
    per_page: int
    entries: tuple[BookEntry, ...]

    def chapters(self) -> tuple[Chapter, ...]:
        """The boards of each puzzle together, in the order in which puzzles first appear."""
        result: dict[str, list[tuple[int, BookEntry]]] = {}
        rules: dict[str, Ruleset] = {}
        for number, entry in enumerate(self.entries, 1):
            name = f"{entry.rules.title}\n{entry.rules.source.name}"
            rules.setdefault(name, entry.rules)
            result.setdefault(name, []).append((number, entry))
        counted = 0
        chapters = []
        for name, those in result.items():
            numbered = tuple((counted + index, entry) for index, (_, entry) in enumerate(those, 1))
            chapters.append(Chapter(rules[name], numbered))
            counted += len(those)
        return tuple(chapters)
