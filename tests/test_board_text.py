"""Board text: what is read, what is written reads back, and what is said of every mistake."""

import random
import re
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text.read import read, read_drawing
from puzzlelang.formats.text.write import write, write_answer
from puzzlelang.geometry.places import Region
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import UNKNOWN, Drawing, Puzzle, Solution
from puzzlelang.source import NOWHERE, Source
from puzzlelang.typed.ir import (
    Base,
    Find,
    FunctionKind,
    Given,
    Notation,
    Option,
    PartitionKind,
    Ruleset,
    SetKind,
    SingleKind,
    ValueKind,
)
from tests import library

# ------------------------------------------------------------------------------------------------ rulesets by hand

NUMBER = ValueKind(Base.NUMBER)
CLUE = ValueKind(Base.NUMBER, absent=True)


def shown(symbol=None, negation=None, **names):
    pairs = (("", symbol),) if symbol else tuple(names.items())
    return Notation(pairs, negation)


def a_given(name, kind, look=None, sides=(), default=None):
    return Given(name, kind, look or Notation(), sides, default, NOWHERE)


def a_set(sort=Sort.CELL):
    return SetKind(sort, None)


def per(sort, value, partition=None):
    return FunctionKind(sort, partition, None, value)


def ruleset(title, givens, finds, options=(), board="rectangle"):
    finds = tuple(Find(name, kind, look, NOWHERE) for name, kind, look in finds)
    return Ruleset(title, Source(title, ""), board, tuple(givens), finds, (), options, (), (), (), (), (), 0)


TOP_LEFT = ("top", "left")
LEVEL = Option("level", ("tank", "pool"), "tank", NOWHERE)

TENTS = ruleset(
    "Tents",
    [a_given("tree", a_set(), shown("T")), a_given("clue", per(Sort.LINE, CLUE), sides=TOP_LEFT)],
    [("tent", a_set(), shown("*", "x"))],
)
AQUARIUM = ruleset(
    "Aquarium",
    [a_given("tank", PartitionKind(False)), a_given("clue", per(Sort.LINE, CLUE), sides=TOP_LEFT)],
    [("water", a_set(), shown("#"))],
    (LEVEL,),
)
STRICT = ruleset("Strict", [a_given("clue", per(Sort.LINE, NUMBER), sides=TOP_LEFT)], [("ink", a_set(), shown("#"))])
NONOGRAM = ruleset(
    "Nonogram",
    [a_given("clue", per(Sort.LINE, ValueKind(Base.NUMBERS, absent=True, unknown=True)), sides=TOP_LEFT)],
    [("ink", a_set(), shown("#"))],
)
SKYSCRAPERS = ruleset(
    "Skyscrapers",
    [
        a_given("height", per(Sort.CELL, CLUE)),
        a_given("seen", per(Sort.VIEW, CLUE), sides=("top", "bottom", "left", "right")),
    ],
    [("floors", per(Sort.CELL, NUMBER), Notation())],
    board="square",
)
FUTOSHIKI = ruleset(
    "Futoshiki",
    [
        a_given("clue", per(Sort.CELL, CLUE)),
        a_given(
            "sign",
            per(Sort.LINK, ValueKind(Base.NAME, members=("less", "more"), absent=True)),
            shown(less="<^", more=">v"),
        ),
    ],
    [("digit", per(Sort.CELL, NUMBER), Notation())],
    board="square",
)
KILLER = ruleset(
    "Killer",
    [
        a_given("clue", per(Sort.CELL, CLUE)),
        a_given("cage", PartitionKind(True)),
        a_given("total", per(Sort.REGION, CLUE, "cage")),
    ],
    [("digit", per(Sort.CELL, NUMBER), Notation())],
    board="square",
)
STARS = ruleset(
    "Star Battle",
    [a_given("room", PartitionKind(False)), a_given("stars", SingleKind(NUMBER))],
    [("star", a_set(), shown("*"))],
    board="square",
)
SLITHERLINK = ruleset(
    "Slitherlink", [a_given("clue", per(Sort.CELL, CLUE))], [("line", a_set(Sort.BORDER), Notation())]
)
MASYU = ruleset(
    "Masyu",
    [
        a_given(
            "pearl",
            per(Sort.CELL, ValueKind(Base.NAME, members=("white", "black"), absent=True)),
            shown(white="o", black="@"),
        )
    ],
    [("line", a_set(Sort.LINK), Notation())],
)
MAGNETS = ruleset(
    "Magnets",
    [
        a_given("piece", PartitionKind(False)),
        a_given("plus", per(Sort.LINE, CLUE), sides=TOP_LEFT),
        a_given("minus", per(Sort.LINE, CLUE), sides=("bottom", "right")),
    ],
    [("north", a_set(), shown("+")), ("south", a_set(), shown("-"))],
)
SLANT = ruleset(
    "Slant",
    [a_given("clue", per(Sort.CORNER, CLUE))],
    [("wall", per(Sort.CELL, ValueKind(Base.NAME, members=("rise", "fall"))), shown(rise="/", fall="\\"))],
)
NURIKABE = ruleset(
    "Nurikabe",
    [a_given("clue", per(Sort.CELL, ValueKind(Base.NUMBER, absent=True, unknown=True)))],
    [("sea", a_set(), shown("#"))],
)
ARROWS = ruleset(
    "Arrows",
    [
        a_given("clue", per(Sort.CELL, CLUE)),
        a_given("arrow", per(Sort.CELL, ValueKind(Base.DIRECTION, absent=True))),
        a_given("wall", a_set(Sort.BORDER), Notation()),
    ],
    [("shade", a_set(), shown("#")), ("line", a_set(Sort.LINK), Notation())],
)
TWO_FINDS = ruleset(
    "Two finds",
    [],
    [("left", a_set(), shown("#")), ("right", a_set(), shown("#")), ("level", per(Sort.LINE, NUMBER), Notation())],
)
WAY = ValueKind(Base.NAME, members=("on", "off"))
EDGES = ruleset(
    "Values between cells",
    [
        a_given("k", per(Sort.LINK, CLUE)),
        a_given("sign", per(Sort.BORDER, ValueKind(Base.NAME, members=("in", "x", "out"), absent=True))),
    ],
    [("n", per(Sort.LINK, NUMBER), Notation()), ("way", per(Sort.BORDER, WAY), Notation())],
)
HALF = ruleset(
    "Some symbols",
    [
        a_given("lists", per(Sort.BORDER, ValueKind(Base.NUMBERS, absent=True, unknown=True))),
        a_given("wall", per(Sort.LINK, WAY), shown(on="-|")),
        a_given("peak", per(Sort.CORNER, CLUE)),
    ],
    [
        ("way", per(Sort.LINK, WAY), shown(on="-|")),
        ("flow", per(Sort.BORDER, WAY), shown(off=".")),
        ("height", per(Sort.CORNER, NUMBER), Notation()),
        ("digit", per(Sort.CELL, NUMBER), Notation()),
    ],
)
DOTS = ruleset(
    "Dots",
    [
        a_given(
            "dot",
            per(Sort.LINK, ValueKind(Base.NAME, members=("white", "black"), absent=True)),
            shown(white="o", black="*"),
        )
    ],
    [("digit", per(Sort.CELL, NUMBER), Notation())],
    board="square",
)
ALL = [TENTS, AQUARIUM, STRICT, NONOGRAM, SKYSCRAPERS, FUTOSHIKI, KILLER, STARS, SLITHERLINK, MASYU, MAGNETS, SLANT]
SYMBOLS = ruleset(
    "Numbers with symbols",
    [a_given("clue", per(Sort.CELL, CLUE), Notation((("9", "*"),)))],
    [
        ("bridge", per(Sort.LINK, NUMBER), Notation((("0", "."), ("3", "-|")))),
        ("digit", per(Sort.CELL, NUMBER), Notation((("3", "o"), ("0", "##")))),
    ],
)
EMPTY = ruleset(
    "Cells that may stay empty",
    [a_given("tree", a_set(), shown("T")), a_given("way", per(Sort.LINK, CLUE))],
    [
        ("digit", per(Sort.CELL, CLUE), Notation()),
        ("dark", a_set(), shown("#")),
        ("sign", per(Sort.BORDER, ValueKind(Base.NAME, members=("in", "out"), absent=True)), shown(out="-|")),
    ],
)
EMPTY_ALONE = ruleset("Cells that may stay empty, alone", [], [("digit", per(Sort.CELL, CLUE), Notation())])
PLAIN_ZERO = ruleset(
    "Zero as a blank",
    [a_given("clue", per(Sort.CELL, CLUE), Notation((("0", "z"),)))],
    [("digit", per(Sort.CELL, NUMBER), Notation((("0", "."),)))],
)
ALL += [NURIKABE, ARROWS, TWO_FINDS, EDGES, HALF, DOTS, SYMBOLS, PLAIN_ZERO, EMPTY, EMPTY_ALONE]

