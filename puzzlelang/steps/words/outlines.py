"""Outlines of long steps: the result of the moves, and the last move with its reason."""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Fact, Inference, RuleCase
from puzzlelang.steps.templates import Reason, inside_sentence, list_text, names_place, refer_back
from puzzlelang.steps.words.citations import MOST_ALIKE, MOST_RULES, cited_sentences
from puzzlelang.steps.words.fact_texts import Amount, facts_text
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.sentences import conclusion_text, contradiction_text, rules_text


class Outline(msgspec.Struct, frozen=True):
    """The amount of a step that is written out.

    `whole`: all moves with all of their grounds.  `moves`: each move with its reason, else only what they come to;
    none of them for None.  `sources`: what they come to has the sentences of their rules.  `most_facts`: phrases of
    facts in a list, None for all.  `grounds`: with the known facts.  `regions`: long lists of places of known facts by
    the rectangle that they lie in.  `most_known`: phrases of known facts alone, where these are fewer.  `plain`: a
    reason that is evident stands alone, without rules and facts.  `drawn`: facts that are seen on the board stand
    besides a reason.
    """

    whole: bool = True
    moves: bool | None = True
    sources: bool = False
    most_facts: int | None = None
    most_alike: int = MOST_ALIKE
    most_rules: int = MOST_RULES
    grounds: bool = True
    regions: bool = False
    most_known: int | None = None
    plain: bool = True
    drawn: bool = False

    @property
    def shown(self) -> Amount:
        """Return how much it says of known facts."""
        return Amount(self.most_facts if self.most_known is None else self.most_known, self.regions, self.drawn)


WHOLE = Outline(plain=False, drawn=True)
"""All of a step."""

BRIEF_OUTLINES = (
    Outline(drawn=True),
    Outline(regions=True, drawn=True),
    Outline(regions=True),
    Outline(most_known=2, most_alike=2, regions=True),
)
"""Of a step by single cases: what it rests on in ever fewer words."""

CHAINED_OUTLINES = (Outline(drawn=True), Outline(regions=True), Outline(whole=False, regions=True))
"""Of a step by moves from what is known: all of these, else with their reasons alone."""

SUPPOSED_OUTLINES = (*CHAINED_OUTLINES, Outline(whole=False, moves=False, regions=True))
"""Of a step by moves from the opposite: the same, else what they come to."""

