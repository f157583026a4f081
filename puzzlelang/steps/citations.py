"""Citations: the sentences of the rules that a step applies, with the places of each case."""

import re
from collections.abc import Sequence

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Fact, RuleCase
from puzzlelang.steps.shared_points import shared_point
from puzzlelang.steps.templates import inside_sentence, list_text, named_text
from puzzlelang.steps.touched_cells import says_touched

MOST_ALIKE = 5
"""Further cases of a rule whose places are named."""

MOST_RULES = 3
"""Rules whose sentences are written out, with one more if that is all."""


def citation(
    problem: Problem,
    cases: Sequence[RuleCase],
    *,
    because: str,
    most_alike: int = MOST_ALIKE,
    then: Sequence[Fact] = (),
) -> str:
    """The sentences of the cases; of several about one rule the first, and what the others are about.

    Those of unary cases only if there is nothing else.  `because`: the reason, if any.  A case of which neither its
    sentence nor the reason names a place gets its own, unless that is where something follows (`then`).
    """
    told = {str(problem.variables[fact.variable].place) for fact in then}
    wide = [case for case in cases if len(case.variables) > 1 and not says_touched(case)]
    rules: dict[tuple[str, str], dict[str, str]] = {}
    for case in wide or cases:
        name, sentence = named_text(case.origin), case.origin.sentence
        if name:
            rules.setdefault((case.origin.rule.name, sentence.replace(name, "")), {}).setdefault(name, sentence)
        else:
            place = _own_place(problem, case, because)
            rules.setdefault((sentence, ""), {}).setdefault("" if place in told else place, sentence)
    shown = MOST_RULES + (sum(map(len, list(rules.values())[MOST_RULES:])) == 1)
    texts = [_of_rule(alike, bool(form), most_alike) for (_, form), alike in list(rules.items())[:shown]]
    rest = sum(map(len, list(rules.values())[shown:]))
    texts = [*texts, f"{rest} more conditions"] if rest else texts
    return "; ".join([*texts[:1], *map(inside_sentence, texts[1:])])


def _of_rule(alike: dict[str, str], named: bool, most_alike: int) -> str:
    """The first of sentences that are alike by what they are about, and what the others are about."""
    about, sentence = list(alike), _EXPLANATION.sub("", next(iter(alike.values())))
    if not named:
        places = list(filter(None, about))
        return f"{sentence} (at {list_text(places, 'and', most_alike)})" if places else sentence
    if not about[1:]:
        return sentence
    corner = _CORNER.match(about[0])
    if corner and all(one.startswith(corner[0]) for one in about):
        of = [one.removeprefix(corner[0]) for one in about]
        about = [of[0], f"those of {of[1]}", *of[2:]]
    return f"{sentence}, likewise for {list_text(about[1:], 'and', most_alike)}"


_CORNER = re.compile(r"the corner at the \w+ \w+ of ")

_EXPLANATION = re.compile(r" \((?:[\w,]+(?: [\w,]+){2,}|[^()]*#[^()]*)\)")
"""What a rule explains in brackets, in words or as shapes, which a player knows by the first hint."""


def _own_place(problem: Problem, case: RuleCase, because: str) -> str:
    """The cell, corner or pair of cells that a case is about, unless the reason names a place of the case."""
    pairs = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Link))
    if not because:
        return (list_text(pairs, "and") or str(shared_point(problem, case) or "")).removeprefix("the corner at ")
    bound = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Cell | Border | Corner))
    about = [str(problem.variables[index].place) for index in case.variables]
    said = any(place in because for place in (*bound, *about))
    return "" if said else list_text(bound or pairs, "and").removeprefix("the corner at ")
