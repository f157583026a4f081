"""What README and tutorial show is what happens."""

import re
from pathlib import Path

from tests.test_cli import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str = "") -> list[str]:
    """The fenced blocks of a kind, in order."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [content for word, content in found if word == kind]


def test_the_first_command_prints_what_the_readme_shows() -> None:
    command = blocks(README, "sh")[0].split("puzzlelang ")[-1].split()
    found = run(*command, cwd=ROOT)
    assert found.returncode == 0
    assert found.stdout == blocks(README)[0]


def test_the_tutorial_works_step_by_step(tmp_path: Path) -> None:
    declared, rules, board, drawn, examples = (block for block in blocks(TUTORIAL) if block.strip())
    (tmp_path / "hidden-stars.rules").write_text(f"{declared}\n{rules}\n{examples}", encoding="utf-8")
    (tmp_path / "board.txt").write_text(board, encoding="utf-8")
    (tmp_path / "drawn.txt").write_text(drawn, encoding="utf-8")
    solved, checked, mistake = blocks(TUTORIAL, "console")
    for shown in (solved, checked):
        command, expected = shown.split("\n", 1)
        assert run(*command.removeprefix("$ puzzlelang ").split(), cwd=tmp_path).stdout == expected
    assert run("test", "hidden-stars.rules", cwd=tmp_path).returncode == 0
    wrong = f"{declared}\n{rules}".replace("lines with l.clue", "lines")
    (tmp_path / "hidden-stars.rules").write_text(wrong, encoding="utf-8")
    command, expected = mistake.split("\n", 1)
    assert run(*command.removeprefix("$ puzzlelang ").split(), cwd=tmp_path).stderr == expected
