"""Joint search for the givens and an answer of a board."""

import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making.clue_variables import template_values, with_symmetry
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import preferred_answer
from puzzlelang.making.uniqueness import Translation, touches, translated_lattice, translations
from puzzlelang.making.usual_bounds import usual_bounds
from puzzlelang.making.wishes import Structure, Wishes, board_wishes, elsewhere, members, random_wishes
from puzzlelang.problem.record import Constraint, Kind, Values, Variable
from puzzlelang.puzzle import Key, Puzzle, Solution, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

MOST_QUERIES = 40
"""Budget of queries for an answer with the preferred values."""

MOST_MOVES = 4
"""Times that what the rules do not allow at its place is wished for elsewhere."""

MOST_USUAL = 2
"""Draws with too small a budget before numbers may be greater than on the examples."""

CHEAP_SHARE = 0.25
"""Share of the budget that a search must leave before what it did not grant is wished for elsewhere."""

MOST_CONFLICTS = 3000
"""Budget of a search in conflicts; beyond it another board is drawn."""

MOST_DOUBLINGS = 5
"""Times that the budget doubles, once for each draw before that it did not suffice for."""

WISH_CONFLICTS = 300
"""Budget of a search for one wish more, in conflicts."""

MOST_WISH_CONFLICTS = 6000
"""Budget of all these searches of an answer, in conflicts: where a single wish is hard to grant most of them are."""


