"""`check`."""

from puzzlelang.asking.limits import Limits
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.asking.results import Completion, Verdict
from puzzlelang.cli import arguments, inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import Live
from puzzlelang.formats import boards
from puzzlelang.problem.findings import Worth
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset


@click.command("check")
@arguments.boards("drawing")
@click.option("--complete", is_flag=True, help="Exit with 1 unless the drawing is a right answer.")
@click.option("--deep", is_flag=True, help="Also say whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@options.engine
@options.limited
def check_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    complete: bool,
    deep: bool,
    json_: bool,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Say which rules a full or partial drawing breaks, and where.

    The drawing is in BOARD itself, or in a file DRAWING of its own. Exit code 0 if nothing is broken, which is not yet
    to say that the drawing is right: see `--complete`.
    """
    sketch = puzzle.drawing
    if drawing is not None:
        sketch = boards.read_drawing(rules, puzzle, inputs.read_board(drawing, rules))
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened, Live(opened) as live:
        found = opened.check(sketch, see=live)
        completion = None
        if deep and found.worth is Worth.BROKEN:
            completion = Completion(False)
        elif deep and not found.stopped:
            completion = opened.completable(sketch, engine, see=live)
    if json_:
        output.write_json(as_json.verdict(found, completion))
    else:
        _print(found, completion)
    return _exit_code(found, completion, complete=complete)


def _print(found: Verdict, completion: Completion | None) -> None:
    if found.stopped:
        print(f"Not known: {found.stopped}.")
        return
    print(as_text.findings(found.findings, drawn=found.drawn, complete=found.complete))
    if found.warnings:
        output.show(found.warnings, as_json=False)
    if completion is None or found.right:
        return
    if completion.possible is None:
        print(f"Whether it can be completed is not known: {completion.stopped}.")
    else:
        print("It can still be completed." if completion.possible else "It cannot be completed to an answer.")


def _exit_code(found: Verdict, completion: Completion | None, *, complete: bool) -> int:
    if found.stopped:
        return output.UNKNOWN
    impossible = completion is not None and completion.possible is False
    if found.worth is Worth.BROKEN or (complete and not found.right) or impossible:
        return output.NO_ANSWER
    return output.UNKNOWN if completion is not None and completion.stopped else output.FINE
