"""Commands about all answers of a board at once: `why`, `facts`, `count`."""

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import options, output
from puzzlelang.formats.text import read, write
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text


@click.command("why")
@click.argument("rules")
@click.argument("board", default="-")
@click.argument("drawing", required=False)
@click.option("--json", "json_", is_flag=True, help="Print the explanation as JSON.")
@options.limited
def why_(rules: str, board: str, drawing: str | None, json_: bool, timeout: float, memory: int) -> int:
    """Say why BOARD has no answer: cases of the rules that contradict each other, none of which can be left out.

    A drawing, on the board or in a file DRAWING, is taken as given: then it says why it cannot be completed.
    """
    ruleset = pipeline.load(rules)
    puzzle = pipeline.board(ruleset, output.read_board(board))
    sketch = puzzle.drawing
    if drawing is not None:
        sketch = read.read_drawing(ruleset, puzzle, output.read_board(drawing))
    ticker = output.Ticker()
    try:
        cases, stopped = questions.why(ruleset, puzzle, sketch, within=options.within(timeout, memory, ticker))
    finally:
        ticker.clear()
    if json_:
        output.write_json(as_json.contradiction(cases, stopped))
    elif stopped:
        print(f"Not known: {stopped}.")
    elif cases is None:
        print("It can be completed to an answer." if sketch else "There is an answer.")
    else:
        print("These cannot all be true" + (" with what is drawn:" if sketch else ":"))
        print(as_text.contradiction(cases))
    if stopped:
        return output.UNKNOWN
    return output.FINE if cases is None else output.NO_ANSWER


@click.command("facts")
@click.argument("rules")
@click.argument("board", default="-")
@click.option("--json", "json_", is_flag=True, help="Print the facts as JSON.")
@options.engine
@options.limited
def facts_(rules: str, board: str, json_: bool, engine: str, timeout: float, memory: int) -> int:
    """Show what is the same in every answer of BOARD, with `?` for the rest."""
    ruleset = pipeline.load(rules)
    puzzle = pipeline.board(ruleset, output.read_board(board))
    ticker = output.Ticker()
    try:
        found = questions.facts(ruleset, puzzle, engine=engine, within=options.within(timeout, memory, ticker))
    finally:
        ticker.clear()
    if json_:
        output.write_json(as_json.facts(found.drawing, found.stopped))
    elif found.drawing is not None:
        print(write.write(ruleset, puzzle, found.drawing).rstrip("\n"))
    else:
        print(as_text.remark(f"Not known: {found.stopped}." if found.stopped else "There is no answer."))
    if found.stopped:
        return output.UNKNOWN
    return output.NO_ANSWER if found.drawing is None else output.FINE


@click.command("count")
@click.argument("rules")
@click.argument("board", default="-")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop counting at N.")
@click.option("--json", "json_", is_flag=True, help="Print the count as JSON.")
@options.engine
@options.limited
def count_(rules: str, board: str, limit: int | None, json_: bool, engine: str, timeout: float, memory: int) -> int:
    """Count the answers of BOARD; two are different if they differ on the board."""
    ruleset = pipeline.load(rules)
    source = output.read_board(board)
    ticker = output.Ticker()
    try:
        result = pipeline.solve(
            ruleset, source, limit=limit, engine=engine, within=options.within(timeout, memory, ticker)
        )
    finally:
        ticker.clear()
    count = len(result.answers)
    if json_:
        output.write_json({"count": count, "complete": result.complete, "stopped": result.stopped})
    else:
        more = "" if result.complete else f" at least ({result.stopped})" if result.stopped else " at least"
        print(f"{count}{more}")
    if result.stopped:
        return output.UNKNOWN
    return output.FINE if count else output.NO_ANSWER
