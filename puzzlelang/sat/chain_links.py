"""Links of chains: a literal for each pair of variables of which one may follow the other.

Each variable has one that follows it, but for that of the greatest value, and follows one, but for that of the least.
These statements about links follow from the others, but a search that knows them need not try values one by one.
"""

from collections.abc import Sequence

from puzzlelang.problem.record import Variable
from puzzlelang.sat import counting, numbers
from puzzlelang.sat.chains import Chain, bits
from puzzlelang.sat.clauses import FALSE, Clauses, add, count_form, fresh

FEWEST = 40
"""Chains of fewer variables get no links, as their search is short."""

MOST = 300_000
"""Chains whose links would take more clauses get none."""

Values = frozenset[int]


def add_links(clauses: Clauses, variables: Sequence[Variable], chain: Chain) -> None:
    """Add links between the variables of a chain, where their values are not known."""
    chosen = [variables[index] for index in chain.indexes]
    domains = [frozenset(clauses.domains[index]) for index in chain.indexes]
    size = len(chosen)
    if size < FEWEST or all(len(values) == 1 for values in domains):
        return
    links = _links(chain, domains)
    if sum(len(domains[i]) + len(domains[j]) for i, j in links) > MOST:
        return
    count_form(clauses, "chains")
    high = chain.low + size - 1
    outgoing: list[list[int]] = [[numbers.exact(clauses, one, high)] for one in chosen]
    incoming: list[list[int]] = [[numbers.exact(clauses, one, chain.low)] for one in chosen]
    for i, j in links:
        link = fresh(clauses)
        outgoing[i].append(link)
        incoming[j].append(link)
        for value in sorted(domains[i]):
            after = numbers.exact(clauses, chosen[j], value + 1)
            add(clauses, [-link, -numbers.exact(clauses, chosen[i], value), after])
        for value in sorted(domains[j]):
            before = numbers.exact(clauses, chosen[i], value - 1)
            add(clauses, [-link, -numbers.exact(clauses, chosen[j], value), before])
    for literals in (*outgoing, *incoming):
        add(clauses, list(literals))
        counting.at_most_one(clauses, [one for one in literals if one != FALSE], [])


def _links(chain: Chain, domains: Sequence[Values]) -> list[tuple[int, int]]:
    """Return the pairs of positions of which the second may follow the first."""
    before = [frozenset(value - 1 for value in values) for values in domains]
    return [
        (i, j) for i, values in enumerate(domains) for j in bits(chain.after[i]) if not values.isdisjoint(before[j])
    ]
