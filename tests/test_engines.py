"""Engines against the reference semantics and against each other, on random small boards of every library file."""

import random
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from tests.random_puzzles import SIZES, answers, brute_force, puzzle, size_of_search

LIBRARY = sorted(path.stem for path in resources.library().glob("*.rules"))
MOST = 6_000


def _agree(name: str, boards: int, most: int, among: tuple[str, ...]) -> int:
    """Compares until so many boards were tried; how many of them had an answer."""
    rules = pipeline.load(name)
    chance = random.Random(f"boards of {name}")
    tried = answered = 0
    for _ in range(boards * 40):
        if tried == boards:
            break
        # Strict genres have hardly any answers on tiny boards: half of the boards obey only some of the rules.
        obeyed = rules.rules if chance.random() < 0.5 else tuple(r for r in rules.rules if chance.random() < 0.5)
        part = msgspec.structs.replace(rules, rules=obeyed)
        try:
            problem = pipeline.ground(part, puzzle(rules, chance, chance.choice(SIZES)))
        except Failed:
            continue
        if size_of_search(problem) > most:
            continue
        expected = brute_force(problem)
        for engine in among:
            found = answers(problem, engine)
            assert len(found) == len(set(found))
            assert set(found) == expected, (engine, problem.constraints)
        tried += 1
        answered += bool(expected)
    assert tried == boards
    return answered


@pytest.mark.parametrize("name", LIBRARY)
def test_every_engine_finds_exactly_the_answers_of_brute_force(name: str) -> None:
    assert _agree(name, 12, MOST, ("cadical", "z3")) > 0


@pytest.mark.long
@pytest.mark.parametrize("name", LIBRARY)
def test_the_same_on_many_more_boards(name: str) -> None:
    assert _agree(name, 200, 70_000, ("cadical", "z3")) > 0


def test_the_library_is_there() -> None:
    assert {"tents", "aquarium"} <= set(LIBRARY)
    assert Path(resources.grammar()).is_file()
