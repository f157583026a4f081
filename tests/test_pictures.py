"""Pictures as commands and the Python API give them."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlelang
from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.scene import outputs
from puzzlelang.source import Source
from tests.test_cli import ROOT, run, write

BOARD = str(ROOT / "examples" / "masyu" / "small.txt")
STARS = 'puzzle "Stars"\nfind star : set of cells as "*"\nrule one "One star": count(star) = 1\n'


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
        assert outputs.written(scene, form) == outputs.written(scene, form)


@pytest.mark.parametrize(("form", "package"), [("png", "resvg_py"), ("pdf", "reportlab")])
def test_a_missing_package_is_told(form: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    rules = pipeline.load("masyu")
    with pytest.raises(Failed) as failed:
        outputs.written(pipeline.picture(rules, pipeline.board(rules, Path(BOARD))), form)
    assert [item.code for item in failed.value.diagnostics] == ["E380"]
    assert "puzzlelang[pictures]" in failed.value.diagnostics[0].help


def test_letters_that_a_font_lacks_are_told_or_taken_from_the_system() -> None:
    rules = pipeline.ruleset(
        Source("wide.rules", STARS.replace("star :", "sign :").replace("star)", "sign)").replace('"*"', '"木"'))
    )
    scene = pipeline.picture(rules, pipeline.board(rules, "木.\n"))
    with pytest.raises(Failed) as failed:
        outputs.written(scene, "pdf")
    assert [item.code for item in failed.value.diagnostics] == ["E382"]
    assert outputs.written(scene, "png").startswith(b"\x89PNG")


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
    assert hint[1] == "│.·  .·  .○   ·   ·   · │"
    assert hint[2] == "│     ×*                │"
    assert hint[3] == "│.·*×.●   ·   ·   ○   · │"
    assert hint[13] == "* follows   . looked at"
    assert hint[15].startswith("no line at R1C2-R2C2 R2C1-R2C2")


def test_answers_that_differ_are_marked(tmp_path: Path) -> None:
    rules = write(tmp_path, "stars.rules", STARS)
    found = run("solve", rules, "-", "--style", "unicode", text="..\n")
    assert "; │~★ │~  │" in found.stdout or "; │~  │~★ │" in found.stdout


def test_piped_output_stays_board_text() -> None:
    solved = run("solve", "masyu", BOARD)
    assert run("check", "masyu", BOARD, "-", text=solved.stdout).stdout.strip() == "This is a right answer."


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize("wide", [100, 20])
def test_a_terminal_gets_a_picture_if_it_fits(wide: int) -> None:
    import fcntl
    import pty
    import struct
    import termios

    primary, secondary = pty.openpty()
    fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 40, wide, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    command = [sys.executable, "-m", "puzzlelang", "solve", "masyu", BOARD]
    with subprocess.Popen(command, stdout=secondary, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(secondary)
        held = io.BytesIO()
        while True:
            try:
                piece = os.read(primary, 4096)
            except OSError:
                break
            if not piece:
                break
            held.write(piece)
        assert process.wait(timeout=60) == 0
    os.close(primary)
    shown = held.getvalue().decode()
    assert ("│ ┏━━━━━━━○" in shown) is (wide == 100)
    assert ("#" in shown) is (wide == 20)
    assert "\x1b[" not in shown


def test_results_are_pictures_in_notebooks() -> None:
    rules = pipeline.load("masyu")
    puzzle = pipeline.board(rules, Path(BOARD))
    found = puzzlelang.solve(rules, puzzle)
    answer = pipeline.convert(rules, puzzle, "text", found.answers[0])
    drawn = pipeline.board(rules, answer)
    results = [found, puzzlelang.facts(rules, puzzle), puzzlelang.check(rules, drawn), puzzlelang.hint(rules, puzzle)]
    shown = [result._repr_svg_() for result in results]
    assert all(text.startswith("<svg ") for text in shown)
    assert shown[0] == shown[1] == shown[2] != shown[3]
