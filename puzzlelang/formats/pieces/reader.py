"""A place in a text of an outside format, moving forward."""

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.source import Source, Span

MAX_DIGITS = 6
"""Longest number that is read."""


class TextReader(msgspec.Struct, eq=False):
    """The characters of `source` from `at` up to but not including `end` are still to be read."""

    source: Source
    at: int
    end: int

    @property
    def done(self) -> bool:
        """Whether everything was read."""
        return self.at >= self.end

    @property
    def closed(self) -> bool:
        """Whether a part of the text ends here: everything was read, or a `/` follows."""
        return self.done or self.peek() == "/"

    @property
    def rest(self) -> str:
        """The unread text."""
        return self.source.text[self.at : self.end]

    def peek(self, length: int = 1) -> str:
        """The next characters, fewer at the end, without moving on."""
        return self.source.text[self.at : min(self.end, self.at + length)]

    def take(self, what: str, length: int = 1) -> str:
        """The next characters.  Raises `Failed` if the text ends before; `what` says what they are for."""
        result = self.peek(length)
        if len(result) < length:
            raise self.wrong(f"the text ends where {what} should stand", start=self.end)
        self.at += length
        return result

    def run(self, alphabet: str) -> str:
        """All following characters that belong to an alphabet, perhaps none."""
        start = self.at
        while self.at < self.end and self.source.text[self.at] in alphabet:
            self.at += 1
        return self.source.text[start : self.at]

    def number(self, what: str) -> int:
        """A decimal number.  Raises `Failed` if there is none or it is longer than `MAX_DIGITS`."""
        start = self.at
        result = self.run("0123456789")
        if not result:
            raise self.wrong(f"here should stand {what}, a number")
        if len(result) > MAX_DIGITS:
            raise self.wrong(f"a number of {len(result)} digits is too long", start=start)
        return int(result)

    def literal(self, text: str) -> None:
        """Read exactly this text.  Raises `Failed` if something else stands here."""
        if self.done:
            raise self.wrong(f"the text ends where `{text}` should stand", start=self.end)
        if self.peek(len(text)) != text:
            raise self.wrong(f"here should stand `{text}`")
        self.at += len(text)

    def span(self, start: int) -> Span:
        """The span from `start` to the place of the reader."""
        return Span(self.source, start, self.at)

    def wrong(self, message: str, *, start: int | None = None, hint: str = "") -> Failed:
        """An error at the next character, or from `start` to where the reader is; to be raised."""
        begin = self.at if start is None else start
        end = max(self.at, begin + 1) if begin < len(self.source.text) else begin
        return fail("E203", message, Span(self.source, begin, end), hint=hint)
