"""`check`."""

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import options, output
from puzzlelang.formats.text import read
from puzzlelang.ground.doubts import doubts
from puzzlelang.ground.drawn import drawn
from puzzlelang.ground.findings import findings
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text


@click.command("check")
@click.argument("rules")
@click.argument("board", default="-")
@click.argument("drawing", required=False)
@click.option("--deep", is_flag=True, help="Also say whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@options.engine
@options.limited
def check_(
    rules: str, board: str, drawing: str | None, deep: bool, json_: bool, engine: str, timeout: float, memory: int
) -> int:
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
    completable, stopped = None, ""
    if deep:
        ticker = output.Ticker()
        try:
            completable, stopped = questions.completable(
                ruleset, puzzle, sketch, engine=engine, within=options.within(timeout, memory, ticker)
            )
        finally:
            ticker.clear()
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
