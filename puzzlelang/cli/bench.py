"""`bench`."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from puzzlelang import files
from puzzlelang.bench import compare, runs
from puzzlelang.bench.runs import BenchRow, EngineComparison, Run, Sample
from puzzlelang.cli import board_lists, earlier_runs, inputs, options, output, streams
from puzzlelang.cli.clicks import click
from puzzlelang.solving import engines
from puzzlelang.source import Source
from puzzlelang.workers.limits import Limits


@click.command("bench")
@click.argument("boards", nargs=-1)
@click.option("--engine", "chosen", multiple=True, metavar="NAME", help="An engine; may be given several times.")
@click.option("--repeat", type=click.IntRange(1), default=3, show_default=True, metavar="N", help="Solve N times.")
@click.option("--against", "file", metavar="FILE", help="Compare with the JSON of an earlier run.")
@click.option("--json", "json_", is_flag=True, help="Print the times as JSON.")
@options.limit_options
def bench_(
    boards: tuple[str, ...],
    chosen: tuple[str, ...],
    repeat: int,
    file: str | None,
    json_: bool,
    timeout: float,
    memory: int,
) -> int:
    """Solve BOARDS by several engines in one run and compare the times, proof of uniqueness included.

    Each of BOARDS is a link, a file with a board that tells its rules, a list of boards (a file with one a line), the
    name of a rule file for its examples, or rules and a board together in quotes. Without BOARDS the examples of the
    library and some larger boards are taken. Times are medians, without reading.

    With --against it lists each board and engine that became slower or faster by more than 1.3 times, or is solved by
    one of the two runs only.

    Exit code 4 if the first engine did not solve every board, else 1 if something became slower by more than 1.3 times
    or is no longer solved, else 0.
    """
    earlier = None if file is None else compare.read_output(_earlier(file))
    names = chosen or tuple(name for name in ("cadical", "z3") if engines.is_installed(name))
    for name in names:
        engines.engine(name)
    found = list(board_lists.boards_of(boards) if boards else board_lists.standard())
    if not found:
        raise click.UsageError("There is no board in what was given.")
    table: list[BenchRow] = []
    for row in runs.bench_rows(found, names, repeat, Limits(timeout, memory), _progress):
        table.append(row)
        if not json_:
            _wipe()
            print("\n".join(_text(row, names, first=len(table) == 1)), flush=True)
    _wipe()
    compared = runs.comparisons(table)
    both = None if earlier is None else compare.compare_runs(table, earlier)
    if json_:
        content = {"boards": [_row(row) for row in table], "engines": [_compared(one) for one in compared]}
        output.write_json(content if both is None else {**content, "against": earlier_runs.as_json(both)})
    else:
        print("\n".join(["", *_summary(compared, len(table)), *_unsolved(table)]))
        if both is not None:
            print("\n".join(["", *earlier_runs.as_text(both)]))
    if compared[0].solved < len(table):
        return output.UNKNOWN
    return output.NO_ANSWER if both is not None and any(change.is_worse for change in both.both) else output.FINE


def _earlier(file: str) -> Source:
    return inputs.read_standard_input() if file == "-" else files.read_text(Path(file))


def _progress(sample: Sample, engine: str) -> None:
    if sys.stderr.isatty():
        told = streams.plain(f"{sample.name}, {engine}")
        print(f"\r\033[K{told}…", end="", file=streams.raw(sys.stderr), flush=True)


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


def _unsolved(table: Sequence[BenchRow]) -> Iterator[str]:
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


def _compared(one: EngineComparison) -> Mapping[str, object]:
    return {
        "engine": one.engine,
        "solved": one.solved,
        "compared": one.compared,
        "geometric_mean": one.mean,
        "median": one.median,
    }
