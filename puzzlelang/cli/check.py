"""The command `check`."""

from typing import TextIO

from puzzlelang.cli import arguments, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import check
from puzzlelang.questions.check import Verdict
from puzzlelang.questions.complete import CompleteQuestion, Completion
from puzzlelang.sessions import highlights
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("check")
@arguments.boards("drawing")
@click.option("--complete", is_flag=True, help="Exit with 1 unless the drawing is a right answer.")
@click.option("--deep", is_flag=True, help="Also find out whether the drawing can still be completed.")
@click.option("--json", "json_", is_flag=True, help="Print the verdict as JSON.")
@options.picture_options
@options.engine_option
@options.limit_options
def check_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    complete: bool,
    deep: bool,
    json_: bool,
    boards: pictures.Boards,
    engine: str,
    limits: Limits,
) -> int:
    """Say which rules a full or partial drawing breaks, and where.

    The drawing is part of BOARD, or a separate file DRAWING. It also counts as right if everything undecided can stay
    empty. Exit code 0 if nothing is broken; the drawing may still be unfinished or impossible to finish: see
    `--complete` and `--deep`.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.check(sketch, see=live)
        ahead = check.follow(result, check.CheckParameters(deep))
        if isinstance(ahead, CompleteQuestion):
            ahead = opened.completable(sketch, engine, see=live)
    if json_:
        output.write_json(check.as_json(result, ahead))
    else:
        if boards.form is not None or result.drawn:
            boards.show_picture(sketch, highlights.finding_roles(result.findings))
        _print(result, ahead, boards.remark_stream)
    code = check.exit_code(result, ahead)
    return output.NO_ANSWER if complete and not result.stopped and not result.finished else code


def _print(verdict: Verdict, completion: Completion | None, stream: TextIO) -> None:
    """Print the verdict about the drawing; warnings stand before whether it can be completed."""
    print(check.as_text(verdict), file=stream)
    if verdict.warnings and not verdict.stopped:
        output.show_diagnostics(verdict.warnings, as_json=False)
    if ahead := check.completion_text(verdict, completion):
        print(ahead, file=stream)
