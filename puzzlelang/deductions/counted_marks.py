"""A first look for claims that each component of a partition holds so many of something, before all claims are read."""

from puzzlelang.problem import nodes
from puzzlelang.problem.record import ComponentSize, Formula


def counted_size(formula: Formula, count: int) -> ComponentSize | None:
    """The size term of a formula that may be such a claim, of a graph with exact borders; None if there is none."""
    for part in formula.parts if type(formula) is nodes.Or else (formula,):
        if type(part) is nodes.Equal and part.value == count and type(part.term) is ComponentSize:
            return part.term if part.term.graph.exact is not None else None
    return None