OUTLINES = (
    Outline(regions=True),
    Outline(most_facts=6, regions=True),
    Outline(whole=False, moves=True, most_facts=6, regions=True),
    Outline(whole=False, moves=False, sources=True, most_facts=6, most_alike=2, regions=True),
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
    *before, last = [one for one in chain if not all(map(says_touched, one.cases))] or chain
    if before and outline.moves is False:
        facts = {*supposed, *(fact for one in before for fact in one.conclusions)}
        return [
            _summary(problem, before, last, bool(supposed), outline),
            _end(problem, last, known, facts, outline),
        ]
    return [*_moves(problem, before, bool(supposed), outline), _end(problem, last, known, supposed, outline)]


def _summary(problem: Problem, before: Sequence[Inference], last: Inference, supposed: bool, outline: Outline) -> str:
    """Return what moves come to: last what the last inference rests on."""
    together = dict.fromkeys(fact for one in before for fact in one.conclusions)
    ends = [fact for fact in sorted(together) if fact in last.premises]
    others = [fact for fact in sorted(together) if fact not in last.premises]
    texts = [facts_text(problem, some, most=outline.most_facts) for some in (others, ends) if some]
    text = f"{'Then' if supposed else 'First'} {', so '.join(texts)}"
    if not outline.sources:
        return f"{text}."
    cases = dict.fromkeys(case for one in before for case in one.cases)
    sentences = cited_sentences(problem, tuple(cases), because="", most_alike=outline.most_alike)
    return f"{text}, as {_rest_of_sentence(sentences)}."


def _rest_of_sentence(sentences: Sequence[str]) -> str:
    """Return sentences of rules as the rest of a sentence."""
    return "; ".join(map(inside_sentence, sentences))


def _moves(problem: Problem, before: Sequence[Inference], supposed: bool, outline: Outline) -> list[str]:
    """The moves before the last inference; they follow from something `supposed`, else from what is known."""
    if not before:
        return []
    if outline.moves is None:
        places = dict.fromkeys(problem.variables[fact.variable].place for one in before for fact in one.conclusions)
        through = list_text(places, most=MOST_ON_THE_WAY)
        return [f"{len(before)} move{'s' * (len(before) > 1)} later ({through}):"]
    lines, reasons = list[str](), set[str]()
    for one in before:
        because = _because(problem, one, outline)
        new = facts_text(problem, sorted(one.conclusions), most=outline.most_facts)
        text = f"{'Then' if supposed or lines else 'First'} {new}"
        lines.append(f"{text}." if because in reasons else f"{text}, {because}.")
        reasons.add(because)
    return lines


def _end(problem: Problem, last: Inference, known: Sequence[Fact], supposed: Collection[Fact], outline: Outline) -> str:
    one = parts(problem, last, known, supposed, outline)
    cited, because, given = one.sentences, one.reason, one.premises
    if last.conclusions:
        return conclusion_text(problem, cited, because, given if outline.grounds else (), shown=outline.shown)
    return contradiction_text(problem, cited, because, given, grounds=outline.grounds, shown=outline.shown)


def _because(problem: Problem, one: Inference, outline: Outline) -> str:
    """Return why a move follows: `otherwise …` by itself, else the rules, with a reason that names no place."""
    why = reason(problem, one)[0]
    because, cases = why.text, cases_to_cite(one, why)
    if names_place(because):
        return because if because.startswith("otherwise ") else f"as {because}"
    cited = _rest_of_sentence(cited_sentences(problem, cases, because=because, most_alike=outline.most_alike))
    return f"as {': '.join(filter(None, [cited, because]))}"


class InferenceParts(msgspec.Struct, frozen=True):
    """The parts of the line of an inference; of its facts only those that were known before.

    `first`: the premises of the first of several inferences that are one line.
    """

    sentences: tuple[str, ...]
    reason: str
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    first: tuple[Fact, ...] = ()


def parts(
    problem: Problem,
    one: Inference,
    known: Sequence[Fact],
    supposed: Collection[Fact],
    outline: Outline,
    *,
    cites: bool = True,
) -> InferenceParts:
    """The parts of the line of an inference, as far as the outline has them; without sentences unless it `cites`."""
    because, shown = reason(problem, one)
    text, then = because.text, tuple(sorted(one.conclusions))
    if outline.plain and because.evident:
        return InferenceParts((), text, (), then)
    given = tuple(_premises(one, text, shown, known, supposed))
    if not cites:
        return InferenceParts((), text, given, then)
    cited = cited_sentences(
        problem,
        cases_to_cite(one, because) if outline.plain else one.cases,
        because=text,
        most_alike=outline.most_alike,
        most_rules=outline.most_rules,
        then=then,
    )
    return InferenceParts(cited, refer_back(because, rules_text(cited)), given, then)


def cases_to_cite(one: Inference, because: Reason) -> Sequence[RuleCase]:
    """The cases whose rules are told: all, or the one that would be false in the end, if the reason has the others."""
    return [case for case in one.cases if because.broken in (None, case.index)]


def _premises(
    one: Inference, because: str, shown: Sequence[Fact], known: Sequence[Fact], supposed: Collection[Fact]
) -> list[Fact]:
    """The premises to say: those known before, as the moves tell the others.

    For a contradiction with no reason also what moves led to; what is `supposed` was said right before.
    """
    before = set(known)
    every = not (because or one.conclusions)
    return sorted(fact for fact in shown if fact in before or (every and fact not in supposed))
