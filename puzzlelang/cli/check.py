"""`check`."""

import rich_click as click

from puzzlelang import pipeline
from puzzlelang.cli import output
from puzzlelang.cli.solve import DEFAULT_SECONDS
from puzzlelang.formats.text import read
from puzzlelang.ground.doubts import doubts
from puzzlelang.ground.drawn import drawn
from puzzlelang.ground.findings import findings
from puzzlelang.ground.problem import Partial, Problem
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving import engines, limits


@click.command("check")
@click.argument("rules")
@click.argument("board", default="-")
@click.argument("drawing", required=False)
@click.option("--deep", is_flag=True, help="Also say whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@click.option("--engine", default=engines.AUTO, metavar="NAME", help="For --deep.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=DEFAULT_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="For --deep.",
)
def check_(rules: str, board: str, drawing: str | None, deep: bool, json_: bool, engine: str, timeout: float) -> int:
    """Say which rules a full or partial drawing breaks, and where.

    The drawing is in BOARD itself, or in a file DRAWING of its own.
    """
    ruleset = pipeline.load(rules)
    puzzle = pipeline.board(ruleset, output.read_board(board))
    sketch = puzzle.drawing
    if drawing is not None:
        sketch = read.read_drawing(ruleset, puzzle, output.read_board(drawing))
    problem = pipeline.ground(ruleset, puzzle)
    values = drawn(problem, sketch)
    found = findings(problem, values)
    complete = None not in values
    stopped, completable = "", None
    if deep:
        stopped, completable = _completable(problem, values, engine, timeout)
    if json_:
        output.write_json(as_json.findings(found, complete=complete, completable=completable))
    else:
        print(as_text.findings(found, drawn=sketch is not None, complete=complete))
        if odd := doubts(problem, puzzle):
            output.show(odd, as_json=False)
        if stopped:
            print(f"Whether it can be completed is not known: {stopped}.")
        elif completable is not None and not (complete and not found):
            print("It can still be completed." if completable else "It cannot be completed to an answer.")
    if any(item.broken for item in found) or completable is False:
        return output.NO_ANSWER
    return output.UNKNOWN if stopped else output.FINE


def _completable(problem: Problem, values: Partial, engine: str, timeout: float) -> tuple[str, bool | None]:
    fixed = [(index, value) for index, value in enumerate(values) if value is not None]
    ticker = output.Ticker()
    try:
        found = limits.limited(problem, engine, 1, fixed, seconds=timeout, progress=ticker)
    finally:
        ticker.clear()
    if found.stopped:
        return found.stopped, None
    return "", bool(found.found)