# ------------------------------------------------------------------------------------------------------- comparing


def contents(puzzle):
    """Everything that a puzzle says, comparable between puzzles; a given without any value is no part of it."""
    return (
        (puzzle.geometry.height, puzzle.geometry.width),
        {name: {str(key): value for key, value in values.items()} for name, values in puzzle.givens.items() if values},
        {
            name: [(r.index, r.label, [str(c) for c in r.cells]) for r in regions]
            for name, regions in puzzle.partitions.items()
        },
        dict(puzzle.options),
    )


def drawn(drawing):
    return {name: {str(key): value for key, value in values.items()} for name, values in drawing.values.items()}


def parse(rules, text):
    return read(rules, Source("board.txt", text))


def values(puzzle, name):
    return {str(key): value for key, value in puzzle.givens[name].items()}


def picture(puzzle, drawing, name, mark="#"):
    """A set of cells as rows of marks, `?` where undecided."""
    result = drawing.values[name]
    looks = {True: mark, False: ".", None: "?"}
    return ["".join(looks[result.get(cell)] for cell in line.cells) for line in puzzle.geometry.rows]


def failure(rules, text):
    with pytest.raises(Failed) as caught:
        parse(rules, text)
    return [(item.code, *item.span.source.line_column(item.span.start)) for item in caught.value.diagnostics]


# ----------------------------------------------------------------------------------------------------- real boards

TENTS_BOARD = """ 151613232341607
5.T.T....T.T....
1.T.......T....T
4......T......T.
2...T..T........
4..T........TTT.
2T....T.T.......
2.........T..T..
3..T..........T.
2.T.........T..T
2........T...T..
4....TTT.T.....T
3.T.T..T........
4...........T.T.
1.T.T.T.T....T.T
6.T.........T...
"""
TENTS_ANSWER = """.T*T*...T*T..*.
.T....*..T....T
.*.*..T..*...T*
...T..T*....*..
..T*.*....*TTT*
T*...T.T....*..
.......*.T*.T..
.*T*.........T*
.T......*..T*.T
......*.T...T.*
.*.*TTT.T*..*.T
.T.T.*T*......*
.*.*......*T*T.
.T.T.T.T*...T.T
*T.*.*....*T*.*
"""
AQUARIUM_BOARD = """  5313355344

2 aaaabccdde
3 afffbgddee
4 ahhbbgddei
4 jjjkbgllii
4 mmjkkklnni
6 omjjplllll
3 omjjplqqqq
2 omjjprrrrq
2 sjjpptrqqq
6 sjjpttrrrq
"""
AQUARIUM_ANSWER = """.....##...
.###......
......####
...##...##
...###...#
#....#####
##...#....
##........
#.....#...
#...#####.
"""


def test_tents():
    puzzle = parse(TENTS, TENTS_BOARD)
    assert (puzzle.geometry.height, puzzle.geometry.width) == (15, 15)
    clues = values(puzzle, "clue")
    assert [clues[f"column {n}"] for n in range(1, 16)] == [1, 5, 1, 6, 1, 3, 2, 3, 2, 3, 4, 1, 6, 0, 7]
    assert [clues[f"row {n}"] for n in range(1, 16)] == [5, 1, 4, 2, 4, 2, 2, 3, 2, 2, 4, 3, 4, 1, 6]
    assert puzzle.geometry.at(1, 2) in puzzle.givens["tree"]
    assert len(puzzle.givens["tree"]) == TENTS_BOARD.count("T")
    assert puzzle.drawing is None
    assert puzzle.spans["tree", puzzle.geometry.at(1, 2)].source.line_column(
        puzzle.spans["tree", puzzle.geometry.at(1, 2)].start
    ) == (2, 3)
    assert puzzle.span("clue", puzzle.geometry.columns[1]).text == "5"


def test_every_value_has_a_span():
    for rules, text in SAMPLES:
        puzzle = parse(rules, text)
        for name, held in puzzle.givens.items():
            assert all((name, key) in puzzle.spans for key in held)
        for name, regions in puzzle.partitions.items():
            assert all(puzzle.spans[name, cell].text == r.label for r in regions for cell in r.cells)
        assert all((name, None) in puzzle.spans for name in puzzle.options)


def test_tents_answer():
    puzzle = parse(TENTS, TENTS_BOARD)
    drawing = read_drawing(TENTS, puzzle, Source("answer", TENTS_ANSWER))
    assert sum(drawing.values["tent"].values()) == TENTS_ANSWER.count("*")
    assert len(drawing.values["tent"]) == 225
    assert write_answer(TENTS, puzzle, drawing) == TENTS_ANSWER
    over = write(TENTS, puzzle, drawing)
    assert drawn(parse(TENTS, over).drawing) == drawn(drawing)
    assert "[answer]" not in over
    assert over.splitlines()[1] == "5.T*T*...T*T..*."


def test_aquarium():
    puzzle = parse(AQUARIUM, "level: pool\n" + AQUARIUM_BOARD)
    assert puzzle.options == {"level": "pool"}
    assert [region.label for region in puzzle.partitions["tank"]][:5] == ["a", "b", "c", "d", "e"]
    assert str(puzzle.partitions["tank"][0]) == "tank a"
    assert len(puzzle.partitions["tank"][0].cells) == 6
    drawing = read_drawing(AQUARIUM, puzzle, Source("answer", AQUARIUM_ANSWER))
    assert write_answer(AQUARIUM, puzzle, drawing) == AQUARIUM_ANSWER
    text = write(AQUARIUM, puzzle, drawing)
    assert text.endswith("[answer]\n" + AQUARIUM_ANSWER)
    assert drawn(parse(AQUARIUM, text).drawing) == drawn(drawing)
    assert write(AQUARIUM, parse(AQUARIUM, AQUARIUM_BOARD)) == AQUARIUM_BOARD.replace("\n\n", "\n")


# --------------------------------------------------------------------------------------------- forms of one board

SAME_TENTS = {
    "compact": " 12.\n2.T.\n0T..\n",
    "gap": "  12.\n2 .T.\n0 T..\n",
    "spaced": "  1 2 .\n2 . T .\n0 T . .\n",
    "spaced header over compact rows": " 1 2 .\n2 .T.\n0 T..\n",
    "space for a blank hint": "  12\n2 .T.\n0 T..\n".replace("  12", "  12 "),
    "carriage returns": " 12.\r\n2.T.\r\n0T..\r\n",
    "byte order mark": "\ufeff 12.\n2.T.\n0T..\n",
    "tabs and blank lines": "\t1\t2\t.\n\n2\t.\tT\t.\n\n\n0\tT\t.\t.\t\n\n",
    "other blanks": " 12-\n2_T-\n0T__\n",
    "own block for hints": "[clue]\ntop: 1 2 .\nleft: 20\n[board]\n.T.\nT..\n",
    "own block by lines": ".T.\nT..\n[clue]\nrows: 2 0\ncolumns: 12.\n",
    "own block for trees": "[tree]\n.T.\nT..\n[board]\n 12.\n2...\n0...\n",
    "indented": "   12.\n  2.T.\n  0T..\n",
    "size said": "size: 2x3\n 12.\n2.T.\n0T..\n",
}


