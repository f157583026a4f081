"""Verbalisation of steps: the sentence of the rule, the facts it uses, the conclusion."""

from collections.abc import Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Link
from puzzlelang.problem.record import Kind, Problem, VariableRole
from puzzlelang.steps.reason_texts import reason_text
from puzzlelang.steps.record import Fact, Inference, NamedFact, RuleCase, Step, Tier
from puzzlelang.steps.templates import MOST_PLACES, list_text


class _InferenceText(msgspec.Struct, frozen=True):
    """The parts of the line of an inference; of its facts only those that were known before."""

    sentences: str
    reason: str
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]


def step_lines(problem: Problem, step: Step) -> tuple[str, ...]:
    """The lines of a step: the conclusion first, then the reason."""
    found = [facts_text(problem, sorted(step.facts), every=True)]
    if not step.cases:
        return (*found, "No reason was found that is shorter than all rules together: everything else fails.")
    if step.tier is Tier.PATTERN:
        return (*found, f"{step.reason}.")
    if step.tier not in (Tier.DIRECT, Tier.CHAINED):
        found.append(f"Otherwise: {facts_text(problem, [step.facts[0].opposite])}.")
    return (*found, *derivation_lines(problem, step.chain, step.known))


def derivation_lines(problem: Problem, chain: Sequence[Inference], known: Sequence[Fact]) -> tuple[str, ...]:
    """A line for each inference, or for several alike; a single inference does not repeat its conclusion.

    A refuted case of a case split comes before them.
    """
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
    given = tuple(sorted(fact for fact in one.premises if fact in before))
    return _InferenceText(_sentences(one.cases), reason_text(problem, one), given, tuple(sorted(one.conclusions)))


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


def named_fact(problem: Problem, fact: Fact) -> NamedFact:
    """A fact by names."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        return NamedFact(variable.name, str(variable.place), bool(fact.value) == fact.holds)
    value = False if fact.value == variable.absent else variable.called(fact.value) if variable.names else fact.value
    return NamedFact(variable.name, str(variable.place), value, fact.holds)


def facts_text(problem: Problem, chosen: Sequence[Fact], *, every: bool = False) -> str:
    """A text of facts: `tent at R1C1 R1C4, no tent at R1C2`, `R1C1 is not 5 or 6`; with all places if `every`.

    The name of a find is left out where cells have values of no other.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    out: dict[int, list[str]] = {}
    for fact in chosen:
        one = named_fact(problem, fact)
        if one.value is True or one.value is False:
            groups.setdefault((_membership_text(problem, fact, one), ""), []).append(one.place)
        elif one.holds:
            groups.setdefault((_subject(problem, fact), f"is {one.value}"), []).append(one.place)
        else:
            out.setdefault(fact.variable, []).append(str(one.value))
    for index, values in out.items():
        name = _subject(problem, Fact(index, 0, False))
        groups.setdefault((name, f"is not {list_text(values, 'or')}"), []).append(str(problem.variables[index].place))
    return ", ".join(
        f"{name}{list_text(places, most=len(places) if every else MOST_PLACES)}{_verb(after, len(places))}"
        for (name, after), places in groups.items()
    )


def _membership_text(problem: Problem, fact: Fact, one: NamedFact) -> str:
    """The words for presence or absence."""
    if one.find in problem.partitions and isinstance(problem.variables[fact.variable].place, Link):
        return "a border at " if one.value else "no border at "
    if one.value:
        return f"{one.find} at "
    return f"no {one.find} at " if one.holds else f"some {one.find} at "


def _subject(problem: Problem, fact: Fact) -> str:
    """Return the name of the fact's find with `at`; empty for a cell if no other find has values."""
    variable = problem.variables[fact.variable]
    drawn = (VariableRole.FOUND, VariableRole.HIDDEN)
    names = {one.name for one in problem.variables if one.role in drawn and one.kind is not Kind.MEMBER}
    return "" if len(names) == 1 and isinstance(variable.place, Cell) else f"{variable.name} at "


def _verb(after: str, places: int) -> str:
    return f" {after.replace('is', 'are', 1) if places > 1 else after}" if after else ""
