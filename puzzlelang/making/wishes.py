"""Wishes: random values that an answer should have, so that boards differ from each other and look like others."""

import random
from collections.abc import Collection, Iterator, Mapping
from functools import partial

import msgspec

from puzzlelang.geometry.places import Cell, Link, Place
from puzzlelang.making import random_areas, residual_givens
from puzzlelang.making.clue_variables import as_number
from puzzlelang.making.looks import denser, density_of_find, draw_pattern
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import Preference
from puzzlelang.making.set_shapes import cell_neighbours
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.puzzle import Key, Unknown, Value

DEFAULT_DENSITY = 0.15
"""Density of clues where no example tells."""

USUAL_DENSITY_SHARE = 0.7
"""Probability that sets to be found are preferred as dense as on the examples."""

ASKED_SHARE = 0.5
"""Share of the members of a set that are wished for; the others only lean to a value."""


VALUE_SHARE = 0.3
"""Share of the values to be found that are wished for; other numbers only lean to a value."""

FEW = 8
"""One wish in so many that is not granted does not matter."""


Structure = Mapping[tuple[str, Key], Value]
"""Values of givens by name and place."""


class Wishes(msgspec.Struct, frozen=True):
    """Wanted values: of what shapes the board (`pattern`), which come first, and of all else (`others`).

    `leanings`: values that cost no query, but are taken where nothing speaks against them.
    """

    pattern: tuple[Preference, ...] = ()
    others: tuple[Preference, ...] = ()
    leanings: tuple[Preference, ...] = ()

    @property
    def phases(self) -> tuple[Preference, ...]:
        """All of them."""
        return (*self.pattern, *self.others, *self.leanings)

    def without(self, indexes: Collection[int]) -> "Wishes":
        """The wishes for other variables."""
        kept = (
            tuple(wish for wish in part if wish[0] not in indexes)
            for part in (self.pattern, self.others, self.leanings)
        )
        return Wishes(*kept)


def board_wishes(plan: Plan, problem: Problem, board: Structure) -> tuple[list[Preference], list[Preference]]:
    """Wishes for clues where a board has them, and for its other givens.

    A board says only where its clues are.  That there are none elsewhere is wished where it shapes the board.
    """
    standing = residual_givens.standing_sets(plan.rules)
    there, others = list[Preference](), list[Preference]()
    for name, variables in problem.finds.items():
        given = name.removesuffix("?")
        for place, variable in variables.items():
            value = as_number(variable, board.get((name, place), Unknown.UNKNOWN))
            if given == name and value is not None:
                others.append((variable.index, value))
            elif given != name and (given, place) in board:
                there.append((variable.index, True))
            elif given != name and given in standing:
                others.append((variable.index, False))
    return there, others


def random_wishes(plan: Plan, problem: Problem, failed: int, chance: random.Random) -> Wishes:
    """Random wishes, mostly as dense as on the examples; areas are about as large as there."""
    shape = draw_pattern(plan, problem, failed, chance)
    pattern, areas, others, leanings = [list[Preference]() for _ in range(4)]
    usual = chance.random() < USUAL_DENSITY_SHARE
    for name, variables in problem.finds.items():
        there = shape.get(name.removesuffix("?"))
        if name in problem.hidden or not variables:
            continue
        if name in problem.partitions:
            areas += _areas(plan, problem, name, variables, chance)
        elif next(iter(variables.values())).kind is not Kind.MEMBER:
            own_wishes, leaning = _values(plan, name, variables, chance)
            others += own_wishes
            leanings += leaning
        elif there is not None:
            pattern += [(variable.index, place in there) for place, variable in variables.items()]
        else:
            own_wishes, leaning = _members(plan, problem, name, variables, usual, failed, chance)
            others += own_wishes
            leanings += leaning
    # What is in a set asks for more than what is not: lines have to lead there, and parts must be connected.
    absent = [wish for wish in pattern if wish[1] is False]
    present = [wish for wish in pattern if wish[1] is not False]
    first = [*areas, *(wish for wish in others if wish[1] is not False)]
    rest = [wish for wish in others if wish[1] is False]
    return Wishes(
        (*chance.sample(absent, len(absent)), *chance.sample(present, len(present))),
        (*chance.sample(first, len(first)), *chance.sample(rest, len(rest))),
        tuple(leanings),
    )


