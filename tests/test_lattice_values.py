"""Directions as values on hexagons, and boards that are square if they have squares."""

import itertools
import json

import pytest

from puzzlelang import pipeline, workshop
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text import write
from puzzlelang.render import players
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits
from tests.commands import run

HEAD = 'puzzle "Ways"\nboard rectangle or hexagon\ngiven way : cells to direction?\nfind ink : set of cells as "#"\n'
AHEAD = """
rule ahead "Ink lies where the arrows point":
  every c in cells: c in ink iff (some x in cells with x.way: c in next(x, x.way))
"""
FLOWER = " . .\n. {} .\n . .\n"
WAYS = {"↗": "R1C2", ">": "R2C3", "↘": "R3C2", "↙": "R3C1", "<": "R2C1", "↖": "R1C1"}


def rules_of(text: str) -> Ruleset:
    return pipeline.ruleset(Source("rules", text))


@pytest.mark.parametrize(("sign", "cell"), WAYS.items())
def test_six_arrows_point_to_six_neighbours(sign: str, cell: str) -> None:
    rules = rules_of(HEAD + AHEAD)
    text = "lattice: hexagon\n\n" + FLOWER.format(sign)
    puzzle = pipeline.board(rules, text)
    assert write.write(rules, puzzle).rstrip() == text.rstrip()
    (answer,) = pipeline.solve(rules, puzzle).answers
    assert [str(one) for one, there in answer.values["ink"].items() if there] == [cell]


def test_names_of_directions_are_read() -> None:
    rules = rules_of(HEAD + AHEAD)
    named = pipeline.board(rules, "lattice: hexagon\n\nup_right    .           down_left\n")
    drawn = pipeline.board(rules, "lattice: hexagon\n\n↗ . ↙\n")
    assert list(named.givens["way"].values()) == list(drawn.givens["way"].values()) == ["up_right", "down_left"]


@pytest.mark.parametrize("sign", ["↗", "↙"])
def test_squares_have_no_oblique_arrows(sign: str) -> None:
    rules = rules_of(HEAD + AHEAD)
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, pipeline.board(rules, f"{sign}.\n..\n"))
    assert [item.code for item in caught.value.diagnostics] == ["E152"]


def test_hexagons_have_no_arrow_upwards() -> None:
    rules = rules_of(HEAD + AHEAD)
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, pipeline.board(rules, "lattice: hexagon\n\n" + FLOWER.format("^")))
    assert [item.code for item in caught.value.diagnostics] == ["E152"]


def test_new_boards_have_arrows_in_all_directions_of_the_lattice() -> None:
    """Whether an arrow to be chosen points somewhere is decided as for arrows that are given."""
    one = 'rule one "One cell has ink": count(ink) = 1\n'
    rules = rules_of(HEAD + AHEAD + one)
    template = pipeline.board(rules, "lattice: hexagon\n\n" + FLOWER.format("."))
    result = [workshop.generate(rules, template, seed=seed, within=Limits(seconds=60)).puzzles for seed in range(12)]
    ways = {str(way) for puzzle in itertools.chain.from_iterable(result) for way in puzzle.givens["way"].values()}
    assert ways <= {"up_right", "right", "down_right", "down_left", "left", "up_left"}
    assert any("_" in way for way in ways)
    for puzzle in itertools.chain.from_iterable(result):
        assert len(pipeline.solve(rules, puzzle).answers) == 1


SQUARE = 'puzzle "Rooks"\nboard square or hexagon\nfind rook : set of cells as "*"\n'
ONE = 'rule one "{l} has a rook": every l in lines: count(rook & l) = 1\n'


def test_squares_are_square_where_the_rules_say_so() -> None:
    rules = rules_of(SQUARE + ONE)
    assert len(pipeline.board(rules, "...\n...\n...\n").geometry.cells) == 9
    assert len(pipeline.board(rules, "lattice: hexagon\n\n. . . .\n . . .\n").geometry.cells) == 7
    assert len(pipeline.board(rules, "lattice: hexagon\nsize: 2x3\n").geometry.cells) == 6
    for text in ("...\n...\n", "size: 2x3\n"):
        with pytest.raises(Failed) as caught:
            pipeline.board(rules, text)
        assert [item.code for item in caught.value.diagnostics] == ["E109"]


@pytest.mark.parametrize("board", ["square or rectangle", "rectangle or square", "any or square"])
def test_squares_are_named_once(board: str) -> None:
    with pytest.raises(Failed) as caught:
        rules_of(SQUARE.replace("square or hexagon", board) + 'rule one "One": count(rook) = 1\n')
    assert "E056" in [item.code for item in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("tents", None),
        ("star-battle", "Boards: squares and hexagons"),
        ("hexagonal-sudoku", "Boards: hexagons"),
        ("slitherlink", "Boards: squares, hexagons, triangles and all other lattices"),
    ],
)
def test_rules_for_players_say_what_boards_consist_of(name: str, boards: str | None) -> None:
    shown = players.as_text(pipeline.load(name)).splitlines()
    assert [line for line in shown if line.startswith("Boards")] == ([] if boards is None else [boards])


def test_rules_without_squares_speak_of_no_rows() -> None:
    rules = pipeline.load("hexagonal-sudoku")
    assert players.rule_sentences(rules)[0] == "Each line holds no digit twice."
    assert players.rule_sentences(pipeline.load("star-battle"))[0].startswith("Each row and column holds")


def test_the_library_is_listed_by_lattice() -> None:
    def listed(*words: str) -> list[str]:
        shown = run("list", "--json", *words)
        assert shown.returncode == 0, shown.stderr
        return [one["name"] for one in json.loads(shown.stdout)]

    everywhere, hexagons = listed("--lattice", "kagome"), listed("--lattice", "hexagon")
    assert {"slitherlink", "nurikabe"} <= set(everywhere) < set(hexagons)
    assert set(hexagons) - set(everywhere) >= {"yajilin", "star-battle", "hexagonal-kakuro"}
    assert "tents" not in hexagons
    assert listed("--lattice", "hexagon", "kakuro") == ["hexagonal-kakuro"]


ROOMS = (
    'puzzle "Rooms"\nboard triangle\ngiven room : partition of cells\nfind digit : cells to 1..6\n'
    'rule room "{r} holds every digit once": every r in room: distinct(digit of r)\n'
)


@pytest.mark.parametrize("main", ["", "......\n......\n\n"])
@pytest.mark.parametrize("row", ["aabbcc\n", "a a b b c c\n", "A1 A1 B  B  C  C\n"])
def test_blocks_may_have_a_character_for_each_cell(main: str, row: str) -> None:
    rules = rules_of(ROOMS)
    puzzle = pipeline.board(rules, f"lattice: triangle\n\n{main}[room]\n{row}{row}")
    assert sorted(len(room.cells) for room in puzzle.partitions["room"]) == [4, 4, 4]
    drawn = pipeline.board(rules, f"lattice: triangle\n\n{main}[room]\n{row}{row}\n[answer]\n123456\n342156\n")
    assert drawn.drawing is not None
    assert [value for _, value in sorted(drawn.drawing.values["digit"].items(), key=lambda one: one[0].index)] == [
        *(1, 2, 3, 4, 5, 6),
        *(3, 4, 2, 1, 5, 6),
    ]
