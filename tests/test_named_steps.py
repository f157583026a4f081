"""Techniques with a name, tables and Hall sets: what they conclude follows, by the reference semantics."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.source import NOWHERE, Source
from puzzlelang.steps import record
from puzzlelang.steps.record import Fact, Masks, RuleCase, Tier
from puzzlelang.steps.search import patterns
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers import hall_sets
from puzzlelang.steps.solvers.answer_tables import answer_table
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from tests import library

SIDE = 3
LINES = [
    *([row * SIDE + at for at in range(SIDE)] for row in range(SIDE)),
    *([column + SIDE * at for at in range(SIDE)] for column in range(SIDE)),
]


def latin(dice: random.Random) -> tuple[Problem, tuple[int, ...]]:
    """A Latin square with random cages and a pair that differs, and an answer."""
    order = dice.sample(range(1, SIDE + 1), SIDE)
    answer = tuple(order[(row + column) % SIDE] for row in range(SIDE) for column in range(SIDE))
    board = SquareGrid(SIDE, SIDE)
    variables = [Variable(at, "digit", cell, Kind.NUMBER, 1, SIDE) for at, cell in enumerate(board.cells)]
    numbers = [nodes.Number(variable, 1, SIDE) for variable in variables]
    stated: list[tuple[str, Formula]] = [("line", build.distinct(numbers[at] for at in line)) for line in LINES]
    left = dice.sample(range(SIDE * SIDE), SIDE * SIDE)
    while left:
        cage = [left.pop() for _ in range(min(len(left), dice.randint(1, 3)))]
        if len(cage) > 1 and dice.random() < 0.8:
            total = build.total((), [(1, numbers[at]) for at in cage])
            stated.append(("total", build.equal(total, sum(answer[at] for at in cage))))
    first, second = dice.sample(range(SIDE * SIDE), 2)
    if answer[first] != answer[second]:
        difference = build.total((), [(1, numbers[first]), (-1, numbers[second])])
        stated.append(("differ", build.negation(build.equal(difference, 0))))
    constraints = tuple(
        Constraint(formula, Origin(Rule(name, name, NOWHERE), f"{name} {at}", (("k", f"{name} {at}"),)))
        for at, (name, formula) in enumerate(stated)
    )
    finds = {"digit": dict(zip(board.cells, variables, strict=True))}
    return Problem(board, finds, tuple(variables), constraints, (), grounded=constraints), answer


def allowed(cases: Sequence[RuleCase], masks: Masks) -> Iterator[tuple[int, ...]]:
    """All values within the masks that satisfy some cases; what these do not speak of is 1."""
    about = {index for case in cases for index in case.variables}
    choices = [
        [value for value in range(1, SIDE + 1) if mask >> (value - 1) & 1] if at in about else [1]
        for at, mask in enumerate(masks)
    ]
    for values in itertools.product(*choices):
        if all(evaluate.truth(case.formula, values) is True for case in cases):
            yield values


def latin_squares() -> Iterator[tuple[int, ...]]:
    for rows in itertools.product(itertools.permutations(range(1, SIDE + 1)), repeat=SIDE):
        yield tuple(itertools.chain(*rows))


def random_masks(dice: random.Random, answer: Sequence[int]) -> Masks:
    """Domains with the answer and more."""
    return [1 << (value - 1) | dice.choice((0, 1, 2, 4, 7, 7, 7)) for value in answer]


def follows(fact: Fact, values: Sequence[int]) -> bool:
    return (values[fact.variable] == fact.value) == fact.holds


def test_patterns_follow_from_their_cases() -> None:
    seen = set()
    for seed in range(30):
        dice = random.Random(seed)
        problem, answer = latin(dice)
        solvers = CaseSolvers(problem, list(answer))
        for _ in range(10):
            masks = random_masks(dice, answer)
            for one in (*patterns.locked(solvers, masks), *patterns.kept_to_lines(solvers, masks)):
                seen.add(one.technique)
                wrong = (values for values in allowed(one.cases, masks))
                assert all(follows(fact, values) for values in wrong for fact in one.facts), one
    assert seen == {Technique.LOCKED_VALUE, Technique.LINES}


@library.sweep_large
def test_sums_of_houses_follow_from_their_cases() -> None:
    request = 0
    for seed in range(60):
        dice = random.Random(seed)
        problem, answer = latin(dice)
        solvers = CaseSolvers(problem, list(answer))
        whole = [record.full(variable) for variable in problem.variables]
        for one in solvers.house_sums[:6]:
            masks = random_masks(dice, answer)
            before = [masks[index] for index in one.variables]
            reduced = one.reduced(solvers.families, before)
            assert reduced is not None
            for index, old, new in zip(one.variables, before, reduced, strict=True):
                for fact in record.new_facts(problem.variables[index], old, new):
                    known = list(whole)
                    record.apply_facts(known, one.needed(solvers.families, masks, fact), problem.variables)
                    assert all(follows(fact, values) for values in allowed(one.cases, known)), (one, fact)
                    request += 1
    assert request > 50


def test_steps_with_a_name_are_told_and_follow() -> None:
    result = set()
    for seed in range(40):
        problem, answer = latin(random.Random(seed))
        every = [one for one in latin_squares() if evaluate.satisfies(problem, one)]
        same = [answer[at] if len({one[at] for one in every}) == 1 else None for at in range(SIDE**2)]
        walk = Walk(problem, same)
        for step in walk.steps():
            if step.tier is Tier.PATTERN:
                result.add(step.technique)
                masks = [7] * SIDE**2
                record.apply_facts(masks, step.known, problem.variables)
                assert all(follows(fact, one) for one in allowed(step.cases, masks) for fact in step.facts), step
        assert not walk.open
    assert result


def test_tables_and_hall_sets_leave_what_has_an_answer() -> None:
    tables = sets = 0
    for seed in range(10):
        dice = random.Random(seed)
        problem, answer = latin(dice)
        for group in CaseSolvers(problem, list(answer)).groups:
            table = answer_table(problem, group)
            for _ in range(3):
                masks = [dice.randint(1, 7) for _ in range(SIDE**2)]
                own = [masks[index] for index in group.variables]
                free = [masks[at] if at in group.variables else 7 for at in range(SIDE**2)]
                left = list(allowed(group.cases, free))
                wanted = tuple(
                    sum(1 << value for value in {one[index] - 1 for one in left}) for index in group.variables
                )
                if table is not None:
                    assert table.reduced(own) == (wanted if left else None), (group, own)
                    assert (table.fitting(own) != 0) == bool(left)
                    tables += 1
                if hall_sets.is_distinct(group):
                    assert hall_sets.reduced(own) == (wanted if left else None), (group, own)
                    sets += 1
    assert tables
    assert sets


NAMED = {
    "hidden single": ("sudoku", "....\n..1.\n....\n.1..\n", "Only R1C1 can be 1 in box 1"),
    "naked single": (
        "sudoku",
        "....3....\n.........\n.........\n...5.6...\n1.......2\n...7.8...\n.........\n.........\n....4....\n",
        "R5C5 can only be 9: row 5 has 1 and 2; column 5 has 3 and 4; box 5 has 5, 6, 7 and 8",
    ),
    "sum of whole houses": (
        "cages",
        "......\n......\n......\n......\n......\n......\n\n"
        "[cage]\na: R1C1 R1C2 R1C3\nb: R1C4 R1C5\n\n[total]\na: 10\nb: 6\n",
        "Of 21 in row 1 cage a and cage b have 16: R1C6 makes 5",
    ),
    "order": ("thermos", "....\n1...\n2...\n....\n\n[thermo]\na: R1C1 R1C2\nb: R2C1 R3C1 R4C1\n", "thermo a"),
}


@pytest.mark.parametrize("name", NAMED)
def test_steps_have_names(name: str) -> None:
    genre, text, says = NAMED[name]
    rules = pipeline.load(genre)
    result = pipeline.path(rules, pipeline.board(rules, Source("board.txt", text)))
    lines = [line for step in result.steps if step.technique == name for line in step.lines]
    assert any(says in line for line in lines), [(step.technique, step.lines) for step in result.steps]


CAGES = "....\n....\n....\n....\n\n[cage]\naaab\nacbb\ndceb\ndce.\n\n[total]\na: 10  b: 10  c: 6  d: 6  e: 5\n"


def test_a_value_that_a_technique_leaves_alone_is_told() -> None:
    rules = pipeline.load("killer-sudoku")
    result = pipeline.path(rules, pipeline.board(rules, Source("board.txt", CAGES)))
    places = {fact.place for step in result.steps for fact in step.follows if fact.holds}
    assert len(places) == 16
    assert any(step.technique == Technique.LOCKED_VALUE.value for step in result.steps)


@pytest.mark.library
@pytest.mark.parametrize("size", library.few([4, 6, 9], 1))
def test_hall_sets_of_more_numbers(size: int) -> None:
    dice = random.Random(size)
    for _ in range(40 if size < 9 else 6):
        masks = [dice.randint(1, (1 << size) - 1) & dice.randint(1, (1 << size) - 1) or 1 for _ in range(size)]
        result = hall_sets.reduced(masks)
        left = [0] * size
        for order in itertools.permutations(range(size)):
            if all(mask >> value & 1 for mask, value in zip(masks, order, strict=True)):
                left = [one | 1 << value for one, value in zip(left, order, strict=True)]
        assert result == (tuple(left) if all(left) else None)


@pytest.mark.parametrize(("numbers", "values"), [(4, 4), (5, 5), (4, 6), (6, 7)])
def test_a_matching_leaves_the_same_as_hall_sets(numbers: int, values: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(f"{numbers} {values}")
    for _ in range(200):
        width = (1 << values) - 1
        masks = [dice.randint(1, width) & dice.randint(1, width) or 1 << dice.randrange(values) for _ in range(numbers)]
        by_sets = hall_sets.reduced(masks)
        monkeypatch.setattr(hall_sets, "MOST_SETS", 0)
        assert hall_sets.reduced(masks) == by_sets, masks
        monkeypatch.undo()


def test_places_that_keep_to_no_lines_are_tried_once() -> None:
    problem, _ = latin(random.Random(1))
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    masks: Masks = [0b111] * len(problem.variables)
    assert not patterns.kept_to_lines(solvers, masks)
    tried = set(solvers.families.without_lines)
    assert tried
    assert not patterns.kept_to_lines(solvers, masks)
    assert solvers.families.without_lines == tried
    masks[2] = masks[5] = 0b110
    for _ in range(2):
        facts = [fact for one in patterns.kept_to_lines(solvers, masks) for fact in one.facts]
        assert {Fact(6, 1, False), Fact(7, 1, False)} <= set(facts)
