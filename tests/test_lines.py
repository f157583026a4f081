"""Loops and bridges of Simon Tatham's collection and the Puzzle Team sites: each board has its recorded answer only."""

import csv
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.formats import outside
from puzzlelang.geometry.places import Border, Link
from puzzlelang.source import Source
from tests.corpora import corpora

Drawn = dict[tuple[int, int], int]
"""What is drawn at points of the lattice on which a cell (row, column) lies at (2 row - 1, 2 column - 1)."""

GAMES = {"loopy": "slitherlink", "pearl": "masyu", "bridges": "hashi", "tracks": "tracks"}
TASKS = {"loop": "slitherlink", "masyu": "masyu", "bridges": "hashi"}


def folder(name: str) -> Path:
    result = corpora()
    if result is None or not (result / name).is_dir():
        pytest.skip("the corpora are not here")
    return result / name


def drawn(result: pipeline.Result) -> Drawn:
    (values,) = result.answers[0].values.values()
    actual: Drawn = {}
    for place, value in values.items():
        assert isinstance(place, Link | Border)
        if value:
            actual[place.lattice] = int(value)
    return actual


def recorded_drawing(game: str, solution: Mapping[str, Any]) -> Drawn:
    """The solution of a game as it is recorded: a grid of 0 and 1, masks of four bits, or bridges with their ends."""
    if game == "loopy":
        across = {(2 * r, 2 * c + 1): n for r, row in enumerate(solution["horizontal"]) for c, n in enumerate(row)}
        along = {(2 * r + 1, 2 * c): n for r, row in enumerate(solution["vertical"]) for c, n in enumerate(row)}
        return {point: 1 for point, n in {**across, **along}.items() if n}
    if game in ("pearl", "tracks"):
        masks = {(2 * r + 1, 2 * c + 1): n for r, row in enumerate(solution["mask"]) for c, n in enumerate(row)}
        right = {(r, c + 1): 1 for (r, c), n in masks.items() if n & 1}
        down = {(r + 1, c): 1 for (r, c), n in masks.items() if n & 8}
        # The track goes on below the board.
        return right | {point: n for point, n in down.items() if point[0] < 2 * len(solution["mask"])}
    result: Drawn = {}
    for left, top, right, bottom, number in solution["bridges"]:
        result |= {(2 * top + 1, x): number for x in range(2 * left + 2, 2 * right + 1, 2)}
        result |= {(y, 2 * left + 1): number for y in range(2 * top + 2, 2 * bottom + 1, 2)}
    return result


def games(game: str) -> Iterator[Mapping[str, Any]]:
    with (folder("tatham") / f"{game}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def agrees(game: str, recorded: Mapping[str, Any]) -> bool:
    result = pipeline.solve(GAMES[game], recorded["id"])
    same = pipeline.convert(result.rules, result.puzzle, "tatham").strip() == recorded["id"]
    return same and result.unique and drawn(result) == recorded_drawing(game, recorded["solution"])


@pytest.mark.parametrize("game", GAMES)
def test_a_few_games(game: str) -> None:
    short = [board for board in games(game) if len(board["id"]) < 60]
    assert short
    assert all(agrees(game, board) for board in islice(short, 0, 40, 10))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_games(game: str) -> None:
    assert [board["id"] for board in games(game) if not agrees(game, board)] == []


def tasks(name: str) -> list[dict[str, str]]:
    with (folder("puzzleteam") / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def letters(result: pipeline.Result) -> str:
    """The answer as the sites write it: y or n for each horizontal, then for each vertical line, row by row."""
    (values,) = result.answers[0].values.values()
    at = {place.lattice: bool(value) for place, value in values.items() if isinstance(place, Link | Border)}
    ordered = sorted(at, key=lambda point: (_upright(point, values), point))
    return "".join("y" if at[point] else "n" for point in ordered)


def _upright(point: tuple[int, int], values: Mapping[Any, Any]) -> bool:
    through_cells = any(isinstance(place, Link) for place in values)
    return point[0] % 2 == (0 if through_cells else 1)


def solved_as_recorded(name: str, row: Mapping[str, str]) -> bool:
    rules = pipeline.load(TASKS[name])
    width = int(row["width"])
    cells = sum(ord(sign) - ord("`") if sign.islower() else 1 for sign in row["task"])
    size = int(row["height"]) or cells // width, width
    board = outside.read(rules, Source("task", row["task"]), outside.RecognisedType("puzzleteam", ""), size)
    assert outside.write(rules, board, "puzzleteam") == row["task"]
    result = pipeline.solve(rules, board)
    return result.unique and (not row["answer"] or letters(result) == row["answer"])


@pytest.mark.parametrize("name", TASKS)
def test_a_few_tasks(name: str) -> None:
    assert all(solved_as_recorded(name, row) for row in tasks(name)[:4])


@pytest.mark.long
@pytest.mark.parametrize("name", TASKS)
def test_all_tasks(name: str) -> None:
    assert [row["task"] for row in tasks(name) if not solved_as_recorded(name, row)] == []


ALONG = """
puzzle "Along" board rectangle
find line : set of {places}
rule one "The two places that it joins are told apart": {formula}
"""


@pytest.mark.parametrize(
    ("places", "formula", "answers"),
    [
        # Both links of a row of three cells lie between columns of which one is even.
        ("links", "every a, b in along(line): (a.column mod 2) + (b.column mod 2) = 1", 4),
        # Of both orders one goes to the left.
        ("links", "no a, b in along(line): a.column < b.column", 1),
        ("links", "exactly 1 a, b in along(line): a.column < b.column or b.column < a.column", 2),
        ("links", "connected(cells by along(line))", 1),
        ("links", "connected(touched(line) by along(line))", 4),
        # The cells 1 and 3 are in one part of the line only if both links are drawn.
        ("links", "no a, b in pairs(cells) where a.column + 1 < b.column: b in component(a, cells by along(line))", 3),
        # A row of three cells has eight corners: trees that hold all of them.
        ("borders", "connected(corners by along(line)) and acyclic(along(line))", 56),
    ],
)
def test_along(places: str, formula: str, answers: int) -> None:
    rules = pipeline.ruleset(Source("rules", ALONG.format(places=places, formula=formula)))
    assert len(pipeline.solve(rules, "size: 1x3\n", limit=None).answers) == answers
