"""pzprv3 texts: each piece reads what it writes, and what is wrong is said at its line and column."""

import random

import msgspec
import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.formats import outside
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.typed.lint import ruleset_warnings
from tests.library import sweep
from tests.random_puzzles import SIZES
from tests.random_puzzles import puzzle as random_puzzle

HEAD = 'puzzle "X"\nboard rectangle\n'

PIECES = {
    "cells": (
        'given clue : cells to number or unknown?\nfind black : set of cells\n'
        'read pzprv3 "t": cells("-": clue unknown, clue), cells("#": black, "+": not black)',
        "2 3|- 12 .|. . 3|# + +|# + +",
    ),
    "fill": (
        'given clue : cells to 1..4?\nfind digit : cells to 1..4\nread pzprv3 "t": fill(clue; digit)',
        "2 2|1 .|. .|. 2|3 4",
    ),
    "corners": (
        'given clue : corners to 0..4?\nfind slant : cells to {falling, rising}\n'
        'read pzprv3 "t": corners(clue), cells("1": slant falling, "2": slant rising)',
        "1 2|. 2 .|0 . .|1 2",
    ),
    "last corners": (
        "given clue : corners to 0..4?\nfind black : set of cells\n"
        'read pzprv3 "t": cells("#": black, "+": not black), lastcorners(clue)',
        "1 2|# +|. 2 .|0 . .",
    ),
    "last corners, where none has a mark": (
        "given clue : corners to 0..4?\nfind black : set of cells\n"
        'read pzprv3 "t": cells("#": black, "+": not black), lastcorners(clue)',
        "1 2|# +",
    ),
    "rooms": (
        "given room : partition of cells\ngiven clue : room to number?\nfind black : set of cells\n"
        'read pzprv3 "t": rooms(room), cells(clue), cells("#": black, "+": not black)',
        "2 3|3|0 0 1|2 1 1|4 . .|. 0 .|. . .|. . .",
    ),
    "number": (
        "given many : number\nfind black : set of cells\n"
        'read pzprv3 "t": number(many), cells("#": black, "+": not black)',
        "1 2|7|# +",
    ),
    "spots": (
        'given start : set of cells\ngiven goal : set of cells\nfind black : set of cells\n'
        'read pzprv3 "t": spots(start; goal), cells("#": black, "+": not black)',
        "1 3|1 1 5 1|# + +",
    ),
    "middles": (
        "given column : number\ngiven row : number\nfind black : set of cells\n"
        'read pzprv3 "t": middles(column; row), cells("#": black, "+": not black)',
        "1 3|5 1|# + +",
    ),
    "word": (
        'option fleet : {small, large} = small\nfind black : set of cells\n'
        'read pzprv3 "t": word("c": fleet small, "d": fleet large), cells("#": black, "+": not black), bank',
        "1 2|d|# +|0",
    ),
    "borders": (
        'given dot : links to {white, black}?\nfind line : set of links\n'
        'read pzprv3 "t": borders("1": dot white, "2": dot black), borders(line)',
        "2 2|1|0|0 2|1|0|0 1",
    ),
    "erased": (
        'given mirror : set of links\nfind piece : partition of cells\nread pzprv3 "t": erased(mirror; piece)',
        "2 3|0 2|1 2|1 2 1",
    ),
    "erased, where nothing is": (
        'given mirror : set of links\nfind piece : partition of cells\nread pzprv3 "t": erased(mirror; piece)',
        "2 2|0|1|1 1",
    ),
    "sides": (
        "find side : cells to {none, up, right, down, left}\n"
        'read pzprv3 "t": sides("u": side up, "r": side right, "d": side down, "l": side left, "": side none)',
        "2 2|0 3 0|2 0 0|0 0|0 0|0 1",
    ),
    "borders of pieces": (
        'given clue : cells to number?\nfind piece : partition of cells\nread pzprv3 "t": cells(clue), borders(piece)',
        "2 2|2 .|. 2|1|1|0 0",
    ),
    "edges": (
        'given clue : cells to 0..4?\nfind line : set of borders\nread pzprv3 "t": cells(clue), colours, edges(line)',
        "1 2|3 .|1 1 0|1 0|1 0",
    ),
    "dots": (
        "given middle : cells to {white, black}?\ngiven side : links to {white, black}?\n"
        'given joint : corners to {white, black}?\nfind piece : partition of cells\nread pzprv3 "t":'
        ' dots("1": middle white, "2": middle black; "1": side white, "2": side black; "1": joint white,'
        ' "2": joint black), borders(piece)',
        "2 3|1...2|.1...|..2..|1 0|1 0|0 0 0",
    ),
    "arrows": (
        "given way : cells to direction?\ngiven clue : cells to number or unknown?\nfind line : set of links\n"
        'read pzprv3 "t": arrows(way; clue), borders(line)',
        "1 3|1,2 . 0,-|0 1",
    ),
    "arrows with colours": (
        "given way : cells to direction?\ngiven clue : cells to number or unknown?\n"
        "given colour : cells to {grey, white, black}?\nfind line : set of links\n"
        'read pzprv3 "t": arrows(way; clue; "0": colour grey, "1": colour white, "2": colour black), borders(line)',
        "1 3|1,2,0 . 0,-,2|0 1",
    ),
    "margin": (
        "given clue : lines to number?\ngiven built : cells to number?\nfind digit : cells to 0..3\n"
        'read pzprv3 "t": margin(clue; built; "-": digit 0, digit)',
        "2 2|. 1 .|2 q3 -|. 1 2",
    ),
    "frame": (
        'given clue : views to number?\nfind digit : cells to 1..3\nread pzprv3 "t": frame(clue; digit)',
        "2 2|. 1 . .|2 3 1 .|. 1 2 1|. . 2 .",
    ),
    "doubled": (
        "given plus : lines to number?\ngiven minus : lines to number?\nfind black : set of cells\n"
        'read pzprv3 "t": doubled(plus; minus; "#": black, "+": not black)',
        "1 2|. . 1 .|. . . 2|3 4 # +",
    ),
    "stacked": (
        'given clue : lines to numbers or unknown?\nfind black : set of cells\n'
        'read pzprv3 "t": stacked(clue; "#": black, "+": not black)',
        "3 3|. . . . 1|. . 1 2 -2|1 1 # + #|. 3 + + +|. . + + #",
    ),
    "strict": (
        'given clue : lines to numbers or unknown?\nfind black : set of cells\n'
        'read pzprv3 "t": strict(clue; "#": black, "+": not black)',
        "3 3|. . . . 1|. . 1 . -2|1 1 # + #|. . + + +|. . + + #",
    ),
    "sums": (
        "given block : set of cells\ngiven across : block to number?\ngiven below : block to number?\n"
        'let open = cells - block\nfind digit : open to 1..9\n'
        'read pzprv3 "t": sums(block; across; below), inside(digit)',
        "2 2|0 4 0|3 . .|0 . 5,0|1 2|3 .",
    ),
    "flag": (
        'option level : {tank, pool} = tank\nfind black : set of cells\n'
        'read pzprv3 "t": flag("r": level pool, "": level tank), cells("#": black, "+": not black)',
        "1 2|r|# +",
    ),
}  # fmt: skip


