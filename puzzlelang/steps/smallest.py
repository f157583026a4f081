"""The lightest of all sets of cases that lead to a conclusion.

Which set a solver happens on depends on the order of its clauses, so on how a board is turned; the least weight does
not.  Sets that leave an answer are found one by one, each as large as can be; some case outside of each is needed.  The
lightest cases that hit all of these either lead there, or show another such set (Ignatiev, Previti, Liffiton and
Marques-Silva 2015: smallest unsatisfiable subsets by implicit hitting sets; in explanations: Gamba, Bogaerts and Guns
2023).
"""

from collections.abc import Callable, Sequence

from puzzlelang.steps.record import Case

MOST = 14
"""Up to so many cases the lightest of them are looked for."""

ROUNDS = 40
"""So many sets that leave an answer are found before any cases that lead there are taken."""


def lightest(chosen: Sequence[Case], enough: Callable[[Sequence[Case]], bool]) -> list[Case] | None:
    """Those that are `enough` and weigh the least, the fewest of these; None if none are, or that takes too long."""
    if len(chosen) > MOST or not enough(chosen):
        return None
    weights = [(case.weight << 8) + 1 for case in chosen]
    outside: list[int] = []
    for _ in range(ROUNDS):
        found = hitting(outside, weights)
        if found and enough(_of(chosen, found)):
            return _of(chosen, found)
        for at in range(len(chosen)):
            if not found >> at & 1 and not enough(_of(chosen, found | 1 << at)):
                found |= 1 << at
        outside.append(~found & ((1 << len(chosen)) - 1))
    return None


def _of(chosen: Sequence[Case], bits: int) -> list[Case]:
    return [case for at, case in enumerate(chosen) if bits >> at & 1]


def hitting(sets: Sequence[int], weights: Sequence[int]) -> int:
    """The lightest set that has something of each of these; sets are bits, each with a weight."""
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
