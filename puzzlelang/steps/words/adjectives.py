"""Names that say what a cell is rather than what is in it, and what the other cells are called."""

import re
from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Fact

ADJECTIVES = {"black", "white", "gray", "grey", "shaded", "unshaded", "filled", "lit", "dark", "empty", "open"}
"""Names of sets of cells that say what a cell is, not what is in it: `R1C1 is black`, but `tent at R1C1`."""

OPPOSITES = {"black": "white", "white": "black", "shaded": "unshaded", "unshaded": "shaded"}
"""What the other cells are called, where the rules call any so."""


def opposites_of(problem: Problem, chosen: Sequence[Fact]) -> dict[str, str]:
    """Return what a cell that does not belong is called, for the find of the facts that says what a cell is."""
    names = dict.fromkeys(name for fact in chosen if (name := problem.variables[fact.variable].name) in OPPOSITES)
    if len(names) != 1 or sum(name in ADJECTIVES for name in problem.finds) != 1:
        return {}
    (name,) = names
    cells = re.compile(rf"\b{OPPOSITES[name]} (?:cell|area)s?\b")
    return {name: OPPOSITES[name]} if any(cells.search(rule.sentence) for rule in problem.rules) else {}
