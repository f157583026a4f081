"""Declarations that cannot be told apart in pictures."""

from collections.abc import Iterator
from itertools import combinations

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.typed import ir
from puzzlelang.typed.looks import Item, Look, appearance
from puzzlelang.typed.types import Sort

Seen = tuple[Look, str]
"""A look, and what a text or an arrow of it says."""


def look_warnings(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    """Two givens, or two finds, of which values may look the same at one place; a given and a find are told apart."""
    groups: tuple[tuple[Item, ...], ...] = (
        tuple(given for given in rules.givens if given.name != rules.missing),
        rules.finds,
    )
    for group in groups:
        for first, second in combinations(group, 2):
            if _where(first) == _where(second) and _seen(rules, first) & _seen(rules, second):
                yield Diagnostic(
                    "W085",
                    f"`{second.name}` looks like `{first.name}` in pictures",
                    second.span,
                    help=f"say how it looks: `draw {second.name}: …`; `puzzlelang explain draw` lists the words",
                    labels=(Label(first.span, "this is at the same places"),),
                )


def _where(item: Item) -> object:
    """The places of a declaration, and of those in margins the sides; no two single values are at one place."""
    match item.kind:
        case ir.SetKind(sort) | ir.FunctionKind(sort) if sort in (Sort.LINE, Sort.VIEW):
            return "margin", item.sides if isinstance(item, ir.Given) else ()
        case ir.SetKind(sort) | ir.FunctionKind(sort):
            return sort
        case ir.PartitionKind():
            return "partition"
        case ir.SingleKind():
            return item.name


def _seen(rules: ir.Ruleset, item: Item) -> set[Seen]:
    """All that may be seen of a declaration."""
    found, symbols = appearance(rules, item), dict(item.shown.symbols)
    held = item.kind.value if isinstance(item.kind, ir.FunctionKind) else None
    looks = {(found.of(name), symbols.get(name, name)) for name in held.members} if held is not None else set[Seen]()
    if held is None or held.base is not ir.Base.NAME:
        what = "" if held is None or held.base is ir.Base.DIRECTION else "a number"
        looks |= {(found.others, what or symbols.get("", ""))}
        looks |= {(look, symbols.get(value, "")) for value, look in found.each.items()}
    told = held is not None and held.base in (ir.Base.NUMBER, ir.Base.NUMBERS)
    return {
        (look, what if look.shape in ("text", "arrow") or (told and look == found.others) else "")
        for look, what in looks
        if look.shape != "nothing"
    }
