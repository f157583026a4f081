"""Pictures as commands and the Python API give them."""

import contextlib
import io
import json
import os
import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import puzzlelang
from puzzlelang import pipeline
from puzzlelang.cli import main, pictures
from puzzlelang.diagnostics.record import Failed
from puzzlelang.scene import outputs
from puzzlelang.source import Source
from tests.test_cli import ROOT, run, write

BOARD = str(ROOT / "examples" / "masyu" / "small.txt")
STARS = 'puzzle "Stars"\nfind star : set of cells as "*"\nrule one "One star": count(star) = 1\n'

terminals = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")


def test_draw_writes_each_form_and_overwrites_nothing(tmp_path: Path) -> None:
    for form, start in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        target = tmp_path / f"board.{form}"
        assert run("draw", "masyu", BOARD, "-o", str(target)).returncode == 0
        assert target.read_bytes().startswith(start)
    light = target.read_bytes()
    again = run("draw", "masyu", BOARD, "-o", str(target), "--dark")
    assert again.returncode == 3
    assert "E304" in again.stderr
    assert target.read_bytes() == light
    assert run("draw", "masyu", BOARD, "-o", str(target), "--dark", "--force").returncode == 0
    assert target.read_bytes() != light
    assert run("draw", "masyu", BOARD).stdout.startswith("<svg ")
    wrong = run("draw", "masyu", BOARD, "-o", str(tmp_path / "board.gif"))
    assert wrong.returncode == 3
    assert "E381" in wrong.stderr
    assert not (tmp_path / "board.gif").exists()


def test_the_same_picture_has_the_same_bytes() -> None:
    rules = pipeline.load("masyu")
    scene = pipeline.picture(rules, pipeline.board(rules, Path(BOARD)))
    for form in outputs.FORMS:
        assert outputs.picture_bytes(scene, form) == outputs.picture_bytes(scene, form)


