"""Commands about all answers of a board together: `why`, `facts`, `count`."""

from puzzlelang.cli import arguments, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import count, facts, why
from puzzlelang.questions.wording import comment_line
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("why")
@arguments.boards("drawing")
@click.option("--json", "json_", is_flag=True, help="Print the explanation as JSON.")
@options.limit_options
def why_(rules: Ruleset, puzzle: Puzzle, drawing: str | None, json_: bool, limits: Limits) -> int:
    """Explain why BOARD has no answer: cases of the rules that contradict each other, none of them redundant.

    A drawing, on the board or in a file DRAWING, counts as given: the command explains why it cannot be completed.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.why(sketch, see=live)
    return output.report(why.KIND, result, as_json=json_)


@click.command("facts")
@arguments.boards()
@click.option("--json", "json_", is_flag=True, help="Print the facts as JSON.")
@options.picture_options
@options.engine_option
@options.limit_options
def facts_(rules: Ruleset, puzzle: Puzzle, json_: bool, boards: pictures.Boards, engine: str, limits: Limits) -> int:
    """Show what all answers of BOARD share, with `?` for the rest."""
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.facts(engine, see=live)
    if json_:
        output.write_json(facts.as_json(result))
    elif result.drawing is not None:
        if boards.form is not None:
            boards.show(result.drawing)
        else:
            print(boards.text(result.drawing).rstrip("\n"))
        if result.stopped:
            print(comment_line(facts.caution(result)), file=boards.remark_stream)
    else:
        print(comment_line(facts.as_text(result)), file=boards.remark_stream)
    return facts.exit_code(result)


@click.command("count")
@arguments.boards()
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop counting at N.")
@click.option("--json", "json_", is_flag=True, help="Print the count as JSON.")
@options.engine_option
@options.limit_options
def count_(rules: Ruleset, puzzle: Puzzle, limit: int | None, json_: bool, engine: str, limits: Limits) -> int:
    """Count the answers of BOARD that differ on the board."""
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.count(limit, engine, see=live)
    if json_:
        output.write_json(count.as_json(result))
    else:
        print(count.number(result))
    return count.exit_code(result)