@pytest.mark.parametrize("form", SAME_TENTS)
def test_forms(form):
    if form == "space for a blank hint":
        text = " 1 2\n2.T.\n0T..\n"
        assert values(parse(TENTS, text), "clue") == {"column 1": 1, "column 3": 2, "row 1": 2, "row 2": 0}
        return
    puzzle = parse(TENTS, SAME_TENTS[form])
    assert values(puzzle, "clue") == {"column 1": 1, "column 2": 2, "row 1": 2, "row 2": 0}
    assert values(puzzle, "tree") == {"R1C2": True, "R2C1": True}


def test_margins_left_out():
    puzzle = parse(TENTS, ".T.\n...\n")
    assert values(puzzle, "clue") == {}
    assert puzzle.geometry.height == 2
    only_top = parse(TENTS, " 123\n.T..\n....\n....\n....\n".replace(" 123", "1234"))
    assert values(only_top, "clue")["column 4"] == 4
    assert only_top.geometry.height == 4
    assert values(parse(TENTS, "....\n.T..\n"), "tree") == {"R2C2": True}


OWN_BLOCKS = """
puzzle "Blocks"
board rectangle
given clue : cells to 1..9? fixes digit
given mark : cells to {even, odd}?  as even "e", odd "o"  at block
given sign : links to {five, ten}?  as five "V", ten "X"  at block
given seen : views to number?  at block
find digit : cells to 1..9
rule all "All different": distinct(digit of cells)
"""


def test_givens_with_blocks_of_their_own_leave_the_grid_alone():
    rules = pipeline.ruleset(Source("blocks.rules", OWN_BLOCKS))
    bare = "...\n.5.\n...\n"
    assert (result := pipeline.board(rules, bare)).geometry.width == 3
    assert pipeline.convert(rules, result, "text") == bare
    full = f"{bare}\n[mark]\ne..\n...\n..o\n\n[seen]\ntop: 1 . .\nleft: . . .\nright: . . .\nbottom: . . .\n"
    board = pipeline.board(rules, full)
    assert {str(place): value for place, value in board.givens["mark"].items()} == {"R1C1": "even", "R3C3": "odd"}
    assert pipeline.convert(rules, board, "text") == full
    with pytest.raises(Failed) as failed:
        pipeline.board(rules, "e..\n...\n...\n")
    assert [item.code for item in failed.value.diagnostics] == ["E103"]


def test_a_block_of_its_own_is_no_side():
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("blocks.rules", OWN_BLOCKS.replace("number?  at block", "number?  at block, top")))
    assert [item.code for item in failed.value.diagnostics] == ["E057"]


def test_hints_above_nine():
    puzzle = parse(TENTS, "    5 10 .\n12 . T .\n.  . . .\n")
    assert values(puzzle, "clue") == {"column 1": 5, "column 2": 10, "row 1": 12}
    assert contents(parse(TENTS, write(TENTS, puzzle))) == contents(puzzle)
    wide = parse(TENTS, " 5 3 1 . 2\n12 .T.T.\n 3 .....\n")
    assert values(wide, "clue")["row 1"] == 12


def test_blank_left_hint_as_space():
    puzzle = parse(TENTS, "  12.\n  .T.\n0 T..\n")
    assert values(puzzle, "clue") == {"column 1": 1, "column 2": 2, "row 2": 0}


def test_nonogram_lists():
    puzzle = parse(NONOGRAM, "      1 1,1 0 ?,2\n1,2   . . . .\n.     . . . .\n0     . . . .\n")
    assert values(puzzle, "clue") == {
        "column 1": (1,),
        "column 2": (1, 1),
        "column 3": (),
        "column 4": (UNKNOWN, 2),
        "row 1": (1, 2),
        "row 3": (),
    }
    same = {"row 1": (1, 1), "row 2": (2,), "column 1": (2,), "column 2": (1,), "column 3": (1,)}
    assert values(parse(NONOGRAM, "    2 1 1\n1 1 #.#\n2 ##.\n"), "clue") == same
    assert values(parse(NONOGRAM, "    2 1 1\n1 1 # . #\n  2 # # .\n"), "clue") == same


LETTERS_OF_LINES = pipeline.ruleset(
    Source(
        "a.rules",
        """puzzle "A"
given often : lines to numbers?                    # left, top
given first : lines to numbers or unknown? as 1..2 "A".."B"  # right, bottom
find letter : cells to 1..2 as 1..2 "A".."B"
rule often "x": every l in lines with l.often: list(count({c in l where c.letter = n}) for n in 1..2) = l.often
rule first "x": every l in lines with l.first: list(letter of l) = l.first
""",
    )
)


def test_lists_of_counts_hold_zeros_and_lists_have_symbols():
    puzzle = parse(LETTERS_OF_LINES, "    2,0 1,1\n2,0  .   . A,?\n1,1  .   . .\n     .   .\n")
    assert values(puzzle, "often") == {"column 1": (2, 0), "column 2": (1, 1), "row 1": (2, 0), "row 2": (1, 1)}
    assert values(puzzle, "first") == {"row 1": (1, UNKNOWN)}
    assert "A,?" in pipeline.convert(LETTERS_OF_LINES, puzzle, "text")
    with pytest.raises(Failed, match="0 among other numbers"):
        parse(LETTERS_OF_LINES, "    . .\n.  . . 1,0\n.   . . .\n     .   .\n")
    with pytest.raises(Failed, match="0 among other numbers"):
        parse(NONOGRAM, "    . 1,0\n. . .\n")


def test_nonogram_stacked():
    text = "      1 .\n    2 1 3\n1 1 . . .\n  2 . . .\n0   . . .\n"
    expected = {"column 1": (2,), "column 2": (1, 1), "column 3": (3,), "row 1": (1, 1), "row 2": (2,), "row 3": ()}
    assert values(parse(NONOGRAM, text), "clue") == expected
    compact = "     1\n    213\n1 1 ...\n  2 ...\n  0 ...\n"
    assert values(parse(NONOGRAM, compact), "clue") == expected
    by_blank = " 1 \n213\n\n11,...\n".replace("11,...", "1,1 ...\n2 ...\n0 ...")
    assert values(parse(NONOGRAM, by_blank.replace(" 1 \n213", "     1\n    213")), "clue") == expected


def test_views_on_four_sides():
    puzzle = parse(SKYSCRAPERS, "  1 . 2\n3 . 3 . 2\n. 1 . . 1\n. . . . .\n  2 . 1\n")
    assert values(puzzle, "seen") == {
        "column 1 seen from the top": 1,
        "column 3 seen from the top": 2,
        "column 1 seen from the bottom": 2,
        "column 3 seen from the bottom": 1,
        "row 1 seen from the left": 3,
        "row 1 seen from the right": 2,
        "row 2 seen from the right": 1,
    }
    assert values(puzzle, "height") == {"R1C2": 3, "R2C1": 1}
    assert contents(parse(SKYSCRAPERS, " 1.2\n3.3.2\n.1..1\n.....\n 2.1\n")) == contents(puzzle)
    block = ".3.\n1..\n...\n[seen]\ntop: 1.2\nbottom: 2.1\nleft: 3..\nright: 2 1 .\n"
    assert contents(parse(SKYSCRAPERS, block)) == contents(puzzle)