def rules(text: str) -> Ruleset:
    return pipeline.ruleset(Source("t.rules", HEAD + text + "\n"))


def text(short: str) -> str:
    size, *lines = short.split("|")
    return "\n".join(["pzprv3", "t", *size.split(), *lines]) + "\n"


def read(ruleset: Ruleset, written: str) -> Puzzle:
    result = outside.recognise_type(written)
    assert result is not None
    assert result.format == "pzprv3"
    return outside.read(ruleset, Source("board.txt", written), result)


@pytest.mark.parametrize("piece", PIECES)
def test_pieces_write_what_they_read(piece: str) -> None:
    statements, short = PIECES[piece]
    ruleset = rules(statements)
    puzzle = read(ruleset, text(short))
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == text(short)


@pytest.mark.parametrize("piece", PIECES)
def test_lines_end_with_slashes_as_well(piece: str) -> None:
    statements, short = PIECES[piece]
    ruleset = rules(statements)
    puzzle = read(ruleset, text(short).replace("\n", " /").replace("pzprv3 /t /", "pzprv3/t/"))
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == text(short)


@pytest.mark.parametrize("piece", PIECES)
def test_every_text_that_is_cut_short_is_refused_or_read(piece: str) -> None:
    statements, short = PIECES[piece]
    ruleset, whole = rules(statements), text(short)
    for end in range(len("pzprv3\nt\n"), len(whole)):
        for broken in (whole[:end], whole[:end] + "?" + whole[end + 1 :], whole[:end] + whole[end + 1 :]):
            assert all((code[:2] == "E2" and len(code) == 4) or code == "E110" for code in complaints(ruleset, broken))


def complaints(ruleset: Ruleset, written: str) -> list[str]:
    """The codes of what is wrong, each of which has a place."""
    try:
        read(ruleset, written)
    except Failed as failed:
        return [item.code if item.span else f"{item.code} without a place" for item in failed.diagnostics]
    return []


def test_values_get_to_their_places() -> None:
    puzzle = read(rules(PIECES["cells"][0]), text(PIECES["cells"][1]))
    assert {str(cell): value for cell, value in puzzle.givens["clue"].items()} == {
        "R1C1": UNKNOWN,
        "R1C2": 12,
        "R2C3": 3,
    }
    assert puzzle.drawing is not None
    assert [str(cell) for cell, value in puzzle.drawing.values["black"].items() if value] == ["R1C1", "R2C1"]
    views = read(rules(PIECES["frame"][0]), text(PIECES["frame"][1])).givens["clue"]
    assert {str(view): value for view, value in views.items()} == {
        "column 1 seen from the top": 1,
        "column 2 seen from the bottom": 2,
        "row 1 seen from the left": 2,
        "row 2 seen from the right": 1,
    }
    lists = read(rules(PIECES["stacked"][0]), text(PIECES["stacked"][1])).givens["clue"]
    assert [lists.get(line) for line in read_lines(lists)] == [(1,), (2,), (1, UNKNOWN), (1, 1), (3,)]
    strict = read(rules(PIECES["strict"][0]), text(PIECES["strict"][1])).givens["clue"]
    assert [strict.get(line) for line in read_lines(strict)] == [(1,), (), (1, UNKNOWN), (1, 1), (), ()]


