"""Partitions that are to be found: drawn with letters, checked, and told as facts, as JSON and as borders."""

import itertools
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.formats.json_board import write as json_board
from puzzlelang.formats.text import read, write
from puzzlelang.source import Source

BOARD = ".3.\n4..\n..2\n"


def test_letters_are_names_only() -> None:
    rules = pipeline.load("shikaku")
    result = pipeline.solve(rules, BOARD)
    assert result.unique
    assert result.text() == f"{BOARD}\n[answer]\naaa\nbbc\nbbc\n"
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
    result = pipeline.check(rules, puzzle).findings
    named = {
        finding.sentence: [str(cell) for cell in finding.cells] for finding in result if finding.rule.name == "one"
    }
    assert named["The galaxy of R1C1 has one star"] == ["R1C1", "R1C2", "R1C3"]


def test_facts_are_borders() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, "3..\n...\n..?\n..?\n")
    result = pipeline.facts(rules, puzzle).drawing
    assert result is not None
    assert write.write(rules, puzzle, result).split("[answer]\n")[1] == "???\n???\n??a\nbbb\n"
    links = {str(place): value for place, value in result.values["piece"].items() if "-" in str(place)}
    assert links["R2C2-R2C3"] is False
    assert links["R3C1-R4C1"] is True
    assert "R1C1-R1C2" not in links


def test_json_has_a_label_for_each_cell() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, f"{BOARD}\n[answer]\naaa\nbbc\n??c\n")
    shown = json_board.puzzle(rules, puzzle, puzzle.drawing)
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
    result = pipeline.solve(rules, BOARD)
    again = read.read(rules, Source("again", result.text()))
    assert again.drawing is not None
    assert not pipeline.check(rules, again).findings
    assert boards.read_drawing(rules, again, Source("bare", "aaa\nbbc\nbbc\n")).values == again.drawing.values


# ------------------------------------------------------------------------------------- areas of a part of the cells

SHADED = 'puzzle "A"\nboard rectangle\nfind shaded : set of cells\nfind area : partition of shaded\n'
FIXED = 'puzzle "A"\nboard rectangle\ngiven wall : set of cells as "x" = {}\nfind area : partition of cells - wall\n'
RULES = {
    "": lambda areas, shaded: True,
    'rule two "Areas have two cells": every a in area: count(a) = 2\n': lambda areas, shaded: all(
        len(area) == 2 for area in areas
    ),
    'rule odd "There are two areas": count(area) = 2\n': lambda areas, shaded: len(areas) == 2,
    'rule apart "Two in a row are of two areas":\n'
    "  no a, b in adjacent: a.row = b.row and a.area = b.area\n": lambda areas, shaded: (
        not any(a[0] == b[0] and abs(a[1] - b[1]) == 1 for area in areas for a in area for b in area)
    ),
}


def _connected_partitions(cells: frozenset[tuple[int, int]]) -> set[frozenset[frozenset[tuple[int, int]]]]:
    """All ways to cut cells into connected areas."""
    if not cells:
        return {frozenset()}
    first, *others = sorted(cells)
    result = set()
    for size in range(len(others) + 1):
        for more in itertools.combinations(others, size):
            area = frozenset((first, *more))
            reached = [first]
            for row, column in reached:
                beside = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
                reached += [cell for cell in beside if cell in area and cell not in reached]
            if len(reached) == len(area):
                result |= {rest | {area} for rest in _connected_partitions(cells - area)}
    return result


def _drawn(values: dict) -> tuple[frozenset, frozenset[frozenset[tuple[int, int]]]]:
    areas: dict[object, set[tuple[int, int]]] = {}
    for cell, label in values["area"].items():
        if label is not False:
            areas.setdefault(label, set()).add((cell.row, cell.column))
    inside = frozenset(cell for area in areas.values() for cell in area)
    return inside, frozenset(map(frozenset, areas.values()))


@pytest.mark.parametrize("engine", ["cadical", "z3"])
@pytest.mark.parametrize("rule", RULES)
def test_areas_of_cells_to_be_found(rule: str, engine: str) -> None:
    """On two by two and one by four cells the answers are those told by trying all sets and all ways to cut them."""
    rules = pipeline.ruleset(Source("areas", SHADED + rule))
    for height, width in ((2, 2), (1, 4)) if engine == "z3" else ((2, 2), (1, 4), (2, 3)):
        cells = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
        wanted = {
            (shaded, areas)
            for size in range(len(cells) + 1)
            for shaded in map(frozenset, itertools.combinations(cells, size))
            for areas in _connected_partitions(shaded)
            if RULES[rule](areas, shaded)
        }
        board = pipeline.board(rules, "\n".join(["." * width] * height) + "\n")
        result = pipeline.solve(rules, board, engine=engine, limit=1000)
        assert {_drawn(answer.values) for answer in result.answers} == wanted
        assert len(result.answers) == len(wanted)
        for answer in result.answers:
            there = {(cell.row, cell.column) for cell, here in answer.values["shaded"].items() if here}
            assert there == _drawn(answer.values)[0]


@pytest.mark.parametrize("rule", list(RULES)[:3])
def test_areas_of_given_cells(rule: str) -> None:
    """On two by three cells with walls anywhere."""
    rules = pipeline.ruleset(Source("areas", FIXED + rule))
    for walls in itertools.product(".x", repeat=6):
        rows = "".join(walls[:3]), "".join(walls[3:])
        cells = frozenset((row + 1, column + 1) for row in (0, 1) for column in range(3) if rows[row][column] == ".")
        wanted = {areas for areas in _connected_partitions(cells) if RULES[rule](areas, cells)}
        result = pipeline.solve(rules, f"{rows[0]}\n{rows[1]}\n", limit=1000)
        assert {_drawn(answer.values)[1] for answer in result.answers} == wanted
        assert len(result.answers) == len(wanted)


def test_a_drawing_of_areas_of_a_part() -> None:
    rules = pipeline.ruleset(Source("areas", SHADED + list(RULES)[1]))
    right = pipeline.board(rules, "...\n...\n\n[shaded]\n##.\n.##\n\n[area]\naa.\n.bb\n")
    assert not pipeline.check(rules, right).findings
    again = pipeline.board(rules, write.write(rules, right, right.drawing))
    assert again.drawing is not None
    assert right.drawing is not None
    named = [{str(cell): value for cell, value in one.drawing.values["area"].items()} for one in (again, right)]
    assert named[0] == named[1]
    for wrong in ("aa.\n.b.\n", "aa.\nbbb\n"):
        drawn = pipeline.board(rules, f"...\n...\n\n[shaded]\n##.\n.##\n\n[area]\n{wrong}")
        with pipeline.open(rules, drawn, here=True) as opened:
            assert opened.completable(drawn.drawing).possible is False
    fixed = pipeline.ruleset(Source("areas", FIXED))
    with pytest.raises(Failed, match="there can be no `area` at R1C2"):
        pipeline.check(fixed, pipeline.board(fixed, ".x\n\n[area]\nab\n"))
