"""Choices that hit all sets, against all subsets of a few things."""

import random
from itertools import combinations

import pytest

from puzzlelang.techniques.hitting_sets import HittingSets


def never() -> bool:
    return False


@pytest.mark.parametrize("seed", range(60))
def test_choices_are_all_smallest_hitting_sets(seed: int) -> None:
    """Answer each choice as a search does: with a set that it misses, or by avoiding it from then on."""
    chance = random.Random(seed)
    amount, most = chance.randint(1, 8), chance.randint(0, 4)
    things = range(amount)
    wanted = [set(chance.sample(things, chance.randint(1, amount))) for _ in range(chance.randint(0, 6))]
    banned = [set(chance.sample(things, chance.randint(1, min(3, amount)))) for _ in range(chance.randint(0, 4))]
    request = HittingSets()
    for one in banned:
        request.avoid(one)
    accepted: list[set[int]] = []
    for size in range(most + 1):
        for choice in request.choices(size, amount, never):
            chosen = set(choice)
            assert len(choice) == len(chosen) <= size
            assert not any(one <= chosen for one in (*banned, *accepted))
            missed = [one for one in wanted if not one & chosen]
            if missed:
                request.hit(chance.choice(missed))
            else:
                accepted.append(chosen)
                request.avoid(chosen)
    subsets = [set(one) for size in range(most + 1) for one in combinations(things, size)]
    right = [one for one in subsets if all(one & some for some in wanted) and not any(some <= one for some in banned)]
    smallest = [one for one in right if not any(other < one for other in right)]
    assert sorted(map(sorted, accepted)) == sorted(map(sorted, smallest))


def test_a_choice_ends_when_it_is_late() -> None:
    request = HittingSets()
    request.hit((0, 1))
    assert list(request.choices(1, 2, lambda: True)) == []
    assert next(request.choices(1, 2, never)) == [0]


def test_avoiding_nothing_leaves_no_choice() -> None:
    request = HittingSets()
    request.avoid(())
    assert list(request.choices(2, 3, never)) == []
