"""What is computed from a set or from values: `count`, `sum`, `distinct`, `list` and the like."""

from puzzlelang.diagnostics.record import Failed
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.arity import check_arity, check_no_clause
from puzzlelang.typed.builtins import EXTREMES
from puzzlelang.typed.coercions import collection, number, value
from puzzlelang.typed.scope import Scope, mistake
from puzzlelang.typed.suggestions import check_no_membership
from puzzlelang.typed.types import (
    BAG,
    GROUP,
    NUMBER,
    NUMBERS,
    TRUTH,
    Enumeration,
    Erroneous,
    Family,
    ListType,
    NumberType,
    SetOf,
    TruthType,
    Type,
    covers_cells,
    describe,
)


def aggregate(written: tree.Call, scope: Scope) -> ir.Expression:
    """`count`, `sum`, `list` and the like.  Raises `Failed`."""
    name = written.name.text
    check_no_clause(written)
    if name in EXTREMES and len(written.arguments) > 1:
        numbers = tuple(number(argument, scope) for argument in written.arguments)
        return ir.Builtin(name, numbers, NUMBER, written.span)
    check_arity(written, 1)
    check_no_membership(written, scope)
    if name == "count":
        return ir.Aggregate(name, collection(written.arguments[0], scope), NUMBER, written.span)
    found = value(written.arguments[0], scope)
    if isinstance(found.type, Erroneous):
        return ir.Aggregate(name, found, _RESULTS.get(name, NUMBER), written.span)
    if name == "distinct":
        fine = isinstance(found.type, Family) and isinstance(found.type.value, NumberType | Enumeration)
    else:
        fine = isinstance(found.type, ListType) or found.type == Family(NUMBER)
    if name == "list" and found.type == BAG:
        hint = "compare them as they are; `bag(…)` is for numbers that have an order"
        raise mistake("E033", "these numbers are in no order", found.span, hint=hint)
    if fine:
        return ir.Aggregate(name, found, _RESULTS.get(name, NUMBER), written.span)
    raise _no_values(name, found)


_RESULTS: dict[str, Type] = {"distinct": TRUTH, "list": NUMBERS, "bag": BAG}
"""What aggregates are that are no number."""


def _no_values(name: str, found: ir.Expression) -> Failed:
    """The error for an aggregate of something else than values."""
    text = " ".join(found.span.text.split())
    hint = f"write `{name}(f of {text})` or `{name}(x.f for x in {text})`, where `f` is a number of each place"
    if isinstance(found.type, SetOf) and found.type.element == GROUP:
        hint = f"write `{name}(count(x) for x in {text})`, or another number of each"
    elif isinstance(found.type, Family) and (isinstance(found.type.value, SetOf) or covers_cells(found.type.value)):
        hint = f"how many there are is `count(…)`, as in `{name}(count(…) for …)`"
    elif isinstance(found, ir.Values) and isinstance(found.value.type, TruthType):
        binder = " ".join(found.binder.span.text.split())
        hint = f"how many there are is `count({{{binder} where {' '.join(found.value.span.text.split())}}})`"
    elif not isinstance(found.type, SetOf) and not covers_cells(found.type):
        hint = ""
    what = "values, one for each place"
    return mistake("E033", f"`{name}` wants {what}", found.span, here=f"this is {describe(found.type)}", hint=hint)
