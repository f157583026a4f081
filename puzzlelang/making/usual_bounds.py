"""Bounds by the examples: how great numbers are, how many values stand on a board, and which come in pairs.

They are for looks, so whoever states them takes them back where no board is so.
"""

from collections.abc import Iterator

from puzzlelang.ground.role_swap import presence_name
from puzzlelang.making import residual_givens
from puzzlelang.making.looks import most_standing
from puzzlelang.making.plan import Plan
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Holds, Kind, Problem, Variable


def usual_bounds(plan: Plan, problem: Problem) -> Iterator[Formula]:
    """Bounds of what is found, and of the values that stand on the board."""
    yield from _numbers(plan, problem)
    standing = residual_givens.standing_sets(plan.rules)
    for given in plan.searched_givens:
        here = problem.finds.get(presence_name(given.name), {}) if given.name in standing else {}
        most = most_standing(plan, given, problem.geometry)
        if most is not None and most < len(here):
            yield build.at_most(build.count(Holds(variable) for variable in here.values()), most)


def _numbers(plan: Plan, problem: Problem) -> Iterator[Formula]:
    """Bounds of numbers to be found by the examples, more on larger boards; only where twice as much is allowed."""
    largest = max((height * width for height, width in plan.statistics.sizes), default=0)
    for find in plan.rules.finds:
        seen = [value for value in plan.statistics.values.get(find.name, ()) if type(value) is int]
        for variable in problem.finds[find.name].values() if seen and largest else ():
            most = max(seen) * max(1, -(-len(problem.geometry.cells) // largest))
            if variable.kind is Kind.NUMBER and 2 * most <= variable.high:
                yield build.at_most(nodes.Number(variable, variable.low, variable.high), most)


def pairs(plan: Plan, problem: Problem) -> Iterator[Formula]:
    """Each value of a given comes twice or not at all, where all examples have it so."""
    for name in sorted(plan.statistics.pairs):
        here, numbers = problem.finds.get(presence_name(name), {}), problem.finds.get(name, {})
        every = {value for variable in numbers.values() for value in range(variable.low, variable.high + 1)}
        for value in sorted(every):
            number = build.count(
                build.conjunction((Holds(here[place]) if place in here else True, _is(variable, value)))
                for place, variable in numbers.items()
            )
            yield build.disjunction((build.equal(number, 0), build.equal(number, 2)))


def _is(variable: Variable, value: int) -> Formula:
    return build.equal(nodes.Number(variable, variable.low, variable.high), value)
