"""Canonical text of formulas by the spots of their variables: equal texts are equal statements on any board."""

from collections.abc import Callable, Iterable
from typing import Any, assert_never

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.nodes import Formula, Graph, Term, Variable

Spell = Callable[[Variable], str]
"""The name of a variable."""


class Speller(msgspec.Struct, frozen=True, eq=False):
    """Spells formulas and terms; `called` is how a value of an enumeration is written.

    `numbers` has a number for each graph by its text, to keep texts short.
    """

    variable: Spell
    place: Callable[[Place], str] = str
    called: Callable[[str], str] = str
    numbers: dict[str, int] = msgspec.field(default_factory=dict)
    known: dict[int, tuple[Any, str]] = msgspec.field(default_factory=dict)

    def __call__(self, node: Formula | Term | Graph) -> str:
        """Spell a node; one that is shared is spelt once."""
        kept = self.known.get(id(node))
        if kept is None or kept[0] is not node:
            kept = self.known[id(node)] = node, self._spelt(node)
        return kept[1]

    def _spelt(self, node: Formula | Term | Graph) -> str:
        match node:
            case Graph():
                return self._graph(node)
            case nodes.Not(part):
                return _negate(self(part))
            case nodes.And(parts):
                return self._sorted_text("and", parts, once=True)
            case nodes.Or(parts):
                return self._sorted_text("or", parts, once=True)
            case nodes.Same(left, right):
                return self._sorted_text("same", (left, right))
            case nodes.AtMost(nodes.Sum() as term, bound):
                sign, text = self._sum(term)
                return f"({text} <= {bound})" if sign > 0 else _negate(f"({text} <= {-bound - 1})")
            case nodes.AtMost(term, bound):
                return f"({self(term)} <= {bound})"
            case nodes.Equal(nodes.Sum() as term, value):
                sign, text = self._sum(term)
                return f"({text} = {sign * value})"
            case nodes.Equal(nodes.Number(variable), value) if variable.names:
                return f"({self.variable(variable)} = {self.called(variable.names[value])})"
            case nodes.Equal(term, value):
                return f"({self(term)} = {value})"
            case nodes.Distinct(terms):
                return self._sorted_text("distinct", terms)
            case bool() | int():
                return str(node)
            case nodes.Holds(variable) | nodes.Number(variable):
                return self.variable(variable)
            case _:
                return self._rare(node)

    def _rare(self, node: Any) -> str:
        match node:
            case nodes.Sum():
                sign, text = self._sum(node)
                return text if sign > 0 else f"minus{text}"
            case nodes.ComponentSize(graph, vertex, counted):
                parts = sorted(f"{self._vertex(graph, one)}:{self(when)}" for one, when in counted)
                return f"size({self(graph)}; {self._vertex(graph, vertex)}; {' '.join(parts)})"
            case nodes.Connected(graph) | nodes.Acyclic(graph):
                return f"{type(node).__name__}({self(graph)})"
            case nodes.Joined(graph, first, second) | nodes.Congruent(graph, first, second):
                ends = sorted((self._vertex(graph, first), self._vertex(graph, second)))
                return f"{type(node).__name__}({self(graph)}; {ends} {_rest(node)})"
            case nodes.Reaches(graph, first, second, steps):
                ends = sorted((self._vertex(graph, first), self._vertex(graph, second)))
                return f"Reaches({self(graph)}; {ends} {steps})"
            case nodes.Fits(graph, first, second):
                return f"Fits({self(graph)}; {self._vertex(graph, first)} {self._vertex(graph, second)} {_rest(node)})"
            case nodes.First(graph, vertex) | nodes.Rectangle(graph, vertex) | nodes.HasShape(graph, vertex):
                return f"{type(node).__name__}({self(graph)}; {self._vertex(graph, vertex)} {_rest(node)})"
            case nodes.Product() | nodes.Quotient() | nodes.Remainder():
                return f"{type(node).__name__}({self(node.left)}, {self(node.right)})"
            case nodes.Choice(condition, then, other):
                return f"if({self(condition)}, {self(then)}, {self(other)})"
            case nodes.Extreme(greatest, items, empty):
                parts = sorted(f"{self(here)}:{self(item)}" for here, item in items)
                return f"{'max' if greatest else 'min'}({' '.join(parts)}; {empty})"
            case _:
                return self._rows(node)

    def _sum(self, term: nodes.Sum) -> tuple[int, str]:
        """A sign, and the text of the sum or of its negative: a difference and its reverse have the same text."""
        parts = sorted((self(part), factor) for factor, part in (*term.counted, *term.added))
        sign = 1 if not parts or parts[0][1] > 0 else -1
        text = " + ".join(f"{sign * factor}*{part}" for part, factor in parts)
        return sign, f"({text} + {sign * term.constant})"

    def _rows(self, node: Any) -> str:
        match node:
            case nodes.Runs(items, lengths):
                return f"runs({' '.join(map(self, items))}; {lengths})"
            case nodes.InOrder(entries, wanted):
                parts = (f"{self(here)}[{' '.join(map(self, equals))}]" for here, equals in entries)
                return f"in_order({' '.join(parts)}; {wanted})"
            case nodes.SameShape(left, right, equal):
                sides = [sorted(f"{self.place(place)}:{self(here)}" for place, here in side) for side in (left, right)]
                return f"same_shape({sides}; {equal})"
            case nodes.Paired(left, right, edges):
                sides = [[f"{self.place(place)}:{self(here)}" for place, here in side] for side in (left, right)]
                return f"paired({sides}; {edges})"
            case _:
                assert_never(node)

    def _sorted_text(self, word: str, parts: Iterable[Formula | Term], *, once: bool = False) -> str:
        spelt = map(self, parts)
        return f"{word}({' '.join(sorted(set(spelt) if once else spelt))})"

    def _vertex(self, graph: Graph, vertex: int) -> str:
        return f"{self.place(graph.places[vertex])}?{self(graph.presence[vertex])}"

    def _graph(self, graph: Graph) -> str:
        vertices = sorted(self._vertex(graph, vertex) for vertex in range(len(graph.places)))
        edges = []
        for first, second, when in graph.edges:
            ends = sorted((self._vertex(graph, first), self._vertex(graph, second)))
            edges.append(f"{ends[0]}~{ends[1]}:{self(when)}")
        text = f"{' '.join(vertices)} {' '.join(sorted(edges))}"
        return f"G{self.numbers.setdefault(text, len(self.numbers))}"


def _negate(text: str) -> str:
    return text[1:] if text.startswith("-") else f"-{text}"


def _rest(node: nodes.First | nodes.Rectangle | nodes.HasShape | nodes.Joined | nodes.Congruent | nodes.Fits) -> str:
    """Return what a statement has besides its graph and its vertices."""
    others = (getattr(node, name, "") for name in ("every", "shape", "equal"))
    return " ".join(str(other) for other in others if other != "")
