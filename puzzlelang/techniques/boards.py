"""Patterns as boards: the window with a ring of cells on the sides with room, before and after."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.geometry import places
from puzzlelang.geometry.places import Cell, Place, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import UNKNOWN, Drawing, Key, Puzzle, Value
from puzzlelang.source import Source
from puzzlelang.techniques.given_lists import list_givens, numbers_in
from puzzlelang.techniques.record import Fact, Pattern, Presence, Spot
from puzzlelang.techniques.regions import Surrounding, region_names
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.typed import ir


class OpenGiven(msgspec.Struct, frozen=True):
    """A given of any value at a place, drawn as one of them; if it is `absent`, nothing is given there."""

    name: str
    place: Place
    value: Value
    absent: bool

    def on(self, puzzle: Puzzle) -> Puzzle:
        """The board with the value."""
        values = {**puzzle.givens.get(self.name, {}), self.place: self.value}
        return msgspec.structs.replace(puzzle, givens={**puzzle.givens, self.name: values})


class PatternBoards(msgspec.Struct, frozen=True):
    """A board with the premises of a pattern, `before` and `after` its conclusions are drawn.

    `open_givens` are premises that a board cannot have; `words` say what it cannot show, as sentences without full
    stops.  `concluded` are the places of conclusions where nothing is given.
    """

    puzzle: Puzzle
    before: Drawing
    after: Drawing
    words: tuple[str, ...]
    open_givens: tuple[OpenGiven, ...]
    concluded: tuple[Place, ...]


def board(opened: OpenRules, pattern: Pattern) -> PatternBoards:
    """Return the board of a pattern."""
    window = pattern.window
    room = [0 if side in window.rims else 1 for side in ("top", "left", "bottom", "right")]
    geometry = SquareGrid(window.rows + room[0] + room[2], window.columns + room[1] + room[3])
    sample = Sample(geometry, room[0], room[1])
    regions = _regions(opened, pattern, sample)
    at: dict[Spot, Place] = {spot: place for place, spot in near(window, sample).items()}
    at.update((spot, place) for place, spot in region_spots(window, sample, regions).items())
    givens: dict[str, dict[Key, Value]] = {}
    open_givens: dict[Fact, OpenGiven] = {}
    for fact in pattern.premises:
        if opened.given(fact.name):
            value = _value_on_board(opened, fact)
            if isinstance(fact.value, Presence) and (value is None or isinstance(value, str)):
                open_givens[fact] = _open_given(opened, fact, at[fact.spot])
            elif value is not None:
                givens.setdefault(fact.name, {})[at[fact.spot]] = value
    drawn, follows = (
        [fact for fact in facts if _is_drawn(opened, fact, at)] for facts in (pattern.premises, pattern.conclusions)
    )
    others = [fact for fact in (*pattern.premises, *pattern.conclusions) if not fact.holds]
    partitions = {opened.partition: regions} if regions else {}
    puzzle = Puzzle(Source("<pattern>", ""), geometry, givens, partitions)
    before, after = (Drawing(_drawing((one, at[one.spot]) for one in facts)) for facts in (drawn, (*drawn, *follows)))
    words = tuple(_sentences((fact, at[fact.spot]) for fact in dict.fromkeys((*open_givens, *others))))
    full = {place for values in givens.values() for place in values}
    full.update(one.place for one in open_givens.values() if not one.absent)
    concluded = tuple(dict.fromkeys(at[one.spot] for one in follows if at[one.spot] not in full))
    return PatternBoards(puzzle, before, after, words, tuple(open_givens.values()), concluded)


def _open_given(opened: OpenRules, fact: Fact, place: Place) -> OpenGiven:
    present = msgspec.structs.replace(fact, value=Presence.PRESENT, holds=True)
    value = _value_on_board(opened, present)
    absent = (fact.value is Presence.ABSENT) is fact.holds
    return OpenGiven(fact.name, place, UNKNOWN if value is None else value, absent)


def _is_drawn(opened: OpenRules, fact: Fact, at: Mapping[Spot, Place]) -> bool:
    return fact.holds and not opened.given(fact.name) and fact.spot in at


def _regions(opened: OpenRules, pattern: Pattern, sample: Sample) -> tuple[Region, ...]:
    """The areas as regions; cells around go on with those that may go on, and all others are one region more."""
    if not opened.partition:
        return ()
    lattice = {spot: cell for cell in sample.geometry.cells if (spot := sample.spot(cell)) is not None}
    names = region_names(pattern.window, [(spot.row, spot.column) for spot in lattice], Surrounding.GROWN)
    cells: dict[str, list[Cell]] = {}
    for spot, cell in lattice.items():
        cells.setdefault(names[spot.row, spot.column], []).append(cell)
    return tuple(
        Region(number, opened.partition, letter, tuple(some))
        for number, (letter, some) in enumerate(zip(places.region_names(), cells.values(), strict=False))
    )


def _drawing(facts: Iterable[tuple[Fact, Place]]) -> dict[str, dict[Place, Value]]:
    result: dict[str, dict[Place, Value]] = {}
    for fact, place in facts:
        member = isinstance(fact.value, Presence)
        result.setdefault(fact.name, {})[place] = fact.value is Presence.PRESENT if member else fact.value  # type: ignore[assignment]
    return result


def _value_on_board(opened: OpenRules, fact: Fact) -> Value | None:
    """The value of a given as a board has it, the first of several names; None if no board can show it."""
    given = opened.rules.given(fact.name)
    if not isinstance(fact.value, Presence):
        listed = isinstance(fact.value, str) and fact.name in list_givens(opened.rules)
        return numbers_in(str(fact.value)) if listed else fact.value
    if fact.value is Presence.ABSENT or given is None:
        return None
    match given.kind:
        case ir.SetKind():
            return True
        case ir.FunctionKind(value=value) if value.unknown:
            return UNKNOWN
        case ir.FunctionKind(value=value) if value.base is ir.Base.NAME:
            return value.members[0]
        case _:
            return None


def _sentences(facts: Iterable[tuple[Fact, Place]]) -> Iterator[str]:
    """Yield a sentence for all facts that say the same of their places."""
    places_by_words: dict[tuple[str, str], list[str]] = {}
    for fact, place in facts:
        places_by_words.setdefault(_words(fact), []).append(str(place))
    for (subject, says), names in places_by_words.items():
        yield f"{subject}{join_words(names)} {says if subject or len(names) == 1 else says.replace('has', 'have', 1)}"


def _words(fact: Fact) -> tuple[str, str]:
    """What stands before the places of a fact, and what stands behind."""
    name = fact.name.replace("_", " ")
    match fact.value:
        case Presence():
            return "", f"has {'a' if (fact.value is Presence.PRESENT) is fact.holds else 'no'} {name}"
        case _:
            return f"{name} at ", f"is {'' if fact.holds else 'not '}{fact.value}"


def beside(left: str, right: str) -> Iterator[str]:
    """Yield the lines of two pictures side by side, with an arrow between."""
    one, other = left.rstrip("\n").split("\n"), right.rstrip("\n").split("\n")
    width = max(map(len, one))
    for number in range(max(len(one), len(other))):
        first = one[number] if number < len(one) else ""
        second = other[number] if number < len(other) else ""
        arrow = "→" if number == max(len(one), len(other)) // 2 else " "
        yield f"{first:<{width}}  {arrow}  {second}".rstrip()
