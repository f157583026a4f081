"""Engines against the reference semantics and against each other, on random small boards of every library file."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Fixed, Sat
from tests import library
from tests.library import sweep
from tests.random_puzzles import SIZES, answers, as_tuple, brute_force, puzzle, size_of_search

LIBRARY = sorted(path.stem for path in resources.library_files())
MOST = 3_000


def _problems(
    name: str,
    chance: random.Random,
    sizes: Sequence[tuple[int, int]],
    *,
    obeyed: float,
    shares: tuple[float, float],
    tries: int,
) -> Iterator[Problem]:
    """Random boards, without those that the rules refuse; half of them obey only some of the rules.

    Strict genres have hardly any answers otherwise.  `obeyed`: how likely each rule is kept then.
    """
    rules = pipeline.load(name)
    for _ in range(tries):
        kept = rules.rules if chance.random() < 0.5 else tuple(r for r in rules.rules if chance.random() < obeyed)
        part = msgspec.structs.replace(rules, rules=kept)
        try:
            yield pipeline.ground(part, puzzle(rules, chance, chance.choice(sizes), shares))
        except Failed:
            continue


def _agree(name: str, boards: int, most: int, among: tuple[str, ...]) -> int:
    """Compares until so many boards were tried, and one of them had an answer; how many had one."""
    chance = random.Random(f"boards of {name}")
    tried = answered = 0
    for problem in _problems(name, chance, SIZES, obeyed=0.5, shares=(0.2, 0.6), tries=boards * 80):
        if tried >= boards and answered:
            break
        if size_of_search(problem) > most:
            continue
        expected = brute_force(problem)
        for engine in among:
            result = answers(problem, engine)
            assert len(result) == len(set(result))
            assert set(result) == expected, (engine, problem.constraints)
        tried += 1
        answered += bool(expected)
    assert tried >= boards
    return answered


@sweep
def test_every_engine_finds_exactly_the_answers_of_brute_force(name: str) -> None:
    assert _agree(name, len(library.amount(2, 4)), MOST, ("cadical", "z3")) > 0


@pytest.mark.long
@sweep
def test_the_same_on_many_more_boards(name: str) -> None:
    assert _agree(name, 200, 70_000, ("cadical", "z3")) > 0


MOST_LARGER = 2**90
"""z3 takes minutes for permutations of more than about 20 numbers."""
LARGER = ((3, 4), (4, 4), (4, 5), (5, 5), (6, 5))


MOST_ROUNDS = 1_000
"""An empty Numberlink has nothing but closed curves to rule out, one by one, which takes z3 minutes."""


def _several(problem: Problem, name: str, fixed: Fixed, most: int) -> tuple[set[tuple[int, ...]] | None, int]:
    """All answers with these values, None if there are more than so many; and the rounds of looking at graphs."""
    session = engines.engine(name).open(problem, False)
    result: set[tuple[int, ...]] = set()
    while isinstance(outcome := session.solve(fixed), Sat):
        assert evaluate.satisfies(problem, outcome.values), name
        result.add(as_tuple(outcome.values))
        if len(result) > most:
            return None, 0
        session.exclude(outcome.values, range(len(problem.variables)))
    return result, session.counts().work.get("rounds", 0)


def _same_on_larger(name: str, boards: int, most: int) -> int:
    """Where there are too many answers, half of the values of one, at random, are fixed, and half of the rest …"""
    chance = random.Random(f"larger boards of {name}")
    tried = answered = 0
    for problem in _problems(name, chance, LARGER, obeyed=0.7, shares=(0.05, 0.15), tries=boards * 80):
        if tried == boards:
            break
        if size_of_search(problem) > MOST_LARGER:
            continue
        fixed: list[tuple[int, bool | int]] = []
        while (outcome := _several(problem, "cadical", fixed, most))[0] is None:
            (one,) = answers(problem, "cadical", 1)
            left = [index for index in range(len(one)) if index not in dict(fixed)]
            fixed += [(index, one[index]) for index in left if chance.random() < 0.5]
        expected, rounds = outcome
        if rounds > MOST_ROUNDS:
            continue
        assert _several(problem, "z3", fixed, most)[0] == expected, (problem.constraints, fixed)
        tried += 1
        answered += bool(expected)
    assert tried == boards
    return answered


@pytest.mark.long
@sweep
def test_z3_and_the_fast_engine_agree_on_larger_boards(name: str) -> None:
    assert _same_on_larger(name, 60, 30) > 0


def test_the_library_is_there() -> None:
    assert {"tents", "aquarium"} <= set(LIBRARY)
    assert Path(resources.grammar()).is_file()
