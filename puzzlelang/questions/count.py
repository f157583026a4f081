"""`count`: how many answers a board has."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, QuestionParameters, Replies
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.stats import Stats


class Count(msgspec.Struct, frozen=True):
    """The number of answers: `answers` at least, and no more if `complete`; `stopped`: why the search gave up."""

    answers: int
    complete: bool
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)


class CountQuestion(Question[Count], frozen=True):
    """The question how many answers there are, up to `limit`. Replies: `RunningCount`, again and again."""

    limit: int | None = None
    engine: str = AUTO


class RunningCount(Reply, frozen=True):
    """The number of answers found so far; `complete`: there are no others."""

    topic: ClassVar[str] = "answers"
    answers: int
    complete: bool

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the number of answers found so far, in words; empty if there is none."""
        return count_of(self.answers, "answer") + " so far" if self.answers else ""


class CountParameters(QuestionParameters, frozen=True):
    """The limit of a count."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 10_000


def answer(session: Session, question: CountQuestion) -> Iterator[Reply]:
    """Yield a `RunningCount` for each answer found; each answer is then excluded from the search."""
    limit = question.limit
    if session.all_answers is not None:
        all_of_them = limit is None or len(session.all_answers) < limit
        yield RunningCount(
            len(session.all_answers) if limit is None else min(limit, len(session.all_answers)), all_of_them
        )
        return
    solver, number = (yield from session.checked_solver(question.engine)), 0
    yield from session.begin(stats.FIRST)
    while limit is None or number < limit:
        values = solver.ask(stats.UNIQUE if number else stats.FIRST)
        if values is None:
            yield RunningCount(number, True)
            return
        number += 1
        yield RunningCount(number, False)
        solver.exclude(values)


def gather(_: Reader, question: CountQuestion, replies: Replies) -> Count:  # noqa: ARG001
    """The result of replies."""
    counted = replies.last(RunningCount)
    if counted is None:
        return Count(0, False, replies.stopped, replies.stats)
    return Count(counted.answers, counted.complete, replies.stopped, replies.stats)


def as_json(count: Count, _: object = None) -> Json:
    """`count`, `complete` and `stopped`."""
    return {"count": count.answers, "complete": count.complete, "stopped": count.stopped}


def number(count: Count) -> str:
    """`3`, or `3 at least` with the reason."""
    more = "" if count.complete else f" at least ({count.stopped})" if count.stopped else " at least"
    return f"{count.answers}{more}"


def as_text(count: Count, _: object = None) -> str:
    """Return how many answers there are."""
    return f"Answers: {number(count)}."


def exit_code(count: Count, _: object = None) -> int:
    """`NO` if there is no answer."""
    return UNKNOWN if count.stopped else YES if count.answers else NO


KIND = QuestionKind(
    "count", CountQuestion, answer, gather, as_json, as_text, exit_code, (RunningCount,), CountParameters,
    ask=lambda parameters, _: CountQuestion(parameters.limit),
    batch=lambda engine, _: CountQuestion(None, engine), answers=lambda count: count.answers,
)  # fmt: skip
