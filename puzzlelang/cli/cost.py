"""What a search cost, as text and as JSON."""

from collections.abc import Iterator, Mapping

from puzzlelang.solving.stats import Stats


def as_json(stats: Stats) -> Mapping[str, object]:
    """`engine`, `seconds` by stage with `total`, `sizes`, `work`, `cuts`, `deduced`, `megabytes`, perhaps `stopped`."""
    seconds = {**stats.seconds, "total": total(stats)}
    return {
        "engine": stats.engine,
        "seconds": {stage: round(spent, 6) for stage, spent in seconds.items()},
        "sizes": stats.sizes,
        "work": stats.work,
        "cuts": stats.cuts,
        "deduced": stats.deduced,
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
    groups = {"sizes": stats.sizes, "work": stats.work, "cuts": stats.cuts, "deduced": stats.deduced}
    for title, counts in groups.items():
        if counts:
            yield f"{title}:"
            yield from (_line(name, str(count)) for name, count in counts.items())
    if stats.megabytes is not None:
        yield f"memory: {stats.megabytes:.0f} MB"


def _line(name: str, number: str) -> str:
    return f"  {name.replace('_', ' '):<17}{number:>12}"
