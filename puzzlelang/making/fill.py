"""The clues of a board whose answer is known: values for which every rule holds, and of which other answers break some.

With an answer known, the rules speak of givens alone.  So which clues there may be, and which of them tell one answer
from another, is a small problem of its own (synthesis by counterexamples: Solar-Lezama et al. 2006).
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.turned import Freed, Turned, presence
from puzzlelang.making.alike import tied
from puzzlelang.making.plan import Plan
from puzzlelang.making.wishing import Wish, wished
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Values, Variable
from puzzlelang.problem.traversal import PARTS, About, about_graphs
from puzzlelang.puzzle import Key, Puzzle, Solution, Unknown, Value
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

OPEN = 1_000_000
"""A bound of numbers beyond any clue, to see with which numbers the rules compare."""

QUESTIONS = 20
"""So often an engine is asked for clues at more places."""

CONFLICTS = 20000
"""A search for clues that needs more conflicts is given up."""


class Filling(msgspec.Struct, frozen=True, eq=False):
    """The clues of one board and answer as a problem; numbers without a range are at `most` so large."""

    plan: Plan
    base: Puzzle
    problem: Problem
    freed: Mapping[str, Freed]
    most: int


def filling(plan: Plan, base: Puzzle, answer: Solution, most: int = 0, *, zeros: bool = False) -> Filling | None:
    """Which clues there may be; None if the answer is none whatever they are.

    `base` has all that is not looked for; `most`: a bound of numbers without a range, 0 if it is to be found out.
    `zeros`: they may be 0 though no example has that.
    """
    if not most and any(_is_open(given) for given in (*plan.freed, *plan.placed)):
        found = _ground(plan, base, answer, _freed(plan, base, OPEN, zeros))
        if found is None:
            return None
        most = max(_greatest(found) + 1, base.geometry.width, base.geometry.height)
    freed = _freed(plan, base, most, zeros)
    found = _ground(plan, base, answer, freed)
    return None if found is None else Filling(plan, base, found, freed, most)


def _is_open(given: ir.Given) -> bool:
    kind = given.kind
    return isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBER and kind.value.high is None


def _freed(plan: Plan, base: Puzzle, most: int, zeros: bool) -> dict[str, Freed]:
    found = {}
    for given in (*plan.freed, *plan.listed, *plan.placed):
        least = 0 if zeros else min(1, plan.habits.least.get(given.name, 0))
        at = plan.places(given, base)
        found[given.name] = Freed(given not in plan.listed, least, most, at)
    return found


def _ground(plan: Plan, base: Puzzle, answer: Solution, freed: Mapping[str, Freed]) -> Problem | None:
    try:
        found = from_typed.ground(plan.rules, base, turned=Turned(freed, answer))
    except Failed:
        return None  # a drawn given does not fit its declaration
    return None if any(constraint.formula is False for constraint in found.constraints) else found


def _greatest(stated: Problem) -> int:
    """The greatest number that something is compared with."""
    most, seen = 0, set[int]()
    waiting: list[nodes.Formula | nodes.Term] = [constraint.formula for constraint in stated.constraints]
    while waiting:
        node = waiting.pop()
        if id(node) in seen or isinstance(node, bool | int):
            continue
        seen.add(id(node))
        told = {nodes.Equal: "value", nodes.AtMost: "bound", nodes.Sum: "constant"}.get(type(node))
        if told is not None and abs(getattr(node, told)) < OPEN // 2:
            most = max(most, abs(getattr(node, told)))
        waiting.extend(PARTS[type(node)](node))
    return most


def excluding(found: Filling, other: Solution) -> Formula:
    """That the clues break some rule of another answer; False if they never do, True if they do whatever they are."""
    try:
        against = from_typed.ground(found.plan.rules, found.base, turned=Turned(found.freed, other))
    except Failed:
        return True
    stated = [*(constraint.formula for constraint in against.constraints), *against.definitions]
    return build.disjunction(build.negation(formula) for formula in stated)


class Clues:
    """The clues of one filling, asked for again and again with what was learnt; close it in the end."""

    def __init__(self, found: Filling, template: Puzzle, stats: Stats) -> None:
        self.found = found
        self.template = template
        self.stats = stats
        self.excluded: list[Formula] = []
        self.lean = SearchBias(CONFLICTS)
        self._load()

    def _load(self) -> None:
        stated, known = tied(self.found.plan, self.found.problem, self.template), About()
        every = [*(constraint.formula for constraint in stated.constraints), *stated.definitions, *self.excluded]
        graphs = any(about_graphs(formula, known) for formula in every)
        self.stated = msgspec.structs.replace(stated, definitions=(*stated.definitions, *self.excluded), graphs=graphs)
        self.asker = CheckedSolver(self.stated, engines.biased(self.lean))
        self.asker.stats = self.stats

    def close(self) -> None:
        """Give up what is held for it."""
        self.asker.close()

    def exclude(self, against: Formula) -> None:
        """From now on the formula holds, which says that another answer is none."""
        if against is True:
            return
        self.excluded.append(against)
        if against is False:
            return
        if self.asker.is_open and not about_graphs(against, {}):
            self.asker.in_hand.clear()  # what was found before may be none now
            self.asker.forget()
            self.asker.open().add([against])
        else:
            self.close()
            self._load()

    def most(self, near: Mapping[tuple[str, Key], Value], chance: random.Random) -> Puzzle | None:
        """The board with as many clues as there may be, like those `near` if it can be; None if there are none.

        Its answer is that of the filling, and what is excluded is no answer.  Lists stand at their places as `?`.
        """
        if any(against is False for against in self.excluded):
            return None
        if not self.stated.variables:
            return self.found.base
        there, values = _wishes(self.stated, near, chance)
        self.lean.wishes, self.lean.conflicts = [*there, *values], CONFLICTS
        answer = wished(self.asker, list(fixed(self.stated, self.template)), there, QUESTIONS)
        return None if answer is None else puzzle(self.found.plan, self.found.base, self.stated, answer)


def fixed(stated: Problem, template: Puzzle) -> Iterator[Wish]:
    """What a template says of givens that are looked for."""
    for name, variables in stated.finds.items():
        for place, value in template.givens.get(name.removesuffix("?"), {}).items():
            variable = variables.get(place) if place is not None else None
            if variable is None:
                continue
            if name.endswith("?") or variable.kind is Kind.MEMBER:
                yield variable.index, True
            elif not isinstance(value, Unknown):
                yield variable.index, _number(variable, value)


def _number(variable: Variable, value: Value) -> int:
    return variable.names.index(value) if isinstance(value, str) else int(value)  # type: ignore[arg-type]


def number(variable: Variable, value: Value) -> int | None:
    """The value as one of the variable; None if it cannot have it."""
    if isinstance(value, Unknown | tuple) or (isinstance(value, str) and value not in variable.names):
        return None
    told = _number(variable, value)
    return told if variable.low <= told <= variable.high else None


def _wishes(
    stated: Problem, near: Mapping[tuple[str, Key], Value], chance: random.Random
) -> tuple[list[Wish], list[Wish]]:
    """Clues wherever there may be some, and values as they were, else any."""
    there: list[Wish] = []
    others: list[Wish] = []
    for name, variables in stated.finds.items():
        for place, variable in variables.items():
            old = near.get((name.removesuffix("?"), place))
            if name.endswith("?"):
                there.append((variable.index, True))
            elif variable.kind is Kind.MEMBER:
                others.append((variable.index, old is True))
            elif old is not None and (told := number(variable, old)) is not None:
                others.append((variable.index, told))
            else:
                others.append((variable.index, chance.randint(variable.low, variable.high)))
    chance.shuffle(there)
    return there, others


def puzzle(plan: Plan, base: Puzzle, stated: Problem, values: Values) -> Puzzle:
    """The board with what was found for the givens that are looked for."""
    givens = dict(base.givens)
    for given in (*plan.freed, *plan.listed, *plan.placed):
        name = given.name
        here = stated.finds.get(presence(name))
        found = stated.finds.get(name, {})
        told: dict[Key, Value] = {}
        everywhere: Sequence[Place] = (
            list(found) if here is None else [p for p, one in here.items() if values[one.index]]
        )
        for place in everywhere:
            value = _read(found.get(place), values)
            if value is not None:
                told[place] = value
        givens[name] = told
    return msgspec.structs.replace(base, givens=givens)


def _read(variable: Variable | None, values: Values) -> Value | None:
    """A value as a puzzle has it; `?` where nothing was looked for but that there is one, None for no member."""
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