class JointSearch:
    """A search for boards like `base`, which has the random givens, with answers; a context manager.

    With `every` optional clues without a range are searched as well, else left out.  While it is `usual`, numbers to be
    found are no greater than on the examples, and hardly more values stand on the board (`usual_bounds`).
    """

    def __init__(
        self, plan: Plan, base: Puzzle, template: Puzzle, costs: Stats, *, every: bool, usual: bool = True
    ) -> None:
        self.plan = plan
        self.template = template
        self.costs = costs
        self.every = every
        self.usual = usual
        self._load(base)

    def _load(self, base: Puzzle) -> None:
        self.base = base
        role_swap = RoleSwap(_searched_givens(self.plan, base, every=self.every))
        self.problem = with_symmetry(
            self.plan, from_typed.ground(self.plan.rules, base, role_swap=role_swap), self.template
        )
        bounds = tuple(usual_bounds(self.plan, self.problem)) if self.usual else ()
        self.usual = bool(bounds)
        self.problem = msgspec.structs.replace(self.problem, definitions=(*self.problem.definitions, *bounds))
        self.fixed = list(template_values(self.problem, self.template))
        self.bias = SearchBias(0, firm=True)
        self.solver = CheckedSolver(self.problem, engines.biased_engine(self.bias))
        self.plain_bias = SearchBias(0, plain=True)
        self.plain_solver = CheckedSolver(self.problem, engines.biased_engine(self.plain_bias))
        self.solver.stats = self.plain_solver.stats = self.costs
        self.forbidding = False

    @property
    def broken(self) -> Constraint | None:
        """A constraint that nothing meets on this base, such as a rule about the size of the board."""
        return next((one for one in self.problem.constraints if one.formula is False), None)

    def __enter__(self) -> "JointSearch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the solvers."""
        self.solver.close()
        self.plain_solver.close()

    def rebase(self, base: Puzzle) -> None:
        """Continue with another base.  Raises `Failed` if that does not fit the declarations."""
        self.close()
        self._load(base)

    def rebased(self, base: Puzzle) -> "JointSearch":
        """A search like this on another base.  Raises `Failed` if that does not fit the declarations."""
        return JointSearch(self.plan, base, self.template, self.costs, every=self.every, usual=self.usual)

    def random_answer(self, chance: random.Random, failed: int = 0, stopped: int = 0) -> Values | None:
        """Random values, none that are forbidden if possible; None if there are none.

        Where something is random, it is rather changed than that values are unusual.  After `failed` draws more is
        given.  After `stopped` draws for which the budget did not suffice it is larger, and wishes come one by one.
        Raises `Stopped` if the budget is spent.
        """
        if self.broken is not None:
            return None
        if self.usual and stopped <= MOST_USUAL:
            values = self._random_answer(chance, failed, stopped)
            if values is not None or self.plan.any_random_givens:
                return values
        if self.usual:
            self.usual = False
            self.rebase(self.base)
        return self._random_answer(chance, failed, stopped)

    def _random_answer(self, chance: random.Random, failed: int, stopped: int) -> Values | None:
        wishes = random_wishes(self.plan, self.problem, failed, chance)
        if stopped:
            return self._stepwise(wishes, MOST_CONFLICTS << min(stopped - 1, MOST_DOUBLINGS))
        values = self._ask(wishes)
        if values is None and self.forbidding:
            self.solver.forget()
            self.forbidding = False
            values = self._ask(wishes)
        if values is None or self.bias.conflicts <= MOST_CONFLICTS * CHEAP_SHARE:
            return values
        return self._with_more_granted(wishes, values, failed, chance)

    def _with_more_granted(self, wishes: Wishes, values: Values, failed: int, chance: random.Random) -> Values:
        """Values that grant more of a pattern, if there are any within the budget.

        What is not granted at its place is wished for elsewhere; where that grants less, another pattern is drawn.
        After draws that failed less is spent on that.
        """
        moved, left = elsewhere(self.problem, wishes, values, chance), max(1, MOST_MOVES - failed) * MOST_CONFLICTS
        for _ in range(MOST_MOVES):
            if moved is None or left <= 0:
                break
            other, most = None, min(left, MOST_CONFLICTS)
            with suppress(Stopped):
                other = self._ask(moved, most)
            left -= most - max(0, self.bias.conflicts)
            if other is not None and len(members(moved, other)) >= len(members(wishes, values)):
                wishes, values = moved, other
                moved = elsewhere(self.problem, wishes, values, chance)
            else:
                moved = random_wishes(self.plan, self.problem, failed, chance)
        return values

    def forbid(self, answers: Sequence[Solution], middle: Collection[Cell]) -> None:
        """Forbid the common pattern of these answers at some cells and next to them, as long as other answers exist.

        Where nothing is random, boards look the same everywhere: then the pattern is forbidden at all translations too.
        """
        self.forbidding = True
        finds = [self.problem.finds[name] for name in self._finds()]
        every = [self.problem.partial(answer.values) for answer in answers]
        for moved in translations(self.problem.geometry, middle, far=not self.plan.any_random_givens):
            images = [pair for places in finds for pair in self._image(places, moved)]
            for known in every:
                values: list[bool | int] = [False] * len(known)
                among: list[int] = []
                for index, image in images:
                    if (value := known[index]) is not None:
                        values[image] = value
                        among.append(image)
                self.solver.exclude(values, among)

    def _image(self, places: Mapping[Place, Variable], moved: Translation) -> list[tuple[int, int]]:
        """Pairs of a variable at the cells of a translation and the variable at its image."""
        at = {translated_lattice(place): variable.index for place, variable in places.items()}
        here = [(place, one.index) for place, one in places.items() if touches(place, moved.cells)]
        images = ((index, at.get(translated_lattice(place, moved.down, moved.right))) for place, index in here)
        return [(index, image) for index, image in images if image is not None]

    def answer_near(
        self, answer: Solution, givens: Structure, other: Solution, around: Collection[Cell], chance: random.Random
    ) -> Values | None:
        """Return values that prefer an answer and its givens, except at the cells `around`; None if there are none.

        Where the answer differs from the `other` one its values are not preferred either.  All else is random.
        """
        values, drawn = self.problem.partial(answer.values), self.problem.partial(other.values)
        finds = [self.problem.finds[name] for name in self._finds()]
        free = {one.index for places in finds for place, one in places.items() if touches(place, around)}
        kept = [(index, one) for index, one in enumerate(values) if one is not None and one == drawn[index]]
        kept = [wish for wish in kept if wish[0] not in free]
        there, values_there = board_wishes(self.plan, self.problem, givens)
        kept = [*there, *kept, *values_there]
        preferred = {index for index, _ in kept}
        wishes = random_wishes(self.plan, self.problem, 0, chance).without(preferred)
        return self._ask(msgspec.structs.replace(wishes, pattern=(), others=(*kept, *wishes.pattern, *wishes.others)))

    def _stepwise(self, wishes: Wishes, most: int) -> Values | None:
        """An answer that comes to meet wishes one by one, from one that is found without any.

        Many wishes at once can lead a search far from all answers.  Each step starts from the last answer, so it is
        short if it succeeds.  A plain search begins, which goes on where the last one was given up.
        """
        self.plain_bias.conflicts = most
        values = self.plain_solver.ask(stats.FIRST, self.fixed)
        if values is not None and self.forbidding:  # the plain search knows nothing of what is forbidden
            self.bias.wishes, self.bias.conflicts = list(enumerate(values)), most
            values = self.solver.ask(stats.FIRST, self.fixed)
        return None if values is None else self._granting(values, wishes)

    def varied_answer(self, values: Values, chance: random.Random) -> Values:
        """Vary the answer in the `values` by random wishes.  Raises `Stopped` if it is not confirmed in the budget."""
        self.bias.wishes, self.bias.conflicts = list(enumerate(values)), MOST_CONFLICTS
        begun = self.solver.ask(stats.FIRST, self.fixed) or values
        return self._granting(begun, random_wishes(self.plan, self.problem, 0, chance))

    def _granting(self, values: Values, wishes: Wishes) -> Values:
        """An answer that meets more of the wishes, tried one by one within a budget."""
        granted, query_count, left = list(self.fixed), 0, MOST_WISH_CONFLICTS
        for wish in (*wishes.pattern, *wishes.others):
            if values[wish[0]] != wish[1]:
                if query_count >= MOST_QUERIES or left <= 0:
                    continue
                query_count += 1
                self.bias.wishes, self.bias.conflicts = list(enumerate(values)), WISH_CONFLICTS
                with suppress(Stopped):
                    values = self.solver.ask(stats.FIRST, [*granted, wish]) or values
                left -= WISH_CONFLICTS - max(0, self.bias.conflicts)
            if values[wish[0]] == wish[1]:
                granted.append(wish)
        return values

    def _ask(self, wishes: Wishes, most: int = MOST_CONFLICTS) -> Values | None:
        self.bias.wishes, self.bias.conflicts = wishes.phases, most
        return preferred_answer(self.solver, self.fixed, wishes.others, MOST_QUERIES, wishes.pattern)

    def solution(self, values: Values) -> Solution:
        """The answer in the values."""
        result = self.problem.solution(values).values
        return Solution({name: result[name] for name in self._finds()})

    def _finds(self) -> list[str]:
        return [find.name for find in self.plan.rules.finds]


