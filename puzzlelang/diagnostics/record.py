"""The record for every mistake in what a person wrote, and the exception that carries it."""

from collections.abc import Iterable

import msgspec

from puzzlelang.source import Span

MOST_ERRORS = 200
"""After so many errors the rest of a text need not be looked at."""


class Label(msgspec.Struct, frozen=True):
    """A second place that helps to understand the first, with a note on it."""

    span: Span
    message: str


class Edit(msgspec.Struct, frozen=True):
    """A stretch of a text and what is to stand there instead; an empty stretch is where `text` is put."""

    span: Span
    text: str


class Fix(msgspec.Struct, frozen=True):
    """Edits that likely mend a mistake, all to be made at once; `title` says what they do.

    `sure`: it says what was meant, and may be made without a question; otherwise it is one of several, or a sample.
    """

    title: str
    edits: tuple[Edit, ...]
    sure: bool = True


class Diagnostic(msgspec.Struct, frozen=True):
    """One cause, said once.

    `code` is stable and has a page in `pages/`: `E…` is an error, `W…` a warning.  `message` is one plain sentence
    without a full stop; `here` is what stands beside the caret; `help` says what to write instead.  `span` is None
    only where there is no text to point at (a missing file, a wrong option on the command line).  `own_fixes` are those
    that do not follow from `help`; `fixes.fixes_of` has all.
    """

    code: str
    message: str
    span: Span | None = None
    here: str = ""
    help: str = ""
    labels: tuple[Label, ...] = ()
    own_fixes: tuple[Fix, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the mistake stops all further work, unlike a warning."""
        return self.code.startswith("E")


class Failed(Exception):
    """Input with errors; carries every diagnostic found, errors first in the order found.

    The only exception that crosses stages.  Raised by the readers and checkers, caught by the command line.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("; ".join(f"{item.code} {item.message}" for item in self.diagnostics))


def fail(
    code: str,
    message: str,
    span: Span | None = None,
    *,
    here: str = "",
    hint: str = "",
    labels: Iterable[Label] = (),
) -> Failed:
    """Builds a `Failed` of one diagnostic, for the caller to raise."""
    return Failed([Diagnostic(code, message, span, here, hint, tuple(labels))])
