"""Steps as a person says them: the rule's sentence, what it rests on, what follows."""

from collections.abc import Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Link
from puzzlelang.problem.record import Kind, Problem, VariableRole
from puzzlelang.steps.because import reason
from puzzlelang.steps.record import Case, Fact, Inference, Step, Tier, Told
from puzzlelang.steps.templates import MANY, listed


class _Said(msgspec.Struct, frozen=True):
    """An inference on its way to a line: of what it rests on only what was known before."""

    sentences: str
    reason: str
    given: tuple[Fact, ...]
    then: tuple[Fact, ...]


def lines(stated: Problem, step: Step) -> tuple[str, ...]:
    """The lines of a step: what follows first, then why."""
    found = [facts(stated, sorted(step.facts), every=True)]
    if not step.cases:
        return (*found, "No reason was found that is shorter than all rules together: everything else fails.")
    if step.tier not in (Tier.DIRECT, Tier.CHAINED):
        found.append(f"Otherwise: {facts(stated, [step.facts[0].opposite])}.")
    return (*found, *chained(stated, step.chain, step.known))


def chained(stated: Problem, chain: Sequence[Inference], known: Sequence[Fact]) -> tuple[str, ...]:
    """A line for each inference, or for several alike; what follows is not told again where there is only one.

    Before them what leads to a contradiction with another supposition.
    """
    if chain and chain[0].how:
        first, *others = chain
        wrong, right = facts(stated, [first.then[0].opposite]), facts(stated, first.then)
        *before, end = chained(stated, first.how, known)
        return (f"If {wrong}:", *before, f"{end} So {right}.", *chained(stated, others, known))
    said: list[_Said] = []
    for one in chain:
        new = _said(stated, one, known)
        last = said[-1] if said else None
        alike = last is not None and (last.sentences, last.reason) == (new.sentences, new.reason)
        if last is not None and alike and last.then and new.then and not set(one.given).intersection(last.then):
            given, then = ({*last.given, *new.given}, {*last.then, *new.then})
            said[-1] = _Said(new.sentences, new.reason, tuple(sorted(given)), tuple(sorted(then)))
        else:
            said.append(new)
    return tuple(f"{one.sentences}{_rest(stated, one, ': ', len(chain) > 1)}" for one in said)


def alone(stated: Problem, one: Inference, known: Sequence[Fact]) -> str:
    """An inference without its sentences."""
    return _rest(stated, _said(stated, one, known), "", True).removeprefix(", ").removeprefix(". ")


def _said(stated: Problem, one: Inference, known: Sequence[Fact]) -> _Said:
    before = set(known)
    given = tuple(sorted(fact for fact in one.given if fact in before))
    return _Said(_sentences(one.cases), reason(stated, one), given, tuple(sorted(one.then)))


def _rest(stated: Problem, one: _Said, before: str, follows: bool) -> str:
    """What decides, what it rests on, and what follows."""
    parts = [part for part in (one.reason, f"as {facts(stated, one.given)}" if one.given else "") if part]
    because = f"{before}{'; '.join(parts)}" if parts else ""
    if not one.then:
        return f"{because}. {IMPOSSIBLE}"
    return f"{because}, so {facts(stated, one.then)}." if follows else f"{because}."


IMPOSSIBLE = "That cannot be."

FEW = 5
"""Sentences that are told before those of one rule are only counted."""


def _sentences(cases: Sequence[Case]) -> str:
    """The sentences, each once; what is given at one place only if there is nothing else."""
    wide = [case for case in cases if len(case.variables) > 1]
    rules: dict[str, dict[str, None]] = {}
    for case in wide or cases:
        rules.setdefault(case.origin.rule.name, {})[case.origin.sentence] = None
    several = sum(map(len, rules.values())) > FEW
    texts = []
    for rule, sentences in rules.items():
        first, *others = sentences
        if several and others:
            texts.append(f"{first} ({rule}) and {len(others)} more like that")
        else:
            texts += [f"{sentence} ({rule})" for sentence in sentences]
    return "; ".join(texts)


def told(stated: Problem, fact: Fact) -> Told:
    """A fact by names."""
    variable = stated.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        return Told(variable.name, str(variable.place), bool(fact.value) == fact.holds)
    value = False if fact.value == variable.absent else variable.called(fact.value) if variable.names else fact.value
    return Told(variable.name, str(variable.place), value, fact.holds)


def facts(stated: Problem, chosen: Sequence[Fact], *, every: bool = False) -> str:
    """`tent at R1C1 R1C4, no tent at R1C2`, `R1C1 is not 5 or 6`, `a border at R1C1-R1C2`; all places if `every`.

    The name of a find is left out where cells have values of no other.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    out: dict[int, list[str]] = {}
    for fact in chosen:
        one = told(stated, fact)
        if one.value is True or one.value is False:
            groups.setdefault((_there(stated, fact, one), ""), []).append(one.place)
        elif one.holds:
            groups.setdefault((_named(stated, fact), f"is {one.value}"), []).append(one.place)
        else:
            out.setdefault(fact.variable, []).append(str(one.value))
    for index, values in out.items():
        name = _named(stated, Fact(index, 0, False))
        groups.setdefault((name, f"is not {listed(values, 'or')}"), []).append(str(stated.variables[index].place))
    return ", ".join(
        f"{name}{listed(places, most=len(places) if every else MANY)}{_verb(after, len(places))}"
        for (name, after), places in groups.items()
    )


def _there(stated: Problem, fact: Fact, one: Told) -> str:
    """That something is there, or not."""
    if one.find in stated.partitions and isinstance(stated.variables[fact.variable].place, Link):
        return "a border at " if one.value else "no border at "
    if one.value:
        return f"{one.find} at "
    return f"no {one.find} at " if one.holds else f"some {one.find} at "


def _named(stated: Problem, fact: Fact) -> str:
    """The name of a find, unless cells can have no values but those of this one."""
    variable = stated.variables[fact.variable]
    drawn = (VariableRole.FOUND, VariableRole.HIDDEN)
    names = {one.name for one in stated.variables if one.role in drawn and one.kind is not Kind.MEMBER}
    return "" if len(names) == 1 and isinstance(variable.place, Cell) else f"{variable.name} at "


def _verb(after: str, places: int) -> str:
    return f" {after.replace('is', 'are', 1) if places > 1 else after}" if after else ""
