"""Names of patterns: words of the rules, and the shape of the premises."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.steps.words.adjectives import ADJECTIVES
from puzzlelang.techniques.record import SIDES, Fact, Pattern, Presence, Spot
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.typed import ir

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_APART = {
    (0, 2): "side by side",
    (2, 2): "corner to corner",
    (0, 4): "with one cell between",
    (2, 4): "a knight's move apart",
    (4, 4): "two steps apart on a diagonal",
}


def name(opened: OpenRules, pattern: Pattern) -> str:
    """Name a pattern: what is given, how it lies, where, and what is drawn."""
    divided = {find.name for find in opened.rules.finds if isinstance(find.kind, ir.PartitionKind)}
    premises = [msgspec.structs.replace(one, name="border") if one.name in divided else one for one in pattern.premises]
    pattern = msgspec.structs.replace(pattern, premises=tuple(premises))
    given = [fact for fact in pattern.premises if opened.given(fact.name) and fact.value is not Presence.ABSENT]
    drawn = [fact for fact in pattern.premises if fact not in given]
    shape = " ".join(filter(None, (_given_words(opened, given), _layout([fact.spot for fact in given]))))
    areas = _areas(opened, pattern)
    if areas and given and all(fact.spot.sort == "region" for fact in given):
        areas, shape = f"{areas} with {shape}", ""
    both = _beside(given, drawn)
    words = join_words(filter(None, (areas, *([both] if both else [shape, *_drawn_words(drawn)]))))
    return " ".join(filter(None, (words, _where(pattern)))) if words else _alone(pattern)


def _alone(pattern: Pattern) -> str:
    """The name of a pattern without premises: the place that it is about."""
    return {0: "any cell", 1: "a cell at the rim", 2: "a corner"}.get(len(pattern.window.rims), "between rims")


def _where(pattern: Pattern) -> str:
    """Whether it lies at a rim or in a corner, or only near it: no premise is in the cells along a rim."""
    window = pattern.window
    places = {(fact.spot.row, fact.spot.column) for fact in pattern.premises}
    places.update(cell for area in window.areas for cell in area.cells)
    gaps = ((row - 1, column - 1, 2 * window.rows - 1 - row, 2 * window.columns - 1 - column) for row, column in places)
    reached = {side for gap in gaps for side, steps in zip(SIDES, gap, strict=True) if steps <= 0}
    near = "near the" if places and not reached.issuperset(window.rims) else ""
    match len(window.rims):
        case 0:
            return ""
        case 1:
            return f"{near or 'at the'} rim"
        case 2:
            return f"{near or 'in the'} corner"
        case _:
            return "between rims"


def _areas(opened: OpenRules, pattern: Pattern) -> str:
    """Return what is known of regions: one with so many cells, or several in a row."""
    areas = pattern.window.areas
    if not areas:
        return ""
    if areas[0].whole:
        return f"a {opened.partition} of {_shape(areas[0].cells)}"
    return f"{_NUMBERS[len(areas)]} {opened.partition}s in a row"


def _shape(cells: Sequence[tuple[int, int]]) -> str:
    """The number of cells, and whether they are a rectangle, or which one they lie in."""
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    amount = f"{_NUMBERS[len(cells)]} cell{'' if len(cells) == 1 else 's'}"
    if len(cells) == 1:
        return amount
    if 1 in (len(rows), len(columns)):
        return f"{amount} in a row"
    short, long = sorted((len(rows), len(columns)))
    return f"{short}x{long} cells" if len(cells) == short * long else f"{amount} in {short}x{long}"


def _given_words(opened: OpenRules, facts: Sequence[Fact]) -> str:
    words_by_count: Counter[str] = Counter()
    same: Counter[tuple[str, object]] = Counter()
    for fact in facts:
        if fact.name in opened.alike and isinstance(fact.value, int):
            same[fact.name, fact.value] += 1
        else:
            words_by_count[_noun(fact)] += 1
    equal = Counter((thing, amount) for (thing, _), amount in same.items())
    words = [equal_things(thing, amount, sets) for (thing, amount), sets in equal.items()]
    return join_words([*words, *(several(noun, amount) for noun, amount in words_by_count.items())])


def equal_things(thing: str, amount: int, sets: int) -> str:
    """Name a number of sets, each of equally many equal things."""
    if amount == 1:
        return " and ".join([f"a {thing}"] * sets)
    if sets > 1:
        return f"{_NUMBERS[sets]} {'pairs of' if amount == 2 else f'sets of {_NUMBERS[amount]}'} equal {thing}s"
    return f"{_NUMBERS[amount]} equal {thing}s"


def _noun(fact: Fact) -> str:
    """The noun for a value or for what is present, without an article."""
    match fact.value:
        case Presence():
            return f"{fact.name} {fact.spot.sort}" if fact.name in ADJECTIVES else fact.name
        case int():
            return str(fact.value)
        case str():
            return fact.value if fact.value[:1].isdigit() else f"{fact.value} {fact.name}"


def several(noun: str, amount: int) -> str:
    """Name a number of things, with an article if it is one: `an 8`, `two bushes`."""
    if amount > 1:
        hisses = noun.endswith(("s", "x", "ch", "sh")) and not noun.isdecimal()
        return f"{_NUMBERS[amount]} {noun}{'es' if hisses else 's'}"
    vowel = noun.startswith(("a", "e", "i", "o", "up ", "8")) or noun in ("11", "18")
    return f"{'an' if vowel else 'a'} {noun}"


def _absent(fact: Fact) -> bool:
    """Return whether a premise says that something is not there, or not of some value."""
    return fact.holds == (fact.value in (Presence.ABSENT, "none"))


def _without(facts: Sequence[Fact], amount: int) -> str:
    """Places where some things are not, or which are not of some kind: `a cell without a clue that is not black`."""
    place = {"cell": "cell", "corner": "corner"}.get(facts[0].spot.sort, "place")
    missing, others = [], []
    for fact in facts:
        plain = isinstance(fact.value, Presence) or fact.value == "none"
        if plain and fact.name in ADJECTIVES:
            others.append(fact.name)
        else:
            missing.append(several(fact.name if plain else _noun(fact), 1))
    words = [several(place, amount)]
    words += [f"without {join_words(missing, 'or')}"] if missing else []
    words += [f"that {'is' if amount == 1 else 'are'} not {join_words(others, 'or')}"] if others else []
    return " ".join(words)


def _layout(spots: Sequence[Spot]) -> str:
    """Return how places lie: two by the steps between them, more if they are in a row."""
    places = sorted({(spot.row, spot.column) for spot in spots})
    if len(places) == 2 and {spot.sort for spot in spots} in ({"cell"}, {"corner"}):
        (row, column), (other, last) = places
        near, far = sorted((abs(row - other), abs(column - last)))
        return _APART.get((near, far), "")
    if len(places) == 2 and {spot.sort for spot in spots} == {"link"}:
        return _two_links(*places)
    for axis in (0, 1):
        along = [place[1 - axis] for place in places]
        if len(places) > 2 and len({place[axis] for place in places}) == 1:
            return "in a row" if along[-1] - along[0] == 2 * (len(along) - 1) else "in a line"
    return ""


def _two_links(first: tuple[int, int], other: tuple[int, int]) -> str:
    """Return how two links lie: they are on opposite sides of a cell, run side by side, or meet in a cell."""
    across, down = abs(first[1] - other[1]), abs(first[0] - other[0])
    is_level = first[0] % 2 == 1  # a link between cells of one row has the odd row of these
    match (across, down) if is_level else (down, across):
        case 2, 0:
            return "opposite each other"
        case 0, 2:
            return "side by side"
        case 1, 1:
            return "at a right angle"
        case _:
            return ""


def _beside(given: Sequence[Fact], drawn: Sequence[Fact]) -> str:
    """A given and a mark in two cells, by the steps between them; empty if that is not all, or they lie otherwise."""
    if len(given) != 1 or len(drawn) != 1:
        return ""
    where = _layout((given[0].spot, drawn[0].spot))
    return f"{several(_noun(given[0]), 1)} and {_marks(drawn, 1)} {where}" if where else ""


def _marks(facts: Sequence[Fact], amount: int) -> str:
    """One mark at each of so many places, or all that is absent there."""
    return _without(facts, amount) if _absent(facts[0]) else several(_noun(facts[0]), amount)


def _drawn_words(facts: Sequence[Fact]) -> list[str]:
    """Return what is drawn at how many places, and how these lie to each other.

    What is absent is said once for each place.
    """
    absent: dict[Spot, list[Fact]] = {}
    for fact in facts:
        if _absent(fact):
            absent.setdefault(fact.spot, []).append(fact)
    alike: dict[str, list[list[Fact]]] = {}
    for group in (*([fact] for fact in facts if not _absent(fact)), *absent.values()):
        alike.setdefault(f"{_marks(group, 1)} {group[0].spot.sort}", []).append(group)
    return [
        " ".join(filter(None, (_marks(groups[0], len(groups)), _layout([group[0].spot for group in groups]))))
        for groups in alike.values()
    ]
