"""Parts of a conjunction that say nothing, as others imply them."""

from collections.abc import Sequence

from puzzlelang.problem.nodes import And, Formula

Counted = Sequence[tuple[int, Formula]]


def without_implied(counted: Counted) -> Counted:
    """Leave out conjunctions of which a part is counted itself, as for "none of these" it is enough that it is false.

    A distance is counted so: each number of steps that does not suffice is the conjunction of "there is a path", which
    is counted as well, and that.
    """
    positive = {id(part) for factor, part in counted if factor > 0}
    return [
        (factor, part)
        for factor, part in counted
        if not (factor > 0 and type(part) is And and any(id(inner) in positive for inner in part.parts))
    ]
