"""Narrows types: which values conditions and domains show to be present or not `?`."""

from collections.abc import Iterator

from puzzlelang.typed import ir
from puzzlelang.typed.checks.scope import NO_FACTS, Checker, Path, Presence
from puzzlelang.typed.types import Erroneous


def path_of(expression: ir.Expression) -> Path | None:
    """The access path of a value that can be narrowed, None for others."""
    match expression:
        case ir.Lookup(symbol, _, key):
            return symbol, key
        case ir.RegionOf(partition, cell):
            return partition, cell
        case ir.Symbol(name):
            return name, None
        case _:
            return None


def facts_of_condition(condition: ir.Expression | None, holds: bool) -> Presence:
    """The facts that hold where a condition is true, or where it is false."""
    match condition:
        case ir.Guard(value, known) if holds:
            path = path_of(value)
            if path is None:
                return NO_FACTS
            return Presence(frozenset({path}), frozenset({path}) if known else frozenset())
        case ir.Constant(_, Erroneous()):
            return Presence(anything=True)
        case ir.Negation(part):
            return facts_of_condition(part, not holds)
        case ir.Junction(every, parts) if every is holds:
            facts = NO_FACTS
            for part in parts:
                facts = facts.union(facts_of_condition(part, holds))
            return facts
        case _:
            return NO_FACTS


def facts_of_domain(domain: ir.Expression, variable: ir.LocalVariable, checker: Checker) -> Presence:
    """The facts that hold for every element of a domain.

    An element of `{c in cells with c.clue}` has a clue, whatever the name of the set.  An element of the domain of a
    declared function has a value.
    """
    there = {
        (name, variable)
        for name, declared in checker.declared.items()
        if isinstance(declared, ir.Find | ir.Given)
        and (
            (isinstance(declared.kind, ir.FunctionKind) and not declared.kind.value.absent)
            or isinstance(declared.kind, ir.PartitionKind)
        )
        and declared.kind.domain is not None
        and declared.kind.domain in list(_containing_sets(domain, checker))
    }
    return _of_elements(domain, variable, checker).union(Presence(frozenset(there)))


def _of_elements(domain: ir.Expression, variable: ir.LocalVariable, checker: Checker) -> Presence:
    match domain:
        case ir.LetValue(name):
            declared = checker.declared.get(name)
            return _of_elements(declared.body, variable, checker) if isinstance(declared, ir.Let) else NO_FACTS
        case ir.Comprehension(binder) if len(binder.slots) == 1:
            facts = facts_of_condition(binder.condition, True)
            moved = Presence(
                frozenset(_move(facts.present, binder.slots[0], variable)),
                frozenset(_move(facts.known, binder.slots[0], variable)),
                facts.anything,
            )
            return moved.union(_of_elements(binder.domain, variable, checker))
        case ir.SetOperation("&", left, right):
            return _of_elements(left, variable, checker).union(_of_elements(right, variable, checker))
        case ir.SetOperation("-", left, _):
            return _of_elements(left, variable, checker)
        case ir.SetOperation("+", left, right):
            return _of_elements(left, variable, checker).intersection(_of_elements(right, variable, checker))
        case _:
            return NO_FACTS


def _move(paths: frozenset[Path], slot: int, variable: ir.LocalVariable) -> Iterator[Path]:
    for symbol, key in paths:
        if isinstance(key, ir.LocalVariable) and key.slot == slot:
            yield symbol, variable


def _containing_sets(domain: ir.Expression, checker: Checker) -> Iterator[ir.Expression]:
    """Expressions of sets that certainly contain the domain, itself among them."""
    yield domain
    match domain:
        case ir.LetValue(name):
            declared = checker.declared.get(name)
            if isinstance(declared, ir.Let):
                yield from _containing_sets(declared.body, checker)
        case ir.Comprehension(binder) if len(binder.slots) == 1:
            yield from _containing_sets(binder.domain, checker)
        case ir.SetOperation("&", left, right):
            yield from _containing_sets(left, checker)
            yield from _containing_sets(right, checker)
        case ir.SetOperation("-", left, _):
            yield from _containing_sets(left, checker)
        case _:
            return
