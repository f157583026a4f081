"""Replies to questions, each fit to be sent from one process to another.

A stream begins with `BoardReady` if the board was not grounded before.  `Progress`, `Cost` and the replies of the
question follow.  One of `LAST` ends it, with a `Cost` before.  Replies of a single question stand beside it in
`questions`.
"""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.sessions.wire import Code, Diagnostics
from puzzlelang.solving.stats import Stats


class Reply(msgspec.Struct, frozen=True, tag=True):
    """A reply to a question; types with the same `topic` are counted together in the progress."""

    topic: ClassVar[str] = ""

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the progress in words, empty by default; this is the `times`-th reply of its topic."""
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
    outside: tuple[Code, ...]


class BoardReady(Reply, frozen=True):
    """The board is grounded: its variables by `find`, its warnings, and the guards that held somewhere.

    `passed_guards`: the spans of these guards as offsets in the rules file.
    """

    finds: tuple[FindOutline, ...]
    warnings: Diagnostics
    passed_guards: tuple[tuple[int, int], ...] = ()


class Progress(Reply, frozen=True):
    """The stage that begins or is under way, a name of `solving.stats`; `seconds` is the age of the question."""

    stage: str
    seconds: float = 0.0


class Answer(Reply, frozen=True):
    """An answer as soon as it is found; it may come again among those that are listed in order."""

    topic: ClassVar[str] = "answers"
    values: tuple[bool | int, ...]

    def so_far(self, times: int) -> str:
        """Return the number of answers found so far, in words."""
        return count_of(times, "answer") + " so far"


class AnswerCount(Reply, frozen=True):
    """There are so many answers, and no others."""

    answers: int


class LimitReached(Reply, frozen=True):
    """The limit of answers is reached; there may be more."""


class ExampleAnswer(Reply, frozen=True):
    """There is an answer."""

    values: tuple[bool | int, ...]


class Cost(Reply, frozen=True):
    """The costs of the question so far."""

    stats: Stats


class Done(Reply, frozen=True):
    """The question is answered."""


class Stop(Reply, frozen=True):
    """The search gave up before the question was answered; `reason` says why."""

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


Item = TypeVar("Item")


def result_at(items: Sequence[Item], index: int, what: str, stopped: str) -> Item:
    """Return the element with this index; `what` names the elements in messages.

    Raises `ValueError`, which says how many there are, and why there are no more if the search `stopped`.
    """
    if -len(items) <= index < len(items):
        return items[index]
    number = len(items)
    problem = f"there {'is' if number < 2 else 'are'} {number or 'no'} {what}{'s' * (number > 1)}"
    problem += f", counted from 0, and none has the number {index}" if number else ""
    raise ValueError(f"{problem} ({stopped})" if stopped else problem)
