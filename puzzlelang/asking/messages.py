"""Questions and replies as messages between a worker and its client."""

import functools

import msgspec

from puzzlelang.board.replies import Reply
from puzzlelang.questions.records import Question
from puzzlelang.workers.limits import Limits


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A question, with its limits."""

    question: Question
    limits: Limits


def request(body: bytes) -> Request:
    """The request in a frame.  Raises `msgspec.DecodeError`."""
    return _requests().decode(body)


def reply(body: bytes) -> Reply:
    """The reply in a frame.  Raises `msgspec.DecodeError`."""
    return _replies().decode(body)


@functools.cache
def _requests() -> msgspec.msgpack.Decoder[Request]:
    """Made once: a decoder is built from all records that may come."""
    return msgspec.msgpack.Decoder(Request)


@functools.cache
def _replies() -> msgspec.msgpack.Decoder[Reply]:
    return msgspec.msgpack.Decoder(Reply)
