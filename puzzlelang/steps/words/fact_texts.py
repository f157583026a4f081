"""Facts in words: which places have which values, or which values they do not have."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.geometry.places import Border, Cell, Link, Square
from puzzlelang.problem.nodes import EMPTY
from puzzlelang.problem.record import Kind, Problem, Variable, VariableRole
from puzzlelang.steps.record import Fact, NamedFact
from puzzlelang.steps.templates import MOST_OF_REGION, MOST_PLACES, list_text, region_text


def named_fact(problem: Problem, fact: Fact) -> NamedFact:
    """A fact by names."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        return NamedFact(variable.name, str(variable.place), bool(fact.value) == fact.holds)
    value = False if fact.value == variable.absent else variable.called(fact.value) if variable.names else fact.value
    return NamedFact(variable.name, str(variable.place), value, fact.holds)


class Amount(msgspec.Struct, frozen=True):
    """How much is said of facts: up to so many phrases, all for None; `regions`: long lists of places in short."""

    phrases: int | None = None
    regions: bool = False


ALL = Amount()
"""All facts, with their places one by one."""


def facts_text(problem: Problem, chosen: Sequence[Fact], *, every: bool = False, most: int | None = None) -> str:
    """A text of facts: `tent at R1C1 and R1C4, no tent at R1C2`, `R1C1 is not 5 or 6`; with all places if `every`.

    The name of a find is left out where cells have values of no other.  Beyond `most` phrases the rest is counted.
    """
    phrases = _phrases(problem, chosen, every=every)
    shown, rest = _select_phrases(phrases, most)
    between = "; " if any(phrase.clause and phrase.places > 1 for phrase in shown) else ", "
    return between.join([phrase.text for phrase in shown]) + (f", and {rest} more places follow" if rest else "")


def grounds_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as grounds: `as R1C1 is 3`, `with no tent at R1C2`, or both; empty without facts."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    parts = [f"as {clauses}" if clauses else "", f"with {others}" if others else ""]
    return ", ".join(filter(None, parts)) + rest


def clauses_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as clauses after `but`: `R1C1 is 3`, `no tent is at R1C2`; empty without facts."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    verb = r" are \1 " if others.startswith("borders ") else r" is \1 "
    return ", and ".join(filter(None, [clauses, re.sub(r" (at|in) ", verb, others, count=1)])) + rest


def here_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as a sentence of their own: `here R1C1 is 3`, `here: no tent at R1C2`."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    return f"here{':' * bool(others)} {'; '.join(filter(None, [clauses, others]))}{rest}"


def _clauses_and_others(problem: Problem, chosen: Sequence[Fact], amount: Amount) -> tuple[str, str, str]:
    """The phrases with a verb as a list, those without, and where what is left out lies."""
    phrases = _phrases(problem, chosen, every=False, regions=amount.regions)
    shown, rest = _select_phrases(phrases, amount.phrases, MOST_OF_REGION if amount.regions else 1)
    clauses, others = (_join_phrases([one.text for one in shown if one.clause is clause]) for clause in (True, False))
    hidden = [place for phrase in phrases[len(shown) :] for place in phrase.named]
    return clauses, others, f", and what is known of {region_text(hidden)}" if rest else ""


def _join_phrases(phrases: Sequence[str]) -> str:
    """Phrases as a list, with a comma before the last one where phrases are lists."""
    if not any(" and " in phrase for phrase in phrases):
        return join_words(phrases)
    return ", and ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


class _Phrase(msgspec.Struct, frozen=True):
    """Facts that differ in their places alone; `clause`: with a verb.  What is excluded beside a value is left out."""

    text: str
    clause: bool
    named: tuple[str, ...]

    @property
    def places(self) -> int:
        """Return how many places there are."""
        return len(self.named)


def _select_phrases(phrases: Sequence[_Phrase], most: int | None, few: int = 1) -> tuple[Sequence[_Phrase], int]:
    """Up to `most` phrases, and how many places are left out with the others; a few places are not left out."""
    rest = 0 if most is None else sum(phrase.places for phrase in phrases[most:])
    return (phrases, 0) if rest <= few else (phrases[:most], rest)


def _phrases(problem: Problem, chosen: Sequence[Fact], *, every: bool, regions: bool = False) -> list[_Phrase]:
    groups: dict[tuple[str, str], list[str]] = {}
    out: dict[int, list[int]] = {}
    decided = {fact.variable for fact in chosen if fact.holds}
    for fact in chosen:
        if not fact.holds and fact.variable in decided:
            continue
        one = named_fact(problem, fact)
        if one.value is True or one.value is False or _is_none(problem, fact):
            groups.setdefault(_membership(problem, fact, one), []).append(one.place)
        elif one.holds:
            text = f"is {spaced(problem.variables[fact.variable].called(fact.value))}"
            groups.setdefault((_subject(problem, fact), text), []).append(one.place)
        else:
            out.setdefault(fact.variable, []).append(fact.value)
    for index, values in out.items():
        name = _subject(problem, Fact(index, 0, False))
        says = _left_text(problem.variables[index], values)
        groups.setdefault((name, f"is {says}"), []).append(str(problem.variables[index].place))
    lines = list(_line_phrases(problem, chosen, groups))
    return lines + [
        _Phrase(
            f"{_plural(name, len(places))}{_where(places, every=every, regions=regions)}{_verb(after, len(places))}",
            bool(after),
            tuple(places),
        )
        for (name, after), places in groups.items()
        if places
    ]


def _where(places: Sequence[str], *, every: bool, regions: bool) -> str:
    """A list of places, in short if it is long."""
    if regions and len(places) > MOST_OF_REGION:
        return region_text(places)
    return _places(places, len(places) if every else MOST_PLACES)


