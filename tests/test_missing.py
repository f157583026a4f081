"""Boards some of whose cells do not exist: every word sees the rest only, and texts tell them and read them back."""

from itertools import product

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import outside
from puzzlelang.geometry.holes import without_cells
from puzzlelang.geometry.places import DIRECTIONS, DOWN, RIGHT
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.source import Source
from puzzlelang.typed import ir
from tests.random_puzzles import answers

WORDS = {
    "count(cells) = 7": True,
    "count(cells - mark) = 7": True,
    "count(rows) = 3 and count(columns) = 3": True,
    "every r in rows where r.number = 2: count(cells(r)) = 2 and count(r) = 2": True,
    "count(links) = 6": True,
    "count(borders) = 22": True,
    "count(corners) = 15": True,
    "count(windows(2, 2)) = 0": True,
    "count(windows(1, 2)) = 3": True,
    "count({a, b in adjacent}) = 12": True,
    "count({a, b in touching where a.row != b.row and a.column != b.column}) = 8": True,
    "every c in cells where c.row = 1 and c.column = 1: count(ray(c, right)) = 1 and count(ray(c, down)) = 2": True,
    "every c in cells where c.row = 2 and c.column = 1: count(ray(c, right)) = 0 and count(next(c)) = 2": True,
    "every v in views where count(cells(v)) = 2: count({c in v where count(before(c, v)) = 0}) = 1": True,
    "every k in corners where count(cells(k)) = 2: count(borders(k)) >= 3": True,
    "exactly 1 d in diagonals: count(d) = 2": True,
    "no b in boxes(2, 2): count(b) = 0": True,
    "connected(cells)": True,
    "rectangle(cells)": False,
}
"""What is true of a board of 3x3 without its middle and its upper right cell."""

HEAD = """\
puzzle "Holes"
board rectangle without hole
given hole : set of cells as "x"
find mark : set of cells as "#"
"""


def ruled(text: str) -> ir.Ruleset:
    return pipeline.ruleset(Source("holes", HEAD + text))


@pytest.mark.parametrize(("formula", "true"), WORDS.items())
def test_words_see_the_cells_that_there_are(formula: str, true: bool) -> None:
    rules = ruled(f'rule said "It is so": ({formula}) and count(mark) = 0')
    problem = pipeline.ground(rules, pipeline.board(rules, "..x\n.x.\n..."))
    assert bool(answers(problem)) == true


def test_nothing_is_found_where_nothing_is() -> None:
    rules = ruled('rule all "Every cell is marked": every c in cells: c.mark')
    result = pipeline.solve(rules, pipeline.board(rules, ".x\n.."))
    assert result.unique
    assert result.text().startswith("#x\n##\n")


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1), (2, 5), (4, 3)])
def test_a_ray_goes_step_by_step_until_there_is_no_cell(size: tuple[int, int]) -> None:
    whole = SquareGrid(*size)
    for board in (whole, without_cells(whole, whole.cells[3::4])):
        for cell, way in product(board.cells, DIRECTIONS):
            steps = [board.step(cell, far * way.rows, far * way.columns) for far in range(1, 8)]
            assert board.ray(cell, way) == tuple(steps[: steps.index(None)])


def test_places_are_those_of_the_whole_board() -> None:
    whole = SquareGrid(3, 3)
    middle = whole.cells[4]
    thin = without_cells(whole, [middle])
    assert without_cells(whole, []) is whole
    assert set(thin.lines) == set(whole.lines)
    assert set(thin.links) < set(whole.links)
    assert thin.at(2, 2) is None
    assert thin.ray(whole.cells[3], RIGHT) == ()
    assert thin.ray(whole.cells[0], DOWN) == (whole.cells[3], whole.cells[6])
    assert thin.between(whole.cells[3], whole.cells[5]) == ()
    assert len(thin.components_without(())) == 1


def test_a_missing_cell_is_never_inside() -> None:
    rules = ruled(
        "find line : set of borders\n"
        'rule loop "The line is a loop": single_loop(line)\n'
        'rule marks "The marks are inside of it": every c in cells: c.mark iff c in inside(line)\n'
        'rule all "All eight cells are inside": count(inside(line)) = 8 and count(mark) = 8'
    )
    assert len(answers(pipeline.ground(rules, pipeline.board(rules, "...\n.x.\n...")))) == 1


def test_a_row_without_cells_is_no_row() -> None:
    rules = ruled('rule one "{r} has a mark": every r in rows: count(mark & r) = 1')
    assert len(answers(pipeline.ground(rules, pipeline.board(rules, "xx\n.x")))) == 1