@pytest.mark.parametrize(("form", "package"), [("png", "resvg_py"), ("pdf", "reportlab")])
def test_a_missing_package_is_told(form: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    rules = pipeline.load("masyu")
    with pytest.raises(Failed) as failed:
        outputs.picture_bytes(pipeline.picture(rules, pipeline.board(rules, Path(BOARD))), form)
    assert [item.code for item in failed.value.diagnostics] == ["E380"]
    assert "puzzlelang[pictures]" in failed.value.diagnostics[0].help


def test_letters_that_a_font_lacks_are_told_or_taken_from_the_system() -> None:
    rules = pipeline.ruleset(
        Source("wide.rules", STARS.replace("star :", "sign :").replace("star)", "sign)").replace('"*"', '"木"'))
    )
    scene = pipeline.picture(rules, pipeline.board(rules, "木.\n"))
    with pytest.raises(Failed) as failed:
        outputs.picture_bytes(scene, "pdf")
    assert [item.code for item in failed.value.diagnostics] == ["E382"]
    assert outputs.picture_bytes(scene, "png").startswith(b"\x89PNG")


def test_what_is_wrong_read_and_forced_is_marked(tmp_path: Path) -> None:
    rules = write(tmp_path, "stars.rules", STARS)
    wrong = run("check", rules, "-", "--style", "unicode", text="**\n..\n")
    assert "│!★ │!★ │" in wrong.stdout
    assert "\n! wrong\n" in wrong.stdout
    assert "broken: one" in wrong.stdout
    shown = run("check", rules, "-", "--as", "svg", text="**\n..\n")
    assert shown.stdout.startswith("<svg ")
    assert "broken: one" in shown.stderr
    hint = run("hint", "masyu", BOARD, "--style", "unicode").stdout.splitlines()
    assert hint[2] == "│         ×*            │"
    assert hint[3] == "│.·*×.●━*.━━*━╸   ○   · │"
    assert hint[13] == "* follows   . looked at"
    assert hint[15].startswith("no line at R1C3-R3C3 and R2C1-R2C2, line at R2C2-R2C4")


def test_answers_that_differ_are_marked(tmp_path: Path) -> None:
    rules = write(tmp_path, "stars.rules", STARS)
    result = run("solve", rules, "-", "--style", "unicode", text="..\n")
    assert "; │~★ │~  │" in result.stdout or "; │~  │~★ │" in result.stdout


def test_piped_output_stays_board_text() -> None:
    solved = run("solve", "masyu", BOARD)
    assert run("check", "masyu", BOARD, "-", text=solved.stdout).stdout.strip() == "This is a right answer."


def on_terminal(*arguments: str, wide: int = 100, text: str = "") -> str:
    """What a command writes to a terminal as wide as that, without colours."""
    import fcntl
    import pty
    import struct
    import termios

    primary, secondary = pty.openpty()
    fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 40, wide, 0, 0))
    environment = {**os.environ, "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    held = io.BytesIO()

    def hold() -> None:
        with contextlib.suppress(OSError):  # that there is nobody any more who writes
            while piece := os.read(primary, 1 << 16):
                held.write(piece)

    reader = threading.Thread(target=hold)
    reader.start()
    with open(secondary, "wb", buffering=0) as stdout:
        run(*arguments, text=text, environment=environment, stdout=stdout)
    reader.join()
    os.close(primary)
    return held.getvalue().decode().replace("\r\n", "\n")


@terminals
@pytest.mark.parametrize("wide", [100, 20])
def test_a_terminal_gets_a_picture_if_it_fits(wide: int) -> None:
    shown = on_terminal("solve", "masyu", BOARD, wide=wide)
    assert ("│ ┏━━━━━━━○" in shown) is (wide == 100)
    assert ("#" in shown) is (wide == 20)
    assert "\x1b[" not in shown


TENTS = "  ...1\n. ....\n2 ....\n. T..T\n. ..T.\n"
"""A board from which nothing can be taken away."""

MAKING = [("generate", "tents", "--size", "4x4", "--seed", "1"), ("minimise", "tents", "-")]


@terminals
@pytest.mark.parametrize("arguments", MAKING, ids=lambda arguments: arguments[0])
def test_a_made_board_is_shown_above_its_text(arguments: Sequence[str], tmp_path: Path) -> None:
    """On a terminal, so that nobody has to read text; what is saved or piped is the text alone."""
    piped = run(*arguments, text=TENTS)
    assert piped.returncode == 0
    assert "♣" not in piped.stdout
    shown = on_terminal(*arguments, text=TENTS)
    assert shown.endswith(f"\n\n{piped.stdout}")
    assert shown.count("♣") == piped.stdout.count("T") > 0
    if arguments[0] == "generate":
        assert on_terminal(*arguments, wide=10) == piped.stdout
    else:
        target = tmp_path / "board.txt"
        assert "♣" in on_terminal(*arguments, "-o", str(target), text=TENTS)
        assert target.read_text(encoding="utf-8") == piped.stdout


def test_files_have_every_form_of_pictures() -> None:
    assert pictures.FILE_FORMS == outputs.FORMS


@pytest.mark.parametrize("arguments", MAKING, ids=lambda arguments: arguments[0])
def test_a_made_board_is_a_picture_if_asked(arguments: Sequence[str], tmp_path: Path) -> None:
    if arguments[0] == "minimise":
        target = tmp_path / "board.png"
        assert run(*arguments, "--as", "png", "-o", str(target), text=TENTS).returncode == 0
        assert target.read_bytes().startswith(b"\x89PNG")
    else:
        result = run(*arguments, "--as", "svg").stdout
        assert result == run("draw", "tents", "-", text=run(*arguments).stdout).stdout
        assert run(*arguments, "--as", "png", "--count", "2").returncode == 2


@terminals
def test_a_terminal_gets_no_bytes_of_pictures() -> None:
    assert on_terminal("draw", "masyu", BOARD, "--as", "pdf") == ""
    assert on_terminal(*MAKING[1], "--as", "png", text=TENTS) == ""


@terminals
def test_steps_show_the_board_after_each() -> None:
    piped = run("path", "masyu", BOARD, "--boards").stdout
    shown = on_terminal("path", "masyu", BOARD, "--boards")
    assert "┌" not in piped
    assert shown.count("┌") == len(re.findall(r"^\d+\. ", piped, re.MULTILINE)) > 3
    assert shown.count("* follows") == shown.count("┌")
    assert on_terminal("path", "masyu", BOARD, "--boards", "--style", "text") == piped


def test_what_a_solver_answered_is_a_picture_with_what_is_wrong(tmp_path: Path) -> None:
    rules = write(tmp_path, "stars.rules", STARS)
    board = write(tmp_path, "board.txt", "..\n")
    clauses = run("export", rules, board, "--format", "dimacs").stdout
    first, second = (re.search(rf"^c (\d+) .*{place}", clauses, re.MULTILINE)[1] for place in ("R1C1", "R1C2"))
    answer = f"s SATISFIABLE\nv {first} {second} 0\n"
    plain = run("decode", rules, board, text=answer)
    assert plain.returncode == 1
    assert plain.stdout.startswith("**\n\n; ")
    shown = run("decode", rules, board, "--style", "unicode", text=answer)
    assert "│!★ │!★ │" in shown.stdout
    svg = run("decode", rules, board, "--as", "svg", text=answer)
    assert svg.returncode == 1
    assert svg.stdout.startswith("<svg ")
    assert "; broken: one" in svg.stderr
    none = run("decode", rules, board, "--as", "svg", text="s UNSATISFIABLE\n")
    assert (none.returncode, none.stdout) == (1, "")
    assert "no answer" in none.stderr


@pytest.mark.parametrize("command", ["solve", "facts", "check", "hint", "decode"])
def test_json_has_no_pictures(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two forms at once are refused, in JSON, and nothing is dropped silently."""
    answer = [BOARD] if command == "decode" else []
    assert main.run([command, "masyu", BOARD, *answer, "--json", "--as", "svg"]) == 2
    result = json.loads(capsys.readouterr().out)["diagnostics"][0]["message"]
    assert "--as and --json exclude each other" in result


@pytest.mark.parametrize("form", ["svg", "json"])
def test_without_an_answer_there_is_no_picture(form: str, tmp_path: Path) -> None:
    rules = write(tmp_path, "none.rules", STARS + 'rule two "Two stars": count(star) = 2\n')
    result = run("solve", rules, "-", "--as", form, text="..\n")
    assert (result.returncode, result.stdout) == (1, "")
    assert "There is no answer." in result.stderr
    assert "These cannot all be true" in result.stderr


def test_results_are_pictures_in_notebooks() -> None:
    rules = pipeline.load("masyu")
    puzzle = pipeline.board(rules, Path(BOARD))
    actual = puzzlelang.solve(rules, puzzle)
    answer = pipeline.convert(rules, puzzle, "text", actual.answers[0])
    drawn = pipeline.board(rules, answer)
    results = [actual, puzzlelang.facts(rules, puzzle), puzzlelang.check(rules, drawn), puzzlelang.hint(rules, puzzle)]
    shown = [result._repr_svg_() for result in results]
    assert all(text.startswith("<svg ") for text in shown)
    assert shown[0] == shown[1] == shown[2] != shown[3]
