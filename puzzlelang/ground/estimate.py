"""How many cases a rule makes on a board, told before they are made."""

from collections.abc import Callable

from puzzlelang.typed import ir
from puzzlelang.typed.parts import inside, parts


def bindings(body: ir.Expression, size: Callable[[ir.Expression], int]) -> int:
    """At least so many bindings are looked at to ground the expression; `size` evaluates a set and counts it.

    Only quantifiers without conditions over sets that depend on no other variable, and inside of no condition that
    could spare them, count: elements that a condition rules out by itself are passed over once and for all.
    """
    match body:
        case ir.Quantified(binder=binder, body=inner) if _closed(binder.domain):
            if binder.condition is not None:
                return 0
            return size(binder.domain) * max(1, bindings(inner, size))
        case ir.Quantified() | ir.Conditional() | ir.Junction(False):
            return 0
        case _:
            return max((bindings(part, size) for part in parts(body)), default=0)


def _closed(domain: ir.Expression) -> bool:
    """Whether a set is the same wherever it stands; what pairs all things up counts only when it is made."""
    return not any(
        isinstance(part, ir.Variable | ir.Apply) or (isinstance(part, ir.Builtin) and part.name == "pairs")
        for part in inside(domain)
    )
