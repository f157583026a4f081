"""Pictures: every file of the library has one, and it is clean."""

import hashlib
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.geometry.places import Cell, Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.making import example_statistics
from puzzlelang.puzzle import UNKNOWN, Drawing, Puzzle
from puzzlelang.scene import drawing, figure, spots
from puzzlelang.scene.highlights import highlight
from puzzlelang.scene.record import Denial, Highlight, Margin, Regions, Role, Scene, Sign, Stroke
from puzzlelang.scene.spots import MarginFrame
from puzzlelang.scene.terminal import cells, characters
from puzzlelang.scene.to_svg import page_svg, svg
from puzzlelang.scene.to_terminal import columns, terminal
from puzzlelang.sessions import highlights
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.typed.words.look_words import SHAPES, SUFFIXES, LookTarget, first_of
from tests import library

ROOT = Path(__file__).parent.parent
LIBRARY = resources.library_files()
ALLOWED = {"svg", "title", "path", "circle", "text", "rect", "g"}
UNWANTED = {"id", "style", "class", "href", "onclick", "onload"}

WHOLE = ["light-up", "masyu", "hashi", "shikaku"]
SHOWN = [
    "tents",
    "masyu",
    "hashi",
    "slitherlink",
    "sudoku",
    "nonogram",
    "tapa",
    "yajilin",
    "undead",
    "compass",
    "futoshiki",
    "shakashaka",
    "pipelink",
    "gokigen",
    "shikaku",
    "skyscrapers",
    "battleship",
    "killer-sudoku",
]

FIND = 'find star : set of cells as "*"\nrule one "One": exactly 1 c in cells: c.star and not c.word and not c.mark\n'

MARKS = """puzzle "<b>Marks & more</b>"
given mark : set of cells as "<"
given clue : lines to number?
find chosen : set of cells as "&"
rule one "One": exactly 1 c in cells: c.chosen and not c.mark
"""


def elements(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter())


def rules_of(text: str) -> Ruleset:
    return pipeline.ruleset(pipeline.Source("marks.rules", text))


def solved(path: Path) -> tuple[Ruleset, Puzzle, Drawing]:
    """A file of the library, its smallest example board and the answer."""
    rules = pipeline.load(str(path))
    folder = ROOT / "examples" / path.stem
    answers = sorted(folder.glob("small.answer.txt")) or sorted(folder.glob("*.answer.txt"))
    puzzle = pipeline.board(rules, answers[0].with_name(answers[0].name.replace(".answer", "")))
    return rules, puzzle, boards.read_drawing(rules, puzzle, pipeline.read_text(answers[0]))


def picture(path: Path) -> Scene:
    """The smallest example board of a file of the library with its answer."""
    return pipeline.picture(*solved(path))


def golden(name: str, current: dict[str, str]) -> dict[str, str]:
    """The sections of a file of golden pictures, written first if UPDATE_GOLDEN is set."""
    path = ROOT / "tests" / "golden" / "pictures" / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("".join(f"## {title}\n{text}\n" for title, text in current.items()), encoding="utf-8")
    sections = path.read_text(encoding="utf-8").split("## ")[1:]
    return {title: text.rstrip("\n") for title, _, text in (section.partition("\n") for section in sections)}


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return {
        name: picture(library.FILES[name])
        for name in dict.fromkeys([*(library.NAMES if library.whole else library.swept()), *WHOLE, *SHOWN])
    }


@pytest.mark.library
def test_pictures_of_the_library_are_clean_and_the_same_as_before(scenes: dict[str, Scene]) -> None:
    """Of each file the length and a hash are kept; a cell of a very large board takes 100 characters at most."""
    current = {}
    for name, scene in scenes.items():
        text = svg(scene)
        result = elements(text)
        assert {element.tag.rpartition("}")[2] for element in result} <= ALLOWED, name
        assert not {attribute for element in result for attribute in element.attrib} & UNWANTED, name
        assert len(text) < max(30_000, 100 * len(scene.geometry.cells)), name
        current[name] = f"{len(text)} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    assert library.whole or not os.environ.get("UPDATE_GOLDEN"), "pictures are kept of the whole library: -m library"
    known = golden("library.txt", current)
    assert {name: known.get(name) for name in current} == current
    assert known.keys() == library.FILES.keys()


