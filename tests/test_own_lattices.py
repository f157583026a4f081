"""Lattices of the user's own: a file more, and what is wrong with it is said with its line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlelang import resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.lattice_files import names, read_lattice
from puzzlelang.source import Source

BRICKS = """title = "bricks"
across = [2, 0]
down = [1, 1]
rows = [[[[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]]]]
"""

BOARD = """lattice: bricks

5 . . .
 2 . 3 0
. . . .
 2 . . 0
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, resources.LATTICES: str(folder)}
    command = [sys.executable, "-m", "puzzlelang", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, check=False)


def test_boards_on_an_own_lattice_are_solved(tmp_path: Path) -> None:
    (tmp_path / "bricks.toml").write_text(BRICKS)
    (tmp_path / "board.txt").write_text(BOARD)
    solved = run(tmp_path, "solve", "slitherlink", "board.txt")
    assert "; This is the only answer." in solved.stdout, solved.stderr


def test_a_name_of_the_library_is_not_taken_again(tmp_path: Path) -> None:
    (tmp_path / "kagome.toml").write_text(BRICKS)
    (tmp_path / "board.txt").write_text(BOARD)
    solved = run(tmp_path, "solve", "slitherlink", "board.txt")
    assert solved.returncode == 3
    assert "there is a lattice `kagome` already" in solved.stderr


@pytest.mark.parametrize("name", names()[1:])
def test_the_files_of_the_library_stand_the_test(name: str) -> None:
    path = resources.folder("rules") / "lattices" / f"{name}.toml"
    assert read_lattice(name, Source(path.name, path.read_text())).name == name


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('"bricks"', '"bricks', 1, "this is not TOML"),
        ("[2, 0]", '[2, "a"]', 2, "expected `float`, got `str`"),
        ("[2, 0]\n", "[2, 0.5]\n", 2, "`across` is not level"),
        ("[1, 1]", "[1, -1]", 3, "`down` does not lead down"),
        ("across = [2, 0]\n", "", 1, "missing required field `across`"),
        ("across", 'note = "own"\nacross', 2, "unknown field `note`"),
        ("[1, 0], ", "", 4, "no other face has the side"),
        ("[1, 1]\n", "[1, 1.5]\n", 4, "no other face has the side"),
        ("[[[[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]]]]", "[]", 4, "a row without a face"),
        ("[0, 1]]]]", "[0, 1]], [[0, 0], [1, 0]]]]", 4, "a face has no area"),
    ],
)
def test_mistakes_are_said_with_their_line(old: str, new: str, line: int, message: str) -> None:
    assert old in BRICKS
    with pytest.raises(Failed) as caught:
        read_lattice("bricks", Source("bricks.toml", BRICKS.replace(old, new, 1)))
    (problem,) = caught.value.diagnostics
    assert problem.code == "E383"
    assert message in problem.message
    assert problem.span is not None
    assert problem.span.source.line_column(problem.span.start)[0] == line
