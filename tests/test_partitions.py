"""Partitions that are to be found: drawn with letters, checked, and told as facts, as JSON and as borders."""

import itertools
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.formats.text import read, write
from puzzlelang.render import puzzles
from puzzlelang.source import Source

BOARD = ".3.\n4..\n..2\n"


def test_letters_are_names_only() -> None:
    rules = pipeline.load("shikaku")
    found = pipeline.solve(rules, BOARD)
    assert found.unique
    assert found.text() == f"{BOARD}\n[answer]\naaa\nbbc\nbbc\n"
    puzzle = pipeline.board(rules, BOARD)
    for drawn in ("aaa\nbbc\nbbc\n", "zzz\nkka\nkka\n", "aaa\nbba\nbba\n"):
        puzzle = pipeline.board(rules, f"{BOARD}\n[answer]\n{drawn}")
        # In the last one the two pieces called `a` touch, so they are one.
        assert bool(pipeline.check(rules, puzzle).findings) == drawn.endswith("bba\n")


def test_what_is_undecided_may_become_anything() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, f"{BOARD}\n[answer]\naaa\nbbc\n???\n")
    findings = pipeline.check(rules, puzzle).findings
    assert findings
    assert not any(item.broken for item in findings)
    assert puzzle.drawing is not None
    with pipeline.open(rules, puzzle, here=True) as opened:
        assert opened.completable(puzzle.drawing).possible is True
    wrong = pipeline.board(rules, f"{BOARD}\n[answer]\naab\n???\n???\n")
    with pipeline.open(rules, wrong, here=True) as opened:
        assert opened.completable(wrong.drawing).possible is False


def test_seams_lie_between_cells_of_two_regions() -> None:
    """On every board of two by three cells with regions `a`, `b` and cells in none."""
    declared = 'puzzle "A"\nboard rectangle\ngiven room : partition of cells?\nfind e : set of links\n'
    rules = pipeline.ruleset(Source("seams", declared + 'rule same "They are the seams": e = seams(room)\n'))
    for labels in itertools.product(".ab", repeat=6):
        rows = "".join(labels[:3]), "".join(labels[3:])
        puzzle = pipeline.board(rules, f"[room]\n{rows[0]}\n{rows[1]}\n")
        (answer,) = pipeline.solve(rules, puzzle).answers
        region = {cell: one for one in puzzle.partitions["room"] for cell in one.cells}
        seams = {
            str(link)
            for link in puzzle.geometry.links
            if link.first in region and link.second in region and region[link.first] is not region[link.second]
        }
        assert {str(link) for link, there in answer.values["e"].items() if there} == seams


def test_a_finding_names_the_area() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, ".3.\n4..\n..2\n\n[answer]\naaa\nbbc\nccc\n")
    (small,) = [
        item for item in pipeline.check(rules, puzzle).findings if item.sentence == "The piece of R2C1 has 4 cells"
    ]
    assert [str(cell) for cell in small.cells] == ["R2C1", "R2C2"]


def test_of_a_count_of_stars_in_an_area_only_the_area_is_named() -> None:
    rules = pipeline.load("galaxies")
    text = "o.o..o\n\n[answer]\naaabbb\n"
    puzzle = pipeline.board(rules, text)
    found = pipeline.check(rules, puzzle).findings
    named = {finding.sentence: [str(cell) for cell in finding.cells] for finding in found if finding.rule.name == "one"}
    assert named["The galaxy of R1C1 has one star"] == ["R1C1", "R1C2", "R1C3"]


def test_facts_are_borders() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, "3..\n...\n..?\n..?\n")
    found = pipeline.facts(rules, puzzle).drawing
    assert found is not None
    assert write.write(rules, puzzle, found).split("[answer]\n")[1] == "???\n???\n??a\nbbb\n"
    links = {str(place): value for place, value in found.values["piece"].items() if "-" in str(place)}
    assert links["R2C2-R2C3"] is False
    assert links["R3C1-R4C1"] is True
    assert "R1C1-R1C2" not in links


def test_json_has_a_label_for_each_cell() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, f"{BOARD}\n[answer]\naaa\nbbc\n??c\n")
    shown = puzzles.puzzle(rules, puzzle, puzzle.drawing)
    assert shown["answer"] == {"piece": [["a", "a", "a"], ["b", "b", "c"], [None, None, "c"]]}


@pytest.mark.parametrize(("upper", "loose"), [("1 0", True), ("1 1", False)])
def test_borders_that_end_inside_a_piece(upper: str, loose: bool) -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, f"pzprv3\nshikaku\n2\n2\n2 . \n2 . \n0 \n0 \n{upper} \n")
    findings = pipeline.check(rules, puzzle).findings
    assert ("piece" in {item.rule.name for item in findings}) == loose == bool(findings)
    again = pipeline.convert(rules, puzzle, "pzprv3")
    assert f"\n{upper}\n" in again
    assert pipeline.convert(rules, pipeline.board(rules, again), "pzprv3") == again


def test_text_reads_back(tmp_path: Path) -> None:
    rules = pipeline.load("shikaku")
    found = pipeline.solve(rules, BOARD)
    again = read.read(rules, Source("again", found.text()))
    assert again.drawing is not None
    assert not pipeline.check(rules, again).findings
    assert boards.read_drawing(rules, again, Source("bare", "aaa\nbbc\nbbc\n")).values == again.drawing.values
