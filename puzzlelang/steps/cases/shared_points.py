"""The cell or corner where all variables of a case meet."""

from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import RuleCase


def shared_point(problem: Problem, case: RuleCase) -> Cell | Corner | None:
    """The cell of which all variables of a case are links, or the corner of which all are borders."""
    points: list[set[Cell | Corner]] = []
    geometry = problem.geometry
    for one in map(problem.variables.__getitem__, case.variables):
        if one.kind is not nodes.Kind.MEMBER or not isinstance(one.place, Link | Border):
            return None
        place = one.place
        if isinstance(place, Border) or one.name in problem.partitions:
            points.append(set(geometry.corners_of(geometry.border_at[place.lattice])))
        else:
            points.append(set(place.cells))
    shared = set.intersection(*points) if len(points) > 1 else set()
    return min(shared, key=str) if shared else None
