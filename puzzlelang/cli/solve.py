"""`solve`."""

import rich_click as click

from puzzlelang import pipeline
from puzzlelang.cli import output
from puzzlelang.pipeline import Result
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving import engines

DEFAULT_SECONDS = 60.0


@click.command("solve")
@click.argument("rules")
@click.argument("board", default="-")
@click.option("--all", "everything", is_flag=True, help="Print every answer.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print up to N answers.")
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@click.option("--engine", default=engines.AUTO, metavar="NAME", help=f"{', '.join(engines.names())}.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=DEFAULT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Give up after so long.",
)
@click.option("--memory", type=click.IntRange(50), metavar="MB", help="Give up when the solver needs more memory.")
def solve_(
    rules: str,
    board: str,
    everything: bool,
    limit: int | None,
    json_: bool,
    engine: str,
    timeout: float,
    memory: int | None,
) -> int:
    """Solve BOARD by RULES and say whether the answer is the only one.

    The answer is printed in the board's own form and can be read back. Lines that start with `;` are remarks.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other.")
    ruleset = pipeline.load(rules)
    source = output.read_board(board)
    ticker = output.Ticker()
    try:
        result = pipeline.solve(
            ruleset,
            source,
            limit=None if everything else 2 if limit is None else limit,
            engine=engine,
            seconds=timeout,
            megabytes=memory,
            progress=ticker,
        )
    finally:
        ticker.clear()
    every = everything or limit is not None
    if json_:
        output.write_json(as_json.result(result))
    else:
        print(as_text.answers(result, every=every))
        if result.doubts:
            output.show(result.doubts, as_json=False)
    return exit_code(result)


def exit_code(result: Result) -> int:
    """0 if there is an answer, 1 if there is none, 4 if it is not known."""
    if result.answers:
        return output.UNKNOWN if result.stopped else output.FINE
    return output.UNKNOWN if result.stopped else output.NO_ANSWER
