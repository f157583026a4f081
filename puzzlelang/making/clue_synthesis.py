"""Clue synthesis for a known answer: values for which every rule holds and which exclude other answers.

With a known answer the rules speak of givens alone.  So the possible clues, and those that tell one answer from
another, are a small problem of their own (counterexample-guided synthesis: Solar-Lezama et al. 2006).
"""

import random
from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making import residual_givens
from puzzlelang.making.clue_variables import as_number, template_values, with_clues, with_symmetry
from puzzlelang.making.looks import most_standing, varied
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import Preference, preferred_answer
from puzzlelang.making.usual_bounds import pairs
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Values
from puzzlelang.problem.traversal import About, about_graphs, every_node
from puzzlelang.puzzle import Key, Puzzle, Solution, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

BEYOND_CLUES = 1_000_000
"""A bound of numbers beyond any clue, used to see with which numbers the rules compare."""

MOST_QUERIES = 100
"""Budget of queries for clues at more places."""

DEAR_CONSTRAINTS = 8
"""Constraints per cell beyond which a counterexample is dear: a Curving Road has 10, a Slash Pack 14, a Kaero 4."""

MOST_CONFLICTS = 20000
"""Budget of a search for clues, in conflicts."""


BOUND_FIELDS: Mapping[type, str] = {nodes.Equal: "value", nodes.AtMost: "bound", nodes.Sum: "constant"}
"""Where nodes have the number that they compare with or add."""

VARIED_NUMBERS = (1, 2, 3)
"""Numbers that are tried instead of 0."""


class ClueProblem(msgspec.Struct, frozen=True, eq=False):
    """The problem of finding the clues of one board and answer; numbers without a range are at most `most`."""

    plan: Plan
    base: Puzzle
    problem: Problem
    searched_givens: Mapping[str, SearchedGiven]
    most: int

    @property
    def is_dear(self) -> bool:
        """Whether it takes much work to state what excludes another answer, which has about as many constraints."""
        return len(self.problem.constraints) > DEAR_CONSTRAINTS * len(self.base.geometry.cells)


def clue_problem(
    plan: Plan, base: Puzzle, answer: Solution, most: int = 0, *, zeros: bool = False
) -> ClueProblem | None:
    """The problem of finding clues; None if no clues make the answer one of the board.

    `base` has all other givens.  `most`: the bound of numbers without a range, 0 to derive it.  `zeros`: clues may be
    what no example has, 0 or values that do not come in pairs.
    """
    if not most and any(_is_open(plan, given) for given in (*plan.searched_givens, *plan.random_place_givens)):
        result = _ground(plan, base, answer, searched_givens(plan, base, BEYOND_CLUES, zeros))
        if result is None:
            return None
        most = max(_largest_bound(result) + 1, base.geometry.width, base.geometry.height, _most_pairs(plan, base))
    searched = searched_givens(plan, base, most, zeros)
    result = _ground(plan, base, answer, searched)
    if result is None:
        return None
    paired = () if zeros else tuple(pairs(plan, result))
    result = msgspec.structs.replace(result, definitions=(*result.definitions, *paired))
    return ClueProblem(plan, base, result, searched, most)


def _most_pairs(plan: Plan, base: Puzzle) -> int:
    """How many pairs of values a board has at most."""
    paired = [given for given in plan.searched_givens if given.name in plan.statistics.pairs]
    return max((most_standing(plan, given, base.geometry) or 0 for given in paired), default=0) // 2


def _is_open(plan: Plan, given: ir.Given) -> bool:
    kind = given.kind
    unbounded = isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBER and kind.value.high is None
    return unbounded and given.name not in plan.ranging


def searched_givens(plan: Plan, base: Puzzle, most: int, zeros: bool) -> dict[str, SearchedGiven]:
    """The givens that are searched, with numbers without a range up to `most`; `zeros`: they may be 0 at least.

    A number that an end of a range reads goes as far as on the examples, as the size of the problem depends on it.
    """
    result = {}
    for given in (*plan.searched_givens, *plan.list_givens, *plan.random_place_givens):
        least = min(0 if zeros else 1, plan.statistics.least.get(given.name, 0))
        at = plan.places(given, base)
        bound = plan.greatest_number(given.name, base) if given.name in plan.ranging else most
        result[given.name] = SearchedGiven(given not in plan.list_givens, least, bound, at)
    return result


def _ground(plan: Plan, base: Puzzle, answer: Solution, searched: Mapping[str, SearchedGiven]) -> Problem | None:
    try:
        result = from_typed.ground(plan.rules, base, role_swap=RoleSwap(searched, answer))
    except Failed:
        return None  # a drawn given does not fit its declaration
    return None if any(constraint.formula is False for constraint in result.constraints) else result


def _largest_bound(problem: Problem) -> int:
    """The greatest number that a constraint compares with."""
    most = 0
    for node in every_node(*(constraint.formula for constraint in problem.constraints)):
        bound_field = BOUND_FIELDS.get(type(node))
        if bound_field is not None and abs(getattr(node, bound_field)) < BEYOND_CLUES // 2:
            most = max(most, abs(getattr(node, bound_field)))
    return most


