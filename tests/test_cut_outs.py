"""Boards cut out of lattices, in board text and in JSON."""

import json
import random

import msgspec
import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.formats.text.read import givens_key
from puzzlelang.geometry import lattice_files, lattices
from puzzlelang.geometry.cut_outs import CutOut, cut_out
from puzzlelang.geometry.places import place_text
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import TilingCell
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

NAMES = lattice_files.names()[1:]
RULES = pipeline.load("slitherlink")


def board(text: str) -> Puzzle:
    return pipeline.board(RULES, Source("board", text))


def problem(text: str) -> str:
    with pytest.raises(Failed) as failed:
        board(text)
    (only,) = failed.value.diagnostics
    assert only.span is not None
    return f"{only.code} {only.span.text}"


def some(name: str, seed: int) -> tuple[lattices.Lattice, list[tuple[int, int]]]:
    """Faces of a lattice here and there, one in each row at least."""
    shape, chance = lattice_files.lattice(name), random.Random(f"{name} {seed}")
    top, left = chance.randint(-5, 5), chance.randint(-9, 9)
    rows = range(top, top + chance.randint(1, 5))
    return shape, [(row, left + column) for row in rows for column in {chance.randint(0, 7) for _ in range(4)}]


def polygons(made: CutOut) -> set[tuple[tuple[int, int], ...]]:
    """The corners of all cells, from the upper left corner of them all on."""
    faces = [one.polygon for one in made.board.cells if isinstance(one, TilingCell)]
    x0, y0 = (min(point[axis] for face in faces for point in face) for axis in (0, 1))
    return {tuple(sorted((round(50 * (x - x0)), round(50 * (y - y0))) for x, y in face)) for face in faces}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_cut_out_is_the_same_wherever_it_lies(name: str, seed: int) -> None:
    shape, faces = some(name, seed)
    result = cut_out(shape, faces)
    assert len(result.board.cells) == len(set(faces)) == len(result.cells)
    x0, y0 = (min(point[axis] for face in faces for point in shape.face(*face)) for axis in (0, 1))
    corners = (shape.face(*face) for face in set(faces))
    assert polygons(result) == {
        tuple(sorted((round(50 * (x - x0)), round(50 * (y - y0))) for x, y in face)) for face in corners
    }
    moved = [(row + 2 * shape.period, column - 3 * shape.row_length(row)) for row, column in faces]
    other = cut_out(shape, moved).board
    assert [one.lattice for one in other.cells] == [one.lattice for one in result.board.cells]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_board_text_and_json_tell_the_outline(name: str, seed: int) -> None:
    built = cut_out(*some(name, seed)).board
    clues = {cell: index % 3 for index, cell in enumerate(built.cells) if index % 2}
    puzzle = Puzzle(Source("", ""), built, {"clue": clues})
    text = pipeline.convert(RULES, puzzle, "text")
    again = board(text)
    assert givens_key(again) == givens_key(puzzle)
    assert pipeline.convert(RULES, again, "text") == text
    result = json.loads(pipeline.convert(RULES, again, "json"))
    assert result == json.loads(pipeline.convert(RULES, puzzle, "json"))
    assert result["lattice"] == name
    assert result.get("from", "R1C1") == f"R{built.first + 1}C{built.left + 1}" or name == "hexagon"
    there = {f"R{row}C{column}" for row in range(1, built.height + 1) for column in range(1, built.width + 1)}
    assert there - set(result.get("absent", ())) == {str(cell) for cell in built.cells}


@pytest.mark.parametrize("name", NAMES)
def test_drawings_on_a_cut_out_come_back(name: str) -> None:
    puzzle = Puzzle(Source("", ""), cut_out(*some(name, 0)).board, {"clue": {}})
    text = pipeline.convert(RULES, puzzle, "text")
    sides = " ".join(border.text for border in puzzle.geometry.borders[::3])
    drawing = board(f"{text}\n[line]\n{sides}\n").drawing
    assert drawing is not None
    assert {place_text(place) for place, drawn in drawing.values["line"].items() if drawn} == set(sides.split())


def test_a_row_without_cells_cannot_be_written() -> None:
    result = Tiling(3, 2, shape=lattice_files.lattice("kite"), absent=frozenset({(2, 1), (2, 2)}))
    with pytest.raises(Failed, match="row 2 of the board has no cell"):
        pipeline.convert(RULES, Puzzle(Source("", ""), result, {"clue": {}}), "text")


def test_digits_side_by_side_are_cells() -> None:
    for rows, digits in (("12\n21", [1, 2, 2, 1]), ("1 2\n2 1", [1, 2, 2, 1]), ("21\n1", [2, 1, 1])):
        assert list(board(f"lattice: triangle\n{rows}\n").givens["clue"].values()) == digits
    for rows in ("12 12\n  11", "1 2 1\n1 2 1", "11\n1"):
        spaced = rows.replace(" ", "")
        places = [
            (row, column)
            for row, line in enumerate(rows.split("\n"))
            for column, _ in enumerate(line)
            if line[column] != " "
        ]
        puzzle = Puzzle(Source("", ""), cut_out(lattice_files.lattice("triangle"), places).board, {})
        clues = dict(zip(puzzle.geometry.cells, map(int, spaced.replace("\n", "")), strict=True))
        puzzle = msgspec.structs.replace(puzzle, givens={"clue": clues})
        assert givens_key(board(pipeline.convert(RULES, puzzle, "text"))) == givens_key(puzzle)


def test_rows_of_very_different_lengths_are_refused() -> None:
    assert problem(f"lattice: triangle\n{'.' * 20_000}\n" + ".\n" * 3_000) == "E110 ."


def test_where_a_board_begins() -> None:
    assert pipeline.solve(RULES, board("lattice: triangle from R1C2\n 2.1\n.0..2\n")).unique
    assert problem("lattice: triangle from R0C1\n...\n") == "E106 triangle from R0C1"
    assert problem("lattice: triangle from the top\n...\n") == "E106 triangle from the top"
    assert problem("lattice: hexagon from R1C2\n. .\n") == "E106 hexagon from R1C2"
    assert problem("lattice: triangel from R1C2\n...\n") == "E106 triangel from R1C2"
