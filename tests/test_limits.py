"""Limits that hold: time, memory, Ctrl-C, a dying parent; and nothing is left running."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.cli.main import COMMANDS, group
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.workers import own_limits
from puzzlelang.workers.limits import Limits
from tests import library
from tests.conftest import Ended
from tests.test_cli import HARD, ROOT, TENTS, run, write

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
    result = run("solve", rules, "-", "--timeout", "1", "--engine", engine, text="..\n..")
    assert time.monotonic() - start < 300
    assert result.returncode == 4, result.stdout + result.stderr
    assert "limit" in result.stdout
    assert children(tmp_path) == set()


@pytest.mark.parametrize("engine", ["cadical", "z3"])
def test_a_memory_limit_ends_with_a_message(tmp_path: Path, engine: str) -> None:
    rules = write(tmp_path, "bomb.rules", BOMB)
    result = run("solve", rules, "-", "--memory", "150", "--timeout", "50", "--engine", engine, text="..\n..")
    assert result.returncode == 4, result.stdout + result.stderr
    assert "memory limit" in result.stdout
    assert "Traceback" not in result.stderr
    assert "terminate" not in result.stderr


def test_a_rule_that_explodes_is_refused_before_it_is_unfolded(tmp_path: Path) -> None:
    nested = "".join(f"every c{number} in cells: " for number in range(12))
    rules = write(tmp_path, "deep.rules", f'puzzle "Deep"\nboard rectangle\nfind s : set of cells as "#"\n'
                                         f'rule deep "Too deep": {nested}c0.s\n')  # fmt: skip
    result = run("solve", rules, "-", text="....\n....\n....\n....")
    assert result.returncode == 3
    assert "E090" in result.stderr
    assert "deep.rules:4" in result.stderr


def test_too_many_cases_are_told_by_quantifier() -> None:
    text = (
        'puzzle "Pairs"\nboard rectangle\nfind s : set of cells as "#"\n'
        'rule far "Far": every r in rows: every a, b in pairs(cells) where a.row = r.number: a.s or b.s\n'
    )
    rules = pipeline.ruleset(Source("pairs", text))
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, pipeline.board(rules, "size: 300x300"))
    (result,) = caught.value.diagnostics
    output = [label.message for label in result.labels]
    assert result.code == "E090"
    assert output[0] == "`r` makes 300 cases"
    assert output[1].startswith("`a, b` makes 8,099,910,000 cases")
    assert "`where`" in (result.help or "")


@library.sweep_large
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
def test_nothing_is_left_when_the_command_is_ended(tmp_path: Path, ending: signal.Signals, ended: Ended) -> None:
    rules = write(tmp_path, "pigeons.rules", HARD)
    board = write(tmp_path, "board.txt", "......\n" * 4)
    command = [sys.executable, "-m", "puzzlelang", "solve", rules, board]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = ended(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
    until = time.monotonic() + 300
    while len(children(tmp_path)) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert len(children(tmp_path)) == 2
    os.kill(child.pid, ending)
    child.wait(timeout=500)
    until = time.monotonic() + 300
    while children(tmp_path) and time.monotonic() < until:
        time.sleep(0.02)
    assert children(tmp_path) == set()


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
        (["lint", rules], "how many answers there are is not known: time limit"),
    ):
        seconds = "0.02" if command[0] == "decode" else "0.2"  # it only grounds the board
        result = run(*command, "--timeout", seconds, "--memory", "300")
        printed = result.stdout + result.stderr
        assert says in printed or "was stopped at the time limit" in printed, command  # reading may take as long
        assert result.returncode in (1, 4), command


# ------------------------------------------------------------------------------------------- what takes no worker

UNLIMITED = {"list", "explain", "doctor", "language-server", "web"}
"""Commands that take neither rules nor boards."""

LONG = 'puzzle "Long"\nboard rectangle\nfind s : set of cells as "#"\n' + "".join(
    f'rule r{number} "x": every c in cells: c.s or not c.s\n' for number in range(8_000)
)
"""Rules that take some seconds to read."""

LINK = f"https://puzz.link/p?nurikabe/200/200/{'g1' * 9_000}"

ARGUMENTS = {
    "solve": ["RULES", "BOARD"],
    "check": ["RULES", "BOARD"],
    "draw": ["RULES", "BOARD"],
    "print": ["RULES", "-o", "-"],
    "convert": ["RULES", "BOARD", "--to", "json"],
    "formats": ["puzzlink", LINK],
    "read": ["RULES", LINK],
    "show": ["RULES"],
    "new": ["mine", "--like", "RULES"],
    "fmt": ["RULES"],
    "lint": ["RULES"],
    "test": ["RULES"],
    "why": ["RULES", "BOARD"],
    "facts": ["RULES", "BOARD"],
    "count": ["RULES", "BOARD"],
    "hint": ["RULES", "BOARD"],
    "path": ["RULES", "BOARD"],
    "rate": ["RULES", "BOARD"],
    "techniques": ["RULES"],
    "minimise": ["RULES", "BOARD"],
    "generate": ["RULES"],
    "batch": ["BOARDS", "-o", "results", "--rules", "RULES"],
    "gallery": ["RULES", "-o", "pages"],
    "bench": ["RULES"],
    "decode": ["RULES", "BOARD", "BOARD"],
    "export": ["RULES", "BOARD"],
    "certify": ["RULES", "BOARD", "-o", "proof"],
    "verify": ["CERTIFICATE"],
}


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What stands for the words in capitals."""
    folder = tmp_path_factory.mktemp("material")
    boards = write(folder, "boards.txt", "tents board.txt\n")
    proof = folder / "proof"
    assert run("certify", "tents", "-", "-o", str(proof), text=TENTS.read_text(encoding="utf-8")).returncode == 0
    write(proof / "rules", "tents.rules", LONG)
    paths = {"RULES": write(folder, "long.rules", LONG), "BOARD": write(folder, "board.txt", "...\n...\n")}
    return {**paths, "BOARDS": boards, "CERTIFICATE": str(proof)}