def test_futoshiki():
    text = ". < . . .\n^       v\n. . . > 3\n. . . . .\n"
    puzzle = parse(FUTOSHIKI, text)
    assert values(puzzle, "clue") == {"R2C3": 3}
    assert values(puzzle, "sign") == {
        "R1C1-R1C2": "less",
        "R1C1-R2C1": "less",
        "R1C3-R2C3": "more",
        "R2C2-R2C3": "more",
    }
    assert contents(parse(FUTOSHIKI, write(FUTOSHIKI, puzzle))) == contents(puzzle)
    own = parse(FUTOSHIKI, "...\n..3\n...\n[sign]\n. < . . .\n^       v\n. . . > .\n\n. . . . .\n")
    assert contents(own) == contents(puzzle)
    answer = read_drawing(FUTOSHIKI, puzzle, Source("a", "123\n213\n321\n"))
    spread = read_drawing(FUTOSHIKI, puzzle, Source("a", "1 < 2 . 3\n^       v\n2 . 1 > 3\n3 . 2 . 1\n"))
    assert drawn(answer) == drawn(spread)
    assert write_answer(FUTOSHIKI, puzzle, answer) == "123\n213\n321\n"


def test_long_numbers_leave_the_picture_of_links():
    geometry = SquareGrid(2, 2)
    puzzle = Puzzle(Source("x", ""), geometry, {"clue": {geometry.cells[0]: 12}, "sign": {geometry.links[0]: "less"}})
    text = write(FUTOSHIKI, puzzle)
    assert "[clue]\n12 ." in text
    assert contents(parse(FUTOSHIKI, text)) == contents(puzzle)


def test_killer():
    text = "3...\n....\n....\n...1\n[cage]\naab.\na.b.\n..bc\n...c\n[total]\na=5 b: 12\nc=3\n"
    puzzle = parse(KILLER, text)
    assert values(puzzle, "total") == {"cage a": 5, "cage b": 12, "cage c": 3}
    assert [len(region.cells) for region in puzzle.partitions["cage"]] == [3, 3, 2]
    assert contents(parse(KILLER, write(KILLER, puzzle))) == contents(puzzle)
    assert parse(KILLER, "3.\n..\n").partitions == {}
    blocks_only = parse(KILLER, "[clue]\n3.\n..\n[cage]\naa\nbb\n")
    assert values(blocks_only, "clue") == {"R1C1": 3}


def test_stars():
    puzzle = parse(STARS, "[room]\naab\nabb\nccc\nstars: 2\n")
    assert puzzle.givens == {"stars": {None: 2}}
    assert contents(parse(STARS, "stars: 2\naab\nabb\nccc\n")) == contents(puzzle)
    named = parse(STARS, "stars: 1\nred red blue\nred blue blue\ngreen green green\n")
    assert [region.label for region in named.partitions["room"]] == ["red", "blue", "green"]
    assert contents(parse(STARS, write(STARS, named))) == contents(named)
    with_stars = parse(STARS, "stars: 1\n[board]\n*..\n..?\n...\n[room]\naab\nabb\nccc\n")
    assert picture(with_stars, with_stars.drawing, "star", "*") == ["*..", "..?", "..."]


def test_border_loop():
    puzzle = parse(SLITHERLINK, "3.\n.2\n")
    answer = "+-+ +\n|3|.\n+ +-+\n|. 2|\n+-+-+\n".replace("|3|.", "|3|").replace("|. 2|", "|  2|")
    drawing = read_drawing(SLITHERLINK, puzzle, Source("answer", answer))
    assert sum(drawing.values["line"].values()) == 8
    assert len(drawing.values["line"]) == 12
    text = write_answer(SLITHERLINK, puzzle, drawing)
    assert text == "+-+ +\n|3|.\n+ +-+\n|. 2|\n+-+-+\n"
    assert drawn(parse(SLITHERLINK, write(SLITHERLINK, puzzle, drawing)).drawing) == drawn(drawing)
    request = write_answer(SLITHERLINK, puzzle, drawing, {("line", puzzle.geometry.borders[1])})
    assert request.splitlines()[0] == "+-+?+"
    again = read_drawing(SLITHERLINK, puzzle, Source("answer", request))
    assert puzzle.geometry.borders[1] not in again.values["line"]
    bare = " -\n| |\n   -\n|   |\n - -\n"
    assert drawn(read_drawing(SLITHERLINK, puzzle, Source("answer", f"[line]\n{bare}"))) == drawn(drawing)


def test_link_loop():
    puzzle = parse(MASYU, "o.\n.@\n")
    drawing = read_drawing(MASYU, puzzle, Source("answer", "o-.\n| |\n.-@\n"))
    assert list(drawing.values["line"].values()) == [True] * 4
    assert write_answer(MASYU, puzzle, drawing) == "o-.\n| |\n.-@\n"
    none = Solution({"line": dict.fromkeys(puzzle.geometry.links, False)})
    assert drawn(parse(MASYU, write(MASYU, puzzle, none)).drawing) == {
        "line": {str(k): False for k in puzzle.geometry.links}
    }


def test_magnets():
    puzzle = parse(MAGNETS, "  10\n1 aa 1\n. bb .\n  01\n")
    assert values(puzzle, "plus") == {"column 1": 1, "column 2": 0, "row 1": 1}
    assert values(puzzle, "minus") == {"column 1": 0, "column 2": 1, "row 1": 1}
    drawing = read_drawing(MAGNETS, puzzle, Source("a", "+-\n..\n"))
    assert picture(puzzle, drawing, "north") == ["#.", ".."]
    assert picture(puzzle, drawing, "south") == [".#", ".."]
    assert write_answer(MAGNETS, puzzle, drawing) == "+-\n..\n"
    assert contents(parse(MAGNETS, write(MAGNETS, puzzle))) == contents(puzzle)


def test_corner_clues():
    puzzle = parse(SLANT, "1.2\n...\n")
    assert (puzzle.geometry.height, puzzle.geometry.width) == (1, 2)
    assert len(puzzle.givens["clue"]) == 2
    drawing = read_drawing(SLANT, puzzle, Source("a", "\\/\n"))
    assert write_answer(SLANT, puzzle, drawing) == "\\/\n"
    text = write(SLANT, puzzle, drawing)
    assert contents(parse(SLANT, text)) == contents(puzzle)
    assert drawn(parse(SLANT, text).drawing) == drawn(drawing)


def test_unknown_clues():
    puzzle = parse(NURIKABE, "?.2\n.#.\n")
    assert puzzle.givens["clue"][puzzle.geometry.at(1, 1)] is UNKNOWN
    assert picture(puzzle, puzzle.drawing, "sea") == ["...", ".#."]
    request = parse(TENTS, ".T?\nx..\n")
    assert picture(request, request.drawing, "tent") == ["..?", "..."]
    assert parse(TENTS, ".T.\n...\n").drawing is None
    block = parse(NURIKABE, "?.2\n...\n[answer]\n?.2\n.#.\n")
    assert picture(block, block.drawing, "sea") == ["?..", ".#."]


def test_two_givens_in_one_cell_need_blocks():
    puzzle = parse(ARROWS, "[clue]\n2.\n..\n[arrow]\n>.\n.u\n[wall]\n+-+ +\n|\n+ + +\n\n+ + +\n")
    assert values(puzzle, "arrow") == {"R1C1": "right", "R2C2": "up"}
    assert values(puzzle, "wall") == {"top border of R1C1": True, "left border of R1C1": True}
    assert contents(parse(ARROWS, write(ARROWS, puzzle))) == contents(puzzle)
    apart = parse(ARROWS, "2.\n.^\n[wall]\n")
    assert values(apart, "arrow") == {"R2C2": "up"}
    assert values(apart, "wall") == {}


def test_finds_that_cannot_share_a_grid():
    puzzle = parse(TWO_FINDS, "...\n...\n")
    cells, lines = puzzle.geometry.cells, puzzle.geometry.lines
    answer = Solution(
        {
            "left": {cell: cell.column == 1 for cell in cells},
            "right": {cell: cell.column == 3 for cell in cells},
            "level": {line: line.index for line in lines},
        }
    )
    text = write_answer(TWO_FINDS, puzzle, answer)
    assert text == "[left]\n#..\n#..\n\n[right]\n..#\n..#\n\n[level]\ntop: 2 3 4\nleft: 0 1\n"
    assert drawn(read_drawing(TWO_FINDS, puzzle, Source("a", text))) == drawn(Drawing(answer.values))
    assert drawn(parse(TWO_FINDS, write(TWO_FINDS, puzzle, answer)).drawing) == drawn(Drawing(answer.values))


