"""The lightest sets of cases with a given consequence, by implicit hitting sets.

Which core a solver finds depends on the order of its clauses, so on how a board is turned; the least weight does not.
Maximal sets of cases that do not imply the conclusion are found one by one.  Each core has a case outside each of them.
The lightest hitting set of their complements either implies the conclusion, or is extended to another maximal set
(Ignatiev, Previti, Liffiton and Marques-Silva 2015; in explanations: Gamba, Bogaerts and Guns 2023).
"""

from collections.abc import Callable, Sequence

from puzzlelang.steps.record import RuleCase

MOST_CASES = 14
"""Up to so many cases the lightest core is searched."""

MOST_ROUNDS = 40
"""Budget of hitting sets that are tried."""


def lightest_core(
    chosen: Sequence[RuleCase], enough: Callable[[Sequence[RuleCase]], bool | None]
) -> list[RuleCase] | None:
    """The cases of least weight that are `enough`, the fewest of these; None if none are, or if the budget is spent.

    `enough` returns None when that is so.
    """
    if len(chosen) > MOST_CASES or not enough(chosen):
        return None
    weights = [(case.weight << 8) + 1 for case in chosen]
    outside: list[int] = []
    for _ in range(MOST_ROUNDS):
        result = lightest_hitting_set(outside, weights)
        if result and enough(_of(chosen, result)):
            return _of(chosen, result)
        for at in range(len(chosen)):
            if not result >> at & 1:
                led = enough(_of(chosen, result | 1 << at))
                if led is None:
                    return None
                result |= 0 if led else 1 << at
        outside.append(~result & ((1 << len(chosen)) - 1))
    return None


def _of(chosen: Sequence[RuleCase], bits: int) -> list[RuleCase]:
    return [case for at, case in enumerate(chosen) if bits >> at & 1]


def lightest_hitting_set(sets: Sequence[int], weights: Sequence[int]) -> int:
    """The hitting set of least weight of some sets; sets are bits over positions, each with a weight."""
    best, least = (1 << len(weights)) - 1, sum(weights) + 1

    def search(taken: int, weight: int, begin: int) -> None:
        nonlocal best, least
        if weight >= least:
            return
        while begin < len(sets) and sets[begin] & taken:
            begin += 1
        if begin == len(sets):
            best, least = taken, weight
            return
        for at in range(len(weights)):
            if sets[begin] >> at & 1:
                search(taken | 1 << at, weight + weights[at], begin + 1)

    search(0, 0, 0)
    return best
