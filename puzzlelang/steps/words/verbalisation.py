"""Verbalisation of steps: the sentence of the rule, the facts it uses, the conclusion."""

from collections.abc import Collection, Sequence
from typing import assert_never

from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Fact, Inference, Step, Tier
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import as_sentence
from puzzlelang.steps.words.citations import cited_sentences
from puzzlelang.steps.words.fact_texts import either_text, facts_text
from puzzlelang.steps.words.outlines import (
    BRIEF_OUTLINES,
    CHAINED_OUTLINES,
    OUTLINES,
    SUPPOSED_OUTLINES,
    WHOLE,
    InferenceParts,
    Outline,
    outline_lines,
    parts,
)
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.rectangle_reasons import only_rectangle
from puzzlelang.steps.words.sentences import conclusion_text, contradiction_text
from puzzlelang.steps.words.short_forms import single_line, wider_line


def step_lines(problem: Problem, step: Step, *, every: bool = False) -> tuple[str, ...]:
    """The lines of a step: the conclusion first, then the reason; a long one in outline, unless `every`."""
    if step.parts and step.tier in TRIALS:
        return _alike_trials(problem, step, every)
    if every:
        return _lines(problem, step, WHOLE)
    if step.tier is Tier.GUESSED and len(step.cases) > MOST_LISTED_CASES:
        end = f"A guess: no short reason was found; {len(step.cases)} conditions together leave nothing else."
        return facts_text(problem, sorted(step.facts)), end
    lines: tuple[str, ...] = ()
    outlines, most = _brief_outlines(step.tier)
    for outline in outlines:
        lines = _lines(problem, step, outline)
        if _words(lines) <= most:
            return lines
    if _words(lines) <= MOST_WORDS:
        return lines
    for outline in OUTLINES:
        lines = _lines(problem, step, outline)
        if _words(lines) <= MOST_WORDS:
            break
    return lines


def _alike_trials(problem: Problem, step: Step, every: bool) -> tuple[str, ...]:
    """The lines of trials that come to the same: what is supposed in any of them, then those of the first."""
    if every:
        return tuple(line for part in step.parts for line in step_lines(problem, part, every=True))
    supposed = either_text(problem, [part.facts[0].opposite for part in step.parts])
    rest = step_lines(problem, step.parts[0])[2:]
    return (facts_text(problem, sorted(step.facts)), f"Suppose {supposed}.", *rest)


def _brief_outlines(tier: Tier) -> tuple[Sequence[Outline], int]:
    """Ever shorter outlines for a kind of step, and how many words it should have."""
    match tier:
        case Tier.DIRECT | Tier.LOCAL | Tier.PATTERN:
            return BRIEF_OUTLINES, BRIEF_WORDS
        case Tier.CHAINED:
            return CHAINED_OUTLINES, SUPPOSED_WORDS
        case Tier.SUPPOSED | Tier.TOGETHER | Tier.GUESSED:
            return SUPPOSED_OUTLINES, SUPPOSED_WORDS
        case _:
            assert_never(tier)


