"""Shapes that letters name, as values: trominoes, tetrominoes, pentominoes."""

import itertools

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.polyominoes import PIECES, Squares, orientations, parse_bank, squares_as_drawn
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.source import Source
from puzzlelang.syntax.to_text import format_source
from puzzlelang.typed.ir import Ruleset
from tests.test_graph_words import among, answers

Place = tuple[int, int]

HEAD = 'puzzle "T" board rectangle given name : cells to tromino? given at : set of cells find s : set of cells as "#" '
BOARD = "size: 2x3\n[name]\n{}\n[at]\n{}\n"


def piece_squares(kind: str, name: str) -> Squares:
    return squares_as_drawn(PIECES[kind][name])


def rules(text: str, head: str = HEAD) -> Ruleset:
    return pipeline.ruleset(Source("rules", head + text))


@pytest.mark.parametrize(("kind", "bank"), [("tetromino", "tetrominoes"), ("pentomino", "pentominoes")])
def test_letters_name_the_shapes_of_a_bank(kind: str, bank: str) -> None:
    named = [orientations(piece_squares(kind, name))[0] for name in PIECES[kind]]
    assert sorted(named) == [shape for shape, _ in parse_bank(bank).shapes]
    assert [orientations(piece_squares("tromino", name))[0] for name in "IL"] == [
        orientations([(0, 0), (0, 1), (0, 2)])[0],
        orientations([(0, 0), (0, 1), (1, 0)])[0],
    ]


def shifted(cells: set[Place]) -> set[Place]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


def is_piece(cells: set[Place], name: str, turning: bool) -> bool:
    if turning:
        return bool(cells) and orientations(shifted(cells))[0] == orientations(piece_squares("tromino", name))[0]
    return bool(cells) and shifted(cells) == set(piece_squares("tromino", name))


def part(cells: set[Place], start: Place) -> set[Place]:
    result, ahead = set(), [start] if start in cells else []
    while ahead:
        row, column = ahead.pop()
        if (row, column) not in result:
            result.add((row, column))
            ahead += {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & cells
    return result


@pytest.mark.parametrize("turning", [True, False])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", "IL")
def test_a_set_or_a_group_has_the_shape_of_a_letter(name: str, whole: bool, turning: bool) -> None:
    members = "s" if whole else "component(c, s)"
    how = "" if turning else " without turning"
    for formula, expected in (("shape(S) = c.name", True), ("c.name != shape(S)", False)):
        said = formula.replace("S", members + how)
        ruled = rules(f'rule r "r": every c in cells with c.name: {said}')
        problem = pipeline.ground(ruled, pipeline.board(ruled, BOARD.format(f".{name}.\n...", "...\n...")))
        cells = [one.place for one in problem.variables]
        wanted = set()
        for values in itertools.product((False, True), repeat=len(cells)):
            there = {
                (one.row, one.column) for one, here in zip(cells, values, strict=True) if here and isinstance(one, Cell)
            }
            if is_piece(there if whole else part(there, (1, 2)), name, turning) is expected:
                wanted.add(values)
            assert evaluate.satisfies(problem, values) is (values in wanted)
        assert solved(problem) == wanted


def solved(problem: Problem) -> set[tuple[bool, ...]]:
    lazy, eager = (answers(problem, engine) for engine in among("cadical"))
    smt = answers(problem, engines.engine("z3"))
    assert lazy == eager == smt
    return {tuple(map(bool, values)) for values in lazy}


def test_letters_to_be_found() -> None:
    """Each cell says the shape of its area: the ways to cut 2x3 into trominoes."""
    head = 'puzzle "T" board rectangle find area : partition of cells find name : cells to tromino '
    ruled = rules('rule r "r": every c in cells: shape(c.area) = c.name', head)
    result = pipeline.solve(ruled, pipeline.board(ruled, "size: 2x3\n"), limit=None).answers
    assert len(result) == 3
    ruled = rules('rule r "r": every c in cells: shape(c.area without turning) = c.name', head)
    result = pipeline.solve(ruled, pipeline.board(ruled, "size: 2x3\n"), limit=None).answers
    assert len(result) == 1


def test_pentominoes_in_a_rectangle() -> None:
    """The ways to fill 5x4 with pieces of which no two are alike, and with any, against placements one by one."""
    head = 'puzzle "T" board rectangle find area : partition of cells '
    ruled = rules('rule r "r": every a in area: count(a) = 5', head)
    assert len(pipeline.solve(ruled, pipeline.board(ruled, "size: 2x5\n"), limit=None).answers) == tilings(2, 5)
    assert len(pipeline.solve(ruled, pipeline.board(ruled, "size: 3x5\n"), limit=None).answers) == tilings(3, 5)


def tilings(height: int, width: int) -> int:
    shapes = [image for name in PIECES["pentomino"] for image in orientations(piece_squares("pentomino", name))]
    every = frozenset(itertools.product(range(height), range(width)))

    def ways(left: frozenset[Place]) -> int:
        if not left:
            return 1
        row, column = min(left)
        result = 0
        for image in shapes:
            down, right = image[0]
            place = {(r + row - down, c + column - right) for r, c in image}
            result += ways(left - place) if place <= left else 0
        return result

    return ways(every)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('rule r "r": every c in cells: shape(s) = c.name', "E040"),
        ('rule r "r": every c in cells with c.name: count(s) = c.name', "E030"),
        ('rule r "r": every c in cells with c.name: shape(s) < c.name', "E037"),
        ('given other : cells to {I, L}? rule r "r": every c in cells with c.other: shape(s) = c.other', "E030"),
        ('given other : cells to tetromino rule r "r": every c in cells with c.name: c.other = c.name', "E030"),
        ('given other : cells to {A "#.#"} rule r "r": count(s) = 0', "E011"),
        ('given other : cells to {A "x"} rule r "r": count(s) = 0', "E011"),
        ('given other : cells to {A "#", A "##"} rule r "r": count(s) = 0', "E023"),
        ('given other : cells to {A "#", B} rule r "r": count(s) = 0', "E003"),
        ('given other : cells to hexomino rule r "r": count(s) = 0', "E011"),
    ],
)
def test_wrong_uses(text: str, code: str) -> None:
    with pytest.raises(Failed) as caught:
        rules(text)
    assert [one.code for one in caught.value.diagnostics] == [code]


def test_only_squares_have_them() -> None:
    with pytest.raises(Failed) as caught:
        rules('rule r "r": every c in cells with c.name: shape(s) = c.name', HEAD.replace("rectangle", "any"))
    assert [one.code for one in caught.value.diagnostics] == ["E065"]


def test_names_with_drawings_are_the_same() -> None:
    """A family as the file draws it, as it is written again, and its letters on a board."""
    drawn = 'cells to {I "###", L "##/#."}?'
    text = HEAD.replace("cells to tromino?", drawn) + 'rule r "r": every c in cells with c.name: shape(s) = c.name'
    assert drawn in format_source(Source("rules", text))
    boards = [BOARD.format(f".{name}.\n...", "...\n...") for name in "IL"]
    ruled, plain = (pipeline.ruleset(Source("rules", one)) for one in (text, text.replace(drawn, "cells to tromino?")))
    for board in boards:
        mine, theirs = (pipeline.ground(one, pipeline.board(one, board)) for one in (ruled, plain))
        assert solved(mine) == solved(theirs)
        assert solved(mine)
