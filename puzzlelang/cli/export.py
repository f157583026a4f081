"""`export`."""

from pathlib import Path

import rich_click as click

from puzzlelang import pipeline
from puzzlelang.cli import output


@click.command("export")
@click.argument("rules")
@click.argument("board", default="-")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@click.option("--values", "ask", is_flag=True, help="End with (get-value …); solvers call that an error if unsat.")
def export_(rules: str, board: str, target: Path | None, force: bool, ask: bool) -> int:
    """Write BOARD and its RULES as SMT-LIB 2.6, which any SMT solver reads.

    One named assertion for each case of a rule, with the rule's sentence, and a table from symbols to places.
    """
    from puzzlelang.smt.to_script import script

    ruleset = pipeline.load(rules)
    problem = pipeline.ground(ruleset, pipeline.board(ruleset, output.read_board(board)))
    text = script(problem, ask=ask)
    if target is None:
        print(text, end="")
        return output.FINE
    output.write_file(target, text, force=force)
    print(f"wrote {target}: {len(problem.constraints)} assertions about {len(problem.variables)} unknowns")
    return output.FINE
