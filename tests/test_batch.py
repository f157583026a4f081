"""Many boards at once: whatever is among them and whatever is killed, each gets one record."""

import csv
import functools
import itertools
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from puzzlelang.batch import inputs, lane, record, report, results, run, summary
from puzzlelang.batch.identifiers import IdStatus, IdTable
from puzzlelang.batch.inputs import Inputs
from puzzlelang.batch.pool import Pool
from puzzlelang.batch.tasks import Tasks
from puzzlelang.diagnostics.record import Failed
from puzzlelang.files import MOST_BYTES
from puzzlelang.workers import frames, start, subprocesses, supervisor
from puzzlelang.workers.frames import encode_frame
from tests.bench import many
from tests.conftest import Ended
from tests.test_cli import ROOT, TWO, write
from tests.test_cli import run as command

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
SMALL = ROOT / "examples" / "tents" / "small.txt"

FREE = """\
puzzle "Free"
board rectangle
find ink : set of cells as "#"
rule one "A cell is black": count(ink) >= 1
"""
"""Rules with so many answers that counting them never ends."""

COLUMNS = ["id", "rules", "size", "status", "answers", "error", "result", "digest", "stopped", "engine", "question"]
"""What of a record is the same in every run."""


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def statuses(path: Path) -> dict[str, str]:
    result = {record["id"]: record["status"] for record in records(path)}
    assert len(result) == len(records(path))
    return result


def same(path: Path) -> list[dict[str, Any]]:
    """Records without their times, by id."""
    result = [{name: record[name] for name in COLUMNS} for record in records(path)]
    return sorted(result, key=lambda record: record["id"])


def boards(folder: Path, count: int, name: str = "boards.jsonl") -> str:
    return write(folder, name, "".join(line + "\n" for line in many.lines(count)))


def test_lists_hold_links_and_rules_with_boards(tmp_path: Path) -> None:
    listed = f"# remark\n\n{LINK}\ntents {SMALL}\n  # another\nnorinori {LINK}\nno board\ntents nowhere.txt\n"
    result = command("batch", write(tmp_path, "list.txt", listed), "-o", "out", cwd=tmp_path)
    assert result.returncode == 1
    name = tmp_path / "list.txt"
    assert statuses(tmp_path / "out") == {
        f"{name}:3": "only", f"{name}:4": "only", f"{name}:6": "only", f"{name}:7": "error", f"{name}:8": "error",
    }  # fmt: skip
    by_id = {record["id"]: record for record in records(tmp_path / "out")}
    assert by_id[f"{name}:3"]["rules"] == by_id[f"{name}:6"]["rules"] == "norinori"
    assert by_id[f"{name}:4"]["size"] == "6x6"
    assert by_id[f"{name}:4"]["versions"].keys() == {"puzzlelang", "cadical"}
    assert by_id[f"{name}:7"]["error"]["diagnostics"][0]["code"] == "E201"
    assert "without a result: 2 of 5" in result.stdout


