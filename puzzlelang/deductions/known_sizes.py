"""Sizes that are compared with numbers that the board knows: these become comparisons with plain numbers.

Vertices of known size are roots (`deductions.presolve`).  That pays where claims ask which vertices are joined with
them: membership then spreads by clauses.  Where nothing asks so, as in a Fillomino, cuts with numbers are faster.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Constraint, Formula, Problem

MOST_PARTS = 8
"""Longer disjunctions and conjunctions inside of a claim are left as they are."""


def state_known_sizes(problem: Problem, about: traversal.About) -> tuple[Problem, int]:
    """Return the problem with sizes of which the number is known, and how many constraints changed."""
    known = _known_numbers(problem)
    changed: dict[int, Constraint] = {}
    vertices: dict[int, set[int]] = {}
    for number, one in enumerate(problem.constraints):
        if known and type(one.formula) is not nodes.Not and traversal.about_graphs(one.formula, about):
            state = _KnownSizes(known)
            parts = [state.simplified(part) for part in traversal.together(one.formula)]
            for size in state.sizes:
                vertices.setdefault(id(size.graph), set()).add(size.vertex)
            if state.sizes:
                changed[number] = msgspec.structs.replace(one, formula=build.conjunction(parts))
    if not changed or not _asks_for_members(problem, vertices):
        return problem, 0
    constraints = tuple(changed.get(number, one) for number, one in enumerate(problem.constraints))
    return msgspec.structs.replace(problem, constraints=constraints), len(changed)


def _known_numbers(problem: Problem) -> Mapping[int, int]:
    """The numbers that constraints fix, by the index of their variable."""
    known: dict[int, int] = {}
    for one in problem.constraints:
        match one.formula:
            case nodes.Equal(nodes.Number(variable), value):
                known[variable.index] = value
            case _:
                pass
    return known


def _asks_for_members(problem: Problem, vertices: Mapping[int, set[int]]) -> bool:
    """Whether a claim asks what is joined with one of these vertices, which are listed by graph."""
    _, statements = traversal.split(*(one.formula for one in problem.constraints))
    for one in statements:
        if isinstance(one, nodes.Joined) and not vertices.get(id(one.graph), set()).isdisjoint((one.first, one.second)):
            return True
    return False


class _KnownSizes:
    """Puts known numbers into comparisons of sizes, and notes these sizes."""

    def __init__(self, known: Mapping[int, int]) -> None:
        self.known = known
        self.sizes: list[ComponentSize] = []

    def simplified(self, formula: Formula) -> Formula:
        """Return a formula with known numbers; other statements about graphs stay."""
        match formula:
            case nodes.And(parts) | nodes.Or(parts) if len(parts) > MOST_PARTS:
                return formula
            case nodes.And(parts):
                outcome = [self.simplified(part) for part in parts]
                return formula if outcome == [*parts] else build.conjunction(outcome)
            case nodes.Or(parts):
                outcome = [self.simplified(part) for part in parts]
                return formula if outcome == [*parts] else build.disjunction(outcome)
            case nodes.Not(part):
                inner = self.simplified(part)
                return formula if inner is part else build.negation(inner)
            case nodes.Equal(nodes.Number(variable), value) if variable.index in self.known:
                return self.known[variable.index] == value
            case nodes.AtMost(nodes.Number(variable), bound) if variable.index in self.known:
                return self.known[variable.index] <= bound
            case nodes.Equal(nodes.Sum() as term, value) if (known := self._size(term)) is not None:
                factor, size, rest = known
                return build.equal(size, factor * (value - rest))
            case nodes.AtMost(nodes.Sum() as term, bound) if (known := self._size(term)) is not None:
                factor, size, rest = known
                least = build.negation(build.at_most(size, rest - bound - 1))
                return build.at_most(size, bound - rest) if factor == 1 else least
            case _:
                return formula

    def _size(self, term: nodes.Sum) -> tuple[int, ComponentSize, int] | None:
        """The factor, 1 or -1, and the size in a sum of one size and a known number, and the rest of that sum."""
        match term:
            case nodes.Sum(
                (), ((sign, ComponentSize() as size), (factor, nodes.Number(variable))), constant
            ) | nodes.Sum((), ((factor, nodes.Number(variable)), (sign, ComponentSize() as size)), constant) if (
                variable.index in self.known and abs(sign) == 1
            ):
                self.sizes.append(size)
                return sign, size, constant + factor * self.known[variable.index]
            case _:
                return None
