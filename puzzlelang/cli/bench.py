"""The command `bench`, with the comparison of two runs as text and as JSON."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from puzzlelang import files
from puzzlelang.bench import compare, runs
from puzzlelang.bench.compare import THRESHOLD, Change, RunComparison
from puzzlelang.bench.runs import BenchRow, EngineComparison, Run, Sample
from puzzlelang.cli import board_lists, inputs, options, output, streams
from puzzlelang.cli.clicks import click
from puzzlelang.solving import engines
from puzzlelang.source import Source
from puzzlelang.workers.limits import Limits


def comparison_text(run_comparison: RunComparison) -> Iterator[str]:
    """Yield what became slower, what became faster, the geometric mean for each engine, what is in one run only."""
    worse = sorted((change for change in run_comparison.common if change.is_worse), key=_ratio, reverse=True)
    better = sorted((change for change in run_comparison.common if change.is_better), key=_ratio)
    if worse:
        yield f"slower by more than {THRESHOLD} times, or no longer solved: {len(worse)}"
        yield from map(_line, worse)
    if better:
        yield f"faster by more than {THRESHOLD} times, or solved for the first time: {len(better)}"
        yield from map(_line, better)
    if run_comparison.common and not worse and not better:
        yield f"nothing became slower or faster by more than {THRESHOLD} times"
    for engine in run_comparison.engines:
        mean = run_comparison.mean(engine)
        if mean is None:
            yield f"{engine}: no board was solved both times"
        else:
            boards = len(run_comparison.ratios(engine))
            yield f"{engine}: {mean:.2f} times the seconds of the earlier run in the geometric mean, over {boards}"
    for missing in run_comparison.only_earlier:
        yield f"only in the earlier run: {_place(missing)}"
    for missing in run_comparison.only_now:
        yield f"only in this run: {_place(missing)}"


def _ratio(change: Change) -> float:
    """Return the ratio to sort by: a board that only one run solved comes first."""
    if change.ratio is not None:
        return change.ratio
    return float("inf") if change.now is None else 0.0


def _line(change: Change) -> str:
    place = _place((change.rules, change.board, change.size, change.engine))
    ratio = "-" if change.ratio is None else f"{change.ratio:.2f}"
    return f"  {place:<66}{_seconds(change.before):>10} s{_seconds(change.now):>10} s{ratio:>8}"


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.4f}"


def _place(texts: Sequence[str]) -> str:
    rules, board, size, engine = texts
    return f"{rules}  {board}  {size} by {engine}"


def comparison_json(run_comparison: RunComparison) -> Mapping[str, object]:
    """The same as JSON values; `changes` holds what became slower or faster, `is_worse` says which."""
    return {
        "threshold": THRESHOLD,
        "changes": [_change(change) for change in run_comparison.common if change.is_worse or change.is_better],
        "engines": [
            {
                "engine": engine,
                "compared": len(run_comparison.ratios(engine)),
                "geometric_mean": run_comparison.mean(engine),
            }
            for engine in run_comparison.engines
        ],
        "only_earlier": [_sample_fields(missing) for missing in run_comparison.only_earlier],
        "only_now": [_sample_fields(missing) for missing in run_comparison.only_now],
    }


def _change(change: Change) -> Mapping[str, object]:
    place = _sample_fields((change.rules, change.board, change.size, change.engine))
    return {**place, "before": change.before, "now": change.now, "ratio": change.ratio, "is_worse": change.is_worse}


def _sample_fields(texts: Sequence[str]) -> Mapping[str, object]:
    return dict(zip(("rules", "board", "size", "engine"), texts, strict=True))


@click.command("bench")
@click.argument("boards", nargs=-1)
@click.option("--engine", "chosen", multiple=True, metavar="NAME", help="An engine; may be given several times.")
@click.option("--repeat", type=click.IntRange(1), default=3, show_default=True, metavar="N", help="Solve N times.")
@click.option("--against", "file", metavar="FILE", help="Compare with the JSON of an earlier run.")
@click.option("--json", "json_", is_flag=True, help="Print the times as JSON.")
@options.limit_options
def bench_(
    boards: tuple[str, ...], chosen: tuple[str, ...], repeat: int, file: str | None, json_: bool, limits: Limits
) -> int:
    """Solve BOARDS by several engines in one run and compare the times, proof of uniqueness included.

    Each of BOARDS is a link, a file with a board that names its rules, a list of boards (a file with one a line), the
    name of a rule file for its examples, or rules and a board together in quotes. Without BOARDS the examples of the
    library and some larger boards are taken. Times are medians, without reading.

    With --against it lists each board and engine that became slower or faster by more than 1.3 times, or that only
    one of the two runs solves.

    Exit code 4 if the first engine did not solve every board, 1 if something became slower by more than 1.3 times
    or is no longer solved, else 0.
    """
    earlier = None if file is None else compare.read_output(_earlier(file))
    names = chosen or tuple(name for name in ("cadical", "z3") if engines.is_installed(name))
    for name in names:
        engines.engine(name)
    result = list(board_lists.boards_of(boards) if boards else board_lists.standard())
    if not result:
        raise click.UsageError("There is no board in what was given.")
    table: list[BenchRow] = []
    for row in runs.bench_rows(result, names, repeat, limits, _progress):
        table.append(row)
        if not json_:
            _wipe()
            print("\n".join(_text(row, names, first=len(table) == 1)), flush=True)
    _wipe()
    compared = runs.comparisons(table)
    both = None if earlier is None else compare.compare_runs(table, earlier)
    if json_:
        content = {"boards": [_row(row) for row in table], "engines": [_comparison_fields(one) for one in compared]}
        output.write_json(content if both is None else {**content, "against": comparison_json(both)})
    else:
        print("\n".join(["", *_summary(compared, len(table)), *_unsolved_lines(table)]))
        if both is not None:
            print("\n".join(["", *comparison_text(both)]))
    if compared[0].solved < len(table):
        return output.UNKNOWN
    return output.NO_ANSWER if both is not None and any(change.is_worse for change in both.common) else output.FINE


def _earlier(file: str) -> Source:
    return inputs.read_standard_input() if file == "-" else files.read_text(Path(file))


def _progress(sample: Sample, engine: str) -> None:
    if sys.stderr.isatty():
        text = streams.plain(f"{sample.name}, {engine}")
        print(f"\r\033[K{text}…", end="", file=streams.raw(sys.stderr), flush=True)


def _wipe() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=streams.raw(sys.stderr), flush=True)


# ------------------------------------------------------------------------------------------------------ as text


def _text(row: BenchRow, names: Sequence[str], *, first: bool) -> Iterator[str]:
    """A line of the table, behind its head if it is the first one."""
    if first:
        heads = [f"{name[-12:]:>12}{'ratio' if position else '':>8}" for position, name in enumerate(names)]
        yield f"{'board':<44}{'size':>7}  answers" + "".join(heads)
    answers = {0: "none", 1: "one"}.get(row.answers, "several")
    if all(run.trouble for run in row.runs):
        answers = "?"
    cells = [_cell(run, runs.ratio(row, position) if position else None) for position, run in enumerate(row.runs)]
    name = f"{row.sample.rules.title}  {row.sample.name}"
    yield f"{name[:43]:<44}{row.sample.size:>7}  {answers:<7}" + "".join(cells)


def _cell(run: Run, ratio: float | None) -> str:
    seconds = "-" if run.median is None else f"{run.median:.4f}"
    return f"{seconds:>12}{'' if ratio is None else f'{ratio:.2f}':>8}"


def _summary(compared: Sequence[EngineComparison], boards: int) -> Iterator[str]:
    for one in compared:
        solved = f"{one.engine}: {one.solved} of {boards} boards solved"
        if one is compared[0] or one.mean is None:
            yield solved
        else:
            how = f"{one.mean:.2f} times the seconds of {compared[0].engine} in the geometric mean"
            yield f"{solved}; {how}, median {one.median:.2f}, over {one.compared}"


def _unsolved_lines(table: Sequence[BenchRow]) -> Iterator[str]:
    for row in table:
        for run in row.runs:
            if run.trouble:
                yield f"not solved: {row.sample.rules.title} {row.sample.name} by {run.engine}: {run.trouble}"


# ------------------------------------------------------------------------------------------------------ as JSON


def _row(row: BenchRow) -> Mapping[str, object]:
    engines = [
        {
            "engine": run.engine,
            "median": run.median,
            "seconds": run.seconds,
            "ratio": runs.ratio(row, position),
            "megabytes": run.megabytes,
            "trouble": run.trouble,
        }
        for position, run in enumerate(row.runs)
    ]
    rules, size = row.sample.rules.title, row.sample.size
    return {"rules": rules, "board": row.sample.name, "size": size, "answers": row.answers, "engines": engines}


def _comparison_fields(one: EngineComparison) -> Mapping[str, object]:
    return {
        "engine": one.engine,
        "solved": one.solved,
        "compared": one.compared,
        "geometric_mean": one.mean,
        "median": one.median,
    }
