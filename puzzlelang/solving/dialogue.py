"""A conversation with a program that reads SMT-LIB commands, in the dialect that trivial questions reveal.

The program can neither block this process nor fill its memory: its output is read while commands are written, and only
the end of its standard error is kept.  After a batch of commands it has to echo a word, which ends the answers to this
batch.  By default there is no time limit; a caller that wants one runs this in a process that can be killed.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from puzzlelang.solving import s_expressions
from puzzlelang.solving.s_expressions import Expression, ExpressionReader, Unreadable
from puzzlelang.workers import subprocesses
from puzzlelang.workers.subprocesses import Command

PIECE = 1 << 16
KEPT = 2_000
"""Bytes of its errors that are remembered."""

MOST = 1_000
"""Answers to one batch of commands."""

LONGEST = 200
"""Characters of the program's words that are quoted."""


class ProgramRefused(Exception):
    """The program does not play along; the text says so in a sentence that starts with its name."""


class AnswerTimeout(ProgramRefused):
    """The program did not answer within the time limit."""


class Dialogue(msgspec.Struct, eq=False):
    """A running program: `turn` counts batches of commands, `errors` is the end of what it wrote to standard error."""

    command: Command
    program: subprocesses.Program
    reader: ExpressionReader
    turn: int = 0
    errors: bytes = b""


def start(command: Command) -> Dialogue:
    """Start the program of a command line.  Raises `ProgramRefused`."""
    try:
        program = subprocesses.start(command.words)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ProgramRefused(f"`{command.text}` cannot be started: {reason}") from None
    for stream in (program.stdin, program.stdout, program.stderr):
        assert stream is not None
        os.set_blocking(stream.fileno(), False)
    return Dialogue(command, program, ExpressionReader())


def ask(dialogue: Dialogue, commands: Iterable[str], seconds: float | None = None) -> list[Expression]:
    """Send commands and return the program's answers, without `success`.

    Raises `ProgramRefused` if it reports an error, prints what is no answer, or ends.  Raises `AnswerTimeout` if that
    takes longer than `seconds`.
    """
    dialogue.turn += 1
    word = f"batch-{dialogue.turn}"
    commands = [*commands, f'(echo "{word}")']
    return _answers(dialogue, commands, lambda answers: answers[-1] in (word, f'"{word}'), seconds)[:-1]


def first(dialogue: Dialogue, commands: Iterable[str]) -> Expression:
    """Send commands of which only the last one has an answer.

    Nothing is echoed: yices 2.6 forgets the names of assumptions when it echoes a word.
    """
    return _answers(dialogue, commands, bool, None)[0]


def _answers(
    dialogue: Dialogue,
    commands: Iterable[str],
    enough: Callable[[list[Expression]], bool],
    seconds: float | None,
) -> list[Expression]:
    text = "\n".join([*commands, ""])
    answers: list[Expression] = []
    ended = False
    try:
        for item in _exchange(dialogue, text.encode(), seconds):
            if item != "success":
                answers.append(item)
                if enough(answers):
                    break
            if len(answers) > MOST:
                raise unexpected_answer(dialogue, answers)
    except Unreadable as error:
        raise ProgramRefused(f"{_name(dialogue)} printed {error}") from None
    except EOFError:
        ended = True
    if (refusal := _error(answers)) is not None:
        raise ProgramRefused(f"{_name(dialogue)} said: {_short(refusal)}")
    if ended:
        raise ProgramRefused(f"{_name(dialogue)} {_end(dialogue, answers)}")
    return answers


def unexpected_answer(dialogue: Dialogue, answers: Sequence[Expression]) -> ProgramRefused:
    """Make the exception for output that is not a valid answer to the command."""
    words = " ".join(map(s_expressions.as_text, answers[:LONGEST]))
    return ProgramRefused(
        f"{_name(dialogue)} answered {f'`{_short(words)}`' if words else 'nothing'}, which is no answer"
    )


def close(dialogue: Dialogue) -> None:
    """End the program and whatever it started."""
    dialogue.program.close()


def _name(dialogue: Dialogue) -> str:
    return f"`{dialogue.command.text}`"


def _exchange(dialogue: Dialogue, text: bytes, seconds: float | None) -> Iterable[Expression]:
    """Yield expressions while the text is sent.  Raises `EOFError`, `Unreadable` and `AnswerTimeout`."""
    program, sending = dialogue.program, memoryview(text)
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    until = None if seconds is None else time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(program.stdin, selectors.EVENT_WRITE)
        selector.register(program.stdout, selectors.EVENT_READ)
        selector.register(program.stderr, selectors.EVENT_READ)
        while True:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                raise AnswerTimeout(f"{_name(dialogue)} does not answer")
            for key, _ in selector.select(left):
                if key.fileobj is program.stdin:
                    with contextlib.suppress(BlockingIOError):
                        sending = _send(program.stdin.fileno(), sending)
                    if not sending:
                        selector.unregister(program.stdin)
                elif key.fileobj is program.stderr:
                    piece = os.read(program.stderr.fileno(), PIECE)
                    dialogue.errors = (dialogue.errors + piece)[-KEPT:]
                    if not piece:
                        selector.unregister(program.stderr)
                else:
                    piece = os.read(program.stdout.fileno(), PIECE)
                    if not piece:
                        raise EOFError
                    yield from s_expressions.read(dialogue.reader, piece.decode("utf-8", "replace"))


