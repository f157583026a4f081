"""Files are written whole or not at all, wherever they lie; odd files and names end in a diagnostic."""

import contextlib
import importlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pytest

from puzzlelang import files
from puzzlelang.cli import main, streams
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import outside
from puzzlelang.source import Source
from puzzlelang.syntax import to_text
from tests import library
from tests.test_cli import ROOT, TWO, run, write

UGLY = 'puzzle   "Two"\nboard rectangle find ink:set of cells as "#"\n' + TWO.split("\n", 3)[3] + "\n" * 20
posix = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX systems")


def limited(room: int, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command that can write no file beyond so many bytes, as on a full disk; what it prints fits into a pipe.

    It writes no bytecode, which would be cut off and break later programs.
    """
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))"
    first = f"import resource, sys; sys.dont_write_bytecode = True; {limit}"
    with contextlib.ExitStack() as stack:
        (printed, out), (output, errors) = (map(stack.enter_context, pipe()) for _ in range(2))
        result = run(*arguments, cwd=cwd, first=first, stdout=out, stderr=errors)
        out.close()
        errors.close()
        return subprocess.CompletedProcess(result.args, result.returncode, printed.read(), output.read())


def pipe() -> tuple[IO[str], IO[str]]:
    """Both ends of a pipe: what is read, and what is written to."""
    read, written = os.pipe()
    return open(read, encoding="utf-8"), open(written, "w", encoding="utf-8")


def formatted(text: str) -> str:
    return to_text.format_source(Source("x", text))


# ------------------------------------------------------------------------------------------------- a full disk


@posix
def test_a_file_stays_whole_on_a_full_disk(tmp_path: Path) -> None:
    long = UGLY.replace('"Two"', f'"{"Two " * 100}"')
    write(tmp_path, "two.rules", long)
    result = limited(100, "fmt", "two.rules", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (3, "")
    assert "error[E301]: `two.rules` cannot be written" in result.stderr
    assert (tmp_path / "two.rules").read_text("utf-8") == long
    assert [path.name for path in tmp_path.iterdir()] == ["two.rules"]


@posix
def test_a_longer_text_in_a_file_of_two_names_is_undone_on_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.link(path, tmp_path / "b")
    script = (
        "import resource, sys; sys.dont_write_bytecode = True; from pathlib import Path; from puzzlelang import files\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "files.write_text(Path('a'), 'new' * 100, force=True)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, timeout=600, check=False
    )
    assert done.returncode
    assert path.read_bytes() == b"old"


@posix
def test_output_is_whole_or_not_there(tmp_path: Path) -> None:
    write(tmp_path, "two.rules", TWO)
    write(tmp_path, "board", "..")
    old = "old " * 50
    write(tmp_path, "old", old)
    for name in ("new", "old"):
        result = limited(100, "export", "two.rules", "board", "-o", name, "--force", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (3, "")
    assert {path.name for path in tmp_path.iterdir()} == {"two.rules", "board", "old"}
    assert (tmp_path / "old").read_text("utf-8") == old


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
@pytest.mark.parametrize("arguments", [("list",), ("list", "--json"), ("show", "tents"), ("fmt", "-")])
def test_standard_output_that_is_full(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = run(*arguments, text=TWO, stdout=full)
    assert result.returncode == 3
    assert "error[E301]: standard output cannot be written: No space left on device\n" in result.stderr


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams(closed: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f"{sys.executable} -m puzzlelang solve tents - {closed}"
    result = subprocess.run(
        ["bash", "-c", command], input="", env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert result.returncode == 3
    assert "Traceback" not in result.stderr


# ------------------------------------------------------------------------------------------- permissions, links


@posix
def test_permissions_stay(tmp_path: Path) -> None:
    path = Path(write(tmp_path, "two.rules", UGLY))
    path.chmod(0o640)
    assert run("fmt", str(path)).stdout == f"changed {path}\n"
    assert path.stat().st_mode & 0o7777 == 0o640


@posix
def test_new_files_have_the_permissions_that_others_have(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    files.write_text(tmp_path / "new", "text", force=False)
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


@posix
def test_what_is_linked_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path = Path(write(tmp_path / "there", "two.rules", UGLY))
    (tmp_path / "link.rules").symlink_to(path)
    os.link(path, tmp_path / "second.rules")
    assert run("fmt", "link.rules", cwd=tmp_path).stdout == "changed link.rules\n"
    assert (tmp_path / "link.rules").is_symlink()
    assert path.read_text("utf-8") == formatted(UGLY)
    assert (tmp_path / "second.rules").samefile(path)


@posix
def test_a_link_to_nothing_is_followed_only_by_force(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("elsewhere")
    with pytest.raises(Failed, match=r"E304 .* is a link to a file that is not there"):
        files.write_text(tmp_path / "link", "text", force=False)
    assert not (tmp_path / "elsewhere").exists()
    files.write_text(tmp_path / "link", "text", force=True)
    assert (tmp_path / "elsewhere").read_text("utf-8") == "text"


@posix
def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    files.write_text(Path("/dev/null"), "text", force=False)
    convert = f"{sys.executable} -m puzzlelang convert two.rules board --to"
    script = f"{convert} text -o /dev/fd/3 3> out && {convert} json -o >(cat > piped)"
    write(tmp_path, "two.rules", TWO)
    write(tmp_path, "board", "..")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, timeout=600, check=True)
    assert (tmp_path / "out").read_text("utf-8") == "..\n"
    until = time.monotonic() + 300
    piped = tmp_path / "piped"
    while not (piped.exists() and piped.stat().st_size) and time.monotonic() < until:
        time.sleep(0.02)
    assert piped.read_text("utf-8").startswith("{")


@pytest.mark.parametrize("target", ["-", "/dev/stdout"])
def test_a_dash_is_standard_output(tmp_path: Path, target: str) -> None:
    write(tmp_path, "two.rules", TWO)
    result = run("convert", "two.rules", "-", "--to", "text", "-o", target, text="..", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "..\n")
    assert run("export", "two.rules", "-", "-o", target, text="..", cwd=tmp_path).stdout.startswith("(set-info ")
    assert [path.name for path in tmp_path.iterdir()] == ["two.rules"]


# --------------------------------------------------------------------------------------------------------- fmt


def test_formatting_goes_on_behind_a_broken_file(tmp_path: Path) -> None:
    good = [write(tmp_path, name, UGLY) for name in ("a.rules", "c.rules")]
    broken = write(tmp_path, "b.rules", "rule rule\n")
    result = run("fmt", good[0], broken, str(tmp_path / "none"), good[1])
    assert result.returncode == 3
    assert result.stdout == "".join(f"changed {name}\n" for name in good)
    assert broken in result.stderr
    assert "error[E303]" in result.stderr
    assert result.stderr.strip().endswith("2 errors")
    assert Path(broken).read_text("utf-8") == "rule rule\n"


@posix
def test_a_pipe_cannot_be_changed() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = f"{sys.executable} -m puzzlelang fmt <(echo 'let  a = 1')"
    result = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert "`fmt -` writes what it reads" in result.stderr


# ----------------------------------------------------------------------------------------- other rules, odd names


@posix
def test_an_included_link_may_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    secret = write(tmp_path, "secret", "password: hunter2\n")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "linked.rules").symlink_to(secret)
    name = write(tmp_path / "here", "two.rules", f'include "linked"\n{TWO}')
    result = run("show", name)
    assert result.returncode == 3
    assert "error[E060]: `linked` is a link that leads out of this folder" in result.stderr
    assert f"{name}:1:9" in result.stderr
    assert "hunter2" not in result.stderr + result.stdout


@posix
def test_a_link_within_the_folder_or_to_the_library_is_included(tmp_path: Path) -> None:
    write(tmp_path, "own.rules", "let one = 1\n")
    (tmp_path / "linked.rules").symlink_to("own.rules")
    (tmp_path / "ours.rules").symlink_to(ROOT / "rules" / "tents.rules")
    name = write(tmp_path, "two.rules", f'include "linked"\ninclude "ours"\n{TWO}')
    assert run("show", name).returncode == 0


def test_an_included_file_that_cannot_be_read_is_told_where_it_is_included(tmp_path: Path) -> None:
    (tmp_path / "image.rules").write_bytes(b"\xff\xfe")
    name = write(tmp_path, "two.rules", f'include "image"\n{TWO}')
    result = run("show", name)
    assert result.returncode == 3
    assert f"{name}:1:9" in result.stderr
    assert "error[E302]" in result.stderr


@posix
@pytest.mark.parametrize("home", ["/nonexistent/home", "relative", ""])
def test_a_home_that_is_not_there_is_not_made(tmp_path: Path, home: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("XDG_CACHE_HOME", "HOME")}
    environment |= {"HOME": home} if home else {}
    result = run("show", "tents", cwd=tmp_path, environment=environment)
    assert (result.returncode, result.stderr) == (0, "")
    assert not os.path.exists("/nonexistent/home")
    assert list(tmp_path.iterdir()) == []


SMALL = str(ROOT / "examples" / "tents" / "small.txt")

ODD = {
    "long": "n" * 300,
    "long path": "/" + "n" * 300,
    "in a long folder": "n" * 300 + "/x",
    "deep": "a/" * 3_000,
    "no UTF-8": "\udcff",
    "rules without UTF-8": "\udcff.rules",
    "escapes": "x\x1b[2J\u202e",
    "empty": "",
    "NUL": "a\0b",
}


COMMANDS = ["solve", "show", "fmt", "lint", "test", "new", "check", "bench", "convert"]
PAIRS = [
    pytest.param(command, name, id=f"{command}-{what}")
    for number, command in enumerate(COMMANDS)
    for at, (what, name) in enumerate(ODD.items())
    if library.whole or (at - number) % 3 == 0
]
"""Every command with every name; by default each command with a third of the names, and each name with as many."""


@pytest.mark.library
@pytest.mark.parametrize(("command", "name"), library.few(PAIRS, 9))
def test_names_that_are_none(command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, "utf-8", "backslashreplace", write_through=True)
    for output in ("sys.stdout", "sys.stderr"):
        monkeypatch.setattr(output, streams.GuardedStream(stream))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    for arguments in ((name,), ("tents", name), (name, name)):
        more = ["--to", "text"] if command == "convert" else []
        assert main.run([command, *arguments, *more]) in (0, 2, 3)
        result = written.getvalue().decode("utf-8")
        assert "\x1b[2J" not in result
        assert not set(result) & set("\u202e\udcff\0")


WRITING = [
    ("draw", "tents", SMALL), ("minimise", "tents", SMALL), ("export", "tents", SMALL),
    ("convert", "tents", SMALL, "--to", "text"),
    ("certify", "tents", SMALL), ("print", "tents"), ("gallery", "tents"), ("batch", SMALL),
]  # fmt: skip
"""Every command that writes to where `-o` says."""


@pytest.mark.parametrize("arguments", WRITING, ids=lambda arguments: arguments[0])
def test_a_name_with_a_nul_is_told_before_anything_is_done(
    arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run([*arguments, "-o", "a\0b"]) == 3
    assert "E301" in capsys.readouterr().err
    for name in ("--table", "--report"):
        assert main.run(["batch", SMALL, "-o", "records.jsonl", name, "a\0b"]) == 3
    assert main.run(["verify", "a\0b"]) == 3


@posix
def test_rules_in_a_folder_whose_name_is_no_utf_8(tmp_path: Path) -> None:
    folder = os.path.join(os.fsencode(tmp_path), b"\xff")
    os.mkdir(folder)
    with open(os.path.join(folder, b"\xfe.rules"), "w", encoding="utf-8") as file:
        file.write(TWO)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": folder}
    environment.pop("XDG_CACHE_HOME", None)
    done = subprocess.run(
        [sys.executable, "-m", "puzzlelang", "solve", b"\xfe.rules", "-"],
        input=b"..", cwd=folder, env=environment, capture_output=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    home = {**os.environ, "HOME": os.fsdecode(folder)}
    home.pop("XDG_CACHE_HOME", None)
    for command in (("solve", "\udcfe.rules", "-", "--json"), ("fmt", "."), ("show", "\udcfe")):
        result = run(*command, text="..", cwd=Path(os.fsdecode(folder)), environment=home)
        assert (result.returncode, result.stderr) == (0, "")


@posix
def test_a_rules_file_that_cannot_be_read_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "broken.rules").symlink_to("nowhere")
    (tmp_path / "image.rules").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.rules").mkdir()
    os.mkfifo(tmp_path / "pipe.rules")
    result = run("solve", "https://puzz.link/p?norinori/5/5/cag4ocjo", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root becomes somebody else")
@pytest.mark.parametrize("name", ["closed/two", "closed/two.rules", "secret.rules", "secret"])
def test_what_one_may_not_enter_or_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "closed").mkdir()
    for own in ("closed/two.rules", "secret.rules"):
        write(tmp_path, own, TWO)

    def codes() -> list[int]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"..")))
        commands = (("show", name), ("solve", "tents", name), ("fmt", name), ("new", name))
        return [main.run(command) for command in commands]

    codes()  # loads what Python may not load any more then, as do the lines that follow
    for module in outside.MODULES.values():
        importlib.import_module(module)
    (tmp_path / "closed").chmod(0o700)
    (tmp_path / "secret.rules").chmod(0o600)
    capsys.readouterr()
    os.seteuid(65534)
    try:
        assert codes() == [3, 3, 3, 3]
    finally:
        os.seteuid(0)
    assert capsys.readouterr().err.count("error[E30") == 4
