"""Borders with the same region on both sides: kept under a name of their own, or refused, never dropped."""

import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats import outside
from puzzlelang.formats.pieces import round_trip
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir

HEAD = """\
puzzle "T"
board rectangle
given room : partition of cells
given wall : set of links = {}
given clue : lines to number?
find area : partition of cells
find shade : set of cells
"""


def ruleset(statement: str, head: str = HEAD) -> ir.Ruleset:
    return pipeline.ruleset(Source("t.rules", f"{head}{statement}\n"))


def read(rules: ir.Ruleset, text: str, size: tuple[int, int] | None = None) -> Puzzle:
    (reading,) = rules.readings
    result = outside.RecognisedType(reading.format, reading.type)
    return outside.read(rules, Source("<text>", text), result, size)


def mistake(rules: ir.Ruleset, text: str, size: tuple[int, int] | None = None) -> Diagnostic:
    with pytest.raises(Failed) as failed:
        read(rules, text, size)
    (result,) = failed.value.diagnostics
    assert result.span is not None
    return result


# A board of two rows and two columns with one border, between the two cells of the lower row.
TEXTS = [
    ("puzzlink", "border(room{})", "https://puzz.link/p?t/2/2/80", "8", None),
    ("puzzlink", "lastborder(room{})", "https://puzz.link/p?t/2/2/80", "8", None),
    ("pzprv3", "borders(room{})", "pzprv3\nt\n2\n2\n0\n1\n0 0\n", "1", None),
    ("pzprv3", 'borders("5": room{})', "pzprv3\nt\n2\n2\n0\n5\n0 0\n", "5", None),
    ("pzprv3", "edges(room{})", "pzprv3\nt\n2\n2\n0 0 0\n0 1 0\n0 0\n0 0\n0 0\n", "1", None),
    ("pzprv3", "rooms(room{})", "pzprv3.2\nt\n2\n2\n0\n1\n0 0\n", "1", None),
    ("tatham", "edges(room{})", "2x2:ab", "a", None),
    ("tatham", "alternating(room{})", "2x2:da", "a", None),
    (
        "walls",
        "hints(clue), walls(room{})",
        "((0,0),\n (1,1),\n (0,1,0,1),\n (0,0),\n (0,1,1,1),\n (1,1))\n",
        "1",
        None,
    ),
]


@pytest.mark.parametrize(("form", "pieces", "text", "sign", "size"), TEXTS)
def test_they_are_kept_and_come_back(
    form: str, pieces: str, text: str, sign: str, size: tuple[int, int] | None
) -> None:
    rules = ruleset(f'read {form} "t": {pieces.format(", wall")}')
    puzzle = read(rules, text, size)
    assert [str(place) for place in puzzle.givens["wall"]] == ["R2C1-R2C2"]
    assert puzzle.span("wall", next(iter(puzzle.givens["wall"]))).text == sign
    assert len(puzzle.partitions["room"]) == 1
    assert outside.write(rules, puzzle, form) == text


@pytest.mark.parametrize(("form", "pieces", "text", "sign", "size"), TEXTS)
def test_rules_that_know_of_none_refuse_the_text(
    form: str, pieces: str, text: str, sign: str, size: tuple[int, int] | None
) -> None:
    result = mistake(ruleset(f'read {form} "t": {pieces.format("")}'), text, size)
    assert result.span is not None
    assert (result.code, result.span.text) == ("E204", sign)
    assert "`room, wall`" in (result.help or "")


def test_edges_of_penpa_are_kept_or_refused() -> None:
    kept = ruleset('read penpa "t": edges(room, wall)')
    puzzle = pipeline.board(kept, "[room]\naa\naa\n\n[wall]\n. .\n\n.#.\n")
    assert [str(place) for place in puzzle.givens["wall"]] == ["R2C1-R2C2"]
    text = pipeline.convert(kept, puzzle, "penpa")
    assert round_trip.round_trip_key(kept, read(kept, text)) == round_trip.round_trip_key(kept, puzzle)
    assert mistake(ruleset('read penpa "t": edges(room)'), text).code == "E204"


def test_cages_of_a_game_have_none() -> None:
    head = 'puzzle "T"\nboard square\ngiven cage : partition of cells\nfind n : cells to 1..width\n'
    rules = ruleset('read tatham "t": cages(cage)', head)
    assert mistake(rules, "2k:,ab,d").code == "E204"


def test_what_has_no_room_for_them_is_refused() -> None:
    rules = ruleset('read puzzleteam "t": labels(room)')
    puzzle = pipeline.board(rules, "[room]\naa\naa\n\n[wall]\n. .\n\n.#.\n")
    with pytest.raises(Failed) as failed:
        outside.write(rules, puzzle, "puzzleteam")
    assert "`wall` (R2C1-R2C2)" in failed.value.diagnostics[0].message


