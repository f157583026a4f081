"""Domain refinement of component sizes: small domains at first, whose greatest value stands for all greater ones.

Where a number is the size of a component, as in Fillomino, it may be as large as the board, but is mostly small.  In
the narrow problem the greatest value means "this or more".  A comparison that this leaves undecided gets an auxiliary
variable as its truth.  So each answer of the wide problem gives one of the narrow problem.  An answer of the narrow
problem without greatest values is one of the wide problem.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import msgspec

from puzzlelang.graphs import rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Kind, Number, Problem, Term, Variable, VariableRole
from puzzlelang.problem.traversal import GRAPHS, PARTS, About, Node, Statement, conditions

FEW = 9
"""At least so many values are kept."""

TIMES = 2
"""Domains are narrowed if some number may be more than so many times as large as the narrow ones.

With few values less, what is undecided costs more than it saves: an Archipelago of 10x10, whose sizes are at most 13,
is stated in 3.9 s of CPU as it is, and in 8.4 s with sizes up to 10.
"""


class NarrowProblem(msgspec.Struct, frozen=True, eq=False):
    """A problem whose size variables have small domains.

    The value `beyond` stands for all numbers from there on.  `open` lists the indices of the narrowed variables.
    """

    problem: Problem
    beyond: int
    open: Sequence[int]


class SizeVariables(msgspec.Struct, frozen=True, eq=False):
    """Size variables of a problem, and the greatest number that they are compared with."""

    problem: Problem
    variables: frozenset[Variable]
    compared: int


def size_variables(problem: Problem) -> SizeVariables | None:
    """Find the number variables whose domains may be narrowed; None if there are none.

    The numbers of a `find` qualify if they occur only in comparisons of sums of numbers and component sizes.  At least
    one of them must be compared with a size.  Some must have domains far beyond every constant in such comparisons.
    """
    if not any(variable.kind is Kind.NUMBER and variable.high > TIMES * (FEW + 1) for variable in problem.variables):
        return None
    seen = _Occurrences()
    for formula in (*(one.formula for one in problem.constraints), *problem.definitions):
        seen.look(formula)
    names = {variable.name for variable in seen.sizes} - {variable.name for variable in seen.otherwise}
    result = frozenset(v for v in problem.variables if v.kind is Kind.NUMBER and v.name in names)
    compared = max(FEW, seen.greatest)
    if not any(variable.high > TIMES * (compared + 1) for variable in result):
        return None
    return SizeVariables(problem, result, compared)


def _parts(node: Node) -> Iterable[Node]:
    """Return the parts of a node; of a component size only the conditions that are not True, as most are."""
    parts = PARTS[type(node)](node)
    return (part for part in parts if part is not True) if isinstance(node, nodes.ComponentSize) else parts


class _Occurrences:
    """Variables that occur beside component sizes, and variables that occur outside comparisons."""

    def __init__(self) -> None:
        self.sizes: set[Variable] = set()
        self.otherwise: set[Variable] = set()
        self.greatest = 0
        self.nodes: set[int] = set()

    def look(self, node: Node) -> None:
        """Look at all parts of a node; most are members and comparisons of one number, so these come first."""
        waiting = [node]
        while waiting:
            one = waiting.pop()
            kind = type(one)
            if kind in _MEMBERS or id(one) in self.nodes:
                continue
            if kind is Number:
                self.otherwise.add(one.variable)  # type: ignore[union-attr]
                continue
            self.nodes.add(id(one))
            if kind is nodes.Or or kind is nodes.And:
                waiting.extend([part for part in one.parts if type(part) is not nodes.Holds])  # type: ignore[union-attr]
            elif kind is nodes.Equal or kind is nodes.AtMost:
                self._compare(cast("nodes.Equal | nodes.AtMost", one), waiting)
            else:
                if kind in GRAPHS and id(one.graph) not in self.nodes:  # type: ignore[union-attr]
                    self.nodes.add(id(one.graph))  # type: ignore[union-attr]
                    waiting.extend(conditions(one.graph))  # type: ignore[union-attr]
                waiting.extend(_parts(one))

    def _compare(self, one: nodes.Equal | nodes.AtMost, waiting: list[Node]) -> None:
        if type(one.term) is Number:
            self.greatest = max(self.greatest, abs(_right(one)))
            return
        numbers = _numbers(one.term)
        if numbers is None:
            waiting.append(one.term)
            return
        if any(isinstance(part, nodes.ComponentSize) for part in _summands(one.term)):
            self.sizes.update(numbers)
        if len(_summands(one.term)) == 1:
            self.greatest = max(self.greatest, abs(_right(one)))
        waiting.extend(part for part in PARTS[type(one.term)](one.term) if not isinstance(part, Number))


_MEMBERS = frozenset((int, bool, nodes.Holds))


def _summands(term: Term) -> list[Term]:
    return [part for _, part in term.added] if isinstance(term, nodes.Sum) else [term]


def _numbers(term: Term) -> list[Variable] | None:
    """Variables of a sum of numbers and component sizes; None if it contains anything else."""
    parts = _summands(term)
    if not all(isinstance(part, Number | nodes.ComponentSize) for part in parts):
        return None
    return [part.variable for part in parts if isinstance(part, Number)]


def narrow_problem(size_variables: SizeVariables, limit: int) -> NarrowProblem | None:
    """Narrow size domains to the limit and one value beyond; None if no domain gets smaller."""
    beyond = max(limit, size_variables.compared) + 1
    problem = size_variables.problem
    wide = {variable for variable in size_variables.variables if variable.high > beyond}
    if not wide:
        return None
    narrow = {
        variable: msgspec.structs.replace(variable, low=min(variable.low, beyond), high=beyond) for variable in wide
    }
    results = _Narrowing(problem, narrow, beyond)
    state = Rewriter(results.formula, _term, about=_about(problem, wide))
    constraints = tuple(
        msgspec.structs.replace(one, formula=rewrite.rewrite_formula(state, one.formula)) for one in problem.constraints
    )
    now = {id(old): one for old, one in zip(problem.constraints, constraints, strict=True)}
    definitions = tuple(rewrite.rewrite_formula(state, one) for one in problem.definitions)
    variables = (*(narrow.get(variable, variable) for variable in problem.variables), *results.auxiliary)
    stated = msgspec.structs.replace(
        problem,
        variables=variables,
        constraints=constraints,
        definitions=definitions,
        grounded=tuple(now.get(id(one), one) for one in problem.grounded),
        held=tuple(new for one in problem.held if (new := rewrite.rewrite_graph(state, one)) is not one),
    )
    return NarrowProblem(stated, beyond, sorted(variable.index for variable in wide))


def _about(problem: Problem, wide: set[Variable]) -> About:
    """Nodes that contain a narrowed variable, in the form that `rewrite` takes."""
    spoken = _Spoken(wide)
    for formula in (*(one.formula for one in problem.constraints), *problem.definitions):
        spoken.speaks(formula)
    return spoken.known


class _Spoken(msgspec.Struct, frozen=True, eq=False):
    """Tells which nodes contain one of the `wide` variables.

    `known`: those that were looked at.  `graphs`: by identity of a graph a condition that contains one, if any does.
    """

    wide: set[Variable]
    known: About = msgspec.field(default_factory=dict)
    graphs: dict[int, Sequence[Formula]] = msgspec.field(default_factory=dict)

    def speaks(self, node: Node) -> bool:
        """Return whether a node contains one, also as a condition of a graph."""
        if isinstance(node, Number):
            return node.variable in self.wide
        if isinstance(node, int | nodes.Holds):
            return False
        if id(node) not in self.known:
            inner: Iterable[Node] = _parts(node)
            if isinstance(node, Statement):
                inner = (*inner, *self._of_graph(node.graph))
            # All parts are looked at, as rewriting asks about each of them.
            spoken = [self.speaks(part) for part in inner]
            self.known[id(node)] = node, any(spoken)
        return self.known[id(node)][1]

    def _of_graph(self, graph: nodes.Graph) -> Sequence[Formula]:
        if id(graph) not in self.graphs:
            self.graphs[id(graph)] = [one for one in conditions(graph) if self.speaks(one)][:1]
        return self.graphs[id(graph)]


def _term(state: Rewriter, term: Term) -> Term | None:
    if not isinstance(term, nodes.ComponentSize):
        return None
    counted = term.counted
    if not all(when is True for _, when in counted):
        counted = tuple((vertex, rewrite.rewrite_formula(state, when)) for vertex, when in counted)
    return nodes.ComponentSize(rewrite.rewrite_graph(state, term.graph), term.vertex, counted, term.low, term.high)


class _Narrowing:
    """Rewrites formulas about wide variables to formulas about narrow ones."""

    def __init__(self, problem: Problem, narrow: dict[Variable, Variable], beyond: int) -> None:
        self.problem = problem
        self.numbers = {wide: nodes.Number(one, one.low, one.high) for wide, one in narrow.items()}
        self.beyond = beyond
        self.auxiliary: list[Variable] = []

    def formula(self, state: Rewriter, result: Formula) -> Formula | None:
        """Rewrite a comparison or graph statement; None for formulas that only have such parts."""
        match result:
            case nodes.Equal(term) | nodes.AtMost(term):
                return self._refined_comparison(state, result, term)
            case _ if isinstance(result, nodes.GraphStatement):
                return rewrite.rewrite_statement(state, result)
            case _:
                return None

    def _refined_comparison(self, state: Rewriter, result: nodes.Equal | nodes.AtMost, term: Term) -> Formula:
        """A comparison that is exact unless a variable has its greatest value; then an open variable if needed.

        A variable with the greatest value and a positive factor makes the sum this much or more, with a negative one
        this much or less.
        """
        if isinstance(term, Number) and _right(result) < self.beyond:
            # The narrowed greatest value is greater than the right side, so the comparison is exact.
            number = self.numbers.get(term.variable, term)
            return (build.equal if isinstance(result, nodes.Equal) else build.at_most)(number, _right(result))
        total = term if isinstance(term, nodes.Sum) else nodes.Sum((), ((1, term),), 0, *build.bounds(term))
        results = build.total(
            [(factor, rewrite.rewrite_formula(state, part)) for factor, part in total.counted],
            [(factor, self._narrow(state, part)) for factor, part in total.added],
            total.constant,
        )
        more = build.disjunction(self._beyond(total.added, 1))
        less = build.disjunction(self._beyond(total.added, -1))
        if more is False and less is False:
            return (build.equal if isinstance(result, nodes.Equal) else build.at_most)(results, _right(result))
        unsure = self._open()
        if isinstance(result, nodes.AtMost):
            fits = build.at_most(results, result.bound)
            sure = build.conjunction((fits, build.disjunction((build.negation(more), unsure))))
            return build.disjunction((sure, build.conjunction((less, unsure))))
        return self._equal(results, result.value, more, less, unsure)

    def _equal(self, term: Term, value: int, more: Formula, less: Formula, unsure: Formula) -> Formula:
        """Return an equality: exact unless the true sum may be `more` or `less`; then open.

        It is open by the variable `unsure`.  Numbers beyond the limit enter the sum with their greatest value.  No
        answer of the wide problem is excluded.
        """
        equal = build.equal(term, value)
        if more is not False and less is not False and value == 0 and _difference(term):
            # Of two numbers that are compared both may be beyond; one alone is different from the other.
            return build.conjunction((equal, build.disjunction((build.negation(more), unsure))))
        # Each part by itself, so that only what an answer gets wrong is looked at.
        either = build.disjunction((equal, build.conjunction((build.disjunction((more, less)), unsure))))
        above = build.disjunction((build.negation(more), less, build.at_most(term, value)))
        below = build.disjunction((build.negation(less), more, build.at_most(value, term)))
        return build.conjunction((either, above, below))

    def _narrow(self, state: Rewriter, part: Term) -> Term:
        if isinstance(part, Number):
            return self.numbers.get(part.variable, part)
        return rewrite.rewrite_term(state, part)

    def _beyond(self, added: Iterable[tuple[int, Term]], sign: int) -> Iterator[Formula]:
        for factor, part in added:
            if factor * sign > 0 and isinstance(part, Number) and part.variable in self.numbers:
                yield build.equal(self.numbers[part.variable], self.beyond)

    def _open(self) -> Formula:
        index = len(self.problem.variables) + len(self.auxiliary)
        results = Variable(index, "beyond", None, Kind.MEMBER, 0, 1, role=VariableRole.ENCODING)
        self.auxiliary.append(results)
        return nodes.Holds(results)


def _difference(term: Term) -> bool:
    """Whether the term is one number minus another."""
    if not isinstance(term, nodes.Sum) or term.counted or len(term.added) != 2:
        return False
    return term.constant == 0 and all(isinstance(part, Number) and abs(factor) == 1 for factor, part in term.added)


def _right(result: nodes.Equal | nodes.AtMost) -> int:
    return result.value if isinstance(result, nodes.Equal) else result.bound
