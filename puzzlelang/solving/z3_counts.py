"""Counts for z3 as pseudo-Boolean constraints, which pySMT has no nodes for.

Where all that is to be found is Boolean, z3's solver for finite domains (`QF_FD`) is a SAT solver that knows such
constraints; as sums of integers it left boards open that take it seconds so.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import z3
from pysmt import logics
from pysmt.solvers.z3 import Z3Converter, Z3Solver

from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import FNode

LOGIC = "QF_FD"

_LARGEST = 2**31 - 1
"""z3 takes coefficients and bounds as C integers."""

Linear = tuple[list[FNode], list[int], int]
"""Formulas, what each adds where it is true, and a bound."""


def is_boolean(encoded: Encoding) -> bool:
    """Whether no symbol is a number."""
    return all(symbol.symbol_type().is_bool_type() for symbol in encoded.environment.formula_manager.get_all_symbols())


def solver(encoded: Encoding, seed: int) -> Z3Solver:
    """z3 for an encoding without numbers."""
    made = Z3Solver(encoded.environment, logics.get_logic_by_name(encoded.logic), random_seed=seed)
    made.z3 = z3.SolverFor(LOGIC, ctx=made.z3.ctx)
    made.z3.set("random_seed", seed)
    made.converter = _Converter(encoded.environment, made.z3.ctx)
    return made


class _Converter(Z3Converter):  # type: ignore[misc, unused-ignore]
    """Turns comparisons of sums of `ite(formula, number, number)` into pseudo-Boolean constraints."""

    def _get_children(self, formula: FNode) -> Any:
        found = _linear(formula)
        return super()._get_children(formula) if found is None else found[0]

    def walk_le(self, formula: FNode, args: Sequence[Any], **rest: Any) -> Any:
        """Called by pySMT with the converted children."""
        return self._compared(formula, args, z3.Z3_mk_pble) or super().walk_le(formula, args, **rest)

    def walk_equals(self, formula: FNode, args: Sequence[Any], **rest: Any) -> Any:
        """Called by pySMT with the converted children."""
        return self._compared(formula, args, z3.Z3_mk_pbeq) or super().walk_equals(formula, args, **rest)

    def _compared(self, formula: FNode, args: Sequence[Any], make: Any) -> Any:
        found = _linear(formula)
        if found is None:
            return None
        _, factors, bound = found
        converted, size = self._to_ast_array(args)
        term = make(self.ctx.ref(), size, converted, (ctypes.c_int * size)(*factors), bound)
        z3.Z3_inc_ref(self.ctx.ref(), term)
        return term


def _linear(formula: FNode) -> Linear | None:
    """The comparison with all that is unknown on its left side; None if there is more than sums of such choices."""
    if not (formula.is_le() or formula.is_equals()):
        return None
    formulas: list[FNode] = []
    factors: list[int] = []
    bound = 0
    for sign, side in zip((1, -1), formula.args(), strict=True):
        for sign_of, term in _terms(sign, side):
            if term.is_int_constant():
                bound -= sign_of * int(term.constant_value())
            elif term.is_ite() and all(part.is_int_constant() for part in term.args()[1:]):
                then, other = (sign_of * int(part.constant_value()) for part in term.args()[1:])
                formulas.append(term.arg(0))
                factors.append(then - other)
                bound -= other
            else:
                return None
    if not formulas or any(abs(number) > _LARGEST for number in (*factors, bound)):
        return None
    return formulas, factors, bound


def _terms(sign: int, side: FNode) -> list[tuple[int, FNode]]:
    if side.is_plus():
        return [pair for part in side.args() for pair in _terms(sign, part)]
    if side.is_minus():
        return [*_terms(sign, side.arg(0)), *_terms(-sign, side.arg(1))]
    return [(sign, side)]
