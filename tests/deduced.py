"""Deductions compared with brute force: no answer of a small problem is lost, and none is won."""

from collections import Counter
from collections.abc import Iterable

from puzzlelang.deductions.apply import NAMES, PARTS, deduce
from puzzlelang.problem.record import Problem
from puzzlelang.solving import cadical, engines, projected_session
from tests.random_puzzles import brute_force, size_of_search
from tests.test_graph_words import answers


def compare(of: Problem, seed: object, most: int, alone: Iterable[str] | None = None) -> Counter[str]:
    """Which deductions were used, how often; all together, some alone, and exported they have the right answers.

    Each that was used is tried alone, or those named.  Nothing is tried if brute force would have to look at more than
    `most` assignments.
    """
    if size_of_search(of) > most:
        return Counter()
    expected, deduced = brute_force(of), deduce(of)
    assert answers(of, engines.engine("cadical")) == expected, seed
    for name in deduced.used if alone is None else alone:
        assert answers(of, engines.engine("cadical", {*NAMES} - {name})) == expected, (seed, "alone", name)
    exported = deduce(of, {PARTS}).problem
    assert answers(exported, projected_session.eager_engine(cadical.ENGINE)) == expected, (seed, "exported")
    return Counter(deduced.used.keys())
