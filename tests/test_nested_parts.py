"""Counts of parts each of which implies the one before it: those that are left out never matter."""

import itertools
import random

import pytest

from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula
from puzzlelang.sat.from_problem import lower
from puzzlelang.sat.nested_parts import rows_of, steps_of
from tests import library
from tests.test_sat import check, member, stated

SIZE = 9


def rows(chance: random.Random) -> tuple[list[Formula], list[Formula]]:
    """Members, and what is seen along some lines of them, cell by cell; a line may begin with what another holds."""
    cells = [nodes.Holds(member(index)) for index in range(SIZE)]
    seen: list[Formula] = []
    for _ in range(chance.randint(1, 3)):
        line: list[Formula] = [chance.choice((one, build.negation(one))) for one in chance.sample(cells, 5)]
        result = list(build.prefixes(line))
        seen += result[chance.randint(0, 2) :] if chance.random() < 0.8 else chance.sample(result, 3)
    return list(cells), seen


@pytest.mark.parametrize("seed", range(40))
def test_the_number_is_the_same_or_large(seed: int) -> None:
    chance = random.Random(seed)
    _, seen = rows(chance)
    most = chance.randint(1, 4)
    kept = [part for row in rows_of(seen, most) for part in row]
    for values in itertools.product((False, True), repeat=SIZE):
        whole = sum(evaluate.truth(one, values) is True for one in seen)
        left = sum(evaluate.truth(one, values) is True for one in kept)
        assert left == whole or min(left, whole) >= most


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(60), 10))
def test_comparisons_mean_the_same(seed: int) -> None:
    chance = random.Random(seed)
    cells, seen = rows(chance)
    count = build.count(seen)
    compare = chance.choice((build.equal, build.at_most))
    said = compare(count, chance.randint(0, 4))
    said = chance.choice((said, build.negation(said)))
    guarded = chance.choice((said, build.disjunction((cells[0], said)), build.same(cells[1], said)))
    check(stated([member(index) for index in range(SIZE)], guarded))


@pytest.mark.parametrize("seed", range(12))
def test_comparisons_mean_the_same_where_members_are_known(seed: int) -> None:
    chance = random.Random(f"known {seed}")
    cells = [nodes.Holds(member(index)) for index in range(SIZE)]
    seen = [
        one
        for _ in range(chance.randint(1, 2))
        for one in build.prefixes([chance.choice((one, build.negation(one))) for one in chance.sample(cells, 7)])
    ]
    said = chance.choice((build.equal, build.at_most))(build.count(seen), chance.randint(0, 6))
    said = chance.choice((said, build.negation(said), build.disjunction((cells[0], said))))
    known = [chance.choice((one, build.negation(one))) for one in chance.sample(cells, chance.randint(1, 4))]
    check(stated([member(index) for index in range(SIZE)], *known, said))


@pytest.mark.parametrize("seed", range(20))
def test_steps_count_as_their_row_does(seed: int) -> None:
    chance = random.Random(f"steps {seed}")
    cells: list[Formula] = [nodes.Holds(member(index)) for index in range(SIZE)]
    row = list(build.prefixes(chance.sample(cells, 7)))
    known = {index: chance.random() < 0.7 for index in chance.sample(range(SIZE), 4)}
    steps = steps_of([row], SIZE, known)[0]
    for values in itertools.product((False, True), repeat=SIZE):
        if all(values[index] == truth for index, truth in known.items()):
            whole = sum(evaluate.truth(one, values) is True for one in row)
            assert whole == max((one.count for one in steps if evaluate.truth(one.first, values) is True), default=0)


def test_known_members_leave_few_steps() -> None:
    cells: list[Formula] = [nodes.Holds(member(index)) for index in range(SIZE)]
    row = list(build.prefixes(cells))
    known = {0: True, 2: True, 3: True, 6: False}
    assert [(one.count, one.added) for one in steps_of([row], SIZE, known)[0]] == [
        (1, ()),
        (4, (cells[1],)),
        (5, (cells[4],)),
        (6, (cells[5],)),
    ]
    assert [one.count for one in steps_of([row], 4, known)[0]] == [1, 4]


def test_what_lies_beyond_the_number_gets_no_literal() -> None:
    cells: list[Formula] = [nodes.Holds(member(index)) for index in range(SIZE)]
    problem = stated([member(index) for index in range(SIZE)], build.equal(build.count(build.prefixes(cells)), 2))
    assert [len(row) for row in rows_of(build.prefixes(cells), 3)] == [3]
    assert lower(problem, False)[0].top == 1 + SIZE + 2


def test_each_part_of_a_row_implies_the_one_before_it() -> None:
    for seed in range(20):
        for row in rows_of(rows(random.Random(seed))[1], SIZE):
            for values in itertools.product((False, True), repeat=SIZE):
                truths = [evaluate.truth(one, values) for one in row]
                assert truths == sorted(truths, reverse=True)


def test_a_row_is_a_count_as_it_is() -> None:
    cells: list[Formula] = [nodes.Holds(member(index)) for index in range(SIZE)]
    lines = [*build.prefixes(cells[:5]), *build.prefixes(cells[5:])]
    problem = stated([member(index) for index in range(SIZE)], build.equal(build.count(lines), 5))
    assert lower(problem, False)[0].top == 1 + SIZE + 4 + 3
