"""Programs side by side: limits of children, what a peer says, ratios."""

import json
import sys
import time
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.bench.runs import Sample
from puzzlelang.source import Source
from tests import library
from tests.bench import asp, beside, children, comparison
from tests.bench.children import Bounds
from tests.bench.comparison import Row
from tests.bench.contestants import Trial

BOUNDS = Bounds(10, 2000)
NORINORI, TENTS, CREEK = (
    f"https://puzz.link/p?{body}"
    for body in ("norinori/5/5/cag4ocjo", "tents/5/5/2g0h1i1j82323", "creek/6/6/gagaich2cgb6769dt")
)
PEER = """\
#!/bin/sh
case "$1" in
*norinori*) echo "Answer Status: Unique" ;;
*tents*) echo "Answer Status: Not unique" ;;
*) echo "Error: unknown puzzle type" >&2 ;;
esac
"""


def program(folder: Path, text: str = PEER) -> str:
    path = folder / "peer"
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_a_command_is_timed_with_its_own_children() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')"
    inner = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {busy!r}])"
    child = children.command([sys.executable, "-c", inner], BOUNDS)
    assert (child.code, child.output.strip(), child.stopped) == (0, "done", False)
    assert child.seconds >= 0.3


def test_limits_stop_a_command() -> None:
    hanging = children.command([sys.executable, "-c", "while True: pass"], Bounds(1, 2000))
    assert hanging.stopped
    assert hanging.code is None
    assert 0.5 <= hanging.seconds < 5


def _endless() -> str:
    while True:
        pass


@library.sweep_large
def test_limits_stop_a_copy() -> None:
    assert children.forked(_endless, Bounds(1, 2000)).stopped
    assert children.forked(lambda: str(len(bytearray(10**10))), Bounds(5, 2000)).stopped


def _busy() -> None:
    start = time.process_time()
    while time.process_time() < start + 0.4:
        pass


@library.sweep_large
def test_what_a_copy_does_before_its_work_takes_none_of_its_time() -> None:
    assert children.forked(lambda: "done", BOUNDS, _busy).seconds < 0.4
    assert children.forked(lambda: str(_busy()), BOUNDS).seconds >= 0.3


def test_a_copy_tells_its_result_or_its_exception() -> None:
    fine = children.forked(lambda: "two", BOUNDS)
    assert (fine.code, fine.output) == (0, "two")
    broken = children.forked(lambda: str(1 // 0), BOUNDS)
    assert broken.code == 1
    assert not broken.stopped
    assert "ZeroDivisionError" in broken.output


def test_a_peer_beside_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, results = tmp_path / "boards.txt", tmp_path / "results.json"
    boards.write_text(f"# three boards\n{NORINORI}\n{TENTS}\n\n{CREEK}\nhttps://puzz.link/p?nosuchtype/5/5/a\n")
    options = ["--list", str(boards), "--json", str(results), "--repeat", "1"]
    beside.main(["--peer", program(tmp_path), "--only", "peer", "--only", "inside", *options])
    shown = capsys.readouterr()
    assert "refused by the peer: " + CREEK in shown.err
    assert "not read by our rules: https://puzz.link/p?nosuchtype" in shown.err
    assert "inside / peer, geometric mean of the ratios of CPU time over 1 boards" in shown.out
    assert f"verdicts differ: tents 5x5 {TENTS} (peer: several, inside: unique)" in shown.out
    saved = json.loads(results.read_text())
    assert [one["genre"] for one in saved] == ["norinori", "tents"]
    assert [one["runs"]["inside"][0]["verdict"] for one in saved] == ["unique", "unique"]


def test_a_cold_command_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{NORINORI}\n")
    beside.main(["--only", "command", "--only", "inside", "--list", str(boards), "--repeat", "1"])
    assert "command unique" in capsys.readouterr().out


def test_what_is_not_installed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{NORINORI}\n")
    missing = ["--peer", str(tmp_path / "nothing"), "--noqx", str(tmp_path)]
    beside.main([*missing, "--only", "inside", "--list", str(boards), "--repeat", "1"])
    result = capsys.readouterr()
    assert f"no peer: {tmp_path / 'nothing'} is no program" in result.err
    assert "no noqx: " in result.err
    assert "inside unique" in result.out


@pytest.mark.parametrize(("body", "usual"), [("mashu/3/2/00", True), ("mashu/f/3/2/00", False)])
def test_boards_of_other_rules_are_told_apart(body: str, usual: bool) -> None:
    text = Source("<url>", f"https://puzz.link/p?{body}")
    rules = pipeline.load("masyu")
    assert asp.is_usual(Sample("masyu", rules, pipeline.board(rules, text))) == usual


def _row(name: str, **seconds: float | str) -> Row:
    """A row in which a number is the time of a solved board, and a word the verdict."""
    runs = {
        one: [Trial(result, "unique") if isinstance(result, float) else Trial(9.0, result)]
        for one, result in seconds.items()
    }
    return Row(name, name, "5x5", f"link-{name}", runs)


def test_ratios() -> None:
    rows = [
        _row("a", inside=0.2, peer=0.1),
        _row("b", inside=0.4, peer=0.05),
        _row("c", inside="open", peer=1.0),
        _row("d", inside=0.1, peer="several"),
        _row("e", inside=0.5, peer="failed"),
        _row("f", inside=0.5, peer="refused"),
    ]
    assert [(pytest.approx(ratio), row.genre) for ratio, row in comparison.worst(rows, "inside", "peer")] == [
        (8, "b"),
        (2, "a"),
    ]
    assert [row.genre for row in comparison.differ(rows)] == ["d"]
    assert [row.genre for row in comparison.unsolved(rows, "inside")] == ["c"]
    assert [row.genre for row in comparison.unsolved(rows, "peer")] == ["e"]
    text = "\n".join(comparison.lines(rows, 1))
    assert "over 2 boards: 4.00; peer takes 0.1 s or more on 1: 2.00" in text
    assert "open: inside 1, peer 0" in text
    assert "     8.00     0.400     0.050  b 5x5 link-b" in text
    assert "link-a" not in text
    assert "open by inside: c 5x5 link-c (solved by peer 1.000)" in text


def test_times_too_short_to_tell_apart_are_equal() -> None:
    row = _row("a", inside=0.0001, peer=0.00001)
    assert row.ratio("inside", "peer") == 1
