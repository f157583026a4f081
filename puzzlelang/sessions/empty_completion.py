"""Completes a drawing by leaving all undecided places empty, as people seldom draw what is absent."""

from collections.abc import Mapping

from puzzlelang.geometry.places import Link, Place
from puzzlelang.problem.nodes import Kind, Variable
from puzzlelang.problem.record import Partial, Problem
from puzzlelang.puzzle import Drawing, Value
from puzzlelang.typed import ir, looks


def complete_empty(rules: ir.Ruleset, problem: Problem, drawing: Drawing, values: Partial) -> Partial | None:
    """Return the values of a drawing with each undecided variable empty; None if one cannot be empty.

    Where areas are to be found, a cell without a name belongs to no named area.
    """
    result = list(values)
    for find in rules.finds:
        named = drawing.values.get(find.name, {}) if find.name in problem.partitions else None
        for place, variable in problem.finds.get(find.name, {}).items():
            if find.name in problem.hidden or result[variable.index] is not None:
                continue
            value = _nothing(rules, find, variable) if named is None else _ends(place, named)
            if value is None:
                return None
            result[variable.index] = value
    return result


def _nothing(rules: ir.Ruleset, find: ir.Find, variable: Variable) -> bool | int | None:
    """Return the value that a board does not show, else the only value; None if the variable has neither."""
    if variable.absent is not None:
        return variable.absent
    if variable.kind is Kind.MEMBER:
        return False
    if len(variable.values) == 1:
        return variable.values[0]
    look, names = looks.appearance(rules, find), variable.names
    return next((one for one in variable.values if look.of(names[one] if names else one).shape == "nothing"), None)


def _ends(place: Place, named: Mapping[Place, Value]) -> bool:
    """Whether a link is where a named area ends; whether a cell is in one."""
    if isinstance(place, Link):
        return _is_named(place.first, named) != _is_named(place.second, named)
    return _is_named(place, named)


def _is_named(cell: Place, named: Mapping[Place, Value]) -> bool:
    return named.get(cell, False) is not False
