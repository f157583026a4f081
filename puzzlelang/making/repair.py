"""Repair of random givens without an answer by focused local search.

Random givens seldom suit every region at once.  So constraints are given up until the others have an answer, a minimal
correction set (Liffiton and Sakallah 2008).  A random given is changed at the cells of one of them (Selman, Kautz and
Cohen 1994).  A change stays if no more are to be given up then than before.  Constraints that a change leaves alone
stay in the session (`kept_constraints`).
"""

import random
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.making.changes import change
from puzzlelang.making.fixed_givens import givens_of_rule, givens_read, of_declarations
from puzzlelang.making.joint_search import JointSearch
from puzzlelang.making.kept_constraints import KeptConstraints
from puzzlelang.making.uniqueness import cells_of
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Constraint, Problem, Values, Variable
from puzzlelang.problem.traversal import variables
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Outcome, Sat, Undecided, Unsat

MOST_GIVEN_UP = 40
"""Constraints that are given up; with more a board is as bad as can be."""

MOST_CHANGES = 250
"""Changes since the last that left fewer conflicts before another board is drawn."""

FIRST_CHANGES = 30
"""Such changes of the first board; each one drawn in vain adds as many for the next.

What no change alters, such as an odd number of regions that are to be paired, is found by drawing another board.
"""

IMPOSSIBLE_CHANGE = 0.1
"""What a change counts that random givens do not allow, as it costs hardly any work."""

CHANGES_PER_STEP = 25
"""Changes in vain after which one more value at a time may change."""

ANEW_SHARE = 0.1
"""Probability that other constraints are given up than before, so that changes are tried at other places."""

SEARCH_SHARE = 0.3
"""Probability that other values are searched for a changed board; else it is judged by those before."""

MOST_AT_ONCE = 2
"""Values more than one that may change at a time."""

MOST_CONFLICTS = 500
"""Budget of a search for an answer of some constraints, in conflicts; beyond it there counts as one."""


HOPELESS_CONFLICTS = 3000
"""Budget of the question whether any change can help, in conflicts."""


class CorrectionSet(msgspec.Struct, frozen=True):
    """Constraints without which the others have an answer; `impossible` of them have none by themselves.

    `values`: that answer, of these `variables`; None if the budget did not suffice for one.
    """

    constraints: tuple[Constraint, ...]
    impossible: int
    variables: tuple[Variable, ...]
    values: Values | None

    @property
    def badness(self) -> int:
        """Their number; one that nothing meets, such as of a region that is too small, counts twice."""
        return MOST_GIVEN_UP if self.values is None else len(self.constraints) + self.impossible


def correction_set(
    search: JointSearch, kept: KeptConstraints, chance: random.Random, before: CorrectionSet | None = None
) -> CorrectionSet:
    """Constraints to give up, up to `MOST_GIVEN_UP`; such that speak of random givens where that is enough.

    None of them can be given back beside the others, as far as the budget tells.  `before`: the set of a board like
    this.  The search begins at its values, and ends once more constraints are given up than there.
    """
    problem, session = search.problem, kept.active(search.problem)
    dropped = [index for index, one in enumerate(problem.constraints) if one.formula is False][:MOST_GIVEN_UP]
    impossible, most = len(dropped), MOST_GIVEN_UP if before is None else before.badness
    active = [index for index, one in enumerate(problem.constraints) if one.formula is not False]
    near = None if before is None else _values_before(problem, before)
    kept.bias.wishes = () if near is None else list(enumerate(near))

    def outcome(indexes: Sequence[int]) -> Outcome:
        kept.bias.conflicts = MOST_CONFLICTS
        return session.outcome(search.fixed, indexes)

    if near is None:
        result, waiting, more = _give_up(search, outcome, active, MOST_GIVEN_UP - len(dropped), chance)
        impossible += more
    else:
        result, waiting = Sat(near), [index for index in active if not _is_met(problem, index, near)]
    active = [index for index in active if index not in waiting]
    for index in waiting if isinstance(result, Sat) else ():
        assert isinstance(result, Sat)
        other = result if _is_met(problem, index, result.values) else outcome([*active, index])
        if isinstance(other, Sat):
            result = other
            active.append(index)
        else:
            dropped.append(index)
            if len(dropped) + impossible > most:
                break
    values = result.values[: len(problem.variables)] if isinstance(result, Sat) else None
    return CorrectionSet(tuple(problem.constraints[index] for index in dropped), impossible, problem.variables, values)


def _give_up(
    search: JointSearch,
    outcome: Callable[[Sequence[int]], Outcome],
    active: Sequence[int],
    most: int,
    chance: random.Random,
) -> tuple[Outcome, list[int], int]:
    """The outcome without constraints of cores, these constraints, and how many of them are a core by themselves.

    Where the budget does not suffice, all constraints about random givens are given up.
    """
    soft, waiting, impossible = _about_random_givens(search), list[int](), 0
    left = list(active)
    result = outcome(left)
    while isinstance(result, Unsat) and result.core and len(waiting) < most:
        choice = [index for index in result.core if index in soft] or list(result.core)
        impossible += len(result.core) == 1
        waiting.append(chance.choice(choice))
        left.remove(waiting[-1])
        result = outcome(left)
    if isinstance(result, Undecided):
        waiting += [index for index in left if index in soft]
        result = outcome([index for index in left if index not in soft])
    return result, waiting, impossible


def _values_before(problem: Problem, before: CorrectionSet) -> Values | None:
    """The values of an earlier board, if they fit the variables of this one."""
    places, others = ([(one.name, one.place) for one in every] for every in (problem.variables, before.variables))
    if before.values is None or places != others or not evaluate.in_range(problem, before.values):
        return None
    defined = all(truth is True for truth in evaluate.truths(problem.definitions, before.values))
    return before.values if defined else None


