"""Counts for z3 as pseudo-Boolean constraints, which pySMT has no nodes for.

Where all that is to be found is Boolean, z3's solver for finite domains (`QF_FD`) is a SAT solver that knows such
constraints; as sums of integers it left boards open that take it seconds so.
"""

import ctypes
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import z3
from pysmt import logics
from pysmt.solvers.z3 import Z3Converter, Z3Solver

from puzzlelang.smt.encoding import LOGIC as LOGIC_OF_SESSIONS
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import FNode

LOGIC = "QF_FD"

_LARGEST = 2**31 - 1
"""z3 takes coefficients and bounds as C integers."""

Linear = tuple[list[FNode], list[int], int]
"""Formulas, what each adds where it is true, and a bound."""


MOST_TERMS = 1_000
"""Sums of more choices are left as they are."""


def is_boolean(encoded: Encoding) -> bool:
    """Return whether no symbol is a number, and comparisons are sums of such choices."""
    make = encoded.environment.formula_manager
    if any(not symbol.symbol_type().is_bool_type() for symbol in make.get_all_symbols()):
        return False
    compared = [node for node in make.formulae.values() if node.is_le() or node.is_equals()]
    return all(_linear(make, node) is not None for node in compared)


def solver(encoded: Encoding, seed: int) -> Z3Solver:
    """Make a z3 solver for an encoding without numbers."""
    results = Z3Solver(encoded.environment, logics.get_logic_by_name(LOGIC_OF_SESSIONS), random_seed=seed)
    results.z3 = z3.SolverFor(LOGIC, ctx=results.z3.ctx)
    results.z3.set("random_seed", seed)
    results.converter = _Converter(encoded.environment, results.z3.ctx)
    return results


class _Converter(Z3Converter):  # type: ignore[misc, unused-ignore]
    """Turns comparisons of sums of `ite(formula, number, number)` into pseudo-Boolean constraints."""

    def _get_children(self, formula: FNode) -> Any:
        result = _linear(self.mgr, formula)
        return super()._get_children(formula) if result is None else result[0]

    def walk_le(self, formula: FNode, args: Sequence[Any], **rest: Any) -> Any:
        """Called by pySMT with the converted children."""
        return self._compare(formula, args, z3.Z3_mk_pble) or super().walk_le(formula, args, **rest)

    def walk_equals(self, formula: FNode, args: Sequence[Any], **rest: Any) -> Any:
        """Called by pySMT with the converted children."""
        return self._compare(formula, args, z3.Z3_mk_pbeq) or super().walk_equals(formula, args, **rest)

    def _compare(self, formula: FNode, args: Sequence[Any], make: Any) -> Any:
        result = _linear(self.mgr, formula)
        if result is None:
            return None
        _, factors, bound = result
        converted, size = self._to_ast_array(args)
        term = make(self.ctx.ref(), size, converted, (ctypes.c_int * size)(*factors), bound)
        z3.Z3_inc_ref(self.ctx.ref(), term)
        return term


def _linear(make: Any, formula: FNode) -> Linear | None:
    """Return conditions, factors and bound, with all conditions on the left.  None if a side is no sum of `_terms`."""
    if not (formula.is_le() or formula.is_equals()):
        return None
    formulas: list[FNode] = []
    factors: list[int] = []
    bound = 0
    for sign, side in zip((1, -1), formula.args(), strict=True):
        for term in islice(_terms(make, side, None), MOST_TERMS + 1):
            if term is None or len(formulas) == MOST_TERMS:
                return None
            condition, number = term
            if condition is None:
                bound -= sign * number
            elif number:
                formulas.append(condition)
                factors.append(sign * number)
    if not formulas or any(abs(number) > _LARGEST for number in (*factors, bound)):
        return None
    return formulas, factors, bound


def _terms(make: Any, side: FNode, when: FNode | None) -> Iterator[tuple[FNode | None, int] | None]:
    """Yield the summands of a side as (condition, number); the condition is None if the number always counts.

    A choice between two sums yields the summands of both, each also under the choice's condition or its negation.
    Yields None for a part that is no such sum.
    """
    if side.is_int_constant():
        yield when, int(side.constant_value())
    elif side.is_plus():
        for part in side.args():
            yield from _terms(make, part, when)
    elif side.is_minus():
        yield from _terms(make, side.arg(0), when)
        for term in _terms(make, side.arg(1), when):
            yield term and (term[0], -term[1])
    elif side.is_ite():
        condition, then, other = side.args()
        if not (then.is_int_constant() and other.is_int_constant()):
            yield from _terms(make, then, condition if when is None else make.And(when, condition))
            opposite = make.Not(condition)
            yield from _terms(make, other, opposite if when is None else make.And(when, opposite))
        else:
            yield when, int(other.constant_value())
            more = int(then.constant_value()) - int(other.constant_value())
            yield (condition if when is None else make.And(when, condition)), more
    else:
        yield None
