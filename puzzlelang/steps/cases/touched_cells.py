"""Cells that lines pass through, known before any link, as a person marks them.

A count of such cells is seen cell by cell.  So each counted disjunction of all links of a cell becomes a variable of
its own, with a constraint that says what it means.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Link
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Term, Variable, VariableRole
from puzzlelang.source import NOWHERE
from puzzlelang.steps.record import Masks, RuleCase

TOUCHED = Rule("touched cells", "A cell is on a line where a link of it is", NOWHERE)

_NO, _YES = 1, 2


class TouchedCells(msgspec.Struct, frozen=True, eq=False):
    """A problem with its touched cells as variables: for each the indexes of its links, for each link its cells."""

    problem: Problem
    links: Mapping[int, tuple[int, ...]]
    cells: Mapping[int, tuple[int, ...]]

    def padded(self, values: Sequence[bool | int | None]) -> list[bool | int | None]:
        """Values of all variables, given those of the problem without touched cells."""
        result = list(values)[: len(self.problem.variables) - len(self.links)]
        for links in self.links.values():
            known = [result[index] for index in links]
            result.append(True if True in known else None if None in known else False)
        return result

    def narrowed(self, masks: Masks, index: int) -> Iterator[int]:
        """Note what is plain to see of the cells of a link; yield those of which more is known."""
        for cell in self.cells.get(index, ()):
            links = [masks[link] for link in self.links[cell]]
            left = _YES if _YES in links else _NO if all(one == _NO for one in links) else _NO | _YES
            if masks[cell] & left not in (0, masks[cell]):
                masks[cell] &= left
                yield cell


def says_touched(case: RuleCase) -> bool:
    """Whether a case only says what a touched cell is."""
    return case.origin.rule is TOUCHED


def touched_cells(problem: Problem) -> TouchedCells:
    """The problem with touched cells as variables, as far as they are counted."""
    whole_cells = _cells_by_links(problem)
    result: dict[tuple[str, Cell], Variable] = {}
    links: dict[int, tuple[int, ...]] = {}
    definitions: list[Constraint] = []

    def touched(item: Formula) -> Formula:
        at = whole_cells.get(_together(item))
        if at is None:
            return item
        if at not in result:
            name, cell = at
            new = Variable(
                len(problem.variables) + len(result), name, cell, Kind.MEMBER, 0, 1, role=VariableRole.TOUCHED
            )
            result[at] = new
            assert isinstance(item, nodes.Or)
            links[new.index] = tuple(part.variable.index for part in item.parts if isinstance(part, nodes.Holds))
            origin = Origin(TOUCHED, f"A cell has {name} where a link of it has", ())
            definitions.append(Constraint(build.same(nodes.Holds(new), item), origin))
        return nodes.Holds(result[at])

    rewritten = {id(one): _rewritten(one, touched) for one in problem.constraints}
    if not result:
        return TouchedCells(problem, {}, {})
    cells: dict[int, tuple[int, ...]] = {}
    for cell, about in links.items():
        for link in about:
            cells[link] = (*cells.get(link, ()), cell)
    whole = msgspec.structs.replace(
        problem,
        variables=(*problem.variables, *result.values()),
        constraints=(*rewritten.values(), *definitions),
        grounded=tuple(rewritten.get(id(one), one) for one in problem.grounded),
    )
    return TouchedCells(whole, links, cells)


def _cells_by_links(problem: Problem) -> dict[frozenset[int], tuple[str, Cell]]:
    """Return for the indexes of all links of a cell with more than one: the name of their set, and the cell."""
    at: dict[tuple[str, Cell], list[int]] = {}
    for name, places in problem.finds.items():
        for place, variable in places.items():
            if isinstance(place, Link) and variable.kind is Kind.MEMBER and name not in problem.partitions:
                for cell in place.cells:
                    at.setdefault((name, cell), []).append(variable.index)
    return {frozenset(links): cell for cell, links in at.items() if len(links) > 1}


def _together(item: Formula) -> frozenset[int]:
    """The indexes of variables of which at least one is true if a formula is; empty for another form."""
    if not isinstance(item, nodes.Or):
        return frozenset()
    result = [part.variable.index for part in item.parts if isinstance(part, nodes.Holds)]
    return frozenset(result) if len(result) == len(item.parts) else frozenset()


def _rewritten(one: Constraint, touched: Callable[[Formula], Formula]) -> Constraint:
    """A constraint with what it counts rewritten; the same if nothing is."""
    formula = _counting(one.formula, touched)
    return one if formula is one.formula else Constraint(formula, one.origin)


def _counting(formula: Formula, touched: Callable[[Formula], Formula]) -> Formula:
    match formula:
        case nodes.And(parts):
            new = [_counting(part, touched) for part in parts]
            return formula if all(a is b for a, b in zip(new, parts, strict=True)) else build.conjunction(new)
        case nodes.Equal(nodes.Sum() as term, value):
            counted = _items(term, touched)
            return formula if counted is None else build.equal(counted, value)
        case nodes.AtMost(nodes.Sum() as term, bound):
            counted = _items(term, touched)
            return formula if counted is None else build.at_most(counted, bound)
        case _:
            return formula


def _items(term: nodes.Sum, touched: Callable[[Formula], Formula]) -> Term | None:
    """A sum with the things that it counts rewritten; None if none is."""
    new = [(factor, touched(item)) for factor, item in term.counted]
    if all(one is item for (_, one), (_, item) in zip(new, term.counted, strict=True)):
        return None
    return build.total(new, term.added, term.constant)
