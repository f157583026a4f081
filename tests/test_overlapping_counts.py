"""Counts of sets that overlap: what they exclude follows, by all values that the counts allow."""

import itertools
import random
import re
from collections.abc import Iterator, Sequence

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.source import NOWHERE
from puzzlelang.steps.record import Masks, RuleCase
from puzzlelang.steps.search.overlapping_counts import MOST_SETS, overlaps
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from tests import library

COLUMNS, HIGHEST = 4, 2


def counted(dice: random.Random) -> tuple[Problem, tuple[int, ...]]:
    """Counts of marked cells, or of cells with one number, in rows, columns, areas or any sets: true of an answer."""
    member = dice.random() < 0.9
    rows = 3 if member else 2
    board = SquareGrid(rows, COLUMNS)
    kind, high = (Kind.MEMBER, 1) if member else (Kind.NUMBER, HIGHEST)
    variables = [Variable(at, "mark", cell, kind, 0, high) for at, cell in enumerate(board.cells)]
    answer = tuple(dice.randint(0, high) for _ in variables)
    value = 1 if member else dice.randint(0, high)
    things: list[Formula] = [
        nodes.Holds(one) if member else build.equal(nodes.Number(one, 0, high), value) for one in variables
    ]
    constraints = []
    for name, places in sets_of_cells(rows, dice):
        there = sum(answer[at] == value for at in places)
        total = build.total([(1, things[at]) for at in places], ())
        formula = dice.choice(
            (
                build.equal(total, there),
                build.equal(total, there),
                build.at_most(total, there + dice.randint(0, 1)),
                build.at_most(max(there - dice.randint(0, 1), 0), total),
                build.disjunction(things[at] for at in places) if there else build.equal(total, 0),
            )
        )
        if not isinstance(formula, bool):
            origin = Origin(Rule(name, name, NOWHERE), f"{name} {places}", (("s", f"{name} {places}"),))
            constraints.append(Constraint(formula, origin))
    result = tuple(constraints)
    finds = {"mark": dict(zip(board.cells, variables, strict=True))}
    return Problem(board, finds, tuple(variables), result, (), grounded=result), answer


def sets_of_cells(rows: int, dice: random.Random) -> Iterator[tuple[str, list[int]]]:
    """Rows and columns, areas of four cells at random, and two sets that are none of these."""
    cells = range(rows * COLUMNS)
    yield from (("line", [at for at in cells if at // COLUMNS == row]) for row in range(rows))
    yield from (("line", [at for at in cells if at % COLUMNS == column]) for column in range(COLUMNS))
    areas = dice.sample(cells, len(cells)) if dice.random() < 0.3 else list(cells)
    size = dice.choice((2, 3, 5))
    yield from (("area", areas[at : at + size]) for at in range(0, len(areas), size))
    yield from (("set", dice.sample(cells, dice.randint(2, 6))) for _ in range(2))


def allowed(problem: Problem, cases: Sequence[RuleCase], masks: Masks) -> Iterator[tuple[int, ...]]:
    """All values within the masks that satisfy some cases."""
    choices = [[at for at in range(one.high + 1) if masks[one.index] >> at & 1] for one in problem.variables]
    for values in itertools.product(*choices):
        if all(evaluate.truth(case.formula, values) is True for case in cases):
            yield values


def test_overlapping_counts_exclude_what_follows() -> None:
    patterns = dict.fromkeys(range(1, MOST_SETS + 1), 0)
    needed = 0
    for seed in range(60):
        dice = random.Random(seed)
        problem, answer = counted(dice)
        solvers = CaseSolvers(problem, list(answer))
        masks = [
            1 << value | dice.choice((0, 7, 7, 7)) & (1 << one.high + 1) - 1
            for value, one in zip(answer, problem.variables, strict=True)
        ]
        for sets in patterns:
            for one in overlaps(solvers, masks, sets):
                patterns[sets] += 1
                needed += "are needed" in one.reason
                assert one.technique is Technique.OVERLAP
                assert one.facts
                for values in allowed(problem, one.cases, masks):
                    assert all((values[fact.variable] == fact.value) == fact.holds for fact in one.facts), (seed, one)
    assert min(patterns.values()) > 10, patterns
    assert needed > 10, needed


def test_a_region_within_a_column_is_one_step() -> None:
    rules = pipeline.load("star-battle")
    result = pipeline.path(rules, pipeline.board(rules, library.ROOT / "examples" / "star-battle" / "two-stars.txt"))
    texts = ["\n".join(step.lines) for step in result.steps if step.technique == Technique.OVERLAP.value]
    assert any("room c still needs lies in column 5" in text for text in texts)


def test_what_one_set_still_needs_lies_in_the_other() -> None:
    """The open cells of the set that needs something are cells of the other, whichever step says so."""
    rules = pipeline.load("star-battle")
    puzzle = pipeline.board(rules, library.ROOT / "examples" / "star-battle" / "medium.txt")
    regions = puzzle.partitions["room"]
    rooms = {f"room {letter}": set(map(str, region.cells)) for letter, region in zip("abcdefgh", regions, strict=True)}
    gone = set[str]()
    seen = 0
    for step in pipeline.path(rules, puzzle).steps:
        for room, line, number in re.findall(
            r"All that (room \w) still needs lies in (row|column) (\d)", step.lines[-1]
        ):
            inside = re.compile(rf"R{number}C\d" if line == "row" else rf"R\dC{number}")
            assert all(map(inside.fullmatch, rooms[room] - gone)), (room, line, number, gone)
            assert not any(fact.place in rooms[room] for fact in step.follows)
            seen += 1
        gone |= {fact.place for fact in step.follows if fact.holds and fact.value is False}
    assert seen > 2, seen
