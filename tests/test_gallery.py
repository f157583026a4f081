"""The handbook: every genre of the library has a whole page, links lead somewhere, and nothing in it runs."""

import os
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest

from puzzlelang import examples, pipeline
from puzzlelang.cli import gallery
from puzzlelang.cli.gallery import MANIFEST
from puzzlelang.diagnostics.record import Failed
from puzzlelang.gallery.from_rules import ProvenRules
from puzzlelang.gallery.html import VOID, join, tag
from puzzlelang.gallery.site import ASSETS, site
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library
from tests.library import swept
from tests.test_cli import TWO, run, write
from tests.test_files import limited, posix

EXAMPLES = """
example "Two of two" board ".." answer "##"
example "Three of three" board "..." drawing "###" breaks two
"""

EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>" onclick="alert(1)&lt;'
ROGUE = '''
puzzle "@" or "javascript:alert(1)@" in other   # </code></pre>@
option kind : {one, two} = one
given clue : number? = 1
find ink : set of cells as "<"
rule two "@": count(ink) = 2
example "@"
  board """
; </code></pre><script>alert(1)</script>
..
"""
  answer "<<"
example "@" board "..." drawing "<<<" breaks two
'''.replace("@", EVIL.replace('"', '\\"'))


class Page(HTMLParser):
    """A page taken apart: elements with their attributes, and the text of the last `pre`; fails if it is not nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.code = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        assert len(dict(attributes)) == len(attributes), f"an attribute of {name} twice"
        self.elements.append((name, {key: value or "" for key, value in attributes}))
        if name == "pre":
            self.code = ""
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, f"{name} closes itself outside of a picture"
        self.elements.append((name, {key: value or "" for key, value in attributes}))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        if "pre" in self.open:
            self.code += data

    def all(self, attribute: str) -> list[str]:
        """The values of an attribute, in order."""
        return [result[attribute] for _, result in self.elements if attribute in result]


def tried(rules: Ruleset) -> ProvenRules:
    outcomes = examples.prove_examples(rules)
    assert [item.message for outcome in outcomes for item in outcome.diagnostics] == []
    return ProvenRules(rules, outcomes)


def of_text(text: str, name: str = "two.rules") -> ProvenRules:
    return tried(pipeline.ruleset(Source(name, text)))


def examined(made: Mapping[str, str]) -> dict[str, Page]:
    """All pages of a handbook, clean by themselves and towards each other."""
    pages = {name: Page(text) for name, text in made.items() if name.endswith(".html")}
    for name, page in pages.items():
        scripts = [result for element, result in page.elements if element == "script"]
        assert scripts == ([{"src": "search.js", "defer": ""}] if name == "index.html" else [])
        used = {key for _, result in page.elements for key in result}
        assert not {key for key in used if key.startswith("on") or key == "style"}
        assert len(set(page.all("id"))) == len(page.all("id"))
        assert not {element for element, _ in page.elements} & {"iframe", "object", "embed", "style", "base"}
        for link in [*page.all("href"), *page.all("src"), *page.all("srcset")]:
            leads_somewhere(link, name, pages, made)
        images = [result for element, result in page.elements if element == "img"]
        assert all(result["alt"] == "" for result in images)
    return pages


def leads_somewhere(link: str, name: str, pages: Mapping[str, Page], made: Mapping[str, str]) -> None:
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.query) == ("", "", ""), link
    target = name
    if parts.path:
        target = os.path.normpath(PurePosixPath(name).parent / unquote(parts.path)).replace(os.sep, "/")
    assert target in made, f"{name} links to {link}"
    if parts.fragment:
        assert parts.fragment in pages[target].all("id"), f"{name} links to {link}"


# ---------------------------------------------------------------------------------------------------- the library


@pytest.mark.library
def test_all_genres_of_the_library_have_whole_pages() -> None:
    names = swept() if library.whole else swept()[::5]
    files = [tried(pipeline.load(name)) for name in names]
    built = site(files)
    pages = examined(built)
    assert {name.removeprefix("genres/") for name in pages} == {
        "index.html",
        *(f"{name}.html" for name in names),
    }
    assert len([link for link in pages["index.html"].all("href") if link.startswith("genres/")]) == len(names)
    for result in files:
        name = Path(result.rules.source.name).stem
        page, text = pages[f"genres/{name}.html"], built[f"genres/{name}.html"]
        assert page.code == result.rules.source.text
        assert {f"pictures/{name}.svg", f"pictures/{name}-dark.svg"} <= built.keys()
        assert {f"rule-{rule.name}" for rule in result.rules.rules} <= set(page.all("id"))
        assert text.count("Its only answer") == sum(outcome.solved for outcome in result.outcomes)
        assert "No example breaks this rule" not in text


# ------------------------------------------------------------------------------------------------- single pages


def test_a_rule_is_shown_broken_with_its_cells_and_its_sentence() -> None:
    result = site([of_text(TWO + EXAMPLES)])
    page = result["genres/two.html"]
    assert '<li>Two cells are black. <span class="cells">R1C1 R1C2 R1C3</span></li>' in page
    assert page.count('stroke="#c62f2f"') > 0  # in the colour of what is wrong, on light pages
    assert page.count("<title>Two: Three of three</title>") == 2
    assert page.count("<title>Two: the answer</title>") == 2


def test_a_rule_of_another_file_is_shown_on_the_page_of_that_file(tmp_path: Path) -> None:
    write(tmp_path, "two.rules", TWO + EXAMPLES)
    own = 'rule first "The first cell is black": every c in cells: if c.column = 1 then c.ink\n'
    other = 'puzzle "First"\nextends "two"\n' + own + 'example "Two" board ".." answer "##"\n'
    write(tmp_path, "first.rules", other)
    files = {name: tried(pipeline.load(str(tmp_path / f"{name}.rules"))) for name in ("two", "first")}
    both = site(list(files.values()))
    examined(both)
    assert '<a href="two.html#rule-two">Two</a>' in both["genres/first.html"]
    alone = site([files["first"]])
    examined(alone)
    assert alone["genres/first.html"].count("No example breaks this rule.") == 1
    assert alone["genres/first.html"].count("Another rule file states this rule, and shows it.") == 1


def test_what_people_wrote_stays_text() -> None:
    built = site([of_text(ROGUE, f"a/{EVIL.replace('/', '')}.rules")])
    pages = examined(built)
    assert set(built) - set(ASSETS) - {"index.html"} == {
        f"{folder}/script-alert-1-script-img-src-x-onerror-alert-1-onclick-alert-1-lt{ending}"
        for folder, ending in (("genres", ".html"), ("pictures", ".svg"), ("pictures", "-dark.svg"))
    }
    for page in pages.values():
        assert not [result for element, result in page.elements if element == "img" and result["src"] == "x"]
    (text,) = [text for name, text in built.items() if name.startswith("genres/")]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text


def test_elements_escape_text_and_attributes() -> None:
    assert join("<b>", tag("a", "&", href='"<>"', hidden=True, data_x="'", class_=False)).text == (
        '&lt;b&gt;<a href="&quot;&lt;&gt;&quot;" hidden data-x="&#x27;">&amp;</a>'
    )


def test_pages_have_names_of_their_own() -> None:
    names = ["a/Two.rules", "b/two.rules", "b/two-2.rules", "Zwei größer.rules", "index.rules", "二.rules"]
    files = [of_text(TWO + EXAMPLES, name) for name in names]
    result = site(files)
    examined(result)
    pages = {name.removeprefix("genres/") for name in result if name.startswith("genres/")}
    assert pages == {f"{name}.html" for name in ("index", "puzzle", "two", "two-2", "two-3", "zwei-gr-er")}
    assert result == site(files[::-1])


def test_a_file_without_examples_and_title_has_a_page() -> None:
    result = site([of_text(TWO.replace('puzzle "Two"', 'puzzle ""'))])
    assert "<h1>two</h1>" in result["genres/two.html"]
    examined(result)
    assert "No example breaks this rule." in result["genres/two.html"]
    assert not [name for name in result if name.startswith("pictures/")]


# ------------------------------------------------------------------------------------------------- the command


def test_the_command_writes_the_same_bytes_again_and_takes_old_pages_away(tmp_path: Path) -> None:
    write(tmp_path, "two.rules", TWO + EXAMPLES)
    result = run("gallery", "two.rules", "tents", str(tmp_path / "two.rules"), "-o", "site", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"wrote the pages of 2 rule files; open {Path('site', 'index.html')}\n"
    written = {path: path.read_bytes() for path in sorted((tmp_path / "site").rglob("*")) if path.is_file()}
    assert run("gallery", "tents", "two", "-o", "site", cwd=tmp_path).returncode == 0
    assert {path: path.read_bytes() for path in sorted((tmp_path / "site").rglob("*")) if path.is_file()} == written
    (tmp_path / "site" / "notes.html").write_text("mine", encoding="utf-8")
    (tmp_path / "outside.html").write_text("mine", encoding="utf-8")
    with (tmp_path / "site" / MANIFEST).open("a", encoding="utf-8") as listed:
        listed.write("../outside.html\n/etc/passwd\n")
    assert run("gallery", "tents", "-o", "site", cwd=tmp_path).returncode == 0
    left = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    shown = {"genres/tents.html", "pictures/tents.svg", "pictures/tents-dark.svg", "index.html", *ASSETS}
    assert left == {*shown, MANIFEST, "notes.html"}
    assert (tmp_path / "outside.html").exists()


def test_the_command_leaves_folders_of_others_alone(tmp_path: Path) -> None:
    write(tmp_path, "index.html", "mine")
    result = run("gallery", "tents", "-o", ".", cwd=tmp_path)
    assert result.returncode == 3
    assert "error[E304]: `.` is no folder that `gallery` wrote" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert run("gallery", "tents", "-o", "index.html", cwd=tmp_path).returncode == 2
    assert run("gallery", "tents", "-o", ".", "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "index.html").read_text(encoding="utf-8") != "mine"


def test_files_of_others_in_a_handbook_stay(tmp_path: Path) -> None:
    assert run("gallery", "tents", "-o", ".", cwd=tmp_path).returncode == 0
    (tmp_path / "genres" / "masyu.html").write_text("mine")
    result = run("gallery", "masyu", "-o", ".", cwd=tmp_path)
    assert result.returncode == 3
    assert "error[E304]: `gallery` did not write `genres/masyu.html`" in result.stderr
    assert (tmp_path / "genres" / "masyu.html").read_text() == "mine"
    assert (tmp_path / "genres" / "tents.html").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="what the administrator may not write")
def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = run("gallery", "tents", "-o", str(tmp_path / "site"))
    assert result.returncode == 3
    assert "error[E301]" in result.stderr


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@posix
def test_on_a_full_disk_nothing_is_left_and_the_next_run_works(tmp_path: Path) -> None:
    write(tmp_path, "stars.rules", TWO + EXAMPLES)
    result = limited(3_000, "gallery", "stars.rules", "-o", "new/site", cwd=tmp_path)
    assert result.returncode == 3
    assert "error[E301]" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stars.rules"]
    assert run("gallery", "stars.rules", "-o", "new/site", cwd=tmp_path).returncode == 0


@posix
def test_on_a_full_disk_an_earlier_handbook_stays_as_it_is(tmp_path: Path) -> None:
    assert run("gallery", "tents", "-o", "site", cwd=tmp_path).returncode == 0
    before = contents(tmp_path / "site")
    assert limited(3_000, "gallery", "masyu", "-o", "site", cwd=tmp_path).returncode == 3
    assert contents(tmp_path / "site") == before
    assert run("gallery", "masyu", "-o", "site", cwd=tmp_path).returncode == 0
    after = contents(tmp_path / "site")
    assert "genres/tents.html" not in after
    assert set((tmp_path / "site" / MANIFEST).read_text().split()) == set(after) - {MANIFEST}


def test_a_run_that_breaks_off_among_the_pages_is_known_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = {"index.html": "a", "genres/a.html": "a"}, {"index.html": "b", "genres/b.html": "b"}
    gallery._FOLDER.write(tmp_path, first, force=False)
    replace = Path.replace

    def broken(self: Path, target: Path) -> Path:
        if self.name == "b.html":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(Failed):
        gallery._FOLDER.write(tmp_path, second, force=False)
    monkeypatch.undo()
    gallery._FOLDER.check(tmp_path, force=False)
    gallery._FOLDER.write(tmp_path, second, force=False)
    assert set(contents(tmp_path)) == {*second, MANIFEST}


def test_of_files_with_mistakes_nothing_is_written(tmp_path: Path) -> None:
    write(tmp_path, "wrong.rules", TWO + EXAMPLES.replace('"##"', '"#."'))
    write(tmp_path, "broken.rules", TWO + "rule\n")
    result = run("gallery", "wrong.rules", "broken.rules", "tents", "-o", "site", cwd=tmp_path)
    assert result.returncode == 3
    assert "error[E313]" in result.stderr
    assert "broken.rules" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_limit_that_is_reached_is_no_mistake(tmp_path: Path) -> None:
    result = run("gallery", "tents", "-o", str(tmp_path / "site"), "--timeout", "0.001")
    assert result.returncode == 4
    assert "error[E311]" in result.stderr
    assert not (tmp_path / "site").exists()


# ------------------------------------------------------------------------------------------------- in a browser


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_search_works_from_the_file_system(tmp_path: Path, theme: str) -> None:
    browsers = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or pytest.skip("there is no Chromium")
    result = run("gallery", "tents", "hashi", "slitherlink", "-o", "site", cwd=tmp_path)
    assert result.returncode == 0
    messages: list[str] = []
    with browsers.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(color_scheme=theme)
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on(
            "request", lambda request: messages.append(request.url) if not request.url.startswith("file:") else None
        )
        page.goto((tmp_path / "site" / "index.html").as_uri())

        def shown(words: str) -> list[str]:
            page.get_by_role("searchbox").fill(words)
            return [text.split("\n")[0] for text in page.locator("li[data-names]:visible .title").all_inner_texts()]

        assert shown("") == ["Slitherlink", "Bridges", "Tents"]
        assert shown("HASHI") == ["Bridges"]
        assert shown("trees  tent") == ["Tents"]
        assert shown("loop") == ["Slitherlink"]
        assert shown("diagonally") == ["Tents"]
        assert page.locator("#found").inner_text() == "1 puzzle found by their rules"
        assert page.locator(".kinds").is_hidden()
        assert shown("nothing at all") == []
        assert page.locator("#found").inner_text() == "No puzzles found"
        shown("tents")
        page.keyboard.press("Enter")
        page.wait_for_url("**/genres/tents.html")
        assert page.locator(f".picture.{theme}").first.is_visible()
        assert page.locator(".picture:visible").count() == page.locator(".picture.dark").count()
        browser.close()
    assert messages == []
