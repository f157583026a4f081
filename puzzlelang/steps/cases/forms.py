"""Forms of groups of cases: their statements up to the names of variables.

Groups of the same form leave the same values to their variables, place by place.  So the rows of a Sudoku, or the
corners of a loop, share one solver and its results (as isomorphic subproblems share a cache entry in Kitching and
Bacchus 2007, symmetric component caching).
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Variable
from puzzlelang.problem.traversal import LEAVES, PARTS
from puzzlelang.steps.record import CaseGroup, RuleCase

Form = tuple[Hashable, ...]
"""A case or group written down in order, with positions in place of variables and of parts that came before."""


_OWN: Mapping[type, Callable[[Any], Hashable]] = {
    nodes.Not: lambda _: None,
    nodes.And: lambda node: len(node.parts),
    nodes.Or: lambda node: len(node.parts),
    nodes.Same: lambda _: None,
    nodes.AtMost: lambda node: node.bound,
    nodes.Equal: lambda node: node.value,
    nodes.Distinct: lambda node: len(node.terms),
    nodes.Paired: lambda node: (len(node.left), len(node.right), node.edges),
    nodes.Runs: lambda node: (len(node.items), node.lengths),
    nodes.InOrder: lambda node: (tuple(len(equals) for _, equals in node.entries), node.wanted),
    nodes.SameShape: lambda node: (
        tuple(cell for cell, _ in node.left),
        tuple(cell for cell, _ in node.right),
        node.equal,
    ),
    nodes.Sum: lambda node: (_factors(node.counted), _factors(node.added), node.constant),
    nodes.Product: lambda _: None,
    nodes.Quotient: lambda _: None,
    nodes.Remainder: lambda _: None,
    nodes.Choice: lambda _: None,
    nodes.Extreme: lambda node: (node.greatest, len(node.items), node.empty),
}
"""What a node of each type says besides its parts; nodes about graphs have no form."""


def _factors(parts: tuple[tuple[int, object], ...]) -> tuple[int, ...]:
    return tuple(factor for factor, _ in parts)


class CaseForms:
    """The forms of the cases of a board, each written once however many groups have the case."""

    def __init__(self) -> None:
        self._numbers: dict[Form, int] = {}
        self._of_cases: dict[RuleCase, tuple[int, tuple[int, ...]]] = {}

    def of(self, case: RuleCase) -> tuple[int, tuple[int, ...]]:
        """A number that cases of the same form share, and the indexes of the variables in the order of that form."""
        if case not in self._of_cases:
            positions: dict[int, int] = {}
            written = tuple(_nodes(case.formula, positions))
            self._of_cases[case] = self._numbers.setdefault(written, len(self._numbers)), tuple(positions)
        return self._of_cases[case]

    def form(self, group: CaseGroup, variables: Sequence[Variable]) -> tuple[Form, tuple[int, ...]]:
        """The form of a group without graphs, and the indexes of its variables by position, those of the group first.

        Forms of one board can be compared with each other, but not with those of another one.
        """
        positions = {index: at for at, index in enumerate(group.variables)}
        written = list[Hashable]()
        for case in group.cases:
            number, indexes = self.of(case)
            written.append(number)
            written += [positions.setdefault(index, len(positions)) for index in indexes]
        ranges = [_range(variables[index]) for index in positions]
        return (tuple(ranges), len(group.variables), *written), tuple(positions)


def _range(variable: Variable) -> Hashable:
    return variable.kind, variable.low, variable.high, variable.absent


def _nodes(start: nodes.Formula, positions: dict[int, int]) -> Iterator[Any]:
    """The nodes of a formula in order; a variable that is new gets the next position."""
    seen: dict[int, int] = {}
    waiting: list[nodes.Formula | nodes.Term] = [start]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        yield kind
        if kind in LEAVES:
            if isinstance(node, nodes.Holds | nodes.Number):
                yield positions.setdefault(node.variable.index, len(positions))
            else:
                yield int(node)  # type: ignore[arg-type]
            continue
        if id(node) in seen:
            yield seen[id(node)]
            continue
        seen[id(node)] = len(seen)
        yield _OWN[kind](node)
        waiting.extend(reversed([*PARTS[kind](node)]))
