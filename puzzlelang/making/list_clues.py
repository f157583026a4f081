"""List clues of a known answer, inferred number by number with `*` for the rest."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Variable
from puzzlelang.puzzle import SEVERAL, Key, Puzzle, Solution, Unknown, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.typed import ir

GREATEST_NUMBER = 60
"""Greatest number that is tried."""

Numbers = tuple[int | Unknown, ...]


def with_list_clues(
    rules: ir.Ruleset, board: Puzzle, list_givens: Sequence[ir.Given], template: Puzzle, answer: Solution
) -> Puzzle:
    """The board with the lists that the answer has where it has clues of lists; one given after the other."""
    templates = {given.name: template.givens.get(given.name, {}) for given in list_givens}
    clues = {name: [place for place in board.givens[name] if place is not None] for name in templates}
    board = msgspec.structs.replace(board, givens={**board.givens, **templates})
    for given in list_givens:
        values = templates[given.name]
        places = [place for place in clues[given.name] if place not in values]
        result = infer_lists(rules, board, given, places, answer)
        board = msgspec.structs.replace(board, givens={**board.givens, given.name: {**values, **result}})
    return board


def infer_lists(
    rules: ir.Ruleset, puzzle: Puzzle, given: ir.Given, places: Sequence[Place], answer: Solution
) -> dict[Place, Numbers]:
    """Return for each place the list of numbers from 1 on for which every rule holds, if there is one.

    Each number is tried at all places in one grounding, with `*` for what follows.  A place fails if a constraint bound
    to it is violated; where nothing is known yet stands `*`.  What is hidden has values that
    suit the answer, whatever the lists are.
    """
    others: dict[Key, Value] = {**puzzle.givens.get(given.name, {}), **dict.fromkeys(places, (SEVERAL,))}
    puzzle = msgspec.structs.replace(puzzle, givens={**puzzle.givens, given.name: others})
    answer = _with_hidden(rules, puzzle, answer)
    result: dict[Place, Numbers] = {}
    begun: dict[Place, Numbers] = dict.fromkeys(places, ())
    for _ in range(len(puzzle.geometry.cells)):
        result.update({place: begun[place] for place in _consistent_places(rules, puzzle, given.name, begun, answer)})
        begun = {place: numbers for place, numbers in begun.items() if place not in result}
        longer: dict[Place, Numbers] = {}
        for number in range(1, GREATEST_NUMBER + 1):
            trial: dict[Place, Numbers] = {
                place: (*numbers, number, SEVERAL) for place, numbers in begun.items() if place not in longer
            }
            longer.update(
                {place: trial[place][:-1] for place in _consistent_places(rules, puzzle, given.name, trial, answer)}
            )
        begun = longer
    return {place: result[place] for place in places if place in result}


def _with_hidden(rules: ir.Ruleset, puzzle: Puzzle, answer: Solution) -> Solution:
    """The answer with values for what is hidden; as it was if there are none."""
    if not rules.hidden:
        return answer
    try:
        problem = from_typed.ground(rules, puzzle, role_swap=RoleSwap({}, answer))
    except Failed:
        return answer
    with CheckedSolver(problem, engines.engine()) as solver:
        values = solver.ask(stats.FIRST)
    if values is None:
        return answer
    hidden = {
        find: {place: _value(variable, values[variable.index]) for place, variable in problem.finds[find].items()}
        for find in problem.hidden
        if find not in problem.partitions
    }
    return Solution({**answer.values, **hidden})


def _value(variable: Variable, value: bool | int) -> Value:
    """A value of a variable as an answer has it."""
    if value == variable.absent:
        return False
    return variable.names[int(value)] if variable.kind is Kind.NAME else value


def _consistent_places(
    rules: ir.Ruleset, puzzle: Puzzle, name: str, lists: Mapping[Place, Numbers], answer: Solution
) -> list[Place]:
    """The places whose lists violate nothing."""
    if not lists:
        return []
    values: dict[Key, Value] = dict(puzzle.givens[name])
    for place, numbers in lists.items():
        values[place] = numbers
    trial = msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: values})
    try:
        problem = from_typed.ground(rules, trial, role_swap=RoleSwap({}, answer))
    except Failed:
        return []
    broken: set[object] = set()
    for constraint, truth in evaluate.verdicts(problem, [None] * len(problem.variables)):
        if truth is False:
            bound = [place for _, place in constraint.origin.bindings if place in lists]
            broken.update(bound or lists)
    return [place for place in lists if place not in broken]
