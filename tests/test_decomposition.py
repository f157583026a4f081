"""Lazy decomposition: a session that gets membership variables after some cuts gives the same answers."""

import pytest

from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines, pipelines
from puzzlelang.solving.engine import Sat
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import KINDS, Random
from tests.test_graph_words import answers


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first cut is one too many."""
    monkeypatch.setattr(pipelines, "WORTH", 0)
    monkeypatch.setattr(pipelines, "_counters", lambda begun: 0)


def problem(seed: object, most: int = 1500, kind: str = "marked") -> Problem | None:
    """A random problem each of whose components holds one mark, or several; None if it says less."""
    make, sizes = KINDS[kind]
    of = make(Random(f"decomposed {seed}", sizes))
    if not of.graphs or size_of_search(of) > most or pipelines.decomposing(of).decomposed is None:
        return None
    return of


@pytest.mark.parametrize("kind", ["marked", "several"])
def test_answers_stay_the_same(kind: str) -> None:
    result = [one for seed in range(150) if (one := problem(seed, kind=kind)) is not None]
    assert len(result) > 10
    for of in result:
        assert answers(of, engines.engine("cadical")) == brute_force(of)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["marked", "several"])
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(seed: int, kind: str) -> None:
    for more in range(100):
        if (of := problem(f"{seed} {more}", 5000, kind)) is not None:
            assert answers(of, engines.engine("cadical")) == brute_force(of), more


def test_what_was_excluded_and_added_stays_so() -> None:
    """The session that begins anew knows all that it was told before, and counts go on."""
    switched = 0
    for seed in range(500):
        of = problem(f"told {seed}", 300)
        if of is None:
            continue
        right = sorted(brute_force(of))
        if len(right) < 2:
            continue
        board = range(len(of.variables))
        session = engines.engine("cadical").open(of, False)
        for values in right[:-1]:
            session.exclude(values, board)
        before = session.counts()
        outcome = session.solve()
        after = session.counts()
        assert isinstance(outcome, Sat)
        assert tuple(map(int, outcome.values)) == tuple(right[-1])
        switched += after.sizes["graph_statements"] != before.sizes["graph_statements"]
        assert all(after.work[name] >= number for name, number in before.work.items())
        session.forget()
        assert isinstance(session.solve(), Sat)
        session.close()
    assert switched > 3
