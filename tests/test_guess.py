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
from puzzlelang.formats.guess import names
from puzzlelang.formats.guess.check_proposals import Proposal, check_proposals
from puzzlelang.formats.guess.search import proposals
from puzzlelang.formats.guess.stretches import read_head, stretches
from puzzlelang.source import Source
from tests import library
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
    result = [read_head(form, Source("<text>", text)) for text in texts]
    return propose.statement(check_proposals(rules, proposals(rules, result), result)[0].reading)


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


HEAD = 'puzzle "T"\nboard rectangle\nfind rest : corners to 900..901\n'
"""Declarations that no text fills."""


def first(rules: str, form: str, *texts: str) -> Proposal:
    """The best proposal for rules that are only declarations."""
    ruleset = pipeline.ruleset(Source("t.rules", HEAD + rules + "\n"))
    result = [read_head(form, Source("<text>", text)) for text in texts]
    return check_proposals(ruleset, proposals(ruleset, result), result)[0]


@pytest.mark.parametrize(
    ("rules", "text", "pieces"),
    [
        ("given a : cells to {b, w}?", "pzprv3/t/1/3/W B . /", 'cells("B": a b, "W": a w)'),
        ("given a : cells to {black, white}?", "pzprv3/t/1/3/1 . 2 /", 'cells("1": a white, "2": a black)'),
        ("given a : cells to {black, white}?", "pzprv3/t/1/3/o . * /", 'cells("*": a black, "o": a white)'),
        ("given a : cells to direction?", "pzprv3/t/1/3/1 . 4 /", 'cells("1": a up, "4": a right)'),
        (
            "given a : cells to {right, left, down, up}?",
            "pzprv3/t/1/3/u . r /",
            'cells("r": a right, "u": a up)',
        ),
        (
            'given a : cells to {ten, five, one}? as ten "x", five "v", one "i"',
            "pzprv3/t/1/3/i . v /",
            'cells("i": a one, "v": a five)',
        ),
        ("given a : cells to {p, q, r}?", "pzprv3/t/1/3/y . x /", 'cells("x": a q, "y": a p)'),
        ("given a : cells to {p, q, r}?", "pzprv3/t/1/3/0 . 2 /", 'cells("0": a p, "2": a r)'),
        ("given a : cells to {p, q, r}?", "pzprv3/t/1/3/3 . 2 /", 'cells("2": a q, "3": a r)'),
        ("given a : cells to {p, q}", "pzprv3/t/1/3/x . . /", 'cells("x": a p, "": a q)'),
        ("given a : cells to {p, none, q}", "pzprv3/t/1/3/x . . /", 'cells("x": a p, "": a none)'),
        ("find a : cells to {p, none, q}", "pzprv3/t/1/3/x . . /", 'cells("x": a p, "": a none)'),
        ("find a : cells to {p, q}", "pzprv3/t/1/3/x . . /", 'cells("x": a p)'),
        ("find a : links to 0..2", "pzprv3/t/1/3/2 . /", 'borders(a, "": a 0)'),
    ],
)
def test_names_stand_for_what_marks_mean(rules: str, text: str, pieces: str) -> None:
    assert propose.statement(first(rules, "pzprv3", text).reading) == f'read pzprv3 "t": {pieces}'


@pytest.mark.parametrize(
    ("rules", "text", "pieces"),
    [
        (
            'given clue : cells to number?\ngiven start : set of cells as "S"\ngiven goal : set of cells as "G"',
            "pzprv3/t/1/4/G S . 3 /",
            '"G": goal, "S": start, clue',
        ),
        (
            "given clue : cells to number?\ngiven way : cells to {up, down, left, right}?",
            "pzprv3/t/1/4/u r . 3 /",
            '"r": way right, "u": way up, clue',
        ),
        ("given clue : cells to 0..4?\ngiven tree : set of cells", "pzprv3/t/1/4/9 0 . 3 /", '"9": tree, clue'),
        (
            'given a : cells to number?\ngiven b : set of cells as "S"\nfind black : set of cells',
            "pzprv3/t/1/4/S # + 3 /",
            '"S": b, "#": black, "+": not black, a',
        ),
    ],
)
def test_letters_of_cells_may_belong_to_several_things(rules: str, text: str, pieces: str) -> None:
    result = propose.statement(first(rules, "pzprv3", text).reading)
    assert sorted(result.partition("cells(")[2][:-1].split(", ")) == sorted(pieces.split(", "))


@pytest.mark.parametrize(
    ("rules", "text", "says"),
    [
        ("given a : cells to {p, q, r}?", "pzprv3/t/1/3/y . x /", 'guessed: "x" is a q, "y" is a p'),
        ("given a : cells to {p, q}", "pzprv3/t/1/3/x . . /", 'guessed: "x" is a p, "" is a q'),
        ("given a : cells to number?", "pzprv3/t/1/3/2 . 1 /1 -1 /", "left out: `borders` with `-1` x1, `1` x1"),
        ("given a : cells to number?", "pzprv3/t/1/3/2 . 1 /1 -1 /", "but does not write `1` x1"),
        (
            "given a : cells to number?\nfind b : set of cells\nfind c : set of links",
            "pzprv3/t/1/3/2 . 1 /# # . /",
            "nothing is read of `rest` or `c`",
        ),
    ],
)
def test_what_is_guessed_and_what_is_lost_is_said(tmp_path: Path, rules: str, text: str, says: str) -> None:
    write(tmp_path, "t.rules", HEAD + rules + "\n")
    write(tmp_path, "saved.txt", text.replace("/", "\n"))
    done = run("read", "t.rules", "saved.txt", "-n", "1", cwd=tmp_path)
    assert f"# {says}" in done.stdout.splitlines(), done.stdout + done.stderr


