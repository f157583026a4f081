"""Penpa addresses of grids that are not squares."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.formats.guess import penpa
from puzzlelang.formats.penpa import file, tiling_frame
from puzzlelang.formats.pieces import round_trip
from puzzlelang.formats.text.read import givens_key
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source
from tests import library
from tests.test_penpa import HOST, packed

SLITHERLINK = pipeline.load("slitherlink")

CELLS: dict[str, tuple[str, int, dict[int, list[int]]]] = {
    "hex": ("hexagon", 3, {54: [144, 245, 145, 255, 154, 254], 44: [133, 234, 134, 245, 144, 244],
                           45: [134, 235, 135, 246, 145, 245]}),
    "pyramid": ("hexagon", 4, {27: [90, 147, 91, 155, 99, 154], 19: [82, 138, 83, 147, 90, 146],
                               20: [83, 139, 84, 148, 91, 147]}),
    "tri": ("triangle", 3, {91: [27, 35, 36], 155: [26, 27, 35], 156: [27, 28, 36], 83: [19, 26, 27]}),
    "truncated_square": ("octagon", 3, {442: [444, 445, 446, 426, 315, 314, 322, 342],
                                        312: [314, 315, 316, 296, 159, 158, 166, 186], 313: [322, 314, 186, 185]}),
    "snub_square": ("snub-square", 3, {553: [562, 558, 334], 552: [558, 516, 295, 334], 556: [571, 564, 558, 562],
                                       325: [334, 295, 328]}),
    "cairo_pentagonal": ("cairo", 4, {663: [648, 692, 693, 966, 925], 654: [645, 648, 649, 692, 690],
                                      656: [647, 648, 920, 925, 921], 650: [644, 645, 646, 648, 647]}),
    "rhombitrihexagonal": ("great-hexagon", 3, {649: [659, 658, 386, 385], 378: [384, 385, 386, 387, 388, 389],
                                                648: [654, 655, 656, 657, 658, 659], 598: [386, 600, 605, 387]}),
    "deltoidal_trihexagonal": ("kite", 4, {1144: [1134, 1135, 1137, 1139], 762: [756, 760, 1137, 1139],
                                           778: [760, 810, 1135, 1137], 763: [756, 1081, 1082, 1139]}),
}  # fmt: skip
"""For each kind its lattice here, a size, and some cells of such a grid with their corners, by Penpa's own numbers."""

Marks = Mapping[str, Any]


def link(kind: str, size: int, cells: Sequence[int], question: Marks, answer: Marks | None = None) -> str:
    steps = [after - before for before, after in zip([0, *cells], cells, strict=False)]
    parts = [f"{kind},{size},{size},38,0,1,1", "[0]", "{}", json.dumps(question), json.dumps(answer or {})]
    return HOST + packed("\n".join([*parts, json.dumps(steps), *[""] * 11, ""]))


def board(text: str) -> Puzzle:
    return pipeline.board(SLITHERLINK, Source("link", text))


def problem(text: str) -> str:
    with pytest.raises(Failed) as failed:
        board(text)
    (only,) = failed.value.diagnostics
    return f"{only.code} {only.message}"


def ring(corners: Sequence[int], frame: tiling_frame.TilingFrame) -> list[tuple[int, int]]:
    """The sides of a cell by the numbers of their ends, in any order."""
    pairs = ((one, other) for one in corners for other in corners if one < other)
    points = {number: frame.point(number) for number in corners}
    return [
        (one, other) for one, other in pairs
        if (a := points[one]) and (b := points[other]) and frame.stroke(a, b) is not None
    ]  # fmt: skip