def _send(pipe: int, text: memoryview) -> memoryview:
    """Send a piece; return the rest.  A closed pipe gives an empty rest: the end of the output shows it as well."""
    try:
        return text[os.write(pipe, text[:PIECE]) :]
    except BrokenPipeError:
        return text[:0]


def _error(answers: Iterable[Expression]) -> str | None:
    """Return the message of the first `(error …)` among the answers, or None."""
    for item in answers:
        if isinstance(item, list) and item[:1] == ["error"]:
            return " ".join(map(s_expressions.as_text, item[1:]))
    return None


def _end(dialogue: Dialogue, answers: Sequence[Expression]) -> str:
    """Describe how a program ended that closed its output: exit code or signal, and the end of its output."""
    assert dialogue.program.stderr is not None
    try:
        code = dialogue.program.wait(1)
    except subprocess.TimeoutExpired:
        return "closed its output"
    with contextlib.suppress(BlockingIOError):
        while piece := os.read(dialogue.program.stderr.fileno(), PIECE):
            dialogue.errors = (dialogue.errors + piece)[-KEPT:]
    printed = [*map(s_expressions.as_text, answers), dialogue.reader.rest]
    words = dialogue.errors.decode("utf-8", "replace").strip() or " ".join(printed).strip()
    how = f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with exit code {code}"
    return f"{how}: {_last(words)}" if words else how


def _short(words: str) -> str:
    """Return the text on one line without control characters, cut after `LONGEST` characters."""
    line = _line(words)
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _last(words: str) -> str:
    """Return the last `LONGEST` characters of the text on one line, without control characters."""
    line = _line(words)
    return line if len(line) <= LONGEST else f"…{line[-LONGEST:]}"


def _line(words: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())


SECONDS_TO_START = 10.0
"""A program that does not answer trivial questions for so long waits for something else."""


class Dialect(msgspec.Struct, frozen=True):
    """Abilities beside push and pop: assumptions, and unsat cores of them."""

    assumes: bool
    names_cores: bool


DIALECTS = (Dialect(True, True), Dialect(True, False), Dialect(False, False))
"""From the best; without need for cores the first is not tried, as it slows some programs down."""


def version(command: Command) -> str:
    """Ask a program for its version.  Raises `ProgramRefused`."""
    talk = start(command)
    try:
        match ask(talk, ["(get-info :version)"], SECONDS_TO_START):
            case [[":version", str(version)]]:
                return s_expressions.as_text(version)
            case answers:
                raise unexpected_answer(talk, answers)
    finally:
        close(talk)


def start_in_dialect(command: Command, logic: str, probe: str, cores: bool) -> tuple[Dialogue, Dialect]:
    """Start a program, once more for each dialect that it does not understand.  Raises `ProgramRefused`."""
    possible = DIALECTS if cores else DIALECTS[1:]
    for dialect in possible:
        talk = start(command)
        try:
            _try(talk, logic, probe, dialect)
            return talk, dialect
        except ProgramRefused as refused:
            close(talk)
            if dialect is possible[-1] or isinstance(refused, AnswerTimeout):
                raise
        except BaseException:
            close(talk)
            raise
    raise AssertionError("the last dialect returns or raises")


def _try(talk: Dialogue, logic: str, probe: str, dialect: Dialect) -> None:
    """Set the logic and put trivial questions.  Raises `ProgramRefused` if a word is not known."""
    options = ["print-success false", "produce-models true"]
    if dialect.names_cores:
        options.append("produce-unsat-assumptions true")
    commands = [f"(set-option :{option})" for option in options]
    answers = ask(talk, [*commands, f"(set-logic {logic})"], SECONDS_TO_START)
    if any(answer != "unsupported" for answer in answers):
        raise unexpected_answer(talk, answers)
    commands = [f"(declare-fun {probe} () Bool)"]
    if dialect.assumes:
        commands += [f"(check-sat-assuming ({probe}))", f"(get-value ({probe}))"]
        commands += [f"(check-sat-assuming ({probe} (not {probe})))"]
    else:
        commands += ["(push 1)", f"(assert {probe})", "(check-sat)", f"(get-value ({probe}))"]
        commands += [f"(assert (not {probe}))", "(check-sat)", "(pop 1)"]
    if dialect.names_cores:
        commands.append("(get-unsat-assumptions)")
    answers = ask(talk, commands, SECONDS_TO_START)
    expected: list[Expression] = ["sat", [[probe, "true"]], "unsat"]
    if answers[:3] != expected or len(answers) != 3 + dialect.names_cores:
        raise unexpected_answer(talk, answers)
