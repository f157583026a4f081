"""`check`: which rules a drawing breaks or does not satisfy yet."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.problem.findings import Finding, Worth, findings, worth
from puzzlelang.problem.record import Partial
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.questions import complete
from puzzlelang.questions.base import (
    NO,
    UNKNOWN,
    YES,
    Json,
    Question,
    QuestionKind,
    QuestionParameters,
    Replies,
    stopped_json,
    unknown_text,
)
from puzzlelang.questions.complete import CompleteQuestion, Completion
from puzzlelang.questions.wording import place_list
from puzzlelang.sessions import highlights, wire
from puzzlelang.sessions.empty_completion import complete_empty
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.sessions.wire import Code
from puzzlelang.solving import engines, hidden_verdicts, stats
from puzzlelang.solving.stats import Stats, measure_stage
from puzzlelang.typed import ir


class Verdict(msgspec.Struct, frozen=True):
    """The rules that a drawing breaks or does not satisfy yet.

    `drawn`: something is drawn.  `answer`: its values if everything is decided.  `empty_completion`: the answer that
    results if all undecided places stay empty, if there is one.  `stopped`: why the check gave up; then `findings` say
    nothing.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    drawing: Drawing | None
    findings: tuple[Finding, ...]
    drawn: bool
    answer: Solution | None = None
    stopped: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    stats: Stats = msgspec.field(default_factory=Stats)
    empty_completion: Solution | None = None

    @property
    def complete(self) -> bool | None:
        """Whether everything is decided; None if that was not found out."""
        return None if self.stopped else self.answer is not None

    @property
    def worth(self) -> Worth | None:
        """Return what the drawing is worth; None if that was not found out."""
        return None if self.stopped else worth(self.findings, complete=self.answer is not None)

    @property
    def right(self) -> bool | None:
        """Whether the drawing is an answer; None if that was not found out."""
        return None if self.stopped else self.worth is Worth.RIGHT

    @property
    def finished(self) -> bool:
        """Whether the drawing is an answer, or becomes one if all undecided places stay empty."""
        return bool(self.right) or self.empty_completion is not None

    def _repr_svg_(self) -> str:
        """The drawing, with the places of broken rules."""
        shown = self.drawing if self.answer is None else self.answer
        return highlights.svg(self.rules, self.puzzle, shown, highlights.finding_roles(self.findings))


class CheckQuestion(Question[Verdict], frozen=True):
    """The question which rules a drawing breaks or does not satisfy yet. Replies: `DrawingFindings`."""

    drawing: wire.Marks | None = None


class FindingMessage(msgspec.Struct, frozen=True, array_like=True):
    """A rule that does not hold; see `problem.findings.Finding`."""

    rule: str
    sentence: str
    broken: bool
    cells: tuple[Code, ...]
    bindings: tuple[tuple[str, str], ...] = ()


class DrawingFindings(Reply, frozen=True):
    """The rules that a drawing breaks or leaves open; `values` if everything is decided.  `drawn`: something is.

    `empty_completion`: the values of the answer that results if all undecided places stay empty; None if that is no
    answer.
    """

    findings: tuple[FindingMessage, ...]
    drawn: bool
    values: tuple[bool | int, ...] | None = None
    empty_completion: tuple[bool | int, ...] | None = None


class CheckParameters(QuestionParameters, frozen=True):
    """Whether to ask also if the drawing can be completed."""

    deep: bool = False


def answer(session: Session, question: CheckQuestion) -> Iterator[Reply]:
    """Yield the findings about the drawing of a `CheckQuestion`."""
    yield from session.begin(stats.CHECK)
    values = session.seen_values(question.drawing)
    result = judge(session, values, drawn=question.drawing is not None)
    yield msgspec.structs.replace(result, empty_completion=_empty_completion(session, question, values, result))


def _empty_completion(
    session: Session, question: CheckQuestion, values: Partial, drawing_findings: DrawingFindings
) -> tuple[bool | int, ...] | None:
    """Return the answer that results if all undecided places stay empty; None if that is no answer."""
    drawing = session.drawing(question.drawing)
    if drawing is None or drawing_findings.values is not None or any(item.broken for item in drawing_findings.findings):
        return None
    whole = complete_empty(session.rules, session.problem, drawing, values)
    if whole is None:
        return None
    judged = judge(session, whole, drawn=True)
    return None if judged.findings else judged.values


def judge(session: Session, values: Partial, *, drawn: bool, every: bool = True) -> DrawingFindings:
    """Return the findings about these values, only those that are broken unless `every`.

    Raises `Stopped` if the verdict on hidden variables is not found.
    """
    with measure_stage(session.stats.seconds, stats.CHECK):
        truths = hidden_verdicts.verdicts(session.problem, values, engines.engine(engines.AUTO))
        result = findings(session.problem, values, truths, every=every)
    broken = tuple(
        FindingMessage(
            item.rule.name, item.sentence, item.broken, tuple(map(wire.place_code, item.cells)), item.bindings
        )
        for item in result
    )
    board = values[: len(session.problem.board)]
    complete = tuple(value for value in board if value is not None)
    return DrawingFindings(broken, drawn, complete if len(complete) == len(board) else None)


