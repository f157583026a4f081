"""`export`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import rich_click as click

from puzzlelang import pipeline
from puzzlelang.cli import arguments, options, output
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.problem.drawn import drawn
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Problem, Values
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.solving import engines, limits, search
from puzzlelang.solving.engine import Unknown
from puzzlelang.solving.outside import written
from puzzlelang.solving.outside.written import Form
from puzzlelang.typed.ir import Ruleset

LOGICS = [Form.INTEGERS.value, Form.BOOLEANS.value, Form.VECTORS.value]


@click.command("export")
@arguments.boards(beside=("known",))
@click.option("-o", "--output", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@click.option("--unique", is_flag=True, help="Solve first, and ask for another answer: unsat if there is no other.")
@click.option("--except", "known", metavar="DRAWING", help="Ask for another answer than the one in this file.")
@click.option("--logic", type=click.Choice(LOGICS), help="Numbers as integers (the default), Booleans, or bit-vectors.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["smt2", "dimacs"]),
    default="smt2",
    show_default=True,
    help="What to write.",
)
@click.option("--values", "ask", is_flag=True, help="End with (get-value …); solvers call that an error if unsat.")
@options.limited
def export_(
    rules: Ruleset,
    puzzle: Puzzle,
    target: Path | None,
    force: bool,
    unique: bool,
    known: str | None,
    logic: str | None,
    format_: str,
    ask: bool,
    timeout: float,
    memory: int,
) -> int:
    """Write BOARD and its RULES for other solvers: as SMT-LIB 2.6 for any SMT solver, or as DIMACS.

    One named assertion for each case of a rule, with the rule's sentence, and a table from symbols to places. `decode`
    reads what the solver answers.
    """
    if unique and known is not None:
        raise click.UsageError("--unique and --except exclude each other.")
    if format_ == "dimacs" and (logic is not None or ask):
        raise click.UsageError("--logic and --values are about SMT-LIB; DIMACS has neither.")
    drawing = None if known is None else boards.read_drawing(rules, puzzle, output.read_board(known, rules))
    form = Form.CLAUSES if format_ == "dimacs" else Form(logic or Form.INTEGERS.value)

    def job() -> Iterator[Written | str]:
        problem = pipeline.ground(rules, puzzle)
        excluded = None if drawing is None else right_answer(problem, drawing, known or "")
        if unique:
            found = next(search.stream(problem, engines.engine(), 1), None)
            if isinstance(found, Unknown):
                yield found.reason
                return
            excluded = found
        if excluded is not None or not unique:
            text = written.text(problem, form, unique=excluded, ask=ask)
            yield Written(text, len(problem.constraints), len(problem.variables))

    ticker = output.Ticker()
    try:
        items, stopped = limits.worked(job, options.within(timeout, memory, ticker))
    finally:
        ticker.clear()
    return _deliver(items[0] if items else None, stopped, target, force)


class Written(msgspec.Struct, frozen=True):
    """The text and how much is in it."""

    text: str
    constraints: int
    unknowns: int


def _deliver(found: Written | str | None, stopped: str, target: Path | None, force: bool) -> int:
    """The text to its place, or on standard error why there is none; the exit code."""
    if not isinstance(found, Written):
        stopped = found or stopped
        reason = f"no answer is known: {stopped}" if stopped else "there is no answer"
        print(f"Nothing is written, as {reason}.", file=sys.stderr)
        return output.UNKNOWN if stopped else output.NO_ANSWER
    if target is None:
        print(found.text, end="")
        return output.FINE
    output.write_file(target, found.text, force=force)
    print(f"wrote {target}: {found.constraints} assertions about {found.unknowns} unknowns")
    return output.FINE


def right_answer(problem: Problem, drawing: Drawing, name: str) -> Values:
    """The values of the drawing of that name.  Raises `Failed` unless it is complete and breaks no rule."""
    values = drawn(problem, drawing)
    if broken := [item for item in findings(problem, values) if item.broken]:
        message = f"{name} breaks a rule: {broken[0].rule.name}: {broken[0].sentence}"
        raise fail("E324", message, hint="`puzzlelang check` lists all that it breaks")
    complete = tuple(value for value in values if value is not None)
    if len(complete) < len(values):
        place = problem.variables[list(values).index(None)]
        raise fail("E324", f"{name} is no whole answer: {place} is not decided")
    return complete
