"""What all commands share: showing diagnostics, progress, exit codes."""

import codecs
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from puzzlelang.asking import confined
from puzzlelang.cli import streams
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.source import STEERING

FINE, NO_ANSWER, USAGE, WRONG_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

ASSUMED = "puzzlelang.assumed"
"""Where click keeps the defaults that hold for the board of the command that runs."""

EXIT_CODES = {
    FINE: "solved, or nothing is wrong",
    NO_ANSWER: "no answer, or something is broken",
    USAGE: "wrong usage: a command or an option that does not exist",
    WRONG_INPUT: "a mistake in rules or board, or a file that cannot be used",
    UNKNOWN: "not known: a limit on time or memory was reached",
    INTERNAL: "an error of puzzlelang itself",
    INTERRUPTED: "interrupted, as by Ctrl-C",
    streams.BROKEN_PIPE: "nobody reads the output any more, as in `list | head -1`",
}
"""What each exit code means."""

_NO_TEXT, _NO_ASCII = re.compile("[\ud800-\udfff]"), re.compile(r"[^\x00-\x7f]")


def say(text: str, stream: TextIO | None = None) -> None:
    """Print, by default to standard output, and see to it that it is read now: what comes next may take a while."""
    print(text, flush=True, file=stream)


def colourful(stream: Any) -> bool:
    """Whether to write in colour: only on a terminal, and not if `NO_COLOR` is set."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")


def show(diagnostics: Iterable[Diagnostic], *, as_json: bool) -> None:
    """Diagnostics as text on standard error, or as JSON on standard output."""
    from puzzlelang.diagnostics import rendering

    found = tuple(diagnostics)
    if as_json:
        status = "unknown" if confined.reached(found) else "error"
        write_json({"status": status, "diagnostics": [rendering.as_json(item) for item in found]})
    else:
        print(rendering.listing(found, colour=colourful(sys.stderr)), file=sys.stderr)


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    """That of a command that could not do what was asked: a limit was reached, or the input is wrong."""
    return UNKNOWN if confined.reached(diagnostics) else WRONG_INPUT


def write_bytes(data: bytes) -> None:
    """Data on standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def assume(assumed: Mapping[str, str], *, quiet: bool) -> None:
    """Say of which options and givens the text of the board says nothing, so that defaults hold.

    In JSON, when the command is `quiet`, they stand under `assumed` in whatever it writes.
    """
    from puzzlelang.cli.clicks import click

    if assumed and quiet:
        click.get_current_context().meta[ASSUMED] = {name: value or None for name, value in assumed.items()}
    elif assumed:
        told = join_words([f"`{name}: {value}`" if value else f"`{name}`" for name, value in assumed.items()])
        say(f"The text of the board does not say this, so defaults of the rules hold: {told}.", sys.stderr)


def write_json(content: object) -> None:
    """One JSON document on standard output, with the defaults that hold for the board of the command."""
    import json

    from puzzlelang.cli.clicks import click

    context = click.get_current_context(silent=True)
    assumed = context.meta.get(ASSUMED) if context is not None else None
    if assumed and isinstance(content, Mapping):
        content = {**content, "assumed": assumed}
    print(plain_json(json.dumps(content, ensure_ascii=False, indent=2)))


def plain_json(text: str) -> str:
    """The same JSON document in UTF-8, or in ASCII if standard output is not UTF-8, without what is no text.

    What steers a terminal is told by its number.
    """
    text = STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", _NO_TEXT.sub("\ufffd", text))
    if codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8":
        return text
    import json

    return _NO_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)


def unwritable(error: streams.Unwritable) -> int:
    """Say that standard output cannot be written, if somebody wanted it; the exit code."""
    if error.is_closed_pipe:
        return streams.BROKEN_PIPE
    show([Diagnostic("E301", f"standard output cannot be written: {error.reason}")], as_json=False)
    return WRONG_INPUT
