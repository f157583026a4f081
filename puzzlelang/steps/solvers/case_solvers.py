"""All solvers of a board: for single cases, for groups about the same places, and for all cases at once."""

from collections.abc import Sequence
from functools import partial

from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.families import Families
from puzzlelang.steps.cases.from_problem import case_groups, cases, component_groups, joint_groups, widest
from puzzlelang.steps.cases.touched_cells import touched_cells
from puzzlelang.steps.record import CaseGroup
from puzzlelang.steps.solvers.case_sessions import Effort
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from puzzlelang.steps.solvers.group_solver import GroupSolvers
from puzzlelang.steps.solvers.house_sums import HouseSum, house_sums
from puzzlelang.steps.solvers.probe import Probe
from puzzlelang.steps.solvers.unsat_cores import CoreExtractor
from puzzlelang.steps.solvers.witnesses import Witnesses


class CaseSolvers:
    """The probes and the core extractor of a board, shared by any number of walks.

    `near` are values of an answer, None where unknown: they change what is found quickly, not what is found.  `about`
    lists for each variable the groups with it.
    """

    def __init__(self, problem: Problem, near: Sequence[bool | int | None]) -> None:
        self.touched = touched_cells(problem)
        self.problem = problem = self.touched.problem
        self.near = near = self.touched.padded(near)
        self.cases = cases(problem)
        self.groups = case_groups(self.cases)
        self.families = Families(problem, self.cases)
        self.effort = Effort(0)
        self._shared = shared = GroupSolvers(problem, self.effort)
        self._house_sums: list[HouseSum] | None = None
        self._joint_groups: list[tuple[CaseGroup, Probe | GraphProbe]] | None = None
        self._witnesses = witnesses = Witnesses(problem, self.cases, near)
        self.probes = [
            GraphProbe(problem, group, witnesses, self.effort) if group.graph else Probe(group, shared)
            for group in self.groups
        ]
        self.cores = CoreExtractor(problem, self.cases, self.probes, witnesses, shared)
        self.about = self._by_variable(self.groups)
        self._about_widely: list[list[CaseGroup]] | None = None

    @property
    def any_looks(self) -> bool:
        """Whether anything is seen of a case with graphs without a search."""
        return any(isinstance(probe, GraphProbe) and probe.looks.are_there for probe in self.probes)

    @property
    def about_widely(self) -> Sequence[Sequence[CaseGroup]]:
        """For each variable the widest groups with it; found on first use."""
        if self._about_widely is None:
            self._about_widely = self._by_variable(widest(self.groups))
        return self._about_widely

    def _by_variable(self, groups: Sequence[CaseGroup]) -> list[list[CaseGroup]]:
        about: list[list[CaseGroup]] = [[] for _ in self.problem.variables]
        for group in groups:
            for index in group.variables:
                about[index].append(group)
        return about

    @property
    def house_sums(self) -> Sequence[HouseSum]:
        """Sums that follow from whole houses; found on first use."""
        if self._house_sums is None:
            self._house_sums = house_sums(self.families)
        return self._house_sums

    @property
    def joint_groups(self) -> Sequence[tuple[CaseGroup, Probe | GraphProbe]]:
        """Groups of cases that may decide something only jointly, each with its probe; built on first use."""
        if self._joint_groups is None:
            self._joint_groups = [(group, Probe(group, self._shared)) for group in joint_groups(self.cases)]
            parts = list(component_groups(self.cases))
            every = list(dict.fromkeys(case for group, _ in parts for case in group.cases))
            for group, at in parts:
                loader = partial(self.cores.loaded_among, every, group.cases)
                self._joint_groups.append(
                    (group, GraphProbe(self.problem, group, self._witnesses, self.effort, loader, at))
                )
        return self._joint_groups

    def reset(self) -> None:
        """Prepare for a new walk: graph probes may repeat queries that exceeded their budget."""
        for probe in (*self.probes, *(probe for _, probe in self._joint_groups or ())):
            if isinstance(probe, GraphProbe):
                probe.reset()
