"""Facts in words: which places have which values, or which values they do not have."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.geometry.places import Cell, Link, Place, Square
from puzzlelang.problem.nodes import EMPTY
from puzzlelang.problem.record import Kind, Problem, Variable, VariableRole
from puzzlelang.steps.record import Fact, NamedFact
from puzzlelang.steps.templates import MOST_OF_REGION, MOST_PLACES, list_text, region_text
from puzzlelang.steps.words.absences import is_amount, is_none
from puzzlelang.steps.words.adjectives import ADJECTIVES, opposites_of
from puzzlelang.steps.words.place_names import BESIDE, short_names


def named_fact(problem: Problem, fact: Fact) -> NamedFact:
    """A fact by names."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        return NamedFact(variable.name, str(variable.place), bool(fact.value) == fact.holds)
    value = False if fact.value == variable.absent else variable.called(fact.value) if variable.names else fact.value
    return NamedFact(variable.name, str(variable.place), value, fact.holds)


class Amount(msgspec.Struct, frozen=True):
    """How much is said of facts: up to so many phrases, all for None; `regions`: long lists of places in short.

    `drawn`: also what is seen on the board, where a reason is given besides.
    """

    phrases: int | None = None
    regions: bool = False
    drawn: bool = True


ALL = Amount()
"""All facts, with all of their places."""


def unseen(problem: Problem, chosen: Sequence[Fact]) -> list[Fact]:
    """The facts that are not drawn on a board: values that are excluded beside others, and what nobody draws."""
    kinds = ((fact, problem.variables[fact.variable]) for fact in chosen)
    return [
        fact
        for fact, variable in kinds
        if variable.role is not VariableRole.FOUND or not (fact.holds or variable.kind is Kind.MEMBER)
    ]


def facts_text(problem: Problem, chosen: Sequence[Fact], *, every: bool = False, most: int | None = None) -> str:
    """A text of facts: `tent at R1C1 and R1C4, no tent at R1C2`, `R1C1 is not 5 or 6`; with all places if `every`.

    The name of a find is left out where cells have values of no other.  Beyond `most` phrases the rest is counted.
    """
    phrases = _phrases(problem, chosen, every=every)
    shown, rest = _select_phrases(phrases, most)
    between = "; " if any(phrase.clause and phrase.places > 1 for phrase in shown) else ", "
    return between.join([phrase.text for phrase in shown]) + (f", and {rest} more places follow" if rest else "")


def either_text(problem: Problem, chosen: Sequence[Fact]) -> str:
    """Facts of which one is supposed at a time: `star at R1C1 or R1C4`, `R1C1 is 5 or R1C2 is 6`."""
    texts = [phrase.text for phrase in _phrases(problem, chosen, every=True, last="or")]
    return (", or " if any(" or " in text for text in texts) else " or ").join(texts)


def grounds_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as grounds: `as R1C1 is 3`, `with no tent at R1C2`, or both; empty without facts."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    parts = [f"as {clauses}" if clauses else "", f"with {others}" if others else ""]
    return ", ".join(filter(None, parts)) + rest


def clauses_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as clauses after `but`: `R1C1 is 3`, `no tent is at R1C2`; empty without facts."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    verb = r" are \1 " if others.startswith("borders ") else r" is \1 "
    return ", and ".join(filter(None, [clauses, _WHERE.sub(verb, others, count=1)])) + rest


_WHERE = re.compile(rf" (at|in|{'|'.join(map(str.strip, BESIDE))}) ")
"""The word before the first place of a phrase without a verb."""


