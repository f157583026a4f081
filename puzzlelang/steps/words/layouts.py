"""Reasons from layouts: pieces of known shapes, each of which lies in one of several ways.

A layout is a conjunction of places that belong and of places around them that do not.  A cell that belongs has one
of the layouts about it, and of each shape there are so many.  Where no single one of these statements decides, what
they force is followed by unit propagation, up to the first that cannot be met.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate
from puzzlelang.steps.words.adjectives import ADJECTIVES
from puzzlelang.steps.words.counterfactuals import Counterfactual
from puzzlelang.steps.words.fact_texts import spaced

Open = list[bool | int | None]
"""Values as far as they are known, which propagation adds to."""

MOST_ROUNDS = 6
"""Rounds of propagation, as a person follows no more."""


class _Layout(msgspec.Struct, frozen=True, eq=False):
    """A conjunction: the places that belong, and what it says of each variable."""

    inside: frozenset[nodes.Variable]
    literals: tuple[tuple[int, bool], ...]

    def truth(self, values: Open) -> bool | None:
        """Whether it is there, as far as that is known."""
        there: bool | None = True
        for index, holds in self.literals:
            value = values[index]
            if value is None:
                there = None
            elif value is not holds:
                return False
        return there


class _Cover(msgspec.Struct, frozen=True, eq=False):
    """A cell that belongs has one of the layouts about it."""

    cell: nodes.Variable
    layouts: tuple[_Layout, ...]


class _Count(msgspec.Struct, frozen=True, eq=False):
    """So many of the layouts are there; those of one cell are the places of a plain count."""

    layouts: tuple[_Layout, ...]
    wanted: int
    size: int


def layout_reason(formulas: Sequence[Formula], context: Counterfactual) -> Reason:
    """The reason that no layout would be left at a cell, or too few or too many of a size; empty without layouts.

    If there is no such reason it says that all ways to place them were compared.
    """
    statements = [one for formula in formulas for one in _statements(formula)]
    if all(isinstance(one, _Count) and one.size == 1 for one in statements):
        return NO_REASON
    for rounds in (0, MOST_ROUNDS):
        broken = [_broken(statements, world, rounds) for world in context.worlds]
        if all(broken) and (first := broken[0]) is not None:
            template, values = first
            return template.reason(context.follows, **values)
    return ReasonTemplate.LAYOUTS_AGREE.reason(context.follows)


@lru_cache(maxsize=512)
def _statements(formula: Formula) -> tuple[_Cover | _Count, ...]:
    """The statements of a formula about layouts, which are asked for at each step of a path."""
    match formula:
        case nodes.And(parts):
            return tuple(one for part in parts for one in _statements(part))
        case nodes.Or((nodes.Not(nodes.Holds(cell)), *others)):
            layouts = _layouts(others)
            return (_Cover(cell, layouts),) if layouts and all(cell in one.inside for one in layouts) else ()
        case nodes.Equal(nodes.Sum(counted, (), 0), wanted) if all(factor == 1 for factor, _ in counted):
            layouts = _layouts([part for _, part in counted])
            sizes = {len(one.inside) for one in layouts}
            return (_Count(layouts, wanted, sizes.pop()),) if len(sizes) == 1 else ()
        case _:
            return ()


def _layouts(formulas: Sequence[Formula]) -> tuple[_Layout, ...]:
    """The formulas as layouts; none unless each is one."""
    result = []
    for formula in formulas:
        parts = formula.parts if isinstance(formula, nodes.And) else (formula,)
        inside = [part.variable for part in parts if isinstance(part, nodes.Holds)]
        outside = [
            part.part.variable for part in parts if isinstance(part, nodes.Not) and isinstance(part.part, nodes.Holds)
        ]
        if not inside or len(inside) + len(outside) < len(parts):
            return ()
        literals = (*((one.index, True) for one in inside), *((one.index, False) for one in outside))
        result.append(_Layout(frozenset(inside), literals))
    return tuple(result)


Broken = tuple[ReasonTemplate, dict[str, object]]
"""The template of a statement that cannot be met, with what fills it."""


def _broken(statements: Sequence[_Cover | _Count], world: Sequence[bool | int | None], rounds: int) -> Broken | None:
    """The first statement about layouts that cannot be met, after some rounds of propagation; None if all can."""
    values, gone = list(world), set[frozenset[nodes.Variable]]()
    for _ in range(rounds + 1):
        new = False
        for one in statements:
            alive = [
                layout for layout in one.layouts if layout.truth(values) is not False and layout.inside not in gone
            ]
            if broken := _unmet(one, alive, values):
                return broken
            new = rounds > 0 and (_narrowed(one, alive, values, gone) or new)
        if not new:
            return None
    return None


def _unmet(one: _Cover | _Count, alive: Sequence[_Layout], values: Open) -> Broken | None:
    match one:
        case _Cover(cell, _):
            if alive or values[cell.index] is not True:
                return None
            return ReasonTemplate.NO_LAYOUT, {"place": cell.place}
        case _Count(_, _, 1):
            return None
        case _Count(_, wanted, size):
            texts: dict[str, object] = {"cells": count_of(size, "cell"), "piece": _noun(one)}
            if len(alive) < wanted:
                return ReasonTemplate.FEW_LAYOUTS, texts
            many = sum(layout.truth(values) is True for layout in alive) > wanted
            return (ReasonTemplate.MANY_LAYOUTS, texts) if many else None
        case _:
            assert_never(one)


def _noun(count: _Count) -> str:
    """Return what a thing to be placed is called: by the name of its cells, unless that says what they are."""
    name = next((variable.name for layout in count.layouts for variable in layout.inside), "")
    return "piece" if name in ADJECTIVES else spaced(name)


def _narrowed(
    one: _Cover | _Count, alive: Sequence[_Layout], values: Open, gone: set[frozenset[nodes.Variable]]
) -> bool:
    """Note what a statement forces: of a cell what all of its layouts share, of a count all that are left, or none."""
    match one:
        case _Cover(cell, _):
            if values[cell.index] is not True:
                return not alive and _note({(cell.index, False)}, values)
            return _note(set.intersection(*(set(layout.literals) for layout in alive)), values)
        case _Count(_, wanted, size):
            there = [layout for layout in alive if layout.truth(values) is True]
            open_ = [layout for layout in alive if layout.truth(values) is None]
            if open_ and len(alive) == wanted:
                return _note({literal for layout in open_ for literal in layout.literals}, values)
            if not open_ or len(there) != wanted:
                return False
            if size == 1:
                return _note({(index, False) for layout in open_ for index, _ in layout.literals}, values)
            gone.update(layout.inside for layout in open_)
            return True
        case _:
            assert_never(one)


def _note(literals: set[tuple[int, bool]], values: Open) -> bool:
    """Note literals that are not known yet; whether there are any."""
    new = [(index, holds) for index, holds in literals if values[index] is None]
    for index, holds in new:
        values[index] = holds
    return bool(new)