@pytest.mark.parametrize("kind", CELLS)
def test_numbers_are_those_of_cells_corners_and_sides(kind: str) -> None:
    lattice, size, known = CELLS[kind]
    source = Source("link", link(kind, size, list(known), {}))
    frame, *_ = file.read_sheet(source)
    assert isinstance(frame, tiling_frame.TilingFrame)
    assert frame.tiling.lattice == lattice
    cells = {cell.lattice: cell for cell in frame.tiling.cells}
    assert {frame.point(number) for number in known} == set(cells)
    for number, corners in known.items():
        at = frame.point(number)
        assert at is not None
        assert {frame.point(corner) for corner in corners} == {
            corner.lattice for corner in frame.tiling.corners_of(cells[at])
        }
        assert len(ring(corners, frame)) == len(corners)
        for other, others in known.items():
            there = frame.point(other)
            assert there is not None
            beside = len({*corners} & {*others}) == 2
            assert (cells[there] in frame.tiling.neighbours(cells[at])) == beside
            assert other == number or (frame.stroke(at, there) is not None) == beside


@pytest.mark.parametrize("kind", CELLS)
def test_an_answer_is_read(kind: str) -> None:
    lattice, size, known = CELLS[kind]
    first, *others = known
    clues = {first: len(known[first])} | {one: int(len({*known[one]} & {*known[first]}) == 2) for one in others}
    frame, *_ = file.read_sheet(Source("link", link(kind, size, list(known), {})))
    assert isinstance(frame, tiling_frame.TilingFrame)
    drawn = {f"{one},{other}": 3 for one, other in ring(known[first], frame)}
    numbers = {str(number): [str(clue), 1, "1"] for number, clue in clues.items()}
    puzzle = board(link(kind, size, list(known), {"number": numbers}, {"lineE": drawn}))
    assert isinstance(puzzle.geometry, Tiling)
    assert (puzzle.geometry.lattice, len(puzzle.geometry.cells)) == (lattice, len(known))
    assert puzzle.drawing is not None
    assert sum(map(bool, puzzle.drawing.values["line"].values())) == len(known[first])
    assert pipeline.check(SLITHERLINK, puzzle).findings == ()
    again = board(pipeline.convert(SLITHERLINK, puzzle, "text"))
    assert givens_key(again) == givens_key(puzzle)
    assert again.drawing is not None


def test_shaded_cells_and_lines_between_cells() -> None:
    rules = pipeline.ruleset(Source("T", 'puzzle "T"\nboard hexagon\nfind on : set of cells\nfind way : set of links\n'
                                    'read penpa "t": shaded(on), lines(way)\n'))  # fmt: skip
    answer = {"surface": {"54": 1}, "line": {"44,54": 3, "44,45": 3}}
    puzzle = pipeline.board(rules, Source("link", link("hex", 3, [44, 45, 54], {}, answer)))
    assert puzzle.drawing is not None
    drawn = {name: {str(at) for at, there in values.items() if there} for name, values in puzzle.drawing.values.items()}
    assert drawn == {"on": {"R2C1"}, "way": {"R1C1-R1C2", "R1C1-R2C1"}}


def test_what_cannot_be_read_is_refused() -> None:
    cells = [44, 45, 54]
    assert problem(link("iso", 3, cells, {})).startswith("E202 this board has a grid of three large faces of a cube")
    assert problem(link("penrose_P3", 3, cells, {})).startswith("E202 this board has a grid of Penrose's rhombs")
    assert problem(link("tetrakis_square", 3, cells, {})).startswith("E202 this board has a grid of squares cut")
    assert problem(link("hats", 3, cells, {})) == "E202 this board has a grid of the kind `hats`"
    assert problem(link("hex", 3, [], {})) == "E203 this board has no cells"
    assert problem(link("hex", 3, [144], {})) == "E203 the list of the cells leaves the grid"
    assert problem(link("hex", 3, [99_999], {})) == "E203 the list of the cells leaves the grid"
    assert problem(link("hex", 5000, cells, {})) == "E203 a board of a size above 100 is not read"
    assert problem(HOST + packed("hex,3\n[0]\n{}\n{}\n{}\n[44]")).startswith("E202 here should stand the size")
    assert problem(link("hex", 3, cells, {"number": {"99999": ["1", 1, "1"]}})).startswith("E203")
    assert problem(link("hex", 3, cells, {"numberS": {"44": ["1", 1]}})).startswith("E203")
    assert problem(link("hex", 3, cells, {"line": {"44,45": 3}})).endswith(
        "(lines) is read by no piece of `slitherlink`"
    )
    assert "read by no piece" in problem(link("hex", 3, cells, {"number": {"61": ["1", 1, "1"]}}))
    assert "read by no piece" in problem(link("hex", 3, cells, {"lineE": {"144,154": 3}}))


