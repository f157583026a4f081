"""The parts of every question: a record, the replies that answer it, and the result of these."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from puzzlelang.puzzle import Drawing
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import AnswerCount, Cost, Reply, Stop
from puzzlelang.sessions.session import Session
from puzzlelang.solving.stats import Stats

Json = Mapping[str, object]

R = TypeVar("R")
ReplyType = TypeVar("ReplyType", bound=Reply)

YES, NO, UNKNOWN = 0, 1, 4
"""Exit codes of questions: solved or nothing wrong, no answer or broken, not known at a limit."""


class Question(msgspec.Struct, Generic[R], frozen=True):
    """A question to a board, whose replies come to a result of type R."""


class QuestionParameters(msgspec.Struct, frozen=True):
    """The choices of a person about a question, besides the board and what is drawn on it."""


class Replies:
    """The replies to one question: all of those that were kept, in order."""

    def __init__(self) -> None:
        self._kept: dict[type[Reply], list[Reply]] = {}

    def note(self, reply: Reply) -> None:
        """Keep a reply."""
        self._kept.setdefault(type(reply), []).append(reply)

    def all_of(self, kind: type[ReplyType]) -> Sequence[ReplyType]:
        """All replies of a kind."""
        return self._kept.get(kind, [])  # type: ignore[return-value]

    def last(self, kind: type[ReplyType]) -> ReplyType | None:
        """The last reply of a kind; None if there is none."""
        result = self._kept.get(kind)
        return result[-1] if result else None  # type: ignore[return-value]

    @property
    def stopped(self) -> str:
        """Return why the search gave up, empty if it did not."""
        last = self.last(Stop)
        return "" if last is None else last.reason

    @property
    def stats(self) -> Stats:
        """The costs of the question."""
        last = self.last(Cost)
        return Stats() if last is None else last.stats

    @property
    def proved_count(self) -> int | None:
        """The number of all answers, if it was proved."""
        last = self.last(AnswerCount)
        return None if last is None else last.answers


class QuestionKind(msgspec.Struct, frozen=True):
    """A kind of question with all functions for it; commands, the page, batches and the Python API read this record.

    `replies`: the reply types that only this question has.  `answer` yields the replies in a session; `gather` makes
    the result from them.  `as_json`, `as_text` and `exit_code` (`YES`, `NO` or `UNKNOWN`) present the result.  Each of
    these three also gets the result of the follow-up question, None if there was none.

    For services: `parameters` is the type of the person's choices.  `ask` makes the question from these and the
    drawing; None if no service offers it.  `follow` makes the follow-up question from a result, or returns the result
    of that if it is already known.  `summary` replaces `as_text` where the JSON is shown as well.  `line` turns a reply
    into JSON while the question is under way.  `boards` gives texts of boards to draw, added to `as_json`.

    For batches: `batch` makes the question from an engine name and a drawing; None if batches do not offer it.
    `answers` returns the number of known answers, None if unknown.  `grounds`: the board is grounded before `answer`
    runs.
    """

    name: str
    question: type[Question[Any]]
    answer: Callable[[Session, Any], Iterator[Reply]]
    gather: Callable[[Reader, Any, Replies], Any]
    as_json: Callable[[Any, Any], Json]
    as_text: Callable[[Any, Any], str]
    exit_code: Callable[[Any, Any], int]
    replies: tuple[type[Reply], ...] = ()
    parameters: type[QuestionParameters] = QuestionParameters
    ask: Callable[[Any, Drawing | None], Question[Any]] | None = None
    follow: Callable[[Any, Any], object] | None = None
    summary: Callable[[Any, Any], str] | None = None
    line: Callable[[Reader, Reply], Json | None] = lambda *_: None
    boards: Callable[[Any], Json] = lambda _: {}
    batch: Callable[[str, Drawing | None], Question[Any]] | None = None
    answers: Callable[[Any], int | None] = lambda _: None
    grounds: bool = True


def stopped_json(reason: str) -> Json:
    """Return `{"stopped": reason}`, or an empty object if there is no reason."""
    return {"stopped": reason} if reason else {}


def unknown_text(reason: str) -> str:
    """Return the sentence that the result is not known, with the reason."""
    return f"Not known: {reason}."