def seen_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts after a colon: `R1C1 is 3`, `no tent at R1C2`; empty without facts."""
    clauses, others, rest = _clauses_and_others(problem, chosen, shown)
    return "; ".join(filter(None, [clauses, others])) + rest


def here_text(problem: Problem, chosen: Sequence[Fact], shown: Amount = ALL) -> str:
    """Facts as a sentence of their own: `here R1C1 is 3`, `here: no tent at R1C2`."""
    others = _clauses_and_others(problem, chosen, shown)[1]
    return f"here{':' * bool(others)} {seen_text(problem, chosen, shown)}"


def _clauses_and_others(problem: Problem, chosen: Sequence[Fact], amount: Amount) -> tuple[str, str, str]:
    """The phrases with a verb as a list, those without, and where what is left out lies."""
    phrases = _phrases(problem, chosen, every=False, regions=amount.regions)
    shown, rest = _select_phrases(phrases, amount.phrases, MOST_OF_REGION if amount.regions else 1)
    clauses, others = (_join_phrases([one.text for one in shown if one.clause is clause]) for clause in (True, False))
    hidden = dict.fromkeys(place for phrase in phrases[len(shown) :] for place in phrase.named)
    return clauses, others, f", and what is known of {_in_short(list(hidden))}" if rest else ""


def _join_phrases(phrases: Sequence[str]) -> str:
    """Phrases as a list, with a comma before the last one where phrases are lists."""
    if not any(" and " in phrase for phrase in phrases):
        return join_words(phrases)
    return ", and ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


class _Phrase(msgspec.Struct, frozen=True):
    """Facts that differ in their places alone; `clause`: with a verb.  What is excluded beside a value is left out."""

    text: str
    clause: bool
    named: tuple[Place, ...]

    @property
    def places(self) -> int:
        """Return how many places there are."""
        return len(self.named)


def _select_phrases(phrases: Sequence[_Phrase], most: int | None, few: int = 1) -> tuple[Sequence[_Phrase], int]:
    """Up to `most` phrases, and how many places are left out with the others; a few places are not left out."""
    rest = 0 if most is None else sum(phrase.places for phrase in phrases[most:])
    return (phrases, 0) if rest <= few else (phrases[:most], rest)


def _phrases(
    problem: Problem, chosen: Sequence[Fact], *, every: bool, regions: bool = False, last: str = "and"
) -> list[_Phrase]:
    """Return the phrases of facts; `last`: the word before the last place of a list."""
    groups: dict[tuple[str, str], list[Variable]] = {}
    out: dict[int, list[int]] = {}
    opposites = opposites_of(problem, chosen)
    decided = {fact.variable for fact in chosen if fact.holds}
    for fact in chosen:
        if not fact.holds and fact.variable in decided:
            continue
        one, variable = named_fact(problem, fact), problem.variables[fact.variable]
        if one.value is True or one.value is False or is_none(problem, fact):
            groups.setdefault(_membership(problem, fact, one, opposites), []).append(variable)
        elif one.holds and is_amount(variable):
            amount = f"{fact.value} {spaced(one.find)}{'s' * (fact.value != 1)} at "
            groups.setdefault((amount, ""), []).append(variable)
        elif one.holds:
            text = f"is {spaced(variable.called(fact.value))}"
            groups.setdefault((_subject(problem, fact), text), []).append(variable)
        else:
            out.setdefault(fact.variable, []).append(fact.value)
    for index, values in out.items():
        name = _subject(problem, Fact(index, 0, False))
        says = left_text(problem.variables[index], values)
        groups.setdefault((name, f"is {says}"), []).append(problem.variables[index])
    lines = list(_line_phrases(problem, chosen, groups, opposites)) if last == "and" else []
    most = None if every else MOST_PLACES
    return lines + [
        _phrase(problem, words, about, most, regions=regions, last=last) for words, about in groups.items() if about
    ]


def _phrase(
    problem: Problem, words: tuple[str, str], about: Sequence[Variable], most: int | None, *, regions: bool, last: str
) -> _Phrase:
    """A phrase of the words before and after some places."""
    before, after = words
    places = tuple(one.place for one in about if one.place is not None)
    drawn = about[0].name not in problem.partitions
    where = _in_short(places, lines=drawn) if regions else _places(places, most, last, lines=drawn)
    if where.startswith(BESIDE):
        before = before.removesuffix("at ")
    several = len(about) if last == "and" else 1
    return _Phrase(f"{_plural(before, several)}{where}{_verb(after, several)}", bool(after), places)


def _places(places: Sequence[Place], most: int | None, last: str = "and", *, lines: bool = False) -> str:
    """A list of places by short names, with runs as one unless it is a choice (`last` is `or`)."""
    runs = [places] if last == "and" else [[one] for one in places]
    names = [name for run in runs for name in short_names(run, lines=lines)]
    return list_text(names, last, len(names) if most is None else most)


def _in_short(places: Sequence[Place], *, lines: bool = False) -> str:
    """A list of places; a long one by their line, or by a rectangle around them."""
    few = len(short_names(places, lines=lines)) <= MOST_OF_REGION
    return _places(places, None, lines=lines) if few else region_text(map(str, places))


FEWEST_IN_LINE = 4
"""So many places in a row or column are named by it, if at most `MOST_EXCEPT` other of it is left out."""

MOST_EXCEPT = 1


def _line_phrases(
    problem: Problem,
    chosen: Sequence[Fact],
    groups: Mapping[tuple[str, str], list[Variable]],
    opposites: Mapping[str, str],
) -> Iterator[_Phrase]:
    """Phrases for nearly whole rows and columns in which there is nothing; their places are taken out of the groups."""
    for name in {variable.name: None for variable in (problem.variables[fact.variable] for fact in chosen)}:
        adjective, other = name in ADJECTIVES, opposites.get(name, "")
        without = f"is {other}" if other else f"is not {name}"
        about = groups.get(("", without) if adjective else (f"no {spaced(name)} at ", ""), [])
        if len(about) < FEWEST_IN_LINE:
            continue
        for line, cells in _lines_of(problem, name).items():
            mine = {variable.index for variable in about}
            others = [one.place for one in cells if one.index not in mine]
            inside = tuple(one.place for one in cells if one.index in mine and one.place is not None)
            if len(inside) >= FEWEST_IN_LINE and len(others) <= MOST_EXCEPT:
                gone = {one.index for one in cells}
                about[:] = [one for one in about if one.index not in gone]
                but = f" except {list_text(others)}" if others else ""
                yield _Phrase(_line_text(name, other, f"{line}{but}"), adjective, inside)


def _line_text(name: str, other: str, where: str) -> str:
    """The words for a line in which there is nothing; `other`: what its cells are instead, if that has a name."""
    if other:
        return f"all cells of {where} are {other}"
    return f"no cell of {where} is {name}" if name in ADJECTIVES else f"no {spaced(name)} in {where}"


def _lines_of(problem: Problem, name: str) -> dict[str, list[Variable]]:
    """The unknowns of a find in each row and column of squares, rows first."""
    rows, columns = dict[str, list[Variable]](), dict[str, list[Variable]]()
    for variable in problem.variables:
        if variable.name == name and isinstance(variable.place, Square):
            rows.setdefault(f"row {variable.place.row}", []).append(variable)
            columns.setdefault(f"column {variable.place.column}", []).append(variable)
    return rows | columns


def _plural(name: str, places: int) -> str:
    """Several borders rather than one."""
    return name.replace("a border ", "borders ") if places > 1 else name


def spaced(name: str) -> str:
    """A name of the rule file as words."""
    return name.replace("_", " ")


def _membership(problem: Problem, fact: Fact, one: NamedFact, opposites: Mapping[str, str]) -> tuple[str, str]:
    """The words before and after the places of what is present or absent: `tent at R1C1`, `R1C1 is not black`."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER and one.find in ADJECTIVES and isinstance(variable.place, Cell):
        return "", f"is {one.find}" if one.value else f"is {opposites.get(one.find) or f'not {one.find}'}"
    return _membership_text(problem, fact, one), ""


