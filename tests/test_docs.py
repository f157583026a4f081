"""What the documentation shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs import command_pages, generated
from puzzlelang import pipeline
from puzzlelang.cli import library
from puzzlelang.source import Source
from puzzlelang.typed.words import vocabulary
from tests import pages
from tests.test_cli import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples" / "README.md",
    ROOT / "puzzlelang" / "ARCHITECTURE.md",
]
ALL = [
    *PAGES,
    *(
        ROOT / name
        for name in ("README.md", "CHANGELOG.md", "rules/README.md", "rules/words.md", "puzzlelang/web/API.md")
    ),
]
LANGUAGE, AUTHORS = (ROOT / "rules" / "README.md").read_text(encoding="utf-8").split("\n## Boards from elsewhere\n")


def blocks(text: str, kind: str = "") -> list[str]:
    """The fenced blocks of a kind, in order."""
    result = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [content for word, content in result if word == kind]


def test_the_first_command_prints_what_the_readme_shows() -> None:
    command = blocks(README, "sh")[0].split("puzzlelang ")[-1].split()
    result = run(*command, cwd=ROOT)
    assert result.returncode == 0
    assert result.stdout == blocks(README)[0]


def test_the_readme_has_no_other_blocks() -> None:
    assert [block.kind for block in pages.blocks(README)] == ["sh", "", "rules", "sh"]
    assert len(README.splitlines()) <= 110


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_block_of_a_page_is_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages.try_page(pages.Runner(tmp_path, monkeypatch), path)


def test_generated_pages_are_up_to_date() -> None:
    old = [path for path, text in generated.pages().items() if (ROOT / path).read_text(encoding="utf-8") != text]
    assert old == [], "write them anew by `python -m docs reference`"


def test_every_link_leads_somewhere() -> None:
    for path in ALL:
        links_lead_somewhere(path)


def links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", re.sub(r"`[^`\n]*`", "", text))
    for target, anchor in ((first or second).partition("#")[::2] for first, second in links):
        if ":" in target:
            continue
        result = path.parent / target if target else path
        assert result.exists(), (path, target)
        assert not anchor or anchor in anchors(result.read_text(encoding="utf-8")), (path, f"{target}#{anchor}")


SHORT = [path for path in PAGES if path.parent.name != "reference" and path.name != "library.md"]
LONGEST = 25
"""The most words of a sentence, or of a part of one that ends with a colon or a semicolon."""


def test_sentences_are_short() -> None:
    paths = [*SHORT, ROOT / "README.md"]
    assert [(path, each) for path in paths for each in long_sentences(path)] == []


def long_sentences(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8").rpartition(command_pages.MARK)[2]
    text = re.sub(r"^ *```.*?^ *```$|<!--.*?-->|<img[^>]*>|^\|.*?$|^#.*?$", "", text, flags=re.MULTILINE | re.DOTALL)
    paragraphs = re.split(r"\n\s*\n|\n *- |\n *\d+\. ", re.sub(r"\]\([^)]*\)", "]", text))
    sentences = [each for part in paragraphs for each in re.split(r"(?<=[.?!:;])\s+", " ".join(part.split()))]
    return [each for each in sentences if len(each.split()) > LONGEST]


def test_no_page_says_a_paragraph_twice() -> None:
    for path in ALL:
        text = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        parts = [part.strip() for part in re.split(r"\n\s*\n", text)]
        again = {part for part in parts if len(part) > 80 and parts.count(part) > 1}
        assert not again, (path, again)


def anchors(text: str) -> set[str]:
    """What links can name: headings as GitHub spells them."""
    heads = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_page_is_found_from_the_first() -> None:
    seen, ahead = set[Path](), [ROOT / "docs" / "README.md"]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        links = re.findall(r"^(?:-|\|) \[[^]]+\]\(([^)#:]+\.md)\)", path.read_text(encoding="utf-8"), re.MULTILINE)
        ahead += [(path.parent / link).resolve() for link in links]
    assert set(PAGES) - seen == set()


def test_paths_that_say_where_things_go_are_there() -> None:
    text = (ROOT / "docs" / "inside" / "where-things-go.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([a-z_]+/[a-z_./]*)`", text):
        assert (ROOT / "puzzlelang" / name).exists() or (ROOT / name).exists(), name


@pytest.mark.tools
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docs", "--output", str(tmp_path / "site"), "--gallery", "tents"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    home = (tmp_path / "site" / "docs" / "README.html").read_text(encoding="utf-8")
    assert 'href="start.html"' in home
    library = (tmp_path / "site" / "docs" / "library.html").read_text(encoding="utf-8")
    assert 'href="../gallery/genres/tents.html"' in library
    genre = (tmp_path / "site" / "gallery" / "genres" / "tents.html").read_text(encoding="utf-8")
    assert '<a href="../../docs/README.html">' in genre


def test_every_decision_has_a_date_and_its_page_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for path in folder.glob("[a-z]*.md"):
        records = re.findall(r"^## .*\n\n(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert records, path.name
        assert all(re.fullmatch(r"\*\d{4}-\d\d-\d\d\*", date) for date in records), path.name
        assert f"]({path.name}) |" in listed


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
    result: list[object] = []
    for name, text in {"language": LANGUAGE, **library.word_entries()}.items():
        shown = re.findall(r"^```(rules|mistake)(?: (\w+))?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        result += [pytest.param(*block, id=f"{name}-{number}") for number, block in enumerate(shown, 1)]
    return result


@pytest.mark.parametrize(("kind", "code", "content"), worded())
def test_what_the_pages_about_the_language_show(kind: str, code: str, content: str) -> None:
    """Rules are right, and go over a small board; a mistake is the one that it says."""
    assert code == "" or kind == "mistake"
    pages.check_rules(content, code)


def test_the_page_about_words_has_every_word() -> None:
    assert set(vocabulary.words()) <= set(library.word_entries())
    text = library.words_page()
    assert set(re.findall(r"see `(\w+)`", text)) <= set(library.word_entries())
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
