"""Citations: the sentences of the rules that a step applies, with the places of each case."""

import re
from collections.abc import Sequence

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.shared_points import shared_point
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Fact, RuleCase
from puzzlelang.steps.templates import LIKEWISE, MORE, cells_in, list_text, named_text, names_place, region_text

MOST_ALIKE = 5
"""Further cases of a rule whose places are named."""

MOST_RULES = 3
"""Rules whose sentences are written out, with one more if that is all."""


def cited_sentences(
    problem: Problem,
    cases: Sequence[RuleCase],
    *,
    because: str,
    most_alike: int = MOST_ALIKE,
    most_rules: int = MOST_RULES,
    then: Sequence[Fact] = (),
) -> tuple[str, ...]:
    """The sentences of the rules of cases; of several cases of one rule the first, and what the others are about.

    Those of unary cases only if there is nothing else.  `because`: the reason, if any.  A case of which neither its
    sentence nor the reason names a place gets its own, unless that is where something follows (`then`).
    """
    concluded = {str(problem.variables[fact.variable].place) for fact in then}
    wide = [case for case in cases if len(case.variables) > 1 and not says_touched(case)]
    rules: dict[tuple[str, str], dict[str, str]] = {}
    for case in wide or cases:
        name, sentence = named_text(case.origin), case.origin.sentence
        if name:
            rules.setdefault((case.origin.rule.name, sentence.replace(name, "")), {}).setdefault(name, sentence)
        else:
            place = _own_place(problem, case, because)
            rules.setdefault((sentence, ""), {}).setdefault("" if place in concluded else place, sentence)
    shown = most_rules + (sum(map(len, list(rules.values())[most_rules:])) == 1)
    texts = [_of_rule(alike, bool(form), most_alike) for (_, form), alike in list(rules.items())[:shown]]
    rest = sum(map(len, list(rules.values())[shown:]))
    return (*texts, f"{rest}{MORE}") if rest else tuple(texts)


def _of_rule(alike: dict[str, str], named: bool, most_alike: int) -> str:
    """The first of sentences that are alike by what they are about, and what the others are about."""
    about, sentence = list(alike), _EXPLANATION.sub("", next(iter(alike.values())))
    if not named:
        places = list(filter(None, about))
        several = len(places) > most_alike and not any(" and " in place for place in places)
        where = region_text(places) if several else _pairs_text(places, most_alike)
        return f"{sentence} (at {where})" if places else sentence
    if not about[1:]:
        return sentence
    if all(map(_CORNER.match, about)):
        return f"{sentence}{LIKEWISE}{_corners_text(about[1:], most_alike)}"
    return f"{sentence}{LIKEWISE}{list_text(about[1:], 'and', most_alike)}"


def _corners_text(corners: Sequence[str], most_alike: int) -> str:
    """Corners with those on one side of their cells together; many by the rectangle that they lie in."""
    if len(corners) > most_alike:
        return region_text(corners)
    sides: dict[str, list[str]] = {}
    for corner in corners:
        side, _, cell = corner.removeprefix("the corner ").rpartition(" ")
        sides.setdefault(side, []).append(cell)
    several = "s" * (len(corners) > 1)
    return f"the corner{several} {list_text(f'{side} {list_text(cells)}' for side, cells in sides.items())}"


def _pairs_text(places: Sequence[str], most_alike: int) -> str:
    """A list of places; of several pairs what they share is named once."""
    pairs = [place.split(" and ") for place in places]
    common = [one for one in next(iter(pairs), []) if all(len(pair) == 2 and one in pair for pair in pairs)]
    if not common or not pairs[1:]:
        return list_text(places, "and", most_alike)
    others = [next(one for one in pair if one != common[0]) for pair in pairs]
    return f"{common[0]} and each of {list_text(others, 'and', most_alike)}"


_CORNER = re.compile(r"the corner at the \w+ \w+ of ")

_EXPLANATION = re.compile(r" \((?:[\w,]+(?: [\w,]+){2,}|[^()]*#[^()]*)\)")
"""What a rule explains in brackets, in words or as shapes, which a player knows by the first hint."""


def _own_place(problem: Problem, case: RuleCase, because: str) -> str:
    """The cell, corner or pair of cells that a case is about, unless the reason names a place of the case."""
    pairs = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Link))
    if pairs and set(cells_in(pairs)) <= set(cells_in([case.origin.sentence])):
        return ""
    block = _block(problem, case)
    if block and not because:
        return block
    point = str(shared_point(problem, case) or "").removeprefix("the corner at ")
    if not because:
        return (list_text(pairs, "and") or point or _centre(problem, case)).removeprefix("the corner at ")
    bound = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Cell | Border | Corner))
    about = [str(problem.variables[index].place) for index in case.variables]
    is_named = any(place in because for place in (*bound, *about, point) if place)
    return "" if is_named else (block or list_text(bound or pairs, "and") or point).removeprefix("the corner at ")


def _centre(problem: Problem, case: RuleCase) -> str:
    """The only cell or corner that a case is about, if nothing is found there, such as the centre of a symmetry."""
    bound = [value for _, value in case.origin.bindings if isinstance(value, Cell | Corner)]
    drawn = {problem.variables[index].place for index in case.variables}
    return str(bound[0]) if len(bound) == 1 and bound[0] not in drawn and not names_place(case.origin.sentence) else ""


def _block(problem: Problem, case: RuleCase) -> str:
    """The cells around the corner that a case is about by its first and last; empty unless it is about these alone."""
    corners = [value for _, value in case.origin.bindings if isinstance(value, Corner)]
    about = {problem.variables[index].place for index in case.variables}
    if len(corners) != 1 or len(corners[0].cells) != 4 or not about <= set(corners[0].cells):
        return ""
    return f"{corners[0].cells[0]} to {corners[0].cells[-1]}"
