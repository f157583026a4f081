"""The ways to make a total: as many as trying all choices of values gives."""

import itertools
import random

import pytest

from puzzlelang.steps.words.total_ways import ways


@pytest.mark.parametrize("seed", range(30))
def test_ways_are_those_of_all_choices(seed: int) -> None:
    chance = random.Random(seed)
    choices = [chance.sample(range(1, 7), chance.randint(1, 5)) for _ in range(chance.randint(2, 4))]
    total = chance.randint(3, 15)
    tried = {
        tuple(sorted(chosen))
        for chosen in itertools.product(*choices)
        if sum(chosen) == total and len(set(chosen)) == len(chosen)
    }
    assert set(ways(choices, total)) == tried