def exclusion(clue_problem: ClueProblem, other: Solution) -> Formula:
    """Return the formula that the clues violate some rule for another answer with its hidden values.

    Without these any hidden values that break a rule would do, whatever the clues are.  The formula is a constant where
    the clues do not matter; True if the other answer does not fit the board at all.
    """
    try:
        against = from_typed.ground(
            clue_problem.plan.rules, clue_problem.base, role_swap=RoleSwap(clue_problem.searched_givens, other)
        )
    except Failed:
        return True
    problem = [*(constraint.formula for constraint in against.constraints), *against.definitions]
    return build.disjunction(build.negation(formula) for formula in problem)


class ClueSearch:
    """An incremental search for the clues of one problem, which keeps what was learnt; close it at the end."""

    def __init__(self, clue_problem: ClueProblem, template: Puzzle, costs: Stats) -> None:
        self.filling = clue_problem
        self.template = template
        self.stats = costs
        self.excluded: list[Formula] = []
        self.example: Values | None = None
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
        if self.example is not None and evaluate.truth(against, self.example) is not True:
            self.example = None
        if against is False:
            return
        if self.solver.is_open and not about_graphs(against, {}):
            self.solver.known_answers.clear()  # what was found before may be none now
            self.solver.forget()
            self.solver.open().add([against])
        else:
            self.close()
            self._load()

    def is_possible(self) -> bool:
        """Whether any clues exclude all that is to be excluded; True as well where the budget does not tell.

        The last such clues are kept as an `example`, so that it takes no search while they still do.
        """
        if any(against is False for against in self.excluded):
            return False
        if self.example is None and self.problem.variables:
            self.bias.conflicts = MOST_CONFLICTS
            try:
                self.example = self.solver.ask(stats.FIRST, list(template_values(self.problem, self.template)))
            except Stopped:
                return True
        return self.example is not None or not self.problem.variables

    def most_clues(
        self, near: Mapping[tuple[str, Key], Value], chance: random.Random, *, anywhere: bool = False
    ) -> Puzzle | None:
        """The board with as many clues as possible, preferably like those `near`; None if there are none.

        It has the answer of the problem, and none of the excluded ones.  Lists stand at their places as `?`.  Values
        that stand for more than a clue keep to the places `near`, or may stand `anywhere`.
        """
        if any(against is False for against in self.excluded):
            return None
        if not self.problem.variables:
            return self.filling.base
        standing = {} if anywhere else residual_givens.standing_sets(self.filling.plan.rules)
        there, values = _preferences(self.problem, near, standing, chance)
        self.bias.wishes, self.bias.conflicts = [*there, *values], MOST_CONFLICTS
        answer = preferred_answer(self.solver, list(template_values(self.problem, self.template)), there, MOST_QUERIES)
        if answer is None:
            return None
        answer = self._vary(answer, near, chance)
        return with_clues(self.filling.plan, self.filling.base, self.problem, answer)

    def _vary(self, answer: Values, near: Mapping[tuple[str, Key], Value], chance: random.Random) -> Values:
        """The values with most numbers 0 changed where a place has several values, such as an arrow and a number.

        What was 0 before stays.
        """
        valued = [name for name in self.problem.finds if f"{name}?" in self.problem.finds]
        places = Counter(place for name in valued for place in self.problem.finds[name])
        template = {index for index, _ in template_values(self.problem, self.template)}
        zeros = [
            (place, variable)
            for name in valued
            for place, variable in self.problem.finds[name].items()
            if variable.kind is Kind.NUMBER and answer[variable.index] == 0 and places[place] > 1
            if variable.index not in template and (name, place) not in near
        ]
        for place, variable in zeros:
            if not varied(chance):
                continue
            mine = {self.problem.finds[name][place].index for name in valued if place in self.problem.finds[name]}
            rest = [(index, value) for index, value in enumerate(answer) if index not in mine]
            for number in chance.sample(VARIED_NUMBERS, len(VARIED_NUMBERS)):
                try:
                    result = self.solver.ask(stats.FIRST, [*rest, (variable.index, number)])
                except Stopped:
                    return answer
                if result is not None:
                    answer = result
                    break
        return answer


def _preferences(
    problem: Problem,
    near: Mapping[tuple[str, Key], Value],
    standing: Mapping[str, Collection[str]],
    chance: random.Random,
) -> tuple[list[Preference], list[Preference]]:
    """Preferences for a clue at every place, and for the values before, else random ones.

    A given that is `standing` has values only where there was one `near`, or a member of one of its sets, which it
    replaces.
    """
    there: list[Preference] = []
    others: list[Preference] = []
    replaced = {
        (group, place)
        for name, sets in standing.items()
        for group in sets
        for place in problem.finds.get(presence_name(name), {})
    }
    for name, variables in problem.finds.items():
        given = name.removesuffix("?")
        for place, variable in variables.items():
            old = near.get((given, place))
            if name.endswith("?"):
                sets = standing.get(given)
                before = sets is None or near.get((name, place), (given, place) in near)
                there.append(
                    (variable.index, bool(before) or any(near.get((one, place)) is True for one in sets or ()))
                )
            elif variable.kind is Kind.MEMBER:
                (there if (name, place) in replaced else others).append(
                    (variable.index, old is True and (name, place) not in replaced)
                )
            elif old is not None and (number := as_number(variable, old)) is not None:
                others.append((variable.index, number))
            else:
                others.append((variable.index, chance.randint(variable.low, variable.high)))
    chance.shuffle(there)
    return there, others
