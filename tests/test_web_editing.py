"""Boards as somebody changes them: what a touch means, and that every change can be written and read again."""

from collections.abc import Mapping

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.editor import completing
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.formats.text.read import givens_key
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.web import covers, editing, fresh
from puzzlelang.web.controls import Control, controls
from puzzlelang.web.desk import MOST_CELLS, Desk, TooLarge
from puzzlelang.web.limits import LOCAL_BOUNDS
from puzzlelang.web.requests import Change
from tests.library import sweep

GENRES = sorted(path.stem for path in resources.library_files())

RULES = pipeline.ruleset(
    Source(
        "all.rules",
        """
puzzle "All"
board rectangle without hole
given hole : set of cells  as "X"
given room : partition of cells
given clue : room to number?
given side : rows to numbers or unknown
given letters : 1..9
given colour : cells to {white, black}?  as white "o", black "b"
option style : {short, long} = short
find  mark : set of cells  as "#", not "x"
find  line : set of links  as "-"
find  wall : set of borders
find  digit : cells to 1..3?
""",
    )
)


def read(rules: ir.Ruleset, text: str) -> Puzzle:
    return boards.read(rules, Source("board", text))


def text(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    return write.write(rules, puzzle, puzzle.drawing)


def start() -> Puzzle:
    return read(RULES, text(RULES, fresh.board(RULES, (3, 4))))


def after(puzzle: Puzzle, *edits: Change) -> Puzzle:
    for edit in edits:
        puzzle = editing.apply_change(RULES, puzzle, edit)
        again = read(RULES, text(RULES, puzzle))
        assert givens_key(again) == givens_key(puzzle)
        assert drawn(again) == drawn(puzzle)
        puzzle = again
    return puzzle


def drawn(puzzle: Puzzle) -> Mapping[str, Mapping[str, object]]:
    values = puzzle.drawing.values if puzzle.drawing else {}
    return {find: {str(place): value for place, value in result.items()} for find, result in values.items() if result}


def given(puzzle: Puzzle, name: str) -> Mapping[str, object]:
    return {str(place): value for place, value in puzzle.givens.get(name, {}).items()}


def labels(puzzle: Puzzle) -> str:
    label = {cell: region.label for region in puzzle.partitions["room"] for cell in region.cells}
    return "/".join("".join(label.get(cell, ".") for cell in row.cells) for row in puzzle.geometry.rows)


def touch(name: str, *places: str, value: str | None = None, back: bool = False) -> Change:
    return Change(name=name, places=list(places), value=value, back=back)


def test_members_come_and_go() -> None:
    once = after(start(), touch("hole", "R1C1"))
    assert given(once, "hole") == {"R1C1": True}
    assert given(after(once, touch("hole", "R1C1")), "hole") == {}


def test_what_is_found_is_open_or_there_or_not() -> None:
    board = start()
    seen = []
    for _ in range(3):
        board = after(board, touch("mark", "R2C2"))
        seen.append(drawn(board).get("mark"))
    assert seen == [{"R2C2": True}, {"R2C2": False}, None]
    assert drawn(after(start(), touch("mark", "R2C2", back=True))) == {"mark": {"R2C2": False}}


def test_values_step_on_and_back() -> None:
    board = after(start(), touch("colour", "R1C1"))
    assert given(board, "colour") == {"R1C1": "white"}
    assert given(after(board, touch("colour", "R1C1")), "colour") == {"R1C1": "black"}
    assert given(after(board, touch("colour", "R1C1", back=True)), "colour") == {}
    assert given(after(board, touch("colour", "R1C1", value="")), "colour") == {}


def test_all_places_get_what_the_first_gets() -> None:
    board = after(start(), touch("digit", "R1C1", value="2"), touch("digit", "R1C1", "R1C2", "R1C3"))
    assert drawn(board) == {"digit": {"R1C1": 3, "R1C2": 3, "R1C3": 3}}
    assert drawn(after(board, touch("digit", "R1C1", value="false")))["digit"]["R1C1"] is False


def test_a_way_over_cells_is_the_links_between() -> None:
    board = after(start(), touch("line", "R1C1", "R1C2", "R2C2"))
    assert drawn(board) == {"line": {"R1C1-R1C2": True, "R1C2-R2C2": True}}
    assert drawn(after(board, touch("line", "R1C1-R1C2", value="false")))["line"]["R1C1-R1C2"] is False


def test_a_way_over_corners_is_the_borders_between() -> None:
    corners = [str(corner) for corner in start().geometry.corners[:3]]
    assert len(drawn(after(start(), touch("wall", *corners)))["wall"]) == 2


def test_cells_join_the_region_of_the_first() -> None:
    board = after(start(), touch("room", "R1C3"))
    assert labels(board) == "aaba/aaaa/aaaa"
    board = after(board, touch("room", "R1C3", "R1C4", "R2C4"))
    assert labels(board) == "aabb/aaab/aaaa"
    board = after(board, touch("clue", "R2C4", value="5"))
    assert given(board, "clue") == {"room b": 5}
    assert given(after(board, touch("room", "R3C4")), "clue") == {"room b": 5}
    gone = after(board, touch("room", "R1C1", "R1C3", "R1C4", "R2C4"))
    assert (labels(gone), given(gone, "clue")) == ("aaaa/aaaa/aaaa", {})


def test_cells_within_a_region_are_parted_off() -> None:
    """A board begins with one region; whoever sets one drags over the cells of each room."""
    rules = pipeline.load("heyawake")
    puzzle = fresh.board(rules, (2, 3))
    for places, rooms in (
        (["R1C1", "R1C2"], "bba aaa"),
        (["R1C1", "R2C1"], "bba baa"),
        (["R1C1", "R1C2", "R2C1"], "bba baa"),
        (["R2C3"], "bba bac"),
        (["R2C3"], "bba bac"),
    ):
        puzzle = editing.apply_change(rules, puzzle, Change(name="room", places=places))
        assert " ".join(write.write(rules, puzzle).splitlines()) == rooms, places


def test_a_cell_that_is_no_hole_any_more_is_in_a_region() -> None:
    assert labels(after(start(), touch("hole", "R2C2"), touch("hole", "R2C2"))) == "aaaa/aaaa/aaaa"


def test_lists_and_single_values_are_typed() -> None:
    board = after(start(), touch("side", "row 2", value="1 2, 3"), touch("letters", value="4"))
    assert given(board, "side")["row 2"] == (1, 2, 3)
    assert given(board, "letters") == {"None": 4}
    assert after(board, touch("style", value="long")).options == {"style": "long"}


def test_another_size_keeps_what_fits() -> None:
    board = after(start(), touch("room", "R1C4"), touch("colour", "R1C1"), touch("mark", "R3C4"), touch("mark", "R1C2"))
    smaller = after(board, Change(size=(2, 3)))
    assert (labels(smaller), given(smaller, "colour")) == ("aaa/aaa", {"R1C1": "white"})
    assert drawn(smaller) == {"mark": {"R1C2": True}}
    larger = after(board, Change(size=(4, 5)))
    assert labels(larger) == "aaabb/aaaaa/aaaaa/aaaaa"
    assert drawn(larger) == {"mark": {"R3C4": True, "R1C2": True}}


def test_a_drawing_is_cleared() -> None:
    board = after(start(), touch("mark", "R1C1"))
    assert after(board, Change(clear=True)).drawing is None


@pytest.mark.parametrize(
    ("edit", "code", "told"),
    [
        (touch("marks", "R1C1"), "E104", "did you mean `mark`?"),
        (touch("mark", "R9C9"), "E111", "places are written"),
        (touch("digit", "R1C1", value="many"), "E106", "write a number"),
        (Change(size=(1000, 1)), "", ""),
    ],
)
def test_what_cannot_be_meant_is_a_diagnostic(edit: Change, code: str, told: str) -> None:
    if not code:
        assert editing.apply_change(RULES, start(), edit).geometry.height == 1000
        return
    with pytest.raises(Failed) as failed:
        editing.apply_change(RULES, start(), edit)
    assert failed.value.diagnostics[0].code == code
    assert told in failed.value.diagnostics[0].help


def test_controls_follow_from_the_declarations() -> None:
    result = {one.name: one for one in controls(RULES, start())}
    assert result["room"] == Control("room", "given", "region", "cell", used="room" in start().partitions)
    side_used = bool(start().givens.get("side"))
    assert result["side"] == Control("side", "given", "list", "line", ("", "?"), sides=("left",), used=side_used)
    assert result["letters"].value == "1"
    assert result["digit"].used
    assert result["digit"].steps == ("", "1", "2", "3", "false")
    assert result["style"] == Control("style", "option", "name", steps=("short", "long"), value="short")


def test_what_a_board_need_not_say_is_told() -> None:
    rules = pipeline.load("hashi")
    for board, said in (("size: 1x2\n11\n", ""), ("size: 1x2\nmost: 1\n11\n", "1")):
        most = next(one for one in controls(rules, read(rules, board)) if one.name == "most")
        assert (most.value, most.usual) == (said, "2")


def touched(control: Control, puzzle: Puzzle) -> list[str]:
    board = puzzle.geometry
    lines = getattr(board, "columns", board.lines)[2:3]
    places = {
        "cell": board.cells[8:9], "region": board.cells[8:9], "link": board.links[5:6], "border": board.borders[9:10],
        "corner": board.corners[9:10], "line": lines, "view": board.views[3:4], "": (),
    }[control.sort]  # fmt: skip
    return [str(place) for place in places]


def changes(control: Control) -> list[str | None]:
    if control.holds == "list":
        return ["1 2"]
    if control.holds == "shapes":
        return []
    if not control.sort:
        return [control.steps[-1] if control.steps else "1"]
    return [None, None] if control.steps or control.holds == "region" else []


@sweep
def test_a_new_board_of_any_genre_can_be_drawn_on(name: str) -> None:
    rules = pipeline.load(name)
    begun = read(rules, text(rules, fresh.board(rules)))
    for control in controls(rules, begun):
        board = begun
        for value in changes(control):
            edit = Change(name=control.name, places=touched(control, board), value=value)
            changed = editing.apply_change(rules, board, edit)
            board = read(rules, text(rules, changed))
            assert drawn(board) == drawn(changed), control
            assert givens_key(board) == givens_key(changed) or control.name == rules.missing, control


@pytest.mark.parametrize("name", ["barns", "zip", "vermicelli"])
def test_links_that_are_asked_for_where_no_cell_can_be(name: str) -> None:
    rules = pipeline.load(name)
    board = read(rules, text(rules, fresh.board(rules, (4, 4))))
    for way in (["R1C1", "R1C2"], ["R1C1", "R2C1"]):
        changed = editing.apply_change(rules, board, Change(name="line", places=way))
        assert drawn(read(rules, text(rules, changed))) == drawn(changed)


MEMBERS = """puzzle "Rooms"
board rectangle
given room : partition of cells
given size : room to number?
given clue : cells to number?
given total : rows to number?
given limit : number = 3
option style : {plain, odd} = plain
find  mark : set of cells  as "#"
find  line : set of links
let dark = cells - mark
let near(c) = some d in adjacent(c): d.mark
rule one "One": some c in cells: c.mark
"""


CELL = ["room", "clue", "mark", "dark", "row", "column"]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ('rule r "R": every c in cells: c.|', CELL),
        ('rule r "R": every c in cells: c.ro|', CELL),
        ('rule r "R": every c in cells: c.in|', CELL),
        ('rule r "R": every c in cells: count({d in around(c) where d.|', CELL),
        ('rule r "R": every c in cells with c.|', CELL),
        ('rule r "R": every c in cells: if c.|', CELL),
        ('rule r "R": no a, b in touching: a.mark and b.|', CELL),
        ('rule r "{c.|} here": every c in cells with c.clue: c.clue = 1', CELL),
        ('rule r "R": every p in room: p.|', ["size"]),
        ('rule r "R": every c in cells: c.room.|', ["size"]),
        ('rule r "R": every l in links: l.|', ["line", "first", "second"]),
        ('rule r "R": every l in rows: l.|', ["total", "number"]),
        ('rule r "R": every v in views: v.|', ["line"]),
        ('rule r "R": mark.|', []),
        ('rule r "R": limit.|', []),
        ('rule r "Ends here.|": some c in cells: c.mark', []),
        ("# a remark.|", []),
        ('rule r "R": some c in cells: c.mark|', CELL),
        ('rule r "R": every c in cells: c.clue in 1..|', None),
        ('rule r "R": every c in ce|', None),
    ],
)
@pytest.mark.parametrize("behind", ["", '\nrule last "Last": some c in cells: c.mark\n'])
def test_only_members_stand_behind_a_dot(typed: str, wanted: list[str] | None, behind: str) -> None:
    text = MEMBERS + typed.replace("|", "") + behind
    result = completing.completions_behind_dot(Source("puzzle.rules", text), len(MEMBERS) + typed.index("|"))
    assert (None if result is None else [item.name for item in result]) == wanted


