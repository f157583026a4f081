"""Boards of outside formats at the command line: read everywhere, rules found by their type, written back."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlelang
from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.source import Source
from puzzlelang.typed.codecs import SPELLINGS
from puzzlelang.typed.codecs.formats import FORMATS
from tests.test_cli import ROOT, run, write

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
BOARD = "aabcc\nbbbcc\nbddcc\nddddd\needdd\n"
ANSWER = "##...\n..##.\n##..#\n....#\n##...\n"


PAIRS = """\
puzzle "Pairs"
board rectangle
given room : partition of cells
find black : set of cells as "#"
rule two "{r} has two black cells": every r in room: count(black & r) = 2
rule domino "Each black cell has exactly one black neighbour":
  every c in black: count(black & next(c)) = 1
read puzzlink "pairs": border(room)
"""
"""Rules of a type that the library does not have."""

OWN_LINK = LINK.replace("norinori", "pairs")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "pairs.rules", PAIRS)
    return tmp_path


# ------------------------------------------------------------------------------------------------------ reading


@pytest.mark.parametrize("row", ["#.1/.", "a.b/c"])
def test_a_row_of_cells_is_no_link(row: str) -> None:
    with pytest.raises(Failed) as raised:
        pipeline.board(pipeline.load("minesweeper"), row)
    assert {item.code for item in raised.value.diagnostics} == {"E103"}


@pytest.mark.parametrize(
    ("link", "site"),
    [
        ("https://example.org/#4x4:a1", "example.org"),
        ("https://puzz.link/db/?type=tents", "puzz.link"),
        ("puzz.link/p?tents", "puzz.link"),
    ],
)
def test_a_link_in_a_file_is_seen_to_be_one(folder: Path, link: str, site: str) -> None:
    result = run("solve", "pairs", write(folder, "link.txt", f"{link}\n"), cwd=folder)
    assert result.returncode == 3
    assert f"error[E202]: this looks like a link of {site}, and no board is found in it" in result.stderr
    assert "links such as `https://puzz.link/p?TYPE/COLUMNS/ROWS/…` are read" in result.stderr


def test_a_link_is_solved_as_an_argument_a_file_and_standard_input(folder: Path) -> None:
    name = write(folder, "link.txt", OWN_LINK + "\n")
    result = run("solve", "pairs", OWN_LINK, cwd=folder)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{BOARD}\n[answer]\n{ANSWER}\n; This is the only answer.\n"
    assert run("solve", "pairs", name, cwd=folder).stdout == result.stdout
    assert run("solve", "pairs", text=OWN_LINK, cwd=folder).stdout == result.stdout


def test_what_is_printed_for_a_link_reads_back(folder: Path) -> None:
    printed = run("solve", "pairs", OWN_LINK, cwd=folder).stdout
    assert run("check", "pairs", "-", text=printed, cwd=folder).stdout.strip() == "This is a right answer."


@pytest.mark.parametrize("command", ["solve", "check", "why", "facts", "count", "export"])
def test_every_command_finds_the_rules_of_a_link(command: str, folder: Path) -> None:
    named, result = run(command, "pairs", OWN_LINK, cwd=folder), run(command, OWN_LINK, cwd=folder)
    assert named.returncode == result.returncode == 0
    assert named.stdout.replace("pairs.rules", "") == result.stdout.replace("pairs.rules", "")


def test_rules_are_found_for_a_file_and_standard_input(folder: Path) -> None:
    name = write(folder, "link.txt", OWN_LINK)
    assert run("count", name, cwd=folder).stdout == "1\n"
    assert run("count", "-", text=OWN_LINK, cwd=folder).stdout == "1\n"


def test_a_drawing_may_follow_a_link_alone(folder: Path) -> None:
    write(folder, "drawn.txt", ANSWER)
    result = run("check", OWN_LINK, "drawn.txt", cwd=folder)
    assert result.stdout.strip() == "This is a right answer."
    assert run("check", OWN_LINK, "-", text=ANSWER, cwd=folder).stdout == result.stdout
    surplus = run("check", OWN_LINK, "drawn.txt", "drawn.txt", cwd=folder)
    assert (surplus.returncode, "one too many" in surplus.stderr) == (2, True)


def test_rules_beside_come_before_the_library(folder: Path) -> None:
    write(folder, "mine.rules", PAIRS.replace('"pairs"', '"norinori"').replace("= 2", "= 3"))
    assert run("count", LINK, cwd=folder).returncode == 1


def test_rules_come_before_those_that_extend_them(folder: Path) -> None:
    write(folder, "more.rules", 'puzzle "More"\nextends "pairs"\nread puzzlink "pairs": border(room)\n')
    assert run("count", OWN_LINK, cwd=folder).stdout == "1\n"
    write(folder, "other.rules", PAIRS)
    result = run("count", OWN_LINK, cwd=folder)
    assert result.returncode == 3
    assert "more than one rule file reads `pairs`: `other.rules` and `pairs.rules`" in result.stderr


def test_an_unknown_type_is_pointed_at(folder: Path) -> None:
    result = run("solve", OWN_LINK.replace("pairs", "pears"), cwd=folder)
    assert result.returncode == 3
    assert "error[E201]: no rules here read puzzles of type `pears`" in result.stderr
    assert "<argument>:1:21" in result.stderr
    assert "did you mean `pairs`?" in result.stderr
    assert 'a rule file in this folder with `read puzzlink "pears": …` would be found' in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("solve", "pairs", "nowhere.txt"), 3, "a link or game ID in quotes"),
        (("solve", "tents", "board_1"), 3, "there is no file `board_1`"),
        (("solve", "pairs", "a long text " * 50), 3, "no board that these rules read"),
        (("solve", "pairs", LINK), 3, "do not read `norinori`"),
        (("solve", "pairs", OWN_LINK[:-1]), 3, "E203"),
        (("solve", "4x4:a1"), 3, "does not say which puzzle"),
        (("solve", "pairs", "4x4:a1"), 3, "do not read any game ID"),
        (("solve", "https://example.org/#4x4:a1"), 3, "is no link that holds a board"),
        (("solve", "pairs", "https://example.org/#4x4:a1"), 3, "is no link that holds a board"),
        (("solve", "http://www.kanpen.net/norinori.html?problem=5/5/1"), 3, "links of this old form are not read"),
        (("solve", "-"), 3, "standard input is empty"),
        (("solve", "pairs", OWN_LINK, "--size", "4"), 2, "--size"),
        (("solve", "pairs", OWN_LINK, "--size", "4x4"), 3, "E205"),
        (("solve", "pairs", OWN_LINK, "--as", "json", "--json"), 2, "--as and --json"),
        (("check", "pairs", "-", "-"), 2, "standard input"),
        (("decode", "pairs"), 2, "standard input"),
        (("convert", "pairs", OWN_LINK, "--to", "pzprv3"), 3, "E208"),
        (("convert", "pairs", OWN_LINK, "--to", "paper"), 2, "paper"),
        (("formats", "paper"), 2, "paper"),
    ],
)
def test_mistakes_are_said_without_a_traceback(arguments: tuple[str, ...], code: int, says: str, folder: Path) -> None:
    result = run(*arguments, cwd=folder)
    assert result.returncode == code, result.stderr
    assert says in (result.stdout if "--json" in arguments else result.stderr)
    assert "Traceback" not in result.stderr
    assert "itself failed" not in result.stderr


def test_a_size_that_agrees_is_fine(folder: Path) -> None:
    assert run("count", "pairs", OWN_LINK, "--size", "5x5", cwd=folder).returncode == 0
    assert run("count", "pairs", "-", "--size", "5x5", text=BOARD, cwd=folder).returncode == 0


# ------------------------------------------------------------------------------------------------------ writing


def test_convert_there_and_back(folder: Path) -> None:
    text = run("convert", OWN_LINK, "--to", "text", cwd=folder).stdout
    assert text == BOARD
    assert run("convert", "pairs", "-", "--to", "puzzlink", text=text, cwd=folder).stdout == OWN_LINK + "\n"


def test_convert_takes_the_drawing_along(folder: Path) -> None:
    drawn = f"{BOARD}\n[answer]\n{ANSWER}"
    assert run("convert", "pairs", "-", "--to", "text", text=drawn, cwd=folder).stdout == drawn
    content = json.loads(run("convert", "pairs", "-", "--to", "json", text=drawn, cwd=folder).stdout)
    assert content["answer"]["black"][0] == [True, True, False, False, False]


def test_convert_overwrites_nothing_unasked(folder: Path) -> None:
    arguments = ("convert", OWN_LINK, "--to", "text", "-o", "board.txt")
    assert run(*arguments, cwd=folder).stdout == "wrote board.txt\n"
    assert (folder / "board.txt").read_text("utf-8") == BOARD
    again = run(*arguments, cwd=folder)
    assert (again.returncode, "E304" in again.stderr) == (3, True)
    assert run(*arguments, "--force", cwd=folder).returncode == 0


def test_solve_as_another_form(folder: Path) -> None:
    link = run("solve", OWN_LINK, "--as", "puzzlink", cwd=folder)
    assert (link.stdout, link.stderr) == (OWN_LINK + "\n", "This is the only answer.\n")
    content = json.loads(run("solve", OWN_LINK, "--as", "json", cwd=folder).stdout)
    assert content["puzzle"] == "Pairs"
    assert content["regions"]["room"][0] == list("aabcc")
    drawn = "\n".join("".join(".#"[cell] for cell in row) for row in content["answer"]["black"]) + "\n"
    assert drawn == ANSWER


def test_a_board_without_answer_is_not_written(folder: Path) -> None:
    result = run("solve", "pairs", "-", "--as", "puzzlink", text="ab\n", cwd=folder)
    assert result.returncode == 1
    assert "There is no answer." in result.stderr


EVERYTHING = """\
puzzle "All"
board rectangle
given room : partition of cells?
given spot : set of cells as "x"
given clue : lines to number?
given view : views to number or unknown? at top, bottom, left, right
given stretches : rows to numbers?
given way  : cells to direction?
given sign : links to {less, more}? as less "<", more ">"
given wall : set of borders
given dot  : corners to number?
given total : room to number?
given most : number
option kind : {plain, odd} = plain
find black : set of cells as "#"
rule one "One cell is black": count(black) = most
"""


def test_json_holds_every_kind_of_place() -> None:
    rules = pipeline.ruleset(Source("all.rules", EVERYTHING))
    text = "kind: odd\nmost: 1\nsize: 2x2\n\n[room]\naa\nb.\n\n[spot]\nx.\n..\n\n[clue]\ntop: 1 .\nleft: . 2\n"
    text += "\n[view]\ntop: ? 3\n\n[total]\na: 5\n\n[way]\n^.\n..\n"
    text += "\n[wall]\n.....\n.....\n.x...\n.....\n.....\n\n[sign]\n.<.\n...\n...\n\n[dot]\n4..\n...\n...\n"
    content = json.loads(pipeline.convert(rules, pipeline.board(rules, text), "json"))
    assert (content["puzzle"], content["rows"], content["columns"]) == ("All", 2, 2)
    assert content["options"] == {"kind": "odd"}
    assert content["regions"] == {"room": [["a", "a"], ["b", None]]}
    givens = content["givens"]
    assert givens["most"] == 1
    assert givens["spot"] == [[True, False], [False, False]]
    assert givens["clue"] == {"columns": [1, None], "rows": [None, 2]}
    assert givens["view"] == {"top": ["?", 3], "bottom": [None, None], "left": [None, None], "right": [None, None]}
    assert givens["total"] == {"a": 5, "b": None}
    assert givens["way"] == [["up", None], [None, None]]
    assert givens["wall"] == {
        "vertical": [[False, False, False], [False, False, False]],
        "horizontal": [[False, False], [True, False], [False, False]],
    }
    assert givens["sign"] == {"vertical": [["less"], [None]], "horizontal": [[None, None]]}
    assert givens["dot"] == [[4, None, None], [None, None, None], [None, None, None]]
    assert "answer" not in content


# ------------------------------------------------------------------------------------- rule files, API, the README


def test_examples_may_be_links(folder: Path) -> None:
    good = f'example "a link" from "{OWN_LINK}" has 1 solution\n'
    good += f'example "its answer" from "{OWN_LINK}" answer """\n{ANSWER}"""\n'
    wrong = ANSWER.replace("##...", "#....", 1)
    good += f'example "a wrong one" from "{OWN_LINK}" drawing """\n{wrong}"""\nbreaks two, domino\n'
    result = run("test", write(folder, "good.rules", PAIRS + good))
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    assert "3 of 3 examples hold" in result.stdout
    bad = run("test", write(folder, "bad.rules", PAIRS + good.replace("cjo", "cj") + "\n"))
    assert bad.returncode == 1
    assert bad.stderr.count("E203") == 3
    assert "the link of “a link”:1:" in bad.stderr


def test_the_api_reads_and_writes_them_too(folder: Path) -> None:
    rules = puzzlelang.load(str(folder / "pairs.rules"))
    puzzle = puzzlelang.board(rules, OWN_LINK)
    assert puzzlelang.convert(rules, puzzle, "puzzlink") == OWN_LINK + "\n"
    assert puzzlelang.convert(rules, puzzle, "text") == BOARD
    result = puzzlelang.solve(rules, puzzle)
    assert puzzlelang.convert(rules, puzzle, "text", result.answers[0]) == f"{BOARD}\n[answer]\n{ANSWER}"


def test_a_drawing_of_an_outside_format_belongs_to_its_own_board(folder: Path) -> None:
    rules = puzzlelang.load(str(folder / "pairs.rules"))
    puzzle = puzzlelang.board(rules, OWN_LINK)
    assert boards.read_drawing(rules, puzzle, Source("link", OWN_LINK)) is None
    with pytest.raises(puzzlelang.Failed) as failed:
        boards.read_drawing(rules, puzzle, Source("link", OWN_LINK.replace("cag4ocjo", "00000000")))
    assert [item.code for item in failed.value.diagnostics] == ["E111"]


def test_board_text_loads_no_outside_format() -> None:
    code = (
        "import sys, puzzlelang\n"
        "from puzzlelang.cli.main import run\n"
        f"run(['solve', 'tents', {str(ROOT / 'examples/tents/tents-15x15.txt')!r}])\n"
        "found = [name for name in sys.modules if name.startswith('puzzlelang.formats.')]\n"
        "shared = ('text', 'boards', 'holes', 'squares')\n"
        "assert not [name for name in found if not any(word in name for word in shared)], found\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_formats_lists_the_whole_vocabulary() -> None:
    listing = run("formats").stdout
    assert [line.split()[0] for line in listing.splitlines()] == list(FORMATS)
    for name, known in FORMATS.items():
        shown = run("formats", name).stdout
        for word, piece in known.pieces.items():
            assert re.search(rf"^{word}(\(.*\))?\n    {re.escape(piece.meaning)}$", shown, re.MULTILINE), word


def test_the_page_about_formats_lists_them() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \|[^|]*\|[^|]*\| (?:yes|no) \|$", text, re.MULTILINE)
    assert listed == [*FORMATS, "text", "json"]
    assert {*listed, *SPELLINGS} == set(pipeline.FORMS)


def test_a_link_is_solved_without_naming_rules() -> None:
    assert "; This is the only answer." in run("solve", LINK).stdout
