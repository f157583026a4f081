"""Estimates of how many cases a rule makes on a board, before they are made, and by which quantifiers."""

from collections.abc import Callable, Iterator

from puzzlelang.diagnostics.record import Label
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import children, subexpressions


def bindings(body: ir.Expression, size: Callable[[ir.Expression], int]) -> int:
    """Return a lower bound of the bindings needed to ground an expression; `size` evaluates and counts a set.

    Only quantifiers without conditions over constant sets count, as elements that a condition excludes are free.  Those
    inside disjunctions, conditionals and quantifiers that do not count are left out, as they may be skipped.
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
    """Labels for the quantifiers of a rule with their number of cases, as far as their sets are constant."""
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
    """Tell whether a set expression has no free variables and no `pairs`, which must be made to be counted."""
    return not any(
        isinstance(part, ir.LocalVariable | ir.Apply) or (isinstance(part, ir.Builtin) and part.name == "pairs")
        for part in subexpressions(domain)
    )
