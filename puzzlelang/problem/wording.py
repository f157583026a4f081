"""Wording of variables, formulas and terms for people; the same problem gives the same words.

A variable reads as its name and its place, `tent R1C2`.  A graph has a number, `G1`, in the order in which graphs are
met.  A long formula or term that occurs several times has a number as well, `F1`.  The caller prints what the numbers
stand for.  So the text grows with the number of nodes, not with the number of paths to them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from puzzlelang import infix
from puzzlelang.geometry.motions import drawing
from puzzlelang.geometry.places import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.nodes import Formula, Graph, Kind, Term, Variable
from puzzlelang.problem.traversal import LEAVES, PARTS, Node, Statement, conditions

SHORT = 40
"""Characters of what is said in full each time, though it is said in several places."""


class Wording:
    """The wording of one problem; `roots` are the formulas that will be written.

    `statements`: by index of a variable of the Boolean abstraction, the statement that it stands for.  `graphs` and
    `shared` hold the texts that have a number so far.  A graph has a text for each vertex and edge; a shared text
    refers only to earlier ones.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        roots: Iterable[Formula] = (),
        statements: Mapping[int, Formula] | None = None,
    ) -> None:
        self.graphs: list[list[str]] = []
        self.shared: list[str] = []
        self._statements = statements or {}
        self._names = _names(variables)
        self._often = _met_often([*roots, *self._statements.values()])
        self._said: dict[int, str] = {}
        self._numbers: dict[int, tuple[Graph, str]] = {}

    def variable(self, about: Variable) -> str:
        """Write a variable: its name and place, or the graph statement that it stands for."""
        stated = self._statements.get(about.index)
        return self._names[about.index] if stated is None else self.formula(stated)

    def formula(self, result: Formula) -> str:
        """Write a formula, in parentheses where it has several parts."""
        if isinstance(result, bool):
            return "true" if result else "false"
        return self._said.get(id(result)) or self._text_or_number(result, self._formula(result))

    def term(self, result: Term) -> str:
        """Write a term, in parentheses where it has several parts."""
        if isinstance(result, int):
            return str(result)
        return self._said.get(id(result)) or self._text_or_number(result, self._term(result))

    def _text_or_number(self, node: Node, text: str) -> str:
        """The text, or its number if it is long and said in several places."""
        if id(node) not in self._often or len(text) <= SHORT:
            return text
        self.shared.append(text)
        number = self._said[id(node)] = f"F{len(self.shared)}"
        return number

    def _formula(self, formula: Formula) -> str:
        match formula:
            case bool():
                return self.formula(formula)
            case nodes.Holds(variable):
                return self.variable(variable)
            case nodes.Not(part):
                return infix.negation(self.formula(part))
            case nodes.And(parts):
                return infix.operation("and", *map(self.formula, parts))
            case nodes.Or(parts):
                return infix.operation("or", *map(self.formula, parts))
            case nodes.Same(left, right):
                return infix.operation("iff", self.formula(left), self.formula(right))
            case nodes.AtMost(term, bound):
                return infix.operation("<=", self._side(term), str(bound))
            case nodes.Equal(nodes.Number(variable), value) if variable.kind is Kind.NAME or value == variable.absent:
                return infix.operation("=", self.variable(variable), variable.called(value))
            case nodes.Equal(term, value):
                return infix.operation("=", self._side(term), str(value))
            case nodes.Distinct(terms):
                return infix.call("distinct", *map(self.term, terms))
            case nodes.Paired(left, right, edges):
                sides = [", ".join(self._present(place, here) for place, here in side) for side in (left, right)]
                pairs = ", ".join(f"{left[a][0]} to {right[b][0]}" for a, b in edges)
                return f"paired({sides[0]}; {sides[1]}; {pairs})"
            case nodes.Runs(items, lengths):
                run_lengths = " ".join(map(str, lengths)) or "none"
                return f"runs({', '.join(map(self.formula, items))}: {run_lengths})"
            case nodes.InOrder(entries, wanted):
                each = [self._present(" ".join(map(self.formula, equals)), here) for here, equals in entries]
                return f"in_order({', '.join(each)}: {' '.join(map(str, wanted))})"
            case nodes.SameShape(left, right):
                sides = [", ".join(self._present(cell, here) for cell, here in side) for side in (left, right)]
                return f"same_shape({sides[0]}; {sides[1]})"
            case nodes.Connected(graph):
                return self._statement("connected", graph)
            case nodes.Joined(graph, first, second):
                return self._statement("joined", graph, first, second)
            case nodes.Reaches(graph, first, second, steps):
                ends = f"{graph.places[first]}, {graph.places[second]}"
                return f"reaches({self.graph(graph)}, {ends}; {steps})"
            case nodes.First(graph, vertex, every):
                return self._statement("each" if every else "first", graph, vertex)
            case nodes.Acyclic(graph):
                return self._statement("acyclic", graph)
            case nodes.Rectangle(graph, vertex):
                return self._statement("rectangle", graph, vertex)
            case nodes.Congruent(graph, first, second):
                return self._statement("congruent", graph, first, second)
            case nodes.Fits(graph, first, second):
                return self._statement("fits", graph, first, second)
            case nodes.HasShape(graph, vertex, shape):
                return f"has_shape({self.graph(graph)}, {graph.places[vertex]}; {drawing(shape)})"
            case _:
                assert_never(formula)

    def _term(self, term: Term) -> str:
        match term:
            case int():
                return self.term(term)
            case nodes.Number(variable):
                return self.variable(variable)
            case nodes.Sum(counted, added, constant):
                parts = [(factor, self.formula(part)) for factor, part in counted]
                parts += [(factor, self.term(part)) for factor, part in added]
                return infix.in_parentheses(infix.linear(parts, constant))
            case nodes.Product(left, right):
                return infix.operation("*", self.term(left), self.term(right))
            case nodes.Quotient(left, right):
                return infix.operation("/", self.term(left), self.term(right))
            case nodes.Remainder(left, right):
                return infix.operation("mod", self.term(left), self.term(right))
            case nodes.Choice(condition, then, other):
                return infix.conditional(self.formula(condition), self.term(then), self.term(other))
            case nodes.Extreme(greatest, items, empty):
                operands = ", ".join(self._present(self.term(item), here) for here, item in items)
                return f"{'max' if greatest else 'min'}({operands}; of none {empty})"
            case nodes.ComponentSize(graph, vertex, counted):
                whole = len(counted) == len(graph.places) and all(when is True for _, when in counted)
                among = ", ".join(self._present(graph.places[other], when) for other, when in counted)
                start = f"size({self.graph(graph)}, {graph.places[vertex]}"
                return f"{start})" if whole else f"{start}; {among})"
            case _:
                assert_never(term)

    def graph(self, result: Graph) -> str:
        """Write the number of a graph."""
        if id(result) not in self._numbers:
            vertices = [self._present(*pair) for pair in zip(result.places, result.presence, strict=True)]
            edges = [self._present(f"{result.places[a]} to {result.places[b]}", when) for a, b, when in result.edges]
            self.graphs.append([*vertices, *edges])
            self._numbers[id(result)] = result, f"G{len(self.graphs)}"
        return self._numbers[id(result)][1]

    def _side(self, term: Term) -> str:
        """A side of a comparison: a sum needs no parentheses there."""
        text = self.term(term)
        return text[1:-1] if isinstance(term, nodes.Sum) and text.startswith("(") else text

    def _statement(self, word: str, graph: Graph, *vertices: int) -> str:
        return infix.call(word, self.graph(graph), *(str(graph.places[vertex]) for vertex in vertices))

    def _present(self, what: Place | str, when: Formula) -> str:
        return str(what) if when is True else f"{what} if {self.formula(when)}"


def _names(variables: Sequence[Variable]) -> dict[int, str]:
    """Name and place by index; where two would read alike, all but the first have a number as well."""
    result: dict[int, str] = {}
    taken: dict[str, int] = {}
    for variable in variables:
        name = variable.name if variable.place is None else f"{variable.name} {variable.place}"
        taken[name] = taken.get(name, 0) + 1
        result[variable.index] = name if taken[name] == 1 else f"{name} #{taken[name]}"
    return result


def _met_often(roots: Iterable[Node]) -> set[int]:
    """Nodes with parts that occur in several places, by their identity."""
    seen: set[int] = set()
    often: set[int] = set()
    waiting: list[Node] = list(roots)
    while waiting:
        node = waiting.pop()
        if type(node) in LEAVES:
            continue
        if id(node) in seen:
            often.add(id(node))
            continue
        seen.add(id(node))
        waiting.extend(PARTS[type(node)](node))
        if isinstance(node, Statement) and id(node.graph) not in seen:
            seen.add(id(node.graph))
            waiting.extend(conditions(node.graph))
    return often
