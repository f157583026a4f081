"""Sums over the places of a component, as sizes: how many places count, once for each number that they add."""

from collections.abc import Sequence

import msgspec

from puzzlelang.geometry.sorts import Sort
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.joins import Inner
from puzzlelang.ground.values import Frame, OfFormula, OfTerm, SetValue, as_formula, as_set, as_term
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import free_slots, subexpressions
from puzzlelang.typed.types import PlaceType

MOST_SIZES = 16
"""A sum of more sizes is left as a sum over all places."""

Summands = list[tuple[int, build_graphs.Counted]]
"""Factors, each with the vertices that add it and when they do."""


class _CachedSummands(msgspec.Struct, frozen=True, eq=False):
    """The summands of the components of a graph inside of a set, None if they are not known; the keys are kept."""

    graph: Graph
    within: SetValue | None
    summands: Summands | None


def sum_over_components(values: ir.Values, otherwise: OfTerm, inner: Inner, board: GroundBoard) -> OfTerm | None:
    """The sum of values over a set, with sizes where the set is a component; None if values depend on the component.

    What a place adds is a number or a count.  So one size counts the places that add 1, another those that add 1 once
    more, and so on.  What `otherwise` grounds, a sum over all places, asks of each two whether they are joined.
    """
    binder = values.binder
    parts = [values.value] if binder.condition is None else [values.value, binder.condition]
    if len(binder.slots) != 1 or not may_be_component(binder.domain):
        return None
    if any(free_slots(one, board.memo.slots).difference(binder.slots) for one in parts):
        return None
    domain, value, (slot,) = as_set(inner(binder.domain)), as_term(inner(values.value)), binder.slots
    condition = None if binder.condition is None else as_formula(inner(binder.condition))
    known: dict[tuple[int, int], _CachedSummands] = {}

    def total(frame: Frame) -> Term:
        members = domain(frame)
        if not isinstance(members, ComponentSet):
            return otherwise(frame)
        key = id(members.graph), id(members.within)
        if key not in known:
            board.work(len(members.graph.places))
            found = _summands(members, frame, slot, value, condition)
            known[key] = _CachedSummands(members.graph, members.within, found)
        summands = known[key].summands
        if summands is None:
            return otherwise(frame)
        sizes = [
            (factor, build_graphs.component_size(members.graph, members.vertex, counted))
            for factor, counted in summands
        ]
        return build.total((), sizes)

    return total


def may_be_component(domain: ir.Expression) -> bool:
    """Whether a set is made of a component, as far as the expression shows it; sums over others stay as they are."""
    for part in subexpressions(domain):
        match part:
            case ir.GraphWord("component"):
                return True
            case ir.Builtin("cells", (argument,)) if isinstance(argument.type, PlaceType):
                if argument.type.sort in (Sort.REGION, Sort.GROUP):
                    return True
            case _:
                pass
    return False


def _summands(
    members: ComponentSet, frame: Frame, slot: int, value: OfTerm, condition: OfFormula | None
) -> Summands | None:
    """What the places add: by factor, and by how often a place adds it, the vertices that do."""
    counted: dict[tuple[int, int], list[tuple[int, Formula]]] = {}
    for vertex, place in enumerate(members.graph.places):
        frame[slot] = place
        here: Formula = True if members.within is None else members.within.get(place, False)
        if condition is not None and here is not False:
            here = build.conjunction((here, condition(frame)))
        parts = () if here is False else _parts(value(frame))
        if parts is None:
            return None
        often: dict[int, int] = {}
        for factor, when in parts:
            often[factor] = often.get(factor, 0) + 1
            counted.setdefault((factor, often[factor]), []).append((vertex, build.conjunction((here, when))))
        if len(counted) > MOST_SIZES:
            return None
    return [(factor, tuple(ones)) for (factor, _), ones in sorted(counted.items())]


def _parts(term: Term) -> Sequence[tuple[int, Formula]] | None:
    """A number or a count as formulas, each with what it adds; None for other terms."""
    match term:
        case int():
            return [(term, True)] if term else []
        case nodes.Sum(counted, (), constant):
            return [*([(constant, True)] if constant else []), *counted]
        case _:
            return None