def _membership_text(problem: Problem, fact: Fact, one: NamedFact) -> str:
    """The words for presence or absence."""
    if one.find in problem.partitions and isinstance(problem.variables[fact.variable].place, Link):
        return "a border at " if one.value else "no border at "
    name = spaced(one.find)
    if one.value and not is_none(problem, fact):
        return f"{name} at "
    return f"no {name} at " if one.holds else f"some {name} at "


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


def left_text(variable: Variable, out: Sequence[int]) -> str:
    """Return what is known of a value by those excluded: `5 or 7`, `at least 3`, else `not 2 or 4`."""
    left = [value for value in range(variable.low, variable.high + 1) if value not in out]
    gone = f"not {list_text(map(spaced, map(str, map(variable.called, sorted(out)))), 'or')}"
    if variable.kind is not Kind.NUMBER or variable.absent is not None or len(out) < 2 or not left:
        return gone
    whole, ends = len(left) == left[-1] - left[0] + 1 > 1, (left[0] == variable.low, left[-1] == variable.high)
    if whole and ends.count(True) == 1 and not {letter for _, letter in variable.letters} - {EMPTY}:
        return f"at most {left[-1]}" if left[0] == variable.low else f"at least {left[0]}"
    return list_text(map(variable.called, left), "or") if 1 < len(left) <= min(MOST_LEFT, len(out)) else gone


def _verb(after: str, places: int) -> str:
    return f" {after.replace('is', 'are', 1) if places > 1 else after}" if after else ""
