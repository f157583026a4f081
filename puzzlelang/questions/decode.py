"""`decode`: the output of another solver on an export, checked."""

from collections.abc import Iterator

import msgspec

from puzzlelang.formats.text import write
from puzzlelang.questions import check
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, Replies, unknown_text
from puzzlelang.questions.check import DrawingFindings, Verdict, judge
from puzzlelang.questions.wording import solution_json
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.source import Source


class DecodeQuestion(Question["Decoding"], frozen=True):
    """The output of a solver about an export. Replies: `SolverAnswer`, then `DrawingFindings` if it printed values."""

    name: str
    text: str


class Decoding(msgspec.Struct, frozen=True):
    """The answer of another solver to an export, and the verdict on it.

    `status`: `sat`, `unsat` or `unknown`; None if it was not read.  `reason`: why the solver or the search gave up.
    `assumed`: the variables to which the solver gave no value.
    """

    status: str | None
    verdict: Verdict
    reason: str = ""
    assumed: tuple[str, ...] = ()


class SolverAnswer(Reply, frozen=True):
    """The answer of another solver: `status` is `sat`, `unsat` or `unknown`, and `reason` explains the last.

    With `sat` it has the values; `assumed` are the variables to which the solver gave none.
    """

    status: str
    reason: str = ""
    values: tuple[bool | int, ...] = ()
    assumed: tuple[str, ...] = ()


def answer(session: Session, question: DecodeQuestion) -> Iterator[Reply]:
    """Yield what the solver answered and, if it gave values, the findings about them."""
    from puzzlelang.solving.outside import decode
    from puzzlelang.solving.outside.answer import Status

    yield from session.begin(stats.CHECK)
    output = decode.read(Source(question.name, question.text))
    if output.status is not Status.SAT:
        yield SolverAnswer(output.status.value, output.reason)
        return
    result = decode.decode(session.problem, output)
    yield SolverAnswer(output.status.value, "", tuple(result.values), tuple(map(str, result.assumed)))
    yield judge(session, session.problem.padded(result.values), drawn=True)


def gather(reader: Reader, question: DecodeQuestion, replies: Replies) -> Decoding:
    """The result of replies."""
    verdict, decode = check.gather(reader, question, replies), replies.last(SolverAnswer)
    if decode is None:
        return Decoding(None, verdict, replies.stopped)
    return Decoding(decode.status, verdict, decode.reason or verdict.stopped, decode.assumed)


def status(decoding: Decoding) -> str:
    """Return `none` if the solver denies an answer, `unknown` if its answer or the verdict is unknown, else empty."""
    if decoding.status == "unsat":
        return "none"
    return "unknown" if decoding.status != "sat" or decoding.verdict.stopped else ""


def as_json(decoding: Decoding, _: object = None) -> Json:
    """`status` as for `check`, or `none` or `unknown`; the rules that the answer breaks, and the answer itself."""
    if status(decoding):
        return {"status": status(decoding)}
    verdict = decoding.verdict
    assert verdict.answer is not None
    answers = [
        {"text": write.write(verdict.rules, verdict.puzzle, verdict.answer), "values": solution_json(verdict.answer)}
    ]
    return {**check.as_json(verdict), "answers": answers}


def as_text(decoding: Decoding, _: object = None) -> str:
    """Return what the answer is worth, or why there is none."""
    match status(decoding):
        case "none":
            return "The solver says that there is no answer; after `--unique` or `--except`, no other."
        case "unknown":
            return unknown_text(decoding.reason or "the solver did not find out")
        case _:
            return check.findings_text(decoding.verdict.findings, drawn=True, complete=True)


def exit_code(decoding: Decoding, _: object = None) -> int:
    """`NO` if the solver denies an answer, or its answer breaks a rule."""
    if status(decoding):
        return NO if status(decoding) == "none" else UNKNOWN
    return NO if decoding.verdict.findings else YES


KIND = QuestionKind(
    "decode", DecodeQuestion, answer, gather, as_json, as_text, exit_code, (SolverAnswer, DrawingFindings)
)
