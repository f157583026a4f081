"""The commands `hint`, `path` and `rate`: steps of a human solution."""

import json
from typing import TextIO

from puzzlelang.cli import arguments, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import rate, walkthrough
from puzzlelang.questions import techniques as techniques_kind
from puzzlelang.questions.graded_hints import LEVELS, graded_roles, graded_text
from puzzlelang.questions.walkthrough import StepMessage, Walkthrough
from puzzlelang.sessions.replies import Reply
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("hint")
@arguments.boards("drawing")
@click.option(
    "--more",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Give N more steps after the first.",
)
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    default=LEVELS,
    metavar="N",
    help="How much to give away: 1 the technique, 2 also where, 3 also which places, 4 the whole step.",
)
@click.option("--json", "json_", is_flag=True, help="Print the steps as JSON.")
@options.picture_options
@options.engine_option
@options.limit_options
def hint_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    more: int,
    level: int,
    json_: bool,
    boards: pictures.Boards,
    engine: str,
    limits: Limits,
) -> int:
    """Give the next step from a drawing: the conclusion, the rules behind it, and the facts that it uses.

    The drawing is part of BOARD, or a separate file DRAWING. If the drawing is already wrong, the hint names the
    broken rules, or the marks that no answer has.
    """
    if level < LEVELS and (more or json_):
        raise click.UsageError("--level gives one step in words: leave out --more and --json.")
    sketch = arguments.drawing(rules, puzzle, drawing)
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.walk(sketch, 1 + more, engine, see=live)
    if json_:
        output.write_json(walkthrough.as_json(result))
    elif level < LEVELS and result.steps:
        boards.show_picture(sketch, graded_roles(result.roles(), level))
        print(graded_text(result.steps[0], level), file=boards.remark_stream)
    else:
        stream = boards.remark_stream
        boards.show_picture(result.drawings[0] if result.drawings else sketch, result.roles())
        for number, step in enumerate(result.steps, 1):
            print(walkthrough.hint_text(step, number if len(result.steps) > 1 else 0), file=stream)
        _end(result, stream)
    return output.FINE if result.steps and not result.stopped else walkthrough.exit_code(result)


@click.command("path")
@arguments.boards("drawing")
@click.option("--boards", "boards_", is_flag=True, help="Print the board after each step.")
@click.option("--json", "json_", is_flag=True, help="Print each step as a line of JSON.")
@options.style_option
@options.engine_option
@options.limit_options
def path_(
    rules: Ruleset,
    puzzle: Puzzle,
    drawing: str | None,
    boards_: bool,
    json_: bool,
    style: str | None,
    engine: str,
    limits: Limits,
) -> int:
    """List all steps from a drawing to the answer, numbered, each with its reason."""
    sketch = arguments.drawing(rules, puzzle, drawing)
    number = 0
    with open_live(rules, puzzle, limits) as (opened, live):

        def see(reply: Reply) -> None:
            nonlocal number
            live(reply)
            if isinstance(reply, StepMessage) and not boards_:
                number += 1
                print(_line(reply) if json_ else walkthrough.step_text(reply, number), flush=True)

        result = opened.walk(sketch, None, engine, see=see)
    if boards_:
        shown = pictures.Boards(rules, puzzle, style)
        for index, step in enumerate(result.steps):
            print(_line(step) if json_ else walkthrough.step_text(step, index + 1))
            if json_:
                print(json.dumps({"board": result.text(index)}))
            else:
                print("\n" + shown.text(result.drawings[index], result.roles(index)))
    if json_:
        print(json.dumps({key: value for key, value in walkthrough.as_json(result).items() if key != "steps"}))
    else:
        _end(result)
    return walkthrough.exit_code(result)


@click.command("rate")
@arguments.boards()
@click.option("--techniques", is_flag=True, help="Count the steps of each technique instead.")
@click.option("--json", "json_", is_flag=True, help="Print the rating as JSON.")
@options.engine_option
@options.limit_options
def rate_(rules: Ruleset, puzzle: Puzzle, techniques: bool, json_: bool, engine: str, limits: Limits) -> int:
    """Rate how hard BOARD is for a person: a level, a number, the hardest step, and how often each rule is used."""
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.rate(engine, see=live)
    return output.report(techniques_kind.KIND if techniques else rate.KIND, result, as_json=json_)


def _line(step: StepMessage) -> str:
    return json.dumps(walkthrough.step_json(step), ensure_ascii=False)


def _end(result: Walkthrough, stream: TextIO | None = None) -> None:
    text = walkthrough.end(result)
    if text:
        print(text, file=stream)
