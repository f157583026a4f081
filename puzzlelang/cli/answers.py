"""Commands about all answers of a board at once: `why`, `facts`, `count`."""

import sys

from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.cli import arguments, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import Live
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("why")
@arguments.boards("drawing")
@click.option("--json", "json_", is_flag=True, help="Print the explanation as JSON.")
@options.limited
def why_(rules: Ruleset, puzzle: Puzzle, drawing: str | None, json_: bool, timeout: float, memory: int) -> int:
    """Say why BOARD has no answer: cases of the rules that contradict each other, none of which can be left out.

    A drawing, on the board or in a file DRAWING, is taken as given: then it says why it cannot be completed.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened, Live(opened) as live:
        found = opened.why(sketch, see=live)
    if json_:
        output.write_json(as_json.reasons(found))
    elif found.stopped:
        print(f"Not known: {found.stopped}.")
    elif found.cases is None:
        print("It can be completed to an answer." if sketch else "There is an answer.")
    else:
        print("These cannot all be true" + (" with what is drawn:" if sketch else ":"))
        print(as_text.contradiction(found.cases, found.together))
    if found.stopped:
        return output.UNKNOWN
    return output.FINE if found.cases is None else output.NO_ANSWER


@click.command("facts")
@arguments.boards()
@click.option("--json", "json_", is_flag=True, help="Print the facts as JSON.")
@options.pictured
@options.engine
@options.limited
def facts_(
    rules: Ruleset,
    puzzle: Puzzle,
    json_: bool,
    style: str | None,
    form: str | None,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Show what is the same in every answer of BOARD, with `?` for the rest."""
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened, Live(opened) as live:
        found = opened.facts(engine, see=live)
    if json_:
        output.write_json(as_json.facts(found))
    elif found.drawing is not None:
        boards = pictures.Boards(rules, puzzle, style, form)
        if form is not None:
            boards.show(found.drawing)
        else:
            print(boards.text(found.drawing).rstrip("\n"))
        if found.stopped:
            told = as_text.remark(f"Not all of this is known to be the same in every answer: {found.stopped}.")
            print(told, file=sys.stderr if form else sys.stdout)
    else:
        told = as_text.remark(f"Not known: {found.stopped}." if found.stopped else "There is no answer.")
        print(told, file=sys.stderr if form else sys.stdout)
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
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened, Live(opened) as live:
        found = opened.count(limit, engine, see=live)
    if json_:
        output.write_json({"count": found.answers, "complete": found.complete, "stopped": found.stopped})
    else:
        more = "" if found.complete else f" at least ({found.stopped})" if found.stopped else " at least"
        print(f"{found.answers}{more}")
    if found.stopped:
        return output.UNKNOWN
    return output.FINE if found.answers else output.NO_ANSWER
