"""Finds the lists that may hold 0 among other numbers: those that rules compare with counts of sets or with arithmetic.

A run is never empty, and neither is a component.  So a 0 in their list is a slip, which readers of boards refuse.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import subexpressions


def with_zeros(givens: Sequence[ir.Given], rules: Sequence[ir.Rule]) -> tuple[ir.Given, ...]:
    """The givens, of which those that rules compare with lists whose values may be 0 may hold zeros."""
    names = {name for rule in rules for name in _lists_with_zeros(rule.body)}
    return tuple(_with_zeros(given) if given.name in names else given for given in givens)


def _with_zeros(given: ir.Given) -> ir.Given:
    match given.kind:
        case ir.FunctionKind(value=value) | ir.SingleKind(value=value) if value.base is ir.Base.NUMBERS:
            value = msgspec.structs.replace(value, zeros=True)
            return msgspec.structs.replace(given, kind=msgspec.structs.replace(given.kind, value=value))
        case _:
            return given


def _lists_with_zeros(body: ir.Expression) -> Iterator[str]:
    """The names of what is compared with a list or bag of counts or calculated values."""
    for part in subexpressions(body):
        if isinstance(part, ir.BinaryComparison):
            for side, other in ((part.left, part.right), (part.right, part.left)):
                if _may_hold_zero(side):
                    yield from (
                        one.symbol if isinstance(one, ir.Lookup) else one.name
                        for one in subexpressions(other)
                        if isinstance(one, ir.Lookup | ir.Symbol) and one.role is ir.SymbolRole.GIVEN
                    )


def _may_hold_zero(expression: ir.Expression) -> bool:
    match expression:
        case ir.Aggregate("list" | "bag", ir.Values(value=ir.Aggregate("count", counted))):
            return not isinstance(counted, ir.LocalVariable)  # a component, a group or a region has a member
        case ir.Aggregate("list" | "bag", ir.Values(value=ir.Arithmetic())):
            return True
        case _:
            return False
