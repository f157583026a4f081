"""The command `solve`."""

import functools
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from puzzlelang import files, pipeline
from puzzlelang.cli import arguments, cost, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import solve
from puzzlelang.questions.solve import Result
from puzzlelang.questions.wording import comment_line
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import TIME_LIMIT, Limits, reason_limits

if TYPE_CHECKING:
    from puzzlelang.questions.why import Reasons


@click.command("solve")
@arguments.boards()
@arguments.leave_out_option
@click.option("--all", "everything", is_flag=True, help="Print every answer, in order.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print the first N answers.")
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--as",
    "form",
    type=click.Choice((*pipeline.FORMS, *pictures.FORMS)),
    help="Print the answer, or the puzzle, in this form.",
)
@click.option("--stats", is_flag=True, help="Report the cost on standard error, or in the JSON.")
@options.target_options
@options.style_option
@options.engine_option
@options.without_option
@options.limit_options
def solve_(
    rules: Ruleset,
    puzzle: Puzzle,
    everything: bool,
    limit: int | None,
    json_: bool,
    form: str | None,
    stats: bool,
    target: Path | None,
    force: bool,
    style: str | None,
    engine: str,
    without: tuple[str, ...],
    limits: Limits,
) -> int:
    """Solve BOARD by RULES and say whether the answer is the only one.

    The answer is printed in the form of the board and can be read back. Lines that start with `;` are remarks. If
    there is no answer, they name cases of the rules that contradict each other, unless the search for them takes more
    than a quarter of the time limit.

    With --output the answer goes to a file, as a picture if its name ends in .svg, .png or .pdf. Without an answer
    nothing is written.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other.")
    if form is not None and json_:
        raise click.UsageError("--as and --json exclude each other; --as json prints the puzzle with its answer.")
    many = everything or limit is not None
    if target is not None:
        if json_:
            raise click.UsageError("--output and --json exclude each other; --as json writes puzzle and answer.")
        form = pictures.chosen_form(form, target)
        files.check_new(target, force=force)
    if many and form is not None and (form in ("png", "pdf") or (target is not None and form in pictures.FORMS)):
        raise click.UsageError(f"A picture as {form.upper()} shows one answer: leave out --all and --limit.")
    start = time.monotonic()
    boards = pictures.Boards(rules, puzzle, style)
    draws = None if many or json_ or form else boards.text
    with open_live(rules, puzzle, limits, draws) as (opened, live):
        result = opened.solve(None if everything else 2 if limit is None else limit, engine, see=live, without=without)
        result.stats.seconds = {**arguments.reading(), **result.stats.seconds}
        shown = live.wipe(result)
        if not json_ and (form is None or not result.answers):
            text = functools.partial(_board, boards, result)
            output.print_now(solve.answers(result, every=many, shown=shown, text=text), sys.stderr if form else None)
        reasons = None
        if not result.answers and not result.stopped:
            left = reason_limits(limits, time.monotonic() - start)
            live.most = left.seconds
            reasons = opened.why(within=left, see=live)
    if json_:
        _print_json(result, reasons, stats=stats)
    elif form is not None and result.answers:
        _deliver(form, result, target, every=many, force=force)
    else:
        _print_reasons(reasons, engine, live.most or 0.0, sys.stderr if form else None)
        if result.warnings:
            output.show_diagnostics(result.warnings, as_json=False)
    if stats and not json_:
        print(cost.as_text(result.stats), file=sys.stderr)
    return solve.exit_code(result, reasons)


def _board(boards: pictures.Boards, result: Result, index: int) -> str:
    """An answer; the second of two with what differs from the first."""
    if index == 1 and len(result.answers) == 2 and boards.are_pictures:
        from puzzlelang.sessions import highlights

        return boards.text(result.answers[1], highlights.difference_roles(*result.answers))
    return boards.text(result.answers[index])


def _print_json(result: Result, reasons: "Reasons | None", *, stats: bool) -> None:
    content = solve.as_json(result, reasons)
    output.write_json({**content, **({"stats": cost.as_json(result.stats)} if stats else {})})


def _print_reasons(reasons: "Reasons | None", engine: str, seconds: float, stream: TextIO | None) -> None:
    if reasons is None:
        return
    if reasons.cases:
        from puzzlelang.questions.why import contradiction

        lines = ["These cannot all be true:", *contradiction(reasons.cases, reasons.together).splitlines()]
    elif reasons.possible:
        lines = [f"But there is one: engines contradict each other, and `{engine}` is wrong."]
    else:
        reached = f"{reasons.stopped} of {seconds:.0f} s" if reasons.stopped == TIME_LIMIT else reasons.stopped
        lines = [f"Why is not known: {reached}. `puzzlelang why` takes more time for it."]
    output.print_now("\n".join(comment_line(line) for line in lines), stream)


def _deliver(form: str, result: Result, target: Path | None, *, every: bool, force: bool) -> None:
    """Write the answers in a form, one after another; what is known about them goes to standard error."""
    answers = result.answers[: None if every else 1]
    if form in pictures.FILE_FORMS:
        for answer in answers:
            pictures.deliver(pipeline.picture(result.rules, result.puzzle, answer), form, target, force=force)
    else:
        text = "".join(pipeline.convert(result.rules, result.puzzle, form, answer) for answer in answers)
        output.deliver_text(text, target, force=force)
    print(solve.verdict(result), file=sys.stderr)
    if result.warnings:
        output.show_diagnostics(result.warnings, as_json=False)
