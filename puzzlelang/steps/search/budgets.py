"""Budgets of the search for steps: those of a path, and those of a hint, which is to come soon."""

import msgspec

from puzzlelang.steps.search.failed_literals import MOST_QUERIES
from puzzlelang.steps.search.refutation_steps import TIER_TRIALS

PATH_CONFLICTS = 100_000
"""Budget for all steps of a path together, except those by single cases."""


class Budgets(msgspec.Struct, frozen=True):
    """The budgets of a walk.

    `direct`, `tier`: for one direct step, and for one of each other kind, by cases with graphs; see `probe.Effort`.
    `queries`: for one round of probing of cases without graphs.  `looks`: for one in which those with graphs lead on.
    `trials`: where reasons without graphs are compared.  `rounds`: rounds of trials that decide nothing before there is
    a guess, which rests on nothing that these exclude; None for no limit.
    """

    direct: int
    tier: int
    queries: int
    looks: int
    trials: int
    rounds: int | None


PATH = Budgets(30_000, 10_000, MOST_QUERIES, 30_000, TIER_TRIALS, None)

HINT = Budgets(10_000, 6_000, 6_000, 1_000, 3_000, 4)
"""After four rounds a hint is a guess, as nobody reads a hundred exclusions."""
