"""The commands as somebody at a terminal meets them: output, exit codes, nothing overwritten, nothing left running."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzlelang import resources
from puzzlelang.cli import output
from puzzlelang.workers import subprocesses, supervisor
from tests.commands import ROOT, run
from tests.conftest import Ended

TENTS = ROOT / "examples" / "tents" / "tents-15x15.txt"

TWO = """\
puzzle "Two"
board rectangle
find ink : set of cells as "#"
rule two "Two cells are black": count(ink) = 2
"""


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_solve_works_from_any_folder_with_a_library_name(tmp_path: Path) -> None:
    result = run("solve", "tents.rules", str(TENTS), cwd=tmp_path)
    assert result.returncode == 0
    assert ".T*T*...T*T*..*" in result.stdout
    assert "; This is the only answer." in result.stdout
    assert result.stderr == ""


def test_what_solve_prints_reads_back(tmp_path: Path) -> None:
    printed = run("solve", "tents", str(TENTS)).stdout
    assert run("solve", "tents", "-", text=printed).stdout == printed
    assert run("check", "tents", "-", text=printed).stdout.strip() == "This is a right answer."


def test_the_answer_goes_to_a_file_in_the_form_of_its_name(tmp_path: Path) -> None:
    answer, picture = tmp_path / "answer.txt", tmp_path / "answer.SVG"
    saved = run("solve", "tents", str(TENTS), "--output", str(answer))
    assert (saved.returncode, saved.stdout) == (0, f"wrote {answer}\n")
    assert "only answer" in saved.stderr
    assert run("check", "tents", str(answer)).stdout.startswith("This is a right answer.")
    assert run("solve", "tents", str(TENTS), "-o", str(picture)).returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    again = run("solve", "tents", str(TENTS), "-o", str(answer))
    assert (again.returncode, "E304" in again.stderr) == (3, True)
    assert run("solve", "tents", str(TENTS), "-o", str(answer), "--force", "--as", "json").returncode == 0
    assert json.loads(answer.read_text(encoding="utf-8"))["puzzle"] == "Tents"


def test_nothing_is_written_without_an_answer(tmp_path: Path) -> None:
    board, target = write(tmp_path, "board.txt", " 22\n2..\n2T.\n"), tmp_path / "answer.txt"
    assert run("solve", "tents", str(board), "-o", str(target)).returncode == 1
    assert not target.exists()


def test_several_answers_are_shown_with_the_cells_that_differ(tmp_path: Path) -> None:
    rules = write(tmp_path, "two.rules", TWO)
    result = run("solve", rules, "-", text="...")
    assert result.returncode == 0
    assert "There are other answers. Another one, which differs in R1C" in result.stdout
    every = run("solve", rules, "-", "--all", text="...")
    assert every.stdout.count("#") == 6
    assert "3 answers, and no other." in every.stdout
    assert "2 answers; there may be more." in run("solve", rules, "-", "--limit", "2", text="...").stdout


def test_no_answer_is_exit_code_1(tmp_path: Path) -> None:
    result = run("solve", write(tmp_path, "two.rules", TWO), "-", text=".")
    assert result.returncode == 1
    assert "There is no answer." in result.stdout


def test_json_says_the_same(tmp_path: Path) -> None:
    rules = write(tmp_path, "two.rules", TWO)
    content = json.loads(run("solve", rules, "-", "--json", text="..").stdout)
    assert content["status"] == "only"
    assert content["answers"][0]["values"] == {"ink": ["R1C1", "R1C2"]}
    assert json.loads(run("solve", rules, "-", "--json", text="...").stdout)["status"] == "several"
    assert json.loads(run("solve", rules, "-", "--json", text=".").stdout)["status"] == "none"


def test_check_names_every_broken_rule_and_its_cells() -> None:
    wrong = (ROOT / "tests" / "data" / "tents-15x15.wrong.txt").read_text(encoding="utf-8")
    result = run("check", "tents", str(TENTS), "-", text=wrong)
    assert result.returncode == 1
    broken = [line for line in result.stdout.splitlines() if line.startswith("broken")]
    assert len(broken) == 1
    assert broken[0].startswith("broken: pairs:")
    assert {"R1C13", "R11C12"} <= set(result.stdout.split())


def test_check_tells_broken_from_not_yet_satisfied(tmp_path: Path) -> None:
    rules = write(tmp_path, "two.rules", TWO)
    waiting = run("check", rules, "-", text="#??")
    assert waiting.returncode == 0
    assert "not yet satisfied: two" in waiting.stdout
    broken = run("check", rules, "-", text="###")
    assert broken.returncode == 1
    assert "broken: two" in broken.stdout
    nothing = run("check", rules, "-", text="...")
    assert nothing.returncode == 0
    assert "Nothing is drawn" in nothing.stdout


def test_check_deep_says_whether_it_can_be_completed(tmp_path: Path) -> None:
    rules = write(tmp_path, "odd.rules", TWO.replace("count(ink) = 2", "count(ink) mod 3 = 2 and count(ink) < 4"))
    fine = run("check", rules, "-", "--deep", text="#???")
    assert fine.returncode == 0
    assert "It can still be completed." in fine.stdout
    stuck = run("check", rules, "-", "--deep", text="###?")
    assert stuck.returncode == 1
    assert "It cannot be completed" in stuck.stdout


def test_check_finds_a_number_out_of_range_broken(tmp_path: Path) -> None:
    digits = 'puzzle "D"\nboard rectangle\nfind d : cells to 1..9\nrule r "R": distinct(d of cells)\n'
    rules = write(tmp_path, "digits.rules", digits)
    result = run("check", rules, "-", "--deep", text="3 12 .\n")
    assert result.returncode == 1
    assert "broken: d: R1C2 holds 12, at most 9 is possible" in result.stdout
    assert "It cannot be completed" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("solv", "tents", "x"), 2, "Did you mean 'solve'?"),
        (("solve",), 2, "Missing argument"),
        (("solve", "tents", "x.txt", "--limit", "0"), 2, "--limit"),
        (("solve", "tents", str(TENTS), "-o", "a.svg", "--all"), 2, "A picture as SVG shows one answer"),
        (("solve", "tents", "nowhere.txt"), 3, "E301"),
        (("solve", "tent", "nowhere.txt"), 3, "E303"),
        (("solve", "tents", str(TENTS), "--engine", "cadicla"), 3, "did you mean `cadical`"),
        (("explain", "E999"), 2, "no code"),
        (("solve", "aquarim", str(TENTS)), 3, "did you mean `aquarium`?"),
        (("test", "tenst.rules"), 3, "did you mean `tents`?"),
        (("bench", "tenst.rules"), 3, "did you mean `tents`?"),
    ],
)
def test_wrong_usage_is_said_without_a_traceback(arguments: tuple[str, ...], code: int, says: str) -> None:
    result = run(*arguments)
    assert result.returncode == code
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_an_empty_standard_input_says_that_no_board_is_named() -> None:
    result = run("solve", "tents", text="  \n")
    assert result.returncode == 3
    assert "error[E301]: standard input is empty, and no file is named" in result.stderr
    assert run("fmt", "-", text="").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_shows_that_a_board_is_awaited() -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "puzzlelang", "solve", "tents"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"Reading standard input: type or paste the text")
        os.write(ours, b" 0\n0.\n\x04")
        assert process.wait(60) == 0
    os.close(ours)


def test_errors_in_rules_and_boards_are_exit_code_3_with_their_place(tmp_path: Path) -> None:
    rules = write(tmp_path, "two.rules", TWO.replace("count(ink)", "count(inc)"))
    result = run("solve", rules, "-", text="..")
    assert result.returncode == 3
    assert "two.rules:4:39" in result.stderr
    assert "did you mean `ink`" in result.stderr
    content = json.loads(run("solve", rules, "-", "--json", text="..").stdout)
    assert content["diagnostics"][0]["code"] == "E020"
    board = run("solve", write(tmp_path, "two.rules", TWO), "-", text="..\n...")
    assert board.returncode == 3
    assert "<stdin>:1:" in board.stderr or "<stdin>:2:" in board.stderr


def test_new_writes_a_file_that_holds_and_never_overwrites(tmp_path: Path) -> None:
    assert run("new", "kites", cwd=tmp_path).returncode == 0
    assert run("test", "kites.rules", cwd=tmp_path).returncode == 0
    assert run("lint", "kites.rules", cwd=tmp_path).returncode == 0
    (tmp_path / "kites.rules").write_text("mine", encoding="utf-8")
    again = run("new", "kites", cwd=tmp_path)
    assert again.returncode == 3
    assert "E304" in again.stderr
    assert (tmp_path / "kites.rules").read_text(encoding="utf-8") == "mine"


def test_fmt_is_idempotent_and_keeps_what_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "two.rules"
    path.write_text(TWO.replace("find ink :", "find   ink:"), encoding="utf-8")
    assert run("fmt", "--check", str(path)).returncode == 1
    assert run("fmt", str(path)).returncode == 0
    once = path.read_text(encoding="utf-8")
    assert run("fmt", "--check", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8") == once
    path.write_text("puzzle (", encoding="utf-8")
    assert run("fmt", str(path)).returncode == 3
    assert path.read_text(encoding="utf-8") == "puzzle ("


def test_test_explains_an_example_that_has_no_answer(tmp_path: Path) -> None:
    rules = write(
        tmp_path,
        "two.rules",
        TWO + 'rule one "Exactly one cell is black": count(ink) = 1\nexample "x" board "..." has 1 solution\n',
    )
    result = run("test", rules)
    assert result.returncode == 1
    assert "E312" in result.stderr
    assert "Two cells are black" in result.stderr
    assert "Exactly one cell is black" in result.stderr


def test_new_begins_like_another_file(tmp_path: Path) -> None:
    assert run("new", "glades", "--like", "nurikabe", cwd=tmp_path).returncode == 0
    text = (tmp_path / "glades.rules").read_text(encoding="utf-8")
    assert text.startswith('puzzle "Glades" in shading\n')
    assert not re.search(r"^read ", text, re.MULTILINE)
    for command in (("test",), ("lint",), ("fmt", "--check")):
        assert run(*command, "glades.rules", cwd=tmp_path).returncode == 0, command
    assert run("new", "knights", "--like", "antiknight-sudoku", cwd=tmp_path).returncode == 0
    assert run("test", "knights.rules", cwd=tmp_path).returncode == 0
    assert "E303" in run("new", "other", "--like", "nurikabee", cwd=tmp_path).stderr
    assert "E304" in run("new", "glades", "--like", "nurikabe", cwd=tmp_path).stderr


def test_list_finds_by_names_kind_and_rules() -> None:
    assert [line.split()[0] for line in run("list", "slant").stdout.splitlines()] == ["gokigen"]
    assert {"galaxies", "shikaku"} <= {
        line.split()[0] for line in run("list", "--category", "region").stdout.splitlines()
    }
    assert "tents" in run("list", "side by side", "trees").stdout
    nothing = run("list", "no such genre")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert nothing.stderr == "the library has no such puzzle\n"


def test_show_list_and_explain() -> None:
    assert "Each row and column holds <clue> tents" in run("show", "tents").stdout
    names = {line.split()[0] for line in run("list").stdout.splitlines()}
    assert names == {path.stem for path in resources.library_files()}
    assert run("explain", "next").stdout.startswith("next: a word with arguments")
    assert "never drawn" in run("explain", "hidden").stdout
    listed = run("explain", "words").stdout.splitlines()
    assert listed == sorted(listed, key=lambda line: line.partition(":")[0])
    assert {"every", "adjacent", "row"} <= {line.partition(":")[0] for line in listed}
    assert "Did you mean 'adjacent'" in run("explain", "adjacant").stderr
    assert "For example" in run("explain", "e021").stdout


def test_export_is_the_same_bytes_every_time_and_overwrites_nothing(tmp_path: Path) -> None:
    target = tmp_path / "tents.smt2"
    assert run("export", "tents", str(TENTS), "-o", str(target)).returncode == 0
    first = target.read_bytes()
    assert run("export", "tents", str(TENTS), "-o", str(target)).returncode == 3
    assert run("export", "tents", str(TENTS), "-o", str(target), "--force").returncode == 0
    assert target.read_bytes() == first


HARD = """\
puzzle "Pigeons"
board rectangle
find hole : cells to 1..width * height - 1
rule apart "No two pigeons share a hole": every a, b in pairs(cells): a.hole != b.hole
"""


def test_the_time_limit_holds_and_leaves_nothing_running(tmp_path: Path) -> None:
    rules = write(tmp_path, "pigeons.rules", HARD)
    start = time.monotonic()
    result = run("solve", rules, "-", "--timeout", "1", text="......\n" * 4)
    assert result.returncode == 4
    assert "time limit" in result.stdout
    assert time.monotonic() - start < 500


def is_there(group: int) -> bool:
    """Whether a group of processes has any left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_control_c_ends_everything(tmp_path: Path, ended: Ended) -> None:
    rules = write(tmp_path, "pigeons.rules", HARD)
    board = write(tmp_path, "board.txt", "......\n" * 4)
    command = [sys.executable, "-m", "puzzlelang", "solve", rules, board]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = ended(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True, text=True))
    until = time.monotonic() + (100 if subprocesses.LINUX else 2)
    while not supervisor.descendants(child.pid) and time.monotonic() < until:
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=100)
    assert child.returncode == 130
    assert "Traceback" not in errors
    until = time.monotonic() + 100
    while is_there(child.pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert not is_there(child.pid)


# ---------------------------------------------------------------------------------------------- deductions left out

PATHS = str(ROOT / "examples" / "numberlink" / "small.txt")


def test_a_deduction_is_left_out_by_name() -> None:
    with_all, without = (
        json.loads(run("solve", "numberlink", PATHS, "--json", "--stats", *more).stdout)
        for more in ((), ("--without", "detours"))
    )
    assert with_all["answers"] == without["answers"]
    assert "detours" in with_all["stats"]["deduced"]
    assert "detours" not in without["stats"].get("deduced", {})


def test_a_deduction_is_left_out_of_an_export() -> None:
    board = str(ROOT / "examples" / "yin-yang" / "small.txt")
    whole, less = (run("export", "yin-yang", board, *more).stdout for more in ((), ("--without", "planar")))
    assert whole.splitlines() != less.splitlines()
    assert len(less) < len(whole)


@pytest.mark.parametrize(
    "command", ["solve", "export", "export --unique", "export --stage clauses", "export --stage cuts"]
)
@pytest.mark.parametrize("board", [("numberlink", PATHS), ("tents", str(TENTS))])
def test_a_deduction_that_there_is_not(command: str, board: tuple[str, str]) -> None:
    result = run(*command.split(), *board, "--without", "detors")
    assert result.returncode == output.WRONG_INPUT
    assert "error[E308]: there is no deduction `detors`" in result.stderr
    assert "did you mean `detours`?" in result.stderr


def test_lint_names_wrong_examples(tmp_path: Path) -> None:
    text = 'puzzle "Stars"\nboard rectangle\nfind star : set of cells as "*"\nrule one "One star": count(star) = 1\n'
    write(tmp_path, "stars.rules", f'{text}example "Two" board """\n..\n""" has 1 solution\n')
    result = run("lint", "stars.rules", cwd=tmp_path)
    assert result.returncode == 1
    assert "this board should have 1 solution, but has more" in result.stderr
