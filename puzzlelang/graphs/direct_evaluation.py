"""Formulas evaluated for one answer without being compiled, which pays where they are asked once or twice.

What each kind means, and which opaque values are judged in which order, is as in `compiled_evaluation`.
"""

from collections.abc import Iterable, Sequence, Set

import msgspec

from puzzlelang.graphs.compiled_evaluation import CompiledMemo, GraphAnswer, compile_formula
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Holds, Not, VariableRole


class Direct(msgspec.Struct, frozen=True, eq=False):
    """Values of an answer, and by identity of formulas their truths there, so that shared ones are evaluated once.

    `made`: functions of formulas of rare kinds, which last longer than the answer.  `literals`: what is true of each
    variable by itself, see `literal`; of opaque variables nothing may be read there.
    """

    values: GraphAnswer
    compiled: CompiledMemo
    literals: Set[int] = frozenset()
    known: dict[int, bool] = msgspec.field(default_factory=dict)


def literal(index: int, truth: bool) -> int:
    """Return the number for the truth of a member: its index, or the complement of that."""
    return index if truth else ~index


def true_literals(values: Iterable[bool | int]) -> set[int]:
    """Return the literals that are true in an answer; for a number the one that it is not 0, or that it is."""
    return {index if value else ~index for index, value in enumerate(values)}


def evaluate(formula: Formula, state: Direct) -> bool:
    """Evaluate a formula, and read no more values than it must.

    A truth stays as it is: values of members never change, and those of opaque variables are judged when first read.
    """
    if type(formula) is nodes.Or:
        return _some(formula.parts, state, truth=True)
    return _some((formula,), state, truth=True)


def _some(parts: Sequence[Formula], state: Direct, *, truth: bool) -> bool:
    """Return whether one of the formulas has this truth; most are members, for which there is no call."""
    values, known = state.values, state.known
    for part in parts:
        sought, formula = truth, part
        if type(formula) is Not:
            sought, formula = not truth, formula.part
        if type(formula) is Holds:
            variable = formula.variable
            here = values.judged(variable.index) if variable.role is VariableRole.STATEMENT else values[variable.index]
        elif type(formula) is nodes.Equal and type(formula.term) is nodes.Number:
            here = values[formula.term.variable.index] == formula.value
        elif (kept := known.get(id(formula))) is None:
            here = known[id(formula)] = _evaluate(formula, state)
        else:
            here = kept
        if bool(here) is sought:
            return True
    return False


def _evaluate(formula: Formula, state: Direct) -> bool:
    values = state.values
    match formula:
        case nodes.Or(parts):
            return _some(parts, state, truth=True)
        case nodes.And(parts):
            return not _some(parts, state, truth=False)
        case nodes.Equal(nodes.Number(variable), value):
            return values[variable.index] == value
        case nodes.AtMost(nodes.Number(variable), bound):
            return values[variable.index] <= bound
        case nodes.Equal(nodes.Sum((), ((1, nodes.Number(one)), (-1, nodes.Number(other))), shift), value):
            return values[one.index] - values[other.index] + shift == value
        case nodes.Equal(nodes.Sum(_, (), _) as term, value):
            return _total(term, state) == value
        case nodes.AtMost(nodes.Sum(_, (), _) as term, value):
            return _total(term, state) <= value
        case nodes.Same(left, right):
            return evaluate(left, state) == evaluate(right, state)
        case _:
            return compile_formula(formula, state.compiled)(values)


def _total(term: nodes.Sum, state: Direct) -> int:
    return term.constant + sum(factor for factor, part in term.counted if evaluate(part, state))