ROOMS = HEAD.replace("find mark", "given room : partition of cells\nfind mark").replace(
    'given hole : set of cells as "x"\ngiven room : partition of cells',
    'given room : partition of cells\ngiven hole : set of cells as "x"',
)
TWO = 'rule one "{r} has a mark": every r in room: count(mark & r) = 1'


def test_a_cell_that_a_partition_leaves_blank_is_missing() -> None:
    rules = pipeline.ruleset(Source("holes", ROOMS + TWO))
    for text in ("aa.\n.bb", "aaa\nbbb\n\n[hole]\n..x\nx.."):
        puzzle = pipeline.board(rules, text)
        assert sorted(str(cell) for cell in puzzle.givens["hole"]) == ["R1C3", "R2C1"]
        assert [len(region.cells) for region in puzzle.partitions["room"]] == [2, 2]
        again = pipeline.board(rules, pipeline.convert(rules, puzzle, "text"))
        assert again.givens["hole"].keys() != {}
        assert pipeline.convert(rules, again, "text") == pipeline.convert(rules, puzzle, "text")
        assert len(answers(pipeline.ground(rules, puzzle))) == 4


def test_a_board_keeps_some_cell() -> None:
    rules = ruled('rule none "Nothing is marked": count(mark) = 0')
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, pipeline.board(rules, "xx"))
    assert [item.code for item in caught.value.diagnostics] == ["E158"]


@pytest.mark.parametrize(
    "declared",
    ["", "given hole : cells to number?", "given hole : set of lines", "given hole : set of cells = cells"],
)
def test_only_a_given_set_of_cells_can_be_missing(declared: str) -> None:
    text = HEAD.replace('given hole : set of cells as "x"', declared) + 'rule none "None": count(mark) = 0'
    with pytest.raises(Failed) as caught:
        pipeline.ruleset(Source("holes", text))
    assert [item.code for item in caught.value.diagnostics] == ["E056"]


def test_a_clue_on_a_missing_cell_is_refused() -> None:
    rules = ruled('given clue : cells to number?\nrule one "n": every c in cells with c.clue: count(mark) = c.clue')
    puzzle = pipeline.board(rules, "1.\n\n[hole]\nx.\n")
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, puzzle)
    assert [item.code for item in caught.value.diagnostics] == ["E153"]


def test_areas_are_printed_where_there_are_cells() -> None:
    rules = pipeline.ruleset(
        Source(
            "areas",
            'puzzle "Areas" board rectangle without hole given hole : set of cells as "x" '
            "find area : partition of cells "
            'rule all "An area has all cells of a row": every r in rows: every a, b in pairs(r): a.area = b.area '
            'rule rows "Areas lie in one row": no a, b in adjacent where a.row != b.row: a.area = b.area',
        )
    )
    result = pipeline.solve(rules, pipeline.board(rules, Source("board", "..x\n...\nx.x\n")))
    assert result.unique
    assert result.text() == "..x\n...\nx.x\n\n[answer]\naa.\nbbb\n.c.\n"


def test_a_drawn_region_ends_at_missing_cells() -> None:
    rules = ruled(
        'find area : partition of cells rule small "Small": every a in area: count(a) < 3\n'
        'read pzprv3 "areas": cells("*": hole), edges(area), cells("#": mark)'
    )
    source = Source("drawn", "pzprv3/areas/1/5/. . * . . /0 1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /. . . . . /")
    result = outside.recognise_type(source.text)
    assert result is not None
    puzzle = outside.read(rules, source, result)
    assert puzzle.drawing is not None
    assert list(puzzle.drawing.values["area"].values()) == ["a", "b", "c", "d"]
    assert "/0 1 1 1 1 0/" in outside.write(rules, puzzle, "pzprv3", puzzle.drawing).replace("\n", "/")


def test_a_text_counts_regions_as_the_missing_cells_that_it_told_before_part_them() -> None:
    head = (
        'puzzle "T" board rectangle without hole given hole : set of cells as "x" given room : partition of cells '
        "given clue : room to number? find mark : set of cells "
        'rule r "r": every r in room with r.clue: count(mark & r) = r.clue '
    )
    link = "https://puzz.link/p?t/3/2/009012"
    for statement, clues in (
        ("border(room), bits(hole), number16(clue)", {"R1C1": 1, "R1C3": 2}),
        ("border(room), number16(clue), bits(hole)", None),
    ):
        ruled = pipeline.ruleset(Source("t.rules", f'{head} read puzzlink "t": {statement}'))
        if clues is None:
            with pytest.raises(Failed):
                pipeline.board(ruled, Source("link", link))
            continue
        puzzle = pipeline.board(ruled, Source("link", link))
        assert {str(region.cells[0]): value for region, value in puzzle.givens["clue"].items()} == clues
        assert len(puzzle.partitions["room"]) == 2
