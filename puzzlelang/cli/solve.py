"""`solve`."""

import time

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import options, output
from puzzlelang.pipeline import Result
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving.limits import Limits


@click.command("solve")
@click.argument("rules")
@click.argument("board", default="-")
@click.option("--all", "everything", is_flag=True, help="Print every answer, in order.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print the first N answers.")
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.engine
@options.limited
def solve_(
    rules: str,
    board: str,
    everything: bool,
    limit: int | None,
    json_: bool,
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
    start = time.monotonic()
    ruleset = pipeline.load(rules)
    source = output.read_board(board)
    ticker = output.Ticker()
    try:
        result = pipeline.solve(
            ruleset,
            source,
            limit=None if everything else 2 if limit is None else limit,
            engine=engine,
            within=options.within(timeout, memory, ticker),
        )
        reason = None
        if not result.answers and not result.stopped:
            left = max(0.1, timeout - (time.monotonic() - start))
            reason, _ = questions.why(ruleset, result.puzzle, within=Limits(left, memory, ticker))
    finally:
        ticker.clear()
    if json_:
        output.write_json(as_json.result(result, reason))
    else:
        print(as_text.answers(result, every=everything or limit is not None))
        if reason:
            lines = ["These cannot all be true:", *as_text.contradiction(reason).splitlines()]
            print("\n".join(as_text.remark(line) for line in lines))
        if result.doubts:
            output.show(result.doubts, as_json=False)
    return exit_code(result)


def exit_code(result: Result) -> int:
    """0 if there is an answer, 1 if there is none, 4 if it is not known."""
    if result.answers:
        return output.UNKNOWN if result.stopped else output.FINE
    return output.UNKNOWN if result.stopped else output.NO_ANSWER
