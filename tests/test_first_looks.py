"""First looks, chains to singles and rings: all that they exclude follows, by the reference semantics."""

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Constraint, Kind, Problem
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.steps import record
from puzzlelang.steps.record import CaseGroup, Fact, Masks, Tier
from puzzlelang.steps.search.single_chains import single_chain
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers import first_looks
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.first_looks import CountOfThings, Differing, Ways, Whole
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.words.verbalisation import step_lines
from tests.test_named_steps import latin
from tests.test_steps import fact_formula

LEAVES_OUT, TOO_SOON = "a ring would close that leaves out", "a ring would close and nothing else could be drawn"

LOOPS = (
    ("slitherlink", "6x6t0:a2233a21a0e2a3d2a2c1b3a33a", {LEAVES_OUT}),
    ("slitherlink", "6x6t0:33a3c21203b2e12a1a3d3a3a2a", {LEAVES_OUT, TOO_SOON}),
)
"""Boards on which rings would close early, and what they would do."""


def answers(problem: Problem, group: CaseGroup, masks: Masks) -> list[tuple[bool | int, ...]]:
    """All values of the variables of a group within the masks that satisfy its cases."""
    values: list[bool | int | None] = [None] * len(problem.variables)
    choices = [
        [record.value(problem.variables[index], one) for one in record.bits(masks[index])] for index in group.variables
    ]
    result = []
    for chosen in itertools.product(*choices):
        for index, one in zip(group.variables, chosen, strict=True):
            values[index] = bool(one) if problem.variables[index].kind is Kind.MEMBER else one
        if all(evaluate.truth(case.formula, values) is not False for case in group.cases):
            result.append(chosen)
    return result


def example(genre: str) -> Problem:
    """The board of the first example of a genre."""
    rules = pipeline.load(genre)
    text = rules.examples[0].board
    assert text is not None
    return pipeline.ground(rules, pipeline.board(rules, text))


def looked_at() -> Iterator[tuple[Problem, CaseSolvers, random.Random]]:
    for seed in range(12):
        dice = random.Random(seed)
        problem, answer = latin(dice)
        yield problem, CaseSolvers(problem, list(answer)), dice
    for genre in ("tracks", "magnets"):
        problem = example(genre)
        solvers = CaseSolvers(problem, [None] * len(problem.variables))
        yield solvers.problem, solvers, random.Random(0)


def test_first_looks_exclude_nothing_that_an_answer_has() -> None:
    seen = set()
    for problem, solvers, dice in looked_at():
        for group, probe in zip(solvers.groups, solvers.probes, strict=True):
            if group.graph or len(group.variables) > 9:
                continue
            seen.add(type(probe.look))  # type: ignore[union-attr]
            for _ in range(5):
                masks = [dice.randint(1, record.full(variable)) for variable in problem.variables]
                result = probe.first_look(masks)  # type: ignore[union-attr]
                left = answers(problem, group, masks)
                assert left == [] or result is not None, group
                for at, index in enumerate(group.variables):
                    kept = sum({record.bit(problem.variables[index], int(one[at])) for one in left})
                    assert result is None or kept & ~result[at] == 0, (group, masks, result)
                    assert result is None or result[at] & ~masks[index] == 0
    assert seen >= {Differing, Ways, Whole, type(None)}


def test_a_count_is_looked_at_thing_by_thing() -> None:
    problem = example("kurodoko")
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    counts = [group for group in solvers.groups if isinstance(first_looks.first_look(problem, group), CountOfThings)]
    assert counts
    for group in counts:
        masks = [record.full(variable) for variable in problem.variables]
        assert solvers.probes[group.index].first_look(masks) is not None  # type: ignore[union-attr]
        for index in group.variables:
            masks[index] = 1
        assert solvers.probes[group.index].first_look(masks) is None  # type: ignore[union-attr]


@pytest.mark.parametrize("masks", list(itertools.product((1, 3, 5, 6, 7), repeat=3)))
def test_differing_numbers_are_looked_at_without_sets(masks: tuple[int, ...]) -> None:
    rows = [one for one in itertools.permutations((1, 2, 4)) if all(a & b for a, b in zip(one, masks, strict=True))]
    result = first_looks.differing(True, masks)
    assert rows == [] or result is not None
    for at in range(3):
        assert result is None or all(row[at] & result[at] for row in rows)


