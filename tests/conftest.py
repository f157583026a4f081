"""What several test files use, and which tests are collected."""

import contextlib
import gc
import importlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import settings

from puzzlelang import capacity
from puzzlelang.workers.inside import COLLECT_AFTER
from tests import library

Process = subprocess.Popen[Any]

MORE = {
    "long": "checks that take minutes: -m long",
    "library": "sweeps over all rule files: -m library",
    "tools": "linters, types, the wheel: -m tools",
}
"""Markers of what is left out by default, and how to run it."""

settings.register_profile("quick", max_examples=30, deadline=None, derandomize=True)
settings.register_profile("full", max_examples=400, deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the rule files of sweeps and the profile of Hypothesis before any test file is imported."""
    gc.set_threshold(COLLECT_AFTER)  # as where boards are solved; a tenth of the time of tests went into searches
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        _keep_bytecode_aside(config)
    library.whole = _wants(config, "library") or _wants(config, "long")
    settings.load_profile("full" if library.whole else "quick")


def _keep_bytecode_aside(config: pytest.Config) -> None:
    """Keep the bytecode of workers and of programs that tests start in a folder for this run.

    Where Python may write none, each of hundreds of programs would compile the package again.
    """
    folder = tempfile.mkdtemp(prefix="puzzlelang-bytecode-")
    os.environ["PYTHONPYCACHEPREFIX"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def _wants(config: pytest.Config, marker: str) -> bool:
    words = str(config.getoption("markexpr")).replace("(", " ").replace(")", " ").split()
    return any(word == marker and words[at - 1] != "not" for at, word in enumerate(words))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a sixth of the time, tests wait for programs that they start."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items of a long test unless it is wanted: most of them have hundreds of parameters."""
    marks = {mark.name for mark in getattr(obj, "pytestmark", ())}
    return [] if "long" in marks and not _wants(collector.config, "long") else None


def pytest_collection(session: pytest.Session) -> None:
    """Import the test files in an order of this worker's own, if all are wanted.

    In a fresh clone the workers so compile different files at first, and find those of the others later.
    """
    worker, count = (os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("WORKER", "WORKER_COUNT"))
    if worker and session.config.args == session.config.getini("testpaths"):
        names = sorted(f"tests.{path.stem}" for path in Path(__file__).parent.glob("test_*.py"))
        begin = len(names) * int(worker.removeprefix("gw")) // int(count)
        for name in (*names[begin:], *names[:begin]):
            with contextlib.suppress(Exception, pytest.skip.Exception):  # collection comes to it, and says so
                importlib.import_module(name)


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage; forked processes share it."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say at the end what was left out, and how to run it."""
    for marker, text in MORE.items():
        if not _wants(config, marker):
            terminalreporter.write_line(f"not run: {text}")


# A shell that starts something in the background, and nohup, let it ignore signals; programs that tests start and end
# would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Ended(Protocol):
    """Takes a process that a test has started, and gives it back."""

    def __call__(self, process: Process) -> Process: ...


@pytest.fixture
def ended() -> Iterator[Ended]:
    """Ends processes with the test, whatever fails in it: one that is left over would fail some later test."""
    with contextlib.ExitStack() as stack:

        def end(process: Process) -> Process:
            stack.callback(_end, process)
            return process

        yield end


def _end(process: Process) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory for boards of 10,000 cells, whatever the machine has."""
    monkeypatch.setattr(capacity, "memory", lambda: 10_000 * capacity.CELL_BYTES)
