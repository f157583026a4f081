"""Proofs of techniques on boards with known givens: by trying all assignments, or by z3.

The reference evaluator tries them on boards hardly larger than the window of a technique.
"""

import random
from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Session, Unsat
from puzzlelang.steps.record import Fact
from puzzlelang.steps.search.local_patterns import LocalPattern
from puzzlelang.techniques.on_board import KeptPatterns, local_patterns
from tests.pattern_standings import Values
from tests.random_divisions import Division
from tests.random_puzzles import right_values_within
from tests.surroundings import Images, Shape, boards_around

FEW = 3000
"""Boards where no more assignments are tried at once are tried by the reference evaluator."""

FORCED, TINY = 5, 3
"""So many small boards of a size are tried by force, and so many sizes, or until one has the technique."""


class RefutedError(Exception):
    """A technique is wrong: the message has its name, its board and what holds against it."""


class Tally(msgspec.Struct):
    """The surroundings that a technique was proved in: by z3, and by trying all assignments.

    `sizes`: of so many sizes and divisions of boards.
    """

    name: str
    by_engine: int = 0
    by_force: int = 0
    sizes: int = 0

    @property
    def total(self) -> int:
        """All surroundings."""
        return self.by_engine + self.by_force


def prove_by_force(
    kept: KeptPatterns, patterns: Images, number: int, tallies: Sequence[Tally], chance: random.Random
) -> None:
    """Prove a technique on boards that are hardly larger than its window.  Raises `RefutedError`."""
    before, seen = tallies[number].by_force, set[str]()
    window = patterns[number][0].window
    for more in range(TINY):
        shape = Shape(window.rows * window.columns + 2 * more, chance.choice([*Division]))
        boards = boards_around(kept, patterns, number, shape, chance)
        places = [one for one in boards.standings.every if one.number == number]
        for _ in range(FORCED if places else 0):
            values = boards.new_answer(chance.choice(places).premises, chance)
            if values is None:
                continue
            puzzle = boards.puzzle(values)
            if (text := f"{boards.key} {puzzle.givens}") not in seen:
                seen.add(text)
                for one in prove_on(kept, puzzle, tallies, engine=False):
                    tallies[one].by_force += 1
        boards.close()
        if tallies[number].by_force > before:
            break


def prove_on(kept: KeptPatterns, puzzle: Puzzle, tallies: Sequence[Tally], *, engine: bool) -> list[int]:
    """Prove all techniques wherever they stand on a board; return the numbers of those with a proof by force.

    If there are too many assignments, some are proved by z3 if `engine` says so.  Raises `RefutedError`.
    """
    opened = kept.opened
    rules = opened.written or opened.rules
    stated = tuple(rule for rule in rules.rules if rule.name not in opened.dropped)
    problem = from_typed.ground(msgspec.structs.replace(rules, rules=stated), puzzle)
    standing, result = local_patterns(kept, puzzle, problem), list[int]()
    every = right_values_within(problem, FEW)
    if every is not None:
        for one in standing:
            with_premises = [values for values in every if all(_true(values, fact) for fact in one.premises)]
            if not all(_true(values, fact) for values in with_premises for fact in one.conclusions):
                raise RefutedError(f"{tallies[int(one.name)].name}: {puzzle.givens}")
            result += [int(one.name)] if with_premises else []
    elif engine:
        session = engines.engine("z3").open(problem, False)
        for one in standing[:MOST_ASKED]:
            _prove(session, problem, one, f"{tallies[int(one.name)].name}: {puzzle}")
        session.close()
    return result


MOST_ASKED = 4
"""So many places of techniques on a board with known givens are questions for z3."""


def _prove(session: Session, problem: Problem, pattern: LocalPattern, what: str) -> None:
    """Prove by z3 that no answer with the premises of a pattern denies a conclusion.  Raises `RefutedError`."""
    fixed = [(fact.variable, fact.value) for fact in pattern.premises]
    for fact in pattern.conclusions:
        for value in _denials(problem, fact):
            if not isinstance(session.solve([*fixed, (fact.variable, value)]), Unsat):
                raise RefutedError(f"{what}: {problem.variables[fact.variable]} is {value}")


def _denials(problem: Problem, fact: Fact) -> Iterator[int]:
    one = problem.variables[fact.variable]
    yield from (value for value in range(one.low, one.high + 1) if (value == fact.value) is not fact.holds)


def _true(values: Values, fact: Fact) -> bool:
    return (values[fact.variable] == fact.value) is fact.holds
