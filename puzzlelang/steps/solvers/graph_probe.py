"""Probes of cases with graphs: forced values, within a budget of work."""

import enum
from collections.abc import Callable, Collection, Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.engine import Outcome, Sat, Undecided
from puzzlelang.steps.record import CaseGroup, Fact, Masks, bit, is_single, value
from puzzlelang.steps.solvers.case_sessions import Effort, Sessions, domain_literals, load_cases
from puzzlelang.steps.solvers.graph_looks import GraphLooks
from puzzlelang.steps.solvers.witnesses import Witnesses

QUERY_CONFLICTS = 3000
"""Budget of one query in conflicts, a look at a graph counting 20; an open query is repeated later."""


class GraphProbe:
    """A group of cases with graphs, asked which values it forces.

    `among` returns a shared solver that holds further cases, and the positions of the group's cases in it.  Without it
    the group gets a solver of its own.  `at`: the variables that may be asked about; None for all of the group.
    """

    def __init__(
        self,
        problem: Problem,
        group: CaseGroup,
        witnesses: Witnesses,
        effort: Effort,
        among: Callable[[], tuple[Sessions, list[int]]] | None = None,
        at: frozenset[int] | None = None,
    ) -> None:
        self.problem = problem
        self.group = group
        self.witnesses = witnesses
        self.effort = effort
        self.at = frozenset(group.variables) if at is None else at
        self.looks = GraphLooks(group.cases)
        self._among = among
        self._open: Sessions | None = None
        self.reset()
        indexes = dict.fromkeys(index for case in group.cases for index in case.variables)
        near = [(index, one) for index in indexes if (one := witnesses.near[index]) is not None]
        self._bias = SearchBias(QUERY_CONFLICTS, near)

    def reset(self) -> None:
        """Allow the next query.

        After a query exceeds its budget, the next one waits until a quarter of the open variables is known.
        """
        self._again = len(self.group.variables)

    def sessions(self) -> Sessions:
        """The solver with the cases."""
        if self._open is None:
            self._open = load_cases(self.problem, self.group.cases, False, self._bias)
        return self._open

    def stand_ins(self, facts: Sequence[Fact]) -> dict[Fact, Fact]:
        """The facts themselves, as this solver has the cases of this group alone."""
        return {fact: fact for fact in facts}

    def _sessions_to_ask(self) -> tuple[Sessions, list[int] | None]:
        return (self.sessions(), None) if self._among is None else self._among()

    def reduced_domains(self, masks: Masks) -> tuple[int, ...] | None:
        """The unchanged masks; None if the cases are unsatisfiable."""
        return tuple([masks[index] for index in self.group.variables]) if self.is_satisfiable(masks) else None

    def is_satisfiable(self, masks: Masks) -> bool:
        """Whether the cases are satisfiable; also true if the budget is too small to tell."""
        self.effort.left -= 1
        return self.witnesses.has_witness(self.group, masks) or self._ask(masks, QUERY_CONFLICTS) is not NoWitness.NONE

    def forced_domains(self, masks: Masks, target: Sequence[bool | int | None]) -> tuple[int, ...]:
        """The masks of the variables, a single value where the cases force the target value.

        The backbone is computed by chunks: one query asks whether any variable without a witness can differ (Janota,
        Lynce and Marques-Silva 2015).
        """
        left = [masks[index] for index in self.group.variables]
        open_ = sum(not is_single(mask) for mask in left)
        if open_ > self._again:
            return tuple(left)
        rest = [
            index
            for index, mask in zip(self.group.variables, left, strict=True)
            if index in self.at
            and not is_single(mask)
            and target[index] is not None
            and target[index] == self.witnesses.near[index]
        ]
        if rest:
            seen = self.witnesses.differing_variables(self.group, masks, sum([1 << index for index in rest]))
            rest = [index for index in rest if not seen >> index & 1]
        result: int | NoWitness = self.witnesses.flippable(self.group, rest, masks)
        least = self.effort.left - QUERY_CONFLICTS
        while not isinstance(result, NoWitness):
            rest = [index for index in rest if not result >> index & 1]
            if not rest:
                return tuple(left)
            result = self._differing(masks, rest, self.effort.left - least)
        if result is NoWitness.UNKNOWN:
            self._again = open_ * 3 // 4
            return tuple(left)
        certain = frozenset(rest)
        goals = self.witnesses.bits
        return tuple([goals[index] if index in certain else masks[index] for index in self.group.variables])

    def forced_values(self, masks: Masks, among: Collection[int]) -> tuple[int, ...] | None:
        """The masks, with a single value where the cases force any; None if they are unsatisfiable.

        Only the variables of `among` are asked about.  No answer is known here, as where something wrong is supposed.
        So the first answer of a solver gives the values that may be forced.
        """
        left = tuple([masks[index] for index in self.group.variables])
        outcome = self._outcome(masks, QUERY_CONFLICTS)
        if not isinstance(outcome, Sat):
            return left if isinstance(outcome, Undecided) else None
        rest = {
            index: int(outcome.values[index])
            for index in self.group.variables
            if index in among and not is_single(masks[index])
        }
        while rest:
            loaded = self._sessions_to_ask()[0].loaded
            about = [(self.problem.variables[index], one) for index, one in rest.items()]
            wanted = loaded.disjunction([-loaded.value_is(variable, one) for variable, one in about])
            outcome = self._outcome(masks, QUERY_CONFLICTS, [wanted])
            loaded.retire(wanted)
            if isinstance(outcome, Undecided):
                return left
            if not isinstance(outcome, Sat):
                break
            rest = {index: one for index, one in rest.items() if int(outcome.values[index]) == one}
        forced = {index: bit(self.problem.variables[index], one) for index, one in rest.items()}
        return tuple([forced.get(index, masks[index]) for index in self.group.variables])

    def _differing(self, masks: Masks, among: Sequence[int], work: int) -> "int | NoWitness":
        """Return the variables, as bits, in which some answer of the cases differs from the known answer.

        The answer differs in at least one variable of `among`.  `NoWitness` if there is none or the budget is spent.
        """
        loaded = self._sessions_to_ask()[0].loaded
        variables = [self.problem.variables[index] for index in among]
        wanted = loaded.disjunction(
            [-loaded.value_is(one, value(one, self.witnesses.bits[one.index])) for one in variables]
        )
        result = self._ask(masks, work, [wanted])
        loaded.retire(wanted)
        return result

    def _ask(self, masks: Masks, work: int, also: Sequence[int] = ()) -> "int | NoWitness":
        """The variables, as bits, in which an answer of the cases within the masks differs; it becomes a witness."""
        outcome = self._outcome(masks, work, also)
        if isinstance(outcome, Undecided):
            return NoWitness.UNKNOWN
        if not isinstance(outcome, Sat):
            return NoWitness.NONE
        return self.witnesses.add(self.group, outcome.values).differs

    def _outcome(self, masks: Masks, work: int, also: Sequence[int] = ()) -> Outcome:
        """Search for an answer of the cases within the masks."""
        sessions, active = self._sessions_to_ask()
        literals = list(also)
        for index in self.group.variables:
            literals += domain_literals(sessions.loaded, self.problem, index, masks[index])
        sessions.loaded.assumed = literals
        return sessions.solve(self.effort, work, active)


class NoWitness(enum.Enum):
    """The reason why a query gave no witness."""

    NONE = "none"
    UNKNOWN = "unknown"