def test_beside_a_missing_cell_they_are_the_rim() -> None:
    head = HEAD.replace("board rectangle", "board rectangle without hole").replace(
        "given room", "given hole : set of cells\ngiven room"
    )
    rules = ruleset('read pzprv3 "t": borders(room), cells("#": hole)', head)
    assert len(read(rules, "pzprv3/t/2/2/0/1/0 0/. ./. #").partitions["room"]) == 1
    assert mistake(rules, "pzprv3/t/2/2/0/1/0 0/. ./. .").code == "E204"


def test_a_set_that_most_boards_do_not_have_leaves_the_grid_to_others() -> None:
    rules = ruleset('read puzzlink "t": border(room, wall)', HEAD.replace("given clue : lines to number?\n", ""))
    text = "aa\nab\n"
    assert len(pipeline.board(rules, text).partitions["room"]) == 2
    puzzle = pipeline.board(rules, f"{text}\n[wall]\n.#.\n\n. .\n")
    assert [str(place) for place in puzzle.givens["wall"]] == ["R1C1-R1C2"]
    assert pipeline.convert(rules, puzzle, "text") == f"{text}\n[wall]\n.-.\n\n. .\n"
    assert pipeline.convert(rules, pipeline.board(rules, text), "text") == text


def test_one_item_says_something_in_two_layers() -> None:
    head = 'puzzle "T"\nboard rectangle\ngiven mirror : set of links = {}\nfind area : partition of cells\n'
    rules = ruleset('read pzprv3 "t": borders("0": mirror; "1": area, "0": area, "-1": nothing)', head)
    text = "pzprv3\nt\n1\n4\n0 1 -1\n"
    puzzle = read(rules, text)
    assert puzzle.drawing is not None
    assert [str(place) for place in puzzle.givens["mirror"]] == ["R1C1-R1C2"]
    assert list(puzzle.drawing.values["area"].values()) == ["a", "b", "c", "c"]
    assert outside.write(rules, puzzle, "pzprv3", puzzle.drawing) == text


def test_an_item_for_a_link_and_a_partition_is_told_in_two_layers() -> None:
    head = 'puzzle "T"\nboard rectangle\ngiven mirror : set of links = {}\nfind area : partition of cells\n'
    with pytest.raises(Failed) as failed:
        ruleset('read pzprv3 "t": borders("0": mirror and area)', head)
    (result,) = failed.value.diagnostics
    assert (result.code, result.help) == ("E093", 'give each a layer with this item: `"0": mirror; "0": area`')


def test_what_a_drawing_leaves_open_stays_open() -> None:
    head = 'puzzle "T"\nboard rectangle\ngiven clue : cells to number?\nfind number : cells to 0..3?\n'
    rules = ruleset('read pzprv3 "t": fill(clue; "-": not number, "+": nothing, number)', head)
    text = "pzprv3\nt\n1\n4\n1 . . .\n. 2 + -\n"
    puzzle = read(rules, text)
    assert puzzle.drawing is not None
    again = read(rules, outside.write(rules, puzzle, "pzprv3", puzzle.drawing))
    assert again.drawing is not None
    assert _open(again) == _open(puzzle) == ["R1C3"]


def _open(puzzle: Puzzle) -> list[str]:
    drawn = puzzle.drawing.values["number"] if puzzle.drawing else {}
    return [str(cell) for cell in puzzle.geometry.cells if cell not in drawn]


# --------------------------------------------------------------------------------- cells that join no regions

HOLED = """\
puzzle "T"
board rectangle without hole
given hole : set of cells as "x"
given room : partition of cells
find shade : set of cells
"""
PART = """\
puzzle "T"
board rectangle
find shade : set of cells
let light = cells - shade
find area : partition of {}
"""


def test_rooms_are_not_joined_by_a_missing_cell() -> None:
    rules = ruleset('read pzprv3 "t": borders(room), cells("x": hole)', HOLED)
    puzzle = read(rules, "pzprv3\nt\n2\n2\n1\n0\n0 0\n. .\nx .\n")
    assert [[str(cell) for cell in region.cells] for region in puzzle.partitions["room"]] == [
        ["R1C1"],
        ["R1C2", "R2C2"],
    ]


@pytest.mark.parametrize("part", ["cells - shade", "light", "shade"])
def test_areas_of_a_part_are_not_joined_by_a_cell_outside_of_it(part: str) -> None:
    rules = ruleset('read pzprv3 "t": borders(area), cells("#": shade)', PART.format(part))
    marks = "# #\n. #\n" if part == "shade" else ". .\n# .\n"
    drawing = read(rules, f"pzprv3\nt\n2\n2\n1\n0\n0 0\n{marks}").drawing
    assert drawing is not None
    drawn = {str(place): value for place, value in drawing.values["area"].items()}
    assert drawn["R1C2"] == drawn["R2C2"] != drawn["R1C1"]
    assert not pipeline.check(rules, read(rules, f"pzprv3\nt\n2\n2\n1\n0\n0 0\n{marks}")).findings
