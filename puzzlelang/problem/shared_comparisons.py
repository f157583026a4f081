"""Comparisons of component sizes with numbers, each made once for a graph: a lowering encodes each node once."""

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.nodes import Formula, Term


class _Comparisons(msgspec.Struct):
    """The comparisons of a graph by their kind, the identity of the term, and the number."""

    by_key: dict[tuple[type, int, int], nodes.AtMost | nodes.Equal] = msgspec.field(default_factory=dict)


def shared_comparison(kind: type[nodes.AtMost | nodes.Equal], term: Term, number: int) -> Formula:
    """Return the comparison of a term with a number; of a component size the one that was made before, if any."""
    if not isinstance(term, nodes.ComponentSize):
        return kind(term, number)
    result = nodes.memo(term.graph, _Comparisons).by_key
    key = kind, id(term), number  # the term is kept in the node
    return result[key] if key in result else result.setdefault(key, kind(term, number))
