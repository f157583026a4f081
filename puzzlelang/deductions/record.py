"""Records of deductions, and of a problem with their consequences."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.presolve import DOMINATORS, OVERLAYS, PresolvedProblem
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import together


class Implication(msgspec.Struct, frozen=True, eq=False):
    """Formulas that some claims, from `Claims.stated`, imply in every answer.

    `settled` are those of the claims that follow from the formulas in turn: they need no longer be stated.
    `derived`: see `Problem`; they are not about graphs.
    """

    formulas: Sequence[Formula]
    because: Sequence[Formula]
    settled: Sequence[Formula] = ()
    derived: Sequence[Formula] = ()


class Deduction(msgspec.Struct, frozen=True):
    """A named deduction: finds every occurrence of a shape of claims, with its consequences."""

    name: str
    search: Callable[[Claims], Iterator[Implication]]


class DeductionResult(msgspec.Struct, frozen=True, eq=False):
    """An equivalent problem with consequences of all constraints together.

    It is not a `Problem`, so sessions that switch constraints off and searches for a minimal contradiction do not
    accept it.  `presolved`: its problem has further formulas in its definitions; constraints that follow from these are
    gone.  `implied`: what each deduction found, by its name.  `marked`: the graphs each of whose components holds a
    mark.
    """

    presolved: PresolvedProblem
    implied: Mapping[str, Sequence[Implication]]
    marked: Sequence[MarkedComponents]

    @property
    def problem(self) -> Problem:
        """Return the equivalent problem."""
        return self.presolved.problem

    @property
    def used(self) -> dict[str, int]:
        """Number of formulas that each deduction added, of overlays, and of graphs that dominators are read from."""
        parts = {OVERLAYS: len(self.presolved.overlays), DOMINATORS: len(self.presolved.dominators)}
        formulas = {name: sum(len(one.formulas) for one in result) for name, result in self.implied.items()}
        return {**formulas, **{name: count for name, count in parts.items() if count}}


def with_auxiliaries(problem: Problem, auxiliaries: Auxiliaries, settled: Sequence[Formula]) -> Problem:
    """Add auxiliary variables with their definitions, and drop the claims that these settle."""
    wider = msgspec.structs.replace(problem, variables=tuple(auxiliaries.variables))
    return with_implied(wider, [Implication(auxiliaries.definitions, settled, settled)])


def with_implied(problem: Problem, implieds: Sequence[Implication]) -> Problem:
    """Add implied formulas to the definitions, and drop the claims that these settle."""
    settled = {id(claim) for one in implieds for claim in one.settled}
    constraints = []
    for one in problem.constraints:
        formula = _unsettled_part(one.formula, settled)
        if formula is one.formula:
            constraints.append(one)
        elif formula is not True:
            constraints.append(msgspec.structs.replace(one, formula=formula))
    definitions = [left for one in problem.definitions if (left := _unsettled_part(one, settled)) is not True]
    more = [formula for one in implieds for formula in one.formulas]
    derived = (*problem.derived, *(formula for one in implieds for formula in one.derived))
    return msgspec.structs.replace(
        problem, constraints=tuple(constraints), definitions=(*definitions, *more), derived=derived
    )


def _unsettled_part(formula: Formula, settled: Collection[int]) -> Formula:
    """The conjuncts of a claim that are not settled."""
    parts = together(formula)
    left = [part for part in parts if id(part) not in settled]
    return formula if len(left) == len(parts) else build.conjunction(left)