def test_an_empty_list_is_written_only_where_a_blank_line_is_one() -> None:
    nonogram, sums = pipeline.load("nonogram"), pipeline.load("japanese-sums")
    board = "    3 0 1\n  1 . . .\n1 1 . . .\n  1 . . .\n"
    for form in ("pzprv3", "puzzlink"):
        again = pipeline.board(nonogram, pipeline.convert(nonogram, pipeline.board(nonogram, board), form))
        assert again.options["blank"] == "empty"
        with pytest.raises(Failed, match="no sign for a list without numbers"):
            pipeline.convert(sums, pipeline.board(sums, "most: 2\n\n    3 . .\n  0 . . .\n  . . . .\n"), form)


def read_lines(lists: object) -> list[object]:
    assert isinstance(lists, dict)
    return list(lists)


def test_what_is_given_is_part_of_a_drawing() -> None:
    ruleset = rules(PIECES["fill"][0])
    drawing = read(ruleset, text("2 2|1 .|. .|. 2|3 .")).drawing
    assert drawing is not None
    assert list(drawing.values["digit"].values()) == [1, 2, 3]
    assert read(ruleset, text("2 2|1 .|. .|. .|. .")).drawing is None


def test_lists_of_numbers_are_items_of_patterns() -> None:
    ruleset = pipeline.ruleset(
        Source(
            "t",
            'puzzle "T" board rectangle given way : cells to direction? given clue : cells to number? '
            'find black : set of cells read pzprv3 "t": versioned, cells("1,*": way up and clue, "0,*": clue, clue)',
        )
    )
    puzzle = read(ruleset, "pzprv3.3/t/1/3/1,12 0,3 4 /")
    assert list(puzzle.givens["clue"].values()) == [12, 3, 4]
    assert [str(cell) for cell in puzzle.givens["way"]] == ["R1C1"]
    assert outside.write(ruleset, puzzle, "pzprv3") == "pzprv3.2\nt\n1\n3\n1,12 0,3 0,4\n"


def test_arrows_noted_between_cells_say_nothing() -> None:
    ruleset = pipeline.ruleset(
        Source("t", 'puzzle "T" board rectangle find line : set of links read pzprv3 "t": borders("1": line)')
    )
    puzzle = read(ruleset, "pzprv3/t/1/5/1u l -2 -1 /")
    assert puzzle.drawing is not None
    assert [str(link) for link, value in puzzle.drawing.values["line"].items() if value] == ["R1C1-R1C2", "R1C3-R1C4"]


def test_marks_that_tell_borders_as_well_are_no_drawing() -> None:
    ruleset = pipeline.load("voxas")
    text = "pzprv3\nvoxas\n2\n2\n{}\n0\n2 0\n"
    assert read(ruleset, text.format("0")).drawing is None
    drawn = read(ruleset, text.format("5"))
    assert drawn.drawing is not None
    assert outside.write(ruleset, drawn, "pzprv3", drawn.drawing) == text.format("5")


def test_marks_lie_on_borders_or_between_cells_without_one() -> None:
    ruleset = pipeline.load("kazunori-room")
    text = "pzprv3\nkazunori\n1\n6\n| - !12 ! 3\n. . . . . .\n"
    puzzle = read(ruleset, text)
    assert [len(room.cells) for room in puzzle.partitions["room"]] == [1, 1, 3, 1]
    assert [str(value) for value in puzzle.givens["clue"].values()] == ["?", "12", "?", "3"]
    assert outside.write(ruleset, puzzle, "pzprv3") == text


def test_a_direction_may_be_unknown() -> None:
    ruleset = pipeline.load("guide-arrow")
    text = "pzprv3\nguidearrow\n1\n3\n5 1\n- 3 .\n. . .\n"
    puzzle = read(ruleset, text)
    assert list(puzzle.givens["arrow"].values()) == [UNKNOWN, "left"]
    assert outside.write(ruleset, puzzle, "pzprv3") == text


def test_no_border_is_written_between_two_boards() -> None:
    ruleset = pipeline.load("tachiawase-block")
    text = "pzprv3\ntachibk\n1\n4\n3 . . .\n{}\n. . . .\n"
    assert read(ruleset, text.format("0 0 0")).drawing is None
    drawn = read(ruleset, text.format("1 0 0"))
    assert drawn.drawing is not None
    assert list(drawn.drawing.values["area"].values())[1:3] == ["b", "c"]
    assert outside.write(ruleset, drawn, "pzprv3", drawn.drawing) == text.format("1 0 0")


