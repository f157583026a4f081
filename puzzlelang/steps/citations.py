"""Citations: the sentences of the rules that a step applies, with the places of each case."""

from collections.abc import Sequence

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import RuleCase
from puzzlelang.steps.shared_points import shared_point
from puzzlelang.steps.templates import inside_sentence, list_text, named_text
from puzzlelang.steps.touched_cells import says_touched

MOST_ALIKE = 5
"""Further cases of a rule whose places are named."""

MOST_RULES = 3
"""Rules whose sentences are written out."""


def citation(problem: Problem, cases: Sequence[RuleCase], *, because: str, most_alike: int = MOST_ALIKE) -> str:
    """The sentences of the cases; of several about one rule the first, and what the others are about.

    Those of unary cases only if there is nothing else.  `because`: the reason, if any.  A case of which neither its
    sentence nor the reason names a place gets its own.
    """
    wide = [case for case in cases if len(case.variables) > 1 and not says_touched(case)]
    rules: dict[tuple[str, str], dict[str, str]] = {}
    for case in wide or cases:
        name, sentence = named_text(case.origin), case.origin.sentence
        if name:
            rules.setdefault((case.origin.rule.name, sentence.replace(name, "")), {}).setdefault(name, sentence)
        else:
            rules.setdefault((sentence, ""), {}).setdefault(_own_place(problem, case, because), sentence)
    texts = [_of_rule(alike, bool(form), most_alike) for (_, form), alike in list(rules.items())[:MOST_RULES]]
    rest = sum(map(len, list(rules.values())[MOST_RULES:]))
    texts = [*texts, f"{rest} more condition{'s' * (rest > 1)}"] if rest else texts
    return "; ".join([*texts[:1], *map(inside_sentence, texts[1:])])


def _of_rule(alike: dict[str, str], named: bool, most_alike: int) -> str:
    """The first of sentences that are alike by what they are about, and what the others are about."""
    about, sentence = list(alike), next(iter(alike.values()))
    if not named:
        places = list(filter(None, about))
        return f"{sentence} (at {list_text(places, 'and', most_alike)})" if places else sentence
    return f"{sentence}, likewise for {list_text(about[1:], 'and', most_alike)}" if about[1:] else sentence


def _own_place(problem: Problem, case: RuleCase, because: str) -> str:
    """The cell, corner or pair of cells that a case is about, unless the reason names a place of the case."""
    pairs = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Link))
    if not because:
        return (list_text(pairs, "and") or str(shared_point(problem, case) or "")).removeprefix("the corner at ")
    bound = dict.fromkeys(str(value) for _, value in case.origin.bindings if isinstance(value, Cell | Border | Corner))
    about = [str(problem.variables[index].place) for index in case.variables]
    said = any(place in because for place in (*bound, *about))
    return "" if said else list_text(bound or pairs, "and").removeprefix("the corner at ")