def test_size_alone():
    text = "size: 2x3\n[clue]\ntop: 1 2 3\nleft: 1 2\n"
    puzzle = parse(STRICT, text)
    assert (puzzle.geometry.height, puzzle.geometry.width) == (2, 3)


def test_drawing_on_the_whole_board():
    puzzle = parse(TENTS, " 12.\n2.T.\n0T..\n")
    with_margins = read_drawing(TENTS, puzzle, Source("a", " 12.\n2*T.\n0T..\n"))
    whole = read_drawing(TENTS, puzzle, Source("a", "[clue]\ntop: 12.\nleft: 20\n[board]\n*T.\nT..\n"))
    assert drawn(with_margins) == drawn(whole)
    assert set(whole.values["tent"]) == set(puzzle.geometry.cells)
    assert picture(puzzle, read_drawing(TENTS, puzzle, Source("a", "...\n...\n")), "tent") == ["...", "..."]


def test_undecided_cells_behind_several_clues():
    puzzle = parse(NONOGRAM, "    2 1 1\n1 1 . . .\n  2 . . .\n")
    text = "    2 1 1\n1 1 ? ? #\n  2 ? # .\n"
    result = read_drawing(NONOGRAM, puzzle, Source("a", text))
    assert {str(place): value for place, value in result.values["ink"].items()} == {
        "R1C3": True,
        "R2C2": True,
        "R2C3": False,
    }


@pytest.mark.parametrize(
    "block",
    [".3.\n5 7\n.5.\n", ". 3 .\n5 . 7\n. 5 .\n", ".3.\n5.7\n.5.\n"],
    ids=["tight", "apart", "dots"],
)
def test_numbers_on_links(block):
    puzzle = parse(EDGES, f"..\n..\n[k]\n{block}")
    assert values(puzzle, "k") == {"R1C1-R1C2": 3, "R1C1-R2C1": 5, "R1C2-R2C2": 7, "R2C1-R2C2": 5}
    assert "[k]\n.3.\n5 7\n.5.\n" in write(EDGES, puzzle)


def test_long_values_between_cells_stand_apart():
    geometry = SquareGrid(1, 2)
    puzzle = Puzzle(Source("x", ""), geometry, {"k": {geometry.links[0]: 12}, "sign": {}})
    assert "[k]\n. 12 .\n" in write(EDGES, puzzle)
    ways = {border: ("on", "off")[border.index % 2] for border in geometry.borders}
    text = write_answer(EDGES, puzzle, Solution({"n": {geometry.links[0]: 12}, "way": ways}))
    assert "[way]\n +  on   + off  +\non   . off   . on\n + off   +  on  +\n" in text, text
    mixed = Puzzle(Source("x", ""), geometry, {"lists": {}, "wall": {geometry.links[0]: "off"}, "peak": {}})
    assert "[wall]\n. off .\n" in write(HALF, mixed)
    bare = parse(EDGES, "[k]\n.  12 .\n7  .  .\n. 345 .\n")
    assert values(bare, "k") == {"R1C1-R1C2": 12, "R1C1-R2C1": 7, "R2C1-R2C2": 345}


def test_rows_of_links_with_dots():
    puzzle = parse(DOTS, ".o.*.\n....*\n.....\n.....\n...o.\n")
    signs = {"R1C1-R1C2": "white", "R1C2-R1C3": "black", "R1C3-R2C3": "black", "R3C2-R3C3": "white"}
    assert puzzle.geometry.height == 3
    assert values(puzzle, "dot") == signs
    oblong = msgspec.structs.replace(DOTS, board="rectangle")
    assert values(parse(oblong, ".o.*.\n....*\n.....\n.....\n...o.\n"), "dot") == signs
    assert parse(oblong, ". .\n. .\n. .\n").geometry.height == 3


def test_rows_full_of_drawn_links_over_a_picture_of_links():
    text = 'puzzle "P" board rectangle given wall : set of links as "|-" find line : set of links as "#"'
    rules = pipeline.ruleset(Source("rules", text + ' rule r "r": no k in wall: k in line'))
    puzzle = parse(rules, ".|. .\n# # #\n. . .\n")
    assert (puzzle.geometry.height, puzzle.geometry.width) == (2, 3)
    assert values(puzzle, "wall") == {"R1C1-R1C2": True}


def test_left_hints_without_a_top_margin():
    for board in ("1 ..\n2 ..\n", "1 . .\n2 . .\n"):
        puzzle = parse(TENTS, board)
        assert values(puzzle, "clue") == {"row 1": 1, "row 2": 2}
        assert (puzzle.geometry.height, puzzle.geometry.width) == (2, 2)
    assert values(parse(TENTS, "1 .T.\n2 ...\n. ...\n"), "clue") == {"row 1": 1, "row 2": 2}


# -------------------------------------------------------------------------------------------------------- mistakes

MISTAKES = {
    "E101": [
        (TENTS, " 123\n1.T.\n1T.\n1...\n", (3, 1)),
        (AQUARIUM, "  5 3 1\n1 a a b\n1 a b\n1 b b b\n", (3, 5)),
        (STARS, "stars: 1\nabc\nabcc\nabc\n", (3, 1)),
        (FUTOSHIKI, ".<.\n.\n", (2, 1)),
        (EDGES, "..\n..\n[k]\n. 13 .\n5 7\n. 5 .\n", (5, 3)),
    ],
    "E102": [
        (TENTS, " 1234\n1.T.\n1T..\n1...\n", (1, 5)),
        (AQUARIUM, "  5313\n1 aaabb\n1 aaabb\n1 aaabb\n1 aaabb\n", (1, 3)),
        (STRICT, "  12.\n1 ...\n1 ...\n", (1, 5)),
        (STRICT, "...\n...\n", (1, 1)),
        (AQUARIUM, "  53\n1 ab\nab\n1 ab\n", (3, 1)),
        (SKYSCRAPERS, "...\n...\n...\n[seen]\ntop: 1 2\n", (5, 8)),
    ],
    "E103": [
        (TENTS, " 123\n1.t.\n1T..\n1.q.\n", (2, 3)),
        (AQUARIUM, "aab\na#b\n", (2, 2)),
        (SLITHERLINK, "3.\n.q\n", (2, 2)),
        (DOTS, ". .\n  w\n. .\n", (2, 3)),
        (msgspec.structs.replace(DOTS, board="rectangle"), ". .\n  w\n. .\n", (2, 3)),
    ],
    "E104": [
        (AQUARIUM, "levl: pool\nab\nab\n", (1, 1)),
        (STARS, "stars: 1\n[rooms]\nab\nab\n[room]\nab\nab\n", (2, 2)),
        (STARS, "[stars]\n1\n[room]\nab\nab\n", (1, 2)),
        (SKYSCRAPERS, "...\n...\n...\n[seen]\ntpo: 1 2 3\n", (5, 1)),
    ],
    "E105": [(TENTS, "", (1, 1)), (STARS, "stars: 1\n", (1, 1)), (TENTS, "\n \n", (1, 1))],
    "E106": [
        (STARS, "stars: x\nab\nab\n", (1, 8)),
        (TENTS, " 12x\n1.T.\n1T..\n", (1, 4)),
        (AQUARIUM, "  5 -3\n1 a b\n1 a b\n", (1, 5)),
        (SLITHERLINK, "3 1234567890\n. 2\n", (1, 3)),
        (AQUARIUM, "level: poll\nab\nab\n", (1, 8)),
        (KILLER, "..\n..\n[cage]\nab\nab\n[total]\na 5\n", (7, 1)),
        (STARS, "size: big\nstars: 1\nab\nab\n", (1, 7)),
    ],
    "E107": [
        (STARS, "stars: 1\nstars: 2\nab\nab\n", (2, 1)),
        (STARS, "stars: 1\n[room]\nab\nab\n[room]\nab\nab\n", (5, 2)),
        (KILLER, "..\n..\n[cage]\nab\nab\n[total]\na: 5\na: 6\n", (8, 1)),
        (TENTS, "..\n..\n[board]\n..\n..\n", (3, 2)),
    ],
    "E108": [(STARS, "ab\nab\n", (1, 1)), (STARS, "stars: 1\nsize: 3x3\n", (1, 1))],
    "E109": [(STARS, "stars: 1\nabc\nabc\n", (3, 1)), (STARS, "size: 2x3\nstars: 1\n[room]\naab\nbbb\n", (1, 7))],
    "E110": [
        (TENTS, "size: 1000x1000\n", (1, 7)),
        (TENTS, ("." * 101 + "\n") * 100, (100, 1)),
        (TENTS, "." * 10_001, (1, 1)),
        (TENTS, "\n" * 1_000_001, (1, 1)),
    ],
    "E111": [(TENTS, ".T.\n...\n[answer]\n.T.\n.T.\n", (5, 2))],
    "E112": [
        (AQUARIUM, "ab\n.b\n", (2, 1)),
        (ruleset("Total", [a_given("rank", per(Sort.CELL, NUMBER))], []), "12\n1.\n", (2, 2)),
    ],
    "E113": [(KILLER, "..\n..\n[cage]\nab\nab\n[total]\nq: 5\n", (7, 1))],
    "E114": [
        (STARS, "stars: 1\n[board]\n..\n..\n[room]\nab\n", (6, 1)),
        (SLITHERLINK, "..\n..\n[line]\n+-+-+\n", (4, 1)),
        (EDGES, "..\n..\n[k]\n. 13 .\n5 . 7\n", (5, 5)),
        (EDGES, "..\n..\n..\n[k]\n.3.\n5 7\n.5.\n", (7, 1)),
    ],
    "E115": [
        (MASYU, "o.\n.@\n[answer]\no-.-\n| |\n.-@\n", (4, 4)),
        (DOTS, ". .\n o\n. .\n", (2, 2)),
        (EDGES, "..\n..\n[k]\n. 13 .\n5 3 7\n. 5 .\n", (5, 3)),
    ],
}
CASES = [(code, *case) for code, cases in MISTAKES.items() for case in cases]


