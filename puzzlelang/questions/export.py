"""`export`: the problem as text for other solvers."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Values
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, QuestionParameters, Replies
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import AnswerCount, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import engines, hidden_verdicts, stats
from puzzlelang.solving.stats import Stats


class ExportQuestion(Question["ExportResult"], frozen=True):
    """The problem as text for other solvers; `form` is a value of `solving.outside.export.Form`.

    `unique`: solve first, then export the search for another answer.  `known`: export the search for an answer other
    than this drawing, called `name` in messages.  `ask`: end with commands that print the values.  `without`: names of
    deductions not to be made.  Replies: `ExportText`, or `AnswerCount(0)`.
    """

    form: str
    unique: bool = False
    known: wire.Marks | None = None
    name: str = ""
    ask: bool = False
    without: tuple[str, ...] = ()


class ExportResult(msgspec.Struct, frozen=True):
    """An export with the number of its constraints and variables; None if there is none.

    `stopped`: why the search gave up; if it did not, the board has no answer.
    """

    text: str | None
    constraints: int = 0
    variables: int = 0
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)


class ExportText(Reply, frozen=True):
    """An export and how much is in it."""

    text: str
    constraints: int
    variables: int


class ExportParameters(QuestionParameters, frozen=True):
    """The form of the text; see `solving.outside.export.Form`."""

    form: Literal["lia", "bool", "bv", "dimacs"] = "lia"


def answer(session: Session, question: ExportQuestion) -> Iterator[Reply]:
    """Yield the text of the export, or `AnswerCount(0)` if `unique` is asked and the board has no answer."""
    from puzzlelang.solving.outside import export

    engines.check_deductions(question.without)
    excluded = None
    if question.known is not None:
        excluded = right_answer(session, question.known, question.name)
    elif question.unique:
        solver = yield from session.checked_solver(engines.AUTO, without=question.without)
        yield from session.begin(stats.FIRST)
        excluded = solver.ask(stats.FIRST)
        if excluded is None:
            yield AnswerCount(0)
            return
    yield from session.begin(stats.WRITE)
    form = export.Form(question.form)
    text = export.text(session.problem, form, unique=excluded, ask=question.ask, without=question.without)
    yield ExportText(text, len(session.problem.constraints), len(session.problem.variables))


def right_answer(session: Session, marks: wire.Marks, name: str) -> Values:
    """The values of the drawing of that name.  Raises `Failed` unless it is complete and breaks no rule."""
    values = session.drawn_values(marks)
    truths = hidden_verdicts.verdicts(session.problem, values, engines.engine(engines.AUTO))
    if broken := [item for item in findings(session.problem, values, truths) if item.broken]:
        message = f"{name} breaks a rule: {broken[0].rule.name}: {broken[0].sentence}"
        raise fail("E324", message, hint="`puzzlelang check` lists all that it breaks")
    board = values[: len(session.problem.board)]
    complete = tuple(value for value in board if value is not None)
    if len(complete) < len(board):
        place = session.problem.variables[list(board).index(None)]
        raise fail("E324", f"{name} is no whole answer: {place} is not decided")
    return complete


def gather(_: Reader, question: Question[ExportResult], replies: Replies) -> ExportResult:  # noqa: ARG001
    """The result of replies."""
    export = replies.last(ExportText)
    if export is None:
        return ExportResult(None, stopped=replies.stopped, stats=replies.stats)
    return ExportResult(export.text, export.constraints, export.variables, stats=replies.stats)


def as_json(export_result: ExportResult, _: object = None) -> Json:
    """`status` (`written`, `none`, `unknown`) and the `text`, or `stopped`."""
    if export_result.text is None:
        return {"status": "unknown" if export_result.stopped else "none", "stopped": export_result.stopped}
    return {"status": "written", "text": export_result.text}


def as_text(export_result: ExportResult, _: object = None) -> str:
    """Return how much was written, or why nothing was."""
    if export_result.text is None:
        return f"Nothing is written: {export_result.stopped or 'there is no answer'}."
    return f"{export_result.constraints} assertions about {export_result.variables} unknowns."


def exit_code(export_result: ExportResult, _: object = None) -> int:
    """`NO` if there is no answer that others could differ from."""
    return YES if export_result.text is not None else UNKNOWN if export_result.stopped else NO


KIND = QuestionKind(
    "export", ExportQuestion, answer, gather, as_json, as_text, exit_code, (ExportText,), ExportParameters,
    ask=lambda parameters, _: ExportQuestion(parameters.form),
)  # fmt: skip
