"""`check`."""

import sys
from typing import TextIO

from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.board import highlights
from puzzlelang.cli import arguments, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import Live
from puzzlelang.problem.findings import Worth
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions.results import Completion, Verdict
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("check")
@arguments.boards("drawing")
@click.option("--complete", is_flag=True, help="Exit with 1 unless the drawing is a right answer.")
@click.option("--deep", is_flag=True, help="Also say whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@options.pictured
@options.engine
@options.limited
def check_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    complete: bool,
    deep: bool,
    json_: bool,
    style: str | None,
    form: str | None,
    engine: str,
    timeout: float,
    memory: int,
) -> int:
    """Say which rules a full or partial drawing breaks, and where.

    The drawing is in BOARD itself, or in a file DRAWING of its own. It is right as well if all that it leaves open can
    stay empty. Exit code 0 if nothing is broken, which is not yet to say that the drawing is right: see `--complete`.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
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
        _show(pictures.Boards(rules, puzzle, style, form), sketch, found)
        _print(found, completion, sys.stderr if form else sys.stdout)
    return _exit_code(found, completion, complete=complete)


def _show(shown: pictures.Boards, sketch: Drawing | None, found: Verdict) -> None:
    """A picture of the drawing with what is wrong in it, where pictures are wanted."""
    if shown.form is None and not (shown.are_pictures and found.drawn):
        return
    wrong = highlights.of_findings(found.findings)
    if shown.form is not None:
        shown.show(sketch, wrong)
    else:
        print(shown.text(sketch, wrong))


def _print(found: Verdict, completion: Completion | None, stream: TextIO) -> None:
    if found.stopped:
        print(f"Not known: {found.stopped}.", file=stream)
        return
    told = as_text.findings(
        found.findings, drawn=found.drawn, complete=found.answer is not None, emptied=found.emptied is not None
    )
    print(told, file=stream)
    if found.warnings:
        output.show(found.warnings, as_json=False)
    if completion is None or found.finished:
        return
    if completion.possible is None:
        print(f"Whether it can be completed is not known: {completion.stopped}.", file=stream)
        return
    told = "It can still be completed." if completion.possible else "It cannot be completed to an answer."
    print(told, file=stream)


def _exit_code(found: Verdict, completion: Completion | None, *, complete: bool) -> int:
    if found.stopped:
        return output.UNKNOWN
    impossible = completion is not None and completion.possible is False
    if found.worth is Worth.BROKEN or (complete and not found.finished) or impossible:
        return output.NO_ANSWER
    return output.UNKNOWN if completion is not None and completion.stopped else output.FINE
