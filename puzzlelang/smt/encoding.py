"""A problem as formulas of linear integer arithmetic, with the way back to values."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from pysmt.environment import Environment

from puzzlelang.problem.record import Kind, Problem, Values
from puzzlelang.smt.lowering import FNode, Lowering

LOGIC = "QF_LIA"
"""The logic of sessions, as formulas added later may have numbers where the problem has none."""


class Encoding(msgspec.Struct, frozen=True, eq=False):
    """The pySMT nodes of one problem, in an environment of their own.

    `symbols[i]` stands for the variable with index i: a Boolean for membership, an integer otherwise.  `ranges` bound
    the integers.  `formulas[i]` says constraint i together with the definitions of all auxiliary symbols in it, so it
    can be switched off alone.  An answer of the problem is exactly what `ranges` and `formulas` leave to the `symbols`.
    `taken` are the names in use.
    `spans` has the range of each integer symbol, auxiliary ones included; the formulas state it.
    `definitions` hold whichever formulas are in force.  `lowering` is the state to lower further formulas with.
    """

    environment: Environment
    symbols: tuple[FNode, ...]
    ranges: tuple[FNode, ...]
    formulas: tuple[FNode, ...]
    taken: frozenset[str]
    spans: Mapping[FNode, tuple[int, int]]
    definitions: tuple[FNode, ...]
    lowering: Lowering


def values(problem: Problem, numbers: Sequence[bool | int]) -> Values:
    """Convert a solver's values of the symbols, in order, to values of the problem."""
    pairs = zip(problem.variables, numbers, strict=True)
    return tuple(bool(number) if variable.kind is Kind.MEMBER else int(number) for variable, number in pairs)


def holds(encoded: Encoding, index: int, value: bool | int) -> FNode:
    """State that a variable has this value."""
    make, symbol = encoded.environment.formula_manager, encoded.symbols[index]
    if symbol.symbol_type().is_bool_type():
        return symbol if value else make.Not(symbol)
    return make.Equals(symbol, make.Int(int(value)))


def differs(encoded: Encoding, answer: Values, among: Iterable[int]) -> FNode:
    """State that one of these variables differs from the answer; false if there is none."""
    make = encoded.environment.formula_manager
    return make.Or([make.Not(holds(encoded, index, answer[index])) for index in among])