def test_folders_and_files_hold_boards(tmp_path: Path) -> None:
    (tmp_path / "pool" / "deep").mkdir(parents=True)
    for place in ("pool/b.txt", "pool/deep/a.txt", "alone.txt"):
        (tmp_path / place).write_text(SMALL.read_text())
    for place in ("pool/.hidden", "pool/own.rules"):
        (tmp_path / place).write_text("no board")
    (tmp_path / "pool" / "link").write_text(LINK)
    result = command("batch", "pool", "alone.txt", "-o", "out", "--rules", "tents", "--ordered", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert [(record["id"], record["rules"]) for record in records(tmp_path / "out")] == [
        ("pool/b.txt", "tents"), ("pool/link", "norinori"), ("pool/deep/a.txt", "tents"), ("alone.txt", "tents"),
    ]  # fmt: skip


def test_what_a_run_writes_is_no_input_of_it(tmp_path: Path) -> None:
    (tmp_path / "pool").mkdir()
    write(tmp_path, "pool/a.txt", SMALL.read_text())
    batch_records = (
        "batch",
        "pool",
        "-o",
        "pool/out",
        "--rules",
        "tents",
        "--table",
        "pool/t.csv",
        "--report",
        "pool/page",
    )
    for _ in range(2):
        result = command(*batch_records, cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert list(statuses(tmp_path / "pool" / "out")) == ["pool/a.txt"]
    result = command("batch", "pool/out", "-o", "pool/out", cwd=tmp_path)
    assert result.returncode == 3
    assert "E304" in result.stderr


def test_tables_of_others_stay(tmp_path: Path) -> None:
    write(tmp_path, "mine.csv", "a,b\n1,2\n")
    result = command("batch", str(SMALL), "-o", "out", "--rules", "tents", "--table", "mine.csv", cwd=tmp_path)
    assert result.returncode == 3
    assert "E304" in result.stderr
    assert (tmp_path / "mine.csv").read_text() == "a,b\n1,2\n"
    result = command("batch", str(SMALL), "-o", "o.csv", "--rules", "tents", "--table", "o.csv", cwd=tmp_path)
    assert result.returncode == 2


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are texts here")
def test_names_of_files_need_be_no_text(tmp_path: Path) -> None:
    (tmp_path / "pool").mkdir()
    for name, content in ((b"a\xff.txt", SMALL.read_bytes()), (b"b\xff.txt", b"\xff")):
        Path(os.fsdecode(os.fsencode(tmp_path / "pool") + b"/" + name)).write_bytes(content)
    (tmp_path / "pool" / "gone").symlink_to("nowhere")
    result = command("batch", "pool", "-o", "out", "--rules", "tents", cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    expected = {r"pool/a\xff.txt": "only", r"pool/b\xff.txt": "error", "pool/gone": "error"}
    assert statuses(tmp_path / "out") == expected


def test_where_rules_lie_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path, "free.rules", FREE)
    write(tmp_path, "a.txt", "..\n")
    for rules in ("free.rules", "./free.rules", str(tmp_path / "free")):
        result = command("batch", "a.txt", "-o", "out", "--rules", rules, cwd=tmp_path)
        assert result.returncode == 0, result.stderr
    assert len(records(tmp_path / "out")) == 1


def test_standard_input_and_ids(tmp_path: Path) -> None:
    lines = [{"id": 7, "board": LINK}, {"id": "b", "rules": "tents", "board": SMALL.read_text()}, {"board": LINK}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    assert command("batch", "-", "-o", "out", text=text, cwd=tmp_path).returncode == 0
    assert statuses(tmp_path / "out") == {"7": "only", "b": "only", "<stdin>:3": "only"}


@pytest.mark.parametrize(
    ("ask", "status", "answers"),
    [("solve", "several", 2), ("count", "several", 3), ("facts", "found", None), ("rate", "several", None)],
)
def test_questions(tmp_path: Path, ask: str, status: str, answers: int | None) -> None:
    write(tmp_path, "two.rules", TWO)
    line = json.dumps({"rules": "two", "board": "..."})
    assert command("batch", "-", "-o", "out", "--ask", ask, text=line, cwd=tmp_path).returncode == 0
    (result,) = records(tmp_path / "out")
    assert (result["status"], result["answers"]) == (status, answers)
    alone = json.loads(command(*(ask, "two", "-", "--json"), text="...", cwd=tmp_path).stdout)
    assert result["result"] == {key: value for key, value in alone.items() if key in result["result"]}
    assert result["result"].keys() >= alone.keys() - {"stopped"}


def test_drawings_are_checked(tmp_path: Path) -> None:
    write(tmp_path, "two.rules", TWO)
    lines = [json.dumps({"id": board, "rules": "two", "board": board}) + "\n" for board in ("##.", "###", "#??")]
    assert command("batch", "-", "-o", "out", "--ask", "check", text="".join(lines), cwd=tmp_path).returncode == 0
    assert statuses(tmp_path / "out") == {"##.": "right", "###": "broken", "#??": "open"}


# --------------------------------------------------------------------------------------------- going on


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    name = boards(tmp_path, 40)
    assert command("batch", name, "-o", "whole", "--ordered", cwd=tmp_path).returncode == 0
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    assert [json.loads(line)["id"] for line in lines] == [json.loads(line)["id"] for line in many.lines(40)]
    for place, piece in enumerate((lines[25][:9], lines[25][:-1])):
        torn = tmp_path / f"torn{place}"
        torn.write_bytes(b"".join(lines[:25]) + piece)
        again = command("batch", name, "-o", torn.name, cwd=tmp_path)
        assert again.returncode == 0, again.stderr
        assert "25 boards had a record already." in again.stderr
        assert torn.read_bytes().startswith(b"".join(lines[:25]))
        assert same(torn) == same(tmp_path / "whole")
    more = boards(tmp_path, 50)
    assert "40 boards had a record already." in command("batch", more, "-o", "whole", cwd=tmp_path).stderr
    assert len(statuses(tmp_path / "whole")) == 50


OTHERS = [
    "",
    "\n",
    "notes",
    "notes\n",
    "{",
    '{"batch":2,"id":"a"}\n',
    '{"batch":1,"id":"a"}\n',
    "[1,2]\n",
    '{"batchs":',
]


@pytest.mark.parametrize("text", OTHERS[1:4] + OTHERS[5:])
def test_files_of_others_stay_as_they_are(tmp_path: Path, text: str) -> None:
    with pytest.raises(Failed) as caught:
        opened(write(tmp_path, "mine", text))
    assert caught.value.diagnostics[0].code == "E353"
    assert (tmp_path / "mine").read_text() == text


def opened(path: str, ask: str = "unique", seconds: float = 60) -> None:
    with results.Results(Path(path), run.order(ask, "auto", seconds, 2000), IdTable()):
        pass


def test_other_questions_and_boards_are_said(tmp_path: Path) -> None:
    name = boards(tmp_path, 3)
    assert command("batch", name, "-o", "out", cwd=tmp_path).returncode == 0
    out = str(tmp_path / "out")
    opened(out)
    for ask, seconds in (("count", 60), ("unique", 30)):
        with pytest.raises(Failed, match="E354"):
            opened(out, ask, seconds)
    before = (tmp_path / "out").read_bytes()
    (tmp_path / "out").write_bytes(before.replace(b'"cadical":"', b'"cadical":"0.'))
    with pytest.raises(Failed, match=r"other versions: puzzlelang .*, cadical 0"):
        opened(out)
    (tmp_path / "out").write_bytes(before + before.splitlines(keepends=True)[0])
    with pytest.raises(Failed, match="two records of"):
        opened(out)
    (tmp_path / "out").write_bytes(before)
    lines = [json.loads(line) for line in many.lines(3)]
    lines[1]["board"] = lines[0]["board"]
    changed = write(tmp_path, "changed.jsonl", "".join(json.dumps(line) + "\n" for line in [*lines[1:], lines[1]]))
    again = command("batch", changed, "-o", "out", cwd=tmp_path)
    assert again.returncode == 3
    assert "E352" in again.stderr
    assert "E351" in again.stderr
    assert "1 records are of boards that are not among these inputs." in again.stderr
    assert (tmp_path / "out").read_bytes() == before


def test_two_runs_cannot_write_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "LOCK_SECONDS", 0.2)
    order = run.order("unique", "auto", 60, 2000)
    with (
        results.Results(tmp_path / "out", order, IdTable()),
        pytest.raises(Failed, match="E355"),
        results.Results(tmp_path / "out", order, IdTable()),
    ):
        pass


def test_known_ids() -> None:
    known = IdTable()
    assert known.add_record("a", "1")
    assert known.add_record("b", "1")
    assert not known.add_record("a", "1")
    assert [known.add_board(*board) for board in (("a", "1"), ("a", "1"), ("b", "2"), ("c", "1"), ("c", "1"))] == [
        IdStatus.RECORDED, IdStatus.DUPLICATE, IdStatus.CHANGED, IdStatus.NEW, IdStatus.DUPLICATE,
    ]  # fmt: skip
    assert known.add_record("d", "1")
    assert known.count_unmatched() == 1


# ------------------------------------------------------------------------------------------ what is wrong


def poisoned(folder: Path, long: int) -> tuple[str, dict[str, str]]:
    """A list with all that can be wrong, and the status of each line."""
    good = json.dumps({"id": "good", "board": LINK})
    lines: list[tuple[str, bytes, str]] = [
        ("good", good.encode(), "only"),
        (":2", b'{"board": "\xff\xfe"}', "error"),
        (":3", b'{"board": "' + b"x" * long + b'"}', "error"),
        (":4", b'{"board": ', "error"),
        (":5", b"[" * 100_000, "error"),
        (":6", b'{"rules": "tents"}', "error"),
        ("wrong", b'{"id": "wrong", "rules": "no-such-rules", "board": "..."}', "error"),
        ("broken", b'{"id": "broken", "rules": "broken", "board": "..."}', "error"),
        ("empty", b'{"id": "empty", "rules": "tents", "board": ""}', "error"),
        ("rubbish", b'{"id": "rubbish", "rules": "tents", "board": "\\u0000\\u001b[2J"}', "error"),
        ("silent", b'{"id": "silent", "board": "..."}', "error"),
        ("bomb", json.dumps({"id": "bomb", "rules": "free", "board": 10 * (10 * "." + "\n")}).encode(), "unknown"),
        ("huge", json.dumps({"id": "huge", "rules": "free", "board": 900 * (900 * "." + "\n")}).encode(), "unknown"),
        ("last", good.replace("good", "last").encode(), "only"),
    ]
    write(folder, "free.rules", FREE)
    write(folder, "broken.rules", "puzzle 'no")
    name = folder / "poison.jsonl"
    name.write_bytes(b"\n".join(line for _, line, _ in lines))
    (folder / "zero.txt").write_bytes(b"")
    (folder / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    said = {str(name) + key if key.startswith(":") else key: status for key, _, status in lines}
    return str(name), {**said, "zero.txt": "error", "bytes.txt": "error"}


def check_poison(folder: Path, long: int, *more: str) -> None:
    name, expected = poisoned(folder, long)
    arguments = ("batch", name, "zero.txt", "bytes.txt", "-o", "out", "--ask", "count", "--rules", "tents")
    result = command(*arguments, "--timeout", "2", "--memory", "200", *more, cwd=folder)
    assert result.returncode == 1, result.stderr
    silent = {"silent": "only"}  # `--rules` says what it is
    assert statuses(folder / "out") == {**expected, **silent}
    assert "Traceback" not in result.stdout + result.stderr
    by_id = {record["id"]: record for record in records(folder / "out")}
    assert by_id["bomb"]["stopped"] == "time limit"
    assert by_id["huge"]["stopped"] in ("memory limit", "time limit")
    codes = {key: record["error"]["diagnostics"][0]["code"] for key, record in by_id.items() if record["error"]}
    assert codes[f"{name}:2"] in ("E302", "E350")
    assert codes[f"{name}:3"] == "E307"
    assert codes[f"{name}:4"] == codes[f"{name}:5"] == codes[f"{name}:6"] == "E350"
    assert codes["wrong"] == "E303"
    assert codes["bytes.txt"] == "E302"


def test_what_would_be_waited_for_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "a.txt").write_text(SMALL.read_text("utf-8"), "utf-8")
    os.mkfifo(folder / "b.txt")
    (folder / "c.txt").symlink_to("/dev/zero")
    (folder / "d.txt").symlink_to("nowhere")
    result = command("batch", "boards", "--rules", "tents", "-o", "out", cwd=tmp_path)
    assert result.returncode == 1
    assert statuses(tmp_path / "out") == {
        "boards/a.txt": "only",
        "boards/b.txt": "error",
        "boards/c.txt": "error",
        "boards/d.txt": "error",
    }


@pytest.mark.parametrize("name", ["folder/missing.txt", "missing.txt", "folder/with blank.txt"])
def test_a_list_names_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    write(tmp_path, "list", f"{LINK}\ntents {name}\n")
    assert command("batch", "list", "-o", "out", cwd=tmp_path).returncode == 1
    wrong = next(one for one in records(tmp_path / "out") if one["error"])
    assert (wrong["id"], wrong["error"]["diagnostics"][0]["code"]) == ("list:2", "E301")
    assert name in wrong["error"]["diagnostics"][0]["message"]


def test_what_is_no_file_name_is_seen_in_linear_time() -> None:
    assert inputs.PATH_PATTERN.fullmatch(1_000_000 * ".a")
    assert inputs.PATH_PATTERN.fullmatch(1_000_000 * ".a" + "!") is None


def test_a_poisoned_list(tmp_path: Path) -> None:
    check_poison(tmp_path, MOST_BYTES)


@pytest.mark.long
def test_a_poisoned_list_with_a_line_of_100_mb(tmp_path: Path) -> None:
    check_poison(tmp_path, 100_000_000, "--jobs", "1")


def test_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    """Before any board is asked, and nothing is written."""
    (tmp_path / "page").mkdir()
    write(tmp_path / "page", "index.html", "mine")
    for arguments, code in (
        (("nowhere", "-o", "out"), "E301"),
        ((str(SMALL), "-o", "out", "--table", "x.xls"), "E356"),
        ((str(SMALL), "-o", "/dev/null"), "E301"),
        ((str(SMALL), "-o", "out", "--engine", "nothing"), "E305"),
        (("-o", "nowhere"), "E301"),
        (("tents", "-o", "out"), "name them with `--rules tents`"),
        ((str(ROOT / "rules" / "tents.rules"), "-o", "out"), "has rules, and an input has boards"),
        ((str(SMALL), "-o", "out", "--rules", "no-such-rules"), "E303"),
        ((str(SMALL), "-o", "out", "--table", "nowhere/x.csv"), "there is no folder `nowhere`"),
        ((str(SMALL), "-o", "out", "--report", "page"), "E304"),
        ((str(SMALL), "-o", "out", "--report", "page/index.html/x"), "E301"),
    ):
        result = command("batch", *arguments, cwd=tmp_path)
        assert (result.returncode, code in result.stderr) == (3, True), result.stderr
    assert not (tmp_path / "out").exists()
    result = command("batch", str(SMALL), "-o", "out", "--rules", "tents", "--rules", "norinori", cwd=tmp_path)
    assert (result.returncode, "--rules': it can be given only once." in result.stderr) == (2, True)


def test_what_may_help_is_said_once(tmp_path: Path) -> None:
    write(tmp_path, "list.csv", f"rules,board\ntents,small.txt\nnorinori {LINK}\n")
    result = command("batch", "list.csv", "-o", "out", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stdout.count("E201 this board does not say which puzzle it is") == 2
    assert result.stdout.count("help: name the rules with `--rules`") == 1
    assert statuses(tmp_path / "out") == {"list.csv:1": "error", "list.csv:2": "error", "list.csv:3": "only"}


def test_a_list_may_have_tabs(tmp_path: Path) -> None:
    write(tmp_path, "list", f"tents\t{SMALL}\nnorinori\t{LINK}\n")
    assert command("batch", "list", "-o", "out", cwd=tmp_path).returncode == 0
    assert statuses(tmp_path / "out") == {"list:1": "only", "list:2": "only"}


@pytest.mark.parametrize("way", [IdTable.add_board, IdTable.add_record])
def test_ids_that_cannot_be_kept_are_no_error_of_ours(way: Callable[[IdTable, str, str], object]) -> None:
    known = IdTable()
    known._base.execute("PRAGMA max_page_count = 4")
    with pytest.raises(Failed, match=r"E301.*cannot be written down"):
        list(map(functools.partial(way, known), map(str, range(1_000)), itertools.repeat("1" * 24)))


# ------------------------------------------------------------------------------------------- what is killed


def begun(folder: Path, *arguments: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "puzzlelang", "batch", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
    )


def workers(client: subprocess.Popen[bytes], seconds: float = 200) -> Iterator[int]:
    """Each worker of a client once, as they come."""
    seen: set[int] = set()
    until = time.monotonic() + seconds
    while client.poll() is None and time.monotonic() < until:
        for one in supervisor.descendants(client.pid):
            if one not in seen:
                seen.add(one)
                yield one
        time.sleep(0.01)


linux = pytest.mark.skipif(not subprocesses.LINUX, reason="only Linux tells whose processes are whose")


@linux
@pytest.mark.parametrize("kills", [1, 2])
def test_a_board_is_tried_again_once_when_its_worker_dies(tmp_path: Path, kills: int, ended: Ended) -> None:
    write(tmp_path, "free.rules", FREE)
    lines = [{"id": "long", "rules": "free", "board": 10 * (10 * "." + "\n")}, {"id": "good", "board": LINK}]
    write(tmp_path, "list.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    limit = "2" if kills == 1 else "300"
    client = ended(begun(tmp_path, "list.jsonl", "-o", "out", "--ask", "count", "--timeout", limit, "--jobs", "1"))
    for number, worker in enumerate(workers(client)):
        if number < kills:
            time.sleep(0.3)
            os.kill(worker, signal.SIGKILL)
    assert client.wait(600) == 1
    assert statuses(tmp_path / "out") == {"long": "unknown" if kills == 1 else "lost", "good": "only"}
    by_id = {record["id"]: record for record in records(tmp_path / "out")}
    assert by_id["long"]["stopped"] == ("time limit" if kills == 1 else "the solver died (SIGKILL)")


def test_rules_that_had_to_wait_are_sent_with_their_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        sent = b""

        def send(self, body: bytes) -> None:
            self.sent += body

    worker = Silent()
    monkeypatch.setattr(start, "start", lambda service: worker)
    monkeypatch.setattr(lane, "BUSY_BYTES", 100)
    order = run.order("unique", "auto", 60, 2000)
    lines = [json.dumps({"rules": rules, "board": "..."}) + "\n" for rules in ("tents", "norinori")]
    tasks = Tasks(
        Inputs([write(tmp_path, "list.jsonl", "".join(lines))], sys.stdin.buffer).items(), IdTable(), order, None
    )
    one = lane.Lane(order)
    for task in (tasks.take(), tasks.take()):
        assert isinstance(task, record.Task)
        one.add_task(task, tasks)
    first = list(frames.FrameReader().take(worker.sent))
    assert len(first) == 3  # the order, rules, a board
    one.pop_task()
    kinds = [type(record.messages().decode(body)) for body in frames.FrameReader().take(worker.sent)]
    assert kinds == [record.Order, record.Rules, record.Task, record.Rules, record.Task]


def test_workers_hold_few_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was used longest ago is forgotten, and sent again when it is wanted."""
    monkeypatch.setattr(lane, "MOST_RULES", 2)
    monkeypatch.setattr(lane, "BUSY_BYTES", 1_000_000)  # all that is made is sent at once
    order = run.order("unique", "auto", 60, 2000)
    wanted = ("tents", "norinori", "tents", "heyawake", "tents", "norinori")
    lines = [json.dumps({"rules": rules, "board": "wrong"}) + "\n" for rules in wanted]
    name = write(tmp_path, "list.jsonl", "".join(lines))
    sent: list[Any] = []
    monkeypatch.setattr(lane, "encode_frame", lambda message: sent.append(message) or encode_frame(message))
    pool = Pool(order, 1)
    try:
        tasks = Tasks(Inputs([name], sys.stdin.buffer).items(), IdTable(), order, None)
        result = [one.record for one in pool.outcomes(tasks) if one is not None]
    finally:
        pool.close()
    assert [one.rules for one in result] == list(wanted)
    assert record.CRASHED not in [one.status for one in result]
    keys = [result.key for result in sent if isinstance(result, record.Rules)]
    tents, norinori, heyawake = keys[:3]
    assert keys == [tents, norinori, heyawake, norinori]
    assert [one.key for one in sent if isinstance(one, record.Forget)] == [norinori, heyawake]


@linux
def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, ended: Ended) -> None:
    write(tmp_path, "free.rules", FREE)
    lines = [{"id": "good", "board": LINK}, {"id": "long", "rules": "free", "board": 10 * (10 * "." + "\n")}]
    write(tmp_path, "list.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    arguments = ["list.jsonl", "-o", "out", "--ask", "count", "--jobs", "1"]
    client = ended(begun(tmp_path, *arguments, stderr=subprocess.PIPE))
    until = time.monotonic() + 300
    while time.monotonic() < until and not ((tmp_path / "out").exists() and (tmp_path / "out").stat().st_size):
        time.sleep(0.01)
    client.send_signal(signal.SIGINT)
    _, said = client.communicate(timeout=300)
    assert client.returncode == 130
    assert b"Recorded by this run: 1. Run it again, and it goes on.\n" in said


@linux
def test_workers_end_with_the_client_and_nothing_is_torn(tmp_path: Path, ended: Ended) -> None:
    name = boards(tmp_path, 60)
    client = ended(begun(tmp_path, name, "-o", "out"))
    until = time.monotonic() + 300
    while time.monotonic() < until and not ((tmp_path / "out").exists() and b"\n" in (tmp_path / "out").read_bytes()):
        time.sleep(0.01)
    left = supervisor.descendants(client.pid)
    client.kill()
    client.wait()
    assert command("batch", name, "-o", "out", cwd=tmp_path).returncode == 0
    assert len(statuses(tmp_path / "out")) == 60
    assert not set(left) & {one for one, _ in supervisor.running_processes()}


def test_workers_of_a_program_with_threads(tmp_path: Path) -> None:
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    try:
        assert not start.can_fork()
        result = batch_records(tmp_path, boards(tmp_path, 6))
    finally:
        stop.set()
        other.join()
    assert {record["status"] for record in result} <= {"only", "several"}
    assert len(result) == 6


def batch_records(folder: Path, *names: str) -> list[dict[str, Any]]:
    """The records of a batch in this process."""
    order, known = run.order("unique", "auto", 60, 2000), IdTable()
    with results.Results(folder / "out", order, known) as kept:
        tasks = Tasks(Inputs(names, sys.stdin.buffer).items(), known, order, None)
        run.run(tasks, Pool(order, 2), kept, lambda written: None, ordered=False)
    return records(folder / "out")


# ------------------------------------------------------------------------------------- what records come to


def rated_records(count: int) -> list[record.Record]:
    """Records of boards that nobody asked."""
    order = run.order("rate", "auto", 60, 2000)
    result = []
    for number in range(count):
        rules = ("sudoku", "tents")[number % 2]
        known: dict[str, Any] = {"result": {"name": "easy", "score": 10.0 + number}, "status": "complete"}
        if number % 10 == 9:
            known = {"status": "unknown", "stopped": "time limit"}
        task = record.Task(number, f"board {number}", "", "", (), "")
        result.append(record.record(order, task, rules=rules, seconds=0.001 * (number + 1), **known))
    return result


def test_summary() -> None:
    result = summary.summary(rated_records(101))
    assert (result.boards, result.failed, result.kinds) == (101, 10, {"time limit": 10})
    assert [(genre.rules, genre.boards) for genre in result.genres.values()] == [("sudoku", 51), ("tents", 50)]
    assert result.genres["sudoku"].median == pytest.approx(0.051)
    assert result.slowest[0].id == "board 100"
    assert len(result.unsolved) == 10
    assert summary.summary([]).boards == 0


@pytest.mark.parametrize("values", [[3.0], [1.0, 2.0], [2.0, 1.0, 1.0], [5.0, 1.0, 1.0, 9.0, 5.0, 7.0], [1.0] * 4])
def test_medians_of_what_was_counted(values: list[float]) -> None:
    assert summary.median(Counter(values)) == statistics.median(values)


def test_a_summary_does_not_grow_with_the_boards() -> None:
    """Of many boards, all of which took another time, a few hundred times are kept."""
    (some,) = rated_records(1)
    order = random.Random(1)
    times = [order.lognormvariate(-6, 1) for _ in range(20_000)]
    result = summary.summary(msgspec.structs.replace(some, seconds=time) for time in times).genres["sudoku"]
    assert result.boards == len(times)
    assert len(result.seconds) < 2_500
    assert result.slowest == max(times)
    assert result.median == pytest.approx(statistics.median(times), rel=0.006)


def test_the_page_says_what_the_records_say() -> None:
    result = rated_records(101)
    result[9] = msgspec.structs.replace(result[9], id="<script>alert(1)</script>", rules="&", stopped="<b>")
    page = report.page(summary.summary(result))
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Without a result: 10 of 101" in page
    root = ElementTree.fromstring(re.sub(r"<!.*?>|<meta[^>]*>", "", page))
    pictures = [sum(int(bar.text.rsplit(" ")[-1]) for bar in svg.iter("title")) for svg in root.iter("svg")]
    assert pictures == [101, 91]
    assert report.page(summary.summary([])).count("<h1>0 boards</h1>") == 1


@pytest.mark.parametrize("values", [[0.0], [1e-9, 100.0], [0.001, 0.001, 0.002], [1.0, 9.99, 10.0, 60.0]])
def test_every_value_is_in_one_bar(values: list[float]) -> None:
    for bars in (report.time_bars(Counter(values)), report.number_bars(Counter(values))):
        assert sum(bar.count for bar in bars) == len(values)
        assert all(first.high == second.low for first, second in itertools.pairwise(bars))
        for value in values:
            assert any(bar.low <= max(value, bars[0].low) * 1.0001 and value <= bar.high for bar in bars)


def test_a_page_is_written_over_its_own_kind_only(tmp_path: Path) -> None:
    assert command("batch", boards(tmp_path, 1), "-o", "out", "--report", "page", cwd=tmp_path).returncode == 0
    assert command("batch", "-o", "out", "--report", "page", cwd=tmp_path).returncode == 0
    write(tmp_path / "page", "index.html", "mine")
    refused = command("batch", "-o", "out", "--report", "page", cwd=tmp_path)
    assert (refused.returncode, "E304" in refused.stderr) == (3, True)
    assert (tmp_path / "page" / "index.html").read_text() == "mine"


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_tables(tmp_path: Path, ending: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"table{ending}"
    for count in (3, 25):
        summary.write(path, rated_records(count))
        rows = _rows(path)
        assert [row["id"] for row in rows] == [f"board {number}" for number in range(count)]
    assert float(rows[1]["score"]) == 11
    assert not rows[9]["score"]
    assert rows[9]["message"] == rows[9]["stopped"] == "time limit"
    assert list(rows[0]) == list(summary.COLUMNS)


def _rows(path: Path) -> Sequence[dict[str, Any]]:
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    from pyarrow import parquet

    result: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return result


# ------------------------------------------------------------------------------------- what others do to the results


ORDER = record.Order("unique", "auto", 60.0, 2000, {"puzzlelang": "1"})


def one_record(number: int) -> record.Record:
    task = record.Task(number, f"board {number}", "boards", "..", (), str(number))
    return record.record(ORDER, task, "only")


@pytest.mark.parametrize(
    "tail", [b"\0", b"\0" * 10_000, b'{"bat\0\0', results.RECORD_START + b'"id":"bo' + b"\0" * 4096]
)
def test_zeros_that_a_power_cut_leaves_are_cut_off(tail: bytes, tmp_path: Path) -> None:
    path = tmp_path / "out"
    whole = results.lines([one_record(1), one_record(2)])
    path.write_bytes(whole + tail)
    assert [result.id for result in results.records(path)] == ["board 1", "board 2"]
    with results.Results(path, ORDER, IdTable()) as kept:
        assert kept.count == 2
        kept.append([one_record(3)])
    assert path.read_bytes() == whole + results.lines([one_record(3)])


def test_zeros_before_whole_records_are_nothing_that_a_batch_wrote(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"\0" * 100 + results.lines([one_record(1)]))
    with pytest.raises(Failed) as caught:
        results.Results(path, ORDER, IdTable())
    assert caught.value.diagnostics[0].code == "E353"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.unlink(), "was removed"),
        (lambda path: path.with_name("other").replace(path), "was replaced"),
        (lambda path: os.truncate(path, 10), "was cut off"),
        (lambda path: path.write_bytes(path.read_bytes() + b"x"), "was written to"),
    ],
    ids=["removed", "replaced", "cut", "longer"],
)
@pytest.mark.parametrize("records", [[], [one_record(2)]], ids=["waiting", "writing"])
def test_results_that_somebody_else_changes_end_the_run(
    change: Callable[[Path], object], said: str, records: list[record.Record], tmp_path: Path
) -> None:
    path = tmp_path / "out"
    (tmp_path / "other").write_bytes(b"")

    class Waiting:
        def outcomes(self, _: object) -> Iterator[record.Outcome | None]:
            yield record.Outcome(1, one_record(1))
            change(path)
            yield record.Outcome(2, records[0]) if records else None
            pytest.fail("it goes on")

        def close(self) -> None:
            pass

    tasks = Tasks(iter(()), IdTable(), ORDER, None)
    with results.Results(path, ORDER, IdTable()) as kept, pytest.raises(Failed) as caught:
        run.run(tasks, Waiting(), kept, lambda _: None, ordered=False)
    (result,) = caught.value.diagnostics
    assert (result.code, said in result.message) == ("E360", True)
