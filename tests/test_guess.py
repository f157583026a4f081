"""Help with `read` statements: what a text consists of, and statements that are proposed for it."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlelang import Failed, pipeline
from puzzlelang.cli import propose
from puzzlelang.formats import outside
from puzzlelang.formats.guess.check_proposals import check_proposals
from puzzlelang.formats.guess.search import proposals
from puzzlelang.formats.guess.stretches import read_head, stretches
from puzzlelang.source import Source
from tests.test_cli import ROOT, run, write

HOST = "https://puzz.link/p?"
NORINORI = "pzprv3/norinori/2/2/2/0 1 /0 1 /# + /# . /"


def plain(name: str) -> str:
    """A rule file without missing cells, which a mark may as well mean."""
    text = (ROOT / "rules" / f"{name}.rules").read_text(encoding="utf-8").replace(" without hole", "")
    text = re.sub(r"(?m)^(given hole.*|read penpa.*(\n  .*)*)$", "", text.split("\nexample")[0])
    return "\n".join(line for line in text.splitlines() if line)


def best(name: str, form: str, *texts: str) -> str:
    rules = pipeline.ruleset(Source(f"{name}.rules", plain(name)))
    found = [read_head(form, Source("<text>", text)) for text in texts]
    return propose.statement(check_proposals(rules, proposals(rules, found), found)[0].reading)


@pytest.mark.parametrize(
    ("name", "text", "statement"),
    [
        ("norinori", "norinori/5/5/cag4ocjo", "border(room)"),
        ("aquarium", "aquarium/4/4/bu8i90/i3213g", 'border(tank), "/", outside(clue)'),
        ("tents", "tents/5/5/2g0h1i1j82323", "outside(clue), onecell(tree)"),
        ("heyawake", "heyawake/6/6/lll155007rs12222j", "border(room), number16(clue)"),
        ("masyu", "mashu/6/6/1063000i3000", 'circle("1": pearl white, "2": pearl black)'),
        ("slitherlink", "slither/5/5/cbcbcddad", "cells4(clue)"),
        ("star-battle", "starbattle/6/6/1/4ilbhgdnmhou", 'decimal(stars), "/", border(room)'),
        ("yajilin", "yajilin/5/5/m32j10", "arrow16(way; clue)"),
        ("nonogram", "nonogram/6/6/12g1111h11112j12g11g21j11g3h", "stacked(clue)"),
        ("tapa", "tapa/5/5/3n5hchhajn2", "tapa(clue)"),
    ],
)
def test_the_first_proposal_for_a_link(name: str, text: str, statement: str) -> None:
    assert best(name, "puzzlink", HOST + text) == f'read puzzlink "{text.split("/")[0]}": {statement}'


@pytest.mark.parametrize(
    ("name", "text", "statement"),
    [
        ("norinori", NORINORI, 'rooms(room), cells("#": black, "+": not black)'),
        (
            "tents",
            "pzprv3/tents/2/2/. 1 0 /1 1 2 /0 . + /0 /0 /0 0 /",
            'margin(clue; "1": tree, "2": tent, "+": not tent), borders',
        ),
        ("nurikabe", "pzprv3/nurikabe/1/4/1 # + 2 /", 'cells(clue, "#": black, "+": not black)'),
        ("slitherlink", "pzprv3/slither/1/2/3 . /0 0 /0 1 0 /1 0 /1 0 /", "cells(clue), cells, edges(line)"),
        (
            "sudoku",
            "pzprv3/sudoku/4/1 . . . /. . . . /. . . . /. . . 2 /. 2 3 4 /3 4 1 2 /2 1 4 3 /4 3 2 . /",
            "square, fill(clue; digit)",
        ),
    ],
)  # fmt: skip
def test_the_first_proposal_for_a_file(name: str, text: str, statement: str) -> None:
    assert best(name, "pzprv3", text) == f'read pzprv3 "{text.split("/")[1]}": {statement}'


RULES = """\
puzzle "T"
board rectangle
given one : cells to number?
find two : cells to 0..9
"""


def test_names_stand_for_items_in_their_order() -> None:
    rules = pipeline.ruleset(Source("t.rules", RULES.replace("number?", "{a, b, c}?")))
    found = [read_head("puzzlink", Source("<text>", HOST + "t/3/1/02g"))]
    statements = [propose.statement(one.reading) for one in check_proposals(rules, proposals(rules, found), found)]
    assert 'read puzzlink "t": number16("0": one a, "2": one b)' in statements


def test_several_texts_tell_what_is_given_from_what_is_found() -> None:
    rules = pipeline.ruleset(Source("t.rules", RULES))
    texts = [f"pzprv3/t/1/3/1 {drawn} /2 . 3 /" for drawn in (". .", "2 .", "2 4")]
    found = [read_head("pzprv3", Source("<text>", text)) for text in texts]
    reading = check_proposals(rules, proposals(rules, found), found)[0].reading
    assert propose.statement(reading) == 'read pzprv3 "t": cells(two), cells(one)'
    reading = check_proposals(rules, proposals(rules, found[:1]), found[:1])[0].reading
    assert propose.statement(reading) == 'read pzprv3 "t": cells(one), cells(two)'


def test_what_leaves_items_out_does_not_write_a_file_again() -> None:
    rules = pipeline.ruleset(Source("t.rules", RULES))
    text = read_head("pzprv3", Source("<text>", "pzprv3\nt\n1\n3\n1 S .\n"))
    bare = next(one for one in check_proposals(rules, proposals(rules, [text]), [text]) if not one.puzzles[0].givens)
    assert not bare.writes


def test_what_is_proposed_reads_the_text() -> None:
    for name, text in (("tents", "tents/5/5/2g0h1i1j82323"), ("heyawake", "heyawake/6/6/lll155007rs12222j")):
        rules = pipeline.load(name)
        mine = outside.read(
            rules, Source("<text>", HOST + text), outside.RecognisedType("puzzlink", text.split("/")[0])
        )
        found = read_head("puzzlink", Source("<text>", HOST + text))
        (first, *_) = check_proposals(rules, proposals(rules, [found]), [found])
        assert first.writes
        assert str(first.puzzles[0].givens) == str(mine.givens)


def test_the_command(tmp_path: Path) -> None:
    write(tmp_path, "saved.txt", NORINORI.replace("/", "\n"))
    write(tmp_path, "norinori.rules", plain("norinori"))
    done = run("read", "norinori", "saved.txt", "-n", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        'read pzprv3 "norinori": rooms(room), cells("#": black, "+": not black)\n'
        "# room: 2 regions\n# drawn black: members x2\n# and writes it again\n\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("read", "norinori", HOST + "tents/5/5/2g0h1i1j82323"), "no pieces read this to its end"),
        (("read", "norinori", HOST + "norinori/5/5/cag4ocjo", NORINORI), "of several kinds"),
        (("read", "norinori", "5x5:a"), "E210"),
        (("read", "norinori", HOST + "norinori/0/5/cag4ocjo"), "E203"),
        (("read", "norinori", HOST + "norinori/5"), "E202"),
        (("formats", "tatham", "5x5:a"), "E210"),
        (("read", "norinori", "m=edit&p=////"), "`puzzlelang formats penpa TEXT`"),
        (("formats", "puzzlink", NORINORI), "E202"),
        (("formats", "pzprv3", "pzprv3/norinori/99999"), "E205"),
    ],
)
def test_what_cannot_be_helped_is_said(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    write(tmp_path, "norinori.rules", plain("norinori"))
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 3
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_parts_of_a_link() -> None:
    shown = propose.parts("puzzlink", Source("<text>", HOST + "aquarium/r/4/4/bu8i90/i3213g"))
    lines = shown.splitlines()
    assert lines[:2] == ["type aquarium, 4 rows, 4 columns", "letters at the size: r"]
    assert [line for line in lines if line.startswith("`")] == ["`bu8i90`", "`i3213g`"]
    assert any("border(a partition or links)" in line for line in lines)
    assert any(line.startswith("  all: ") and "outside(lines)" in line for line in lines)
    assert "  items: 3 x2, 1 x1, 2 x1, g x1, i x1" in lines


def test_the_parts_of_a_file() -> None:
    found = read_head("pzprv3", Source("<text>", "pzprv3/nanro/2/2/2/0 1 /0 1 /# + /# 12 /0 /1 /0 0 /"))
    words = [{one.word for one in stretch.fitting} for stretch in stretches(found)]
    assert [sorted(each & {"rooms", "cells", "borders"}) for each in words] == [["rooms"], ["cells"], ["borders"]]
    assert stretches(found)[1].items == (("#", 2), ("+", 1), ("12", 1))


@given(st.sampled_from(["puzzlink", "pzprv3"]), st.text("0123459agz./-# +\n,é", max_size=40))
def test_any_text_is_taken_apart_or_refused(form: str, text: str) -> None:
    whole = f"{HOST}t/3/2/{text}" if form == "puzzlink" else f"pzprv3/t/2/3/{text}"
    with contextlib.suppress(Failed), contextlib.redirect_stdout(io.StringIO()):
        propose.parts(form, Source("<text>", whole))
        found = read_head(form, Source("<text>", whole))
        rules = pipeline.ruleset(Source("t.rules", RULES))
        check_proposals(rules, proposals(rules, [found]), [found])


def test_regions_that_a_newer_file_tells_by_borders_are_proposed() -> None:
    text = "pzprv3.1/norinori/2/2/1 /1 /0 0 /# + /# . /"
    assert best("norinori", "pzprv3", text).startswith('read pzprv3 "norinori": rooms(room), cells(')


def test_borders_stand_before_bits() -> None:
    head = 'puzzle "W"\nboard rectangle\ngiven wall : set of links\nfind line : set of links\n'
    rules = pipeline.ruleset(Source("w.rules", head))
    found = [read_head("puzzlink", Source("<text>", HOST + "walls/5/5/cag4ocjo"))]
    assert propose.statement(check_proposals(rules, proposals(rules, found), found)[0].reading).endswith(
        ": border(wall)"
    )
