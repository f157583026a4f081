"""Boards answered by a cluster: the same records, whatever of it is killed."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.batch import remote
from puzzlelang.batch.record import Task
from puzzlelang.batch.run import order
from puzzlelang.workers import subprocesses, supervisor
from puzzlelang.workers.limits import TIME_LIMIT
from tests import library
from tests.test_batch import FREE, boards, command, records, same, statuses
from tests.test_cli import ROOT, TWO, write

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="its package is not installed")

MANY = 150


def test_a_cluster_writes_the_same_records(tmp_path: Path) -> None:
    including = TWO.replace("board", 'include "words"\nboard', 1).replace("= 2", "= wanted")
    write(tmp_path, "own.rules", including)
    write(tmp_path, "words.rules", "let wanted = 2\n")
    name = boards(tmp_path, 8)
    with open(name, "a", encoding="utf-8") as file:
        file.write('{"id": "own", "rules": "own", "board": "..."}\n{"id": "wrong", "rules": "none", "board": "..."}\n')
    here = command("batch", name, "-o", "here", cwd=tmp_path)
    there = command("batch", name, "-o", "there", "--cluster", "local:1", "--ordered", cwd=tmp_path)
    assert here.returncode == there.returncode == 1, there.stderr
    assert same(tmp_path / "here") == same(tmp_path / "there")
    assert [one["id"] for one in records(tmp_path / "there")][-2:] == ["own", "wrong"]
    assert statuses(tmp_path / "there")["own"] == "several"


SOON = "from puzzlelang.batch import cluster; cluster.CONNECT_SECONDS, cluster.SILENCE_SECONDS = 0.5, 1.0"
"""Seconds after which nobody is there."""


def test_no_cluster_is_said(tmp_path: Path) -> None:
    for address in ("", "local:x", "local:1001", "tcp://127.0.0.1:1"):
        result = command("batch", boards(tmp_path, 1), "-o", "out", "--cluster", address, cwd=tmp_path, first=SOON)
        assert (result.returncode, "E358" in result.stderr) == (3, True), result.stderr


def test_a_server_that_says_nothing_is_no_scheduler(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        result = command("batch", boards(tmp_path, 1), "-o", "out", "--cluster", address, cwd=tmp_path, first=SOON)
    assert (result.returncode, "E358" in result.stderr) == (3, True), result.stderr


def answers(folder: Path, seconds: float, boards: tuple[str, ...], **versions: str) -> remote.GroupAnswers:
    """What a worker says to a group of boards whose answers are counted."""
    _, texts = pipeline.load_with_texts(write(folder, "free.rules", FREE))
    request = order("count", "auto", seconds, 2000)
    if versions:
        request = msgspec.structs.replace(request, versions=versions)
    tasks = [Task(number, f"{number}", "board", text, ("a",), "") for number, text in enumerate(boards)]
    body = msgspec.msgpack.encode(remote.Group(request, tuple(tasks), {"a": texts}))
    return msgspec.msgpack.decode(remote.answer_group(body), type=remote.GroupAnswers)


ENDLESS = 10 * (10 * "." + "\n")


def test_other_versions_are_refused(tmp_path: Path) -> None:
    said = answers(tmp_path, 1, ("...",), puzzlelang="0.0", cadical="1")
    assert said.outcomes == ()
    assert "not puzzlelang 0.0, cadical 1" in said.unfit


@library.sweep_large
def test_long_boards_leave_their_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "LONG_SECONDS", 1.5)
    said = answers(tmp_path, 60, (ENDLESS, "..."))
    assert said.long == (0,)
    assert [(one.number, one.record.answers) for one in said.outcomes] == [(1, 7)]
    for group, seconds in (((ENDLESS,), 1.6), ((ENDLESS, "..."), 0.3)):
        said = answers(tmp_path, seconds, group)
        assert said.long == ()
        assert said.outcomes[0].record.stopped == TIME_LIMIT


# ------------------------------------------------------------------------------------------------- killed

linux = pytest.mark.skipif(not subprocesses.LINUX, reason="only Linux tells whose processes are whose")


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with two workers: its address, and the processes."""
    file = folder / "scheduler.json"
    scheduler = started(
        folder, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(file),
    )  # fmt: skip
    more = ("--nthreads", "1", "--no-dashboard", "--scheduler-file", str(file))
    there = [scheduler, *(started(folder, "distributed.cli.dask_worker", *more) for _ in range(2))]
    try:
        until = time.monotonic() + 300
        while time.monotonic() < until and not file.exists():
            time.sleep(0.1)
        yield str(msgspec.json.decode(file.read_bytes())["address"]), there
    finally:
        for process in there:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it with all that it started."""
    left = [process.pid, *supervisor.descendants(process.pid)] if process.poll() is None else []
    for one in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    process.wait()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with boards and the results of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert command("batch", boards(folder, MANY), "-o", "out", cwd=folder).returncode == 0
    return folder


def wait_for(out: Path, lines: int, client: subprocess.Popen[bytes]) -> None:
    """Until so many records are written."""
    until = time.monotonic() + 600
    while client.poll() is None and time.monotonic() < until:
        if out.exists() and out.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.02)


DEADLY = """\
import os, signal, sys
from pathlib import Path

