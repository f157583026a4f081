"""Searched givens as variables of a problem: values of a template and of a puzzle, the board in an answer, symmetry."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import Preference
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Holds, Kind, Problem, Values, Variable
from puzzlelang.puzzle import Key, Puzzle, Unknown, Value


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


def with_clues(plan: Plan, base: Puzzle, problem: Problem, values: Values) -> Puzzle:
    """The board with the clues that the values say."""
    givens = dict(base.givens)
    for given in (*plan.searched_givens, *plan.list_givens, *plan.random_place_givens):
        name = given.name
        here = problem.finds.get(presence_name(name))
        result = problem.finds.get(name, {})
        by_place: dict[Key, Value] = {}
        everywhere: Sequence[Place] = (
            list(result) if here is None else [p for p, one in here.items() if values[one.index]]
        )
        for place in everywhere:
            value = _value_in_puzzle(result.get(place), values)
            if value is not None:
                by_place[place] = value
        givens[name] = by_place
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
