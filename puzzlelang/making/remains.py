"""What remains where the value of a clue goes: a wall without its number, an island without its size.

A number on a wall says two things: that a wall stands there, and how many bulbs are beside it.  Only the second is a
clue.  That there is more than a value shows in the rules: a `let` names the places that have one (`let wall = block +
{c in cells with c.clue}`), or a rule holds for those without one (`where not present(c.clue)`).
"""

from collections.abc import Collection, Iterator, Mapping

import msgspec

from puzzlelang.making import presence
from puzzlelang.making.clues import Clue, clues, without
from puzzlelang.puzzle import UNKNOWN, Key, Puzzle, Value
from puzzlelang.typed import ir


class Standing(msgspec.Struct, frozen=True):
    """Places at which something stands: those that have a value of one of `values`, in the way that `holds` tells.

    `sets`: given sets which such a place may belong to instead.  `named`: the rules have a name for them.
    """

    values: frozenset[str]
    sets: tuple[str, ...]
    holds: presence.Holds
    named: bool


class Remains:
    """What remains of the clues of puzzles by the same rules; nothing if it is `bare`."""

    def __init__(self, rules: ir.Ruleset, *, bare: bool = False) -> None:
        self.rules = rules
        self._unknown = {given.name for given in rules.givens if _may_be_open(given)}
        self._standing = () if bare else tuple(_standing(rules))

    def clues(self, puzzle: Puzzle) -> tuple[Clue, ...]:
        """The clues that can go, whatever remains; the `?` of a wall cannot."""
        told = {name for one in self._standing for name in one.values}
        return tuple(clue for clue in clues(self.rules, puzzle) if clue.name not in told or self.going(puzzle, [clue]))

    def going(self, puzzle: Puzzle, dropped: Collection[Clue]) -> tuple[Clue, ...]:
        """Those of the clues that can go together."""
        less = self.without(puzzle, dropped)
        return tuple(clue for clue in dropped if _went(less, puzzle, clue))

    def without(self, puzzle: Puzzle, dropped: Collection[Clue]) -> Puzzle:
        """The puzzle without these clues, but with what remains of them; where nothing can remain, they stay."""
        less = without(puzzle, dropped)
        by_place: dict[Key, list[str]] = {}
        for clue in dropped:
            by_place.setdefault(clue.place, []).append(clue.name)
        for place, names in by_place.items():
            for one in self._standing:
                if not one.values.isdisjoint(names) and one.holds(puzzle, place) != one.holds(less, place):
                    less = self._restored(puzzle, less, place, names, one)
        return less

    def _restored(self, puzzle: Puzzle, less: Puzzle, place: Key, names: Collection[str], one: Standing) -> Puzzle:
        """The puzzle with a value or a member at the place, so that what stands there stands there still."""
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


def _went(less: Puzzle, puzzle: Puzzle, clue: Clue) -> bool:
    return less.givens[clue.name].get(clue.place) != puzzle.givens[clue.name].get(clue.place)


def _may_be_open(given: ir.Given) -> bool:
    """Whether a value may be `?`; a list says more where it is open, so it does not count."""
    kind = given.kind
    return isinstance(kind, ir.FunctionKind) and kind.value.unknown and kind.value.base is not ir.Base.NUMBERS


def _standing(rules: ir.Ruleset) -> Iterator[Standing]:
    """All that stands on boards of these rules."""
    named: set[str] = set()
    for let in rules.lets:
        if (found := presence.places(let.body, rules)) is not None and found.values:
            named |= found.values
            yield Standing(found.values, tuple(sorted(found.joined)), found.holds, True)
    for name in sorted(presence.telling(rules) - named):
        yield Standing(frozenset({name}), (), presence.has(name), False)
