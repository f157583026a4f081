"""Selects the rules that apply to a board: none that is switched off or is about something the board lacks.

Only options and the givens that the leading quantifiers of a rule go through decide it; where they do not, the rule
counts as one that does.
"""

from collections.abc import Collection

from puzzlelang.puzzle import UNKNOWN, Puzzle, Value
from puzzlelang.typed import ir


def is_about(rules: ir.Ruleset, rule: ir.Rule, puzzle: Puzzle) -> bool:
    """Whether a rule may say something about a board."""
    return holds(rules, rule, puzzle) and not _says_nothing(rules, rule.body, puzzle)


def holds(rules: ir.Ruleset, rule: ir.Rule, puzzle: Puzzle) -> bool:
    """Whether what stands behind `when` may be true on a board."""
    match rule.condition:
        case ir.BinaryComparison(ir.Comparator.EQUAL, ir.Symbol(name, ir.SymbolRole.OPTION), ir.Constant(value=wanted)):
            option = next(option for option in rules.options if option.name == name)
            return puzzle.options.get(name, option.default) == wanted
        case _:
            return True


def _says_nothing(rules: ir.Ruleset, body: ir.Expression, puzzle: Puzzle) -> bool:
    """Whether the leading quantifiers of a formula go through nothing on a board."""
    match body:
        case ir.Quantified(ir.Quantity.EVERY, None, binder, inner):
            return _is_empty(rules, binder, puzzle) or _says_nothing(rules, inner, puzzle)
        case ir.Quantified(ir.Quantity.NO, None, binder):
            return _is_empty(rules, binder, puzzle)
        case ir.Junction(True, parts):
            return all(_says_nothing(rules, part, puzzle) for part in parts)
        case _:
            return False


def _is_empty(rules: ir.Ruleset, binder: ir.Binder, puzzle: Puzzle) -> bool:
    match binder.domain:
        case ir.Symbol(name, ir.SymbolRole.GIVEN) if not _values(rules, name, puzzle):
            return True
        case _:
            condition = binder.condition
    parts = condition.parts if isinstance(condition, ir.Junction) and condition.every else (condition,)
    return any(part is not None and _is_false(rules, part, puzzle) for part in parts)


def _is_false(rules: ir.Ruleset, part: ir.Expression, puzzle: Puzzle) -> bool:
    """Whether a condition about the value of a given is true nowhere on a board."""
    match part:
        case ir.Guard(ir.Lookup(name, ir.SymbolRole.GIVEN)):
            return not _values(rules, name, puzzle)
        case ir.Negation(ir.Guard(ir.Lookup(name, ir.SymbolRole.GIVEN))):
            given = rules.given(name)
            owner = given.kind.partition if given is not None and isinstance(given.kind, ir.FunctionKind) else None
            return owner is not None and len(puzzle.givens.get(name, {})) == len(puzzle.groups.get(owner, ()))
        case ir.BinaryComparison(ir.Comparator.EQUAL, ir.Lookup(name, ir.SymbolRole.GIVEN), ir.Constant(value=wanted)):
            values = _values(rules, name, puzzle)
            return wanted not in values and UNKNOWN not in values
        case _:
            return False


def _values(rules: ir.Ruleset, name: str, puzzle: Puzzle) -> Collection[Value]:
    """Return what a board says of a given, and `?` where its default says something."""
    if puzzle.groups.get(name) or puzzle.partitions.get(name):
        return (True,)
    if result := [value for value in puzzle.givens.get(name, {}).values() if value is not False]:
        return result
    given = rules.given(name)
    default = None if given is None else given.default
    silent = default is None or (isinstance(default, ir.SetLiteral) and not default.elements)
    partition = given is not None and isinstance(given.kind, ir.PartitionKind)
    return () if silent and not partition else (UNKNOWN,)
