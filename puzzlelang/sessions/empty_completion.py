"""A drawing of which all that is open stays empty: people draw what there is, and seldom what there is not."""

from collections.abc import Mapping

from puzzlelang.geometry.places import Link, Place
from puzzlelang.problem.nodes import Kind, Variable
from puzzlelang.problem.record import Partial, Problem
from puzzlelang.puzzle import Drawing, Value
from puzzlelang.typed import ir, looks


def emptied(rules: ir.Ruleset, problem: Problem, drawing: Drawing, values: Partial) -> Partial | None:
    """The values of a drawing, with nothing wherever they leave the board open; None if something must stand there.

    Where areas are to be found, cells without a name are no part of those that have one.
    """
    found = list(values)
    for find in rules.finds:
        named = drawing.values.get(find.name, {}) if find.name in problem.partitions else None
        for place, variable in problem.finds.get(find.name, {}).items():
            if find.name in problem.hidden or found[variable.index] is not None:
                continue
            value = _nothing(rules, find, variable) if named is None else _ends(place, named)
            if value is None:
                return None
            found[variable.index] = value
    return found


def _nothing(rules: ir.Ruleset, find: ir.Find, variable: Variable) -> bool | int | None:
    """The value that is not seen on a board, if a place has one; the only value of a place that has no other."""
    if variable.absent is not None:
        return variable.absent
    if variable.kind is Kind.MEMBER:
        return False
    if len(variable.values) == 1:
        return variable.values[0]
    look = looks.appearance(rules, find)
    return next((value for value in variable.values if look.of(variable.called(value)).shape == "nothing"), None)


def _ends(link: Place, named: Mapping[Place, Value]) -> bool:
    return isinstance(link, Link) and (link.first in named) != (link.second in named)