def test_two_numbers_that_take_two_values_are_for_a_closer_look() -> None:
    assert first_looks.differing(True, (3, 3, 7)) == (3, 3, 4)  # 3 has one place only
    assert first_looks.differing(True, (3, 3, 15, 15)) == (3, 3, 15, 15)


def test_ways_keep_a_value_that_stands_anywhere() -> None:
    assert first_looks.ways(Ways((0, 1)), (7, 7), (1, 4)) == (5, 5)
    assert first_looks.ways(Ways((0, 1)), (1, 7), (1, 4)) == (1, 4)


def test_a_cage_within_a_house_is_looked_at_alone() -> None:
    rules = pipeline.load("kenken")
    problem = pipeline.ground(rules, pipeline.board(rules, "4:_a_a_cc_6a__,a7s2m4s1m24a7d2"))
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    column, cage = frozenset({"R1C1", "R2C1", "R3C1", "R4C1"}), "The digits of cage a add up to 7"
    for group, probe in zip(solvers.groups, solvers.probes, strict=True):
        places = [str(problem.variables[index].place) for index in group.variables]
        if column == set(places) and cage in {case.origin.sentence for case in group.cases}:
            masks = [record.full(variable) for variable in problem.variables]
            assert probe.first_look(masks) == (0b1011, 0b1011, 0b1011, 0b1111)  # type: ignore[union-attr]
            masks[group.variables[places.index("R4C1")]] = 0b0011  # no answer has that, which takes a closer look
            assert probe.first_look(masks) == (0b1011, 0b1011, 0b1011, 0b0011)  # type: ignore[union-attr]
            return
    raise AssertionError("no group of the cage and its column")


def test_chains_to_singles_follow_step_by_step() -> None:
    kinds = set()
    for seed in range(40):
        problem, answer = latin(random.Random(seed))
        solvers = CaseSolvers(problem, list(answer))
        dice = random.Random(seed)
        for _ in range(20):
            goal = dice.randrange(len(answer))
            given = [
                Fact(at, answer[at], True) if dice.random() < 0.6 else Fact(at, answer[at] % 3 + 1, False)
                for at in range(len(answer))
                if at != goal
            ]
            cases = [case for case in solvers.families.only_differing if dice.random() < 0.8]
            wanted = Fact(goal, answer[goal], True)
            chain = single_chain(problem, sorted(cases, key=lambda one: one.index), given, [wanted])
            known = set(given)
            for one in chain:
                assert known.issuperset(one.premises), chain
                for fact in one.conclusions:
                    assert solvers.cores.core(one.cases, [*one.premises, fact.opposite]) is not None, (one, fact)
                known.update(one.conclusions)
            assert not chain or wanted in known
            kinds.add(len(chain))
    assert len(kinds) > 2


@pytest.mark.parametrize(("genre", "text", "wordings"), LOOPS)
def test_rings_that_would_close_early_are_proved_by_another_engine(genre: str, text: str, wordings: set[str]) -> None:
    rules = pipeline.load(genre)
    problem = pipeline.ground(rules, pipeline.board(rules, text))
    outcome = engines.engine("cadical").open(problem, False).solve()
    assert isinstance(outcome, Sat)
    walk = Walk(problem, outcome.values)
    rings = [step for step in walk.steps() if step.technique == Technique.RING.value and step.tier is Tier.PATTERN]
    assert rings
    assert not walk.open
    said_of_rings = [step_lines(problem, step)[1] for step in rings]
    assert all(any(wording in text for wording in wordings) for text in said_of_rings)
    assert all(any(wording in text for text in said_of_rings) for wording in wordings)
    for step in rings:
        formulas = [case.formula for case in step.cases]
        formulas += [fact_formula(problem, fact) for fact in (*step.known, step.facts[0].opposite)]
        origin = step.cases[0].origin
        stated = tuple(Constraint(one, origin) for one in formulas)
        request = msgspec.structs.replace(problem, constraints=stated, grounded=stated)
        assert isinstance(engines.engine("z3").open(request, True).solve(), Unsat), step