def test_every_command_but_a_few_has_limits() -> None:
    assert set(ARGUMENTS) == set(COMMANDS) - UNLIMITED
    for name in ARGUMENTS:
        command = group.get_command(None, name)
        assert {"timeout", "memory"} <= {option.name for option in command.params}, name


@pytest.mark.parametrize("name", ARGUMENTS)
def test_every_command_reads_within_its_limits(name: str, tmp_path: Path, material: dict[str, str]) -> None:
    arguments = [material.get(word, word) for word in ARGUMENTS[name]]
    result = run(name, *arguments, "--timeout", "0.05", cwd=tmp_path)
    assert (result.returncode, "E309" in result.stderr, result.stdout) == (4, True, ""), result.stderr
    assert "at the time limit of 0.05 s" in result.stderr


def test_rules_are_read_within_the_memory_limit(tmp_path: Path, material: dict[str, str]) -> None:
    result = run("show", material["RULES"], "--memory", "50", cwd=tmp_path)
    assert (result.returncode, "E309" in result.stderr) == (4, True), result.stderr
    assert "at the memory limit of 50 MB" in result.stderr
    if library.whole:
        output = run("show", material["RULES"], "--memory", "50", "--json", cwd=tmp_path)
        assert (output.returncode, '"status": "unknown"' in output.stdout) == (4, True)


def test_a_picture_that_needs_more_memory_is_refused_before_it_is_painted(tmp_path: Path) -> None:
    board = write(tmp_path, "board.txt", "size: 90x90\n")
    result = run("draw", "mosaic", board, "-o", str(tmp_path / "large.png"), "--memory", "150")
    assert (result.returncode, "at the memory limit of 150 MB" in result.stderr) == (4, True), result.stderr
    assert not (tmp_path / "large.png").exists()


def test_rules_of_a_batch_that_take_too_long_are_in_the_record(tmp_path: Path, material: dict[str, str]) -> None:
    boards = write(tmp_path, "boards.txt", f"{material['RULES']} {material['BOARD']}\ntents {TENTS}\n")
    for seconds in ("0.5", "1.5"):  # the second board takes a slow machine longer
        result = run("batch", boards, "-o", "-", "--timeout", seconds, "--jobs", "1", cwd=tmp_path)
        records = [json.loads(line) for line in result.stdout.splitlines()]
        if records[-1]["status"] == "only":
            break
    assert [(record["status"], record.get("stopped", "")) for record in records] == [
        ("unknown", "time limit"),
        ("only", ""),
    ]


def count_on() -> None:
    for _ in itertools.count():
        pass


def test_what_is_confined_is_free_again_afterwards() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    for _ in range(3):
        with pytest.raises(Failed) as caught, own_limits.within_limits(Limits(0.01, 1000), "counting"):
            count_on()
        assert own_limits.limit_reached(caught.value.diagnostics) == "time limit"
    with own_limits.within_limits(Limits(0.01, 1000), "a"), pytest.raises(Failed) as caught:
        raise Failed(())
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


# -------------------------------------------------------------------------------------------------- standard output


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (["draw", "tents", "BOARD"], "<svg"),
        (["convert", "tents", "BOARD", "--to", "json"], "{"),
        (["export", "tents", "BOARD"], "(set-info"),
        (["minimise", "tents", "BOARD"], " "),
        (["generate", "tents", "4x4"], " "),
        (["solve", "tents", "BOARD"], " "),
        (["print", "tents BOARD"], "%PDF"),
        (["batch", "BOARDS", "--jobs", "1"], '{"batch"'),
    ],
    ids=lambda value: value[0],
)
def test_a_dash_is_standard_output(arguments: list[str], begins: str, tmp_path: Path) -> None:
    board = write(tmp_path, "board.txt", TENTS.read_text(encoding="utf-8"))
    write(tmp_path, "boards.txt", f"tents {board}\n")
    before = set(tmp_path.iterdir())
    words = [word.replace("BOARDS", "boards.txt").replace("BOARD", "board.txt") for word in arguments]
    with tempfile.TemporaryFile() as printed:
        result = run(*words, "-o", "-", cwd=tmp_path, stdout=printed)
        printed.seek(0)
        assert result.returncode == 0, result.stderr
        assert printed.read().startswith(begins.encode())
    assert set(tmp_path.iterdir()) == before


def test_every_output_is_tried() -> None:
    tried = {"draw", "convert", "export", "minimise", "generate", "solve", "print", "batch"}
    folders = {"gallery", "certify"}
    outputs = {name for name in COMMANDS for option in group.get_command(None, name).params if "-o" in option.opts}
    assert outputs == tried | folders


@pytest.mark.parametrize(
    "arguments", [["certify", "tents", str(TENTS)], ["gallery", "tents"]], ids=lambda value: value[0]
)
def test_standard_output_is_no_folder(arguments: list[str], tmp_path: Path) -> None:
    result = run(*arguments, "-o", "-", cwd=tmp_path)
    assert (result.returncode, "Standard output is no folder" in result.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
