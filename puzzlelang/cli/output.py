"""Output that all commands share: diagnostics, progress, exit codes."""

import codecs
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from puzzlelang import files
from puzzlelang.cli import streams
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.source import STEERING
from puzzlelang.workers import own_limits

if TYPE_CHECKING:
    from puzzlelang.questions.base import QuestionKind

FINE, NO_ANSWER, USAGE, WRONG_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

ABOUT_BOARD = "puzzlelang.about"
"""Where click keeps what every JSON of this command says about its board: defaults, and what was left out."""

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


def print_now(text: str, stream: TextIO | None = None) -> None:
    """Print, by default to standard output, and see to it that it is read now: what comes next may take a while."""
    print(text, flush=True, file=stream)


def show_progress(what: str) -> None:
    """Show how far something is on a line of a terminal that the next one replaces; without a terminal nothing."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=streams.raw(sys.stderr), flush=True)


def colourful(stream: Any) -> bool:
    """Whether to write in colour: only on a terminal, and not if `NO_COLOR` is set."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")


def show_diagnostics(diagnostics: Iterable[Diagnostic], *, as_json: bool) -> None:
    """Diagnostics as text on standard error, or as JSON on standard output."""
    from puzzlelang.diagnostics import rendering

    results = tuple(diagnostics)
    if as_json:
        status = "unknown" if own_limits.limit_reached(results) else "error"
        write_json({"status": status, "diagnostics": [rendering.as_json(item) for item in results]})
    else:
        print(rendering.listing(results, colour=colourful(sys.stderr)), file=sys.stderr)


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    """Return the exit code of a command that failed: `UNKNOWN` at a limit, else `WRONG_INPUT`."""
    return UNKNOWN if own_limits.limit_reached(diagnostics) else WRONG_INPUT


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def deliver_text(text: str, target: Path | None, *, force: bool) -> None:
    """Write text to a file, or to standard output without one.  Raises `Failed`."""
    if target is None:
        print(text, end="")
        return
    files.write_text(target, text, force=force)
    print(f"wrote {target}")


def report_defaults(assumed: Mapping[str, str], left_out: Mapping[str, int], *, quiet: bool) -> None:
    """Say of which options and givens the text of the board says nothing, so that defaults hold; what was left out.

    In JSON, when the command is `quiet`, they stand under `assumed` and `left_out` in whatever it writes.
    """
    from puzzlelang.cli.clicks import click

    if not assumed and not left_out:
        return
    if quiet:
        defaults = {name: value or None for name, value in assumed.items()}
        about = {"assumed": defaults, "left_out": dict(left_out)}
        click.get_current_context().meta[ABOUT_BOARD] = {name: values for name, values in about.items() if values}
        return
    from puzzlelang.questions import wording

    if assumed:
        print_now(wording.assumed_text(assumed), sys.stderr)
    if left_out:
        print_now(wording.left_out_text(left_out), sys.stderr)


def report(
    kind: "QuestionKind", result: object, extra: object = None, *, as_json: bool, stream: TextIO | None = None
) -> int:
    """A result as JSON on standard output, or as text; the exit code.  `extra`: the result of the follow-up."""
    if as_json:
        write_json(kind.as_json(result, extra))
    elif text := kind.as_text(result, extra):
        print(text, file=stream)
    return kind.exit_code(result, extra)


def write_json(content: object) -> None:
    """One JSON document on standard output, with the defaults that hold for the board, and what was left out of it."""
    import json

    from puzzlelang.cli.clicks import click

    context = click.get_current_context(silent=True)
    about = context.meta.get(ABOUT_BOARD) if context is not None else None
    if about and isinstance(content, Mapping):
        content = {**content, **about}
    print(plain_json(json.dumps(content, ensure_ascii=False, indent=2)))


def plain_json(text: str) -> str:
    """Return a JSON document without control characters and lone surrogates; as ASCII unless standard output is UTF-8.

    Control characters become JSON escapes by number, surrogates U+FFFD.
    """
    text = STEERING.sub(lambda results: f"\\u{ord(results[0]):04x}", _NO_TEXT.sub("\ufffd", text))
    if codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8":
        return text
    import json

    return _NO_ASCII.sub(lambda results: json.dumps(results[0])[1:-1], text)


def unwritable(error: streams.Unwritable) -> int:
    """Return the exit code if standard output cannot be written; report the error unless a reader closed the pipe."""
    if error.is_closed_pipe:
        return streams.BROKEN_PIPE
    show_diagnostics([Diagnostic("E301", f"standard output cannot be written: {error.reason}")], as_json=False)
    return WRONG_INPUT
