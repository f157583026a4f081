"""The widest groups of cases: what any group excludes, they exclude as well, one after another."""

import random

import pytest

from puzzlelang.steps.cases.from_problem import widest
from puzzlelang.steps.record import CaseGroup, Masks
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from tests.test_first_looks import example


def _closed(solvers: CaseSolvers, groups: list[CaseGroup], masks: Masks) -> Masks | None:
    """What groups leave of the masks, each asked again until none excludes anything; None if nothing is left."""
    result, before = list(masks), list[int]()
    while before != result:
        before = list(result)
        for group in groups:
            probe = solvers.probes[group.index]
            assert not isinstance(probe, GraphProbe)
            after = probe.reduced_domains(result)
            if after is None:
                return None
            for index, mask in zip(group.variables, after, strict=True):
                result[index] = mask
    return result


@pytest.mark.parametrize("genre", ["sandwich-sudoku", "doppelblock", "kenken", "futoshiki", "star-battle"])
def test_the_widest_groups_exclude_what_all_do(genre: str) -> None:
    problem, dice = example(genre), random.Random(genre)
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    every = [group for group in solvers.groups if not group.graph]
    wide = [group for group in widest(solvers.groups) if not group.graph]
    assert len(wide) < len(every)
    for _ in range(8):
        masks = [(1 << one.high - one.low + 1) - 1 for one in solvers.problem.variables]
        for at in dice.sample(range(len(masks)), 4):
            masks[at] = 1 << dice.randrange(masks[at].bit_length())
        assert _closed(solvers, wide, masks) == _closed(solvers, every, masks)