def test_where_the_type_is_not_known_all_properties_are_offered() -> None:
    for typed in ("let far(x) = x.", 'rule r "R": ) c.'):
        result = completing.completions_behind_dot(Source("puzzle.rules", MEMBERS + typed), len(MEMBERS) + len(typed))
        assert result is not None
        names = [item.name for item in result]
        assert names == ["room", "size", "clue", "total", "mark", "line", "dark", "row", "column", "number", "line",
                         "first", "second", "last"]  # fmt: skip


def test_members_have_types_and_meanings() -> None:
    text = MEMBERS + 'rule r "R": every c in cells: c.'
    result = {
        item.name: item for item in completing.completions_behind_dot(Source("puzzle.rules", text), len(text)) or ()
    }
    assert result["clue"].type == "cells to number?"
    assert result["row"].docs.startswith("the number of its row")


def test_a_board_of_hexagons_stays_one_at_another_size() -> None:
    rules = pipeline.load("slitherlink")
    before = read(rules, "lattice: hexagon\n\n 1 .\n. 3 2\n . .\n")
    larger = read(rules, text(rules, editing.apply_change(rules, before, Change(size=(4, 4)))))
    assert larger.geometry.lattice == "hexagon"
    assert (larger.geometry.height, larger.geometry.width) == (4, 4)
    assert len(given(larger, "clue")) == 3