def lines_and_details(problem: Problem, step: Step) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of a step, and all of them if these are an outline, else none."""
    every, lines = step_lines(problem, step, every=True), step_lines(problem, step)
    return lines, every if every != lines else ()


TRIALS = (Tier.SUPPOSED, Tier.TOGETHER)
"""Tiers of steps that begin with the opposite of what follows."""

BRIEF_WORDS, SUPPOSED_WORDS = 20, 36
"""A step by single cases, or by moves, with more words says in short where it looks."""

MOST_WORDS = 60
"""A step with more words is written in outline."""

MOST_GROUNDS = 5
"""Facts that several conclusions by one rule rest on; of more only those of the first are told in short."""

MOST_LISTED_CASES = 12
"""The reason of a guess that combines more conditions stands in the details only, as no person follows it."""


def _words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _lines(problem: Problem, step: Step, outline: Outline) -> tuple[str, ...]:
    most = outline.most_facts
    result = [
        (outline is not WHOLE and _only_rectangle(problem, step))
        or facts_text(problem, sorted(step.facts), every=most is None, most=most)
    ]
    if not step.cases:
        return (*result, "A guess: no short reason was found, but all rules together leave nothing else.")
    if step.tier is Tier.LOCAL:
        there = dict.fromkeys(_here(problem, part, outline) for part in step.parts or (step,))
        here = "; ".join(filter(None, there))
        return (*result, as_sentence(f"Pattern: {step.technique}.{f' Here: {here}.' if here else ''}"))
    if step.parts and outline is not WHOLE:
        return (*result, _folded_line(problem, step, outline))
    if step.tier is Tier.PATTERN:
        of_sum = step.technique == Technique.HOUSE_SUM.value and step.known
        given = sorted(step.known) if of_sum else ()
        return (*result, conclusion_text(problem, (), step.reason, given, shown=outline.shown))
    supposed = () if step.tier in (Tier.DIRECT, Tier.CHAINED) else (step.facts[0].opposite,)
    if supposed:
        result.append(f"Suppose {facts_text(problem, supposed)}.")
    if outline.whole:
        return (*result, *derivation_lines(problem, step.chain, step.known, supposed, outline))
    return (*result, *outline_lines(problem, step.chain, step.known, supposed, outline))


def _only_rectangle(problem: Problem, step: Step) -> str:
    """The cells of the only rectangle that is left, instead of the borders that follow; empty for other steps."""
    if step.parts or len(step.cases) < 2 or step.tier is not Tier.DIRECT:
        return ""
    return only_rectangle(reason(problem, step.chain[-1])[0])


def _here(problem: Problem, step: Step, outline: Outline) -> str:
    """Where a local pattern stands: by what is given, and what is drawn."""
    seen = sorted(step.known) if outline is WHOLE else _telling(problem, sorted(step.known), bool(step.reason))
    drawn = facts_text(problem, seen, most=outline.most_facts) if seen else ""
    return ", ".join(filter(None, (step.reason, drawn)))


def _telling(problem: Problem, known: Sequence[Fact], located: bool) -> Sequence[Fact]:
    """The facts that say where a pattern stands: what is drawn there; else the first of all, unless it is `located`."""
    members = {fact for fact in known if problem.variables[fact.variable].kind is Kind.MEMBER}
    there = [fact for fact in known if (bool(fact.value) == fact.holds if fact in members else fact.holds)]
    return there or known[: not located]


def _folded_line(problem: Problem, step: Step, outline: Outline) -> str:
    """The sentence of the rule, the reason of all folded steps, and what was known before them."""
    if outline.plain and all(reason(problem, one)[0].evident for part in step.parts for one in part.chain):
        return conclusion_text(problem, (), step.reason, ())
    cited = cited_sentences(problem, step.cases, because=step.reason, most_alike=outline.most_alike)
    given = sorted(step.known) if outline.grounds else ()
    first = sorted(step.parts[0].known)
    if outline.regions and 0 < len(first) < len(given) > MOST_GROUNDS and not step.reason:
        return _and_so_on(conclusion_text(problem, cited, step.reason, first, shown=outline.shown))
    return conclusion_text(problem, cited, step.reason, given, shown=outline.shown)


def derivation_lines(
    problem: Problem,
    chain: Sequence[Inference],
    known: Sequence[Fact],
    supposed: Collection[Fact] = (),
    outline: Outline = WHOLE,
) -> tuple[str, ...]:
    """A line for each inference, or for several alike; a single inference does not repeat its conclusion.

    A refuted case of a case split comes before them.  `supposed`: what was said right before.
    """
    line = single_line(problem, chain, known) if chain else ""
    if line := line or (wider_line(problem, chain, known) if chain and outline.plain else ""):
        return (as_sentence(line),)
    if chain and chain[0].refutation:
        first, *others = chain
        wrong, right = first.conclusions[0].opposite, facts_text(problem, first.conclusions)
        *before, end = derivation_lines(problem, first.refutation, known, (*supposed, wrong), outline)
        after = derivation_lines(problem, others, known, supposed, outline)
        return (f"If {facts_text(problem, [wrong])}:", *before, f"{end} So {right}.", *after)
    lines: list[InferenceParts] = []
    for one in chain:
        if outline.plain and one is not chain[-1] and all(map(says_touched, one.cases)):  # plain to see
            continue
        new = _parts(problem, one, known, supposed, outline)
        last = lines[-1] if lines else None
        alike = last is not None and (last.sentences, last.reason) == (new.sentences, new.reason)
        if (
            last is not None
            and alike
            and last.conclusions
            and new.conclusions
            and not set(one.premises).intersection(last.conclusions)
        ):
            given, then = ({*last.premises, *new.premises}, {*last.conclusions, *new.conclusions})
            alone = last.first or last.premises
            lines[-1] = InferenceParts(new.sentences, new.reason, tuple(sorted(given)), tuple(sorted(then)), alone)
        else:
            lines.append(new)
    shown = (_line(problem, one, outline, follows=number < len(lines)) for number, one in enumerate(lines, 1))
    return tuple(text for text in shown if text != ".")


def inference_text(problem: Problem, one: Inference, known: Sequence[Fact]) -> str:
    """Return the text of an inference without the sentences of its rules: reason, facts used and conclusion."""
    return _line(problem, _parts(problem, one, known, (), WHOLE, cites=False), WHOLE, follows=True, contrast=False)


def _parts(
    problem: Problem,
    one: Inference,
    known: Sequence[Fact],
    supposed: Collection[Fact],
    outline: Outline,
    *,
    cites: bool = True,
) -> InferenceParts:
    if all(map(says_touched, one.cases)):  # plain to see
        return InferenceParts((), "", (), tuple(sorted(one.conclusions)))
    return parts(problem, one, known, supposed, outline, cites=cites)


def _line(problem: Problem, one: InferenceParts, outline: Outline, *, follows: bool, contrast: bool = True) -> str:
    """The line of an inference, with its conclusion if something `follows` from that in turn."""
    if not one.conclusions:
        return contradiction_text(
            problem, one.sentences, one.reason, one.premises, contrast=contrast, shown=outline.shown
        )
    then = facts_text(problem, one.conclusions) if follows else ""
    if outline.regions and one.first and len(one.premises) > MOST_GROUNDS:
        return _and_so_on(
            conclusion_text(problem, one.sentences, one.reason, one.first, then=then, shown=outline.shown)
        )
    return conclusion_text(problem, one.sentences, one.reason, one.premises, then=then, shown=outline.shown)


def _and_so_on(line: str) -> str:
    """A line with what the first of several conclusions rests on; the others are seen in the same way."""
    return f"{line.removesuffix('.')}, and so on."
