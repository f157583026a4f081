"""Sums of parts each of which implies the one before it, by definitions: no answer is lost, and none is won."""

import random
from itertools import pairwise

import msgspec
import pytest

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.sat.from_problem import lower
from puzzlelang.solving import engines
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers
from tests.test_sat import member, number, stated

SIZE = 7


def known(problem: Problem, chains: list[list[Formula]]) -> Problem:
    """The problem in which each formula of a chain implies the next."""
    follows = [build.disjunction((build.negation(one), more)) for chain in chains for one, more in pairwise(chain)]
    return msgspec.structs.replace(problem, definitions=tuple(follows))


def distance(joined: Formula, enough: list[Formula], least: int, factor: int) -> list[tuple[int, Formula]]:
    """Factors and parts of a distance, from the steps that are enough."""
    far = [(factor, build.conjunction((joined, build.negation(one)))) for one in enough]
    return [(factor * least, joined), *far] if least else far


@pytest.mark.parametrize("seed", range(60))
def test_sums_mean_the_same(seed: int) -> None:
    chance = random.Random(seed)
    members = [nodes.Holds(member(index)) for index in range(SIZE)]
    digit = number(SIZE, 0, 6)
    chain: list[Formula] = list(chance.sample(members, SIZE))
    cut = chance.randint(1, 4)
    chains = [chain[:cut], chain[cut:]]
    # Some of the implications are missing, and some parts are not in the order of the chain.
    held = [one if chance.random() < 0.7 else one[: chance.randint(1, len(one))] for one in chains]
    counted: list[tuple[int, Formula]] = []
    for part in chains:
        *enough, joined = part
        if chance.random() < 0.2:
            chance.shuffle(enough)
        common = joined if chance.random() < 0.7 else chance.choice(members)
        steps = distance(common, enough, chance.randint(0, 3), chance.choice((1, 1, 2, -1)))
        if enough and chance.random() < 0.3:
            steps[-1] = steps[-1][0], build.conjunction((chance.choice(members), build.negation(enough[-1])))
        counted += steps
    term = nodes.Number(digit, 0, 6)
    said = chance.choice((build.equal, build.at_most))(build.total(counted, [(-1, term)]), chance.randint(-2, 2))
    guarded = chance.choice((said, build.negation(said), build.disjunction((members[0], said))))
    problem = known(stated([*(member(index) for index in range(SIZE)), digit], guarded), held)
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)


def test_a_row_takes_no_literals_but_those_of_its_parts() -> None:
    members: list[Formula] = [nodes.Holds(member(index)) for index in range(SIZE)]
    *enough, joined = members
    digit = number(SIZE, 0, 9)
    total = build.total(distance(joined, enough, 2, 1), [(-1, nodes.Number(digit, 0, 9))])
    problem = stated([*(member(index) for index in range(SIZE)), digit], build.equal(total, 0))
    row, plain = (lower(one, False)[0] for one in (known(problem, [members]), problem))
    assert row.top == 1 + SIZE + len(enough) + 9
    assert plain.top > row.top
