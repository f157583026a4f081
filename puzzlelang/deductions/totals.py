"""Total size of components with one mark each, all of known size."""

from collections.abc import Iterator

from puzzlelang.deductions.claims import Claims, graphs, marks, sizes
from puzzlelang.deductions.record import Implication
from puzzlelang.problem import build

FEW = 30
"""Stated where so many vertices at most are there, or absent: a unary count of more costs more than it tells.

A Nurikabe of 32x32 with 10 black cells takes 23,000 conflicts instead of 372,000, and a fifth of the CPU time; one of
23x33 with 345 white cells is not solved in 25 s of CPU time with it, and in 6 s without.  Between these nothing was
measured.
"""


def one_mark_totals(claims: Claims) -> Iterator[Implication]:
    """Deduce that component sizes add up to the present vertices, where each mark gives its component's size.

    A vertex that is there belongs to one part, and each part to one mark, so the parts are counted once each.  (Double
    counting; that the black cells of a Nurikabe are as many as the numbers leave is folklore.)
    """
    for graph, component_claims in graphs(claims):
        held, known = marks(graph, component_claims), sizes(component_claims)
        if held is None or not held[0] <= known.keys():
            continue
        total = sum(known[mark][0] for mark in held[0])
        formula = build.equal(build.count(graph.presence), total)
        absent, unsure = len(graph.places) - total, sum(1 for here in graph.presence if here is not True)
        if not isinstance(formula, bool) and min(absent, unsure - absent) <= FEW:
            yield Implication(
                [formula], [*(one.claim for one in held[1]), *(known[mark][1] for mark in sorted(held[0]))]
            )
