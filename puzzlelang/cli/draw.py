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
@click.option(
    "--as", "form", type=click.Choice(FORMS), help="The form; by default that of the ending of FILE, else svg."
)
@click.option("--dark", is_flag=True, help="Use the colours for dark pages.")
def draw_(
    rules: Ruleset, puzzle: Puzzle, drawing: str | None, target: Path | None, force: bool, form: str | None, dark: bool
) -> int:
    """Draw BOARD as a picture, with its drawing or a separate file DRAWING.

    `solve --as svg` draws the answer. The look follows from the declarations in RULES and from their `draw` statements.
    """
    sketch = arguments.drawing(rules, puzzle, drawing)
    scene = pipeline.picture(rules, puzzle, sketch)
    return pictures.deliver(scene, form or pictures.form_of(target), target, force=force, dark=dark)
