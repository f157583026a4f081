"""The command `export`."""

import sys
from pathlib import Path

from puzzlelang import files
from puzzlelang.cli import arguments, options
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import export
from puzzlelang.questions.export import ExportQuestion, ExportResult
from puzzlelang.questions.stage import StageQuestion
from puzzlelang.sessions import wire
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits

LOGICS = ["lia", "bool", "bv"]
"""Values of `solving.outside.export.Form`, which is not loaded for the help."""

STAGES = ["typed", "problem", "clauses", "cuts"]
"""Values of `questions.stage.Stage`."""


@click.command("export")
@arguments.boards(beside=("known",))
@options.target_options
@click.option(
    "--unique", is_flag=True, help="Solve first and ask for a different answer: unsat means that there is none."
)
@click.option("--except", "known", metavar="DRAWING", help="Ask for an answer different from the one in this file.")
@click.option("--logic", type=click.Choice(LOGICS), help="Numbers as integers (the default), Booleans, or bit-vectors.")
@click.option("--format", "format_", type=click.Choice(["smt2", "dimacs"]), help="The format; smt2 by default.")
@click.option("--values", "ask", is_flag=True, help="End with (get-value …); solvers call that an error if unsat.")
@click.option("--stage", type=click.Choice(STAGES), help="Write the output of a stage as readable text.")
@options.without_option
@options.limit_options
def export_(
    rules: Ruleset,
    puzzle: Puzzle,
    target: Path | None,
    force: bool,
    unique: bool,
    known: str | None,
    logic: str | None,
    format_: str | None,
    ask: bool,
    stage: str | None,
    without: tuple[str, ...],
    limits: Limits,
) -> int:
    """Write BOARD and its RULES for other solvers: as SMT-LIB 2.6 for any SMT solver, or as DIMACS.

    Each case of a rule is a named assertion with the rule's sentence; a table maps symbols to places. `decode` reads
    the solver's answer.

    --stage is for people who write rules or change this program: the checked rules, the problem of BOARD, its clauses,
    or the cuts about graphs that are added while it is solved.
    """
    if stage is not None and (unique or ask or known is not None or logic is not None or format_ is not None):
        raise click.UsageError("--stage is for people: the other options are about solvers.")
    if unique and known is not None:
        raise click.UsageError("--unique and --except exclude each other.")
    if format_ == "dimacs" and (logic is not None or ask):
        raise click.UsageError("--logic and --values are about SMT-LIB; DIMACS has neither.")
    drawing = None if known is None else arguments.drawing(rules, puzzle, known)
    form = "dimacs" if format_ == "dimacs" else logic or LOGICS[0]
    question: ExportQuestion | StageQuestion = ExportQuestion(
        form, unique, wire.marks(drawing), known or "", ask, without
    )
    if stage is not None:
        question = StageQuestion(stage, without)
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.ask(question, see=live)
    return _deliver(result, target, force)


def _deliver(export_result: ExportResult, target: Path | None, force: bool) -> int:
    """The text to its place, or on standard error why there is none; the exit code."""
    if export_result.text is None:
        print(export.as_text(export_result), file=sys.stderr)
    elif target is None:
        print(export_result.text, end="")
    else:
        files.write_text(target, export_result.text, force=force)
        print(f"wrote {target}: {export_result.constraints} assertions about {export_result.variables} unknowns")
    return export.exit_code(export_result)
