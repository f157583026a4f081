"""`check`."""

import rich_click as click

from puzzlelang import pipeline, questions
from puzzlelang.cli import arguments, options, output
from puzzlelang.formats import boards
from puzzlelang.problem.drawn import drawn
from puzzlelang.problem.findings import findings
from puzzlelang.problem.warnings import warnings
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset


@click.command("check")
@arguments.boards("drawing")
@click.option("--deep", is_flag=True, help="Also say whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@options.engine
@options.limited
def check_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    deep: bool,
    json_: bool,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Say which rules a full or partial drawing breaks, and where.

    The drawing is in BOARD itself, or in a file DRAWING of its own.
    """
    sketch = puzzle.drawing
    if drawing is not None:
        sketch = boards.read_drawing(rules, puzzle, output.read_board(drawing, rules))
    problem = pipeline.ground(rules, puzzle)
    values = drawn(problem, sketch)
    found = findings(problem, values)
    complete = None not in values
    completable, stopped = None, ""
    if deep:
        ticker = output.Ticker()
        try:
            completable, stopped = questions.completable(
                rules, puzzle, sketch, engine=engine, within=options.within(timeout, memory, ticker)
            )
        finally:
            ticker.clear()
    if json_:
        output.write_json(as_json.findings(found, complete=complete, completable=completable))
    else:
        print(as_text.findings(found, drawn=sketch is not None, complete=complete))
        if odd := warnings(problem, puzzle):
            output.show(odd, as_json=False)
        if stopped:
            print(f"Whether it can be completed is not known: {stopped}.")
        elif completable is not None and not (complete and not found):
            print("It can still be completed." if completable else "It cannot be completed to an answer.")
    if any(item.broken for item in found) or completable is False:
        return output.NO_ANSWER
    return output.UNKNOWN if stopped else output.FINE