def test_a_desk_remembers_boards_but_not_without_end() -> None:
    rules = pipeline.ruleset(
        Source("marks.rules", 'puzzle "Marks"\nboard rectangle\nfind mark : set of cells as "#"\n')
    )
    desk = Desk(LOCAL_BOUNDS)
    first = desk.board(rules, "....\n....\n")
    assert desk.board(rules, "....\n....\n") is first
    assert first.geometry is desk.board(rules, ".#..\n....\n").geometry, "boards of one size share what follows from it"
    large = "\n".join(["." * 100] * 100)
    count = MOST_CELLS // 100**2 + 1
    for column in range(count):
        desk.board(rules, f"{'.' * column}#{large[column + 1 :]}\n")
    assert desk.board(rules, "....\n....\n") is not first
    desk.bounds = msgspec.structs.replace(LOCAL_BOUNDS, cells=4)
    with pytest.raises(TooLarge):
        desk.board(rules, "....\n....\n")


def test_a_symmetry_draws_the_images_of_clues() -> None:
    def drawn(name: str, places: list[str], value: str, symmetry: str, before: Puzzle) -> Puzzle:
        return after(before, Change(name=name, places=places, value=value, symmetry=symmetry))

    def of(puzzle: Puzzle, name: str) -> dict[str, object]:
        return {str(place): value for place, value in puzzle.givens.get(name, {}).items()}

    board = drawn("colour", ["R1C1"], "white", "half-turn", start())
    assert of(board, "colour") == {"R1C1": "white", "R3C4": "white"}
    board = drawn("colour", ["R1C1"], "black", "half-turn", board)
    assert of(board, "colour") == {"R1C1": "black", "R3C4": "white"}, "what stands there stays"
    assert of(drawn("colour", ["R3C4"], "", "half-turn", board), "colour") == {}
    board = drawn("hole", ["R2C1"], "true", "mirror", start())
    assert of(board, "hole") == {"R2C1": True, "R2C4": True}
    before = of(start(), "side")
    board = drawn("side", ["row 1"], "1 2", "half-turn", start())
    assert of(board, "side") == {**before, "row 1": (1, 2), "row 3": (UNKNOWN,)}
    with pytest.raises(Failed, match="E331"):
        drawn("hole", ["R2C1"], "true", "quarter-turn", start())