@pytest.mark.parametrize("name", WHOLE)
def test_pictures_that_the_readme_shows_are_made_so(name: str, scenes: dict[str, Scene]) -> None:
    path = ROOT / "examples" / "pictures" / f"{name}.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(svg(scenes[name]), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == svg(scenes[name])
    assert f"examples/pictures/{name}.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


PARTED = """puzzle "Parted"
given clue : cells to number or unknown? fixes digit
find digit : cells to 1..4
rule one "One": every c in cells: c.digit <= 4
draw digit: rooms
"""


@pytest.mark.parametrize(
    ("board", "drawn", "cut"),
    [
        ("...", "12?", ["R1C1-R1C2"]),
        ("2..", "?12", ["R1C1-R1C2", "R1C2-R1C3"]),  # one of them is given
        ("?..", "112", ["R1C2-R1C3"]),
        ("...", "???", []),
        ("...", "333", []),
    ],
)
def test_borders_part_different_known_values(board: str, drawn: str, cut: list[str]) -> None:
    rules = rules_of(PARTED)
    puzzle = boards.read(rules, Source("board", f"{board}\n"))
    scene = pipeline.picture(rules, puzzle, boards.read_drawing(rules, puzzle, Source("drawing", f"{drawn}\n")))
    regions = [mark for mark in scene.marks() if isinstance(mark, Regions)]
    assert [str(link) for mark in regions for link in spots.cut_links(mark, scene)] == cut


def test_members_have_no_values_that_borders_could_part() -> None:
    with pytest.raises(Failed, match="does not fit cells"):
        rules_of(PARTED.replace("cells to 1..4", "set of cells").replace("c.digit <= 4", "c.digit"))


def test_what_is_denied_in_a_margin_is_crossed_out() -> None:
    rules = rules_of("""puzzle "Sides"
find side : set of views
rule one "One": count(side) = 1
""")
    puzzle = boards.read(rules, Source("board", "..\n..\n"))
    view = puzzle.geometry.views[0]
    scene = pipeline.picture(rules, puzzle, Drawing({"side": {view: False}}))
    (denied,) = [mark for mark in scene.marks() if isinstance(mark, Denial)]
    assert isinstance(denied.at, Margin)
    assert denied.at.place is view
    assert "x" in terminal(scene, plain=True).splitlines()[0]


@pytest.mark.parametrize("sort", ["cells", "borders", "links", "corners", "lines"])
def test_an_arrow_that_is_not_known_is_a_question_mark(sort: str) -> None:
    rules = pipeline.ruleset(
        Source(
            "a.rules",
            f"""puzzle "A"
given way : {sort} to direction or unknown?
find ink : set of cells
rule one "One": count(ink) = 1
""",
        )
    )
    puzzle = example_statistics.empty_template(rules, (2, 2))
    place = getattr(puzzle.geometry, sort)[0]
    result = pipeline.picture(rules, msgspec.structs.replace(puzzle, givens={"way": {place: UNKNOWN}}))
    assert "?" in terminal(result, plain=True)
    assert ">?<" in svg(result)


def test_terminal_pictures_are_the_same_as_before(scenes: dict[str, Scene]) -> None:
    current = {name: terminal(scenes[name]).rstrip("\n") for name in SHOWN}
    current |= {f"{name} in ASCII": terminal(scenes[name], plain=True).rstrip("\n") for name in SHOWN[:4]}
    assert golden("terminal.txt", current) == current


