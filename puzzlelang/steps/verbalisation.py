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
        why = f"{step.reason}{f'; as {facts_text(problem, sorted(step.known))}' if of_sum else ''}."
        long = _words([*found, why]) > MOST_WORDS and not every
        return (facts_text(problem, sorted(step.facts), most=MOST_FACTS) if long else found[0], why)
    if step.tier not in (Tier.DIRECT, Tier.CHAINED):
        found.append(f"Otherwise: {facts_text(problem, [step.facts[0].opposite])}.")
    lines = (*found, *derivation_lines(problem, step.chain, step.known))
    if _words(lines) <= MOST_WORDS or every:
        return lines
    found[0] = facts_text(problem, sorted(step.facts), most=MOST_FACTS)
    return (*found, *_outline(problem, step.chain, step.known, MOST_WORDS - _words(found)))


MOST_WORDS = 60
"""A step with more words is told in outline."""

MOST_FACTS = 5
"""Kinds of facts that an outline has before the rest is only counted."""


def _words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _outline(problem: Problem, chain: Sequence[Inference], known: Sequence[Fact], room: int) -> Sequence[str]:
    """The lines of a long chain: what each application of a rule excludes, without sentences, and the end in full.

    If that is more words than there is `room` for, only where the chain leads through, and of the end where it applies.
    """
    *before, last = chain
    ends = [derivation_lines(problem, [last], known, most=most)[-1] for most in (MOST_FACTS, 0)]
    tally = f"{_tally(last.cases)}{' cannot all hold then' if not last.conclusions else ''}."
    fitting = [text for text in ends if len(text.split()) <= room] if len(last.cases) <= MOST_SENTENCES else []
    end = next(iter(fitting), tally)
    texts = [f"{_names(one)}: {facts_text(problem, sorted(one.conclusions), most=MOST_FACTS)}." for one in before]
    if _words([*texts, end]) <= room:
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
    """Where each rule applies: `path at R1C2, R1C3 and 9 more, and once`."""
    about: dict[str, dict[str, None]] = {}
    for case in cases:
        about.setdefault(case.origin.rule.name, {})[named_text(case.origin)] = None
    texts = []
    for rule, names in about.items():
        places = list_text(filter(None, names), "and", MOST_CASES)
        texts.append(f"{rule} at {places}" if places else rule)
    return list_text(texts, "and")


MOST_CASES = 4
"""Cases of one rule that are named before the rest is only counted."""


def derivation_lines(
    problem: Problem, chain: Sequence[Inference], known: Sequence[Fact], *, most: int | None = None
) -> tuple[str, ...]:
    """A line for each inference, or for several alike; a single inference does not repeat its conclusion.

    A refuted case of a case split comes before them.  Of more than `most` kinds of known facts
    the rest is only counted; with 0 they are left out.
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
    return tuple(
        f"{one.sentences}{_grounds_and_conclusion(problem, one, ': ', len(chain) > 1, most=most)}" for one in lines
    )


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


def _grounds_and_conclusion(
    problem: Problem, one: _InferenceText, before: str, follows: bool, *, most: int | None = None
) -> str:
    """The reason, the facts used, and the conclusion."""
    given = f"as {facts_text(problem, one.premises, most=most)}" if one.premises and most != 0 else ""
    parts = [part for part in (one.reason, given) if part]
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
    rules: dict[str, list[RuleCase]] = {}
    for case in wide or cases:
        rules.setdefault(case.origin.rule.name, []).append(case)
    return "; ".join(text for rule, some in rules.items() for text in _of_rule(rule, some))


def _of_rule(rule: str, cases: Sequence[RuleCase]) -> list[str]:
    """The sentences of one rule; of those that differ only in what they name, one and the names of the others."""
    alike: dict[str, dict[str, str]] = {}
    for case in cases:
        sentence, name = case.origin.sentence, named_text(case.origin)
        form = sentence.replace(name, "\0") if name else sentence
        alike.setdefault(form, {}).setdefault(sentence, name)
    texts = []
    for sentences in alike.values():
        first, *_ = sentences
        _, *others = sentences.values()
        likewise = f", likewise for {list_text(others, 'and', MOST_CASES)}" if others else ""
        texts.append(f"{first} ({rule}){likewise}")
    return texts if len(texts) <= MOST_SENTENCES else [*texts[:1], f"and {len(texts) - 1} more of {rule}"]
