"""What a command loads before it does anything: a cold start is most of the time of an easy board."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.commands import ROOT, alone, run
from tests.test_cli import TENTS

Command = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs a command line: forked, or in a Python of its own."""

NEVER = {
    *("rich_click", "rich", "secrets", "hashlib", "string", "json", "lark", "pysat", "pysmt", "z3"),
    *("difflib", "shutil", "subprocess", "asyncio", "dataclasses", "unicodedata"),
    *("puzzlelang.catalogue", "puzzlelang.scene", "puzzlelang.steps", "puzzlelang.questions.why"),
    *("puzzlelang.problem.findings", "puzzlelang.diagnostics.rendering", "puzzlelang.formats.outside"),
    *("puzzlelang.typed.codecs.codec", "puzzlelang.workers.subprocesses", "puzzlelang.questions.check"),
}
"""What takes milliseconds to load and a solve does without."""

GRAPHS = {"puzzlelang.graphs", "puzzlelang.deductions", "puzzlelang.solving.lazy_graphs"}
"""What only boards with statements about graphs need."""


def test_a_solve_loads_nothing_that_it_does_not_need() -> None:
    alone("solve", "tents", str(TENTS))  # from here on the rules are kept
    code = (
        "import sys\n"
        "from puzzlelang.cli.main import run\n"
        "assert run(sys.argv[1:]) == 0\n"
        f"print(*sorted({NEVER!r} & set(sys.modules)), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", code, "solve", "tents", str(TENTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    assert done.stderr.strip() == ""


def test_msgspec_does_without_what_it_finds_in_typing() -> None:
    code = (
        "import sys\n"
        "from puzzlelang.__main__ import load_msgspec\n"
        "load_msgspec()\n"
        "import msgspec\n"
        "assert 'typing_extensions' not in sys.modules\n"
        "class Box(msgspec.Struct):\n"
        "    side: int\n"
        "assert msgspec.json.decode(b'{\"side\": 3}', type=Box).side == 3\n"
        "load_msgspec()\n"
        "import typing_extensions\n"  # others still find it
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=600, check=True)


def test_a_worker_loads_nothing_that_it_does_not_need() -> None:
    # A fork tells nobody what it loaded, so the board is solved here.
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from puzzlelang import pipeline\n"
        "assert pipeline.solve('tents', Path(sys.argv[1])).unique\n"
        f"print(*sorted({NEVER | GRAPHS!r} & set(sys.modules)), file=sys.stderr)\n"
    )
    alone("solve", "tents", str(TENTS))
    command = [sys.executable, "-c", code, str(TENTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"], ["solve", "--help"], ["solve", "tents", "-h"]])
def test_help_is_drawn_with_boxes(arguments: list[str]) -> None:
    result = alone(*arguments)
    assert "╭─ Options" in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("command", "arguments"), [(alone, ["solve"]), (run, ["nothing"]), (run, ["solve", "tents", "x", "--limit", "0"])]
)
def test_wrong_usage_is_told_in_plain_lines(command: Command, arguments: list[str]) -> None:
    result = command(*arguments)
    assert result.returncode == 2
    assert result.stderr.startswith("Usage: puzzlelang ")
    assert "Error: " in result.stderr