def test_terminal_pictures_are_aligned(scenes: dict[str, Scene]) -> None:
    """What stands in a cell fits between its borders, and ASCII pictures are ASCII."""
    for name, scene in scenes.items():
        for plain in (False, True):
            held = cells.contents(scene, plain=plain)
            room = 2 * max(2, (max((content.width for content in held.values()), default=1) + 2) // 2) - 1
            for content in held.values():
                assert all(at >= 0 and at + columns(text) <= room for at, text, _ in content.placed(room)), name
                texts = msgspec.structs.replace(content, fill=None, arms=None).placed(room)
                taken = [column for at, text, _ in texts for column in range(at, at + columns(text))]
                assert len(set(taken)) == len(taken), name
            assert not plain or terminal(scene, plain=True).isascii(), name
        lines = terminal(scene).splitlines()
        rows = 2 * scene.geometry.height - 1 if isinstance(scene.geometry, SquareGrid) else scene.geometry.height
        assert len(lines) >= rows + len(scene.captions), name


def test_wide_characters_take_two_columns() -> None:
    rules = rules_of(
        'puzzle "Wide"\ngiven word : set of cells as "木"\ngiven mark : set of cells as "e\u0301"\n' + FIND
    )
    puzzle = pipeline.board(rules, "size: 2x2\n\n[word]\n木 .\n. .\n\n[mark]\n. e\u0301\n. .\n")
    lines = terminal(pipeline.picture(rules, puzzle)).splitlines()
    assert len({columns(line) for line in lines}) == 1
    assert "木" in lines[1]
    assert "e\u0301" in lines[1]


def test_words_of_looks_that_the_documentation_shows_are_words() -> None:
    text = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```fragment\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    values = {"white", "black"}
    for line in block.splitlines():
        for look in line.partition("#")[0].partition(":")[2].split(","):
            words = look.split()
            words = words[1:] if words[0] in values and len(words) > 1 else words
            while words:
                known = first_of(words)
                assert known, look
                words = words[len(known.split()) :]


def test_tables_of_looks_have_every_word() -> None:
    drawn = {shape for shape, look in SHAPES.items() if LookTarget.CELLS in look.fits} - {
        "nothing",
        "text",
        "fill",
        "divided",
        "rooms",
        *SUFFIXES,
    }
    named = {shape for shape in drawn if not shape.startswith("arrow")}
    assert named <= {*characters.SIGNS, *characters.ARMS}


def test_text_is_escaped() -> None:
    rules = rules_of(MARKS)
    shown = svg(pipeline.picture(rules, pipeline.board(rules, "<&\n.<\n")))
    texts = [element.text for element in elements(shown) if element.text and element.text.strip()]
    assert texts[0] == "<b>Marks & more</b>"
    assert texts.count("<") == 2
    assert texts.count("&") == 1


def test_every_place_can_be_pointed_at() -> None:
    rules = rules_of(MARKS)
    shown = page_svg(drawing.figure(pipeline.picture(rules, pipeline.board(rules, " 10\n1..\n0..\n")))).places
    named = {element.get("data-place") for element in elements(shown)} - {None}
    assert named == {"R1C1", "R1C2", "R2C1", "R2C2", "row 1", "row 2", "column 1", "column 2"}


def test_each_role_looks_different_without_colour() -> None:
    rules = rules_of(MARKS)
    puzzle = example_statistics.empty_template(rules, (2, 2))
    cell = puzzle.geometry.cells[0]
    seen = set()
    for role in Role:
        shown = elements(svg(pipeline.picture(rules, puzzle, roles={cell: role})))
        shapes = [
            tuple(sorted((name, value) for name, value in element.attrib.items() if name not in ("stroke", "fill")))
            for element in shown
        ]
        seen.add(tuple(shapes))
    assert len(seen) == len(Role) - 2  # given and found are said by the marks themselves, and names are of regions


def test_rows_columns_and_regions_are_named_where_places_have_roles() -> None:
    rules = pipeline.load("heyawake")
    puzzle = pipeline.board(rules, ROOT / "examples" / "heyawake" / "small.txt")
    (room, *_) = puzzle.partitions["room"]
    bare = svg(pipeline.picture(rules, puzzle))
    shown = svg(pipeline.picture(rules, puzzle, roles={room: Role.NAMED}))
    for name in ("R1", "C6", "room a"):
        assert f">{name}<" in shown
        assert f">{name}<" not in bare


SINGLE = [
    word
    for word, shape in SHAPES.items()
    if LookTarget.CELLS in shape.fits and word not in {"arrow", "rooms", *SUFFIXES}
]


def test_what_is_wrong_is_hatched_or_crossed() -> None:
    geometry = SquareGrid(2, 2)
    frame = MarginFrame({}, 2, 2)

    def strokes(place: Cell | Link, role: Role) -> int:
        return sum(isinstance(one, figure.FigurePath) for one in highlight(Highlight(place, role), geometry, frame))

    assert strokes(geometry.cells[0], Role.WRONG) >= strokes(geometry.cells[0], Role.READS) + 2
    assert strokes(geometry.links[0], Role.WRONG) == strokes(geometry.links[0], Role.READS) + 2


@pytest.mark.parametrize("word", SINGLE)
def test_every_shape_of_cells_is_drawn(word: str) -> None:
    rules = rules_of(MARKS + f"draw mark: {word}\n")
    bare = svg(pipeline.picture(rules, pipeline.board(rules, "..\n..\n")))
    shown = svg(pipeline.picture(rules, pipeline.board(rules, "<.\n..\n")))
    assert elements(shown)
    assert (shown == bare) is (word == "nothing")


@pytest.mark.parametrize(("word", "sign"), SUFFIXES.items())
def test_numbers_have_signs_behind_them(word: str, sign: str) -> None:
    rules = rules_of(MARKS + f"draw clue: {word}\n")
    shown = svg(pipeline.picture(rules, pipeline.board(rules, " 7.\n...\n...\n")))
    assert f">7{sign}</text>" in shown


def test_what_is_drawn_over_a_given_value_is_shown_once() -> None:
    rules, board = pipeline.load("sudoku"), "size: 4x4\n1...\n....\n....\n....\n"
    puzzle = pipeline.board(rules, board)
    first, second = puzzle.geometry.cells[:2]
    same = svg(pipeline.picture(rules, puzzle, Drawing({"digit": {first: 1, second: 2}})))
    other = svg(pipeline.picture(rules, puzzle, Drawing({"digit": {first: 3, second: 2}})))
    assert re.findall(r">(\d)</text>", same) == ["1", "2"]
    assert re.findall(r">(\d)</text>", other) == ["1", "3", "2"]


def test_what_is_denied_is_a_mark_while_a_drawing_is_partial() -> None:
    rules = rules_of(MARKS)
    puzzle = example_statistics.empty_template(rules, (2, 2))
    first, *others = puzzle.geometry.cells
    partial = terminal(pipeline.picture(rules, puzzle, Drawing({"chosen": {first: False}})))
    whole = terminal(pipeline.picture(rules, puzzle, Drawing({"chosen": dict.fromkeys([first, *others], False)})))
    assert "·" in partial
    assert "·" not in whole


def test_cells_that_do_not_exist_are_not_drawn() -> None:
    rules = rules_of(
        MARKS.replace("given clue", 'board rectangle without gap\ngiven gap : set of cells as "x"\ngiven clue')
    )
    shown = page_svg(drawing.figure(pipeline.picture(rules, pipeline.board(rules, "x.\n..\n")))).places
    named = {element.get("data-place") for element in elements(shown)}
    assert "R1C1" not in named
    assert "R1C2" in named
    assert terminal(pipeline.picture(rules, pipeline.board(rules, "x.\n..\n"))).splitlines()[0] == "    ┌───┐"


@pytest.mark.parametrize(
    ("plain", "wanted"),
    [
        (True, ["+-------+", "| +---- |", "| |     |", "| +===+ |", "|     H |", "| ####+ |", "+-------+"]),
        (False, ["┌───────┐", "│ ┏━━━━ │", "│ ┃     │", "│ ┗═══┓ │", "│     ║ │", "│ ≡≡≡≡┛ │", "└───────┘"]),
    ],
)
def test_lines_side_by_side_are_told_apart(plain: bool, wanted: list[str]) -> None:
    """A single one never looks like two, also where no other line is there."""
    rules = rules_of(
        'puzzle "Spans"\nfind bridge : links to 0..3 as 0 ".", 1 "-|", 2 "=H", 3 "#"\n'
        'rule one "One": some l in links: l.bridge = 1\n'
    )
    puzzle = pipeline.board(rules, "..\n..\n..\n")
    values = dict.fromkeys(puzzle.geometry.links, 0)
    for link in values:
        values[link] = {(1, 2): 1, (2, 1): 1, (3, 2): 2, (4, 3): 2, (5, 2): 3}.get(link.lattice, 0)
    drawn = terminal(pipeline.picture(rules, puzzle, Drawing({"bridge": values})), plain=plain)
    assert drawn.splitlines() == wanted
    single = {link: int(link.lattice == (1, 2)) for link in values}
    alone = terminal(pipeline.picture(rules, puzzle, Drawing({"bridge": single})), plain=plain)
    assert alone.splitlines()[1] == wanted[1].replace("+", "-").replace("┏", "━")


def test_a_given_that_the_board_does_not_have_takes_no_margin_of_its_own() -> None:
    rules = rules_of(
        """
puzzle "Margins"
board rectangle
given sums : rows to number?
given seen : views to number? at block
find digit : cells to 1..3
rule sums "Sums": every r in rows with r.sums: sum(digit of r) = r.sums
rule seen "Seen": every v in views with v.seen: count(v) >= v.seen
"""
    )

    def levels(text: str) -> dict[str, int]:
        scene = pipeline.picture(rules, pipeline.board(rules, text))
        return {side: max(one.level for one in scene.margins if one.side == side) for side in ("left", "top")}

    grid = "size: 2x2\n\n"
    assert levels(grid) == {"left": 0, "top": 0}
    both = grid + "[sums]\nleft: 3 .\n\n[seen]\ntop: 1 .\nleft: . .\nright: . .\nbottom: . .\n"
    assert levels(both) == {"left": 1, "top": 0}


def test_sums_in_one_cell_stand_beside_a_line() -> None:
    rules = pipeline.ruleset(
        Source(
            "sums.rules",
            'puzzle "Sums"\nboard rectangle\ngiven block : set of cells as "#"\ngiven across : block to number?\n'
            "find digit : cells to 1..9\ndraw block: divided\ndraw across: top right\n",
        )
    )
    drawn = svg(highlights.picture(rules, boards.read(rules, Source("board", "##.\n\n[across]\n3 . .\n"))))
    assert drawn.count('d="M0 0L40 40"') == 1, "one block has a sum, one has none"


def test_a_line_with_a_direction_is_a_stroke_and_points_along_it() -> None:
    text = 'puzzle "P"\nboard rectangle\ngiven way : links to {on, back}?  as on ">v", back "<^"\n'
    text += "find mark : set of cells\ndraw way: on line on, back line back\n"
    rules = pipeline.ruleset(Source("rules", text))
    board = pipeline.board(rules, ".>.<.\n")
    marks = list(pipeline.picture(rules, board).marks())
    assert [mark.at for mark in marks if isinstance(mark, Stroke)] == list(board.geometry.links)
    assert [mark.shape for mark in marks if isinstance(mark, Sign)] == ["greater", "less"]