def test_two_clues_of_a_view_stand_around_the_cells() -> None:
    ruleset = pipeline.load("kinkonkan")
    old = "pzprv3/kinkonkan/2/2/1/0 0 /0 0 /. 1,-2 . . /. . . 1, /. . . . /. ,3 . . /{} . /. . /"
    drawn = read(ruleset, old.format("1"))
    assert {name: list(result.values()) for name, result in drawn.givens.items()} == {
        "letter": [1, 1],
        "clue": [UNKNOWN, 3],
    }
    assert drawn.drawing is not None
    text = outside.write(ruleset, drawn, "pzprv3", drawn.drawing)
    assert text == "pzprv3.2\nkinkonkan\n2\n2\n1\n0 0\n0 0\n. 1,-2 . .\n. 1 + 1,\n. + + .\n. ,3 . .\n"
    again = read(ruleset, text)
    assert outside.write(ruleset, again, "pzprv3", again.drawing) == text
    with pytest.raises(Failed):
        read(ruleset, old.replace("1,-2", "1").format("1"))


def test_a_blank_that_says_a_given_is_written_for_it_alone() -> None:
    ruleset = pipeline.load("bosanowa")
    text = "pzprv3\nbosanowa\n1\n3\n. 0 7\n. {} .\n0 0\n"
    puzzle = read(ruleset, text.format("0"))
    assert puzzle.drawing is None
    assert outside.write(ruleset, puzzle, "pzprv3") == text.format(".")
    drawn = read(ruleset, text.format("5"))
    assert drawn.drawing is not None
    assert list(drawn.drawing.values["digit"].values()) == [5, 7]
    assert outside.write(ruleset, drawn, "pzprv3", drawn.drawing) == text.format("5")


def test_what_goes_through_the_rim_belongs_to_views() -> None:
    # A board of 3x3 has as many links as views.
    text = "pzprv3\nicebarn\n3\n3\n13\n23\n" + ". . .\n" * 3 + "0 0 0 0\n" * 3 + "0 0 0\n" * 4
    text += "0 1 0 0\n0 0 0 0\n0 0 0 1\n0 1 0\n0 0 0\n0 0 0\n0 0 1\n"
    ruleset = pipeline.load("icebarn")
    puzzle = read(ruleset, text)
    assert puzzle.drawing is not None
    drawn = {
        name: [str(place) for place, result in values.items() if result]
        for name, values in puzzle.drawing.values.items()
    }
    assert drawn["line"] == ["R1C1-R1C2"]
    assert drawn["through"] == [
        "column 2 seen from the top",
        "column 3 seen from the bottom",
        "row 3 seen from the right",
    ]
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing).replace("-1", "0") == text


@pytest.mark.parametrize("doors", ["12\n12\n", "11\n14\n", "12 13\n14\n"])
def test_doors_are_two_borders_at_the_rim(doors: str) -> None:
    text = "pzprv3\nicebarn\n3\n3\n" + doors + "0 0 0\n" * 3 + "0 0 0 0\n" * 3 + "0 0 0\n" * 4
    with pytest.raises(Failed):
        read(pipeline.load("icebarn"), text)


def test_marks_and_candidates_say_nothing() -> None:
    puzzle = read(rules(PIECES["fill"][0]), text("2 2|1 .|. .|. 2[1,2,,]|.[3,,,] 4"))
    assert puzzle.drawing is not None
    assert list(puzzle.drawing.values["digit"].values()) == [1, 2, 4]
    assert read(rules(PIECES["borders"][0]), text("2 2|1|0|0 2|-1|-1|0 0")).drawing is None


@sweep
def test_nothing_stands_on_a_board_whose_text_ends_with_its_size(name: str) -> None:
    ruleset = pipeline.load(name)
    for reading in outside.readings(ruleset, "pzprv3"):
        words = {piece.word for piece in reading.pieces}
        head = f"pzprv3/{reading.type}/6" + ("" if "square" in words else "/6") + ("/0" if "bricks" in words else "")
        for written in (head, f"{head}/", f"{head}//"):
            puzzle = read(ruleset, written)
            assert puzzle.drawing is None
            assert all(len(regions) == 1 for regions in puzzle.partitions.values())
            said = [entry for piece in reading.pieces for layer in piece.layers for entry in layer if entry.key == ""]
            blank = {effect.name for entry in said for effect in entry.effects}
            assert not {given for given, values in puzzle.givens.items() if values} - blank


def test_a_text_may_end_before_what_is_drawn_and_nowhere_else() -> None:
    ruleset = pipeline.load("slitherlink")
    whole = "pzprv3/slither/2/2/3 . /. 2 /-1 0 0 /0 0 0 /0 0 /0 1 /0 0 /"
    lines = whole.split("/")
    for length in range(5, len(lines) - 1):
        cut = "/".join(lines[:length])
        assert complaints(ruleset, cut) == ([] if length == 6 else ["E203"])
    short = read(ruleset, "/".join(lines[:6]))
    assert {str(cell): clue for cell, clue in short.givens["clue"].items()} == {"R1C1": 3, "R2C2": 2}
    assert short.drawing is None


