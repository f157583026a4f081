"""Steps as a person says them: the rule's sentence, what it rests on, what follows."""

from collections.abc import Iterable, Sequence

from puzzlelang.geometry import Link
from puzzlelang.problem.record import Kind, Problem, Variable
from puzzlelang.steps.record import Case, Fact, Inference, Step, Tier
from puzzlelang.steps.templates import reason

MANY = 10
"""Places that are named before the rest is only counted."""


def told(stated: Problem, step: Step) -> tuple[str, ...]:
    """The lines of a step: what follows first, then why."""
    lines = [facts(stated, sorted(step.facts))]
    if step.cases and step.tier in (Tier.SUPPOSED, Tier.GUESSED):
        lines.append(f"Otherwise: {facts(stated, [step.facts[0].opposite])}.")
    if not step.cases:
        lines.append("No reason was found that is shorter than all rules together: everything else fails.")
    for one in step.chain:
        lines.append(_inference(stated, one, step))
    return tuple(lines)


def _inference(stated: Problem, one: Inference, step: Step) -> str:
    sentences = _sentences(one.cases)
    given = _given(one, step)
    why = reason(stated, one)
    parts = [part for part in (why, f"as {facts(stated, given)}" if given else "") if part]
    because = f": {'; '.join(parts)}" if parts else ""
    if not one.then:
        return f"{sentences}{because}. That cannot be."
    then = [] if set(one.then) <= set(step.facts) and len(step.chain) == 1 else one.then
    follows = f", so {facts(stated, then)}" if then else ""
    return f"{sentences}{because}{follows}."


def _given(one: Inference, step: Step) -> list[Fact]:
    """Of what an inference rests on what was known before the step; inferences tell the rest themselves."""
    if len(step.chain) == 1:
        return list(step.known)
    own = {index for case in one.cases for index in case.variables}
    return [fact for fact in step.known if fact.variable in own]


def _sentences(cases: Sequence[Case]) -> str:
    """The sentences, those of one rule and the same text once."""
    said = dict.fromkeys(f"{case.origin.sentence} ({case.origin.rule.name})" for case in cases)
    texts = list(said)
    if len(texts) > MANY:
        texts = [*texts[:MANY], f"{len(said) - MANY} more of these"]
    return "; ".join(texts)


def facts(stated: Problem, chosen: Sequence[Fact]) -> str:
    """`tent at R1C1 R1C4, no tent at R1C2`, `digit at R1C1 is not 5 or 6`, `a border at R1C1-R1C2`."""
    groups: dict[tuple[str, str], list[str]] = {}
    out: dict[int, list[str]] = {}
    for fact in chosen:
        variable = stated.variables[fact.variable]
        if not fact.holds and variable.kind is not Kind.MEMBER and fact.value != variable.absent:
            out.setdefault(fact.variable, []).append(variable.called(fact.value))
        else:
            groups.setdefault(_wording(stated, variable, fact), []).append(str(variable.place))
    for index, values in out.items():
        variable = stated.variables[index]
        groups.setdefault((variable.name, f" is not {_either(values)}"), []).append(str(variable.place))
    return ", ".join(f"{before} at {_listed(places)}{after}" for (before, after), places in groups.items())


def _wording(stated: Problem, variable: Variable, fact: Fact) -> tuple[str, str]:
    if variable.kind is Kind.MEMBER:
        there = bool(fact.value) == fact.holds
        if variable.name in stated.partitions and isinstance(variable.place, Link):
            return ("a border" if there else "no border"), ""
        return (variable.name if there else f"no {variable.name}"), ""
    if fact.value == variable.absent:
        return (f"no {variable.name}" if fact.holds else f"some {variable.name}"), ""
    return variable.name, f" is {variable.called(fact.value)}"


def _either(values: Sequence[str]) -> str:
    *others, last = values
    return f"{', '.join(others)} or {last}" if others else last


def _listed(places: Iterable[str]) -> str:
    texts = list(places)
    shown = " ".join(texts[:MANY])
    return shown if len(texts) <= MANY else f"{shown} and {len(texts) - MANY} more"
