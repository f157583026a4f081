"""Fresh boards with as few values as the rules allow: one region, and the first value of each required given."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text.draft import needs_every_value
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.polyominoes import BANKS, parse_bank
from puzzlelang.geometry.sorts import Sort
from puzzlelang.making import example_statistics
from puzzlelang.puzzle import UNKNOWN, Key, Puzzle, Value
from puzzlelang.typed import ir
from puzzlelang.web import regions

SIZES = ((6, 6), (9, 9), (5, 5), (4, 4), (8, 8), (10, 10))
"""Sizes of a new board, the likeliest first: some rules do not have all."""


def board(rules: ir.Ruleset, size: tuple[int, int] | None = None) -> Puzzle:
    """A board of that size (rows, columns), or of the first that the rules have.  Raises `Failed` if they have none."""
    if size is not None:
        return fill_required(rules, example_statistics.empty_template(rules, size))
    failures = []
    for likely in SIZES:
        try:
            return fill_required(rules, example_statistics.empty_template(rules, likely))
        except Failed as failed:
            failures.append(failed)
    raise failures[0]


def fill_required(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with a value wherever its rules require one."""
    holes = puzzle.givens.get(rules.missing, {})
    missing = [place for place in holes if place is not None]
    for given in rules.givens:
        if isinstance(given.kind, ir.PartitionKind) and needs_every_value(given) and _needs_partition(given, puzzle):
            before = puzzle.partitions.get(given.name, ())
            parts = regions.cover_board(given.name, before, puzzle.geometry, missing)
            puzzle = regions.replace_regions(puzzle, given.name, parts)
    givens: dict[str, Mapping[Key, Value]] = dict(puzzle.givens)
    for given in rules.givens:
        result = givens.get(given.name, {})
        match given.kind:
            case ir.FunctionKind(value=value) if needs_every_value(given):
                places = _places(given.kind, puzzle)
                givens[given.name] = {place: result.get(place, first_value(value)) for place in places}
            case ir.SingleKind(value) if not value.absent and given.default is None and None not in result:
                givens[given.name] = {None: first_value(value)}
            case ir.SetKind() | ir.FunctionKind(value=ir.ValueKind(absent=False)) if given.default is None:
                givens[given.name] = result  # where it has a block of its own, that says that there is none
            case _:
                pass
    return msgspec.structs.replace(puzzle, givens=givens)


def _needs_partition(given: ir.Given, puzzle: Puzzle) -> bool:
    """Return whether a partition is to be completed; one with a default only if the puzzle has regions of it."""
    return given.default is None or bool(puzzle.partitions.get(given.name))


def first_value(value: ir.ValueKind) -> Value:
    """The first value of a kind, `?` if that is one."""
    if value.unknown:
        return (UNKNOWN,) if value.base is ir.Base.NUMBERS else UNKNOWN
    match value.base:
        case ir.Base.NAME:
            return value.members[0]
        case ir.Base.DIRECTION:
            return "up"
        case ir.Base.NUMBERS:
            return ()
        case ir.Base.SHAPES:
            return parse_bank(next(iter(BANKS))).text
        case ir.Base.NUMBER:
            return int(value.low.value) if isinstance(value.low, ir.Constant) else 1


def _places(kind: ir.FunctionKind, puzzle: Puzzle) -> Sequence[Place]:
    match kind.sort:
        case Sort.REGION:
            names = puzzle.partitions if kind.partition is None else (kind.partition,)
            return [region for name in names for region in puzzle.partitions.get(name, ())]
        case Sort.GIVEN_GROUP | Sort.PATH:
            return puzzle.groups.get(kind.partition or "", ())
        case _:
            return puzzle.geometry.places(kind.sort)
