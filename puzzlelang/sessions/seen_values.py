"""Visible values of a board: those of a drawing, and givens where nothing is drawn over them."""

from puzzlelang.geometry.places import Place
from puzzlelang.problem.nodes import Kind
from puzzlelang.problem.record import Partial, Problem
from puzzlelang.puzzle import UNKNOWN, Puzzle, Value
from puzzlelang.typed import ir


def seen_values(rules: ir.Ruleset, puzzle: Puzzle, problem: Problem, drawn: Partial) -> Partial:
    """Return the values of a drawing, undecided ones with those that the givens fix (`given clue : … fixes digit`)."""
    fixed: dict[str, dict[Place, Value]] = {}
    for given in rules.givens:
        if not given.fixes or given.fixes in problem.hidden:
            continue
        variables = problem.finds.get(given.fixes, {})
        for place, value in puzzle.givens.get(given.name, {}).items():
            if place is None or place not in variables or value is UNKNOWN or value is False:
                continue
            if variables[place].kind is not Kind.NAME or value in variables[place].names:
                fixed.setdefault(given.fixes, {})[place] = value
    pairs = zip(drawn, problem.partial(fixed), strict=True)
    return [given if value is None else value for value, given in pairs]
