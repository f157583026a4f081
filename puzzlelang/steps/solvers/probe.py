"""Probes: the values that a group of cases leaves to its variables, by the solver of its form."""

from collections.abc import Sequence

from puzzlelang.steps.record import CaseGroup, Fact, Masks
from puzzlelang.steps.solvers.case_sessions import Sessions
from puzzlelang.steps.solvers.first_looks import FirstLook
from puzzlelang.steps.solvers.group_solver import GroupSolver, GroupSolvers


class Probe:
    """A group of cases, asked which values it leaves to its variables."""

    def __init__(self, group: CaseGroup, solvers: GroupSolvers) -> None:
        self.group = group
        self._solvers = solvers
        self._shared: tuple[GroupSolver, dict[int, int]] | None = None

    @property
    def _solver(self) -> GroupSolver:
        return self._shared_solver()[0]

    def _shared_solver(self) -> tuple[GroupSolver, dict[int, int]]:
        if self._shared is None:
            self._shared = self._solvers.solver(self.group)
        return self._shared

    def sessions(self) -> Sessions:
        """The solver with the cases, or with others of the same form: see `stand_ins`."""
        return self._solver.sessions()

    def stand_ins(self, facts: Sequence[Fact]) -> dict[Fact, Fact]:
        """Return what facts about the cases say in `sessions`; facts about other variables are left out."""
        there = self._shared_solver()[1]
        return {fact: Fact(there[fact.variable], fact.value, fact.holds) for fact in facts if fact.variable in there}

    def reduced_domains(self, masks: Masks) -> tuple[int, ...] | None:
        """The domain-consistent masks of the variables; None if the cases are unsatisfiable.

        For a number with many values left, see `group_solver.MOST_VALUES`.
        """
        return self._solver.reduced(tuple([masks[index] for index in self.group.variables]))

    @property
    def look(self) -> FirstLook | None:
        """Return how the cases are looked at first; None if that is for a closer look."""
        return self._solver.look

    def first_look(self, masks: Masks) -> tuple[int, ...] | None:
        """Return what a first look leaves to the variables."""
        return self._solver.first_look(tuple([masks[index] for index in self.group.variables]))

    def is_satisfiable(self, masks: Masks) -> bool:
        """Whether the cases are satisfiable."""
        return self._solver.is_satisfiable(tuple([masks[index] for index in self.group.variables]))

    def forced_domains(self, masks: Masks, _aim: Sequence[bool | int | None]) -> tuple[int, ...] | None:
        """The same as `reduced_domains`, as without graphs all excluded values are found."""
        return self.reduced_domains(masks)