def test_what_marks_mean_is_no_guess() -> None:
    rules = "given a : cells to {white, black}?\ngiven b : cells to direction?"
    proposal = first(rules, "pzprv3", "pzprv3/t/1/3/1 . 2 /4 . 1 /")
    ruleset = pipeline.ruleset(Source("t.rules", HEAD + rules + "\n"))
    assert [names.guesses(ruleset, layer) for piece in proposal.reading.pieces for layer in piece.layers] == [[], []]


WALLED = "given room : partition of cells\ngiven clue : cells to number?"


@library.sweep_large
def test_borders_inside_of_regions_are_proposed_where_rules_know_them() -> None:
    known = f"{WALLED}\ngiven wall : set of links = {{}}"
    said = propose.statement(first(known, "puzzlink", HOST + "t/2/2/g02i").reading)
    assert said == 'read puzzlink "t": border(room, wall), number16(clue)'
    said = propose.statement(first(known, "puzzlink", HOST + "t/2/2/oo02h").reading)
    assert said == 'read puzzlink "t": border(room), number16(clue)'


def test_several_texts_tell_what_is_given_from_what_is_found() -> None:
    rules = pipeline.ruleset(Source("t.rules", RULES))
    texts = [f"pzprv3/t/1/3/1 {drawn} /2 . 3 /" for drawn in (". .", "2 .", "2 4")]
    result = [read_head("pzprv3", Source("<text>", text)) for text in texts]
    reading = check_proposals(rules, proposals(rules, result), result)[0].reading
    assert propose.statement(reading) == 'read pzprv3 "t": cells(two), cells(one)'
    reading = check_proposals(rules, proposals(rules, result[:1]), result[:1])[0].reading
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
        result = read_head("puzzlink", Source("<text>", HOST + text))
        (first, *_) = check_proposals(rules, proposals(rules, [result]), [result])
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
        (("read", "norinori", "m=edit&p=////"), "E202"),
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
    assert lines[0] == "type aquarium, 4 rows, 4 columns, letters at the size: r"
    assert lines[1].startswith('aquarium reads it: read puzzlink "aquarium": ')
    assert [line.partition(":")[0] for line in lines if line.startswith("`")] == ["`bu8i90`", "`i3213g`"]
    assert any(line.startswith("  all: border(a partition or links) (1 at R1C2-R1C3, ") for line in lines)
    assert any(line.startswith("  all: ") and "number16(lines)" in line for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "heyawake/6/6/lll155007rs12222j",
        "starbattle/6/6/1/4ilbhgdnmhou",
        "tents/5/5/2g0h1i1j82323",
        "nonogram/6/6/12g1111h11112j12g11g21j11g3h",
        "unheard/5/5/1/2/3/4/5/6/7",
    ],
)
def test_the_parts_of_a_link_are_few_lines(text: str) -> None:
    lines = propose.parts("puzzlink", Source("<text>", HOST + text)).splitlines()
    assert len(lines) <= 15
    assert any("reads it: read puzzlink" in line or "no rule file of the library reads" in line for line in lines)


def test_the_parts_of_a_file() -> None:
    result = read_head("pzprv3", Source("<text>", "pzprv3/nanro/2/2/2/0 1 /0 1 /# + /# 12 /0 /1 /0 0 /"))
    words = [{one.word for one in stretch.fitting} for stretch in stretches(result)]
    assert [sorted(each & {"rooms", "cells", "borders"}) for each in words] == [["rooms"], ["cells"], ["borders"]]
    assert stretches(result)[1].items == (("#", 2), ("+", 1), ("12", 1))


@given(st.sampled_from(["puzzlink", "pzprv3"]), st.text("0123459agz./-# +\n,é", max_size=40))
def test_any_text_is_taken_apart_or_refused(form: str, text: str) -> None:
    whole = f"{HOST}t/3/2/{text}" if form == "puzzlink" else f"pzprv3/t/2/3/{text}"
    with contextlib.suppress(Failed), contextlib.redirect_stdout(io.StringIO()):
        propose.parts(form, Source("<text>", whole))
        result = read_head(form, Source("<text>", whole))
        rules = pipeline.ruleset(Source("t.rules", RULES))
        check_proposals(rules, proposals(rules, [result]), [result])


def test_regions_that_a_newer_file_tells_by_borders_are_proposed() -> None:
    text = "pzprv3.1/norinori/2/2/1 /1 /0 0 /# + /# . /"
    assert best("norinori", "pzprv3", text).startswith('read pzprv3 "norinori": rooms(room), cells(')


def test_borders_stand_before_bits() -> None:
    head = 'puzzle "W"\nboard rectangle\ngiven wall : set of links\nfind line : set of links\n'
    rules = pipeline.ruleset(Source("w.rules", head))
    result = [read_head("puzzlink", Source("<text>", HOST + "walls/5/5/cag4ocjo"))]
    assert propose.statement(check_proposals(rules, proposals(rules, result), result)[0].reading).endswith(
        ": border(wall)"
    )
