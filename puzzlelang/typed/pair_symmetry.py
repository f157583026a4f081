"""Symmetry of pairs: binders whose pairs come in both orders, of which one is enough."""

from puzzlelang.typed import ir
from puzzlelang.typed.equal_forms import are_interchangeable
from puzzlelang.typed.words import builtins


def is_symmetric(binder: ir.Binder) -> bool:
    """Whether the domain holds each pair in both orders, and no condition distinguishes them."""
    if len(binder.slots) != 2:
        return False
    match binder.domain:
        case ir.Builtin(name):
            return builtins.symmetric(name)
        case ir.Comprehension(inside):
            fine = inside.condition is None or are_interchangeable(inside.condition, *inside.slots)
            return fine and is_symmetric(inside)
        case _:
            return False


def is_halved(binder: ir.Binder, body: ir.Expression) -> bool:
    """Whether one order of each pair is enough."""
    if not is_symmetric(binder):
        return False
    first, second = binder.slots
    fine = binder.condition is None or are_interchangeable(binder.condition, first, second)
    return fine and are_interchangeable(body, first, second)
