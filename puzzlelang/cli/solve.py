"""`solve`."""

import sys
import time

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import arguments, cost, options, output
from puzzlelang.pipeline import Result
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving.limits import Limits
from puzzlelang.typed.ir import Ruleset


@click.command("solve")
@arguments.boards()
@click.option("--all", "everything", is_flag=True, help="Print every answer, in order.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print the first N answers.")
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@click.option("--as", "form", type=click.Choice(pipeline.FORMS), help="Print the answer, or the puzzle, in this form.")
@click.option("--stats", is_flag=True, help="Say on standard error, or in the JSON, what it cost.")
@options.engine
@options.limited
def solve_(
    rules: Ruleset,
    puzzle: Puzzle,
    everything: bool,
    limit: int | None,
    json_: bool,
    form: str | None,
    stats: bool,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Solve BOARD by RULES and say whether the answer is the only one.

    The answer is printed in the board's own form and can be read back. Lines that start with `;` are remarks. If
    there is no answer, they tell which cases of the rules contradict each other.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other.")
    if form is not None and json_:
        raise click.UsageError("--as and --json exclude each other; --as json prints the puzzle with its answer.")
    start = time.monotonic()
    ticker = output.Ticker()
    try:
        result = pipeline.solve(
            rules,
            puzzle,
            limit=None if everything else 2 if limit is None else limit,
            engine=engine,
            within=options.within(timeout, memory, ticker),
        )
        result.stats.seconds.update(arguments.reading())
        reason = None
        if not result.answers and not result.stopped:
            left = max(0.1, timeout - (time.monotonic() - start))
            reason, _ = questions.why(rules, result.puzzle, within=Limits(left, memory, ticker))
    finally:
        ticker.clear()
    if json_:
        told = {"stats": cost.as_json(result.stats)} if stats else {}
        output.write_json({**as_json.result(result, reason), **told})
    elif form is not None and result.answers:
        _print_as(form, result, every=everything or limit is not None)
    else:
        print(as_text.answers(result, every=everything or limit is not None))
        if reason:
            lines = ["These cannot all be true:", *as_text.contradiction(reason).splitlines()]
            print("\n".join(as_text.remark(line) for line in lines))
        if result.warnings:
            output.show(result.warnings, as_json=False)
    if stats and not json_:
        print(cost.as_text(result.stats), file=sys.stderr)
    return exit_code(result)


def _print_as(form: str, result: Result, *, every: bool) -> None:
    """The answers in another form, one after another; what is known about them goes to standard error."""
    for answer in result.answers[: None if every else 1]:
        print(pipeline.convert(result.rules, result.puzzle, form, answer), end="")
    print(as_text.verdict(result), file=sys.stderr)
    if result.warnings:
        output.show(result.warnings, as_json=False)


def exit_code(result: Result) -> int:
    """0 if there is an answer, 1 if there is none, 4 if it is not known."""
    if result.answers:
        return output.UNKNOWN if result.stopped else output.FINE
    return output.UNKNOWN if result.stopped else output.NO_ANSWER
