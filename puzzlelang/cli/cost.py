"""The cost of a search, as text and as JSON."""

from collections.abc import Iterator, Mapping

from puzzlelang.solving.stats import Stats

NOTABLE_CLAUSES = 50_000
"""Clauses of a rule that are worth a note."""


def as_json(stats: Stats) -> Mapping[str, object]:
    """All groups by name: `engine`, `seconds` with `total`, `sizes` and so on, maybe `stopped`."""
    seconds = {**stats.seconds, "total": total(stats)}
    return {
        "engine": stats.engine,
        "seconds": {stage: round(spent, 6) for stage, spent in seconds.items()},
        "sizes": stats.sizes,
        "work": stats.work,
        "cuts": stats.cuts,
        "deduced": stats.deduced,
        "forms": stats.forms,
        "rules": _rules(stats),
        "megabytes": None if stats.megabytes is None else round(stats.megabytes, 1),
        **({"stopped": stats.stopped} if stats.stopped else {}),
    }


def total(stats: Stats) -> float:
    """Seconds of all stages together."""
    return sum(stats.seconds.values())


def as_text(stats: Stats) -> str:
    """A line for each number, in groups."""
    return "\n".join(_lines(stats))


def _lines(stats: Stats) -> Iterator[str]:
    yield f"engine: {stats.engine}"
    if stats.stopped:
        yield f"stopped in: {stats.stopped.replace('_', ' ')}"
    yield "seconds:"
    for stage, spent in {**stats.seconds, "in all": total(stats)}.items():
        yield _line(stage, f"{spent:.4f}")
    groups = {
        "sizes": stats.sizes,
        "work": stats.work,
        "cuts": stats.cuts,
        "deduced": stats.deduced,
        "forms": stats.forms,
    }
    for title, counts in groups.items():
        if counts:
            yield f"{title}:"
            yield from (_line(name, str(count)) for name, count in counts.items())
    yield from _of_rules(stats)
    if stats.megabytes is not None:
        yield f"memory: {stats.megabytes:.0f} MB"


def _rules(stats: Stats) -> Mapping[str, Mapping[str, int]]:
    """The cases of each rule, and the clauses that they became if that is known."""
    return {
        name: {"cases": cases, **({"clauses": stats.clauses[name]} if name in stats.clauses else {})}
        for name, cases in stats.cases.items()
    }


def _of_rules(stats: Stats) -> Iterator[str]:
    """Yield a line for each rule, and a note on the rule with most clauses if it has at least `NOTABLE_CLAUSES`."""
    if stats.cases:
        yield "rules:"
    for name, counts in _rules(stats).items():
        yield f"  {name:<17}{', '.join(_count(number, what) for what, number in counts.items())}"
    most = max(stats.clauses, key=lambda name: stats.clauses[name], default="")
    if most and stats.clauses[most] >= NOTABLE_CLAUSES:
        cases = f" from {_count(stats.cases[most], 'cases')}" if most in stats.cases else ""
        yield f"note: rule `{most}` makes {stats.clauses[most]:,} clauses{cases}; rules/slow.md shows what costs less"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what.removesuffix('s') if number == 1 else what}"


def _line(name: str, number: str) -> str:
    return f"  {name.replace('_', ' '):<17}{number:>12}"
