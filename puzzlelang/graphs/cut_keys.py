"""Wrong statements of an answer, of which one is cut in a round as the others get the same cut, or mostly follow."""

from collections.abc import Hashable

from puzzlelang.graphs import nested_sizes, value_components
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.counted_vertices import counted_vertices
from puzzlelang.graphs.size_tests import Looks
from puzzlelang.graphs.sizes import Linear, linear, nested, size
from puzzlelang.problem import nodes


def cut_key(atom: object, looks: Looks, values: GraphAnswer, *, fixed: bool) -> Hashable | None:
    """Return what wrong statements share of which one will do; None if each gets its cut.

    `fixed`: the statement is claimed by itself, so that its cut is no more than the negated reason.
    """
    match atom:
        case nodes.AtMost(term, number) | nodes.Equal(term, number) if (result := linear(term)) is not None:
            sizes = nested(result)
            if sizes is not None:
                inner = looks(sizes.inner.graph).part[sizes.inner.vertex]
                return nested_sizes.NestedSizes, id(sizes.inner.graph), inner, id(sizes.outer.counted)
            alone = len(result.sizes) == 1 and (result.terms or (fixed and _is_small(atom, result, looks, values)))
            return _size_key(type(atom), result, number, looks) if alone else None
        case nodes.Congruent(graph, first, second):
            part = looks(graph).part
            return nodes.Congruent, id(graph), part[first], part[second]
        case _:
            return None


def _size_key(kind: type, linear: Linear, number: int, looks: Looks) -> Hashable | None:
    """Comparisons of one component's size, at whatever vertex, and with whatever number if it is none of the board.

    Their cuts have the same reason, and rules mostly make these numbers equal.  None where equal numbers make the
    component, which is slower so.
    """
    ((factor, part),) = linear.sizes
    name = looks(part.graph).part[part.vertex]
    if name < 0 or value_components.vertex_values(part.graph) is not None:
        return None
    return kind, id(part.graph), name, id(part.counted), factor, len(linear.terms), number - linear.constant


def _is_small(comparison: nodes.AtMost | nodes.Equal, linear: Linear, looks: Looks, values: GraphAnswer) -> bool:
    """Return whether a component has too few vertices: its cut set tells, the same for each of its vertices.

    Why a component has too many is told by other trees from other vertices, of which several are worth their cuts.
    """
    ((factor, part),) = linear.sizes
    if factor < 0 or linear.counted or counted_vertices(part).alike is None:
        return False
    total = linear.constant + factor * size(part, looks, values)
    return total <= comparison.bound if isinstance(comparison, nodes.AtMost) else total < comparison.value


def length(atom: object, looks: Looks) -> int:
    """Count the conditions in the cut of a wrong statement about nested sizes; 0 for others, which are not measured."""
    match atom:
        case nodes.AtMost(term) | nodes.Equal(term) if (result := linear(term)) is not None:
            sizes = nested(result)
            reason = None if sizes is None else nested_sizes.reason(sizes, looks)
            return 0 if reason is None else len(reason)
        case _:
            return 0