@pytest.mark.parametrize(("code", "rules", "text", "place"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)])
@pytest.mark.usefixtures("small_memory")
def test_mistakes(code, rules, text, place):
    assert failure(rules, text)[0] == (code, *place)


def test_a_second_grid_without_its_name_is_advised_about():
    ranks = a_given("rank", per(Sort.CELL, NUMBER))
    rules = ruleset("Ranks", [ranks, a_given("clue", per(Sort.CELL, msgspec.structs.replace(NUMBER, absent=True)))], [])
    with pytest.raises(Failed) as raised:
        read(rules, Source("board", "12\n12\n\n1.\n.2\n"))
    assert raised.value.diagnostics[0].help.endswith("a second grid begins with its name, such as `[clue]`")
    with pytest.raises(Failed) as raised:
        read(rules, Source("board", "12\n1.\n"))
    assert "second" not in raised.value.diagnostics[0].help


def test_every_cause_is_told_once():
    text = "levl: pool\nsize: x\n  1 2 3\n1 a a b\n1 a b\nz a b b\n1 c c c\n[rooms]\n"
    assert failure(AQUARIUM, text) == [("E104", 8, 2), ("E104", 1, 1), ("E106", 2, 7), ("E101", 5, 5), ("E106", 6, 1)]
    assert failure(TENTS, "qqq\nq.q\n") == [("E103", 1, 1)]


def test_advice():
    with pytest.raises(Failed) as caught:
        parse(TENTS, " 123\n1.t.\n1T..\n1...\n")
    (problem,) = caught.value.diagnostics
    assert "R1C2" in problem.message
    assert problem.help.startswith("did you mean `T`?")
    with pytest.raises(Failed) as caught:
        parse(AQUARIUM, "  5 3\n1 a b\nx a b\n")
    (problem,) = caught.value.diagnostics
    assert "row 2" in problem.message


def test_how_to_write_the_values_of_regions():
    board = "..\n..\n[cage]\nab\nab\n"
    for text, advice in [
        (f"{board}[total]\na 5\n", "write `a: 5`"),
        (f"{board}[total]\na5\n", "write lines such as `a: 3`"),
        (f"{board}a: 5\n", "if this is a region's value, put it under `[total]`"),
        (f"total: 5\n{board}", "write total in a block `[total]`, one `name: value` for each region"),
    ]:
        with pytest.raises(Failed) as caught:
            parse(KILLER, text)
        assert [problem.help for problem in caught.value.diagnostics] == [advice]


def test_what_is_missing_is_told_where_the_text_begins():
    assert failure(STARS, "\n ab\nab\n") == [("E108", 2, 2)]
    # A given that is there, but wrong, is not missing as well.
    assert failure(STARS, "stars: 1\n..\n..\n[room]\nab\na\n") == [("E101", 6, 1)]
    assert failure(STARS, "\ufeff; a remark\nstars: 1\nsize: 2x2\n") == [("E108", 1, 2)]


@pytest.mark.parametrize(
    ("declarations", "line", "other"),
    [
        ('find n : set of cells as "?"', 2, None),
        ('find n : set of cells as "."', 2, None),
        ('find n : set of cells as "-"', 2, None),
        ('given m : set of corners as "_"\nfind n : set of cells', 2, None),
        ('find n : set of cells as ";"', 2, None),
        ('given k : cells to number?\nfind n : set of cells as "1"', 3, "k"),
        ('given m : set of cells as "3"\ngiven k : cells to number?\nfind n : set of cells as "#"', 3, "m"),
        ('given a : set of cells as "x"\ngiven b : set of cells as "x"\nfind n : set of cells', 3, "a"),
        ('given a : set of cells as "#"\nfind n : set of cells as "#"', 3, "a"),
        ('given a : set of cells as "o"\nfind n : set of cells as "#", not "o"', 3, "a"),
        ('given a : set of links as "-|"\nfind l : set of links as "x|"\nfind n : set of cells', 3, "a"),
        ('given a : cells to {up1, low}? as up1 "#"\nfind m : cells to {up1, low} as low "#"', 3, "a"),
        ('given a : set of cells as "o"\nfind n : cells to 0..3 as 0 "o"', 3, "a"),
        ('given a : cells to number? as 1 "o"\nfind n : cells to 0..3 as 0 "o"', 3, "a"),
        ('find n : cells to 0..3 as 0 "7"', 2, None),
        ('find n : cells to 0..3 as 4 "x"', 2, None),
        ('find n : cells to 0..3 as 0 "x", 1 "x"', 2, None),
        ('find n : cells to 0..3 as zero "x"', 2, None),
        ('find n : cells to {a, b} as 1 "x"', 2, None),
        ('find n : set of cells as 1 "x"', 2, None),
        ('given n : lines to numbers as 1 "a,b"\nfind m : set of cells', 2, None),
        ('given n : lines to numbers as 1 "*"\nfind m : set of cells', 2, None),
        ('find n : cells to 0..9 as 1..3 "a".."d"', 2, None),
        ('find n : cells to 0..9 as 3..1 "a".."c"', 2, None),
        ('find n : cells to 0..9 as 1..3 "ab".."d"', 2, None),
        ('find n : cells to 0..9 as 7..12 "a".."f"', 2, None),
    ],
)
def test_symbols_that_could_mean_two_things(declarations, line, other):
    with pytest.raises(Failed) as caught:
        pipeline.ruleset(Source("a.rules", f'puzzle "A"\n{declarations}\nrule ok "x": no c in cells: c not in cells\n'))
    problem = next(item for item in caught.value.diagnostics if item.code == "E055")
    assert problem.span.source.line_column(problem.span.start)[0] == line
    assert [label.span.text for label in problem.labels] == ([other] if other else [])


