"""Residual givens: what stays in a place when its clue is removed, such as a wall without its number.

A number on a wall says two things: a wall stands there, and so many bulbs are beside it.  Only the second is a clue.
The rules show the first: a `let` names the places with a value (`let wall = block + {c in cells with c.clue}`), or a
rule holds for places without one (`where not present(c.clue)`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.making import presence
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.puzzle import UNKNOWN, Key, Puzzle, Value
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
    result: set[Clue] = set()
    every = clues(rules, puzzle)
    names = [given.name for given in rules.givens if is_optional(given)]
    for word in wanted:
        mine = [clue for clue in every if word == clue.name or word.lower() == str(clue.place).lower()]
        if not mine and word not in names:
            advice = f"clues are those of {join_words(names)}" if names else "nothing in these rules may be absent"
            hint = (
                did_you_mean(word, [*names, *(str(clue.place) for clue in every)])
                or f"{advice}; places are written such as R1C2"
            )
            raise fail("E330", f"no clue of the board is called or stands at `{word}`", hint=hint)
        result.update(mine)
    return frozenset(result)


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
    result: dict[object, list[Clue]] = {}
    for clue in every:
        orbit = numbers[clue.place]
        result.setdefault((clue.name, orbit) if by_name else orbit, []).append(clue)
    return [tuple(unit) for unit in result.values() if not any(clue in stay for clue in unit)]


class ResidualPlaces(msgspec.Struct, frozen=True):
    """A set of places that depends on where the givens `values` have a value; removing a clue must not change it.

    `sets`: given sets which such a place may join instead.  `named`: a `let` of the rules names the set.
    """

    values: frozenset[str]
    sets: tuple[str, ...]
    holds: presence.Holds
    named: bool


class ResidualGivens:
    """Removal of clues that keeps residual givens; those that are members of sets alone if `bare`."""

    def __init__(self, rules: ir.Ruleset, *, bare: bool = False) -> None:
        self.rules = rules
        self._unknown = set[str]() if bare else {given.name for given in rules.givens if _may_be_open(given)}
        self._standing = tuple(one for one in _residual_places(rules) if one.sets or not bare)

    @property
    def sets(self) -> frozenset[str]:
        """The given sets that a place may join where its value goes."""
        return frozenset(name for one in self._standing for name in one.sets)

    def clues(self, puzzle: Puzzle) -> tuple[Clue, ...]:
        """The removable clues; the `?` of a wall is none."""
        names = {name for one in self._standing for name in one.values}
        return tuple(
            clue for clue in clues(self.rules, puzzle) if clue.name not in names or self.removable(puzzle, [clue])
        )

    def removable(self, puzzle: Puzzle, dropped: Collection[Clue]) -> tuple[Clue, ...]:
        """Those of the clues that can be removed together."""
        less = self.without(puzzle, dropped)
        return tuple(clue for clue in dropped if _is_gone(less, puzzle, clue))

    def without(self, puzzle: Puzzle, dropped: Collection[Clue]) -> Puzzle:
        """The puzzle without these clues, with residual givens in their place; where none is possible, a clue stays."""
        less = without_clues(puzzle, dropped)
        by_place: dict[Key, list[str]] = {}
        for clue in dropped:
            by_place.setdefault(clue.place, []).append(clue.name)
        for place, names in by_place.items():
            for one in self._standing:
                if not one.values.isdisjoint(names) and one.holds(puzzle, place) != one.holds(less, place):
                    less = self._restore(puzzle, less, place, names, one)
        return less

    def _restore(self, puzzle: Puzzle, less: Puzzle, place: Key, names: Collection[str], one: ResidualPlaces) -> Puzzle:
        """The puzzle with a value or a member at the place, so that the place stays in its set."""
        unknown = sorted(self._unknown & one.values, key=lambda name: (name not in names, name))
        tries: list[tuple[str, Value]] = [(name, UNKNOWN) for name in unknown]
        tries += [(name, True) for name in one.sets]
        for name, value in tries:
            trial = _with(less, name, place, value)
            if one.holds(puzzle, place) == one.holds(trial, place):
                return trial
        for name in names if one.named else ():
            if place in puzzle.givens[name]:
                less = _with(less, name, place, puzzle.givens[name][place])
        return less


def _with(puzzle: Puzzle, name: str, place: Key, value: Value) -> Puzzle:
    givens: Mapping[str, Mapping[Key, Value]] = {**puzzle.givens, name: {**puzzle.givens.get(name, {}), place: value}}
    return msgspec.structs.replace(puzzle, givens=givens)


def _is_gone(less: Puzzle, puzzle: Puzzle, clue: Clue) -> bool:
    return less.givens[clue.name].get(clue.place) != puzzle.givens[clue.name].get(clue.place)


def _may_be_open(given: ir.Given) -> bool:
    """Whether a value may be `?`; a list with `?` says more, so it does not count."""
    kind = given.kind
    return isinstance(kind, ir.FunctionKind) and kind.value.unknown and kind.value.base is not ir.Base.NUMBERS


def standing_sets(rules: ir.Ruleset) -> dict[str, frozenset[str]]:
    """The givens with values that stand for what the rules name, each with the sets that say the same of a place."""
    result: dict[str, frozenset[str]] = {}
    for one in _residual_places(rules):
        for name in one.values if one.named else ():
            result[name] = result.get(name, frozenset()) | frozenset(one.sets)
    return result


def _residual_places(rules: ir.Ruleset) -> Iterator[ResidualPlaces]:
    """All sets of residual places of the rules."""
    named: set[str] = set()
    for let in rules.lets:
        if (result := presence.place_set(let.body, rules)) is not None and result.values:
            named |= result.values
            yield ResidualPlaces(result.values, tuple(sorted(result.joined)), result.holds, True)
    for name in sorted(presence.names_with_presence(rules) - named):
        yield ResidualPlaces(frozenset({name}), (), presence.has_value(name), False)
