"""Replies to questions, each fit to be sent from one process to another.

A stream begins with `BoardReady` if the board was not grounded before.  `Progress`, `Cost` and the replies of the
question follow.  One of `LAST` ends it, with a `Cost` before.  Replies of a single question stand beside it in
`questions`.
"""

from typing import ClassVar

import msgspec

from puzzlelang.sessions.wire import Code, Diagnostics
from puzzlelang.solving.stats import Stats


class Reply(msgspec.Struct, frozen=True, tag=True):
    """A reply; `topic` groups kinds of replies that count the same things."""

    topic: ClassVar[str] = ""

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """How far the question is, in words, by this reply, the `times`-th of its topic; empty if it does not tell."""
        return ""


class FindOutline(msgspec.Struct, frozen=True, array_like=True):
    """A `find` of the problem; see `problem.outline.FindVariables`."""

    name: str
    kind: str
    names: tuple[str, ...]
    partition: bool
    places: tuple[Code, ...]
    indexes: tuple[int, ...]
    absent: int | None


class BoardReady(Reply, frozen=True):
    """The board is grounded: what is to be found, warnings about it, and the guards that let something through.

    `passed` are offsets in the rules file.
    """

    finds: tuple[FindOutline, ...]
    warnings: Diagnostics
    passed: tuple[tuple[int, int], ...] = ()


class Progress(Reply, frozen=True):
    """The stage that begins, or is under way when the question is so many seconds old: a name of `solving.stats`."""

    stage: str
    seconds: float = 0.0


class Answer(Reply, frozen=True):
    """An answer as soon as it is found; it may come again among those that are listed in order."""

    topic: ClassVar[str] = "answers"
    values: tuple[bool | int, ...]

    def so_far(self, times: int) -> str:
        """See `Reply.so_far`."""
        return count_of(times, "answer") + " so far"


class AnswerCount(Reply, frozen=True):
    """There are so many answers, and no others."""

    answers: int


class LimitReached(Reply, frozen=True):
    """As many as were asked for; there may be more."""


class ExampleAnswer(Reply, frozen=True):
    """There is an answer."""

    values: tuple[bool | int, ...]


class Cost(Reply, frozen=True):
    """What the question cost so far."""

    stats: Stats


class Done(Reply, frozen=True):
    """The question is answered."""


class Stop(Reply, frozen=True):
    """It is not, for this reason."""

    reason: str


class Refusal(Reply, frozen=True):
    """Rules, board or question are wrong."""

    diagnostics: Diagnostics


class Crash(Reply, frozen=True):
    """An error of this package, with the whole traceback."""

    traceback: str


COMMON = (BoardReady, Progress, Answer, AnswerCount, LimitReached, ExampleAnswer, Cost, Done, Stop, Refusal, Crash)
"""Replies that any question may have."""

LAST = (Done, Stop, Refusal, Crash)
"""The kinds of which one ends every stream."""


def count_of(number: int, what: str) -> str:
    """`1 answer`, `2 answers`."""
    return f"{number} {what}{'s' * (number != 1)}"
