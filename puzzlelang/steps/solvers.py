"""The solvers of a board: for its cases alone, for those about the same places, and for all at once."""

from collections.abc import Sequence
from functools import partial

from puzzlelang.problem.record import Problem
from puzzlelang.steps.bundles import reaching, sharing
from puzzlelang.steps.cases import cases, groups
from puzzlelang.steps.graph_probe import GraphProbe
from puzzlelang.steps.joint import Joint
from puzzlelang.steps.nearby import Nearby
from puzzlelang.steps.probe import Effort, Probe
from puzzlelang.steps.record import Group


class Solvers:
    """What can be asked of the cases of a board; it serves any number of walks, which it makes quicker.

    `near` are values of an answer, None where that is not known: they decide what is quick to find, not what is found.
    `about` lists for each variable the groups that speak of it.
    """

    def __init__(self, stated: Problem, near: Sequence[bool | int | None]) -> None:
        self.stated = stated
        self.near = near
        self.cases = cases(stated)
        self.groups = groups(self.cases)
        self.effort = Effort(0)
        self._bundles: list[tuple[Group, Probe | GraphProbe]] | None = None
        self._nearby = nearby = Nearby(stated, self.cases, near)
        self.probes = [
            GraphProbe(stated, group, nearby, self.effort) if group.graph else Probe(stated, group, self.effort)
            for group in self.groups
        ]
        self.joint = Joint(stated, self.cases, self.probes, nearby, self.effort)
        self.about: list[list[Group]] = [[] for _ in stated.variables]
        for group in self.groups:
            for index in group.variables:
                self.about[index].append(group)

    @property
    def bundles(self) -> Sequence[tuple[Group, Probe | GraphProbe]]:
        """Cases that may decide something only together, each set with its solver; made when first asked for."""
        if self._bundles is None:
            self._bundles = [(group, Probe(self.stated, group, self.effort)) for group in sharing(self.cases)]
            parts = list(reaching(self.cases))
            every = list(dict.fromkeys(case for group, _ in parts for case in group.cases))
            for group, at in parts:
                asked = partial(self.joint.among, every, group.cases)
                self._bundles.append((group, GraphProbe(self.stated, group, self._nearby, self.effort, asked, at)))
        return self._bundles

    def begin(self) -> None:
        """Begin another walk: no question has failed yet."""
        for probe in (*self.probes, *(probe for _, probe in self._bundles or ())):
            if isinstance(probe, GraphProbe):
                probe.begin()
