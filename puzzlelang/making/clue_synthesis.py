"""Clue synthesis for a known answer: values for which every rule holds and which exclude other answers.

With a known answer the rules speak of givens alone.  So the possible clues, and those that tell one answer from
another, are a small problem of their own (counterexample-guided synthesis: Solar-Lezama et al. 2006).
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven
from puzzlelang.making.looks import most_standing
from puzzlelang.making.plan import Plan
from puzzlelang.making.usual_bounds import pairs
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import every_node
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.typed import ir

BEYOND_CLUES = 1_000_000
"""A bound of numbers beyond any clue, used to see with which numbers the rules compare."""

DEAR_CONSTRAINTS = 8
"""Constraints per cell beyond which a counterexample is dear: a Curving Road has 10, a Slash Pack 14, a Kaero 4."""


BOUND_FIELDS: Mapping[type, str] = {nodes.Equal: "value", nodes.AtMost: "bound", nodes.Sum: "constant"}
"""Where nodes have the number that they compare with or add."""


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
