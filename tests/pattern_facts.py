"""Facts of patterns as values of the variables of a board."""

from collections.abc import Mapping, Sequence

from puzzlelang.geometry.places import Place
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem.nodes import Kind
from puzzlelang.problem.record import Problem
from puzzlelang.techniques import given_lists
from puzzlelang.techniques.record import Fact, Presence, Spot

Way = list[tuple[int, bool | int]]
"""Values of variables, by index."""

Lists = Mapping[str, Mapping[Place, Sequence[int]]]
"""The list that a place has if it has any, by the name of a given."""


def ways(
    problem: Problem, fact: Fact, spots: Mapping[Spot, Place], lists: Lists | None = None, *, true: bool = True
) -> list[Way]:
    """All ways in which a fact is true on a whole board, or false; none if its place is not on the board."""
    place = spots.get(fact.spot)
    if place is None:
        return []
    variable = problem.finds.get(fact.name, {}).get(place)
    there = problem.finds.get(presence_name(fact.name), {}).get(place)
    true = true is fact.holds
    if isinstance(fact.value, Presence):
        member = variable if variable is not None and variable.kind is Kind.MEMBER else there
        return [] if member is None else [[(member.index, (fact.value is Presence.PRESENT) is true)]]
    if there is not None and (lists or {}).get(fact.name, {}).get(place) is not None:
        has_it = fact.value == given_lists.text((lists or {})[fact.name][place])
        return [[(there.index, true)]] if has_it else []
    if variable is None:
        return []
    value = variable.names.index(fact.value) if isinstance(fact.value, str) else fact.value
    values = [value] if true else [one for one in range(variable.low, variable.high + 1) if one != value]
    result: Way = [] if there is None else [(there.index, True)]
    absent: list[Way] = [] if there is None or true else [[(there.index, False)]]
    return [*([*result, (variable.index, one)] for one in values), *absent]
