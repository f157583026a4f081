"""Graph words: the reference semantics against their plain meaning, every engine against the reference semantics."""

import itertools
import random
from collections.abc import Iterable, Iterator

import pytest

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Engine, Sat, Unsat
from puzzlelang.solving.projected_session import eager_engine
from tests import library
from tests.graph_words import CASES, Case, Size, drawn, stated
from tests.random_puzzles import as_tuple, brute_force, size_of_search

MOST = 700 if library.whole else 400
"""Drawings of one board that a quick test looks at."""

MOST_ANSWERS, FEW = (130, 30) if library.whole else (16, 4)
"""Drawings of boards of which a quick test asks CaDiCaL, and z3."""


def everything(problem: Problem, chance: random.Random, most: int) -> Iterator[Values]:
    """All values, or as many as that at random."""
    ranges = [range(variable.low, variable.high + 1) for variable in problem.variables]
    if size_of_search(problem) <= most:
        yield from (list(values) for values in itertools.product(*ranges))
        return
    for _ in range(most):
        yield [chance.choice(values) for values in ranges]


def truth(problem: Problem, values: Iterable[bool | int | None]) -> bool | None:
    """The truth of the whole problem."""
    output = list(values)
    result = [evaluate.truth(formula, output) for formula in problem.definitions]
    result += [verdict for _, verdict in evaluate.verdicts(problem, output)]
    return False if False in result else None if None in result else True


def means_what_it_says(name: str, most: int) -> None:
    case, chance = CASES[name], random.Random(name)
    seen = set()
    for size in case.sizes:
        problem = stated(case, size)
        for values in everything(problem, chance, most):
            said = case.meaning(drawn(case, problem, values))
            assert evaluate.satisfies(problem, values) == said, (size, drawn(case, problem, values))
            seen.add(said)
    assert seen == {True, False}


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(CASES, 30))
def test_a_word_means_what_it_says(name: str) -> None:
    means_what_it_says(name, MOST)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_a_word_means_what_it_says_on_every_drawing(name: str) -> None:
    means_what_it_says(name, 1 << 16)


def is_sound(name: str, times: int) -> None:
    """Where some values suffice for a verdict, all ways to go on have it."""
    case, chance = CASES[name], random.Random(name)
    for size, negated in itertools.product(case.sizes, (False, True)):
        problem = stated(case, size, negated)
        for _ in range(times):
            share = chance.choice((0.1, 0.3, 0.6))
            ranges = [range(variable.low, variable.high + 1) for variable in problem.variables]
            partial = [None if chance.random() < share else chance.choice(values) for values in ranges]
            early = truth(problem, partial)
            if early is None:
                continue
            for _ in range(20):
                pairs = zip(partial, ranges, strict=True)
                full = [chance.choice(values) if value is None else value for value, values in pairs]
                assert truth(problem, full) is early, (size, negated, partial, full)


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(CASES, 30))
def test_what_is_known_early_stays_so(name: str) -> None:
    is_sound(name, len(library.amount(2, 12)))


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_what_is_known_early_stays_so_more_often(name: str) -> None:
    is_sound(name, 400)


def among(name: str) -> list[Engine]:
    """The engine with graphs bit by bit, and at once."""
    return [engines.engine(name), eager_engine(engines.engine(name))]


def answers(problem: Problem, engine: Engine) -> set[tuple[int, ...]]:
    """Every answer, found one after another."""
    session = engine.open(problem, False)
    result: set[tuple[int, ...]] = set()
    while isinstance(outcome := session.solve(), Sat):
        values = as_tuple(outcome.values)
        assert len(values) == len(problem.variables)
        assert values not in result, "an answer came again"
        result.add(values)
        session.exclude(outcome.values, range(len(values)))
    assert isinstance(outcome, Unsat)
    session.close()
    return result


def agree(case: Case, sizes: Iterable[Size], most: int, names: tuple[str, ...]) -> int:
    """Compares engines on every size that is small enough; how many boards these were."""
    compared = 0
    for size, negated in itertools.product(sizes, (False, True)):
        problem = stated(case, size, negated)
        if size_of_search(problem) > most:
            continue
        expected = brute_force(problem)
        for engine in itertools.chain(*map(among, names)):
            assert answers(problem, engine) == expected, (engine.name, size, negated)
        compared += 1
    return compared


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(CASES, 30))
def test_engines_find_every_answer(name: str) -> None:
    case = CASES[name]
    agree(case, case.sizes, MOST_ANSWERS, ("cadical",))
    agree(case, case.sizes, FEW, ("z3",))


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_engines_find_every_answer_of_larger_boards(name: str) -> None:
    case = CASES[name]
    assert agree(case, (*case.sizes, (2, 3)), 1 << 12, ("cadical",))
    agree(case, case.sizes, 1 << 9, ("z3",))
