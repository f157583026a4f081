"""What README and tutorial show is what happens."""

import random
import re
import shlex
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.cli import words
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.typed import vocabulary
from puzzlelang.typed.ir import Ruleset
from tests import random_puzzles
from tests.test_cli import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
LANGUAGE, AUTHORS = (ROOT / "rules" / "README.md").read_text(encoding="utf-8").split("\n## Boards from elsewhere\n")


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
    solved, checked, mistake, *setting = blocks(TUTORIAL, "console")
    for shown in (solved, checked, *setting):
        command, expected = shown.split("\n", 1)
        assert run(*shlex.split(command.removeprefix("$ puzzlelang ")), cwd=tmp_path).stdout == expected
    assert run("test", "hidden-stars.rules", cwd=tmp_path).returncode == 0
    wrong = f"{declared}\n{rules}".replace("lines with l.clue", "lines")
    (tmp_path / "hidden-stars.rules").write_text(wrong, encoding="utf-8")
    command, expected = mistake.split("\n", 1)
    assert run(*shlex.split(command.removeprefix("$ puzzlelang ")), cwd=tmp_path).stderr == expected


def test_the_page_for_authors_works_step_by_step(tmp_path: Path) -> None:
    rules, lanterns, corners = blocks(AUTHORS, "rules")
    assert [reading.format for reading in pipeline.ruleset(Source("lanterns", lanterns)).readings] == ["penpa"]
    (saved,) = blocks(AUTHORS, "text")
    shown, proposed, checked = (block.split("\n", 1) for block in blocks(AUTHORS, "console"))
    (tmp_path / "twins.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "corners.rules").write_text(corners, encoding="utf-8")
    (tmp_path / "saved.txt").write_text(saved, encoding="utf-8")
    for command, expected in (shown, proposed):
        assert run(*command.removeprefix("$ puzzlelang ").split(), cwd=tmp_path).stdout == expected
    (tmp_path / "twins.rules").write_text(rules + proposed[1], encoding="utf-8")
    assert run(*checked[0].removeprefix("$ puzzlelang ").split(), cwd=tmp_path).stdout == checked[1]
    link = "https://puzz.link/p?corners/3/3/g.13ljik"
    written = run("convert", "corners.rules", link, "--to", "puzzlink", cwd=tmp_path)
    assert written.stdout.strip() == link, written.stderr
    assert blocks(AUTHORS) == []


def worded() -> list[object]:
    """Each block of rules of the pages about the language and its words."""
    found: list[object] = []
    for name, text in {"language": LANGUAGE, **words.entries()}.items():
        shown = re.findall(r"^```(rules|mistake)(?: (\w+))?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        found += [pytest.param(*block, id=f"{name}-{number}") for number, block in enumerate(shown, 1)]
    return found


def grounds(rules: Ruleset, seed: int) -> bool:
    """Whether the rules say anything about a random board, which need not fit their declarations."""
    try:
        return bool(pipeline.ground(rules, random_puzzles.puzzle(rules, random.Random(seed), (4, 4))).constraints)
    except Failed:
        return False


@pytest.mark.parametrize(("kind", "code", "content"), worded())
def test_what_the_pages_about_the_language_show(kind: str, code: str, content: str) -> None:
    """Rules are right, and go over a small board; a mistake is the one that it says."""
    board = "" if "board " in content else "board rectangle\n"
    title = "" if content.startswith("puzzle") else 'puzzle "Shown"\n'
    source = Source("shown", f"{title}{board}{content}")
    if kind == "mistake":
        with pytest.raises(Failed) as caught:
            pipeline.ruleset(source)
        assert {item.code for item in caught.value.diagnostics} == {code}
        return
    assert (kind, code) == ("rules", "")
    rules = pipeline.ruleset(source)
    assert any(grounds(rules, seed) for seed in range(30))


def test_the_page_about_words_has_every_word() -> None:
    assert set(vocabulary.words()) <= set(words.entries())
    text = words.page()
    assert set(re.findall(r"see `(\w+)`", text)) <= set(words.entries())
    shown = run("explain", "connected").stdout
    assert shown.startswith("connected: a word with arguments\n\n`connected(S)`: ")
    assert '\n    rule white "All white cells are connected"' in shown
    assert "```" not in shown


LAYERS = """\
puzzle "T"
board rectangle
given a : cells to number?
given b : set of cells
find d : cells to 0..9
"""


def test_what_the_page_for_authors_says_of_entries() -> None:
    """The later part wins; `and` needs both; a blank with `""` has a value; a blank before a given in `fill` is it."""
    later, both, filled = (
        pipeline.ruleset(Source("t", f'{LAYERS}read pzprv3 "t": {pieces}\n'))
        for pieces in (
            'cells(a), cells("x": a 7, "y": nothing)',
            'cells("x": a 7 and b, a), cells("": d 0, d)',
            "fill(a; d)",
        )
    )
    board = pipeline.board(later, Source("t", "pzprv3/t/1/3/1 2 . /x y . /"))
    assert [board.givens["a"][cell] for cell in board.geometry.cells[:2]] == [7, 2]
    board = pipeline.board(both, Source("t", "pzprv3/t/1/3/x 7 . /. 7 3 /"))
    assert [len(board.givens[name]) for name in "ab"] == [2, 1]
    assert board.drawing is not None
    assert list(board.drawing.values["d"].values()) == [0, 7, 3]
    assert pipeline.convert(both, board, "pzprv3") == "pzprv3\nt\n1\n3\nx 7 .\n. 7 3\n"
    board = pipeline.board(filled, Source("t", "pzprv3/t/1/3/1 . . /. 2 . /"))
    assert board.drawing is not None
    assert list(board.drawing.values["d"].values()) == [1, 2]
