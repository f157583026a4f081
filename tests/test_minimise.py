"""Fewer clues: the answer stays the only one, and each clue that is left is needed."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import puzzlelang
from puzzlelang import pipeline, workshop
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.making.minimise import MinimiseOptions, _Minimisation
from puzzlelang.making.residual_givens import ResidualGivens, clues, single_units, units, without_clues
from puzzlelang.making.symmetry import Symmetry, orbits, symmetry_of_name
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import engines
from puzzlelang.solving.stats import Stats
from puzzlelang.source import Source
from puzzlelang.steps.rating.ratings import LEVELS
from puzzlelang.typed import ir
from puzzlelang.workers.limits import Limits
from tests import library
from tests.library import sweep
from tests.random_puzzles import brute_force
from tests.test_cli import ROOT, TENTS, run, write
from tests.test_questions import small

ALL_SUMS = """
puzzle "Sums"
board rectangle
given clue : lines to number?
find  black : set of cells as "#"
rule clue "{l} has {l.clue}": every l in lines with l.clue: count(black & l) = l.clue
"""

BARE = """
puzzle "Bare"
board rectangle
given clue : cells to 0..4?
find  black : set of cells as "#"
rule clue  "{c} has {c.clue} black neighbours": every c in cells with c.clue: count(black & next(c)) = c.clue
rule bare  "A cell without a clue is white, but one": count({c in cells where not present(c.clue)} & black) < 2
"""


def only(rules: ir.Ruleset, puzzle: Puzzle) -> tuple[int, ...] | None:
    """The only answer, by brute force; None if there is not just one, or the puzzle cannot be grounded."""
    try:
        result = brute_force(pipeline.ground(rules, puzzle))
    except Failed:
        return None
    return next(iter(result)) if len(result) == 1 else None


def unique_boards(names: list[str], seeds: str) -> Iterator[tuple[ir.Ruleset, Puzzle]]:
    """Random small boards with clues and one answer."""
    for name in names:
        for seed in seeds:
            rules, board, _ = small(name, f"minimise {seed}")
            if clues(rules, board) and only(rules, board) is not None:
                yield rules, board


def minimal(rules: ir.Ruleset, puzzle: Puzzle, symmetry: str) -> bool:
    """Whether no unit can go without the answer being another one or not the only one, by brute force."""
    remains = ResidualGivens(rules)
    every, alike, answer = remains.clues(puzzle), Symmetry(symmetry), only(rules, puzzle)
    trials = [*units(puzzle, every, (), alike), *single_units(puzzle, every, (), alike)]
    going = [unit for unit in trials if remains.removable(puzzle, unit)]
    return answer is not None and not any(only(rules, remains.without(puzzle, unit)) == answer for unit in going)


@pytest.mark.library
@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_minimal_boards_are_minimal_by_brute_force(letter: str) -> None:
    for rules, board in unique_boards([name for name in library.swept() if name[0] == letter], "ab"):
        symmetry = random.Random(rules.title).choice(("none", "half-turn", "mirror"))
        result = workshop.minimise(rules, board, symmetry=symmetry, seed=1)
        assert result.minimal
        assert result.puzzle is not None
        assert result.left == len(ResidualGivens(rules).clues(result.puzzle))
        assert only(rules, result.puzzle) == only(rules, board), rules.title
        assert minimal(rules, result.puzzle, symmetry), rules.title


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(3, 12))
def test_rules_about_missing_clues(seed: int) -> None:
    """Without a clue its cell may be white by the second rule, so one clue less can be one constraint more."""
    rules = pipeline.ruleset(Source("bare.rules", BARE))
    chance = random.Random(seed)
    while True:
        board = pipeline.board(rules, "".join(
            "".join(chance.choice("..0112") for _ in range(4)) + "\n" for _ in range(3)
        ))  # fmt: skip
        if len(clues(rules, board)) > 3 and only(rules, board) is not None:
            break
    result = workshop.minimise(rules, board, seed=seed)
    assert result.puzzle is not None
    assert only(rules, result.puzzle) == only(rules, board)
    assert minimal(rules, result.puzzle, "none")


def test_the_answer_stays_the_same() -> None:
    rules = pipeline.load("tents")
    board = pipeline.board(rules, TENTS)
    result = workshop.minimise(rules, board)
    assert result.puzzle is not None
    before, after = pipeline.solve(rules, board), pipeline.solve(rules, result.puzzle)
    assert after.unique
    assert before.answers[0].values["tent"] == after.answers[0].values["tent"]
    assert result.puzzle.givens["tree"] == board.givens["tree"]


@library.sweep_large
def test_structure_is_kept_and_so_is_what_is_wished() -> None:
    rules = pipeline.load("tents")
    board = pipeline.board(rules, TENTS)
    result = workshop.minimise(rules, board, keep=["row 1", "Column 2"])
    assert result.puzzle is not None
    assert {"row 1", "column 2"} <= {str(place) for place in result.puzzle.givens["clue"]}
    assert result.left > workshop.minimise(rules, board).left
    assert workshop.minimise(rules, board, keep=["clue"]).dropped == 0
    assert workshop.minimise(rules, board, least=25).left == 25


def test_of_several_values_at_one_place_each_may_go() -> None:
    rules = pipeline.load("castle-wall")
    board = next(pipeline.board(rules, example.board) for example in rules.examples if example.board is not None)
    result = workshop.minimise(rules, board)
    assert result.puzzle is not None
    remains = ResidualGivens(rules)
    assert result.minimal
    for clue in remains.clues(result.puzzle):
        try:
            less = pipeline.solve(rules, remains.without(result.puzzle, [clue]))
        except Failed:
            continue
        assert not less.unique, clue


def test_units_that_share_a_clue_go_together() -> None:
    rules = pipeline.load("tents")
    board = pipeline.board(rules, TENTS)
    answer = pipeline.solve(rules, board).answers[0]
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    remains = ResidualGivens(rules)
    minimisation = _Minimisation(prover, board, answer, MinimiseOptions(), remains)
    less = workshop.minimise(rules, board).puzzle
    assert less is not None
    first, second, *_ = [clue for clue in remains.clues(board) if clue.place not in less.givens[clue.name]]
    removed = list(minimisation.remove_all([(first,), (first, second), (second,)]))
    assert removed == [(first,), (second,)]


@pytest.mark.parametrize("symmetry", ["none", "half-turn", "quarter-turn", "mirror"])
def test_clues_go_with_their_images(symmetry: str) -> None:
    rules = pipeline.ruleset(Source("sums.rules", ALL_SUMS))
    board = pipeline.board(rules, "  2011\n2 ....\n1 ....\n0 ....\n1 ....\n")
    result = workshop.minimise(rules, board, symmetry=symmetry)
    if result.puzzle is None:
        assert len(result.answers) == 2
        return
    whole, left = clues(rules, board), clues(rules, result.puzzle)
    alike = orbits(board.geometry, Symmetry(symmetry), [clue.place for clue in whole])
    gone = {alike[clue.place] for clue in whole if clue not in left}
    assert gone.isdisjoint(alike[clue.place] for clue in left)


def test_orbits() -> None:
    square, wide = SquareGrid(3, 3), SquareGrid(2, 3)
    cells = square.cells

    def together(symmetry: Symmetry, geometry: SquareGrid, places: object) -> list[list[str]]:
        result: dict[int, list[str]] = {}
        for place, number in orbits(geometry, symmetry, places).items():  # type: ignore[arg-type]
            result.setdefault(number, []).append(str(place))
        return list(result.values())

    assert len(together(Symmetry.NONE, square, cells)) == 9
    assert together(Symmetry.QUARTER_TURN, square, cells) == [
        ["R1C1", "R1C3", "R3C3", "R3C1"], ["R1C2", "R2C3", "R3C2", "R2C1"], ["R2C2"],
    ]  # fmt: skip
    assert together(Symmetry.HALF_TURN, wide, wide.cells) == [["R1C1", "R2C3"], ["R1C2", "R2C2"], ["R1C3", "R2C1"]]
    assert together(Symmetry.MIRROR, wide, wide.lines) == [
        ["row 1"], ["row 2"], ["column 1", "column 3"], ["column 2"],
    ]  # fmt: skip
    assert together(Symmetry.HALF_TURN, wide, wide.views[:2] + wide.views[3:5]) == [
        ["column 1 seen from the top"], ["column 2 seen from the top", "column 2 seen from the bottom"],
        ["column 1 seen from the bottom"],
    ]  # fmt: skip
    for symmetry in (Symmetry.NONE, Symmetry.HALF_TURN, Symmetry.QUARTER_TURN, Symmetry.MIRROR):
        places = [*square.links, *square.borders, *square.corners, *square.lines, *square.views]
        fine = {"none": {1}, "half-turn": {1, 2}, "mirror": {1, 2}, "quarter-turn": {1, 2, 4}}[symmetry.value]
        assert {len(one) for one in together(symmetry, square, places)} <= fine
    with pytest.raises(Failed, match="E331"):
        symmetry_of_name("quarter-turn", wide)


def rated(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    """The rating of a board as everybody sees it."""
    result = pipeline.rate(rules, puzzle)
    assert result.complete
    return result.rating.name


MASYU = (ROOT / "examples" / "masyu" / "medium.txt").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("name", "text", "level"), [("masyu", MASYU, "easy")])
def test_no_clue_can_go_without_the_board_getting_harder(name: str, text: str, level: str) -> None:
    """The result is of that rating at most, and without any clue alone it is not: each of these is rated here."""
    rules = pipeline.load(name)
    board = pipeline.board(rules, text)
    actual = workshop.minimise(rules, board, rating=level, seed=1)
    assert actual.minimal
    assert actual.puzzle is not None
    assert rated(rules, actual.puzzle) == actual.rating
    assert LEVELS.index(actual.rating) <= LEVELS.index(level)
    answers = pipeline.solve(rules, actual.puzzle).answers
    harder = 0
    for clue in clues(rules, actual.puzzle):
        less = without_clues(actual.puzzle, [clue])
        result = pipeline.solve(rules, less)
        if result.unique and result.answers == answers:
            harder += 1
            assert LEVELS.index(rated(rules, less)) > LEVELS.index(level)
    assert harder > 0


def test_a_rating_that_is_not_reached_is_said(tmp_path: Path) -> None:
    board = str(ROOT / "examples" / "tents" / "small.txt")
    reached = run("minimise", "tents", board, "--rating", "easy")
    assert reached.returncode == 0
    assert reached.stderr.endswith("each of them needed. Its rating is easy.\n")
    easier = run("minimise", "tents", board, "--rating", "hard")
    assert easier.returncode == 4
    assert easier.stderr.endswith("needed. That is the hardest found: its rating is normal, not hard.\n")
    assert pipeline.solve("tents", easier.stdout).unique
    towers = str(ROOT / "examples" / "skyscrapers" / "medium.txt")
    harder = run("minimise", "skyscrapers", towers, "--rating", "easy")
    assert harder.returncode == 4
    assert "0 clues went" in harder.stderr
    assert "the board is not easy with all its clues, its rating is hard already" in harder.stderr
    rules = pipeline.load("skyscrapers")
    kept = pipeline.board(rules, harder.stdout)
    assert len(clues(rules, kept)) == len(clues(rules, pipeline.board(rules, Path(towers))))


def test_a_rating_that_there_is_not() -> None:
    rules = pipeline.load("tents")
    board = pipeline.board(rules, TENTS)
    with pytest.raises(Failed, match="E333"):
        workshop.minimise(rules, board, rating="tough")
    with pytest.raises(Failed, match="E333"):
        workshop.minimise(rules, board, symmetry="turn")
    with pytest.raises(Failed, match="E333"):
        workshop.generate(rules, (4, 4), rating="tough", within=Limits(10, 2000))


def test_boards_without_just_one_answer(tmp_path: Path) -> None:
    several = run("minimise", "tents", "-", text=" ....\n.T...\n....T\n.....\n")
    assert several.returncode == 1
    assert several.stdout.startswith("; There are several answers. Two of them differ in R")
    none = run("minimise", "tents", "-", text=" 9...\n.T...\n....T\n.....\n")
    assert none.returncode == 3  # the hint is too high
    none = run("minimise", "tents", "-", text=" 2...\n.T...\n....T\n.....\n")
    assert (none.returncode, none.stdout) == (1, "; There is no answer.\n")


def test_the_command_prints_a_board_and_writes_only_where_it_is_asked_to(tmp_path: Path) -> None:
    name = write(tmp_path, "board.txt", TENTS.read_text())
    before = (tmp_path / "board.txt").read_text(encoding="utf-8")
    result = run("minimise", "tents", name)
    assert result.returncode == 0
    assert result.stderr == "21 clues went, 9 are left, each of them needed.\n"
    assert (tmp_path / "board.txt").read_text(encoding="utf-8") == before
    assert pipeline.solve("tents", result.stdout).unique
    assert run("minimise", "tents", name, "-o", name).returncode == 3
    other = run("minimise", "tents", name, "-o", str(tmp_path / "less.txt"))
    assert (tmp_path / "less.txt").read_text(encoding="utf-8") == result.stdout
    assert other.returncode == 0
    link = run("minimise", "tents", name, "--as", "penpa", "--symmetry", "half-turn")
    assert link.returncode == 0
    assert pipeline.solve("tents", link.stdout.strip()).unique
    assert "E330" in run("minimise", "tents", name, "--keep", "clues").stderr
    assert "did you mean `clue`" in run("minimise", "tents", name, "--keep", "clues").stderr


def test_a_limit_leaves_a_board_with_one_answer() -> None:
    rules = pipeline.load("tents")
    board = pipeline.board(rules, TENTS)
    result = workshop.minimise(rules, board, within=Limits(seconds=0.15))
    if result.puzzle is None:
        assert result.stopped == "time limit"
        return
    assert result.minimal or result.stopped == "time limit"
    assert pipeline.solve(rules, result.puzzle).unique


@library.sweep_large
def test_a_board_that_was_solved_before_is_not_solved_again() -> None:
    with puzzlelang.open("tents", TENTS, here=True) as opened:
        opened.solve()
        questions = opened.minimise().stats.work["questions"]
    with puzzlelang.open("tents", TENTS, here=True) as opened:
        assert opened.minimise().stats.work["questions"] == questions + 2


@library.sweep_large
def test_the_same_seed_gives_the_same_bytes() -> None:
    printed = set()
    for number in ("0", "1"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": number}
        command = [sys.executable, "-m", "puzzlelang", "minimise", "tents", "-", "--seed", "5"]
        done = subprocess.run(
            command, input=TENTS.read_text(), env=environment, capture_output=True, text=True, timeout=600, check=True
        )
        printed.add(done.stdout)
    assert len(printed) == 1
    assert printed != {run("minimise", "tents", "-", "--seed", "6", text=TENTS.read_text()).stdout}


def test_values_that_may_be_absent_are_clues_and_nothing_else() -> None:
    rules = pipeline.load("sudoku")
    board = pipeline.board(rules, "12..\n34..\n..12\n..3.\n")
    assert {clue.name for clue in clues(rules, board)} == {"clue"}
    emptied = without_clues(board, clues(rules, board))
    assert not emptied.givens["clue"]
    assert msgspec.structs.replace(emptied, givens=board.givens) == msgspec.structs.replace(board, drawing=None)


@pytest.mark.long
@sweep
def test_examples_become_minimal(name: str) -> None:
    """Checked one by one by z3."""
    rules = pipeline.load(name)
    for example in rules.examples:
        if example.board is None or not any(v.answer is not None or v.solutions == 1 for v in example.verdicts):
            continue
        result = workshop.minimise(rules, pipeline.board(rules, example.board))
        assert result.puzzle is not None
        assert result.minimal
        answer = pipeline.solve(rules, result.puzzle, engine="z3")
        assert answer.unique
        remains = ResidualGivens(rules)
        for clue in remains.clues(result.puzzle):
            try:
                less = pipeline.solve(rules, remains.without(result.puzzle, [clue]), engine="z3")
            except Failed:
                continue
            assert not (less.unique and less.answers == answer.answers), clue


def test_an_answer_that_is_known_is_looked_at_before_anything_is_proved() -> None:
    rules = pipeline.load("slitherlink")
    bare = pipeline.board(rules, "...\n...\n...\n")
    first, second, *_ = pipeline.solve(rules, bare, limit=2).answers
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    assert prover.judge(bare, first, others=[second]).counterexamples == (second,)
    assert prover.stats.work == {}
    cell = next(cell for cell in bare.geometry.cells if sides(first, bare, cell) != sides(second, bare, cell))
    result = msgspec.structs.replace(bare, givens={"clue": {cell: sides(first, bare, cell)}})
    judged = prover.judge(result, first, others=[second])
    assert second not in judged.counterexamples
    assert prover.stats.work["questions"] == 1


def sides(answer: Solution, board: Puzzle, cell: Cell) -> int:
    """How many borders of a cell are on the loop."""
    return sum(bool(there) for border, there in answer.values["line"].items() if cell in getattr(border, "cells", ()))