def _is_met(problem: Problem, index: int, values: Values) -> bool:
    return evaluate.truth(problem.constraints[index].formula, values) is True


def _about_random_givens(search: JointSearch) -> set[int]:
    """The indexes of the constraints whose rules speak of a random given."""
    random_names = {given.name for given in search.plan.any_random_givens}
    rules = {rule.name for rule in search.plan.rules.rules}
    soft = {name for name in rules if not random_names.isdisjoint(givens_of_rule(search.plan.rules, name))}
    return {index for index, one in enumerate(search.problem.constraints) if one.origin.rule.name in soft}


def is_hopeless(search: JointSearch) -> bool:
    """Whether there is no answer for what no change alters, such as holes that leave an odd number of cells."""
    rules = search.plan.rules
    names = {given.name for given in search.plan.changeable}
    if any(not names.isdisjoint(givens_read(rules, expression)) for expression in of_declarations(rules)):
        return False  # a change alters what there is to find
    constant = {rule.name for rule in rules.rules if names.isdisjoint(givens_of_rule(rules, rule.name))}
    constraints = tuple(one for one in search.problem.constraints if one.origin.rule.name in constant)
    problem, bias = msgspec.structs.replace(search.problem, constraints=constraints), SearchBias(HOPELESS_CONFLICTS)
    with CheckedSolver(problem, engines.biased_engine(bias)) as solver, suppress(Stopped):
        solver.stats = search.costs
        return solver.ask(stats.FIRST, search.fixed) is None
    return False


def repair(search: JointSearch, chance: random.Random, failed: int = 0) -> tuple[JointSearch, Values] | None:
    """A board with an answer after a few changes; None if the budget is spent.  Closes the given search.

    The budget is larger after draws that `failed`.
    """
    most = min(MOST_CHANGES, FIRST_CHANGES * (1 + failed))
    with closing(KeptConstraints(SearchBias(MOST_CONFLICTS), search.costs)) as kept:
        search, answer = _change_until_answered(search, kept, chance, most)
    values = None if answer is None else _answer(search, answer, chance)
    if values is None:
        search.close()
    return None if values is None else (search, values)


def _answer(search: JointSearch, known: Values, chance: random.Random) -> Values | None:
    """A random answer; if the budget does not suffice, the known one varied; None if it does not suffice either."""
    values = None
    with suppress(Stopped):
        values = search.random_answer(chance)
    if values is None:
        with suppress(Stopped):
            values = search.varied_answer(known, chance)
    return values


def _change_until_answered(
    search: JointSearch, kept: KeptConstraints, chance: random.Random, most: int
) -> tuple[JointSearch, Values | None]:
    """The search after changes that left fewer conflicts, with an answer if none is left."""
    if is_hopeless(search):
        return search, None
    wrong, changes = correction_set(search, kept, chance), 0.0
    while wrong.badness and changes < most:
        constraints = wrong.constraints or search.problem.constraints
        cells = _cells_of_constraint(chance.choice(constraints), search.problem.geometry)
        puzzle: Puzzle | None = search.base
        for _ in range(chance.randint(1, 1 + min(MOST_AT_ONCE, int(changes) // CHANGES_PER_STEP))):
            puzzle = puzzle and change(search.plan, puzzle, search.template, cells, chance)
        other = None if puzzle is None else _search_on(search, puzzle)
        if other is None:
            changes += IMPOSSIBLE_CHANGE
            continue
        now = _judged(other, kept, chance, wrong)
        if now is None:
            changes += IMPOSSIBLE_CHANGE
            other.close()
            continue
        if now.badness <= wrong.badness:
            search.close()
            changes = 0 if now.badness < wrong.badness else changes + 1
            search, wrong = other, now
        else:
            changes += 1
            other.close()
    return search, None if wrong.badness else wrong.values


def _judged(
    search: JointSearch, kept: KeptConstraints, chance: random.Random, before: CorrectionSet
) -> CorrectionSet | None:
    """The constraints to give up on a changed board; None if more are violated and no other values are searched.

    Mostly the values before are kept, as it takes little work to tell what they violate.
    """
    luck = chance.random()
    same = None if luck < SEARCH_SHARE else violated(search.problem, before)
    if same is None:
        return correction_set(search, kept, chance, None if luck < ANEW_SHARE else before)
    if len(same.constraints) > len(before.constraints):
        return None
    return same if len(same.constraints) == len(before.constraints) else correction_set(search, kept, chance, same)


def violated(problem: Problem, before: CorrectionSet) -> CorrectionSet | None:
    """The constraints that the values before violate; None if they do not fit this board."""
    values = _values_before(problem, before)
    if values is None:
        return None
    truths = evaluate.truths([one.formula for one in problem.constraints], values)
    wrong = tuple(one for one, truth in zip(problem.constraints, truths, strict=True) if truth is not True)
    return CorrectionSet(wrong, min(before.impossible, len(wrong)), problem.variables, values)


def _search_on(search: JointSearch, puzzle: Puzzle) -> JointSearch | None:
    try:
        return search.rebased(puzzle)
    except Failed:
        return None


def _cells_of_constraint(constraint: Constraint, geometry: Geometry) -> list[Cell]:
    """The cells that a constraint is bound to, else those of its variables, else all."""
    result = dict.fromkeys(cell for _, place in constraint.origin.bindings for cell in cells_of(place))
    for variable in () if result else variables(constraint.formula):
        result.update(dict.fromkeys(cells_of(variable.place)))
    return [cell for cell in geometry.cells if cell in result] or list(geometry.cells)
