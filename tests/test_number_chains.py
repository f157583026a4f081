"""Numbers that follow each other, against the reference semantics."""

import random

import pytest

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Term, Variable
from puzzlelang.sat import chain_links
from puzzlelang.sat.domains import narrow
from puzzlelang.sat.from_problem import lower
from tests import library
from tests.test_sat import as_term, check, member, number, stated

SIZE = 5


def follows(rng: random.Random, terms: list[Term], here: int, held: Formula) -> Formula:
    """A statement about what comes after or before a number, in the forms that rules give it."""
    back = rng.random() < 0.3
    others = rng.sample([term for place, term in enumerate(terms) if place != here], rng.randint(1, 3))
    more = -1 if back else 1
    pairs = [build.equal(other, build.total((), ((1, terms[here]),), more)) for other in others]
    if rng.random() < 0.2:
        pairs[0] = build.conjunction((held, pairs[0]))
    if rng.random() < 0.3:
        steps = build.equal(build.count(pairs), 1)
    else:
        steps = build.disjunction(pairs)
    if rng.random() < 0.2:
        return steps
    last = (1 if back else SIZE) + rng.choice((0, 0, 0, 1, -1))
    return build.disjunction((build.at_most(terms[here], last) if back else build.at_most(last, terms[here]), steps))


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(60), 10))
def test_numbers_that_follow_each_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_links, "FEWEST", 0)
    rng = random.Random(seed)
    flag = member(SIZE)
    variables = [number(index, 1, SIZE) for index in range(SIZE)]
    if rng.random() < 0.2:  # one more value, so that the numbers need not take all of them
        variables[0] = number(0, 1, SIZE + 1)
    terms = list(map(as_term, variables))
    said = [follows(rng, terms, here, nodes.Holds(flag)) for here in range(SIZE) if rng.random() < 0.8]
    said += [build.equal(terms[rng.randrange(SIZE)], rng.randint(1, SIZE)) for _ in range(rng.randint(0, 2))]
    check(stated([*variables, flag], build.distinct(terms), *said))


def ring(size: int) -> tuple[list[Variable], list[Formula]]:
    """A ring of numbers: each is followed by one of its neighbours, and the first and the last number are known."""
    variables = [number(index, 1, size) for index in range(size)]
    terms = list(map(as_term, variables))
    said = [build.distinct(terms), build.equal(terms[0], 1), build.equal(terms[-1], size)]
    for here, term in enumerate(terms):
        after = [build.equal(terms[near % size], build.total((), ((1, term),), 1)) for near in (here - 1, here + 1)]
        said.append(build.disjunction([build.at_most(size, term), *after]))
    return variables, said


def test_values_are_left_at_their_distance_from_known_ones() -> None:
    variables, said = ring(6)
    assert [list(values) for values in narrow(stated(variables, *said)).domains] == [[n] for n in range(1, 7)]


def test_chains_get_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_links, "FEWEST", 0)
    variables, said = ring(7)
    del said[1:3]
    clauses, _ = lower(stated(variables, *said), False)
    assert clauses.forms == {"chains": 1}
    assert not lower(stated(variables, *said), True)[0].forms