def test_an_item_that_is_no_direction_is_refused() -> None:
    ruleset = rules('given way : cells to direction?\nfind black : set of cells\nread pzprv3 "t": cells(way)')
    assert read(ruleset, "pzprv3/t/1/2/up . /").givens["way"]
    assert complaints(ruleset, "pzprv3/t/1/2/upp . /") == ["E204"]


def test_a_type_with_nothing_behind_its_size_ends_there() -> None:
    ruleset = rules('find black : set of cells\nread pzprv3 "t": square')
    assert read(ruleset, "pzprv3/t/3").drawing is None


def test_rooms_of_newer_texts_are_borders_or_numbers() -> None:
    ruleset, short = rules(PIECES["rooms"][0]), text(PIECES["rooms"][1])
    body = "/4 . . /. 0 . /. . . /. . . /"
    for head in ("pzprv3/t/2/3/3/0 0 1 /2 1 1 ", "pzprv3.1/t/2/3/3/0 0 1 /2 1 1 ", "pzprv3.1/t/2/3/0 1 /1 0 /1 1 0 "):
        puzzle = read(ruleset, head + body)
        assert [[str(cell) for cell in room.cells] for room in puzzle.partitions["room"]] == [
            ["R1C1", "R1C2"],
            ["R1C3", "R2C2", "R2C3"],
            ["R2C1"],
        ]
        assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == short
    # Of two cells side by side both forms look alike, and the version decides.
    for head, count in (("pzprv3/t/1/2/1/0 0", 1), ("pzprv3.1/t/1/2/1", 2), ("pzprv3.1/t/1/2/0", 1)):
        assert len(read(ruleset, f"{head}/. . /. . /").partitions["room"]) == count
    tall = read(ruleset, "pzprv3.2/t/2/1///1 /. /. /. /. /")
    assert len(tall.partitions["room"]) == 2


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("heyawake", True), ("lits", False), ("norinori", False), ("chocona", True), ("star-battle", False)],
)
def test_newer_saved_files_of_the_library(name: str, drawn: bool) -> None:
    ruleset = pipeline.load(name)
    (reading,) = outside.readings(ruleset, "pzprv3")
    stars = "1/" if name == "star-battle" else ""
    clues = ". . /. . /" if drawn else ""
    puzzle = read(ruleset, f"pzprv3.1/{reading.type}/2/2/{stars}1 /0 /0 1 /{clues}# . /. + /")
    assert [len(room.cells) for room in puzzle.partitions["room"]] == [3, 1]
    assert puzzle.drawing is not None


def test_names_for_variants() -> None:
    ruleset = pipeline.load("country-road")
    body = "2 /. . /. . /0 /1 /0 0 /0 0 /0 0 /"
    newest = "pzprv3.2/country/2/2/{}/1 /0 /0 1 /. . /" + body
    for name, value in (("", "all"), ("country_empty", "any")):
        puzzle = read(ruleset, newest.format(name).replace("/2 /. . /. . /", "/. . /"))
        assert puzzle.options["visits"] == value
        written_ = outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing)
        assert written_.startswith("pzprv3.1\ncountry\n2\n2\ncountry_empty\n" if name else "pzprv3\ncountry\n2\n2\n2\n")
        assert read(ruleset, written_).options["visits"] == value
    with pytest.raises(Failed, match="the rules know no variant `country_full`"):
        read(ruleset, newest.format("country_full"))


def test_marks_between_cells_may_follow_where_only_cells_are_drawn() -> None:
    ruleset = rules(PIECES["cells"][0])
    puzzle = read(ruleset, text(PIECES["cells"][1]) + "0 -1 \n1 0 \n0 0 0 \n")
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == text(PIECES["cells"][1])
    assert complaints(ruleset, text(PIECES["cells"][1]) + "0 -1 \n1 0 \n0 0 \n") == ["E203"]
    assert complaints(ruleset, text(PIECES["cells"][1]) + "0 -1 \n1 x \n0 0 0 \n") == ["E203"]
    arrows = rules(PIECES["arrows"][0])
    assert complaints(arrows, text(PIECES["arrows"][1]) + "0 0 \n") == ["E203"]


def test_marks_that_something_is_not_there_are_a_drawing() -> None:
    ruleset = rules(PIECES["cells"][0])
    drawing = read(ruleset, text("1 2|. .|+ .")).drawing
    assert drawing is not None
    assert list(drawing.values["black"].values()) == [False, False]
    assert read(ruleset, text("1 2|. .|. .")).drawing is None


BOTH = """\
given part : cells to {water, up}?
find ship : set of cells
read pzprv3 "t": cells("0": part water, "1": part up and ship), cells("#": ship, "+": nothing)
"""


