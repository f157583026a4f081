"""Subprocesses: programs that this process starts, and their end.

Each is started by a `supervisor`, which ends it with its descendants as soon as this process lets go of it or is gone,
even if it was killed.  Process groups do not suffice: `timeout 9 z3 -in` puts its z3 into a group of its own.  On
Windows there is no supervisor: a program there sees the end of its input.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from puzzlelang.workers import supervisor
from puzzlelang.workers.supervisor import LINUX

__all__ = ["LINUX", "Command", "Program", "start"]

_lifelines: set[int] = set()
"""Our ends of lifelines.  A fork must not hold them as well: it would keep the programs from ending."""


def _drop() -> None:
    for lifeline in _lifelines:
        os.close(lifeline)
    _lifelines.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drop)


class Command(msgspec.Struct, frozen=True):
    """A command line as text and as words, the first of which is the path of a program."""

    text: str
    words: tuple[str, ...]


class Program(subprocess.Popen[bytes]):
    """A running program behind its supervisor, whose exit code is the program's.

    All its streams are pipes, but that `stdin` may be nothing.
    """

    lifeline: int | None = None

    def close(self) -> None:
        """End the program and whatever it started, close its streams, and wait for it."""
        self.release()
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self.wait(supervisor.END_SECONDS if os.name != "nt" else 0)
        except subprocess.TimeoutExpired:
            supervisor.end(self.pid)
            self.wait()

    def release(self) -> None:
        """Tell the supervisor to end the program, without waiting."""
        if self.lifeline in _lifelines:
            os.close(self.lifeline)
            _lifelines.discard(self.lifeline)
        self.lifeline = None


def start(
    words: Sequence[str], *, stdin: int = subprocess.PIPE, environment: Mapping[str, str] | None = None
) -> Program:
    """Start a program.  Raises `OSError` if it cannot be started, `ValueError` for words that no program can get."""
    streams: dict[str, Any] = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    if os.name == "nt":
        return Program(words, env=environment, **streams)
    lifeline, holding = os.pipe()
    hearing, report = os.pipe()
    try:
        guarded = [sys.executable, "-I", "-S", supervisor.__file__, str(lifeline), str(report), *words]
        program = Program(guarded, env=environment, pass_fds=(lifeline, report), **streams)
    except BaseException:
        os.close(holding)
        os.close(hearing)
        raise
    finally:
        os.close(lifeline)
        os.close(report)
    program.lifeline = holding
    _lifelines.add(holding)
    try:
        with open(hearing, "rb") as pipe:
            failed = pipe.read()
    except BaseException:
        program.close()
        raise
    if failed:
        program.close()
        raise OSError(0, failed.decode("utf-8", "replace"))
    return program