process = os.getpid()
while process > 1:
    process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    if "spawn_main" in Path(f"/proc/{process}/cmdline").read_text():
        with open(sys.argv[1], "a") as log:
            log.write("killed\\n")
        os.kill(process, signal.SIGKILL)
        break
"""
"""An engine that kills the worker of the cluster that it is asked by."""


@linux
@pytest.mark.long
def test_a_board_that_kills_two_workers_of_a_cluster_is_not_tried_again(tmp_path: Path) -> None:
    engine = f"{sys.executable} {write(tmp_path, 'deadly.py', DEADLY)} {tmp_path / 'log'}"
    name = boards(tmp_path, 2)
    result = command("batch", name, "-o", "out", "--cluster", "local:1", "--engine", engine, cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    assert set(statuses(tmp_path / "out").values()) == {"lost"}
    assert len(statuses(tmp_path / "out")) == 2
    assert len((tmp_path / "log").read_text().splitlines()) == 3  # once together, and each once more alone


@linux
@pytest.mark.long
@pytest.mark.parametrize("number", range(50))
def test_whatever_is_killed_the_records_are_those_of_an_undisturbed_run(
    tmp_path: Path, undisturbed: Path, number: int
) -> None:
    chance = random.Random(number)
    out, name = tmp_path / "out", str(undisturbed / "boards.jsonl")
    with contextlib.ExitStack() as stack:
        others: list[subprocess.Popen[bytes]] = []
        how: tuple[str, ...] = ("--jobs", "2")
        if number % 5 == 3:
            how = ("--cluster", "local:2")
        elif number % 5 == 4:
            address, others = stack.enter_context(cluster(tmp_path))
            how = ("--cluster", address)
        client = started(tmp_path, "puzzlelang", "batch", name, "-o", "out", *how)
        wait_for(out, chance.randrange(MANY // 2), client)
        time.sleep(0.3 * chance.random())
        killed = chance.choice(victims(client, others))
        with contextlib.suppress(ProcessLookupError):
            os.kill(killed, signal.SIGKILL)
        if killed != client.pid and killed not in [one.pid for one in others[:1]]:
            assert client.wait(300) == 0, [one for one in records(out) if one["error"] or one["stopped"]]
        else:
            client.wait(300)
        end(client)
    whole = out.read_bytes() if out.exists() else b""
    again = command("batch", name, "-o", "out", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert out.read_bytes().startswith(whole[: whole.rfind(b"\n") + 1])
    assert same(out) == same(undisturbed / "out")


def victims(client: subprocess.Popen[bytes], others: list[subprocess.Popen[bytes]]) -> list[int]:
    """The client, the scheduler, the workers and what they have started, one of each kind as likely as another."""
    kinds = [[client.pid], supervisor.descendants(client.pid)]
    if others:
        kinds = [[client.pid], [others[0].pid], [one for worker in others[1:] for one in _all(worker)]]
    most = max(map(len, kinds))
    return [one for kind in kinds for one in kind * (most // max(1, len(kind)))]


def _all(process: subprocess.Popen[bytes]) -> list[int]:
    return [process.pid, *supervisor.descendants(process.pid)]