def test_a_given_and_what_is_drawn_may_share_an_item() -> None:
    ruleset = rules(BOTH)
    given, drawn = text("1 3|1 0 .|. . ."), text("1 3|1 0 .|# . #")
    assert outside.write(ruleset, read(ruleset, given), "pzprv3") == given
    assert read(ruleset, given).drawing is None
    puzzle = read(ruleset, drawn)
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == drawn
    nothing = read(ruleset, text("1 3|. . .|. # ."))
    part = msgspec.structs.replace(nothing, givens={"part": {nothing.geometry.cells[0]: "up"}})
    with pytest.raises(Failed, match="cannot hold all that the board says of `part` \\(`up` at R1C1\\)"):
        outside.write(ruleset, part, "pzprv3", nothing.drawing)


NUMBERED = """\
given stone : set of cells
find step : stone to 0..9
read pzprv3 "t": cells("0": stone, stone and step)
"""


def test_a_number_that_is_to_be_found_is_drawn_though_its_item_says_a_given_too() -> None:
    ruleset = rules(NUMBERED)
    assert read(ruleset, text("1 3|0 . 0")).drawing is None
    drawn = read(ruleset, text("1 3|2 . 0"))
    assert drawn.drawing is not None
    assert {str(cell): value for cell, value in drawn.drawing.values["step"].items()} == {"R1C1": 2}
    assert [str(cell) for cell in drawn.givens["stone"]] == ["R1C1", "R1C3"]
    assert outside.write(ruleset, drawn, "pzprv3", drawn.drawing) == text("1 3|2 . 0")


def test_what_says_nothing_is_not_made_up() -> None:
    ruleset = rules('find black : set of cells\nread pzprv3 "t": number(nothing), cells("#": black)')
    puzzle = read(ruleset, text("1 2|7|# ."))
    with pytest.raises(Failed, match="E208 a value stands alone in a line") as raised:
        outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing)
    assert raised.value.diagnostics[0].help == "`number` writes nothing of the board"


def test_a_lone_unknown_in_pairs_is_one_of_the_first_layer() -> None:
    result = "given clue : cells to number or unknown?\ngiven rings : cells to number?\nfind black : set of cells\n"
    read_it = (
        'read pzprv3 "t": pairs("-2": clue unknown, "-": clue unknown, clue; "0": nothing, rings), cells("#": black)'
    )
    ruleset = rules(result + read_it)
    puzzle = read(ruleset, text("1 3|- 4,1 .|. . ."))
    assert puzzle.givens["clue"] == {puzzle.geometry.cells[0]: UNKNOWN, puzzle.geometry.cells[1]: 4}
    assert puzzle.givens["rings"] == {puzzle.geometry.cells[1]: 1}
    assert outside.write(ruleset, puzzle, "pzprv3") == text("1 3|-2,0 4,1 .|. . .")


def test_a_lone_sign_in_pairs_is_one_of_the_first_layer() -> None:
    read_it = 'read pzprv3 "t": pairs("#": box, "1": way up, "2": way down, "0": nothing; clue)'
    ruleset = rules(
        "given box : set of cells\ngiven way : cells to direction?\ngiven clue : cells to number?\n"
        f"find black : set of cells\n{read_it}"
    )
    puzzle = read(ruleset, text("1 3|# 2,4 0,3"))
    assert list(puzzle.givens["box"]) == [puzzle.geometry.cells[0]]
    assert outside.write(ruleset, puzzle, "pzprv3") == text("1 3|# 2,4 0,3")
    with pytest.raises(Failed, match="E203 `7` has 1 part, and 2 are needed"):
        read(ruleset, text("1 3|7 2,4 ."))


def test_sums_that_are_not_told() -> None:
    ruleset, short = rules(PIECES["sums"][0]), PIECES["sums"][1]
    puzzle = read(ruleset, text(short.replace("0 4 0", "-1 4 -1").replace("5,0", "5,-1")))
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == text(short)


def test_other_words_for_a_type() -> None:
    puzzle = read(pipeline.load("heyawake"), "pzprv3/heyawacky/1/2/1/0 0 /. . /# . /")
    assert puzzle.drawing is not None


def test_an_item_without_a_meaning_comes_with_an_entry_to_write() -> None:
    ruleset = rules('given clue : cells to number?\nfind n : cells to 0..3\nread pzprv3 "t": cells(clue), cells(n)')
    with pytest.raises(Failed) as raised:
        read(ruleset, text("1 2|- .|. ."))
    wanted = 'if boards may hold it, the `read` statement has an entry such as `"-": clue 0` or `"-": nothing`'
    assert raised.value.diagnostics[0].help == wanted
    with pytest.raises(Failed) as raised:
        read(rules(PIECES["margin"][0]), text("2 2|. 1 .|2 q3 x|. 1 2"))
    assert raised.value.diagnostics[0].help.endswith('`"x": digit 0` or `"x": nothing`')


