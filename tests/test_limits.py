"""Limits that hold: time, memory, Ctrl-C, a dying parent; and nothing is left running."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from tests.test_cli import HARD, ROOT, run, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory is not limited there")

BOMB = """\
puzzle "Bomb"
board rectangle
find x : cells to 2..999999999
rule factors "The product has two large factors": every a, b in pairs(cells): a.x * b.x = 999999937 * 999999929
"""


def children(folder: Path) -> set[str]:
    """Processes that solve by rules in a folder."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines() if f"puzzlelang solve {folder}" in line}


@pytest.mark.parametrize("engine", ["cadical", "z3"])
def test_a_bomb_ends_at_the_time_limit(tmp_path: Path, engine: str) -> None:
    rules = write(tmp_path, "bomb.rules", BOMB)
    start = time.monotonic()
    found = run("solve", rules, "-", "--timeout", "2", "--engine", engine, text="..\n..")
    assert time.monotonic() - start < 3
    assert found.returncode == 4, found.stdout + found.stderr
    assert "limit" in found.stdout
    assert children(tmp_path) == set()


@pytest.mark.parametrize("engine", ["cadical", "z3"])
def test_a_memory_limit_ends_with_a_message(tmp_path: Path, engine: str) -> None:
    rules = write(tmp_path, "bomb.rules", BOMB)
    found = run("solve", rules, "-", "--memory", "300", "--timeout", "50", "--engine", engine, text="..\n..")
    assert found.returncode == 4, found.stdout + found.stderr
    assert "memory limit" in found.stdout
    assert "Traceback" not in found.stderr
    assert "terminate" not in found.stderr


def test_a_rule_that_explodes_is_refused_before_it_is_unfolded(tmp_path: Path) -> None:
    nested = "".join(f"every c{number} in cells: " for number in range(12))
    rules = write(tmp_path, "deep.rules", f'puzzle "Deep"\nboard rectangle\nfind s : set of cells as "#"\n'
                                         f'rule deep "Too deep": {nested}c0.s\n')  # fmt: skip
    start = time.monotonic()
    found = run("solve", rules, "-", text="....\n....\n....\n....")
    assert time.monotonic() - start < 2
    assert found.returncode == 3
    assert "E090" in found.stderr
    assert "deep.rules:4" in found.stderr


def test_too_many_cases_are_told_by_quantifier() -> None:
    text = (
        'puzzle "Pairs"\nboard rectangle\nfind s : set of cells as "#"\n'
        'rule far "Far": every r in rows: every a, b in pairs(cells) where a.row = r.number: a.s or b.s\n'
    )
    rules = pipeline.ruleset(Source("pairs", text))
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, pipeline.board(rules, "size: 300x300"))
    (found,) = caught.value.diagnostics
    told = [label.message for label in found.labels]
    assert found.code == "E090"
    assert told[0] == "`r` makes 300 cases"
    assert told[1].startswith("`a, b` makes 8,099,910,000 cases")
    assert "`where`" in (found.help or "")


def test_a_mosaic_of_more_than_ten_thousand_cells_is_solved() -> None:
    width, height = 102, 101
    black = [[(r * r + 3 * c * c + r * c) % 7 < 3 for c in range(width)] for r in range(height)]
    around = (-1, 0, 1)

    def clue(row: int, column: int) -> str:
        near = [(row + r, column + c) for r in around for c in around]
        return str(sum(black[r][c] for r, c in near if 0 <= r < height and 0 <= c < width))

    rules = pipeline.load("mosaic")
    text = "\n".join("".join(clue(row, column) for column in range(width)) for row in range(height))
    result = pipeline.solve(rules, pipeline.board(rules, text))
    assert result.unique


def test_a_board_beyond_memory_is_refused(small_memory: None) -> None:
    with pytest.raises(Failed) as caught:
        pipeline.board(pipeline.load("mosaic"), "size: 101x100")
    assert [item.code for item in caught.value.diagnostics] == ["E110"]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a child of its parent's death")
def test_nothing_is_left_when_the_command_is_ended(tmp_path: Path, ending: signal.Signals) -> None:
    rules = write(tmp_path, "pigeons.rules", HARD)
    board = write(tmp_path, "board.txt", "......\n" * 4)
    command = [sys.executable, "-m", "puzzlelang", "solve", rules, board]
    child = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    assert len(children(tmp_path)) == 2
    start = time.monotonic()
    os.kill(child.pid, ending)
    child.wait(timeout=5)
    while children(tmp_path) and time.monotonic() - start < 2:
        time.sleep(0.02)
    assert children(tmp_path) == set()
    assert time.monotonic() - start < 2


def test_every_command_that_grounds_or_searches_has_limits(tmp_path: Path) -> None:
    chance = random.Random(1)
    rows = [" ".join(str(chance.randint(1, 9)) if chance.random() < 0.4 else "." for _ in range(60)) for _ in range(60)]
    large = write(tmp_path, "large.txt", "\n".join(rows) + "\n")
    pigeons = HARD + 'example "many" board """\nsize: 4x6\n""" has 1 solution\n'
    rules = write(tmp_path, "pigeons.rules", pigeons)
    for command, says in (
        (["check", "fillomino", large], "Not known: time limit"),
        (["check", "fillomino", large, "--json"], '"stopped": "time limit"'),
        (["why", "fillomino", large], "Not known: time limit"),
        (["facts", "fillomino", large, "--json"], '"stopped": "time limit"'),
        (["export", "fillomino", large], "Nothing is written: time limit"),
        (["decode", "fillomino", large, os.devnull], "Not known: time limit"),
        (["test", rules], "how many answers there are is not known: time limit"),
        (["lint", rules], ""),
    ):
        start = time.monotonic()
        seconds = "0.02" if command[0] == "decode" else "0.4"  # it only grounds the board
        found = run(*command, "--timeout", seconds, "--memory", "300")
        assert says in found.stdout + found.stderr, command
        assert found.returncode in ((0,) if command[0] == "lint" else (1, 4)), command
        assert time.monotonic() - start < 20, command
