"""`techniques`: the number of steps by technique on a board."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from puzzlelang.questions import rate
from puzzlelang.questions.base import Json, stopped_json
from puzzlelang.questions.walkthrough import Walkthrough, end, status
from puzzlelang.steps.record import Tier


def counts(walkthrough: Walkthrough) -> Mapping[str, Mapping[str, int]]:
    """Return for each technique that was used the number of steps by rule, with their sum under the empty name.

    The order is that of the kinds of steps, the simplest first.
    """
    tally: dict[str, Counter[str]] = {}
    for step in sorted(walkthrough.steps, key=lambda one: list(Tier).index(one.tier)):
        rules = tally.setdefault(step.technique, Counter())
        rules[""] += 1
        rules.update(dict.fromkeys(step.rules, 1))
    return {name: dict(sorted(rules.items())) for name, rules in tally.items()}


def as_json(walkthrough: Walkthrough, _: object = None) -> Json:
    """`status` as for `hint`; `techniques`: each with its `name`, its `steps`, and its steps by rule in `rules`."""
    techniques = [
        {"name": name, "steps": rules[""], "rules": {rule: count for rule, count in rules.items() if rule}}
        for name, rules in counts(walkthrough).items()
    ]
    return {
        "status": status(walkthrough),
        "steps": len(walkthrough.steps),
        "techniques": techniques,
        **stopped_json(walkthrough.stopped),
    }


def as_text(walkthrough: Walkthrough, _: object = None) -> str:
    """A line for each technique: how many steps, and by which rules."""
    lines = [
        f"{rules['']:>4}  {name} ({', '.join(f'{rule} {count}' for rule, count in rules.items() if rule)})"
        for name, rules in counts(walkthrough).items()
    ]
    return "\n".join([*lines, *filter(None, [end(walkthrough)])])


KIND = replace(rate.KIND, name="techniques", as_json=as_json, as_text=as_text)
