"""The command `print`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from puzzlelang import files
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.bench.runs import Sample
from puzzlelang.book.record import GRIDS, PAPERS, Book, BookEntry
from puzzlelang.cli import board_lists, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.workers.limits import Limits


@click.command("print")
@click.argument("boards", nargs=-1, required=True)
@options.output_option("The PDF to write.", required=True)
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@click.option("--title", default="", metavar="TEXT", help="The title on the first page.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of pages.")
@click.option("--per-page", type=click.Choice([str(many) for many in GRIDS]), default="4", show_default=True,
              help="Boards on a page.")  # fmt: skip
@click.option("--no-answers", is_flag=True, help="Leave the answers out.")
@options.limit_options
def print_(
    boards: tuple[str, ...],
    target: Path | None,
    force: bool,
    title: str,
    paper: str,
    per_page: str,
    no_answers: bool,
    limits: Limits,
) -> int:
    """Write BOARDS as a book for paper: the rules of each puzzle once, the answers at the end.

    Rules that apply to none of the boards are left out.

    Each of BOARDS is a link, a file with a board that names its rules, a list of boards (a file with one a line), the
    name of a rule file for its examples, or rules and a board together in quotes. Every board is solved; one without
    exactly one answer is printed all the same and named on standard error.

    Exit code 1 if a board does not have exactly one answer, 4 if that is unknown for a board.
    """
    from puzzlelang.book.to_pdf import pdf
    from puzzlelang.scene import packages

    samples = list(board_lists.boards_of(boards))
    if not samples:
        raise click.UsageError("There is no board in what was given.")
    packages.fonts("PDF")
    if target is None:
        pictures.check_shown("pdf")
    else:
        files.check_new(target, force=force)
    entries, worst = _entries_with_answers(samples, limits, solve=not no_answers)
    data = pdf(Book(title, paper, int(per_page), tuple(entries)))
    if target is None:
        output.write_bytes(data)
    else:
        files.write_bytes(target, data, force=force)
        print(f"wrote {target}")
    return worst


def _entries_with_answers(samples: Sequence[Sample], within: Limits, *, solve: bool) -> tuple[list[BookEntry], int]:
    """The boards with their answers, and the exit code."""
    entries, worst = [], output.FINE
    for sample in samples:
        answer = None
        if solve:
            with OpenPuzzle(sample.rules, sample.puzzle, within) as opened:
                result = opened.solve()
            answer = result.answers[0] if result.answers else None
            if not result.unique:
                problem = result.stopped or ("several answers" if result.answers else "no answer")
                print(f"{sample.name}: {problem}", file=sys.stderr)
                worst = output.UNKNOWN if result.stopped else worst or output.NO_ANSWER
        entries.append(BookEntry(sample.rules, sample.puzzle, answer))
    return entries, worst
