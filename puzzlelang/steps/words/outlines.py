"""Outlines of long steps: the result of the moves, and the last move with its reason."""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Fact, Inference
from puzzlelang.steps.templates import inside_sentence, list_text, names_place, refer_back
from puzzlelang.steps.words.citations import MOST_ALIKE, MOST_RULES, cited_sentences
from puzzlelang.steps.words.fact_texts import Amount, facts_text
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.sentences import conclusion_text, contradiction_text, rules_text


class Outline(msgspec.Struct, frozen=True):
    """The amount of a step that is written out.

    `whole`: all moves with all of their grounds.  `moves`: each move with its reason, else only what they come to;
    none of them for None.  `most_facts`: phrases of facts in a list, None for all.  `grounds`: with the known facts.
    `regions`: long lists of places of known facts by the rectangle that they lie in.  `most_known`: phrases of known
    facts alone, where these are fewer.
    """

    whole: bool = True
    moves: bool | None = True
    most_facts: int | None = None
    most_alike: int = MOST_ALIKE
    most_rules: int = MOST_RULES
    grounds: bool = True
    regions: bool = False
    most_known: int | None = None

    @property
    def shown(self) -> Amount:
        """Return how much it says of known facts."""
        return Amount(self.most_facts if self.most_known is None else self.most_known, self.regions)


WHOLE = Outline()
"""All of a step."""

BRIEF_OUTLINES = (WHOLE, Outline(regions=True), Outline(most_known=2, most_alike=2, regions=True))
"""Of a step that is longer than one sentence should be: what it rests on in ever fewer words."""

OUTLINES = (
    Outline(regions=True),
    Outline(most_facts=6, regions=True),
    Outline(whole=False, moves=True, most_facts=6, regions=True),
    Outline(whole=False, moves=False, most_facts=6, regions=True),
    Outline(whole=False, moves=False, most_facts=2, most_alike=3, regions=True),
    Outline(whole=False, moves=None, most_facts=1, most_alike=2, regions=True),
    Outline(whole=False, moves=None, most_facts=1, most_alike=1, grounds=False),
    Outline(whole=False, moves=None, most_facts=1, most_alike=1, most_rules=2, grounds=False),
    Outline(whole=False, moves=None, most_facts=1, most_alike=1, most_rules=1, grounds=False),
)
"""From all of a step to its end alone; the first that is short enough is shown."""


MOST_ON_THE_WAY = 4
"""Places that moves decide, before the rest is only counted."""


def outline_lines(
    problem: Problem, chain: Sequence[Inference], known: Sequence[Fact], supposed: Collection[Fact], outline: Outline
) -> list[str]:
    """The lines of a chain: its moves as the outline has them, then the last inference.

    `supposed`: what was said right before.
    """
    *before, last = chain
    return [*_moves(problem, before, bool(supposed), outline), _end(problem, last, known, supposed, outline)]


def _moves(problem: Problem, before: Sequence[Inference], supposed: bool, outline: Outline) -> list[str]:
    """The moves before the last inference; they follow from something `supposed`, else from what is known."""
    if not before:
        return []
    if outline.moves is None:
        places = dict.fromkeys(problem.variables[fact.variable].place for one in before for fact in one.conclusions)
        through = list_text(places, most=MOST_ON_THE_WAY)
        return [f"{len(before)} move{'s' * (len(before) > 1)} later ({through}):"]
    if not outline.moves:
        together = sorted(dict.fromkeys(fact for one in before for fact in one.conclusions))
        return [f"{'Then' if supposed else 'First'} {facts_text(problem, together, most=outline.most_facts)}."]
    lines, said = list[str](), set[str]()
    for one in before:
        because = _because(problem, one, outline)
        new = facts_text(problem, sorted(one.conclusions), most=outline.most_facts)
        text = f"{'Then' if supposed or lines else 'First'} {new}"
        lines.append(f"{text}." if because in said else f"{text}, {because}.")
        said.add(because)
    return lines


def _end(problem: Problem, last: Inference, known: Sequence[Fact], supposed: Collection[Fact], outline: Outline) -> str:
    because, shown = reason(problem, last)
    cited = cited_sentences(
        problem,
        last.cases,
        because=because,
        most_alike=outline.most_alike,
        most_rules=outline.most_rules,
        then=last.conclusions,
    )
    because = refer_back(because, rules_text(cited))
    given = premises(last, because, shown, known, supposed)
    if last.conclusions:
        return conclusion_text(problem, cited, because, given if outline.grounds else (), shown=outline.shown)
    return contradiction_text(problem, cited, because, given, grounds=outline.grounds, shown=outline.shown)


def _because(problem: Problem, one: Inference, outline: Outline) -> str:
    """Return why a move follows: `otherwise …` by itself, else the rules, with a reason that names no place."""
    because = reason(problem, one)[0]
    if names_place(because):
        return because if because.startswith("otherwise ") else f"as {because}"
    cited = "; ".join(cited_sentences(problem, one.cases, because=because, most_alike=outline.most_alike))
    return f"as {': '.join(filter(None, [inside_sentence(cited), because]))}"


def premises(
    one: Inference, because: str, shown: Sequence[Fact], known: Sequence[Fact], supposed: Collection[Fact]
) -> list[Fact]:
    """The premises to say: those known before, as the moves tell the others.

    For a contradiction with no reason also what moves led to; what is `supposed` was said right before.
    """
    before = set(known)
    every = not (because or one.conclusions)
    return sorted(fact for fact in shown if fact in before or (every and fact not in supposed))
