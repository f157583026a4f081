"""The command `draw`."""

from pathlib import Path

from puzzlelang import pipeline
from puzzlelang.cli import arguments, options, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.puzzle import Puzzle
from puzzlelang.scene.outputs import FORMS
from puzzlelang.typed.ir import Ruleset


@click.command("draw")
@arguments.boards("drawing")
@options.target_options
@options.own_limit_options("drawing the board")
@click.option("--as", "form", type=click.Choice(FORMS), help="The form; by default what FILE ends in, else svg.")
@click.option("--dark", is_flag=True, help="In the colours for dark pages.")
def draw_(
    rules: Ruleset, puzzle: Puzzle, drawing: str | None, target: Path | None, force: bool, form: str | None, dark: bool
) -> int:
    """Draw BOARD as a picture, with what is drawn on it or in a file DRAWING.

    `solve --as svg` draws the answer. How things look follows from the RULES, and from `draw` statements in them.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
    scene = pipeline.picture(rules, puzzle, sketch)
    return pictures.deliver(scene, form or pictures.form_of(target), target, force=force, dark=dark)
