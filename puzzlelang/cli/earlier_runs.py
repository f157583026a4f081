"""A run of `bench` and an earlier one, as text and as JSON."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.bench.compare import THRESHOLD, Change, RunComparison


def as_text(found: RunComparison) -> Iterator[str]:
    """What became slower, then what became faster, the geometric mean for each engine, what is in one run only."""
    worse = sorted((change for change in found.both if change.is_worse), key=_ratio, reverse=True)
    better = sorted((change for change in found.both if change.is_better), key=_ratio)
    if worse:
        yield f"slower by more than {THRESHOLD} times, or no longer solved: {len(worse)}"
        yield from map(_line, worse)
    if better:
        yield f"faster by more than {THRESHOLD} times, or solved for the first time: {len(better)}"
        yield from map(_line, better)
    if found.both and not worse and not better:
        yield f"nothing became slower or faster by more than {THRESHOLD} times"
    for engine in found.engines:
        mean = found.mean(engine)
        if mean is None:
            yield f"{engine}: no board was solved both times"
        else:
            boards = len(found.ratios(engine))
            yield f"{engine}: {mean:.2f} times the seconds of the earlier run in the geometric mean, over {boards}"
    for missing in found.gone:
        yield f"only in the earlier run: {_place(missing)}"
    for missing in found.new:
        yield f"only in this run: {_place(missing)}"


def _ratio(change: Change) -> float:
    """What is solved in one of the runs only comes first."""
    if change.ratio is not None:
        return change.ratio
    return float("inf") if change.now is None else 0.0


def _line(change: Change) -> str:
    place = _place((change.rules, change.board, change.size, change.engine))
    ratio = "-" if change.ratio is None else f"{change.ratio:.2f}"
    return f"  {place:<66}{_seconds(change.before):>10} s{_seconds(change.now):>10} s{ratio:>8}"


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.4f}"


def _place(found: Sequence[str]) -> str:
    rules, board, size, engine = found
    return f"{rules}  {board}  {size} by {engine}"


def as_json(found: RunComparison) -> Mapping[str, object]:
    """The same as JSON values; `changes` holds what became slower or faster, `is_worse` tells which."""
    return {
        "threshold": THRESHOLD,
        "changes": [_change(change) for change in found.both if change.is_worse or change.is_better],
        "engines": [
            {"engine": engine, "compared": len(found.ratios(engine)), "geometric_mean": found.mean(engine)}
            for engine in found.engines
        ],
        "only_earlier": [_named(missing) for missing in found.gone],
        "only_now": [_named(missing) for missing in found.new],
    }


def _change(change: Change) -> Mapping[str, object]:
    place = _named((change.rules, change.board, change.size, change.engine))
    return {**place, "before": change.before, "now": change.now, "ratio": change.ratio, "is_worse": change.is_worse}


def _named(found: Sequence[str]) -> Mapping[str, object]:
    return dict(zip(("rules", "board", "size", "engine"), found, strict=True))
