"""Clue synthesis for a known answer: values for which every rule holds and which exclude other answers.

With a known answer the rules speak of givens alone.  So the possible clues, and those that tell one answer from
another, are a small problem of their own (counterexample-guided synthesis: Solar-Lezama et al. 2006).
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import Preference, preferred_answer
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Holds, Kind, Problem, Values, Variable
from puzzlelang.problem.traversal import PARTS, About, about_graphs
from puzzlelang.puzzle import Key, Puzzle, Solution, Unknown, Value
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

BEYOND_CLUES = 1_000_000
"""A bound of numbers beyond any clue, used to see with which numbers the rules compare."""

MOST_QUERIES = 20
"""Budget of queries for clues at more places."""

MOST_CONFLICTS = 20000
"""Budget of a search for clues, in conflicts."""


class ClueProblem(msgspec.Struct, frozen=True, eq=False):
    """The problem of finding the clues of one board and answer; numbers without a range are at most `most`."""

    plan: Plan
    base: Puzzle
    problem: Problem
    searched_givens: Mapping[str, SearchedGiven]
    most: int


def clue_problem(
    plan: Plan, base: Puzzle, answer: Solution, most: int = 0, *, zeros: bool = False
) -> ClueProblem | None:
    """The problem of finding clues; None if no clues make the answer one of the board.

    `base` has all other givens.  `most`: the bound of numbers without a range, 0 to derive it.  `zeros`: clues may be 0
    though no example has that.
    """
    if not most and any(_is_open(given) for given in (*plan.searched_givens, *plan.random_place_givens)):
        found = _grounded(plan, base, answer, _searched_givens(plan, base, BEYOND_CLUES, zeros))
        if found is None:
            return None
        most = max(_largest_bound(found) + 1, base.geometry.width, base.geometry.height)
    searched = _searched_givens(plan, base, most, zeros)
    found = _grounded(plan, base, answer, searched)
    return None if found is None else ClueProblem(plan, base, found, searched, most)


def _is_open(given: ir.Given) -> bool:
    kind = given.kind
    return isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBER and kind.value.high is None


def _searched_givens(plan: Plan, base: Puzzle, most: int, zeros: bool) -> dict[str, SearchedGiven]:
    found = {}
    for given in (*plan.searched_givens, *plan.list_givens, *plan.random_place_givens):
        least = 0 if zeros else min(1, plan.statistics.least.get(given.name, 0))
        at = plan.places(given, base)
        found[given.name] = SearchedGiven(given not in plan.list_givens, least, most, at)
    return found


def _grounded(plan: Plan, base: Puzzle, answer: Solution, searched: Mapping[str, SearchedGiven]) -> Problem | None:
    try:
        found = from_typed.ground(plan.rules, base, role_swap=RoleSwap(searched, answer))
    except Failed:
        return None  # a drawn given does not fit its declaration
    return None if any(constraint.formula is False for constraint in found.constraints) else found


def _largest_bound(problem: Problem) -> int:
    """The greatest number that a constraint compares with."""
    most, seen = 0, set[int]()
    waiting: list[nodes.Formula | nodes.Term] = [constraint.formula for constraint in problem.constraints]
    while waiting:
        node = waiting.pop()
        if id(node) in seen or isinstance(node, bool | int):
            continue
        seen.add(id(node))
        bound_field = {nodes.Equal: "value", nodes.AtMost: "bound", nodes.Sum: "constant"}.get(type(node))
        if bound_field is not None and abs(getattr(node, bound_field)) < BEYOND_CLUES // 2:
            most = max(most, abs(getattr(node, bound_field)))
        waiting.extend(PARTS[type(node)](node))
    return most


def exclusion(found: ClueProblem, other: Solution) -> Formula:
    """Return the formula that the clues violate some rule for another answer.

    It is a constant where the clues do not matter; True if the other answer does not fit the board at all.
    """
    try:
        against = from_typed.ground(found.plan.rules, found.base, role_swap=RoleSwap(found.searched_givens, other))
    except Failed:
        return True
    problem = [*(constraint.formula for constraint in against.constraints), *against.definitions]
    return build.disjunction(build.negation(formula) for formula in problem)


class ClueSearch:
    """An incremental search for the clues of one problem, which keeps what was learnt; close it at the end."""

    def __init__(self, found: ClueProblem, template: Puzzle, stats: Stats) -> None:
        self.filling = found
        self.template = template
        self.stats = stats
        self.excluded: list[Formula] = []
        self.bias = SearchBias(MOST_CONFLICTS)
        self._load()

    def _load(self) -> None:
        problem, known = with_symmetry(self.filling.plan, self.filling.problem, self.template), About()
        every = [*(constraint.formula for constraint in problem.constraints), *problem.definitions, *self.excluded]
        graphs = any(about_graphs(formula, known) for formula in every)
        self.problem = msgspec.structs.replace(
            problem, definitions=(*problem.definitions, *self.excluded), graphs=graphs
        )
        self.solver = CheckedSolver(self.problem, engines.biased_engine(self.bias))
        self.solver.stats = self.stats

    def close(self) -> None:
        """Release the solver."""
        self.solver.close()

    def exclude(self, against: Formula) -> None:
        """Add the formula that another answer is excluded."""
        if against is True:
            return
        self.excluded.append(against)
        if against is False:
            return
        if self.solver.is_open and not about_graphs(against, {}):
            self.solver.known_answers.clear()  # what was found before may be none now
            self.solver.forget()
            self.solver.open().add([against])
        else:
            self.close()
            self._load()

    def most_clues(self, near: Mapping[tuple[str, Key], Value], chance: random.Random) -> Puzzle | None:
        """The board with as many clues as possible, preferably like those `near`; None if there are none.

        It has the answer of the problem, and none of the excluded ones.  Lists stand at their places as `?`.
        """
        if any(against is False for against in self.excluded):
            return None
        if not self.problem.variables:
            return self.filling.base
        there, values = _preferences(self.problem, near, chance)
        self.bias.wishes, self.bias.conflicts = [*there, *values], MOST_CONFLICTS
        answer = preferred_answer(self.solver, list(template_values(self.problem, self.template)), there, MOST_QUERIES)
        return None if answer is None else with_clues(self.filling.plan, self.filling.base, self.problem, answer)


def template_values(problem: Problem, template: Puzzle) -> Iterator[Preference]:
    """Values of variables that a template fixes."""
    for name, variables in problem.finds.items():
        for place, value in template.givens.get(name.removesuffix("?"), {}).items():
            variable = variables.get(place) if place is not None else None
            if variable is None:
                continue
            if name.endswith("?") or variable.kind is Kind.MEMBER:
                yield variable.index, True
            elif not isinstance(value, Unknown):
                yield variable.index, _variable_value(variable, value)


def _variable_value(variable: Variable, value: Value) -> int:
    return variable.names.index(value) if isinstance(value, str) else int(value)  # type: ignore[arg-type]


def as_number(variable: Variable, value: Value) -> int | None:
    """The value of a variable for a value of a puzzle; None if it is out of its range."""
    if isinstance(value, Unknown | tuple) or (isinstance(value, str) and value not in variable.names):
        return None
    number = _variable_value(variable, value)
    return number if variable.low <= number <= variable.high else None


def _preferences(
    problem: Problem, near: Mapping[tuple[str, Key], Value], chance: random.Random
) -> tuple[list[Preference], list[Preference]]:
    """Preferences for a clue at every place, and for the values before, else random ones."""
    there: list[Preference] = []
    others: list[Preference] = []
    for name, variables in problem.finds.items():
        for place, variable in variables.items():
            old = near.get((name.removesuffix("?"), place))
            if name.endswith("?"):
                there.append((variable.index, True))
            elif variable.kind is Kind.MEMBER:
                others.append((variable.index, old is True))
            elif old is not None and (told := as_number(variable, old)) is not None:
                others.append((variable.index, told))
            else:
                others.append((variable.index, chance.randint(variable.low, variable.high)))
    chance.shuffle(there)
    return there, others


def with_clues(plan: Plan, base: Puzzle, problem: Problem, values: Values) -> Puzzle:
    """The board with the clues that the values say."""
    givens = dict(base.givens)
    for given in (*plan.searched_givens, *plan.list_givens, *plan.random_place_givens):
        name = given.name
        here = problem.finds.get(presence_name(name))
        found = problem.finds.get(name, {})
        told: dict[Key, Value] = {}
        everywhere: Sequence[Place] = (
            list(found) if here is None else [p for p, one in here.items() if values[one.index]]
        )
        for place in everywhere:
            value = _value_in_puzzle(found.get(place), values)
            if value is not None:
                told[place] = value
        givens[name] = told
    return msgspec.structs.replace(base, givens=givens)


def _value_in_puzzle(variable: Variable | None, values: Values) -> Value | None:
    """The value of a variable as a puzzle has it; `?` without a variable, None for no member."""
    if variable is None:
        return Unknown.UNKNOWN
    value = values[variable.index]
    match variable.kind:
        case Kind.MEMBER:
            return True if value else None
        case Kind.NAME:
            return variable.names[int(value)]
        case Kind.NUMBER:
            return int(value)


def with_symmetry(plan: Plan, problem: Problem, template: Puzzle) -> Problem:
    """The problem with ties between the clues of an orbit: a clue or member at all images of a place, or at none.

    Orbits that the template mentions are free.
    """
    if plan.symmetry is Symmetry.NONE:
        return problem
    ties: list[Formula] = []
    for given in (*plan.searched_givens, *plan.random_place_givens, *plan.list_givens):
        variables = problem.finds.get(presence_name(given.name)) or problem.finds.get(given.name, {})
        numbers = orbits(problem.geometry, plan.symmetry, variables)
        given_orbits = {numbers[place] for place in template.givens.get(given.name, {}) if place in numbers}
        first: dict[int, Formula] = {}
        for place, variable in variables.items():
            number, here = numbers[place], Holds(variable)
            if variable.kind is Kind.MEMBER and number not in given_orbits:
                ties.append(build.same(first.setdefault(number, here), here))
    return msgspec.structs.replace(
        problem, definitions=(*problem.definitions, *(one for one in ties if one is not True))
    )
