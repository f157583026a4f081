"""Makes standard input, output and errors reliable, whatever they are connected to.

A stream that was closed at the start exists, and fails when it is used.  If standard output cannot be written, it
raises `Unwritable` once and then discards all text.  If standard error cannot be written, it discards all text.
Characters that the encoding lacks are replaced.  Control characters in texts do not reach a terminal.
"""

import codecs
import errno
import io
import os
import re
import select
import sys
from typing import Any, TextIO, cast

from puzzlelang.source import STEERING

BROKEN_PIPE = 141
"""The exit code of a program that nobody reads from any more, as shells report it (128 and SIGPIPE)."""

_SPELLED = "puzzlelang.spelled"
_PLAIN = {"“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "×": "x"}


_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
"""What sets colours, and nothing else."""


class Unwritable(BaseException):
    """Standard output cannot be written.  A `BaseException`, so that no `except Exception` catches it."""

    def __init__(self, error: OSError) -> None:
        self.reason = error.strerror or type(error).__name__
        # Windows calls it an invalid argument.
        self.is_closed_pipe = error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL)
        super().__init__(self.reason)


class GuardedStream:
    """A text stream that replaces control characters by U+FFFD.  On a terminal colours may pass."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._coloured = stream.isatty() or bool(os.environ.get("FORCE_COLOR"))

    def write(self, text: str) -> int:
        """Write a text with its control characters replaced, and return the number of characters written."""
        if STEERING.search(text):
            pieces = _COLOUR.split(text) if self._coloured else [text]
            text = "".join(piece if index % 2 else plain(piece) for index, piece in enumerate(pieces))
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plain(text: str) -> str:
    """Return a text with U+FFFD for control characters; lone surrogates stay, and `_spell_out` escapes them."""
    return STEERING.sub(lambda result: result[0] if "\ud800" <= result[0] <= "\udfff" else "\ufffd", text)


def raw(stream: TextIO) -> TextIO:
    """The stream itself, for what steers a terminal on purpose."""
    return stream.stream if isinstance(stream, GuardedStream) else stream


class _Output(io.FileIO):
    given_up = False

    def write(self, piece: Any) -> int:
        try:
            while not self.given_up:
                written = super().write(piece)
                if written is not None:
                    return written
                select.select([], [self], [])  # somebody made it non-blocking, and it is full
        except OSError as error:
            self.given_up = True
            raise Unwritable(error) from None
        return len(piece)


class _Errors(io.FileIO):
    def write(self, piece: Any) -> int:
        try:
            return super().write(piece) or len(piece)
        except OSError:
            return len(piece)


def prepare() -> None:
    """Put `sys.stdin`, `sys.stdout` and `sys.stderr` right; for the start of a process."""
    codecs.register_error(_SPELLED, _spell_out)
    for number in range(3):
        _reserve(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = cast("TextIO", GuardedStream(_writer(sys.stdout, _Output, 1)))
    sys.stderr = cast("TextIO", GuardedStream(_writer(sys.stderr, _Errors, 2)))


def _reserve(number: int) -> None:
    """Let no other file get the number of a standard stream that is closed; using it fails as before."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, os.O_WRONLY if number == 0 else os.O_RDONLY)
        os.dup2(opened, number)
        if opened != number:
            os.close(opened)
        else:
            os.set_inheritable(number, True)


def _writer(text_io: TextIO | None, kind: type[io.FileIO], number: int) -> TextIO:
    if os.name == "nt" and isinstance(text_io, io.TextIOWrapper):
        # A console there is no file of bytes.
        text_io.reconfigure(errors=_SPELLED)
        return text_io
    raw = kind(number, "w", closefd=False)
    encoding = "utf-8" if text_io is None else text_io.encoding
    lines = kind is _Errors or raw.isatty()
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, _SPELLED, line_buffering=lines)


def _spell_out(error: UnicodeError) -> tuple[str, int]:
    """Handle encoding errors: typographic signs become their ASCII forms, other characters escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    result = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign) or _escape(sign) for sign in result), error.end


def _escape(sign: str) -> str:
    if "\udc80" <= sign <= "\udcff":
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("ascii", "backslashreplace").decode("ascii")