def members(wishes: Wishes, values: Values) -> set[int]:
    """The variables of members of the pattern that the values grant."""
    return {index for index, value in wishes.pattern if value is True and values[index]}


def elsewhere(problem: Problem, wishes: Wishes, values: Values, chance: random.Random) -> Wishes | None:
    """The wishes with other places for what no answer can have at its place; None if (almost) all was granted.

    So an island that nothing reaches stands somewhere else.
    """
    wanted = [index for index, value in wishes.pattern if value is True]
    granted = members(wishes, values)
    if (len(wanted) - len(granted)) * FEW < len(wanted) or not granted:
        return None
    beside = cell_neighbours(problem.geometry)
    pattern = dict(wishes.pattern)
    for variables in problem.finds.values():
        mine = {place: one.index for place, one in variables.items() if one.index in pattern}
        missing = sum(pattern[index] is True and index not in granted for index in mine.values())
        if not missing:
            continue
        chosen = {place for place, index in mine.items() if index in granted}
        free = [place for place, index in mine.items() if pattern[index] is False]
        pattern.update((index, index in granted) for index in mine.values())
        for place in chance.sample(free, len(free)):
            alone = not (isinstance(place, Cell) and any(other in chosen for other in beside[place]))
            if missing and alone:
                chosen.add(place)
                pattern[mine[place]] = True
                missing -= 1
    return msgspec.structs.replace(wishes, pattern=tuple(sorted(pattern.items(), key=lambda wish: wish[1] is True)))


def _areas(
    plan: Plan, problem: Problem, name: str, links: Mapping[Place, Variable], chance: random.Random
) -> Iterator[Preference]:
    geometry = problem.geometry
    result = random_areas.random_areas(geometry, random_areas.area_sizes(plan, name, geometry, chance), chance)
    owner = {cell: number for number, area in enumerate(result) for cell in area}
    for link, variable in links.items():
        if isinstance(link, Link):
            yield variable.index, owner[link.first] != owner[link.second]


def _members(
    plan: Plan,
    problem: Problem,
    name: str,
    variables: Mapping[Place, Variable],
    usual: bool,
    failed: int,
    chance: random.Random,
) -> tuple[list[Preference], list[Preference]]:
    """Wishes and leanings for members: givens as dense as on the examples, finds as well if `usual`.

    After `failed` draws givens are denser.
    """
    given, of_cells = name.removesuffix("?"), isinstance(next(iter(variables)), Cell)
    mine = plan.rules.given(given) is not None
    share = plan.statistics.shares.get(given, DEFAULT_DENSITY) * len(problem.geometry.cells) / len(variables)
    density = density_of_find(share * chance.uniform(0.7, 1.3), of_cells) if usual else chance.uniform(0.15, 0.6)
    own_wishes, leaning = list[Preference](), list[Preference]()
    for variable in variables.values():
        wish = variable.index, chance.random() < (share * denser(failed) if mine else density)
        if mine or chance.random() < ASKED_SHARE:
            own_wishes.append(wish)
        elif of_cells:
            leaning.append(wish)
    return own_wishes, leaning


def _values(
    plan: Plan, name: str, variables: Mapping[Place, Variable], chance: random.Random
) -> tuple[list[Preference], list[Preference]]:
    """Wishes and leanings for values, those of the examples if these have any."""
    seen = plan.statistics.values.get(name, ())
    mine = plan.rules.given(name) is not None
    own_wishes, leaning = list[Preference](), list[Preference]()
    for variable in variables.values():
        numbers = [value for value in map(partial(as_number, variable), seen) if value is not None]
        value = chance.choice(numbers) if numbers else chance.randint(variable.low, variable.high)
        if value == variable.absent:
            continue
        if chance.random() < VALUE_SHARE or (mine and numbers):
            own_wishes.append((variable.index, value))
        elif not mine and numbers and variable.kind is Kind.NUMBER:
            leaning.append((variable.index, value))
    return own_wishes, leaning
