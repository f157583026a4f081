"""How many cases a rule makes on a board, told before they are made, and which quantifiers make them."""

from collections.abc import Callable, Iterator

from puzzlelang.diagnostics.record import Label
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import children, subexpressions


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
            return max((bindings(part, size) for part in children(body)), default=0)


def labels(body: ir.Expression, size: Callable[[ir.Expression], int]) -> Iterator[Label]:
    """For each quantifier of the rule how many cases it makes, as far as its set depends on no other variable."""
    for part in subexpressions(body):
        if not isinstance(part, ir.Quantified):
            continue
        names, domain = ", ".join(part.binder.names), part.binder.domain
        factor = _pairs_of(domain)
        if factor is None and _closed(domain):
            amount = size(domain)
        elif factor is not None and _closed(factor):
            amount = (one := size(factor)) * (one - 1)
        else:
            yield Label(part.binder.span, f"for each of these again the cases of `{names}`")
            continue
        less = ", those that `where` and `with` leave out among them" if part.binder.condition is not None else ""
        yield Label(part.binder.span, f"`{names}` makes {amount:,} cases{less}")


def _pairs_of(domain: ir.Expression) -> ir.Expression | None:
    if isinstance(domain, ir.Builtin) and domain.name == "pairs" and len(domain.arguments) == 1:
        return domain.arguments[0]
    return None


def _closed(domain: ir.Expression) -> bool:
    """Whether a set is the same wherever it stands; what pairs all things up counts only when it is made."""
    return not any(
        isinstance(part, ir.LocalVariable | ir.Apply) or (isinstance(part, ir.Builtin) and part.name == "pairs")
        for part in subexpressions(domain)
    )
