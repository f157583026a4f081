"""Verbalisation of steps: the sentence of the rule, the facts it uses, the conclusion."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.fact_texts import facts_text
from puzzlelang.steps.reason_texts import reason
from puzzlelang.steps.record import Fact, Inference, RuleCase, Step, Tier
from puzzlelang.steps.short_forms import single_line
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import list_text, named_text


class _InferenceText(msgspec.Struct, frozen=True):
    """The parts of the line of an inference; of its facts only those that were known before."""

    sentences: str
    reason: str
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]


def step_lines(problem: Problem, step: Step, *, every: bool = False) -> tuple[str, ...]:
    """The lines of a step: the conclusion first, then the reason; a long one in outline, unless `every`."""
    found = [facts_text(problem, sorted(step.facts), every=True)]
    if not step.cases:
        return (*found, "A guess: anything else fails, but only all rules together show it.")
    if step.tier is Tier.PATTERN:
        of_sum = step.technique == Technique.HOUSE_SUM.value and step.known
        return (*found, f"{step.reason}{f'; as {facts_text(problem, sorted(step.known))}' if of_sum else ''}.")
    if step.tier not in (Tier.DIRECT, Tier.CHAINED):
        found.append(f"Otherwise: {facts_text(problem, [step.facts[0].opposite])}.")
    lines = (*found, *derivation_lines(problem, step.chain, step.known))
    return lines if _words(lines) <= MOST_WORDS or every else (*found, *_outline(problem, step.chain, step.known))


MOST_WORDS = 60
"""A step with more words is told in outline."""


def _words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _outline(problem: Problem, chain: Sequence[Inference], known: Sequence[Fact]) -> Sequence[str]:
    """The lines of a long chain: what each application of a rule excludes, without sentences, and the end in full.

    If that is still long, only where the chain leads through.
    """
    *before, last = chain
    *_, end = derivation_lines(problem, [last], known)
    if len(last.cases) > MOST_SENTENCES:
        end = f"{_tally(last.cases)} contradict each other then." if not last.conclusions else _tally(last.cases)
    texts = [f"{_names(one)}: {facts_text(problem, sorted(one.conclusions))}." for one in before]
    if _words([*texts, end]) <= MOST_WORDS:
        return *texts, end
    rules = list_text(dict.fromkeys(case.origin.rule.name for one in before for case in one.cases), "and")
    moves = f"{len(before)} move{'s' if len(before) > 1 else ''} later ({rules}): " if before else ""
    return (f"{moves}{end}",)


def _names(one: Inference) -> str:
    """What the cases are about, each with its rule."""
    about: dict[str, dict[str, None]] = {}
    for case in one.cases:
        about.setdefault(case.origin.rule.name, {})[named_text(case.origin)] = None
    return list_text(
        (f"{list_text(filter(None, names), 'and')} ({rule})" if any(names) else rule for rule, names in about.items()),
        "and",
    )


def _tally(cases: Sequence[RuleCase]) -> str:
    """How many cases of each rule, in words."""
    counts: dict[str, int] = {}
    for case in cases:
        counts[case.origin.rule.name] = counts.get(case.origin.rule.name, 0) + 1
    return list_text((f"{count} of {rule}" for rule, count in counts.items()), "and")


def derivation_lines(problem: Problem, chain: Sequence[Inference], known: Sequence[Fact]) -> tuple[str, ...]:
    """A line for each inference, or for several alike; a single inference does not repeat its conclusion.

    A refuted case of a case split comes before them.
    """
    if line := single_line(problem, chain, known):
        return (line,)
    if chain and chain[0].refutation:
        first, *others = chain
        wrong, right = facts_text(problem, [first.conclusions[0].opposite]), facts_text(problem, first.conclusions)
        *before, end = derivation_lines(problem, first.refutation, known)
        return (f"If {wrong}:", *before, f"{end} So {right}.", *derivation_lines(problem, others, known))
    lines: list[_InferenceText] = []
    for one in chain:
        new = _inference_text(problem, one, known)
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
            lines[-1] = _InferenceText(new.sentences, new.reason, tuple(sorted(given)), tuple(sorted(then)))
        else:
            lines.append(new)
    return tuple(f"{one.sentences}{_grounds_and_conclusion(problem, one, ': ', len(chain) > 1)}" for one in lines)


def inference_text(problem: Problem, one: Inference, known: Sequence[Fact]) -> str:
    """Return the text of an inference without the sentences of its rules: reason, facts used and conclusion."""
    return (
        _grounds_and_conclusion(problem, _inference_text(problem, one, known), "", True)
        .removeprefix(", ")
        .removeprefix(". ")
    )


def _inference_text(problem: Problem, one: Inference, known: Sequence[Fact]) -> _InferenceText:
    before = set(known)
    text, shown = reason(problem, one)
    given = tuple(sorted(fact for fact in shown if fact in before))
    return _InferenceText(_sentences(one.cases), text, given, tuple(sorted(one.conclusions)))


def _grounds_and_conclusion(problem: Problem, one: _InferenceText, before: str, follows: bool) -> str:
    """The reason, the facts used, and the conclusion."""
    parts = [part for part in (one.reason, f"as {facts_text(problem, one.premises)}" if one.premises else "") if part]
    because = f"{before}{'; '.join(parts)}" if parts else ""
    if not one.conclusions:
        return f"{because}. {IMPOSSIBLE}"
    return f"{because}, so {facts_text(problem, one.conclusions)}." if follows else f"{because}."


IMPOSSIBLE = "That cannot be."

MOST_SENTENCES = 5
"""Sentences that are written out before those of one rule are only counted."""


def _sentences(cases: Sequence[RuleCase]) -> str:
    """The sentences of the cases, each once; those of unary cases only if there is nothing else."""
    wide = [case for case in cases if len(case.variables) > 1]
    rules: dict[str, dict[str, None]] = {}
    for case in wide or cases:
        rules.setdefault(case.origin.rule.name, {})[case.origin.sentence] = None
    several = sum(map(len, rules.values())) > MOST_SENTENCES
    texts = []
    for rule, sentences in rules.items():
        first, *others = sentences
        if several and others:
            texts.append(f"{first} ({rule}) and {len(others)} more like that")
        else:
            texts += [f"{sentence} ({rule})" for sentence in sentences]
    return "; ".join(texts)
