"""Messages between a worker and whoever asks it: each a length of eight bytes, then MessagePack."""

import functools
import struct
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from puzzlelang.asking.questions import Question
from puzzlelang.asking.replies import Reply
from puzzlelang.workers.limits import Limits

HEADER = struct.Struct("!Q")

_encoder = msgspec.msgpack.Encoder()


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A question, with the limits that it has."""

    question: Question
    limits: Limits


def framed(message: msgspec.Struct) -> bytes:
    """A message as bytes: an `Asked`, a `Reply`, or one of another service."""
    body = _encoder.encode(message)
    return HEADER.pack(len(body)) + body


def read(stream: BinaryIO) -> bytes:
    """The body of the next frame of a stream, nothing if there are no more."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        return b""
    return stream.read(HEADER.unpack(head)[0])


def question(body: bytes) -> Asked:
    """The question in a frame.  Raises `msgspec.DecodeError`."""
    return _questions().decode(body)


def reply(body: bytes) -> Reply:
    """The reply in a frame.  Raises `msgspec.DecodeError`."""
    return _replies().decode(body)


@functools.cache
def _questions() -> msgspec.msgpack.Decoder[Asked]:
    """Made once: a decoder is built from all records that may come."""
    return msgspec.msgpack.Decoder(Asked)


@functools.cache
def _replies() -> msgspec.msgpack.Decoder[Reply]:
    return msgspec.msgpack.Decoder(Reply)


class Frames:
    """Bytes as they come, taken apart into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def take(self, piece: bytes) -> Iterator[bytes]:
        """The bodies of the frames that the piece completes."""
        self._buffer += piece
        while len(self._buffer) >= HEADER.size:
            (size,) = HEADER.unpack_from(self._buffer)
            if len(self._buffer) < HEADER.size + size:
                return
            body = bytes(self._buffer[HEADER.size : HEADER.size + size])
            del self._buffer[: HEADER.size + size]
            yield body
