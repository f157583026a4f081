"""Statistics of the examples of some rules: sizes, densities and single values."""

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from statistics import fmean

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.formats.pieces.places import blank_board, check_lattice
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.sorts import RECTANGLE, Sort
from puzzlelang.making.set_shapes import SetShape, shape_of
from puzzlelang.puzzle import Puzzle, Unknown, Value
from puzzlelang.source import Source
from puzzlelang.typed import ir

LEAST_SHARE = 0.5
"""Boards with a smaller part of the cells of the largest illustrate a rule, and do not count."""


MANY_PAIRS = 3
"""So many values that come twice each do not so by chance."""


class ExampleStatistics(msgspec.Struct, frozen=True):
    """Statistics of each given and, from answers, of each find, by name; names without examples are left out.

    `sizes`: rows and columns of the boards.  `areas`: cell counts of the regions of a partition.  `as_lines`:
    partitions with as many regions as rows on every board.  `shares`: mean density of values, members or cells in
    regions per cell of the board.  `values`: all values.  `least`: the least number.  `singles`: values for a
    whole board, each with the number of its cells.  `whole`: givens of lines with a value at every line of all boards.
    `pairs`: givens of which each value comes twice on all boards.  `unused`: givens without a value on any board.
    """

    sizes: list[tuple[int, int]]
    areas: dict[str, list[int]]
    as_lines: frozenset[str]
    shares: dict[str, float]
    values: dict[str, list[Value]]
    least: dict[str, int]
    frequent: frozenset[str] = frozenset()
    together: frozenset[frozenset[str]] = frozenset()
    shapes: dict[str, SetShape] = msgspec.field(default_factory=dict)
    singles: dict[str, list[tuple[int, Value]]] = msgspec.field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()


