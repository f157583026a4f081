"""What a command is started in: streams, encodings, names, folders.  None of it is an error of puzzlelang."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlelang.cli import output, streams
from tests import library
from tests.test_cli import ROOT, TENTS, TWO, run, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="streams and names are different there")

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
LONG = "a" * 300
SPELLED = TWO.replace("Two cells are black", "Zwei Felder sind “schwarz”…").replace('"#"', '"ä"')
ODD = "r\udcff.rules"
"""A name with a byte that is no UTF-8."""


def shell(line: str, folder: Path, /, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash with `puzzlelang` in it."""
    line = line.replace("puzzlelang", shlex.join([sys.executable, "-m", "puzzlelang"]))
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=600,
        check=False,
    )


# ---------------------------------------------------------------------------------------------- streams


@pytest.mark.library
@pytest.mark.parametrize(
    "command",
    [f"solve tents {TENTS}", "list --json", "list", "--help", "nothing --json"][: len(library.amount(1, 5))],
)
@pytest.mark.parametrize(("where", "reason"), [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_said(command: str, where: str, reason: str, tmp_path: Path) -> None:
    result = shell(f"puzzlelang {command} {where}", tmp_path)
    assert result.returncode == output.WRONG_INPUT
    assert f"error[E301]: standard output cannot be written: {reason}".encode() in result.stderr
    assert b"Traceback" not in result.stderr


@pytest.mark.library
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full", "2> >(true)"][: len(library.amount(1, 3))])
@pytest.mark.parametrize(
    ("command", "code"),
    library.few(
        [("list", 0), (f"solve tents {TENTS}", 0), ("solve tents nowhere", 3), ("nothing", 2), ("explain E999", 2)], 2
    ),
)
def test_errors_that_cannot_be_written_leave_the_exit_code(command: str, code: int, where: str, tmp_path: Path) -> None:
    assert shell(f"puzzlelang {command} {where}", tmp_path).returncode == code


@pytest.mark.library
@pytest.mark.parametrize("command", library.few(["solve tents -", f"check tents {TENTS} -", "fmt -"], 1))
def test_input_that_is_closed_is_said(command: str, tmp_path: Path) -> None:
    result = shell(f"puzzlelang {command} <&-", tmp_path)
    assert result.returncode == output.WRONG_INPUT
    assert b"E301" in result.stderr
    assert b"standard input cannot be read" in result.stderr
    assert shell("puzzlelang list <&-", tmp_path).returncode == output.FINE


PRINTING = [
    "list", f"solve tents {TENTS}", "--help", "nothing --json", f"export tents {TENTS}", "--version", "list --json",
    "solve tents x --json", "solve --help", "formats", "explain", "doctor",
]  # fmt: skip


@pytest.mark.library
@pytest.mark.parametrize("command", PRINTING[: len(library.amount(1, 12))])
@pytest.mark.parametrize("both", ["", "2>&1"][: len(library.amount(1, 2))])
def test_nobody_who_reads_is_a_quiet_end(command: str, both: str, tmp_path: Path) -> None:
    # The reader is gone before anything is written.
    result = shell(f"set -o pipefail; (sleep 0.1; puzzlelang {command} {both}) | true", tmp_path)
    assert result.returncode == streams.BROKEN_PIPE
    assert result.stderr == b""


def test_a_reader_that_leaves_in_the_middle_is_a_quiet_end(tmp_path: Path) -> None:
    result = shell(f"set -o pipefail; puzzlelang export tents {TENTS} | head -1", tmp_path)
    assert result.returncode == streams.BROKEN_PIPE
    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""


# ---------------------------------------------------------------------------------------------- encodings


@pytest.mark.library
@pytest.mark.parametrize("encoding", ["ascii", "utf-16", "latin-1", "cp437"][: len(library.amount(1, 4))])
def test_what_an_encoding_lacks_is_spelled(encoding: str, tmp_path: Path) -> None:
    write(tmp_path, "two.rules", SPELLED)
    for command in ("check two -", "show two", "--help", "explain e001", "lint two"):
        result = shell(f"echo '..ä' | puzzlelang {command}", tmp_path, PYTHONIOENCODING=encoding)
        assert result.returncode in (0, 1)
        assert b"failed" not in result.stderr
    shown = shell("puzzlelang show two", tmp_path, PYTHONIOENCODING=encoding).stdout.decode(encoding)
    assert ('sind "schwarz"...' if encoding != "utf-16" else "sind “schwarz”…") in shown


TELLING = ["check two -", "show two", "list", "solve two -", "test two", "lint two"]


@pytest.mark.library
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"][: len(library.amount(2, 3))])
@pytest.mark.parametrize("command", TELLING[: len(library.amount(1, 6))])
def test_json_is_utf_8_or_ascii(encoding: str, command: str, tmp_path: Path) -> None:
    write(tmp_path, "two.rules", SPELLED)
    result = shell(f"echo '.ää' | puzzlelang {command} --json", tmp_path, PYTHONIOENCODING=encoding)
    assert result.returncode in (0, 1)
    listed = json.dumps(
        json.loads(result.stdout.decode("utf-8" if encoding == "utf-8" else "ascii")), ensure_ascii=False
    )
    if command in ("check two -", "show two"):
        assert command == "check two -" or "sind “schwarz”…" in listed


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_converted_json_is_ascii(encoding: str, tmp_path: Path) -> None:
    write(tmp_path, "two.rules", SPELLED.replace('"Two"', '"“Zwei”"'))
    result = shell("echo '..ä' | puzzlelang convert two - --to json", tmp_path, PYTHONIOENCODING=encoding)
    assert json.loads(result.stdout.decode("ascii"))["puzzle"] == "“Zwei”"


@pytest.mark.skipif(sys.platform == "darwin", reason="names there are always text")
def test_a_name_that_is_no_text_is_a_name(tmp_path: Path) -> None:
    write(tmp_path, ODD, SPELLED)
    assert shell("echo '.ää' | puzzlelang solve r$'\\xff'.rules -", tmp_path).returncode == 0
    result = json.loads(shell("puzzlelang test r$'\\xff' --json", tmp_path).stdout.decode("utf-8"))
    assert result[0]["file"] == "r\ufffd.rules"
    assert shell("puzzlelang test r$'\\xff'", tmp_path).stdout.startswith(b"r\\xff.rules: ")
    write(tmp_path, ODD, "puzzle (")
    wrong = shell("puzzlelang show r$'\\xff'", tmp_path)
    assert wrong.returncode == output.WRONG_INPUT
    assert b".rules:1:" in wrong.stderr
    assert shell("puzzlelang new s$'\\xff'", tmp_path).returncode == 0


@pytest.mark.skipif(sys.platform == "darwin", reason="names there are always text")
def test_a_home_that_is_no_text_is_a_home(tmp_path: Path) -> None:
    home = tmp_path / "h\udcff"
    home.mkdir()
    assert shell("puzzlelang show tents", tmp_path, HOME=str(home), XDG_CACHE_HOME="").returncode == 0


@pytest.mark.skipif(sys.platform == "darwin", reason="paths there are always UTF-8")
def test_it_starts_under_any_path_in_the_c_locale(tmp_path: Path) -> None:
    """As installed, not editable: Python itself reads the path of an editable install by the encoding of the locale."""
    place = tmp_path / "ä ö"
    shutil.copytree(ROOT / "puzzlelang", place / "puzzlelang", ignore=shutil.ignore_patterns("__pycache__", "_shipped"))
    shutil.copytree(ROOT / "grammar", place / "puzzlelang" / "_shipped" / "grammar")
    (place / "puzzlelang" / "_shipped" / "rules").mkdir()
    shutil.copy(ROOT / "rules" / "tents.rules", place / "puzzlelang" / "_shipped" / "rules")
    result = shell("puzzlelang show tents", place, PYTHONPATH="", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", LC_ALL="C")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"Tents\n")


# ---------------------------------------------------------------------------------------------- names and folders


@pytest.mark.parametrize(
    "command",
    [f"solve {LONG} {TENTS}", f"solve tents {LONG}", f"new {LONG}", f"test {LONG}", f"lint {LONG}/x", f"fmt {LONG}",
     f"convert tents {TENTS} --to text -o {LONG}", f"check tents {TENTS} {LONG}", f"export tents {TENTS} -o {LONG}",
     f"export tents {TENTS} --except {LONG}", f"decode tents {TENTS} {LONG}", f"bench {LONG}",
     f"solve tents {TENTS} --engine {LONG}", f"show {LONG}"],
)  # fmt: skip
def test_a_name_that_is_too_long_is_an_ordinary_error(command: str, tmp_path: Path) -> None:
    result = run(*command.split(), cwd=tmp_path)
    assert result.returncode == output.WRONG_INPUT
    assert "error[E" in result.stderr


POWERLESS = """
import ctypes, os
if os.geteuid() == 0:
    system = ctypes.CDLL(None)
    head, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert system.capget(head, sets) == 0
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH; 24 is PR_CAPBSET_DROP
        system.prctl(24, capability, 0, 0, 0)
        for at in range(3):  # effective, permitted, inheritable
            sets[at] &= ~(1 << capability)
    assert system.capset(head, sets) == 0
"""
"""Takes from a superuser what opens every file."""


def shut(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as somebody meets it who is no superuser."""

    return run(*command.split(), cwd=folder, first=POWERLESS)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a superuser enters every folder")
def test_what_may_not_be_read_is_an_ordinary_error(tmp_path: Path) -> None:
    (tmp_path / "shut" / "in").mkdir(parents=True)
    shutil.copy(ROOT / "rules" / "tents.rules", tmp_path / "beside.rules")
    (tmp_path / "beside.rules").chmod(0)
    (tmp_path / "shut").chmod(0)
    try:
        assert shut(f"solve {LINK}", tmp_path).returncode == 0
        for command in (
            "show beside", "solve tents shut/in/board", f"solve shut/in/rules {TENTS}", "new shut/in/mine", "fmt .",
            "test shut", "lint shut/in", f"convert tents {TENTS} --to text -o shut/in/out",
            f"check tents {TENTS} shut/in/x", f"export tents {TENTS} -o shut/in/out",
            f"decode tents {TENTS} shut/in/out",
        ):  # fmt: skip
            result = shut(command, tmp_path)
            assert result.returncode == output.WRONG_INPUT, command
            assert "error[E30" in result.stderr, command
    finally:
        (tmp_path / "shut").chmod(0o700)


# ---------------------------------------------------------------------------------------------- usage


@pytest.mark.parametrize("memory", ["10000000000000", "9" * 30])
def test_more_memory_than_there_can_be_is_wrong_usage(memory: str) -> None:
    result = run("solve", "tents", str(TENTS), "--memory", memory)
    assert result.returncode == output.USAGE
    assert "--memory" in result.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "1e999", "-1", "0"])
def test_a_time_limit_is_a_number(seconds: str) -> None:
    result = run("solve", "tents", str(TENTS), "--timeout", seconds)
    assert result.returncode == output.USAGE
    assert "--timeout" in result.stderr


@pytest.mark.parametrize(
    "command", ["nothing", "solve", "solve tents x --limit 0", "solve tents x --timeout nan", "list --nothing"]
)
def test_wrong_usage_is_json_where_json_is_wanted(command: str) -> None:
    result = run(*command.split(), "--json")
    assert result.returncode == output.USAGE
    listed = json.loads(result.stdout)
    assert listed["status"] == "error"
    assert listed["diagnostics"][0]["code"] == "E300"
    assert result.stderr == ""


@pytest.mark.parametrize("command", ["test", "lint", "fmt"])
def test_a_folder_without_rules_is_said(command: str, tmp_path: Path) -> None:
    result = run(command, str(tmp_path))
    assert result.returncode == output.USAGE
    assert "There are no rule files" in result.stderr


def test_test_tells_in_json_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    write(tmp_path, "a.rules", "puzzle (")
    write(tmp_path, "b.rules", TWO)
    result = run("test", str(tmp_path), "--json")
    assert result.returncode == output.WRONG_INPUT
    broken, fine = json.loads(result.stdout)
    assert broken["file"].endswith("a.rules")
    assert broken["diagnostics"][0]["code"].startswith("E0")
    assert broken["examples"] == []
    assert fine["file"].endswith("b.rules")
    assert result.stderr == ""


def test_test_wants_an_engine_that_there_is(tmp_path: Path) -> None:
    result = run("test", write(tmp_path, "b.rules", TWO), "--engine", "nope", "--json")
    assert result.returncode == output.WRONG_INPUT
    assert json.loads(result.stdout)["diagnostics"][0]["code"] == "E305"
