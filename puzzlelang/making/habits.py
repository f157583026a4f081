"""How boards of some rules look: what their examples tell of sizes, of densities and of single values."""

from collections.abc import Iterator

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.source import Source
from puzzlelang.typed import ir


class Habits(msgspec.Struct, frozen=True):
    """What was seen of each given, by name; nothing of one that no example has.

    `areas`: how many cells the regions of a partition have.  `as_lines`: partitions with as many regions as the board
    has rows, on every board.  `shares`: values or members for each cell of a board, on average.  `values`: all values.
    """

    areas: dict[str, list[int]]
    as_lines: frozenset[str]
    shares: dict[str, float]
    values: dict[str, list[Value]]


def habits(rules: ir.Ruleset) -> Habits:
    """What the examples of a rules file tell."""
    found = Habits({}, frozenset(), {}, {})
    known = list(_examples(rules))
    as_lines: dict[str, bool] = {}
    for puzzle in known:
        cells = len(puzzle.geometry.cells)
        for name, regions in puzzle.partitions.items():
            found.areas.setdefault(name, []).extend(len(region.cells) for region in regions)
            as_lines[name] = as_lines.get(name, True) and len(regions) == puzzle.geometry.height
        for name, values in puzzle.givens.items():
            found.values.setdefault(name, []).extend(values.values())
            found.shares[name] = found.shares.get(name, 0.0) + len(values) / cells / len(known)
    return msgspec.structs.replace(found, as_lines=frozenset(name for name, alike in as_lines.items() if alike))


def _examples(rules: ir.Ruleset) -> Iterator[Puzzle]:
    for example in rules.examples:
        if not any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
            continue
        try:
            yield boards.read(rules, example.board or Source(example.title, example.url or ""))
        except Failed:
            continue  # `test` tells its author
