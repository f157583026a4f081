"""`complete`: whether a drawing can be completed to an answer."""

from collections.abc import Iterator

import msgspec

from puzzlelang.puzzle import Solution
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, Replies
from puzzlelang.questions.searching import known_completion
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import AnswerCount, ExampleAnswer, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.stats import Stats


class Completion(msgspec.Struct, frozen=True):
    """Whether a drawing can be completed; None and why if that was not found out.  `answer`: one way to do it."""

    possible: bool | None
    answer: Solution | None = None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)


class CompleteQuestion(Question[Completion], frozen=True):
    """Whether a drawing can be completed.  Replies: `ExampleAnswer` or `AnswerCount(0)`."""

    drawing: wire.Marks | None = None
    engine: str = AUTO


def answer(session: Session, question: CompleteQuestion) -> Iterator[Reply]:
    """Yield an answer that has the drawn values, or `AnswerCount(0)`."""
    fixed = session.fixed(question.drawing)
    values = known_completion(session, fixed)
    if values is None and session.all_answers is None:
        solver = yield from session.checked_solver(question.engine)
        yield from session.begin(stats.FIRST)
        values = solver.ask(stats.FIRST, fixed)
    yield AnswerCount(0) if values is None else ExampleAnswer(tuple(values))


def gather(reader: Reader, question: CompleteQuestion, replies: Replies) -> Completion:  # noqa: ARG001
    """The result of replies."""
    possible = replies.last(ExampleAnswer)
    if possible is not None:
        return Completion(True, reader.solution(possible.values), "", replies.stats)
    return Completion(None if replies.stopped else False, None, replies.stopped, replies.stats)


def as_json(completion: Completion, _: object = None) -> Json:
    """`completable`, null with `completable_stopped` if that is not known."""
    reason = {"completable_stopped": completion.stopped} if completion.stopped else {}
    return {"completable": completion.possible, **reason}


def as_text(completion: Completion, _: object = None) -> str:
    """Whether it can be completed."""
    if completion.possible is None:
        return f"Whether it can be completed is not known: {completion.stopped}."
    return "It can still be completed." if completion.possible else "It cannot be completed to an answer."


def exit_code(completion: Completion, _: object = None) -> int:
    """`NO` if it cannot be completed."""
    return UNKNOWN if completion.possible is None else YES if completion.possible else NO


KIND = QuestionKind("complete", CompleteQuestion, answer, gather, as_json, as_text, exit_code)