class _Collector(msgspec.Struct, frozen=True):
    """Collects the statistics board by board; see `ExampleStatistics`."""

    areas: dict[str, list[int]] = msgspec.field(default_factory=dict)
    as_lines: dict[str, bool] = msgspec.field(default_factory=dict)
    shares: dict[str, list[float]] = msgspec.field(default_factory=dict)
    values: dict[str, list[Value]] = msgspec.field(default_factory=dict)
    together: set[frozenset[str]] = msgspec.field(default_factory=set)
    shapes: dict[str, SetShape] = msgspec.field(default_factory=dict)
    singles: dict[str, list[tuple[int, Value]]] = msgspec.field(default_factory=dict)

    def givens(self, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        """Add the givens of a board."""
        for name, regions in puzzle.partitions.items():
            self.areas.setdefault(name, []).extend(len(region.cells) for region in regions)
            self.as_lines[name] = self.as_lines.get(name, True) and len(regions) == puzzle.geometry.height
            covered = sum(len(region.cells) for region in regions)
            self.shares.setdefault(name, []).append(covered / len(puzzle.geometry.cells))
        for given in rules.givens:
            if not isinstance(given.kind, ir.PartitionKind):
                self._values(given.name, puzzle.givens.get(given.name, {}).values(), puzzle)
            if isinstance(given.kind, ir.SingleKind) and None in puzzle.givens.get(given.name, {}):
                cells = len(puzzle.board_without(rules.missing).cells)
                self.singles.setdefault(given.name, []).append((cells, puzzle.givens[given.name][None]))
            if isinstance(given.kind, ir.SetKind) and given.kind.sort is Sort.CELL and given.name != rules.missing:
                here = {place for place in puzzle.givens.get(given.name, {}) if isinstance(place, Cell)}
                shape, before = shape_of(puzzle.geometry, here), self.shapes.get(given.name)
                self.shapes[given.name] = shape if before is None else before.and_also(shape)
        places_of = {name: values.keys() for name, values in puzzle.givens.items() if values}
        pairs = itertools.combinations(places_of, 2)
        self.together.update(frozenset(pair) for pair in pairs if not places_of[pair[0]].isdisjoint(places_of[pair[1]]))

    def finds(self, rules: ir.Ruleset, puzzle: Puzzle, answer: Source) -> None:
        """Add an answer."""
        drawing = boards.read_drawing(rules, puzzle, answer)
        if drawing is None:
            return
        for find in rules.finds:
            values = drawing.values.get(find.name, {}).values()
            if isinstance(find.kind, ir.PartitionKind):
                self.areas.setdefault(find.name, []).extend(Counter(values).values())
            else:
                self._values(find.name, [value for value in values if value is not False], puzzle)

    def _values(self, name: str, values: Collection[Value], puzzle: Puzzle) -> None:
        self.values.setdefault(name, []).extend(values)
        self.shares.setdefault(name, []).append(len(values) / len(puzzle.geometry.cells))


def example_statistics(rules: ir.Ruleset, lattice: str = RECTANGLE) -> ExampleStatistics:
    """The statistics of the examples of a rules file on a lattice; of all if none has that lattice."""
    every, seen = list(_examples(rules)), _Collector()
    known = [one for one in every if one[0].geometry.lattice == lattice] or every
    most = max((len(puzzle.geometry.cells) for puzzle, _ in known), default=0)
    usual = [(puzzle, answer) for puzzle, answer in known if len(puzzle.geometry.cells) >= LEAST_SHARE * most]
    for puzzle, answer in usual:
        seen.givens(rules, puzzle)
        with suppress(Failed):  # `test` tells its author
            if answer is not None:
                seen.finds(rules, puzzle, answer)
    return ExampleStatistics(
        [(puzzle.geometry.height, puzzle.geometry.width) for puzzle, _ in usual],
        seen.areas,
        frozenset(name for name, alike in seen.as_lines.items() if alike),
        {name: fmean(shares) for name, shares in seen.shares.items()},
        seen.values,
        _least_numbers(puzzle for puzzle, _ in known),
        frozenset(name for name, shares in seen.shares.items() if fmean(share > 0 for share in shares) > 1 / 2),
        frozenset(seen.together),
        seen.shapes,
        seen.singles,
        frozenset(given.name for given in rules.givens if known and _is_whole(given, [board for board, _ in known])),
        frozenset(given.name for given in rules.givens if _is_paired(given, [board for board, _ in usual])),
        frozenset(
            given.name for given in rules.givens if seen.shares.get(given.name) and not any(seen.shares[given.name])
        ),
    )


def _is_whole(given: ir.Given, puzzles: Collection[Puzzle]) -> bool:
    """Whether every line of these boards has a value."""
    of_lines = isinstance(given.kind, ir.FunctionKind) and given.kind.sort is Sort.LINE
    return of_lines and all(len(one.givens.get(given.name, {})) == len(one.geometry.lines) for one in puzzles)


def _is_paired(given: ir.Given, puzzles: Collection[Puzzle]) -> bool:
    """Whether each value comes twice on these boards, and several do on one of them."""
    if not isinstance(given.kind, ir.FunctionKind) or given.kind.value.base is ir.Base.NUMBERS:
        return False
    values = [
        Counter(value for value in one.givens.get(given.name, {}).values() if not isinstance(value, Unknown))
        for one in puzzles
    ]
    every = {times for one in values for times in one.values()}
    return every == {2} and max(map(len, values)) >= MANY_PAIRS


def _least_numbers(puzzles: Iterable[Puzzle]) -> dict[str, int]:
    result: dict[str, int] = {}
    for puzzle in puzzles:
        for name, values in puzzle.givens.items():
            numbers = [value for value in values.values() if isinstance(value, int)]
            if numbers:
                result[name] = min(result.get(name, numbers[0]), *numbers)
    return result


def _largest_board(rules: ir.Ruleset, name: str) -> Geometry | None:
    """The board with most cells among the examples with one answer on that lattice."""
    boards = (puzzle.geometry for puzzle, _ in _examples(rules) if puzzle.geometry.lattice == name)
    return max(boards, key=lambda board: len(board.cells), default=None)


def usual_size(rules: ir.Ruleset, usual: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the largest rectangle among the examples with one answer; `usual` if there is none."""
    squares = [puzzle for puzzle, _ in _examples(rules) if puzzle.geometry.lattice == RECTANGLE]
    sizes = [(puzzle.geometry.height, puzzle.geometry.width) for puzzle in squares]
    return max(sizes, key=lambda shape: shape[0] * shape[1], default=usual)


def _examples(rules: ir.Ruleset) -> Iterator[tuple[Puzzle, Source | None]]:
    """The examples with exactly one answer, each with that answer if it is stated."""
    for example in rules.examples:
        answers = [verdict.answer for verdict in example.verdicts if verdict.answer is not None]
        if not answers and not any(verdict.solutions == 1 for verdict in example.verdicts):
            continue
        with suppress(Failed):
            puzzle = boards.read(rules, example.board or Source(example.title, example.url or ""))
            yield puzzle, next(iter(answers), None)


DEFAULT_SIZE = (6, 6)
"""Rows and columns where no example tells."""


def empty_template(rules: ir.Ruleset, size: tuple[int, int] | None = None, lattice: str = "") -> Puzzle:
    """A board of that size (rows, columns) without givens, by default of squares where the rules have such boards.

    Without a size it is as large as the largest example of the rules; on another `lattice` it has the same cells.
    Raises `Failed` if the rules have no boards of that size or on that lattice.
    """
    options = {option.name: option.default for option in rules.options}
    name = lattice or (RECTANGLE if RECTANGLE in rules.lattices else rules.lattices[0])
    check_lattice(rules, name, None)
    like = None if name == RECTANGLE else _largest_board(rules, name)
    if like is not None and size is None:
        return Puzzle(Source("<template>", ""), like, {}, options=options)
    height, width = usual_size(rules, DEFAULT_SIZE) if size is None else size
    return Puzzle(Source("<template>", ""), blank_board(rules, height, width, name=name), {}, options=options)