@sweep
def test_a_player_begins_with_a_board_that_reads(name: str) -> None:
    """Whatever form the file has it in, as the page asks for it by its text."""
    rules = pipeline.load(name)
    text = covers.first_board(rules, name)
    assert text is None or boards.read(rules, Source("board", text)).geometry.cells


def test_a_player_begins_with_a_board_of_an_address() -> None:
    assert "penpa" in str(covers.first_board(pipeline.load("pyramid-climbers"), "pyramid-climbers"))


FIRST = sorted(path.parent.name for path in resources.folder("examples").glob("*/first.txt"))


@pytest.mark.parametrize("name", FIRST)
def test_a_player_begins_with_the_board_that_is_made_for_it(name: str) -> None:
    path = resources.folder("examples") / name / "first.txt"
    rules = pipeline.load(name)
    assert covers.first_board(rules, name) == path.read_text(encoding="utf-8")
    assert len(pipeline.board(rules, path).geometry.cells) <= covers.LARGEST_START


@pytest.mark.long
@pytest.mark.parametrize("name", FIRST)
def test_boards_that_are_made_to_begin_with_are_easy_or_normal(name: str) -> None:
    rules = pipeline.load(name)
    rating = pipeline.rate(rules, pipeline.board(rules, resources.folder("examples") / name / "first.txt")).rating
    assert rating is not None
    assert rating.name in ("easy", "normal")