@pytest.mark.parametrize(
    "declarations",
    [
        'given a : cells to {b, w}? as b "#", w "o"\nfind m : cells to {b, w} as b "#", w "o"',
        'given a : set of links as "-|"\nfind l : set of links as "|-"',
        'given a : set of borders as "#"\nfind l : set of cells as "#"',
        'find pole : cells to {plus, none} as plus "+", none "."',
        'find l : set of borders as "-"',
        'given a : cells to number? as 0 "o"\nfind n : cells to 0..width as 0 "o", 1 "."',
    ],
)
def test_symbols_that_are_clear(declarations):
    rules = pipeline.ruleset(
        Source("a.rules", f'puzzle "A"\n{declarations}\nrule ok "x": no c in cells: c not in cells\n')
    )
    assert rules.finds


def test_drawings_that_disagree():
    puzzle = parse(TENTS, " 12.\n2.T.\n0T..\n")
    for text, place in [
        ("TT.\nT..\n", (1, 1)),
        (" 13.\n2.T.\n0T..\n", (1, 3)),
        ("[clue]\ntop: 1..\nleft: 2.\n[board]\n*T.\nT..\n", (1, 1)),
    ]:
        with pytest.raises(Failed) as caught:
            read_drawing(TENTS, puzzle, Source("a", text))
        (problem,) = caught.value.diagnostics
        assert (problem.code, *problem.span.source.line_column(problem.span.start)) == ("E111", *place)
    with pytest.raises(Failed) as caught:
        read_drawing(TENTS, puzzle, Source("a", "*T\nT.\n"))
    assert {problem.code for problem in caught.value.diagnostics} == {"E101"}


def test_pages_show_what_they_are_about():
    from puzzlelang.diagnostics import record

    folder = __import__("pathlib").Path(record.__file__).parent / "pages"
    for code in MISTAKES:
        text = (folder / f"{code}.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {code} ")
        assert re.search(r"```rules( \w+\n|\n)", text)
        assert "```board\n" in text


# ------------------------------------------------------------------------------------------------------ round trips

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 4))


@dataclass
class Dice:
    """Random choices in the order they are asked for."""

    draw: object

    def one(self, *choices):
        return self.draw(st.sampled_from(choices))


def random_value(dice, value, long):
    if value.unknown and dice.one(False, False, True):
        return (UNKNOWN,) if value.base is Base.NUMBERS else UNKNOWN
    match value.base:
        case Base.NUMBER:
            return dice.one(0, 3, 9, *([12, 345] if long else []))
        case Base.NUMBERS:
            return dice.one((), (1,), (2, 3), (1, 1, *((12,) if long else ())))
        case Base.NAME:
            return dice.one(*value.members)
    return dice.one("up", "right", "down", "left")


def places_of(geometry, sort, partitions):
    return {
        Sort.CELL: geometry.cells,
        Sort.LINK: geometry.links,
        Sort.BORDER: geometry.borders,
        Sort.CORNER: geometry.corners,
        Sort.LINE: geometry.lines,
        Sort.VIEW: geometry.views,
        Sort.REGION: next(iter(partitions.values()), ()),
    }[sort]


def random_partition(dice, geometry, name, optional, long):
    labels = ["a", "b", "C", "dd"] if long else ["a", "b", "C", "7"]
    chosen = {}
    for cell in geometry.cells:
        label = dice.one(*labels, *([None] if optional else []))
        if label:
            chosen.setdefault(label, []).append(cell)
    return tuple(Region(index, name, label, tuple(cells)) for index, (label, cells) in enumerate(chosen.items()))


def random_puzzle(dice, rules, long):
    height, width = dice.draw(SIZES)
    geometry = SquareGrid(height, height if rules.board == "square" else width)
    givens, partitions = {}, {}
    for item in rules.givens:
        match item.kind:
            case PartitionKind(absent):
                partitions[item.name] = random_partition(dice, geometry, item.name, absent, long)
            case SingleKind(value):
                givens[item.name] = {None: random_value(dice, value, long)}
            case SetKind(sort):
                chosen = [place for place in places_of(geometry, sort, partitions) if dice.one(True, False)]
                givens[item.name] = dict.fromkeys(chosen, True)
            case FunctionKind(sort, _, _, value):
                places = [p for p in places_of(geometry, sort, partitions) if not value.absent or dice.one(True, False)]
                givens[item.name] = {place: random_value(dice, value, long) for place in places}
    options = {option.name: dice.one(*option.members) for option in rules.options}
    return Puzzle(Source("x", ""), geometry, givens, partitions, options)


def random_solution(dice, rules, puzzle, long):
    values = {}
    for find in rules.finds:
        places = places_of(puzzle.geometry, find.kind.sort, {})
        if isinstance(find.kind, SetKind):
            values[find.name] = {place: dice.one(True, False) for place in places}
        else:
            held = find.kind.value
            values[find.name] = {
                place: (dice.one(True, False) and (random_value(dice, held, long) or 3))
                if held.absent
                else random_value(dice, held, long)
                for place in places
            }
    return Solution(values)


@settings(suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(ALL), st.booleans())
def test_what_is_written_reads_back(choices, rules, long):
    dice = Dice(choices.draw)
    puzzle = random_puzzle(dice, rules, long)
    text = write(rules, puzzle)
    again = parse(rules, text)
    assert contents(again) == contents(puzzle), text
    assert again.drawing is None
    answer = random_solution(dice, rules, puzzle, long)
    text = write(rules, puzzle, answer)
    again = parse(rules, text)
    assert contents(again) == contents(puzzle), text
    assert again.drawing is not None, text
    assert drawn(again.drawing) == drawn(Drawing(answer.values)), text
    text = write_answer(rules, puzzle, answer)
    assert drawn(read_drawing(rules, puzzle, Source("a", text))) == drawn(Drawing(answer.values)), text


@given(
    st.data(), st.sampled_from([TENTS, AQUARIUM, NONOGRAM, SLITHERLINK, MASYU, SLANT, SYMBOLS, PLAIN_ZERO, EMPTY_ALONE])
)
def test_partial_answers_read_back(choices, rules):
    dice = Dice(choices.draw)
    puzzle = random_puzzle(dice, rules, False)
    full = random_solution(dice, rules, puzzle, False)
    partial = Drawing(
        {name: {p: v for p, v in held.items() if dice.one(True, True, False)} for name, held in full.values.items()}
    )
    again = parse(rules, write(rules, puzzle, partial))
    assert drawn(again.drawing) == drawn(partial)
    unknown = {(name, p) for name, held in full.values.items() for p in held if p not in partial.values[name]}
    text = write_answer(rules, puzzle, full, unknown)
    assert text.count("?") == len(unknown)
    assert drawn(read_drawing(rules, puzzle, Source("a", text))) == drawn(partial)


# ------------------------------------------------------------------------------------------------------ broken text