def test_newer_texts_have_colours_before_the_borders() -> None:
    puzzle = read(rules(PIECES["edges"][0]), "pzprv3.1/t/1/2/3 . /0 1 /1 1 0 /1 0 /1 0 /")
    assert outside.write(rules(PIECES["edges"][0]), puzzle, "pzprv3", puzzle.drawing) == text(PIECES["edges"][1])


def test_what_the_site_adds_behind_the_board_is_left_out() -> None:
    ruleset = rules(PIECES["fill"][0])
    puzzle = read(ruleset, text(PIECES["fill"][1]) + 'history:{"type":"pzpr",\n"datas":[]}\n')
    assert outside.write(ruleset, puzzle, "pzprv3", puzzle.drawing) == text(PIECES["fill"][1])


def test_missing_cells_stand_apart() -> None:
    board = "pzprv3/magnets/1/3/0 0 /. . . . . /. . . . . /. . a1 a2 # /"
    puzzle = read(pipeline.load("magnets"), board)
    assert [len(region.cells) for region in puzzle.partitions["domino"]] == [2, 1]


def test_walls_without_a_region_that_lie_side_by_side_are_one() -> None:
    board = "pzprv3/makaro/2/3/2/0 . . /. 1 1 /. # r /# . . /. . . /. . . /"
    puzzle = read(pipeline.load("makaro"), board)
    assert [[str(cell) for cell in room.cells] for room in puzzle.partitions["room"]] == [
        ["R1C1"],
        ["R1C2", "R1C3"],
        ["R2C1"],
        ["R2C2", "R2C3"],
    ]