FEWEST_IN_LINE = 4
"""So many places in a row or column are named by it, if at most `MOST_EXCEPT` other of it is left out."""

MOST_EXCEPT = 1


def _line_phrases(
    problem: Problem, chosen: Sequence[Fact], groups: Mapping[tuple[str, str], list[str]]
) -> Iterator[_Phrase]:
    """Phrases for nearly whole rows and columns in which there is nothing; their places are taken out of the groups."""
    for name in {variable.name: None for variable in (problem.variables[fact.variable] for fact in chosen)}:
        adjective = name in ADJECTIVES
        places = groups.get(("", f"is not {name}") if adjective else (f"no {name} at ", ""), [])
        if len(places) < FEWEST_IN_LINE:
            continue
        for line, cells in _lines_of(problem, name).items():
            others = [cell for cell in cells if cell not in places]
            inside = tuple(place for place in places if place in cells)
            if len(inside) >= FEWEST_IN_LINE and len(others) <= MOST_EXCEPT:
                places[:] = [place for place in places if place not in cells]
                but = f" except {list_text(others)}" if others else ""
                text = f"no cell of {line}{but} is {name}" if adjective else f"no {name} in {line}{but}"
                yield _Phrase(text, adjective, inside)


def _lines_of(problem: Problem, name: str) -> dict[str, list[str]]:
    """The places in each row and column of squares in which a find can be, rows first."""
    rows, columns = dict[str, list[str]](), dict[str, list[str]]()
    for variable in problem.variables:
        if variable.name == name and isinstance(variable.place, Square):
            rows.setdefault(f"row {variable.place.row}", []).append(str(variable.place))
            columns.setdefault(f"column {variable.place.column}", []).append(str(variable.place))
    return rows | columns


def _plural(name: str, places: int) -> str:
    """Several borders rather than one."""
    return name.replace("a border ", "borders ") if places > 1 else name


def spaced(name: str) -> str:
    """A name of the rule file as words."""
    return name.replace("_", " ")


ADJECTIVES = {"black", "white", "gray", "grey", "shaded", "unshaded", "filled", "lit", "dark", "empty", "open"}
"""Names of sets of cells that say what a cell is, not what is in it: `R1C1 is black`, but `tent at R1C1`."""

NONE = "none"
"""The value by which rule files say that there is nothing."""

_BORDER = "border "


def _places(places: Sequence[str], most: int) -> str:
    """A list of places, in which several borders are called so once."""
    borders = [place.removeprefix(_BORDER) for place in places[:most] if place.startswith(_BORDER)]
    if len(borders) < 2:
        return list_text(places, "and", most)
    others = [place for place in places[:most] if not place.startswith(_BORDER)]
    return list_text([f"borders {borders[0]}", *borders[1:], *others, *places[most:]], "and", most)


def _membership(problem: Problem, fact: Fact, one: NamedFact) -> tuple[str, str]:
    """The words before and after the places of what is present or absent: `tent at R1C1`, `R1C1 is not black`."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER and one.find in ADJECTIVES and isinstance(variable.place, Cell):
        return "", f"is {one.find}" if one.value else f"is not {one.find}"
    return _membership_text(problem, fact, one), ""


def _membership_text(problem: Problem, fact: Fact, one: NamedFact) -> str:
    """The words for presence or absence."""
    if one.find in problem.partitions and isinstance(problem.variables[fact.variable].place, Link):
        return "a border at " if one.value else "no border at "
    name = spaced(one.find)
    if one.value and not _is_none(problem, fact):
        return f"{name} at "
    return f"no {name} at " if one.holds else f"some {name} at "


def _is_none(problem: Problem, fact: Fact) -> bool:
    """Whether a fact is about the number 0 between two cells, such as of bridges, or about the value `none`."""
    variable = problem.variables[fact.variable]
    if variable.names:
        return variable.called(fact.value) == NONE
    return variable.kind is Kind.NUMBER and fact.value == 0 and isinstance(variable.place, Link | Border)


def _subject(problem: Problem, fact: Fact) -> str:
    """Return the name of the fact's find with `at`; empty for a cell if no other find has values.

    A value that has a name, such as a direction, needs that of its find wherever there is another.
    """
    variable = problem.variables[fact.variable]
    drawn = (VariableRole.FOUND, VariableRole.HIDDEN)
    names = {
        one.name for one in problem.variables if one.role in drawn and (variable.names or one.kind is not Kind.MEMBER)
    }
    return "" if len(names) == 1 and isinstance(variable.place, Cell) else f"{spaced(variable.name)} at "


MOST_LEFT = 3
"""Up to so many values that are left are named, if more are excluded."""


def _left_text(variable: Variable, out: Sequence[int]) -> str:
    """Return what is known of a value by those excluded: `5 or 7`, `at least 3`, else `not 2 or 4`."""
    left = [value for value in range(variable.low, variable.high + 1) if value not in out]
    gone = f"not {list_text(map(spaced, map(str, map(variable.called, sorted(out)))), 'or')}"
    if variable.kind is not Kind.NUMBER or variable.absent is not None or len(out) < 2 or not left:
        return gone
    whole, ends = len(left) == left[-1] - left[0] + 1 > 1, (left[0] == variable.low, left[-1] == variable.high)
    if whole and ends.count(True) == 1 and not set(variable.letters.values()) - {EMPTY}:
        return f"at most {left[-1]}" if left[0] == variable.low else f"at least {left[0]}"
    return list_text(map(variable.called, left), "or") if 1 < len(left) <= min(MOST_LEFT, len(out)) else gone


def _verb(after: str, places: int) -> str:
    return f" {after.replace('is', 'are', 1) if places > 1 else after}" if after else ""