def _searched_givens(plan: Plan, base: Puzzle, *, every: bool) -> dict[str, SearchedGiven]:
    result: dict[str, SearchedGiven] = {}
    for given in (*plan.searched_givens, *plan.list_givens, *plan.random_place_givens):
        at, most = plan.places(given, base), plan.greatest_number(given.name, base)
        value = given.kind.value if isinstance(given.kind, ir.FunctionKind) else None
        if value is None or value.high is not None or value.base in (ir.Base.NAME, ir.Base.DIRECTION):
            result[given.name] = SearchedGiven(at=at)
        elif value.base is ir.Base.NUMBER and (every or _is_needed(plan, given, value, at)):
            result[given.name] = SearchedGiven(True, 0, most, at)
        elif value.unknown:
            result[given.name] = SearchedGiven(False, at=at)
    return result


def _is_needed(plan: Plan, given: ir.Given, value: ir.ValueKind, at: tuple[Place, ...] | None) -> bool:
    """Whether an answer comes with these numbers always: each place has one, or they say what ranges there are."""
    ranging = given.name in plan.ranging and not given.fixes
    return not value.unknown and (not value.absent or at is not None or ranging)


def number_bounds(plan: Plan, base: Puzzle) -> dict[str, int]:
    """The bounds of numbers without a range that are searched."""
    result = _searched_givens(plan, base, every=True)
    return {name: given.most for name, given in result.items() if given.most}


def structure_of(search: JointSearch, values: Values) -> Structure:
    """The givens in the values, as preferences for later; an optional value only where it is present.

    Presence has a name of its own, see `presence_name`.
    """
    result: dict[tuple[str, Key], Value] = {}
    for given in search.plan.rules.givens:
        here = search.problem.finds.get(presence_name(given.name), {})
        result.update(((presence_name(given.name), place), bool(values[one.index])) for place, one in here.items())
        for place, variable in search.problem.finds.get(given.name, {}).items():
            if place not in here or values[here[place].index]:
                value = values[variable.index]
                result[given.name, place] = variable.names[int(value)] if variable.kind is Kind.NAME else value
    return result