SAMPLES = [
    (TENTS, TENTS_BOARD),
    (AQUARIUM, "level: pool\n" + AQUARIUM_BOARD + "[answer]\n" + AQUARIUM_ANSWER),
    (NONOGRAM, "     1\n    213\n1 1 ...\n  2 ...\n  0 ...\n"),
    (SKYSCRAPERS, "  1 . 2\n3 . 3 . 2\n. 1 . . 1\n. . . . .\n  2 . 1\n[answer]\n1 2 3\n2 3 1\n3 1 2\n"),
    (FUTOSHIKI, ". < . . .\n^       v\n. . . > 3\n\n. . . . .\n[answer]\n123\n213\n321\n"),
    (KILLER, "3...\n....\n....\n...1\n[cage]\naab.\na.b.\n..bc\n...c\n[total]\na=5 b: 12\nc=3\n"),
    (STARS, "stars: 1\nsize: 3x3\nred red blue\nred blue blue\ngreen green green\n[star]\n*..\n..*\n.?.\n"),
    (SLITHERLINK, "3.\n.2\n[line]\n+-+ +\n|3|.\n+ +-+\n|. 2|\n+-+-+\n"),
    (MASYU, "o.\n.@\n[answer]\no-.\n| |\n.-@\n"),
    (MAGNETS, "  10\n1 aa 1\n. bb .\n  01\n[north]\n+.\n..\n"),
    (SLANT, "1.2\n...\n[wall]\n\\/\n"),
    (ARROWS, "[clue]\n2.\n..\n[arrow]\n>.\n.u\n[wall]\n+-+ +\n|\n+ + +\n\n+ + +\n[line]\n.-.\n\n. .\n"),
    (TWO_FINDS, "...\n...\n[left]\n#..\n#..\n[level]\ntop: 2 3 4\nleft: 0 1\n"),
]
PIECES = [
    "",
    " ",
    "\n",
    "\t",
    "\r",
    ".",
    "?",
    "#",
    "T",
    "0",
    "12",
    "-5",
    ",",
    ":",
    "=",
    "[",
    "]",
    "+",
    "|",
    "é",
    "\ufeff",
]
PIECES += [
    "[answer]\n",
    "[clue]\n",
    "size: 2x2\n",
    "top: 1 2\n",
    "a: 1\n",
    "\x00",
    "\x1c",
    "²",
    "9" * 12,
    "[]\n",
    "[board]\n",
]


def mutated(chance, text):
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice([0, 0, 1, 1, 2, 8]))
        piece = chance.choice(PIECES) if chance.random() < 0.8 else text[chance.randint(0, len(text)) :][:12]
        text = text[:start] + piece + text[end:]
    return text


def refused(reader, rules, *rest):
    """The diagnostics of what must either fail properly or work; none if it worked."""
    try:
        reader(rules, *rest)
    except Failed as caught:
        return caught.diagnostics
    return ()


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(4, 8))
def test_broken_text_never_crashes(seed):
    chance = random.Random(seed)
    result = []
    for _ in range(6):
        for rules, text in SAMPLES:
            broken = mutated(chance, text)
            result += refused(parse, rules, broken)
            result += refused(read_drawing, rules, parse(rules, text), Source("a", broken))
            result += refused(parse, chance.choice(ALL), broken)
    assert result
    assert all(re.fullmatch(r"E1\d\d", item.code) and item.message and item.span for item in result)


MARKS = """\
puzzle "Marks"
board rectangle
given n : cells to number or unknown?
find s : set of cells as "#", not "x"
find d : cells to 0..9
find p : cells to {none, up} as none ".", up "^"
find area : partition of cells
find r : set of rows
find e : rows to 0..3
find l : set of links as "-"
find g : links to 0..3
rule r "R": 1 = 1
"""


@pytest.mark.parametrize(
    ("drawn", "find", "values"),
    [
        ("[s]\n#x.?\n", "s", [True, False, False, None]),
        ("[d]\n30.?\n", "d", [3, 0, None, None]),
        ("[p]\n^..?\n", "p", ["up", "none", "none", None]),
        ("[area]\nab.?\n", "area", ["a", "b", None, None]),
        ("[l]\n.-. .?.\n", "l", [True, False, None]),
        ("[g]\n.3. .?.\n", "g", [3, None, None]),
        ("[e]\nleft: 2\n", "e", [2]),
        ("[e]\nleft: .\n", "e", [None]),
        ("[e]\nleft: ?\n", "e", [None]),
        ("[r]\nleft: .\n", "r", [False]),
        ("[r]\nleft: ?\n", "r", [None]),
    ],
)
def test_a_point_is_nothing_and_a_question_mark_is_open(drawn: str, find: str, values: list[object]) -> None:
    ruleset = pipeline.ruleset(Source("marks.rules", MARKS))
    puzzle = pipeline.board(ruleset, f"size: 1x4\n{drawn}")
    drawing, geometry = puzzle.drawing, puzzle.geometry
    assert drawing is not None
    places = {"r": geometry.rows, "e": geometry.rows, "l": geometry.links, "g": geometry.links}.get(
        find, geometry.cells
    )
    assert [drawing.values[find].get(place) for place in places] == values


def test_clues_need_not_be_repeated() -> None:
    given, drawn = MARKS.splitlines()[2:4]
    rules = f'puzzle "One"\nboard rectangle\n{given}\n{drawn}\nrule r "R": 1 = 1\n'
    ruleset = pipeline.ruleset(Source("one.rules", rules))
    puzzle = pipeline.board(ruleset, "?3..\n")
    cells = puzzle.geometry.cells
    for text, first in (("..#.", False), (".3#.", False), ("?3#.", False), ("#3#.", True), ("[answer]\n?3#.", None)):
        drawing = read_drawing(ruleset, puzzle, Source("drawn.txt", f"{text}\n"))
        assert [drawing.values["s"].get(cell) for cell in cells] == [first, False, True, False], text


UNKNOWN_CLUES = {
    "given total : cage to number?": "...\n...\n[cage]\na: R1C1 R1C2\nb: R2C1\n[total]\na: 3\nb: ?\n",
    "given total : cage to 1..width * 4": "...\n...\n[cage]\na: R1C1 R1C2\n[total]\na: ?\n",
    "given total : rows to number?": "3 ...\n? ...\n",
    "given total : lines to numbers?": "  1 2 ?\n1 ...\n2 ...\n",
    "given total : cells to {small, large}?": "? small .\n. . .\n",
    "given total : cells - outer to 1..width - 1?": "...\n...\n[total]\n? . .\n. . .\n",
    "given total : number": "total: ?\n...\n...\n",
}


@pytest.mark.parametrize("declared", UNKNOWN_CLUES)
def test_advice_about_unknown_clues_can_be_followed(declared):
    def rules(given: str) -> Ruleset:
        text = (
            'puzzle "A"\nboard rectangle\ngiven cage : groups of cells = {}\ngiven outer : set of cells at block = {}\n'
        )
        return pipeline.ruleset(
            Source("a.rules", f'{text}{given}\nfind black : set of cells\nrule a "A": no c in black: c = c\n')
        )

    board = UNKNOWN_CLUES[declared]
    with pytest.raises(Failed) as caught:
        parse(rules(declared), board)
    (problem,) = caught.value.diagnostics
    advised = re.search("the rules declare `(given [^`]*)`", problem.help)
    assert advised, problem
    assert {UNKNOWN, (UNKNOWN,)} & set(parse(rules(advised[1]), board).givens["total"].values())


def test_a_value_may_be_the_sign_of_equality():
    rules = pipeline.ruleset(
        Source(
            "a.rules",
            """puzzle "A"
given room : partition of cells
given sign : room to {same, other}? as same "=", other "/"
find digit : cells to 1..2
rule same "x": every r in room with r.sign = same: every a, b in pairs(r): a.digit = b.digit
""",
        )
    )
    for text in ("a: =\nb: /", "a: = b: /", "a==\nb=/", "a = /\nb: ="):
        signs = values(parse(rules, f"..\n..\n[room]\nab\nab\n[sign]\n{text}\n"), "sign")
        assert list(signs.values()) == (["other", "same"] if text.startswith("a = /") else ["same", "other"]), text


def test_lists_of_calculated_values_hold_zeros():
    rules = pipeline.ruleset(
        Source(
            "a.rules",
            """puzzle "A"
given pair : numbers
find digit : cells to 0..2
rule pairs "x": bag(3 * k.first.digit + k.second.digit for k in links) = pair
""",
        )
    )
    assert values(parse(rules, "..\n..\npair: 0, 1, 4, 0\n"), "pair") == {"None": (0, 1, 4, 0)}
