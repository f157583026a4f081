"""Answers to boards that do not have all their givens yet: both are looked for at once."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from puzzlelang.geometry.places import Cell, Link, Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.turned import Freed, Turned, presence
from puzzlelang.making import draw
from puzzlelang.making.alike import tied
from puzzlelang.making.around import Move, lattice, moves, touches
from puzzlelang.making.fill import fixed, number
from puzzlelang.making.plan import Plan
from puzzlelang.making.wishing import Wish, wished
from puzzlelang.problem.record import Kind, Values, Variable
from puzzlelang.puzzle import Key, Puzzle, Solution, Unknown, Value
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

QUESTIONS = 40
"""So often an engine is asked for an answer that is like the one wished for."""

CONFLICTS = 3000
"""A search that needs more conflicts is given up: another board is drawn sooner."""

SHARE = 0.15
"""The part of the places that have a clue, where no example tells."""

USUAL = 0.7
"""So often sets to be found are wished as dense as on the examples."""


Structure = Mapping[tuple[str, Key], Value]
"""What is said of givens, by name and place."""


class Search:
    """Boards like `base`, which has all that was drawn at random, with answers; use it in a `with` statement.

    With `every` clues without a range are looked for as well; else there are none where none are needed.
    """

    def __init__(self, plan: Plan, base: Puzzle, template: Puzzle, costs: Stats, *, every: bool) -> None:
        self.plan = plan
        self.template = template
        self.costs = costs
        self.every = every
        self._load(base)

    def _load(self, base: Puzzle) -> None:
        self.base = base
        freed = Turned(_freed(self.plan, base, every=self.every))
        self.problem = tied(self.plan, from_typed.ground(self.plan.rules, base, turned=freed), self.template)
        self.fixed = list(fixed(self.problem, self.template))
        self.lean = SearchBias(0)
        self.asker = CheckedSolver(self.problem, engines.biased(self.lean))
        self.asker.stats = self.costs
        self.forbidding = False

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give up what is held for it."""
        self.asker.close()

    def put_on(self, base: Puzzle) -> None:
        """Go on with another board.  Raises `Failed` if that does not fit the declarations."""
        self.close()
        self._load(base)

    def on(self, base: Puzzle) -> "Search":
        """The same on another board.  Raises `Failed` if that does not fit the declarations."""
        return Search(self.plan, base, self.template, self.costs, every=self.every)

    def any(self, chance: random.Random) -> Values | None:
        """Values at random, without what is forbidden if that can be; None if there are none.

        Raises `Stopped` if that takes too long.
        """
        values = self._ask(self._wishes(chance))
        if values is None and self.forbidding:
            self.asker.forget()
            self.forbidding = False
            values = self._ask(self._wishes(chance))
        return values

    def forbid(self, answers: Sequence[Solution], middle: Collection[Cell]) -> None:
        """Never again what these answers have at some cells and next to them, as long as there are other answers.

        Where nothing is drawn at random, boards are alike everywhere: then it does not come at other places either.
        """
        self.forbidding = True
        finds = [self.problem.finds[name] for name in self._finds()]
        every = [self.problem.partial(answer.values) for answer in answers]
        for moved in moves(self.problem.geometry, middle, far=not self.plan.at_random):
            images = [pair for places in finds for pair in self._image(places, moved)]
            for told in every:
                values: list[bool | int] = [False] * len(told)
                among: list[int] = []
                for index, image in images:
                    if (value := told[index]) is not None:
                        values[image] = value
                        among.append(image)
                self.asker.exclude(values, among)

    def _image(self, places: Mapping[Place, Variable], moved: Move) -> list[tuple[int, int]]:
        """The variables that touch the cells of a move, each with the one at its image; none without an image."""
        at = {lattice(place): variable.index for place, variable in places.items()}
        here = [(place, one.index) for place, one in places.items() if touches(place, moved.cells)]
        images = ((index, at.get(lattice(place, moved.down, moved.right))) for place, index in here)
        return [(index, image) for index, image in images if image is not None]

    def near(
        self, answer: Solution, givens: Structure, other: Solution, around: Collection[Cell], chance: random.Random
    ) -> Values | None:
        """Values with almost this answer and these givens, but `around` where another answer differs; None if none."""
        values, drawn = self.problem.partial(answer.values), self.problem.partial(other.values)
        finds = [self.problem.finds[name] for name in self._finds()]
        free = {one.index for places in finds for place, one in places.items() if touches(place, around)}
        kept = [(index, one) for index, one in enumerate(values) if one is not None and one == drawn[index]]
        kept = [wish for wish in kept if wish[0] not in free]
        for name, variables in self.problem.finds.items():
            for place, variable in variables.items():
                value = number(variable, givens.get((name, place), Unknown.UNKNOWN))
                if value is not None:
                    kept.append((variable.index, value))
        known = {index for index, _ in kept}
        return self._ask([*kept, *(wish for wish in self._wishes(chance) if wish[0] not in known)])

    def _ask(self, wishes: Sequence[Wish]) -> Values | None:
        self.lean.wishes, self.lean.conflicts = wishes, CONFLICTS
        return wished(self.asker, self.fixed, wishes, QUESTIONS)

    def solution(self, values: Values) -> Solution:
        """The answer among the values."""
        found = self.problem.solution(values).values
        return Solution({name: found[name] for name in self._finds()})

    def _finds(self) -> list[str]:
        return [find.name for find in self.plan.rules.finds]

    def _wishes(self, chance: random.Random) -> list[Wish]:
        """Some values at random, mostly as often as on the examples; areas are about as large as there."""
        areas, others = list[Wish](), list[Wish]()
        usual = chance.random() < USUAL
        for name, variables in self.problem.finds.items():
            if name in self.problem.hidden or not variables:
                continue
            if name in self.problem.partitions:
                areas += self._areas(name, variables, chance)
            elif next(iter(variables.values())).kind is Kind.MEMBER:
                others += self._members(name, variables, usual, chance)
            else:
                others += self._values(name, variables, chance)
        # What is in a set asks for more than what is not: lines have to lead there, and parts must be connected.
        first = [*areas, *(wish for wish in others if wish[1] is not False)]
        rest = [wish for wish in others if wish[1] is False]
        return [*chance.sample(first, len(first)), *chance.sample(rest, len(rest))]

    def _areas(self, name: str, links: Mapping[Place, Variable], chance: random.Random) -> Iterator[Wish]:
        geometry = self.problem.geometry
        found = draw.areas(geometry, draw.sizes(self.plan, name, geometry, chance), chance)
        owner = {cell: number for number, area in enumerate(found) for cell in area}
        for link, variable in links.items():
            if isinstance(link, Link):
                yield variable.index, owner[link.first] != owner[link.second]

    def _members(
        self, name: str, variables: Mapping[Place, Variable], usual: bool, chance: random.Random
    ) -> Iterator[Wish]:
        """Givens are as dense as on the examples, what is to be found as well if that is `usual`."""
        given = name.removesuffix("?")
        mine = self.plan.rules.given(given) is not None
        share = self.plan.habits.shares.get(given, SHARE) * len(self.problem.geometry.cells) / len(variables)
        density = share if mine else share * chance.uniform(0.7, 1.3) if usual else chance.uniform(0.15, 0.6)
        for variable in variables.values():
            if mine or chance.random() < 0.5:
                yield variable.index, chance.random() < density

    def _values(self, name: str, variables: Mapping[Place, Variable], chance: random.Random) -> Iterator[Wish]:
        seen = self.plan.habits.values.get(name, ())
        mine = self.plan.rules.given(name) is not None
        for variable in variables.values():
            known = [value for value in map(partial(number, variable), seen) if value is not None]
            if chance.random() < 0.3 or (mine and known):
                value = chance.choice(known) if known else chance.randint(variable.low, variable.high)
                if value != variable.absent:
                    yield variable.index, value


