"""Standard output and error: everything that a person sees passes here."""

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

from puzzlelang.source import STEERING

_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
"""What sets colours, and nothing else."""


class Unwritable(Exception):
    """A standard stream takes nothing more; says why, or nothing if only nobody reads any more."""


class Guarded:
    """A stream to which no text can send what steers a terminal: such characters become U+FFFD.

    On a terminal colours may pass.  Raises `Unwritable`.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._coloured = stream.isatty() or bool(os.environ.get("FORCE_COLOR"))

    def write(self, text: str) -> int:
        """As a text stream does."""
        if STEERING.search(text):
            pieces = _COLOUR.split(text) if self._coloured else [text]
            text = "".join(piece if index % 2 else plain(piece) for index, piece in enumerate(pieces))
        with _writable():
            return self.stream.write(text)

    def flush(self) -> None:
        """As a text stream does."""
        with _writable():
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plain(text: str) -> str:
    """Text in which characters that steer are replaced."""
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def raw(stream: TextIO) -> TextIO:
    """The stream itself, for what steers a terminal on purpose."""
    return stream.stream if isinstance(stream, Guarded) else stream


@contextlib.contextmanager
def _writable() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise Unwritable from None
    except OSError as error:
        raise Unwritable(error.strerror) from None


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Within, standard output and error are guarded, and characters that their encoding lacks are written as `?`."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_guarded, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in filter(None, before):
            try:
                stream.flush()
            except OSError:  # Python would try again at its end, and complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _guarded(stream: TextIO | None) -> TextIO:
    """A closed stream takes what is written and loses it, as the caller of the command wants it."""
    if stream is None:
        stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the process)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None and stream.errors == "strict":
        reconfigure(errors="replace")
    return cast("TextIO", Guarded(stream))
