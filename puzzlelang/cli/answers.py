"""Commands about all answers of a board at once: `why`, `facts`, `count`."""

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import arguments, options, output
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset


@click.command("why")
@arguments.boards("drawing")
@click.option("--json", "json_", is_flag=True, help="Print the explanation as JSON.")
@options.limited
def why_(rules: Ruleset, puzzle: Puzzle, drawing: str | None, json_: bool, timeout: float, memory: int) -> int:
    """Say why BOARD has no answer: cases of the rules that contradict each other, none of which can be left out.

    A drawing, on the board or in a file DRAWING, is taken as given: then it says why it cannot be completed.
    """
    sketch = puzzle.drawing
    if drawing is not None:
        sketch = boards.read_drawing(rules, puzzle, output.read_board(drawing, rules))
    ticker = output.Ticker()
    try:
        cases, stopped = questions.why(rules, puzzle, sketch, within=options.within(timeout, memory, ticker))
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
@arguments.boards()
@click.option("--json", "json_", is_flag=True, help="Print the facts as JSON.")
@options.engine
@options.limited
def facts_(rules: Ruleset, puzzle: Puzzle, json_: bool, engine: str, timeout: float, memory: int) -> int:
    """Show what is the same in every answer of BOARD, with `?` for the rest."""
    ticker = output.Ticker()
    try:
        found = questions.facts(rules, puzzle, engine=engine, within=options.within(timeout, memory, ticker))
    finally:
        ticker.clear()
    if json_:
        output.write_json(as_json.facts(found.drawing, found.stopped))
    elif found.drawing is not None:
        print(write.write(rules, puzzle, found.drawing).rstrip("\n"))
    else:
        print(as_text.remark(f"Not known: {found.stopped}." if found.stopped else "There is no answer."))
    if found.stopped:
        return output.UNKNOWN
    return output.NO_ANSWER if found.drawing is None else output.FINE


@click.command("count")
@arguments.boards()
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop counting at N.")
@click.option("--json", "json_", is_flag=True, help="Print the count as JSON.")
@options.engine
@options.limited
def count_(
    rules: Ruleset, puzzle: Puzzle, limit: int | None, json_: bool, engine: str, timeout: float, memory: int
) -> int:
    """Count the answers of BOARD; two are different if they differ on the board."""
    ticker = output.Ticker()
    try:
        result = pipeline.solve(
            rules, puzzle, limit=limit, engine=engine, within=options.within(timeout, memory, ticker)
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
