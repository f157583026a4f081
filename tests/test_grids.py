"""Game IDs of Loopy on the lattices that its program has."""

import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.formats.tatham import grids
from puzzlelang.geometry import lattice_files
from puzzlelang.geometry.cut_outs import cut_out
from puzzlelang.source import Source
from tests.test_cut_outs import RULES, board, problem

LOOPY = [
    ("triangle", 19, 14, "3x3t1:0_1c1222c0a222c"),
    ("hexagon", 9, 16, "3x3t2:a303a1b1"),
    ("snub-square", 21, 20, "3x3t3:23b120c20a013b3b"),
    ("cairo", 17, 32, "3x4t4:b44c4b3a210b"),
    ("great-hexagon", 33, 51, "3x3t5:b1a22121b2d30a2c2c25a442"),
    ("octagon", 13, 38, "3x3t6:a4a53d3150"),
    ("kite", 54, 68, "3x3t7:3a3c2b1a3d3a12a3a1201a2a3a1c2222c32b11a1b0"),
    ("floret", 18, 29, "2x2t8:a32d3b3b0b02"),
    ("dodecagon", 10, 13, "2x3t9:a1c0a02a"),
    ("great-dodecagon", 11, 36, "2x2t10:dB3a3301"),
    ("great-great-dodecagon", 17, 56, "2x2t13:Bb2b423e0A3"),
    ("kagome", 25, 32, "3x3t14:a0112c3d3004a22c4a"),
    ("compass-dodecagon", 9, 14, "2x2t15:2c2a0a2"),
]
"""Game IDs that the program made, each with its lattice, and how many cells and lines of the answer it has."""


@pytest.mark.parametrize(("name", "cells", "lines", "identifier"), LOOPY)
def test_game_ids_of_loopy(name: str, cells: int, lines: int, identifier: str) -> None:
    puzzle = board(identifier)
    result = pipeline.solve(RULES, puzzle)
    assert result.unique
    drawn = sum(map(bool, result.answers[0].values["line"].values()))
    assert (puzzle.geometry.lattice, len(puzzle.geometry.cells), drawn) == (name, cells, lines)
    assert pipeline.convert(RULES, puzzle, "tatham").strip() == identifier
    assert pipeline.convert(RULES, board(pipeline.convert(RULES, puzzle, "text")), "tatham").strip() == identifier


def test_old_boards_of_triangles_have_other_corners() -> None:
    old, new = board("5x5t1:2c2a1a2a201a1a1a1112a1a2b1211f0b21a2a2a0a"), board(f"5x5t1:0_{'z' * 2}a")
    assert (len(old.geometry.cells), len(new.geometry.cells)) == (50, 53)
    assert pipeline.convert(RULES, old, "tatham").startswith("5x5t1:2c2a1")
    assert pipeline.solve(RULES, old).unique


@pytest.mark.parametrize("name", grids.walks())
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 3), (6, 5)])
def test_outlines_are_found_again(name: str, size: tuple[int, int]) -> None:
    faces = list(grids.walks()[name].faces(*size))
    assert len(faces) == len(set(faces)) <= grids.walks()[name].most_faces(*size)
    if faces:
        result = cut_out(lattice_files.lattice(grids.walks()[name].lattice), faces)
        outline = grids.written_outline(result.board)
        again = grids.walks()["_".join(filter(None, (outline.kind, outline.description.strip("_"))))]
        order = [cell.index for cell in outline.order]
        other = cut_out(result.board.shape, list(again.faces(outline.width, outline.height)))
        assert [cell.index for cell in other.cells.values()] == order
        assert {cell.lattice for cell in other.board.cells} == {cell.lattice for cell in result.board.cells}


def test_game_ids_that_are_refused() -> None:
    assert problem("5x5t11:G893,2407,0_c2b3b0") == "E203 t11"
    assert problem("9x9t17:a_1") == "E203 t17"
    assert problem("5x5t99:a1") == "E203 t99"
    assert problem("5x5t1:7_a1") == "E203 t1"
    assert problem("5x5t2:0_a1") == "E203 t2"
    assert problem("1x1t4:a") == "E203 1x1"
    assert problem("9999x9999t7:a") == "E110 9999x9999"
    assert problem("3x3t2:a303a1b1a1").startswith("E203")
    assert problem("3x3t2:a303a1").startswith("E203")
    with pytest.raises(Failed, match="no game ID has a board of the lattice `hexagon` with this outline"):
        pipeline.convert(RULES, board("lattice: hexagon\n. .\n   .\n. .\n"), "tatham")
    with pytest.raises(Failed, match="no game ID"):
        pipeline.convert(RULES, board("lattice: cube\n...\n"), "tatham")


def test_rules_that_have_not_the_lattice() -> None:
    text = 'puzzle "T"\nboard rectangle or hexagon\ngiven clue : cells to 0..6?\nfind line : set of borders\n'
    rules = pipeline.ruleset(Source("T", f'{text}read tatham "loopy": tiling, digits(clue)\n'))
    assert pipeline.board(rules, Source("", "3x3t2:a303a1b1")).geometry.lattice == "hexagon"
    with pytest.raises(Failed, match="boards of T have `rectangle` or `hexagon`"):
        pipeline.board(rules, Source("", "3x3t6:a4a53d3150"))
