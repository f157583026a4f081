"""`minimise`: a board without clues that it does not need."""

import sys
from pathlib import Path

from puzzlelang import files, pipeline
from puzzlelang.asking.limits import Limits
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.asking.results import Minimised
from puzzlelang.cli import arguments, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import Live
from puzzlelang.making.symmetry import SYMMETRIES
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import text as as_text
from puzzlelang.typed.ir import Ruleset


@click.command("minimise")
@arguments.boards()
@click.option("--keep", multiple=True, metavar="NAME|PLACE", help="Keep these clues, such as clue or R1C2.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", help="Clues go with their images.")
@click.option("--clues", "least", type=click.IntRange(0), default=0, metavar="N", help="Stop at N clues.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Chooses among several results.")
@click.option("--as", "form", type=click.Choice(pipeline.FORMS), default="text", help="Print the board in this form.")
@options.engine
@options.limited
@options.target
def minimise_(
    rules: Ruleset,
    puzzle: Puzzle,
    keep: tuple[str, ...],
    symmetry: str,
    least: int,
    seed: int,
    form: str,
    engine: str,
    timeout: float,
    memory: int,
    target: Path | None,
    force: bool,
) -> int:
    """Take clues away from BOARD as long as its answer stays the only one; none of those left can go.

    Clues are values that the rules allow to be absent. The board is printed; what is known about it goes to standard
    error. At a limit the board is printed with the clues that are left by then.
    """
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened, Live(opened) as live:
        found = opened.minimise(keep, symmetry, least, seed, engine, see=live)
    if found.puzzle is None:
        print(as_text.not_one(found.answers, found.stopped))
        return output.UNKNOWN if found.stopped else output.NO_ANSWER
    text = pipeline.convert(rules, found.puzzle, form)
    if target is None:
        output.say(text.rstrip("\n"))
    else:
        files.write_text(target, text, force=force)
        print(f"wrote {target}")
    print(_told(found, least), file=sys.stderr)
    return output.UNKNOWN if found.stopped else output.FINE


def _told(found: Minimised, least: int) -> str:
    """How many clues went, and what is known of the others."""
    went = f"{found.dropped} clue{'s' * (found.dropped != 1)} went, {found.left} are left"
    if not found.minimal:
        return f"{went}. More could go: {found.stopped}."
    return f"{went}, as many as wanted at least." if least >= found.left else f"{went}, each of them needed."
