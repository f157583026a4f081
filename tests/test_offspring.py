"""Programs that are started are ended, whatever becomes of who wanted them."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzlelang.workers import subprocesses, supervisor
from tests import library
from tests.conftest import Ended
from tests.test_cli import HARD, ROOT, write

pytestmark = pytest.mark.skipif(not subprocesses.LINUX, reason="only Linux tells whose processes are whose")

MARK = "PUZZLELANG_TEST"

SESSION = """\
import os, subprocess, sys, time
if sys.argv[1:]:
    # What it starts is in a session of its own and an orphan at once.
    subprocess.Popen([sys.executable, "-S", "-c", "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)",
                      sys.executable, "-S", __file__])
while True:
    pass
"""  # noqa: E501


def marked(mark: str) -> set[int]:
    """Running processes that inherited a mark."""
    result = set()
    for process, _ in supervisor.running_processes():
        try:
            environment = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment.split(b"\0"):
            result.add(process)
    return result


def are_marked(mark: str, number: int) -> bool:
    """Whether so many processes with a mark are seen at one time; one that starts a program has none for a moment."""
    until = time.monotonic() + 100
    while time.monotonic() < until:
        if len(marked(mark)) >= number:
            return True
        time.sleep(0.02)
    return False


def gone(mark: str, seconds: float = 60.0) -> bool:
    until = time.monotonic() + seconds
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.02)
    return not marked(mark)


def begun(mark: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "puzzlelang", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), MARK: mark, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def script(folder: Path, *more: str) -> str:
    """The command line of an engine that keeps a core busy; with `more` it also leaves another behind that does."""
    return shlex.join([sys.executable, "-S", write(folder, "busy.py", SESSION), *more])


@pytest.mark.library
def test_kills_leave_nothing(tmp_path: Path, ended: Ended) -> None:
    rules, board = write(tmp_path, "pigeons.rules", HARD), write(tmp_path, "board.txt", "......\n" * 4)
    wrapped = write(tmp_path, "wrapped.sh", f"timeout 100 {script(tmp_path)} | cat\n")
    engines = [script(tmp_path, "twice"), f"sh {wrapped}", f"timeout 100 {script(tmp_path)}", "z3"]
    chance = random.Random(1)
    for kill in library.amount(4, 30):
        mark = f"{tmp_path}-{kill}"
        command = ended(begun(mark, "solve", rules, board, "--engine", engines[kill % len(engines)]))
        time.sleep(chance.uniform(0, 1.2))
        os.kill(command.pid, chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]))
        command.wait(200)
        assert gone(mark), engines[kill % len(engines)]


def test_a_killed_doctor_leaves_nothing(tmp_path: Path, ended: Ended) -> None:
    (tmp_path / "cvc5").mkdir()
    write(tmp_path / "cvc5", "__init__.py", "while True: pass\n")
    program = Path(write(tmp_path, "yices-smt2", f"#!/bin/sh\n{script(tmp_path, 'twice')}\n"))
    program.chmod(0o755)
    mark = str(tmp_path)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    command = ended(begun(mark, "doctor", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}", PATH=path))
    assert are_marked(mark, 6)
    command.kill()
    command.wait()
    assert gone(mark)


def test_close_ends_all_that_a_program_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "END_SECONDS", 100.0)
    mark = str(tmp_path)
    program = subprocesses.start(shlex.split(script(tmp_path, "twice")), environment={**os.environ, MARK: mark})
    several = are_marked(mark, 3)  # with the supervisor
    program.close()
    assert several
    assert marked(mark) == set()
    assert program.returncode is not None


def test_a_fork_does_not_keep_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "END_SECONDS", 100.0)
    program = subprocesses.start(shlex.split(script(tmp_path)))
    child = os.fork()
    if child == 0:
        time.sleep(1000)
        os._exit(0)
    start = time.monotonic()
    program.close()
    assert time.monotonic() - start < supervisor.END_SECONDS
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_what_is_left_behind_ends_with_the_program(tmp_path: Path) -> None:
    mark = str(tmp_path)
    code = "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True); print('left')"
    program = subprocesses.start([sys.executable, "-S", "-c", code], environment={**os.environ, MARK: mark})
    assert program.communicate(timeout=200)[0] == b"left\n"
    assert program.returncode == 0
    assert gone(mark)
    program.close()


@pytest.mark.parametrize(("code", "status"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 15)", -15)])
def test_a_program_ends_as_it_would_alone(code: str, status: int) -> None:
    program = subprocesses.start([sys.executable, "-S", "-c", code])
    assert program.wait(200) == status
    program.close()


def test_a_program_gets_its_streams_and_words() -> None:
    code = "import sys, json; print(json.dumps([sys.argv[1:], sys.stdin.read()]))"
    words = ["a b", "", "“x”"]
    program = subprocesses.start([sys.executable, "-S", "-c", code, *words])
    printed, errors = program.communicate(b"hello", timeout=200)
    assert json.loads(printed) == [words, "hello"]
    assert errors == b""
    program.close()


@pytest.mark.parametrize(("text", "reason"), [("hello", "Exec format error"), (None, "No such file")])
def test_a_program_that_cannot_be_started_says_why(text: str | None, reason: str, tmp_path: Path) -> None:
    place = tmp_path / "program"
    if text is not None:
        place.write_text(text, encoding="utf-8")
        place.chmod(0o755)
    with pytest.raises(OSError, match=reason):
        subprocesses.start([str(place)])
    with pytest.raises(ValueError, match="null"):
        subprocesses.start([str(place), "\0"])
