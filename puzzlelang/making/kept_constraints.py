"""Constraints of boards that differ in a few givens, each lowered once.

A change of a random given changes few constraints.  So a session is opened for one board, with spare constraints.
Those of other boards that are new are added to it, each under a spare one, and each question says which are active.
"""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.problem import build
from puzzlelang.problem.nodes import And, Graph, Number, Or
from puzzlelang.problem.record import (
    Constraint,
    Formula,
    Holds,
    Kind,
    Origin,
    Problem,
    Rule,
    Variable,
    VariableRole,
)
from puzzlelang.problem.traversal import About, about_graphs
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Fixed, Outcome, Unsat
from puzzlelang.solving.stats import Stats
from puzzlelang.source import NOWHERE

LEAST_SPARE = 64
"""Constraints that can be added at least."""

SPARE_SHARE = 0.5
"""Constraints that can be added for each of the first board."""

SPARE_ORIGIN = Origin(Rule("spare", "", NOWHERE), "", ())

MOST_SESSIONS = 4
"""Sessions that are open at a time."""

_GRAPH_FIELDS = ("places", "presence", "edges", "exact")
"""What a graph says; its memos are left out."""

Occurrence = tuple[int, int]
"""The number of a form, and how many constraints of the board had it before."""


class _KeptSession:
    """A session for boards with the same variables.

    `positions`: those of the constraints that it has, by form.  `spare`: positions and variables of the spare
    constraints, the next one last.
    """

    def __init__(self, problem: Problem, forms: Sequence[Occurrence], bias: SearchBias, costs: Stats) -> None:
        count, first = len(problem.variables), len(problem.constraints)
        spare = [
            Variable(index, "spare", None, Kind.MEMBER, 0, 1, role=VariableRole.ENCODING)
            for index in range(count, count + max(LEAST_SPARE, round(SPARE_SHARE * first)))
        ]
        more = tuple(Constraint(Holds(variable), SPARE_ORIGIN) for variable in spare)
        self.positions = {form: index for index, form in enumerate(forms)}
        self.spare = list(enumerate(spare, first))[::-1]
        everything = msgspec.structs.replace(
            problem, variables=(*problem.variables, *spare), constraints=(*problem.constraints, *more)
        )
        self.solver = CheckedSolver(everything, engines.biased_engine(bias), cores=True)
        self.solver.stats = costs

    def has_all(self, problem: Problem, forms: Sequence[Occurrence]) -> bool:
        """Add the constraints that are new; return False if the session cannot have them."""
        new = [index for index, form in enumerate(forms) if form not in self.positions]
        known: About = {}
        if len(new) > len(self.spare) or any(about_graphs(problem.constraints[index].formula, known) for index in new):
            return False
        added: list[Formula] = []
        for index in new:
            position, variable = self.spare.pop()
            self.positions[forms[index]] = position
            added.append(build.disjunction((build.negation(Holds(variable)), problem.constraints[index].formula)))
        if added:
            self.solver.open().add(added)
        return True


class KeptConstraints:
    """The sessions of boards that differ in a few givens, one for each range of variables; close it at the end.

    `bias` is that of all searches.  `forms` numbers the forms of nodes.
    """

    def __init__(self, bias: SearchBias, costs: Stats) -> None:
        self.bias = bias
        self.costs = costs
        self.forms: dict[object, int] = {}
        self.sessions: dict[object, _KeptSession] = {}

    def close(self) -> None:
        """Release the sessions."""
        for session in self.sessions.values():
            session.solver.close()
        self.sessions.clear()

    def active(self, problem: Problem) -> "ActiveConstraints":
        """The constraints of a board, where needed in a new session."""
        forms, shape = self._occurrences(problem), self._shape(problem)
        session = self.sessions.pop(shape, None)
        if session is not None and not session.has_all(problem, forms):
            session.solver.close()
            session = None
        session = session or _KeptSession(problem, forms, self.bias, self.costs)
        self.sessions[shape] = session  # the one that was used last is the last
        if len(self.sessions) > MOST_SESSIONS:
            self.sessions.pop(next(iter(self.sessions))).solver.close()
        return ActiveConstraints(session.solver, [session.positions[form] for form in forms])

    def _shape(self, problem: Problem) -> object:
        """What boards of one session have in common: their variables and the formulas beside the rules."""
        known: dict[int, object] = {}
        names = Variable.__struct_fields__
        variables = tuple(tuple(getattr(one, name) for name in names) for one in problem.variables)
        return variables, tuple(self._form(formula, known) for formula in problem.definitions), problem.graphs

    def _occurrences(self, problem: Problem) -> list[Occurrence]:
        """The forms of the constraints; of equal ones each has another number."""
        known: dict[int, object] = {}
        counts: dict[object, int] = {}
        result: list[Occurrence] = []
        for constraint in problem.constraints:
            number = self._number(self._form(constraint.formula, known))
            before = counts.get(number, 0)
            counts[number] = before + 1
            result.append((number, before))
        return result

    def _number(self, form: object) -> int:
        return self.forms.setdefault(form, len(self.forms))

    def _form(self, thing: object, known: dict[int, object]) -> object:
        """A value that is equal for things of one form: variables by their index, nodes by number (hash consing).

        `known` has the forms of nodes by `id`.  The usual nodes come first, as there are very many.
        """
        kind = type(thing)
        if kind is bool:
            return "truth", thing
        if kind is tuple:
            return tuple([self._form(part, known) for part in thing])  # type: ignore[attr-defined]
        form = known.get(id(thing))
        if form is not None:
            return form
        match thing:
            case Holds(variable):
                form = Holds, variable.index
            case Number(variable, low, high):
                form = Number, variable.index, low, high
            case And(parts) | Or(parts):
                form = self._number((kind, *[self._form(part, known) for part in parts]))
            case Graph():
                form = self._number(self._fields(thing, _GRAPH_FIELDS, known))
            case Variable():
                form = Variable, thing.index
            case Mapping():
                return tuple((key, self._form(part, known)) for key, part in thing.items())
            case msgspec.Struct() if not kind.__struct_config__.eq:  # type: ignore[attr-defined]
                form = self._number(self._fields(thing, thing.__struct_fields__, known))
            case _:
                return thing
        known[id(thing)] = form = kind, form
        return form

    def _fields(self, thing: object, names: Sequence[str], known: dict[int, object]) -> object:
        return (type(thing), *[self._form(getattr(thing, name), known) for name in names])


class ActiveConstraints(msgspec.Struct, frozen=True, eq=False):
    """The constraints of one board in a session, by their `positions` there."""

    solver: CheckedSolver
    positions: Sequence[int]

    def outcome(self, fixed: Fixed, indexes: Sequence[int]) -> Outcome:
        """Search for values that these constraints of the board allow; a core has indexes of the board as well."""
        result = self.solver.outcome(stats.REASONS, fixed, [self.positions[index] for index in indexes])
        if not isinstance(result, Unsat) or result.core is None:
            return result
        index_of = {position: index for index, position in enumerate(self.positions)}
        return Unsat(tuple(sorted(index_of[position] for position in result.core)))