def gather(reader: Reader, question: Question[Any], replies: Replies, drawing: Drawing | None = None) -> Verdict:
    """The result of replies; `drawing` is what was checked, by default that of the question."""
    rules, puzzle = reader.rules, reader.puzzle
    if drawing is None and isinstance(question, CheckQuestion):
        drawing = reader.read_drawing(question.drawing)
    checked = replies.last(DrawingFindings)
    if checked is None:
        drawn = drawing is not None
        return Verdict(rules, puzzle, drawing, (), drawn, None, replies.stopped, reader.warnings, replies.stats)
    result = tuple(
        reader.finding(item.rule, item.sentence, item.broken, item.cells, item.bindings) for item in checked.findings
    )
    answer, empty = (
        None if values is None else reader.solution(values) for values in (checked.values, checked.empty_completion)
    )
    return Verdict(
        rules, puzzle, drawing, result, checked.drawn, answer, replies.stopped, reader.warnings, replies.stats, empty
    )


def as_json(verdict: Verdict, completion: Completion | None = None) -> Json:
    """`status` (`right`, `open`, `broken`, `unknown` with `stopped`) and every rule that is broken or open, with cells.

    `emptied`: an open drawing is an answer if all that it leaves open stays empty.
    `completable` says whether it can be completed, null with `completable_stopped` if that is not known.
    """
    content: dict[str, object] = {
        "status": "unknown" if verdict.worth is None else verdict.worth.value,
        "rules": [
            {
                "rule": item.rule.name,
                "sentence": item.sentence,
                "broken": item.broken,
                "cells": [str(cell) for cell in item.cells],
            }
            for item in verdict.findings
        ],
        **({} if verdict.empty_completion is None else {"emptied": True}),
        **stopped_json(verdict.stopped),
    }
    if completion is not None:
        content |= complete.as_json(completion)
    return content


def findings_text(result: Sequence[Finding], *, drawn: bool, complete: bool, emptied: bool = False) -> str:
    """Return the verdict, broken rules, then open ones; `emptied`: an answer if all undecided places stay empty."""
    if emptied:
        return "This is a right answer: what is not drawn stays empty."
    broken = [item for item in result if item.broken]
    waiting = [item for item in result if not item.broken]
    lines = [_worth(broken, waiting, drawn=drawn, complete=complete)]
    if broken:
        lines.append("")
    for item in broken:
        lines.append(f"broken: {item.rule.name}: {item.sentence}")
        lines.append(f"    {place_list(item.cells)}" if item.cells else "    the givens alone break it")
    if waiting:
        lines.append("")
    for item in waiting:
        lines.append(f"not yet satisfied: {item.rule.name}: {item.sentence}")
        lines.append(f"    undecided: {place_list(item.cells)}")
    return "\n".join(lines)


def _worth(broken: Sequence[Finding], waiting: Sequence[Finding], *, drawn: bool, complete: bool) -> str:
    rest = f"; not yet satisfied: {_rules(waiting)}" if waiting else ""
    match worth((*broken, *waiting), complete=complete):
        case Worth.RIGHT:
            return "This is a right answer."
        case Worth.BROKEN:
            return f"Broken: {_rules(broken)}{rest}."
        case Worth.OPEN if drawn:
            return f"So far so good: nothing is broken{rest or '; some cells are not decided'}."
        case Worth.OPEN:
            return "Nothing is drawn on this board, so far so good."
        case other:
            assert_never(other)


def _rules(result: Sequence[Finding]) -> str:
    """`1 rule`, `2 rules (in 5 places)`."""
    count = len({item.rule.name for item in result})
    places = f" (in {len(result)} places)" if len(result) > count else ""
    return count_of(count, "rule") + places


def as_text(verdict: Verdict, completion: Completion | None = None) -> str:
    """Return what the drawing is worth, every rule that it breaks, and whether it can be completed."""
    if verdict.stopped:
        return unknown_text(verdict.stopped)
    text = findings_text(
        verdict.findings,
        drawn=verdict.drawn,
        complete=verdict.answer is not None,
        emptied=verdict.empty_completion is not None,
    )
    ahead = completion_text(verdict, completion)
    return f"{text}\n{ahead}" if ahead else text


def completion_text(verdict: Verdict, completion: Completion | None) -> str:
    """Whether the drawing can be completed, where that is worth saying."""
    if completion is None or verdict.stopped or verdict.finished:
        return ""
    return complete.as_text(completion)


def summary(verdict: Verdict, completion: Completion | None = None) -> str:
    """Return what the drawing is worth in one line, and whether it can be completed unless a rule is broken."""
    first = as_text(verdict).split("\n")[0]
    ahead = "" if verdict.worth is Worth.BROKEN else completion_text(verdict, completion)
    return f"{first}\n{ahead}" if ahead else first


def exit_code(verdict: Verdict, completion: Completion | None = None) -> int:
    """`NO` if a rule is broken, or the drawing cannot be completed."""
    if verdict.stopped:
        return UNKNOWN
    if verdict.worth is Worth.BROKEN or (completion is not None and completion.possible is False):
        return NO
    return UNKNOWN if completion is not None and completion.stopped else YES


def follow(verdict: Verdict, parameters: CheckParameters) -> CompleteQuestion | Completion | None:
    """Return the question whether the drawing can be completed, its result if a rule is broken, None if not asked."""
    if not parameters.deep or verdict.stopped:
        return None
    if verdict.worth is Worth.BROKEN:
        return Completion(False)
    return CompleteQuestion(wire.marks(verdict.drawing))


KIND = QuestionKind(
    "check", CheckQuestion, answer, gather, as_json, as_text, exit_code, (DrawingFindings,), CheckParameters,
    ask=lambda _, drawing: CheckQuestion(wire.marks(drawing or Drawing({}))), follow=follow,
    batch=lambda _, drawing: CheckQuestion(wire.marks(drawing)), summary=summary,
)  # fmt: skip
