"""Boards that share a problem: each is judged as it is by itself."""

import random
from contextlib import closing

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.making.residual_givens import ResidualGivens, clues
from puzzlelang.making.shared_boards import SharedProver
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import engines
from puzzlelang.solving.stats import Stats
from tests import library

GENRES = [
    "slitherlink", "light-up", "tapa", "nonogram", "yajilin", "kakuro", "skyscrapers", "nurikabe", "fillomino", "masyu",
    "tents", "shikaku", "numberlink", "kurodoko", "compass", "gokigen",
]  # fmt: skip
"""Numbers, lists, arrows with numbers, signs, values that stand for walls, clues beside lines, hidden finds."""


def example(name: str) -> tuple[UniquenessProver, Puzzle, Solution]:
    """A board of a genre with its only answer, and what judges boards of that genre."""
    rules = pipeline.load(name)
    for one in rules.examples:
        if one.board is None or not any(verdict.answer is not None for verdict in one.verdicts):
            continue
        puzzle = boards.read(rules, one.board)
        result = pipeline.solve(rules, puzzle)
        if result.unique and clues(rules, puzzle):
            return UniquenessProver(rules, engines.engine(), Stats(), lambda: None), puzzle, result.answers[0]
    raise ValueError(f"no example of {name} has clues and one answer")


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(GENRES, 5))
def test_a_board_without_some_clues_is_judged_as_by_itself(name: str) -> None:
    prover, puzzle, answer = example(name)
    chance, seen = random.Random(name), set[tuple[bool, bool]]()
    for remains in (ResidualGivens(prover.rules, bare=True), ResidualGivens(prover.rules)):
        every = list(remains.clues(puzzle))
        with closing(SharedProver(prover, puzzle, every, remains.sets)) as shared:
            for _ in range(8):
                gone = remains.removable(puzzle, chance.sample(every, chance.randint(0, len(every))))
                less = remains.without(puzzle, gone)
                judged, plain = shared.judge(less, answer), prover.judge(less, answer)
                if judged is None:
                    continue
                seen.add((plain.is_answer, plain.unique))
                assert (judged.is_answer, judged.unique) == (plain.is_answer, plain.unique)
                for other in (answer, *judged.counterexamples, *plain.counterexamples):
                    assert shared.holds(less, other) is prover.holds(less, other)
    assert seen


def test_boards_that_differ_in_more_than_clues_are_none_of_these() -> None:
    prover, puzzle, answer = example("light-up")
    every = ResidualGivens(prover.rules).clues(puzzle)
    with closing(SharedProver(prover, puzzle, every, frozenset())) as shared:
        wall = msgspec.structs.replace(puzzle, givens={**puzzle.givens, "block": {puzzle.geometry.cells[0]: True}})
        other = msgspec.structs.replace(
            puzzle, givens={**puzzle.givens, "clue": dict.fromkeys(puzzle.givens["clue"], 4)}
        )
        assert shared.judge(puzzle, answer) is not None
        assert shared.judge(wall, answer) is None
        assert shared.judge(other, answer) is None


def test_another_engine_judges_boards_by_itself() -> None:
    prover, puzzle, answer = example("light-up")
    other = msgspec.structs.replace(prover, engine=engines.engine("z3"))
    every = ResidualGivens(prover.rules).clues(puzzle)
    with closing(SharedProver(other, puzzle, every, frozenset())) as shared:
        assert shared.judge(puzzle, answer) is None
