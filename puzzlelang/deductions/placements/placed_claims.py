"""Claims about a graph whose components are placements, with placements in place of what they state of the graph."""

from collections.abc import Sequence

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.placements.placed_cases import by_cases
from puzzlelang.deductions.placements.placed_components import ComponentPlacements, without_graph
from puzzlelang.deductions.placements.placed_exclusions import PlacedExclusions
from puzzlelang.deductions.placements.placed_sums import PlacedSums
from puzzlelang.problem import traversal
from puzzlelang.problem.record import Formula


def placed_claims(
    placed: ComponentPlacements, claims: Claims, settled: Sequence[Formula]
) -> tuple[list[Formula], list[Formula]]:
    """Rewrite all claims about the graph but the settled ones; return them, and the claims that they replace.

    Any two vertices side by side that are present are in one component.
    """
    results, gone = graph_claims(placed, claims, settled)
    sums = PlacedSums(placed)
    for claim in (part for formula in claims.plain for part in traversal.together(formula)):
        formula = sums.rewritten(claim)
        if formula is not claim:
            results.append(formula)
            gone.append(claim)
    return results, gone


def graph_claims(
    placed: ComponentPlacements, claims: Claims, settled: Sequence[Formula]
) -> tuple[list[Formula], list[Formula]]:
    """Rewrite the claims that state something of the graph; return them, and the claims that they replace."""
    known = set(map(id, settled))
    results: list[Formula] = []
    gone: list[Formula] = []
    exclusions = PlacedExclusions(placed)
    for claim in claims.stated:
        if id(claim) not in known and traversal.speaks_of(placed.graph, claim):
            taken = exclusions.take(claim)
            formula = True if taken else by_cases(placed, claim)
            if formula is None:
                formula = without_graph(placed, claim)
            if formula is not None:
                results.append(formula)
                gone.append(claim)
    return [*results, *exclusions.formulas()], gone
