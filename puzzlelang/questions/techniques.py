"""`techniques`: how many steps of which technique a board takes."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from puzzlelang.questions import rate
from puzzlelang.questions.base import Json, stopped_json
from puzzlelang.questions.walkthrough import Walkthrough, end, status
from puzzlelang.steps.record import Tier

NAMES = {
    Tier.DIRECT: "single cases",
    Tier.CHAINED: "single cases after exclusions",
    Tier.PATTERN: "techniques with a name",
    Tier.SUPPOSED: "refuted suppositions",
    Tier.TOGETHER: "cases that share places",
    Tier.GUESSED: "guesses",
}
"""Techniques in words, the simplest first."""


def counts(found: Walkthrough) -> Mapping[str, Mapping[str, int]]:
    """For each technique that was used the number of steps by rule, with their sum under the empty name."""
    tally: dict[Tier, Counter[str]] = {}
    for step in found.steps:
        rules = tally.setdefault(step.tier, Counter())
        rules[""] += 1
        rules.update(dict.fromkeys(step.rules, 1))
    return {NAMES[tier]: dict(sorted(tally[tier].items())) for tier in NAMES if tier in tally}


def as_json(found: Walkthrough, _: object = None) -> Json:
    """`status` as for `hint`; `techniques`: each with its `name`, its `steps`, and its steps by rule in `rules`."""
    techniques = [
        {"name": name, "steps": rules[""], "rules": {rule: count for rule, count in rules.items() if rule}}
        for name, rules in counts(found).items()
    ]
    return {"status": status(found), "steps": len(found.steps), "techniques": techniques, **stopped_json(found.stopped)}


def as_text(found: Walkthrough, _: object = None) -> str:
    """A line for each technique: how many steps, and by which rules."""
    lines = [
        f"{rules['']:>4}  {name} ({', '.join(f'{rule} {count}' for rule, count in rules.items() if rule)})"
        for name, rules in counts(found).items()
    ]
    return "\n".join([*lines, *filter(None, [end(found)])])


KIND = replace(rate.KIND, name="techniques", as_json=as_json, as_text=as_text)