@pytest.mark.parametrize(
    ("piece", "short", "code", "place", "message"),
    [
        ("cells", "2 3|- 12|. . 3|# . .|# . .", "E203", (5, 4), "line 1 of cells has 2 entries, and the board needs 3"),
        ("cells", "2 3|- 12 . 4|. . 3|# . .|# . .", "E203", (5, 8), "line 1 of cells has 4 entries"),
        ("cells", "2 3|- 12 .|. . 3|# . .", "E203", (8, 1), "the text ends where line 2 of the 2 lines of cells"),
        ("cells", "2 3|- 12 .|. . 3|# . .|# . x", "E204", (8, 5), "`x` means nothing here"),
        ("cells", "2 3|- 1234567 .|. . 3|# . .|# . .", "E203", (5, 3), "a number of 7 digits is too long"),
        ("cells", "2 3|- 12 .|. . a|# . .|# . .", "E204", (6, 5), "`a` is no value of clue"),
        ("cells", "2 3|- 12 .|. . 3|# . .|# . .|# . .", "E203", (9, 1), "more than the board has room for"),
        ("cells", "2 x|- 12 .", "E205", (4, 1), "here should stand the number of columns"),
        ("cells", "9999 9999|- 12 .", "E110", (3, 1), "more than"),
        ("cells", "0 3|. .", "E203", (3, 1), "no cells"),
        ("rooms", "1 2|2|0 2|. .|. .", "E203", (6, 3), "there are 2 regions, counted from 0, so `2` is none"),
        ("rooms", "1 2|1|0 0|1 2|. .", "E204", (7, 3), "its region has a value already"),
        ("rooms", "1 2|x|0 0|1 2|. .", "E203", (5, 1), "`x` is no number"),
        ("arrows", "1 3|9,2 . .|0 1", "E203", (5, 1), "`9` is no direction"),
        ("arrows with colours", "1 3|2 . .|0 1", "E203", (5, 1), "`2` names no colour"),
        ("arrows with colours", "1 3|1,2,3 . .|0 1", "E204", (5, 1), "`3` means nothing here"),
        ("arrows with colours", "1 3|9,2,1 . .|0 1", "E203", (5, 1), "`9` is no direction"),
        ("dots", "2 3|1...|.1...|..2..|0 0|1 0|0 0 0", "E203", (5, 1), "has 4 characters, and needs 5"),
        ("dots", "2 3|1...3|.1...|..2..|0 0|1 0|0 0 0", "E204", (5, 5), "`3` means nothing here"),
        ("sums", "1 2|0 4 0|3 . 1|1 2", "E203", (6, 5), "`1` are not two clues"),
        ("middles", "1 3|5 2|# + +", "E203", (5, 3), "`2` is the middle of no cell"),
        ("stacked", "1 1|. a|. .", "E204", (5, 3), "`a` is no number"),
        ("flag", "1 2|rx|# +", "E203", (5, 1), "the rules know no variant `x`"),
        ("cells", "1 1|1|#|a b", "E203", (7, 1), "`a` is more than the board has room for: a `t` ends with `cells`"),
    ],
)  # fmt: skip
def test_mistakes_are_shown_where_they_are(
    piece: str, short: str, code: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(Failed) as raised:
        read(rules(PIECES[piece][0]), text(short))
    (result,) = raised.value.diagnostics
    assert (result.code, result.span and result.span.source.line_column(result.span.start)) == (code, place)
    assert message in result.message


def test_a_layer_must_name_what_it_fills() -> None:
    with pytest.raises(Failed) as raised:
        rules('find black : set of cells\nread pzprv3 "t": cells("#": nothing)')
    assert raised.value.diagnostics[0].code == "E093"


def test_a_text_of_another_type_or_none_is_refused() -> None:
    ruleset = rules(PIECES["cells"][0])
    refused = {
        "pzprv3/other/1/1/. /": "E207",
        "pzprv3": "E202",
        "pzprv3/": "E202",
        "pzprv3/t": "E205",
        "pzprv3/t/2": "E205",
    }
    for written, code in refused.items():
        with pytest.raises(Failed) as raised:
            read(ruleset, written)
        assert raised.value.diagnostics[0].code == code, written


def test_what_the_format_has_no_room_for_cannot_be_written() -> None:
    ruleset = pipeline.load("kakuro")
    with pytest.raises(Failed) as raised:
        outside.write(ruleset, pipeline.board(ruleset, "..\n.."), "pzprv3")
    assert raised.value.diagnostics[0].code == "E208"
    nonogram = pipeline.load("nonogram")
    with pytest.raises(Failed) as raised:
        outside.write(nonogram, pipeline.board(nonogram, " 1 . .\n1,1,1 . . ."), "pzprv3")
    assert raised.value.diagnostics[0].code == "E208"


def test_an_answer_can_be_drawn() -> None:
    ruleset = pipeline.load("star-battle")
    board = "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /. . . . /. . . . /. . . . /. . . . /"
    puzzle = read(ruleset, board)
    result = pipeline.solve(ruleset, puzzle)
    again = read(ruleset, outside.write(ruleset, puzzle, "pzprv3", result.answers[0]))
    assert pipeline.check(ruleset, again).findings == ()


def written(ruleset: Ruleset, puzzle: Puzzle) -> str | None:
    """The text of a puzzle, None if the format says that it has no room for it."""
    try:
        return outside.write(ruleset, puzzle, "pzprv3")
    except Failed as failed:
        if [item.code for item in failed.diagnostics] == ["E208"]:
            return None
        raise


@sweep
def test_whatever_can_be_written_is_read_again(name: str) -> None:
    ruleset = pipeline.load(name)
    if not outside.readings(ruleset, "pzprv3"):
        return
    for size in SIZES:
        for seed in range(6):
            if ruleset.board == "square" and size[0] != size[1]:
                continue
            first = random_puzzle(ruleset, random.Random(seed), size)
            text = written(ruleset, first)
            if text is None:
                continue
            second = read(ruleset, text)
            assert outside.write(ruleset, second, "pzprv3", second.drawing) == text


def test_values_of_regions_may_stand_before_the_borders_of_these() -> None:
    statement = "given room : partition of cells\ngiven clue : room to number?\nfind black : set of cells\n"
    rules = pipeline.ruleset(Source("t.rules", f'{HEAD}{statement}read pzprv3 "t": cells(clue), borders(room)'))
    text = "pzprv3\nt\n1\n3\n. 2 3\n0 1\n"
    puzzle = outside.read(rules, Source("text", text), outside.RecognisedType("pzprv3", "t"))
    assert {str(key): value for key, value in puzzle.givens["clue"].items()} == {"room a": 2, "room b": 3}
    assert outside.write(rules, puzzle, "pzprv3", None) == "pzprv3\nt\n1\n3\n2 . 3\n0 1\n"
    assert not any(item.code == "W083" for item in ruleset_warnings(rules))


def test_what_is_drawn_over_a_given_is_written() -> None:
    rules = pipeline.ruleset(Source("t.rules", HEAD + PIECES["fill"][0]))
    text = "pzprv3\nt\n1\n3\n1 . 2\n2 3 .\n"
    puzzle = outside.read(rules, Source("text", text), outside.RecognisedType("pzprv3", "t"))
    assert outside.write(rules, puzzle, "pzprv3", puzzle.drawing) == text


@pytest.mark.parametrize(
    ("short", "said"),
    [
        ("1 2|0 4 0|0 0|0 0", "`4` is no mark for lines along a border"),
        ("1 2|1 0 0|0 0|0 0", "this line runs outside of the board"),
        ("1 2|0 1 0|1 0|0 0", "this line runs outside of the board"),
        ("1 2|0 1 0|2 0|0 0", "this line is the second one in its cell"),
    ],
)
def test_wrong_lines_along_sides_are_refused(short: str, said: str) -> None:
    with pytest.raises(Failed) as raised:
        read(rules(PIECES["sides"][0]), text(short))
    assert said in str(raised.value)


def test_wrong_marks_of_erased_borders_are_refused() -> None:
    with pytest.raises(Failed) as raised:
        read(rules(PIECES["erased"][0]), text("2 2|0|7|1 1"))
    assert "`7` is no mark for a border" in str(raised.value)
