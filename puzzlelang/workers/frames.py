"""Messages between a worker and its client: each a length of eight bytes, then MessagePack."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

HEADER = struct.Struct("!Q")

_encoder = msgspec.msgpack.Encoder()


def encode_frame(message: msgspec.Struct) -> bytes:
    """Encode a message as a frame."""
    return frame(_encoder.encode(message))


def frame(body: bytes) -> bytes:
    """Prefix a body with its length."""
    return HEADER.pack(len(body)) + body


def read(stream: BinaryIO) -> bytes:
    """Read the body of the next frame of a stream; empty at its end."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        return b""
    return stream.read(HEADER.unpack(head)[0])


class FrameReader:
    """Splits bytes into frames, however the bytes arrive."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def take(self, piece: bytes) -> Iterator[bytes]:
        """Take a piece of bytes; yield the bodies of the frames that it completes."""
        self._buffer += piece
        while len(self._buffer) >= HEADER.size:
            (size,) = HEADER.unpack_from(self._buffer)
            if len(self._buffer) < HEADER.size + size:
                return
            body = bytes(self._buffer[HEADER.size : HEADER.size + size])
            del self._buffer[: HEADER.size + size]
            yield body
