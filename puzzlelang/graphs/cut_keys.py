"""Wrong statements of an answer, of which one is cut in a round as the others get the same cut, or mostly follow."""

from collections.abc import Hashable

from puzzlelang.graphs import nested_sizes, value_components
from puzzlelang.graphs.size_tests import Looks
from puzzlelang.graphs.sizes import Linear, linear, nested
from puzzlelang.problem import nodes


def cut_key(atom: object, looks: Looks, *, fixed: bool) -> Hashable | None:
    """Return what wrong statements share of which one will do; None if each gets its cut.

    `fixed`: the statement is claimed by itself, so that its cut is no more than the negated reason.
    """
    match atom:
        case nodes.AtMost(term, number) | nodes.Equal(term, number):
            result = linear(term)
            return None if result is None else _size_key(type(atom), result, number, looks, fixed)
        case nodes.Congruent(graph, first, second):
            part = looks(graph).part
            return nodes.Congruent, id(graph), part[first], part[second]
        case _:
            return None


def _size_key(kind: type, linear: Linear, number: int, looks: Looks, fixed: bool) -> Hashable | None:
    """Comparisons of one component's size, at whatever vertex, and with whatever number if it is none of the board.

    Their cuts have the same reason, and rules mostly make these numbers equal.  None where equal numbers make the
    component, which is slower so.
    """
    sizes = nested(linear)
    if sizes is not None:
        inner = looks(sizes.inner.graph).part[sizes.inner.vertex]
        return nested_sizes.NestedSizes, id(sizes.inner.graph), inner, id(sizes.outer.counted)
    if len(linear.sizes) != 1 or not (linear.terms or fixed):
        return None
    factor, part = linear.sizes[0]
    name = looks(part.graph).part[part.vertex]
    if name < 0 or value_components.vertex_values(part.graph) is not None:
        return None
    return kind, id(part.graph), name, id(part.counted), factor, len(linear.terms), number - linear.constant


def length(atom: object, looks: Looks) -> int:
    """Count the conditions in the cut of a wrong statement about nested sizes; 0 for others, which are not measured."""
    match atom:
        case nodes.AtMost(term) | nodes.Equal(term) if (result := linear(term)) is not None:
            sizes = nested(result)
            reason = None if sizes is None else nested_sizes.reason(sizes, looks)
            return 0 if reason is None else len(reason)
        case _:
            return 0