def test_rules_of_squares_and_proposals_refuse_it() -> None:
    text = link("hex", 3, [44, 45, 54], {})
    with pytest.raises(Failed, match="the board has the lattice `hexagon`, and boards of Aquarium have `rectangle`"):
        pipeline.board(pipeline.load("aquarium"), Source("link", text))
    with pytest.raises(Failed, match="only boards of squares are shown and proposed so"):
        penpa.open_address(Source("link", text))


def rows_of(lattice: str, height: int, width: int) -> str:
    """A board without clues, as text."""
    shifted = [" " * (row % 2) + " ".join("." * width) for row in range(height)]
    return f"lattice: {lattice}\n\n" + "\n".join(shifted if lattice == "hexagon" else ["." * width] * height)


def filled(lattice: str, height: int, width: int) -> Puzzle:
    """A board with a clue in each cell and a line along each border."""
    empty = pipeline.board(SLITHERLINK, rows_of(lattice, height, width))
    clues = {cell: cell.index % 5 for cell in empty.geometry.cells}
    drawing = Drawing({"line": dict.fromkeys(empty.geometry.borders, True)})
    return msgspec.structs.replace(empty, givens={**empty.givens, "clue": clues}, drawing=drawing)


SIZED = [
    (lattice, *size) for lattice in sorted({one[0] for one in CELLS.values()}) for size in ((1, 1), (2, 3), (5, 7))
]


@pytest.mark.library
@pytest.mark.parametrize(("lattice", "height", "width"), library.few(SIZED, 10))
def test_a_board_is_written_and_comes_back(lattice: str, height: int, width: int) -> None:
    puzzle = filled(lattice, height, width)
    text = pipeline.convert(SLITHERLINK, puzzle, "penpa")
    again = board(text)
    assert round_trip.is_same_puzzle(SLITHERLINK, puzzle, again)
    assert again.drawing is not None
    assert set(again.drawing.values["line"]) == set(again.geometry.borders)
    frame, *_ = file.read_sheet(Source("link", text))
    assert isinstance(frame, tiling_frame.TilingFrame)
    shown = {number for number, _ in frame.kind.faces(frame.columns, frame.rows)}
    for cell in frame.tiling.cells:
        numbers = [at for at in range(frame.kind.amount(frame.columns, frame.rows)) if frame.point(at) == cell.lattice]
        assert frame.number(cell.lattice) == numbers[0]
        assert numbers[0] in shown


@pytest.mark.parametrize(
    "name", ["light-up", "fillomino", "heyawake", "masyu", "minesweeper", "nanro", "nurikabe", "star-battle"]
)
def test_marks_of_many_kinds_are_written(name: str) -> None:
    rules = pipeline.load(name)
    texts = [example.board for example in rules.examples if example.board and "lattice: hex" in example.board.text]
    assert texts
    for text in texts:
        puzzle = pipeline.board(rules, text)
        again = pipeline.board(rules, pipeline.convert(rules, puzzle, "penpa"))
        assert round_trip.is_same_puzzle(rules, puzzle, again)


def test_what_penpa_has_no_room_for_is_refused() -> None:
    def written(name: str, text: str) -> str:
        rules = pipeline.load(name)
        with pytest.raises(Failed) as failed:
            pipeline.convert(rules, pipeline.board(rules, text), "penpa")
        (only,) = failed.value.diagnostics
        return f"{only.code} {only.message}"

    assert written("slitherlink", rows_of("cube", 2, 3)) == "E208 Penpa has no grid of the lattice `cube`"
    assert written("slitherlink", rows_of("hexagon", 2, 61)).startswith("E208 this board is larger than all grids")
    coral = next(one.board for one in pipeline.load("coral").examples if one.board and "hexagon" in one.board.text)
    assert "squares only" in written("coral", coral.text)
    detour = next(one.board for one in pipeline.load("detour").examples if one.board and "hexagon" in one.board.text)
    assert "small marks in squares only" in written("detour", detour.text)