def _freed(plan: Plan, base: Puzzle, *, every: bool) -> dict[str, Freed]:
    found: dict[str, Freed] = {}
    for given in (*plan.freed, *plan.listed, *plan.placed):
        at, most = plan.places(given, base), _most(plan, given.name, base)
        value = given.kind.value if isinstance(given.kind, ir.FunctionKind) else None
        if value is None or value.high is not None or value.base in (ir.Base.NAME, ir.Base.DIRECTION):
            found[given.name] = Freed(at=at)
        elif value.base is ir.Base.NUMBER and (every or (not value.unknown and (not value.absent or at is not None))):
            found[given.name] = Freed(True, 0, most, at)
        elif value.unknown:
            found[given.name] = Freed(False, at=at)
    return found


def bounded(plan: Plan, base: Puzzle) -> dict[str, int]:
    """Numbers without a range that are looked for, and how large they may be."""
    found = _freed(plan, base, every=True)
    return {name: freed.most for name, freed in found.items() if freed.most}


def _most(plan: Plan, name: str, base: Puzzle) -> int:
    """How large numbers without a range may be: as on the examples, more on larger boards, and as the template says."""
    cells = len(base.geometry.cells)
    seen = [value for value in plan.habits.values.get(name, ()) if isinstance(value, int)]
    largest = max(height * width for height, width in plan.habits.sizes) if seen else cells
    told = [value for value in base.givens.get(name, {}).values() if isinstance(value, int)]
    return max(max(seen, default=cells) * max(1, -(-cells // largest)), *told, 0)


def structure(search: Search, values: Values) -> Structure:
    """What was found of givens, to be wished for again; what may be absent has a value under its name, if it is there.

    Whether it is there stands under the name of its presence.
    """
    found: dict[tuple[str, Key], Value] = {}
    for given in search.plan.rules.givens:
        here = search.problem.finds.get(presence(given.name), {})
        found.update(((presence(given.name), place), bool(values[one.index])) for place, one in here.items())
        for place, variable in search.problem.finds.get(given.name, {}).items():
            if place not in here or values[here[place].index]:
                value = values[variable.index]
                found[given.name, place] = variable.names[int(value)] if variable.kind is Kind.NAME else value
    return found
