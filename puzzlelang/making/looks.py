"""Looks: what makes a board look as if people had published it, as measures with their defaults in one table.

Densities come from the examples of the rule file; these measures say how far a board may be from them, and what general
taste asks for besides.  Ranges were held against boards of other generators: walls of Light Up are 16 to 35 % of the
cells, islands of Hashi 28 % on 5x5 and 12 % on 20x20 without two side by side, and ink of Nonogram 50 %.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Place
from puzzlelang.making import residual_givens
from puzzlelang.making.plan import Plan
from puzzlelang.making.symmetry import orbits
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.typed import ir


class Looks(msgspec.Struct, frozen=True):
    """The table of measures.

    `spread`: least and greatest density of a pattern of clues or sets, as a multiple of the examples'.  `most_found`:
    greatest density of a set of cells that is found.  `rarer`: exponent by which values that stand on the board get
    rarer per cell as boards get larger; `least_standing`: their density down to which they do.  `most_standing`: their
    greatest density in an answer, as a multiple of the usual one.  `apart`: up to this density such values do not stand
    side by side.  `denser`: what a failed draw adds to the density of the next one, and `densest`, the greatest
    multiple.  `zeros`: the share of values 0 that may stay where a place has a choice.
    """

    spread: tuple[float, float] = (0.85, 1.15)
    most_found: float = 0.6
    rarer: float = 0.3
    least_standing: float = 0.15
    most_standing: float = 2.0
    apart: float = 0.4
    denser: float = 0.1
    densest: float = 2.5
    zeros: float = 0.25


LOOKS = Looks()

Pattern = Mapping[str, frozenset[Place]]
"""For each given that shapes the board, its places."""


def draw_pattern(plan: Plan, problem: Problem, failed: int, chance: random.Random) -> Pattern:
    """Random places of the searched sets, and of the values whose presence matters, as dense as on the examples.

    Givens share places only if they do so on an example.  After `failed` draws the pattern is denser, as more of it
    leaves fewer answers.
    """
    standing = residual_givens.standing_sets(plan.rules)
    geometry, result = problem.geometry, dict[str, frozenset[Place]]()
    for given in plan.searched_givens:
        name = given.name
        variables = problem.finds.get(name if isinstance(given.kind, ir.SetKind) else f"{name}?", {})
        member = bool(variables) and next(iter(variables.values())).kind is Kind.MEMBER
        if not member or not (isinstance(given.kind, ir.SetKind) or name in standing):
            continue
        share = _share(plan, given, geometry)
        if share is None:
            continue
        share *= chance.uniform(*LOOKS.spread) * denser(failed)
        together = [other for other in result if frozenset((name, other)) in plan.statistics.together]
        taken = {place for other, there in result.items() if other not in together for place in there}
        free = [place for place in variables if place not in taken]
        first = [place for other in together for place in result[other] if place in variables]
        apart = isinstance(given.kind, ir.FunctionKind) and share <= LOOKS.apart
        beside = _beside(geometry) if apart else (lambda _: ())
        count = round(share * len(geometry.cells))
        result[name] = _spread_places(plan, geometry, first, free, count, beside, chance)
    return result


def _share(plan: Plan, given: ir.Given, geometry: Geometry) -> float | None:
    """The density of a given per cell of the board; None if no example tells."""
    share = plan.statistics.shares.get(given.name)
    if not share or isinstance(given.kind, ir.SetKind):
        return share
    usual = max((height * width for height, width in plan.statistics.sizes), default=0) or len(geometry.cells)
    larger = max(1.0, len(geometry.cells) / usual)
    rarer: float = larger**-LOOKS.rarer
    return max(min(share, LOOKS.least_standing), share * rarer)


def most_standing(plan: Plan, given: ir.Given, geometry: Geometry) -> int | None:
    """How many values of a given may stand on a board; None if no example tells."""
    share = _share(plan, given, geometry)
    return None if share is None else round(share * LOOKS.most_standing * len(geometry.cells))


def _beside(geometry: Geometry) -> Callable[[Place], Collection[Place]]:
    beside: dict[Place, list[Place]] = {}
    for link in geometry.links:
        beside.setdefault(link.first, []).append(link.second)
        beside.setdefault(link.second, []).append(link.first)
    return lambda place: beside.get(place, ())


def _spread_places(
    plan: Plan,
    geometry: Geometry,
    first: Sequence[Place],
    free: Sequence[Place],
    count: int,
    beside: Callable[[Place], Collection[Place]],
    chance: random.Random,
) -> frozenset[Place]:
    """About so many random places, by orbits of the symmetry, none beside another; those at `first` come first."""
    numbers = orbits(geometry, plan.symmetry, free)
    members: dict[int, list[Place]] = {}
    for place, number in numbers.items():
        if place is not None:
            members.setdefault(number, []).append(place)
    early = list(dict.fromkeys(numbers[place] for place in first if place in numbers))
    late = [number for number in members if number not in early]
    chosen: set[Place] = set()
    for number in [*early, *chance.sample(late, len(late))]:
        orbit = members[number]
        if len(chosen) >= count:
            break
        if not any(other in chosen or other in orbit for place in orbit for other in beside(place)):
            chosen.update(orbit)
    return frozenset(chosen)


def denser(failed: int) -> float:
    """How many times as dense as usual a board is after so many draws that failed."""
    return min(LOOKS.densest, 1 + LOOKS.denser * failed)


def varied(chance: random.Random) -> bool:
    """Whether a value 0 should give way to another."""
    return chance.random() >= LOOKS.zeros


def density_of_find(usual: float, of_cells: bool) -> float:
    """The density of a set that is found, from that of the examples."""
    return min(usual, LOOKS.most_found) if of_cells else usual
