"""Boolean abstraction: a variable in place of each statement about a graph.

What was `Connected(…)` becomes a member variable that a solver may set as it likes.  `solving.lazy_graphs` finds those
that an answer sets wrongly where it matters, and `reasons` explains why.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import cast

import msgspec

from puzzlelang.graphs import rewrite
from puzzlelang.graphs.atom_formulas import AtomFormula, atom_formulas
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes
from puzzlelang.problem.border_counts import count_of_borders
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Problem, Term, Variable, VariableRole
from puzzlelang.problem.traversal import STATEMENTS, About, conditions, split, together, variables

Atom = nodes.GraphStatement | nodes.AtMost | nodes.Equal | nodes.Distinct
"""A statement about graphs; of comparisons those in which the size of a part occurs."""


COMPARISONS = (nodes.AtMost, nodes.Equal, nodes.Distinct)


class Abstraction(msgspec.Struct, frozen=True, eq=False):
    """A problem without graphs, with the statements that its new variables stand for.

    The variables of the board come first, `board` of them.  `atoms` are in an order in which each contains only
    variables of the board and atoms before it.  `about[i]` lists the conjuncts of constraint i that contain atoms, with
    the positions of these, also of atoms inside other atoms.  `always` is the same for the definitions together.
    `leaf`: what stands for a condition or a statement that occurs in the problem.  `fixed`: indices of variables whose
    value a constraint states, as clues do.
    """

    problem: Problem
    board: int
    atoms: tuple[tuple[Atom, Variable], ...]
    about: tuple[tuple[AtomFormula, ...], ...]
    always: tuple[AtomFormula, ...]
    leaf: "Leaf"
    fixed: frozenset[int]

    @property
    def meanings(self) -> dict[int, Atom]:
        """Statements by the index of their variable."""
        return {variable.index: atom for atom, variable in self.atoms}


Leaf = Callable[[Formula], Formula]
"""What stands for a condition or a statement in the problem that is being made."""

Implied = Callable[[Leaf], Iterable[Formula]]
"""Formulas that follow, over what stands for their leaves."""


def no_implications(_: Leaf) -> Iterable[Formula]:
    """Give no implied formulas."""
    return ()


def abstract(problem: Problem, implied: Implied = no_implications, about: About | None = None) -> Abstraction:
    """Replace each statement about a graph by a variable, and add formulas that follow.

    `about` keeps which formulas are about graphs.
    """
    board = len(problem.variables)
    atoms: list[tuple[Atom, Variable]] = []

    def formula(state: Rewriter, result: Formula) -> Formula | None:
        if type(result) in _CONNECTIVES:
            return None
        if isinstance(result, nodes.AtMost | nodes.Equal) and (local := _of_borders(result.term)) is not None:
            compare = build.at_most if isinstance(result, nodes.AtMost) else build.equal
            number = result.bound if isinstance(result, nodes.AtMost) else result.value
            return rewrite.rewrite_formula(state, compare(local, number))
        results = _atom(state, result)
        if results is None:
            return None
        role = VariableRole.JOINED if isinstance(results, nodes.Joined) else VariableRole.STATEMENT
        variable = Variable(board + len(atoms), role.value, None, Kind.MEMBER, 0, 1, role=role)
        atoms.append((results, variable))
        return Holds(variable)

    state = Rewriter(formula, _no_term, about={} if about is None else about)
    definitions = tuple(rewrite.rewrite_formula(state, one) for one in problem.definitions)
    constraints = tuple(_with_formula(one, rewrite.rewrite_formula(state, one.formula)) for one in problem.constraints)

    def leaf(result: Formula) -> Formula:
        return rewrite.rewrite_formula(state, result)

    implications = tuple(clause for clause in implied(leaf) if clause is not True)
    variables = (*problem.variables, *(variable for _, variable in atoms))
    plain = msgspec.structs.replace(
        problem, variables=variables, constraints=constraints, definitions=(*definitions, *implications), graphs=False
    )
    claims, always = atom_formulas(
        [(one.formula, old.formula) for one, old in zip(constraints, problem.constraints, strict=True)],
        [*zip(definitions, problem.definitions, strict=True)],
        [variable for _, variable in atoms],
        board,
        _inner([atom for atom, _ in atoms], board),
    )
    return Abstraction(plain, board, tuple(atoms), claims, always, leaf, fixed_variables(plain))


def fixed_variables(problem: Problem) -> frozenset[int]:
    """Return the indices of variables whose value a constraint states by itself."""
    result: set[int] = set()
    for one in problem.constraints:
        for part in together(one.formula):
            bare = part.part if type(part) is nodes.Not else part
            if type(bare) is Holds:
                result.add(bare.variable.index)
            elif type(part) is nodes.Equal and type(part.term) is nodes.Number:
                result.add(part.term.variable.index)
    return frozenset(result)


def _with_formula(constraint: Constraint, formula: Formula) -> Constraint:
    return constraint if formula is constraint.formula else msgspec.structs.replace(constraint, formula=formula)


def _of_borders(term: Term) -> Term | None:
    """A size, or a sum with sizes, that counts borders only; None for other terms."""
    match term:
        case nodes.ComponentSize():
            return count_of_borders(term)
        case nodes.Sum(counted, added, constant) if added:
            terms: list[tuple[int, Term]] = []
            for factor, part in added:
                results = _of_borders(part) if isinstance(part, nodes.ComponentSize) else None
                if results is None:
                    return None
                terms.append((factor, results))
            return build.total(counted, terms, constant)
        case _:
            return None


def _no_term(_state: Rewriter, _found: Term) -> Term | None:
    return None


_CONNECTIVES = frozenset((nodes.And, nodes.Or, nodes.Not, nodes.Same))
"""Formulas of which only the parts are rewritten: most of them, so that `match` need not find that out."""

_STATEMENTS = frozenset(STATEMENTS) - {nodes.First}
"""Statements of which only the graph is rewritten."""


def _atom(state: Rewriter, formula: Formula) -> Atom | None:
    """Rewrite the parts of a graph statement; None for other formulas."""
    if type(formula) in _STATEMENTS:
        return rewrite.rewrite_statement(state, cast("nodes.GraphStatement", formula))
    match formula:
        case nodes.First(graph, vertex):
            return nodes.First(rewrite.rewrite_graph(state, graph), vertex)
        case nodes.AtMost(term, bound) if rewrite.has_size(term):
            return nodes.AtMost(rewrite.rewrite_term(_sizes(state), term), bound)
        case nodes.Equal(term, value) if rewrite.has_size(term):
            return nodes.Equal(rewrite.rewrite_term(_sizes(state), term), value)
        case nodes.Distinct(terms) if any(map(rewrite.has_size, terms)):
            return nodes.Distinct(tuple(rewrite.rewrite_term(_sizes(state), term) for term in terms))
        case _:
            return None


def _sizes(state: Rewriter) -> Rewriter:
    """A rewriter that keeps component sizes, with their conditions rewritten."""

    def term(inner: Rewriter, result: Term) -> Term | None:
        if not isinstance(result, nodes.ComponentSize):
            return None
        return rewrite.rewrite_size(inner, result)

    return Rewriter(state.formula, term, state.known, state.about)


def _inner(atoms: Sequence[Atom], board: int) -> list[Collection[int]]:
    """Per atom the positions of the atoms inside it; what atoms share is looked through once."""
    known: dict[int, Collection[int]] = {}

    def of_graph(graph: nodes.Graph) -> Collection[int]:
        if id(graph) not in known:
            known[id(graph)] = _atoms_of_variables(conditions(graph), board)
        return known[id(graph)]

    def counted_by(size: nodes.ComponentSize) -> Collection[int]:
        if id(size.counted) not in known:
            known[id(size.counted)] = _atoms_of_variables((when for _, when in size.counted), board)
        return known[id(size.counted)]

    def within(atom: Atom) -> Collection[int]:
        if not isinstance(atom, COMPARISONS):
            return of_graph(atom.graph)
        plain, statements = split(atom, counted=False)
        result = dict.fromkeys(one.index - board for one in plain if one.index >= board)
        for one in statements:
            result.update(dict.fromkeys(of_graph(one.graph)))
            if isinstance(one, nodes.ComponentSize):
                result.update(dict.fromkeys(counted_by(one)))
        return result

    return [within(atom) for atom in atoms]


def _atoms_of_variables(formulas: Iterable[Formula], board: int) -> list[int]:
    """Positions of the atoms whose variables occur in a node."""
    return [variable.index - board for variable in variables(*formulas) if variable.index >= board]
