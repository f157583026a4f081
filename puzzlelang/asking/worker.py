"""The worker that holds one board: a question in, a stream of replies out, as messages."""

import functools
import time
from collections.abc import Callable
from typing import Any, BinaryIO, Union

import msgspec

from puzzlelang.questions import table
from puzzlelang.questions.base import Question
from puzzlelang.sessions import wire
from puzzlelang.sessions.replies import COMMON, Cost, Crash, Progress, Reply, Stop
from puzzlelang.sessions.session import Session
from puzzlelang.sessions.wire import Subject
from puzzlelang.workers import inside
from puzzlelang.workers.limits import Limits, MemoryLimit
from puzzlelang.workers.process import Send


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A question as MessagePack, under the name of its kind, with its limits."""

    name: str
    question: bytes
    limits: Limits


def request(question: Question[Any], limits: Limits) -> Request:
    """A question to be sent."""
    return Request(table.kind_of(question).name, msgspec.msgpack.encode(question), limits)


def read(body: bytes) -> tuple[Question[Any], Limits]:
    """The question in a frame, with its limits.  Raises `msgspec.DecodeError`, and `KeyError` for an unknown name."""
    message = _requests().decode(body)
    return msgspec.msgpack.decode(message.question, type=table.kind_named(message.name).question), message.limits


def reply_reader(question: Question[Any]) -> Callable[[bytes], Reply]:
    """Return a function that decodes the replies to a question; that one raises `msgspec.DecodeError`."""
    return _replies(table.kind_of(question).name).decode


@functools.cache
def _requests() -> msgspec.msgpack.Decoder[Request]:
    """Return the decoder of requests.  It is cached, because it is slow to build."""
    return msgspec.msgpack.Decoder(Request)


@functools.cache
def _replies(name: str) -> msgspec.msgpack.Decoder[Reply]:
    return msgspec.msgpack.Decoder(Union[(*COMMON, *table.kind_named(name).replies)])


REPORT_SECONDS = 0.2
"""Seconds between two reports of costs in the middle of a search: a person sees them, and they cost nothing."""


class OneBoard:
    """The service of a worker that holds a board."""

    home = __name__

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def first(self) -> bytes:
        """Return the pickled board."""
        return wire.pickle_subject(self.subject)

    def handler(self) -> "QuestionHandler":
        """Return the handler of questions about the board."""
        return QuestionHandler(self.subject)


def handler_from(stream: BinaryIO) -> "QuestionHandler":
    """Return the handler in a new Python process; the stream begins with the pickled board."""
    return QuestionHandler(wire.unpickle_subject(stream))


class QuestionHandler:
    """Answers questions about a board."""

    def __init__(self, subject: Subject) -> None:
        self.session = Session(subject.rules, subject.puzzle, watch=subject.watch)
        self.ceiling = MemoryLimit()
        self.last = time.monotonic()

    def handle(self, body: bytes, send: Send) -> bool:
        """Send the replies to a question; False after an exception, since sessions may then be inconsistent."""
        from puzzlelang.questions import dispatch

        question, limits = read(body)
        self.ceiling.set(limits.megabytes)
        self.session.tell = lambda make: self._now_and_then(make, send)
        try:
            for reply in dispatch.answer(self.session, question):
                if isinstance(reply, Progress | Cost):
                    self.last = time.monotonic()
                send(reply)
        except BaseException as error:
            failure = inside.failure(error, limited=limits.megabytes is not None)
            send(Stop(failure.limit) if failure.limit else Crash(failure.traceback))
            return False
        return True

    def _now_and_then(self, make: Callable[[], Reply], send: Send) -> None:
        """Send the reply that `make` returns, unless a report was sent within the last `REPORT_SECONDS` seconds."""
        if time.monotonic() - self.last >= REPORT_SECONDS:
            self.last = time.monotonic()
            send(make())
