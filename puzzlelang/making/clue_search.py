"""Search for the clues of one board and answer, which excludes one other answer after another."""

import random
from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.ground.role_swap import presence_name
from puzzlelang.making import residual_givens
from puzzlelang.making.clue_synthesis import ClueProblem
from puzzlelang.making.clue_variables import as_number, template_values, with_clues, with_symmetry
from puzzlelang.making.looks import varied
from puzzlelang.making.preferences import Preference, preferred_answer
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Values
from puzzlelang.problem.traversal import About, about_graphs
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.stats import Stats

MOST_QUERIES = 100
"""Budget of queries for clues at more places."""

MOST_CONFLICTS = 20000
"""Budget of a search for clues, in conflicts."""

VARIED_NUMBERS = (1, 2, 3)
"""Numbers that are tried instead of 0."""


def _plain(against: Formula) -> Formula:
    """The part of a disjunction that speaks of no graph, which is stronger; False if there is none."""
    known, parts = About(), against.parts if isinstance(against, nodes.Or) else (against,)
    return build.disjunction(part for part in parts if not about_graphs(part, known))


class ClueSearch:
    """An incremental search for the clues of one problem, which keeps what was learnt; close it at the end.

    A session cannot get new graphs.  So of what is `excluded` it gets the `_plain` part, until no clues meet that
    (`is_narrow`), and then a new session has all of it.
    """

    def __init__(self, clue_problem: ClueProblem, template: Puzzle, costs: Stats) -> None:
        self.filling = clue_problem
        self.template = template
        self.stats = costs
        self.excluded: list[Formula] = []
        self.example: Values | None = None
        self.bias = SearchBias(MOST_CONFLICTS)
        self._load()

    def _load(self) -> None:
        self.is_narrow = False
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
        plain = _plain(against)
        if self.solver.is_open and plain is not False:
            self.is_narrow = self.is_narrow or about_graphs(against, {})
            self.solver.known_answers.clear()  # what was found before may be none now
            self.solver.forget()
            self.solver.open().add([plain])
        else:
            self._reload()

    def _reload(self) -> None:
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
            if self.example is None and self.is_narrow:
                self._reload()
                return self.is_possible()
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
        if answer is None and self.is_narrow:
            self._reload()
            return self.most_clues(near, chance, anywhere=anywhere)
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
