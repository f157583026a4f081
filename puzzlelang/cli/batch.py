"""The command `batch`."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from puzzlelang import files
from puzzlelang.batch import report, results, summary
from puzzlelang.batch import run as batch
from puzzlelang.batch.identifiers import IdTable
from puzzlelang.batch.inputs import Inputs
from puzzlelang.batch.record import STATUS_ONLY, Order, Record, Workers
from puzzlelang.batch.results import Results
from puzzlelang.batch.summary import Summary
from puzzlelang.batch.tasks import Tasks
from puzzlelang.capacity import processors
from puzzlelang.cli import options, output
from puzzlelang.cli.bar import ProgressBar
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.questions.table import offered_to_batches

MOST_JOBS = 1000

MOST_SLOWEST = 5
"""Boards that are named as the slowest."""


@click.command("batch")
@click.argument("names", metavar="INPUT...", nargs=-1)
@click.option("-o", "--output", "target", type=options.PathOption("file", dash=True), required=True,
              multiple=True, callback=options.single_value, metavar="FILE",
              help="The results as JSON Lines; new records are appended. - for standard output.")  # fmt: skip
@click.option("--rules", multiple=True, callback=options.single_value, metavar="RULES",
              help="The rules of boards that do not say which puzzle they are.")  # fmt: skip
@click.option(
    "--ask",
    type=click.Choice([*STATUS_ONLY, *offered_to_batches()]),
    default="unique",
    show_default=True,
    help="The question for each board.",
)
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N",
              help="Boards in parallel; by default one for each processor.")  # fmt: skip
@click.option("--cluster", multiple=True, callback=options.single_value, metavar="ADDRESS",
              help="Use a dask.distributed cluster; local:N starts N workers on this machine.")  # fmt: skip
@click.option("--ordered", is_flag=True, help="Write the records in the order of the boards.")
@click.option("--table", "table_", type=options.PathOption("file"), multiple=True,
              callback=options.single_value, metavar="FILE",
              help="Also write all records as a table (.csv or .parquet).")  # fmt: skip
@click.option("--report", "folder", type=options.PathOption("folder"), multiple=True,
              callback=options.single_value, metavar="FOLDER",
              help="Write a page about all records into a folder.")  # fmt: skip
@options.engine_option
@options.limit_numbers
def batch_(
    names: tuple[str, ...],
    target: Path,
    rules: str | None,
    ask: str,
    jobs: int | None,
    cluster: str | None,
    ordered: bool,
    table_: Path | None,
    folder: Path | None,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Ask one question about many boards and write a record of each to FILE.

    INPUT is a list (a text file with a link a line, or rules and a board; lines that begin with # are remarks), a
    folder of boards, a file of JSON Lines such as {"rules": "tents", "board": "...", "id": "..."}, or - for a list or
    JSON Lines from standard input. Errors of a board are part of its record.

    Run the command again to resume after any interruption. Limits apply to each board. Without INPUT it only
    summarises FILE. With `-o -` the records go to standard output and are not kept.

    Exit code 3 if ids or boards do not match the results, 1 if a board has no result, else 0.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other.")
    if table_ is not None:
        summary.check_target(table_)
        if os.path.realpath(table_) == os.path.realpath(target):
            raise click.UsageError("--table and -o name the same file.")
    if folder is not None:
        _check(folder)
    aloud = options.is_standard(target)
    if aloud and not names:
        raise click.UsageError("Without INPUT there is nothing to be written to standard output.")
    written = [target, *([table_] if table_ else []), *([folder / report.NAME] if folder else [])]
    wrong: list[Diagnostic] = []
    with _records_path(target) as place:
        if names:
            order = batch.order(ask, engine, timeout, memory)
            inputs = Inputs(names, sys.stdin.buffer, written)
            by = jobs or processors() if cluster is None else cluster
            wrong = _run(inputs, place, order, rules, by, ordered=ordered, aloud=aloud)
        result = summary.summary(results.records(place))
        stream = sys.stderr if aloud else sys.stdout
        print("\n".join(_text(result)), file=stream)
        if table_ is not None:
            summary.write(table_, results.records(place))
    if folder is not None:
        _report(folder, result, stream)
    if wrong:
        output.show_diagnostics(wrong, as_json=False)
        return output.WRONG_INPUT
    return output.NO_ANSWER if result.failed else output.FINE


@contextlib.contextmanager
def _records_path(target: Path) -> Iterator[Path]:
    """Yield the path of the records; it is temporary if they go to standard output."""
    if not options.is_standard(target):
        yield target
        return
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch) / "records"


def _run(
    inputs: Inputs, target: Path, order: Order, rules: str | None, by: str | int, *, ordered: bool, aloud: bool
) -> list[Diagnostic]:
    """Ask about boards without a record, and return diagnostics on board ids.  `aloud`: print the records too."""
    ids = IdTable()
    tasks = Tasks(inputs.items(), ids, order, rules, batch.MOST_WAITING if ordered else None)
    with Results(target, order, ids) as kept, ProgressBar(inputs, tasks) as bar:

        def see(written: list[Record]) -> None:
            if aloud and written:
                output.write_bytes(results.lines(written))
            bar(written)

        try:
            batch.run(tasks, _workers(order, by), kept, see, ordered=ordered)
        except KeyboardInterrupt:
            if not aloud:
                print(f"Recorded by this run: {tasks.outcome_count}. Run it again, and it goes on.", file=sys.stderr)
            raise
    left = ids.count_unmatched()
    ids.close()
    if tasks.recorded_count:
        print(f"{tasks.recorded_count} boards had a record already.", file=sys.stderr)
    if left:
        print(f"{left} records are of boards that are not among these inputs.", file=sys.stderr)
    return tasks.diagnostics


def _check(folder: Path) -> bool:
    """Make the folder of the page, and return whether it has an earlier page.  Raises `Failed` for another file."""
    files.make_folder(folder)
    path = folder / report.NAME
    ours = files.is_file(path) and report.PAGE_MARK in files.read_text(path).text
    files.check_new(path, force=ours)
    return ours


def _report(folder: Path, summary: Summary, output: TextIO) -> None:
    """Write the page, over an earlier one but over no other."""
    path = folder / report.NAME
    files.write_text(path, report.page(summary), force=_check(folder))
    print(f"wrote {path}", file=output)


def _workers(order: Order, by: str | int) -> Workers:
    """The cluster of an address, or so many processes here."""
    if isinstance(by, str):
        from puzzlelang.batch.cluster import Cluster

        return Cluster(order, by)
    from puzzlelang.batch.pool import Pool

    return Pool(order, by)


# ---------------------------------------------------------------------------------------------------- as text


def _text(summary: Summary) -> Iterator[str]:
    if not summary.genres:
        yield "There are no records."
        return
    yield f"{'rules':<28}{'boards':>9}{'median':>11}{'slowest':>11}  statuses"
    for genre in summary.genres.values():
        statuses = ", ".join(f"{count} {status}" for status, count in genre.statuses.most_common())
        name = (genre.rules or "(not known)")[:27]
        yield f"{name:<28}{genre.boards:>9}{genre.median:>9.4f} s{genre.slowest:>9.4f} s  {statuses}"
    slowest = [brief for brief in summary.slowest if brief.seconds][:MOST_SLOWEST]
    yield from ("", "slowest:") if slowest else ()
    for brief in slowest:
        yield f"  {brief.seconds:9.4f} s  {brief.id}  {brief.rules} {brief.size} {brief.status}"
    if summary.failed:
        yield ""
        yield f"without a result: {summary.failed} of {summary.boards}"
        for brief in summary.unsolved:
            yield f"  {brief.id}: {brief.trouble}"
        if summary.failed > len(summary.unsolved):
            yield f"  and {summary.failed - len(summary.unsolved)} more"
        for advice in dict.fromkeys(brief.help for brief in summary.unsolved if brief.help):
            yield f"help: {advice}"
