"""Answers to boards that do not have all their givens yet: both are looked for at once."""

import random
from collections.abc import Sequence

from puzzlelang.ground import from_typed
from puzzlelang.ground.turned import Freed, Turned, presence
from puzzlelang.making.fill import fixed
from puzzlelang.making.plan import Plan
from puzzlelang.making.wishing import Wish, wished
from puzzlelang.problem.record import Kind, Values
from puzzlelang.puzzle import Key, Puzzle, Solution, Value
from puzzlelang.solving import engines
from puzzlelang.solving.asker import Asker
from puzzlelang.solving.cadical import Lean
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

QUESTIONS = 40
"""So often an engine is asked for an answer that is like the one wished for."""

CONFLICTS = 3000
"""A search that needs more conflicts is given up: another board is drawn sooner."""

SHARE = 0.15
"""The part of the places that have a clue, where no example tells."""


class Search:
    """Boards like one that has all that was drawn at random, with answers; use it in a `with` statement.

    With `every` clues without a range are looked for as well; else there are none where none are needed.
    """

    def __init__(self, plan: Plan, base: Puzzle, template: Puzzle, costs: Stats, *, every: bool) -> None:
        self.plan = plan
        self.problem = from_typed.ground(plan.rules, base, turned=Turned(_freed(plan, base, every=every)))
        self.fixed = list(fixed(self.problem, template))
        self.lean = Lean(0)
        self.asker = Asker(self.problem, engines.leaning(self.lean))
        self.asker.stats = costs

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.asker.close()

    def any(self, chance: random.Random) -> Values | None:
        """Values at random; None if there are none.  Raises `Stopped` if that takes too long."""
        return self._ask(self._wishes(chance))

    def near(self, values: Values, other: Solution, chance: random.Random) -> Values | None:
        """Values like those given, but where another answer differs, never the same; None if there are none."""
        drawn = self.problem.partial(other.values)
        board = [variable.index for name in self._finds() for variable in self.problem.finds[name].values()]
        self.asker.exclude(values, board)
        differs = {index for index, value in enumerate(drawn) if value is not None and value != values[index]}
        kept = [(index, value) for index, value in enumerate(values) if index not in differs]
        return self._ask([*kept, *(wish for wish in self._wishes(chance) if wish[0] in differs)])

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
        """Some values at random; sets as dense as on the examples, those to be found by a density of their own."""
        found: list[Wish] = []
        shares = self.plan.habits.shares
        cells = len(self.problem.geometry.cells)
        for name, variables in self.problem.finds.items():
            if name in self.problem.hidden or not variables:
                continue
            first = next(iter(variables.values()))
            given = name.removesuffix("?")
            mine = self.plan.rules.given(given) is not None
            density = shares.get(given, SHARE) * cells / len(variables) if mine else chance.uniform(0.15, 0.6)
            for variable in variables.values():
                if first.kind is Kind.MEMBER:
                    if mine or chance.random() < 0.5:
                        found.append((variable.index, chance.random() < density))
                elif chance.random() < 0.3:
                    value = chance.randint(variable.low, variable.high)
                    if value != variable.absent:
                        found.append((variable.index, value))
        chance.shuffle(found)
        # What is in a set asks for more than what is not: lines have to lead there, and parts hang together.
        return sorted(found, key=lambda wish: wish[1] is False)


def _freed(plan: Plan, base: Puzzle, *, every: bool) -> dict[str, Freed]:
    found: dict[str, Freed] = {}
    most = len(base.geometry.cells)
    for given in (*plan.freed, *plan.listed, *plan.placed):
        at = plan.places(given, base)
        value = given.kind.value if isinstance(given.kind, ir.FunctionKind) else None
        if value is None or value.high is not None or value.base in (ir.Base.NAME, ir.Base.DIRECTION):
            found[given.name] = Freed(at=at)
        elif value.unknown:
            found[given.name] = Freed(False, at=at)
        elif value.base is ir.Base.NUMBER and (every or not value.absent or at is not None):
            found[given.name] = Freed(True, 0, most, at)
    return found


def structure(search: Search, values: Values) -> dict[tuple[str, Key], Value]:
    """What was found of givens, to be wished for again."""
    found: dict[tuple[str, Key], Value] = {}
    for given in search.plan.rules.givens:
        here = search.problem.finds.get(presence(given.name))
        for place, variable in search.problem.finds.get(given.name, {}).items():
            if here is None or values[here[place].index]:
                value = values[variable.index]
                found[given.name, place] = variable.names[int(value)] if variable.kind is Kind.NAME else value
    return found
