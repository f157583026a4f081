"""Clues of a puzzle: values that a board may leave out."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words, nearest_word
from puzzlelang.diagnostics.record import fail
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.puzzle import Key, Puzzle
from puzzlelang.typed import ir


class Clue(msgspec.Struct, frozen=True):
    """The value of an optional given at a place; None is the place of a single value."""

    name: str
    place: Key


Unit = tuple[Clue, ...]
"""Clues that are removed together or not at all."""


def is_optional(given: ir.Given) -> bool:
    """Whether a board may leave out values of the given one by one."""
    match given.kind:
        case ir.FunctionKind(value=value) | ir.SingleKind(value):
            return value.absent
        case _:
            return False


def clues(rules: ir.Ruleset, puzzle: Puzzle) -> tuple[Clue, ...]:
    """All clues, by declaration, and for each in the order of the puzzle.

    Sets and partitions have none: to leave out a member would state that it is not in the set.
    """
    names = [given.name for given in rules.givens if is_optional(given)]
    return tuple(Clue(name, place) for name in names for place in puzzle.givens.get(name, {}))


def without_clues(puzzle: Puzzle, dropped: Collection[Clue]) -> Puzzle:
    """The puzzle without these clues, and without a drawing."""
    givens = {
        name: {place: value for place, value in values.items() if Clue(name, place) not in dropped}
        for name, values in puzzle.givens.items()
    }
    return msgspec.structs.replace(puzzle, givens=givens, drawing=None)


def kept_clues(rules: ir.Ruleset, puzzle: Puzzle, wanted: Iterable[str]) -> frozenset[Clue]:
    """The clues to keep: `wanted` are names of givens, and places as the tool writes them, such as R1C2.

    Raises `Failed` (E330) for anything else.
    """
    found: set[Clue] = set()
    every = clues(rules, puzzle)
    names = [given.name for given in rules.givens if is_optional(given)]
    for word in wanted:
        mine = [clue for clue in every if word == clue.name or word.lower() == str(clue.place).lower()]
        if not mine and word not in names:
            close = nearest_word(word, [*names, *(str(clue.place) for clue in every)])
            those = f"clues are those of {join_words(names)}" if names else "nothing in these rules may be absent"
            hint = f"did you mean `{close}`?" if close else f"{those}; places are written such as R1C2"
            raise fail("E330", f"no clue of the board is called or stands at `{word}`", hint=hint)
        found.update(mine)
    return frozenset(found)


def units(puzzle: Puzzle, every: Sequence[Clue], stay: Collection[Clue], symmetry: Symmetry) -> list[Unit]:
    """Units of all clues at one place and its images under the symmetry; none with a clue that stays."""
    return _units(puzzle, every, stay, symmetry, by_name=False)


def single_units(puzzle: Puzzle, every: Sequence[Clue], stay: Collection[Clue], symmetry: Symmetry) -> list[Unit]:
    """Units of one given at a place with several clues, and at its images."""
    places = [clue.place for clue in every]
    several = [clue for clue in every if places.count(clue.place) > 1]
    return _units(puzzle, several, stay, symmetry, by_name=True)


def _units(
    puzzle: Puzzle, every: Sequence[Clue], stay: Collection[Clue], symmetry: Symmetry, *, by_name: bool
) -> list[Unit]:
    numbers = orbits(puzzle.geometry, symmetry, dict.fromkeys(clue.place for clue in every))
    found: dict[object, list[Clue]] = {}
    for clue in every:
        orbit = numbers[clue.place]
        found.setdefault((clue.name, orbit) if by_name else orbit, []).append(clue)
    return [tuple(unit) for unit in found.values() if not any(clue in stay for clue in unit)]
