"""Cuts for graphs each of whose components holds marks, and for components of known size.

`deductions.reachability` makes a variable for each vertex and mark: the vertex is in the mark's component.  An answer
may set it for vertices that lie apart, and each mark that could reach them would need its own reason.  One clause
serves all marks: a component with too few of them is not closed.  A Nurikabe of 25x32 takes 59 rounds instead of 124
and 0.42 times the CPU time.  One of 23x33 takes 63 instead of 90 and 0.54 times; small ones take as long as before.
(Omitting all other cuts while such components exist was worse: neither of the two was solved in 100 s.)
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.graphs.components import Components
from puzzlelang.graphs.paths_and_cuts import cut_set
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph


class MarkedComponents(msgspec.Struct, frozen=True, eq=False):
    """A graph each of whose components holds at least `least` of the `marks`; `sizes`: of some vertices' components.

    If there are `groups`, each component holds all vertices of one of these.  `single`: each holds exactly one mark.
    """

    graph: Graph
    marks: frozenset[int]
    least: int
    sizes: Mapping[int, int]
    groups: Sequence[frozenset[int]] = ()
    single: bool = False

    def lack(self, members: Sequence[int]) -> bool:
        """Whether some vertices hold too few marks, or none of the groups."""
        inside = frozenset(members)
        return len(self.marks & inside) < self.least or (
            bool(self.groups) and not any(group <= inside for group in self.groups)
        )


def cuts(marked: MarkedComponents, components: Components) -> Iterator[Formula]:
    """Yield clauses that an answer violates by components with too few marks, or too small.

    If the cut set of some vertices is off, the components of these vertices lie within them.  So without enough marks
    among them none is present.  If the known size of such a component exceeds their number, the cut set is not off.
    (As the subtour cuts of Dantzig, Fulkerson and Johnson 1954 for components that each have a root.)
    """
    presence = marked.graph.presence
    for members in components.members.values():
        small = any(marked.sizes.get(vertex, 0) > len(members) for vertex in members)
        if small or marked.lack(members):
            beyond = [build.negation(one) for one in cut_set(components, members)]
            if small or any(presence[vertex] is True for vertex in members):
                yield build.disjunction(beyond)
            else:
                for vertex in members:
                    yield build.disjunction([build.negation(presence[vertex]), *beyond])
