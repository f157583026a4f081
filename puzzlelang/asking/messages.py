"""Questions and replies as messages between a worker and its client."""

import functools
from collections.abc import Callable
from typing import Any, Union

import msgspec

from puzzlelang.questions import table
from puzzlelang.questions.base import Question
from puzzlelang.sessions.replies import COMMON, Reply
from puzzlelang.workers.limits import Limits


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A question as MessagePack, under the name of its slice, with its limits."""

    name: str
    question: bytes
    limits: Limits


def request(question: Question[Any], limits: Limits) -> Request:
    """A question to be sent."""
    return Request(table.of(question).name, msgspec.msgpack.encode(question), limits)


def read(body: bytes) -> tuple[Question[Any], Limits]:
    """The question in a frame, with its limits.  Raises `msgspec.DecodeError`, and `KeyError` for an unknown name."""
    message = _requests().decode(body)
    return msgspec.msgpack.decode(message.question, type=table.question_named(message.name).question), message.limits


def reply_reader(question: Question[Any]) -> Callable[[bytes], Reply]:
    """Return a function that decodes the replies to a question; that one raises `msgspec.DecodeError`."""
    return _replies(table.of(question).name).decode


@functools.cache
def _requests() -> msgspec.msgpack.Decoder[Request]:
    """Return the decoder of requests.  It is cached, because it is slow to build."""
    return msgspec.msgpack.Decoder(Request)


@functools.cache
def _replies(name: str) -> msgspec.msgpack.Decoder[Reply]:
    return msgspec.msgpack.Decoder(Union[(*COMMON, *table.question_named(name).replies)])
